"""Reads TOML and writes files, with every mishap in a sentence and no file ever half written.

Whatever changes a disk for something that is kept goes through here, by `os` alone, so that tests
can put a disk in its place that fails, tears and forgets.
"""

import errno
import hashlib
import json
import logging
import os
import re
import secrets
import stat
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from simulator.errors import UserError

try:
    import fcntl
except ImportError:  # Windows: two processes may play the same games twice
    fcntl = None  # type: ignore[assignment]

log = logging.getLogger("tiltmeter")

BINARY = getattr(os, "O_BINARY", 0)  # of Windows, which else changes the ends of lines
NO_WAITING = BINARY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
LEFT_OVER = re.compile(r"\..+\.[0-9a-f]{8}")  # what `write_whole` leaves if it is killed


def read_toml(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"Cannot read {file}: {error.strerror}.{near(file)}") from None
    except RecursionError:
        raise UserError(f"{file} is not valid TOML: lists lie too deep in each other.") from None
    except ValueError as error:  # of TOML, of UTF-8, or of a number with thousands of digits
        raise UserError(f"{file} is not valid TOML: {error}.") from None


def read_sealed_toml(file: Path) -> dict[str, Any]:
    """Such as weights: whoever edits them may, but what was found with them is another matter."""
    values = read_toml(file)
    if is_broken(values):
        log.warning("%s was edited since it was written.", file)
    return values


def near(place: Path, known: Iterable[Path] | None = None) -> str:
    """The most alike of what lies beside a missing place, as a question with a space before it."""
    if place.exists():
        return ""
    beside = place.parent.glob(f"*{place.suffix}") if known is None else known
    found = get_close_matches(place.name, sorted(one.name for one in beside), n=1)
    return f" Did you mean {place.with_name(found[0])}?" if found else ""


def write_whole(file: Path, content: bytes, sync: bool = True) -> None:
    """Writes beside the file and moves it into place, so that nobody ever sees half of it.

    What is synced is still there after a power cut.
    """
    beside = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    try:
        _fill(beside, content, sync)
        os.replace(beside, file)
        if sync:
            _sync_folder(file.parent)
    finally:
        with suppress(OSError):
            os.unlink(beside)


def _fill(file: Path, content: bytes, sync: bool) -> None:
    """A new file, never one that lies there: it could be a link to elsewhere."""
    new = os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY
    handle = os.open(file, new, 0o666)
    try:
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(handle, rest) :]
        if sync:
            os.fsync(handle)
    finally:
        os.close(handle)


def _sync_folder(folder: Path) -> None:
    """Not all systems can; then a power cut may leave the file as it was before."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def read_own(file: Path) -> bytes:
    """Of a plain file: a link leads elsewhere, a pipe waits, a device never ends."""
    if os.path.islink(file):
        raise OSError(errno.ELOOP, "it is a link", str(file))
    handle = os.open(file, os.O_RDONLY | NO_WAITING)
    with open(handle, "rb") as opened:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "it is no plain file", str(file))
        return opened.read()


def remove(file: Path) -> None:
    """A file that need not be there; of a link, the link."""
    with suppress(FileNotFoundError):
        os.unlink(file)


def make_folder(folder: Path) -> None:
    """With those above it, where they are missing."""
    if not folder.is_dir():
        if folder.parent != folder:
            make_folder(folder.parent)
        with suppress(FileExistsError):  # another process was first
            os.mkdir(folder)


def remove_left_overs(folder: Path, of: str = "") -> None:
    """What a writer left that was killed, of one file or of all; nobody else may be writing."""
    for file in folder.glob(f".{of or '*'}.*"):
        if LEFT_OVER.fullmatch(file.name) and (file.is_symlink() or file.is_file()):
            remove(file)


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Nobody else writes into a folder meanwhile; who comes second waits."""
    if fcntl is None:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        if not _locked(handle, wait=False):
            log.warning("Waiting for another tiltmeter that writes into %s …", folder)
            _locked(handle, wait=True)
        yield
    finally:
        os.close(handle)  # which unlocks it, as the end of a process does


def _locked(handle: int, wait: bool) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    except OSError as error:  # a file system of a network that knows no locks
        if error.errno not in (errno.ENOLCK, errno.ENOTSUP, errno.EINVAL):
            raise
    return True


def checksum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


SEAL = "seal"  # the key of a seal among the values that it seals


def seal_of(values: Mapping[str, Any]) -> str:
    """A checksum of plain values but for their seal, whatever the order of their keys."""
    sealed = {key: value for key, value in values.items() if key != SEAL}
    return checksum(json.dumps(sealed, sort_keys=True, default=str).encode())  # dates of TOML


def is_broken(values: Mapping[str, Any]) -> bool:
    """Whether sealed values were changed since; what was written by hand has no seal."""
    return SEAL in values and values[SEAL] != seal_of(values)


def sealed_toml(text: str) -> str:
    """With the seal of its values in the first line."""
    return f'{SEAL} = "{seal_of(tomllib.loads(text))}"\n{text}'
