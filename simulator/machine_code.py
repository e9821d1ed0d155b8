"""Machine code on disk: one folder per digest of everything it was made from, so never stale.

Numba alone would watch only the file a function stands in, not the files it imports; and it would
run whatever became of its files. Ours hold a checksum, and what is damaged is compiled again.
"""

import atexit
import errno
import functools
import hashlib
import logging
import os
import pickle
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import config as numba_config
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator
from platformdirs import user_cache_path

from simulator import sources

log = logging.getLogger("tiltmeter")

PLACE = "TILTMETER_CACHE"
SHIPPED = {"simulator": sources.CORE, "strategies": sources.STRATEGIES}  # packages, their folders
config: Any = numba_config  # its settings are made at run time, unknown to type checkers
SUM, NAMED = 32, 32  # bytes of a checksum, letters of a name
KEPT_DIGESTS = 64  # folders of machine code kept on disk, those used last: ten or so are one state
KEPT_SECONDS = 3600  # and all used within this time: another process may be writing there


def cache_root() -> Path:
    """Where machine code is kept: $TILTMETER_CACHE, or the user's own cache folder."""
    chosen = os.environ.get(PLACE)
    return _writable(Path(chosen).absolute() if chosen else _own_cache())


def _own_cache() -> Path:
    try:
        return user_cache_path("tiltmeter")
    except RuntimeError:  # nobody has a home here
        return Path("~")


@functools.cache  # tried, and told, once in a session
def _writable(root: Path) -> Path:
    """The folder; one for this session alone if nothing can be written there."""
    try:
        if root.parts[0] == "~":
            raise OSError(errno.ENOENT, "there is no home folder")
        root.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=root).close()
    except OSError as error:
        _remark(_unkept(root, error))
        return _temporary() or root
    return root


def _temporary() -> Path | None:
    """A folder until the session ends, in which the processes that it starts keep theirs too."""
    try:
        made = Path(tempfile.mkdtemp(prefix="tiltmeter-"))
    except OSError:
        return None
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    os.environ[PLACE] = str(made)
    return made


def _unkept(folder: Path, error: OSError) -> str:
    told = f"Machine code cannot be kept in {folder} ({error.strerror})"
    return f"{told}; it is compiled again in every session."


@functools.cache  # each is said once in a session
def _remark(sentence: str) -> None:
    log.warning(sentence)


def is_shipped(function: Callable) -> bool:
    """Whether a function is a part of this project's packages.

    A plug-in is not, even if its file lies there.
    """
    package = (function.__module__ or "").partition(".")[0]
    return SHIPPED.get(package) in Path(function.__code__.co_filename).parents


def is_kept(function: Callable) -> bool:
    """Whether its machine code is kept on disk: shipped, or of a guest's title.

    A plug-in is compiled anew in every session: which files it is made from is not known.
    """
    file = Path(function.__code__.co_filename)
    return is_shipped(function) or sources.guest_home(file) is not None


def machine_code_of(function: Callable) -> Path:
    """The folder for the machine code of a function that is kept."""
    file = Path(function.__code__.co_filename)
    guest = sources.guest_home(file)
    return _machine_code_of(guest or file.parent, sources.times_read((guest,)) if guest else 0)


@functools.cache  # marked as used, and others tidied up, once in a session
def _machine_code_of(home: Path, times_read: int) -> Path:
    folder = cache_root() / digest(*sources.made_from(home))
    with suppress(OSError):  # it may be somebody else's, who lets us read
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        _drop_old_digests(folder.parent)
    return folder


def mark(file: Path) -> None:
    """An empty file among machine code, which tells later sessions something; or not, if it cannot
    be written.
    """
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)  # another session may have tidied up
        file.touch()


_numba_settings = threading.RLock()


@contextmanager
def machine_code_in(folder: Path) -> Iterator[None]:
    """Within, Numba keeps what it compiles in this folder."""
    with _numba_settings:
        before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
        try:
            yield
        finally:
            config.CACHE_DIR = before


