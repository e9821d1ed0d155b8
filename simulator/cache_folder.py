"""Where machine code is kept: a folder of the user's, or one for this session alone."""

import atexit
import errno
import functools
import logging
import os
import shutil
import tempfile
from pathlib import Path

from platformdirs import user_cache_path

log = logging.getLogger("tiltmeter")

PLACE = "TILTMETER_CACHE"


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
        remark(unkept(root, error))
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


def unkept(folder: Path, error: OSError) -> str:
    told = f"Machine code cannot be kept in {folder} ({error.strerror})"
    return f"{told}; it is compiled again in every session."


@functools.cache  # each is said once in a session
def remark(sentence: str) -> None:
    log.warning(sentence)
