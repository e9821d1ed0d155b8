"""Places for results: tried before anything is played for them, and one sentence if they fail."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from simulator.errors import UserError
from simulator.files import alone, make_folder, remove_left_overs, write_whole

BLOCK = b"." * 4096  # an empty file finds room on a full disk


def must_take(folder: Path) -> None:
    """Refuses a folder in which nothing can be written; one that is not there could be made."""
    try:
        there = next(one for one in (folder, *folder.absolute().parents) if one.exists())
        with tempfile.TemporaryFile(dir=there) as tried:
            tried.write(BLOCK)
    except OSError as error:
        raise UserError(f"Cannot write to {folder}: {error.strerror}.") from None


def put(file: Path, content: bytes, more: str = ".") -> Path:
    """Writes a file whole, and its folder if there is none; or says why not, and `more`."""
    try:
        make_folder(file.parent)
        write_whole(file, content)
    except OSError as error:
        raise UserError(f"Cannot write {file}: {error.strerror}{more}") from None
    return file


def put_or_print(file: Path, text: str) -> Path:
    """The same of a text that took long to find: whoever cannot have the file is told it."""
    return put(file, text.encode(), f"; this is what it would hold:\n\n{text}")


@contextmanager
def alone_with(file: Path) -> Iterator[None]:
    """Nobody else writes a file that is kept meanwhile; what a killed writer left of it is gone."""
    try:
        make_folder(file.parent)
    except OSError as error:
        raise UserError(f"Cannot write {file}: {error.strerror}.") from None
    with alone(file.parent):
        with suppress(OSError):
            remove_left_overs(file.parent, file.name)
        yield
