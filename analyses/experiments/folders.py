"""A folder with a manifest that says what it holds: what runs and studies have in common."""

import json
import logging
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, ClassVar, Self

from simulator.errors import UserError
from simulator.files import near, write_whole
from simulator.titles import find_again, place_of, title_names

try:
    import fcntl
except ImportError:  # Windows: two processes may play the same games twice
    fcntl = None  # type: ignore[assignment]

log = logging.getLogger("tiltmeter")

LIBRARIES = ("numpy", "numba", "polars")


class Folder:
    """Opened by its path; `holding` makes it, or opens it if it holds the very same."""

    manifest_name: ClassVar[str]
    format: ClassVar[int]  # of what lies in it; another version may have written another one
    what: ClassVar[str]  # a folder is: a run, a study
    about: ClassVar[str]  # the manifest's key for the settings
    verb: ClassVar[str]  # the command that makes one

    def __init__(self, path: Path) -> None:
        self.path = path
        self.manifest = self._read()
        find_again(self.settings["title"], self.manifest.get("place", ""))

    @classmethod
    def holding(cls, path: Path, key: str, settings: dict[str, Any], **more: Any) -> Self:
        """`more` is noted in a folder that is made; it has no part in what it holds."""
        if not (path / cls.manifest_name).exists():
            guest = {"place": place} if (place := place_of(settings["title"])) else {}
            cls._make(path, {"format": cls.format, "key": key, cls.about: settings} | guest | more)
        folder = cls(path)
        if folder.manifest["key"] != key:
            others = [name for name in settings if folder.settings.get(name) != settings[name]]
            raise UserError(
                f"{path} holds another {cls.what} (other {', '.join(others)});"
                " choose another --out."
            )
        return folder

    @property
    def settings(self) -> dict[str, Any]:
        return self.manifest[self.about]

    @property
    def file(self) -> Path:
        return self.path / self.manifest_name

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Nobody else writes into it meanwhile; who comes second waits, and reads what was done."""
        handle = os.open(self.path, os.O_RDONLY)
        try:
            if not _locked(handle, wait=False):
                log.warning("Waiting for another tiltmeter that plays into %s …", self.path)
                _locked(handle, wait=True)
            self.manifest = self._read()
            yield
        finally:
            os.close(handle)  # which unlocks it, as the end of a process does

    def note(self, **more: Any) -> None:
        """Adds to the manifest."""
        self.manifest |= more
        self.put(self.manifest_name, _as_json(self.manifest))

    def put(self, name: str, content: bytes) -> None:
        """Writes a file of the folder whole, or says why not."""
        try:
            write_whole(self.path / name, content)
        except OSError as error:
            raise UserError(
                f"Cannot write to {self.path}: {error.strerror}; what was finished before is kept,"
                " and the same command goes on from there."
            ) from None

    @classmethod
    def _make(cls, path: Path, about: dict[str, Any]) -> None:
        try:
            if path.exists() and (not path.is_dir() or any(path.iterdir())):
                raise UserError(
                    f"{path} exists and is not a {cls.what} of tiltmeter; choose another --out."
                )
            path.mkdir(parents=True, exist_ok=True)
            write_whole(path / cls.manifest_name, _as_json(about | provenance()))
        except OSError as error:
            raise UserError(f"Cannot write to {path}: {error.strerror}.") from None

    def _read(self) -> dict[str, Any]:
        name = self.manifest_name
        try:
            manifest = json.loads(self.file.read_text(encoding="utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            told = f"{self.path} is not a {self.what}: it has no {name}."
            others = (one.parent for one in self.path.parent.glob(f"*/{name}"))
            meant = _if_a_title(self.path, self.verb) or near(self.path, others)
            raise UserError(told + meant) from None
        except OSError as error:
            raise UserError(f"Cannot read {self.file}: {error.strerror}.") from None
        except ValueError:
            raise UserError(f"{self.file} is damaged: it is not valid JSON.") from None
        if not isinstance(manifest, dict) or manifest.get("format") != self.format:
            raise UserError(
                f"{self.path} was made by another version of tiltmeter; {self.verb} it again."
            )
        return manifest


def _locked(handle: int, wait: bool) -> bool:
    if fcntl is None:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    return True


def _if_a_title(path: Path, verb: str) -> str:
    """What to do instead, for who names a game where games that were played are asked for."""
    if not (path.suffix == ".py" or str(path) in title_names()):
        return ""
    return f" 'tiltmeter {verb} {path}' plays the game and prints the folder to name here."


def provenance() -> dict[str, Any]:
    """When, and the versions that are worth knowing when a folder is looked at years later."""
    made_with = {
        "tiltmeter": version("tiltmeter"),
        "python": platform.python_version(),
        "machine": platform.machine(),
        **{library: version(library) for library in LIBRARIES},
    }
    return {"made_with": made_with, "begun": datetime.now(UTC).isoformat(timespec="seconds")}


def _as_json(manifest: dict[str, Any]) -> bytes:
    return (json.dumps(manifest, indent=2) + "\n").encode()
