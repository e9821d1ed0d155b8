"""A run on disk: a manifest and Parquet parts, each written whole or not at all.

A part holds PART games; only the last may hold fewer. A run that was cut off goes on where it
stopped and ends with the same bytes: game i is the same game whenever it is played.
"""

import io
import json
import os
from collections.abc import Generator, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import polars as pl

from analyses.experiments.designs import ALL, Cell
from analyses.experiments.experiment import Experiment, made_with
from simulator.components import Components
from simulator.errors import UserError
from simulator.titles import load_title

PART = 16384  # games
FORMAT = 2
MANIFEST = "manifest.json"


class RunFolder:
    """A folder with a manifest; `parts` lists its data."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.manifest = _read_manifest(path)

    @classmethod
    def for_experiment(cls, path: Path, experiment: Experiment) -> "RunFolder":
        """Makes the folder, or opens it if it holds this very experiment."""
        if (path / MANIFEST).exists():
            run = cls(path)
            if run.manifest["key"] != experiment.key:
                raise UserError(
                    f"{path} holds another run ({_differences(run, experiment)});"
                    " choose another --out."
                )
            return run
        about = {"format": FORMAT, "key": experiment.key, "experiment": experiment.settings()}
        make_folder(path / MANIFEST, "run", about)
        return cls(path)

    @property
    def parts(self) -> list[Path]:
        return sorted(self.path.glob("part-*.parquet"))

    @property
    def settings(self) -> dict[str, Any]:
        return self.manifest["experiment"]

    @property
    def cells(self) -> list[Cell]:
        return [Cell(tuple(names), *rest) for names, *rest in self.settings["cells"]]

    @property
    def experiment(self) -> Experiment:
        """What was played, to be played again or changed."""
        told = self.settings
        if told["code"]:
            raise UserError(
                f"{self.path} was played with strategies of {', '.join(told['code'])};"
                " only shipped strategies can be played again from a run."
            )
        return Experiment(
            told["title"],
            told["players"],
            tuple(self.cells),
            told["games"],
            told["seed"],
            self.components,
            until=told["until"],
            thresholds=told["thresholds"],
        )

    @property
    def line_ups(self) -> list[str]:
        """In words, each once."""
        return list(dict.fromkeys(cell.label for cell in self.cells if cell.same == ALL))

    def games_done(self) -> int:
        rows = 0
        for part in self.parts:
            try:
                rows += pl.scan_parquet(part).select(pl.len()).collect().item()
            except pl.exceptions.PolarsError:
                raise UserError(
                    f"{part} is damaged; remove it and run the same simulate again."
                ) from None
        return rows // self.settings["players"]

    @property
    def games_wanted(self) -> int:
        """As many as were asked for, or fewer if every interval was narrow enough before."""
        return self.manifest.get("enough", self.settings["games"])

    def is_complete(self) -> bool:
        return self.games_done() >= self.games_wanted

    def enough(self, games: int) -> None:
        """Notes that the run may end here."""
        self.manifest["enough"] = games
        self._write_manifest()

    def _write_manifest(self) -> None:
        content = json.dumps(self.manifest, indent=2) + "\n"
        write_whole(self.path / MANIFEST, content.encode())

    def frame(self) -> pl.LazyFrame:
        """All rows written so far."""
        if not self.parts:
            raise UserError(
                f"{self.path} holds no finished games yet; run the same simulate again."
            )
        self.games_done()  # reads the end of every part, where damage shows
        return pl.scan_parquet(self.parts)

    @property
    def components(self) -> Components:
        """The box these games were played with."""
        box = load_title(self.settings["title"]).components
        for path, value in self.settings["changes"].items():
            box = box.with_value(path, value, str(self.path / MANIFEST))
        return box

    def write(
        self, frames: Iterator[pl.DataFrame], unfinished: pl.DataFrame | None
    ) -> Generator[pl.DataFrame]:
        """Stores frames as parts and passes them on; whatever stops it, finished games are kept."""
        held = [] if unfinished is None else [unfinished]
        size = PART * self.settings["players"]
        try:
            for frame in frames:
                held.append(frame)
                while sum(map(len, held)) >= size:
                    rows = pl.concat(held)
                    self._write_part(rows[:size])
                    held = [rows[size:]] if len(rows) > size else []
                yield frame
        finally:
            if held:
                self._write_part(pl.concat(held))

    def unfinished_part(self) -> pl.DataFrame | None:
        """The last part if a run was stopped in the middle of it."""
        if self.is_complete() or not self.parts:
            return None
        last = pl.read_parquet(self.parts[-1])
        return last if len(last) < PART * self.settings["players"] else None

    def _write_part(self, rows: pl.DataFrame) -> None:
        buffer = io.BytesIO()
        rows.rechunk().write_parquet(
            buffer, compression="zstd", compression_level=1, row_group_size=len(rows)
        )
        write_whole(self.path / f"part-{rows['game'][0]:012d}.parquet", buffer.getvalue())


def make_folder(file: Path, what: str, about: dict[str, Any]) -> None:
    """Makes a new folder for a run or a study, with its manifest."""
    path = file.parent
    more = {"made_with": made_with(), "begun": datetime.now(UTC).isoformat(timespec="seconds")}
    try:
        if path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise UserError(
                f"{path} exists and is not a {what} of tiltmeter; choose another --out."
            )
        path.mkdir(parents=True, exist_ok=True)
        write_whole(file, (json.dumps(about | more, indent=2) + "\n").encode())
    except OSError as error:
        raise UserError(f"Cannot write to {path}: {error.strerror}.") from None


def write_whole(file: Path, content: bytes) -> None:
    """Writes beside the file and moves it into place, so that nobody ever sees half of it."""
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        beside.write_bytes(content)
        os.replace(beside, file)
    finally:
        with suppress(OSError):
            beside.unlink()


def _read_manifest(path: Path) -> dict[str, Any]:
    try:
        manifest = json.loads((path / MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UserError(f"{path} is not a run: it has no {MANIFEST}.") from None
    except OSError as error:
        raise UserError(f"Cannot read {path / MANIFEST}: {error.strerror}.") from None
    except ValueError:
        raise UserError(f"{path / MANIFEST} is damaged: it is not valid JSON.") from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise UserError(f"{path} was made by another version of tiltmeter; simulate it again.")
    return manifest


def _differences(run: RunFolder, experiment: Experiment) -> str:
    """Which settings differ, by name."""
    theirs, ours = run.settings, experiment.settings()
    return "other " + ", ".join(name for name in ours if theirs.get(name) != ours[name])
