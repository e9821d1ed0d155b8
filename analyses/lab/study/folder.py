"""A study on disk: study.json, and the sums of every combination in parts written whole or not.

A part holds PART helpings, a batch of games of one combination each, in the order they were asked
for; only the last may hold fewer. A study that was stopped goes on with the next one and ends with
the same bytes.
"""

import io
from collections.abc import Generator, Iterator, Sequence
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

    def frame(self) -> pl.DataFrame:
        """One row per helping, gauge and part of the gauge."""
        frames = []
        for part in self.files:
            try:
                frames.append(pl.read_parquet(part))
            except (pl.exceptions.PolarsError, OSError):
                raise UserError(
                    f"{part} is damaged; remove it and run the same study again."
                ) from None
        return pl.concat(frames) if frames else _frame_of([])

    def done(self) -> list[int]:
        """The combination of each finished helping, in order."""
        return helpings(self.frame()).to_list()

    def write(self, results: Iterator[Result]) -> Generator[Result]:
        """Stores results and passes them on; whatever stops it, what is finished is kept."""
        files = self.files
        last = pl.read_parquet(files[-1]) if files else _frame_of([])
        n_last = len(helpings(last))
        number, held = len(files), []
        if 0 < n_last < PART:
            number, held = number - 1, [last]
        count = n_last if held else 0
        try:
            for result in results:
                held.append(_frame_of([result]))
                count += 1
                if count == PART:
                    self._write_part(number, held)
                    number, held, count = number + 1, [], 0
                yield result
        finally:
            if held:
                self._write_part(number, held)

    def _write_part(self, number: int, held: Sequence[pl.DataFrame]) -> None:
        buffer = io.BytesIO()
        pl.concat(held).rechunk().write_parquet(buffer, compression="zstd", compression_level=3)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            write_whole(self.path / f"part-{number:04d}.parquet", buffer.getvalue())
        except OSError as error:
            raise UserError(f"Cannot write to {self.path}: {error.strerror}.") from None


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