@contextmanager
def announced(function: Any, what: str, say: Callable[[str], None] | None) -> Iterator[None]:
    """Says what is compiled within, if it was not kept; `function` is one of its kernels.

    Nothing is said where nothing is compiled: `say` is None.
    """
    if say is None or not is_kept(function.py_func):
        yield
        return
    done = machine_code_of(function.py_func) / "compiled"
    if not done.exists():
        say(f"Compiling {what} for this machine; this happens once and takes some seconds …")
    yield
    mark(done)


def _drop_old_digests(root: Path) -> None:
    used = {folder: _last_used(folder) for folder in root.iterdir() if folder.is_dir()}
    for folder in sorted(used, key=lambda folder: -used[folder])[KEPT_DIGESTS:]:
        if time.time() - used[folder] > KEPT_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)


def _last_used(folder: Path) -> float:
    """When; long ago if another session has just dropped it."""
    try:
        return folder.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def digest(*groups: sources.Files) -> str:
    """Names everything that machine code depends on.

    That is its sources, the versions and every setting of Numba (NUMBA_BOUNDSCHECK among them),
    but not those for GPUs, which change when one is looked for.
    """
    settings = {
        name: repr(value)
        for name, value in sorted(vars(config).items())
        if name.isupper() and "CUDA" not in name and name not in SETTINGS_WITHOUT_EFFECT
    }
    versions = sys.version, np.__version__, numba.__version__
    made = repr((sources.digest(*groups), versions, settings))
    return hashlib.sha256(made.encode()).hexdigest()[:16]


SETTINGS_WITHOUT_EFFECT = {"CACHE_DIR", "_HAVE_YAML", "COLOR_SCHEME", "NUMBA_NUM_THREADS"}


class Wherever(UserProvidedCacheLocator):
    """Machine code lies in the folder of its digest, wherever its source file lies.

    A copy may count as part of a file that is not there: a title need not have strategies.
    """

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        return ""

    @classmethod
    def from_function(cls, function: Callable, file: str) -> Any:
        return cls(function, file)

    def ensure_cache_path(self) -> None:
        """Not before something is written there: perhaps nothing can be."""

    def get_source_stamp(self) -> str:
        return ""  # the folder's digest is of all sources


class Checked:
    """The files of a kernel: one for each list of types, named by it, with a checksum in front.

    Numba's own have an index beside them: two sessions that write at once can leave it naming the
    machine code of other types.
    """

    def __init__(self, files: Any) -> None:
        self._files = files  # Numba's, which know how they are written, those for GPUs too

    def load(self, key: Any) -> Any:
        try:
            content = self._file(key).read_bytes()
        except OSError:
            return None  # not compiled yet, or of another user
        if hashlib.sha256(content[SUM:]).digest() != content[:SUM]:
            _remark("Machine code was damaged; it is compiled again.")
            return None
        held, data = pickle.loads(content[SUM:])
        return data if held == key else None

    def save(self, key: Any, data: Any) -> None:
        file, content = self._file(key), self._files._dump((key, data))
        try:
            file.parent.mkdir(parents=True, exist_ok=True)  # another session may have tidied up
            with self._files._open_for_write(str(file)) as opened:
                opened.write(hashlib.sha256(content).digest() + content)
        except OSError as error:
            _remark(_unkept(file.parent, error))

    def _file(self, key: Any) -> Path:
        name = hashlib.sha256(repr(key).encode()).hexdigest()[:NAMED]
        return Path(self._files._index_path).with_suffix(f".{name}.nbc")


class KeptWherever(CompileResultCacheImpl):
    _locator_classes: Any = (Wherever,)


class Kept(FunctionCache):
    """The machine code of a kernel on disk."""

    _impl_class = KeptWherever

    def __init__(self, function: Callable) -> None:
        super().__init__(function)
        self._cache_file: Any = Checked(self._cache_file)

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """What is compiled for kernels among its arguments is not kept on disk by itself.

        It is copied into its callers, and kept with them. By itself it would be kept under kernels
        that other sessions do not have, and after a hundred of those Numba can keep nothing more.
        """
        if "CPUDispatcher(" not in str(signature):
            super().save_overload(signature, compiled)
