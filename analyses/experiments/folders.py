"""A folder that keeps something: a sealed manifest, and parts that are written whole or not at all.

Runs and studies are such folders. The manifest knows the checksum of every part, so that one which
is missing, damaged or foreign is told, and played again. One process writes at a time.

A folder is data, not orders: names of parts have a form, values of the manifest have one, and no
Python file is run because a manifest names it, unless its user has run that very file before.
"""

import io
import json
import logging
import os
import platform
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, ClassVar, Self

import polars as pl

from analyses.experiments import manifests
from analyses.experiments.digests import key_of
from analyses.experiments.manifests import Keys, must_fit
from analyses.experiments.purposes import KINDS
from analyses.language import say
from simulator import files, trust, user_files
from simulator.doors import setting
from simulator.errors import UserError
from simulator.files import SEAL, checksum, is_broken, near, seal_of, write_whole
from simulator.titles import find_again, place_of, title_names

log = logging.getLogger("tiltmeter")

LIBRARIES = ("numpy", "numba", "polars")
LOOKS = 3  # at what seems wrong, before it is told
NEXT = ".next.json"  # the part that is being written, noted before it takes its place


class Folder:
    """Opened by its path; `holding` makes it, or opens it if it holds the very same."""

    manifest_name: ClassVar[str]
    format: ClassVar[int]  # of what lies in it; another version may have written another one
    what: ClassVar[str]  # a folder is: a run, a study
    about: ClassVar[str]  # the manifest's key for the settings
    verb: ClassVar[str]  # the command that makes one
    schema: ClassVar[Keys]  # of the settings
    part_form: ClassVar[re.Pattern[str]]  # the names of its parts
    within: ClassVar[str] = ""  # a pattern of folders in it that hold parts, too
    unit: ClassVar[str]  # what a part holds so many of
    counted: ClassVar[str]  # what is wanted of it

    def __init__(self, path: Path, with_game: bool = True) -> None:
        """Without its game nothing of that is loaded: whoever checks parts needs none."""
        self.path = path
        self.manifest = self._read()
        if with_game:
            _find_game(self.file, self.settings["title"], self.manifest)

    @classmethod
    def holding(cls, path: Path, key: str, settings: dict[str, Any], **more: Any) -> Self:
        """`more` is noted in a folder that is made; it has no part in what it holds."""
        if not (path / cls.manifest_name).exists():
            made = {"format": cls.format, "key": key, cls.about: settings}
            cls._make(path, made | trust.noted(place_of(settings["title"])) | more)
        folder = cls(path)
        if folder.manifest["key"] != key:
            others = [name for name in settings if folder.settings.get(name) != settings[name]]
            raise UserError(
                f"{path} holds another {cls.what} (other {', '.join(others)});"
                f" choose another {setting('out')}."
            )
        return folder

    @property
    def settings(self) -> dict[str, Any]:
        return self.manifest[self.about]

    @property
    def file(self) -> Path:
        return self.path / self.manifest_name

    @property
    def part(self) -> int:
        """How much a whole part holds."""
        raise NotImplementedError

    def done_and_wanted(self) -> tuple[int, int]:
        """How much is here, and how much it is to hold."""
        raise NotImplementedError

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Nobody else writes into it meanwhile; who comes second reads what was done."""
        with files.alone(self.path):
            self.manifest = self._read()
            with self._telling():
                self._tidy_up()
            yield

    def _tidy_up(self) -> None:
        """After a writer that was killed: a part that was in its place is noted now."""
        if (self.path / NEXT).exists():
            self.note()
            files.remove(self.path / NEXT)
        for folder in self._folders:
            files.remove_left_overs(folder)

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Says why the folder cannot be written; then only what lies there counts."""
        try:
            yield
        except OSError as error:
            self.manifest = self._read()
            raise UserError(
                f"Cannot write to {self.path}: {error.strerror}; what was finished before is kept,"
                " and the same command goes on from there."
            ) from None

    def note(self, **more: Any) -> None:
        """Adds to the manifest."""
        self.manifest |= more
        with self._telling():
            self._put(self.manifest_name, _as_json(self.manifest))

    # Parts

    @property
    def written(self) -> dict[str, dict[str, Any]]:
        """What was written: how much each part holds and its checksum, by its name."""
        return self.manifest.get("parts", {})

    @property
    def parts(self) -> list[Path]:
        """The files that are parts by their names."""
        here = (one for folder in self._folders for one in folder.glob("part-*.parquet"))
        return sorted(one for one in here if self.part_form.fullmatch(self.name_of(one)))

    @property
    def _folders(self) -> list[Path]:
        """Those that hold parts; none behind a link."""
        inside = self.path.glob(self.within) if self.within else ()
        return [self.path, *(one for one in inside if one.is_dir() and self._is_own(one))]

    def _is_own(self, place: Path) -> bool:
        """Whether a place in the folder is where its name says: no link is on the way."""
        name = place.relative_to(self.path)
        return os.path.realpath(place) == str(Path(os.path.realpath(self.path)) / name)

    def inside(self, name: str) -> Path:
        """A folder in the folder; no link is on the way to it."""
        place = self.path / name
        if not self._is_own(place):
            raise UserError(f"{place} leads out of {self.path}; remove that link.")
        return place

    def _place(self, name: str) -> Path:
        """Of a file in the folder, which may be a link itself but lies behind none."""
        within, _, own = name.rpartition("/")
        return self.inside(within) / own

    def name_of(self, part: Path) -> str:
        return part.relative_to(self.path).as_posix()

    def write_part(self, name: str, content: bytes, holds: int) -> None:
        """A part, new or grown; whatever stops it, what it held before is not lost."""
        entry = {self.unit: holds, "sha256": checksum(content)}
        with self._telling():
            self._put(NEXT, _as_json({"parts": {name: entry}}), sync=False)
            self._put(name, content)
            self.note(parts=self.written | {name: entry})
            files.remove(self.path / NEXT)

    def part_content(self, name: str) -> bytes:
        """Of a part, if it is what was written; another process may have just grown it."""
        for _ in range(LOOKS):
            try:
                content = files.read_own(self._place(name))
            except OSError:
                raise self.harmed(name, "is missing") from None
            if checksum(content) == self.written.get(name, {}).get("sha256"):
                return content
            self.manifest = self._read()
        raise self.harmed(name, "is damaged")

    def table(self, name: str) -> pl.DataFrame:
        """Of a part."""
        try:
            return pl.read_parquet(io.BytesIO(self.part_content(name)))
        except pl.exceptions.PolarsError:
            raise self.harmed(name, "is no table") from None

    def harmed(self, name: str, what: str) -> UserError:
        return UserError(
            f"{self.path / name} {what}; the {self.verb} that made it plays its games again."
        )

    def damage(self) -> dict[str, str]:
        """What is wrong with parts, by their names: nothing, as a rule.

        Somebody may be playing into the folder, so what is wrong is looked at again.
        """
        found, wrong = {name: self._sum_of(name) for name in map(self.name_of, self.parts)}, {}
        for _ in range(LOOKS):
            told = {name: self._told(name, found) for name in {**self.written, **found}}
            if not (wrong := {name: told[name] for name in sorted(told) if told[name]}):
                break
            self.manifest = self._read()
            here = {*map(self.name_of, self.parts)}
            found |= {
                name: self._sum_of(name) for name in here if name in wrong or name not in found
            }
        return wrong

    def _told(self, name: str, found: Mapping[str, str]) -> str:
        if name not in found:
            return "is missing"
        if name not in self.written:
            return "was not finished"
        if self.written[name][self.unit] > self.part:
            return "holds more than a part can"
        return "is damaged" if found[name] != self.written[name]["sha256"] else ""

    def drop_damaged(self) -> dict[str, str]:
        """Removes parts that are not what was written; their games are to be played again."""
        if wrong := self.damage():
            with self._telling():
                for name in wrong:
                    files.remove(self._place(name))
            sound = {name: part for name, part in self.written.items() if name not in wrong}
            self.note(parts=sound)
            for name, what in wrong.items():
                log.warning("%s %s; its games are played again.", self.path / name, what)
        return wrong

    # Files

    def _put(self, name: str, content: bytes, sync: bool = True) -> None:
        """Writes a file of the folder whole."""
        place = self._place(name)
        files.make_folder(place.parent)
        write_whole(place, content, sync)

    @classmethod
    def _make(cls, path: Path, about: dict[str, Any]) -> None:
        """One that was made but not yet written is taken up."""
        try:
            if path.exists() and not (path.is_dir() and _is_empty(path)):
                raise UserError(
                    f"{path} exists and is not a {cls.what} of tiltmeter;"
                    f" choose another {setting('out')}."
                )
            files.make_folder(path)
            with files.alone(path):
                if not (path / cls.manifest_name).exists():  # nobody was faster
                    write_whole(path / cls.manifest_name, _as_json(about | provenance()))
        except OSError as error:
            raise UserError(f"Cannot write to {path}: {error.strerror}.") from None

    def _read(self) -> dict[str, Any]:
        manifest = self._parsed()
        if not isinstance(manifest, dict) or manifest.get("format") != self.format:
            raise UserError(
                f"{self.path} was made by another version of tiltmeter; {self.verb} it again."
            )
        must_fit(manifest, self._form(), self.file)
        if is_broken(manifest) or manifest["key"] != key_of(manifest[self.about]):
            raise UserError(
                f"{self.file} was edited since it was written, so its games are not what it says;"
                f" {self.verb} into another folder."
            )
        return self._with_next(manifest)

    def _parsed(self) -> Any:
        name = self.manifest_name
        try:
            return json.loads(files.read_own(self.file).decode())
        except (FileNotFoundError, NotADirectoryError):
            told = f"{self.path} is not a {self.what}: it has no {name}."
            others = (one.parent for one in self.path.parent.glob(f"*/{name}"))
            meant = _if_a_title(self.path, self.verb) or near(self.path, others)
            raise UserError(told + meant) from None
        except OSError as error:
            raise UserError(f"Cannot read {self.file}: {error.strerror}.") from None
        except (ValueError, RecursionError):
            raise UserError(f"{self.file} is damaged: it is not valid JSON.") from None

    def _form(self) -> Keys:
        part = Keys({self.unit: manifests.whole(1), "sha256": manifests.sha})
        return Keys(
            {
                "format": manifests.whole(),
                "key": manifests.text,
                self.about: self.schema,
                "made_with": manifests.mapping_of(manifests.text),
                "begun": _day,
            },
            {
                "parts": manifests.mapping_of(part, self.part_form),
                "enough": manifests.whole(),
                "design": manifests.list_of(manifests.text),
                "purpose": manifests.row_of(manifests.one_of(*KINDS), manifests.text),
                "place": manifests.text,
                "place_sha256": manifests.sha,
                SEAL: manifests.sha,
            },
        )

    def _with_next(self, manifest: dict[str, Any]) -> dict[str, Any]:
        """With the part that was in its place before the manifest could say so."""
        try:
            noted = json.loads(files.read_own(self.path / NEXT))
        except (OSError, ValueError, RecursionError):
            return manifest
        form = Keys({"parts": self._form().others["parts"], SEAL: manifests.sha})
        if not form(noted) or is_broken(noted):
            return manifest
        here = {name: entry for name, entry in noted["parts"].items()
                if self._sum_of(name) == entry["sha256"]}  # fmt: skip
        return manifest | {"parts": manifest.get("parts", {}) | here}

    def _sum_of(self, name: str) -> str:
        """Nothing for what cannot be read, and for links: a part is a file of its folder."""
        try:
            return checksum(files.read_own(self._place(name)))
        except (OSError, UserError):
            return ""


def _is_empty(path: Path) -> bool:
    """But for hidden files, such as what a writer left that was killed."""
    return all(one.name.startswith(".") for one in path.iterdir())


def _find_game(file: Path, title: str, manifest: Mapping[str, Any]) -> None:
    """Makes a guest's game known again, if it is the very file that its user has run before."""
    if title in title_names():
        return
    home = trust.home_of(manifest.get("place", ""))
    if home is not None:
        trust.must_be_asked_for(home, manifest.get("place_sha256", ""), file.parent)
        told = "Running {file!s}, the game of {folder!s}."
        log.info(say(told, file=str(home), folder=str(file.parent)))
        find_again(title, str(home))
    if title not in title_names() and user_files.is_place(title):
        raise UserError(
            f"{file.parent} is of the game '{title}', which is not known here. The folder {title}"
            " is run only if you name it yourself."
        )


def _day(value: Any) -> bool:
    try:
        datetime.fromisoformat(value)
    except (TypeError, ValueError):
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
    return (json.dumps(manifest | {SEAL: seal_of(manifest)}, indent=2) + "\n").encode()
