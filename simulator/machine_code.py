"""Machine code on disk: one folder per digest of everything it was made from, so never stale.

How its files are written says `simulator/numba_patches/digest_cache.py`.
"""

import functools
import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from numba import config as numba_config

from simulator import numba_patches, sources
from simulator.cache_folder import cache_root

SHIPPED = {"simulator": sources.CORE, "strategies": sources.STRATEGIES}  # packages, their folders
config: Any = numba_config  # its settings are made at run time, unknown to type checkers
KEPT_DIGESTS = 64  # folders of machine code kept on disk, those used last: ten or so are one state
KEPT_SECONDS = 3600  # and all used within this time: another process may be writing there


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

    That is its sources, the versions, the patches in force and every setting of Numba
    (NUMBA_BOUNDSCHECK among them), but not those for GPUs, which change when one is looked for.
    """
    settings = {
        name: repr(value)
        for name, value in sorted(vars(config).items())
        if name.isupper() and "CUDA" not in name and name not in SETTINGS_WITHOUT_EFFECT
    }
    versions = sys.version, numba_patches.versions(), numba_patches.in_force()
    made = repr((sources.digest(*groups), versions, settings))
    return hashlib.sha256(made.encode()).hexdigest()[:16]


SETTINGS_WITHOUT_EFFECT = {"CACHE_DIR", "_HAVE_YAML", "COLOR_SCHEME", "NUMBA_NUM_THREADS"}
