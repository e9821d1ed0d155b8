"""A study on disk: study.json, and the sums of every combination in parts written whole or not.

A part holds PART helpings, a batch of games of one combination each, in the order they were asked
for; only the last may hold fewer. A study that was stopped, or lost a part, plays what is missing
and ends with the same bytes.
"""

import io
from collections.abc import Generator, Iterator, Sequence
from itertools import groupby, islice
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from analyses.experiments.folders import Folder
from analyses.lab.gauges import Sums
from analyses.lab.study.plan import StudyPlan
from analyses.statistics.readings import GROUPS
from simulator.errors import UserError
from simulator.files import write_whole

PART = 32  # helpings
Result = tuple[int, list[Sums]]  # a combination by its number, and what its games add up to


class StudyFolder(Folder):
    """The sums of a study; first of all combinations, then of rounds where more were needed."""

    manifest_name, format = "study.json", 1
    what, about, verb = "study", "study", "study"

    @classmethod
    def for_plan(cls, path: Path, plan: StudyPlan) -> "StudyFolder":
        """Makes the folder, or opens it if it holds this very study."""
        return cls.holding(path, plan.key, plan.settings())

    @property
    def first_pass(self) -> "Parts":
        return Parts(self.path)

    def round(self, by: str, top: int, number: int) -> "Parts":
        """The games of a round that went where they told most of the ranking by a response."""
        return Parts(self.path / f"best-{top}-{by}" / f"round-{number:03d}")


class Parts:
    """Sums in one folder, PART helpings to a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def files(self) -> list[Path]:
        return sorted(self.path.glob("part-*.parquet"))

    def file(self, number: int) -> Path:
        return self.path / f"part-{number:04d}.parquet"

    def frame(self) -> pl.DataFrame:
        """One row per helping, gauge and part of the gauge."""
        frames = [_read(file) for file in self.files]
        return pl.concat(frames) if frames else _frame_of([])

    def done(self) -> list[int]:
        """The combination of each finished helping, in order."""
        return [number for file in self.files for number in _helpings_in(file)]

    def missing(self, wanted: Sequence[int]) -> list[int]:
        """The places of wanted helpings, told by their combinations, that no part has."""
        places: list[int] = []
        for first in range(0, len(wanted), PART):
            file, its = self.file(first // PART), list(wanted[first : first + PART])
            held = _helpings_in(file) if file.exists() else []
            if held[: len(its)] != its[: len(held)]:
                raise _damaged(file)
            places += range(first + len(held), first + len(its))
        return places

    def write(self, results: Iterator[Result], places: Sequence[int]) -> Generator[Result]:
        """Stores results at their places and passes them on."""
        for number, its in groupby(places, key=lambda place: place // PART):
            yield from self._write_part(self.file(number), islice(results, len(list(its))))

    def _write_part(self, file: Path, results: Iterator[Result]) -> Generator[Result]:
        """Behind what a part has already; whatever stops it, what is finished is kept."""
        held = [_read(file)] if file.exists() else []
        try:
            for result in results:
                held.append(_frame_of([result]))
                yield result
        finally:
            if held:
                _store(file, pl.concat(held))


def _read(file: Path, columns: list[str] | None = None) -> pl.DataFrame:
    try:
        return pl.read_parquet(file, columns=columns)
    except (pl.exceptions.PolarsError, OSError):
        raise _damaged(file) from None


def _damaged(file: Path) -> UserError:
    return UserError(f"{file} is damaged; remove it and run the same study again.")


def _helpings_in(file: Path) -> list[int]:
    return helpings(_read(file, ["combination", "gauge"])).to_list()


def _store(file: Path, frame: pl.DataFrame) -> None:
    buffer = io.BytesIO()
    frame.rechunk().write_parquet(buffer, compression="zstd", compression_level=3)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, buffer.getvalue())
    except OSError as error:
        raise UserError(f"Cannot write to {file.parent}: {error.strerror}.") from None


def _frame_of(results: Sequence[Result]) -> pl.DataFrame:
    rows = [
        (number, one.gauge, part, one.deals, one.total[:, k].tolist(), one.weight[:, k].tolist())
        for number, several in results
        for one in several
        for k, part in enumerate(one.parts)
    ]
    by_group = pl.Array(pl.Float64, GROUPS)
    schema: dict[str, Any] = {
        "combination": pl.Int32,
        "gauge": pl.String,
        "part": pl.String,
        "deals": pl.Int32,
        "total": by_group,
        "weight": by_group,
    }
    return pl.DataFrame(rows, schema=schema, orient="row")


def helpings(frame: pl.DataFrame) -> pl.Series:
    """The combination of each: a gauge that every game has, and that has no parts, counts them."""
    return frame.filter(pl.col("gauge") == "mean_score")["combination"]


Counted = tuple[np.ndarray, np.ndarray, np.ndarray]  # totals, weights [combination, group], deals


def sums_by_part(frame: pl.DataFrame, gauge: str, n: int) -> dict[str, Counted]:
    """A gauge's sums for each of its parts, over all rounds of n combinations."""
    found = {}
    rows_of = frame.filter(pl.col("gauge") == gauge).partition_by("part", maintain_order=True)
    for rows in rows_of:
        counted = np.zeros((n, GROUPS)), np.zeros((n, GROUPS)), np.zeros(n, int)
        for to, column in zip(counted, ("total", "weight", "deals"), strict=True):
            np.add.at(to, rows["combination"].to_numpy(), rows[column].to_numpy())
        found[rows["part"][0]] = counted
    return found


def is_study(path: Path) -> bool:
    return (path / StudyFolder.manifest_name).is_file()
