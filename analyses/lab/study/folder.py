"""A study on disk: study.json, and the sums of every combination in parts written whole or not.

A part holds PART helpings, a batch of games of one combination each, in the order they were asked
for; only the last may hold fewer. A study that was stopped, or lost a part, plays what is missing
and ends with the same bytes.
"""

import io
import re
import time
from collections.abc import Generator, Iterator, Sequence
from itertools import groupby, islice
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from analyses.experiments import manifests as forms
from analyses.experiments.folders import Folder
from analyses.experiments.manifests import Keys
from analyses.experiments.run_folder import PAUSE
from analyses.lab.metrics import MetricSums
from analyses.lab.study.plan import StudyPlan
from analyses.statistics.readings import GROUPS
from simulator.errors import UserError

PART = 32  # helpings
Result = tuple[int, list[MetricSums]]  # a combination by its number, and what its games add up to
NAMES = forms.list_of(forms.text)
SETTINGS = Keys(
    {
        "title": forms.name,
        "players": forms.whole(1, forms.SEATS),
        "factor": forms.text,
        "member": forms.text,
        "slots": forms.list_of(NAMES),
        "population": forms.list_of(NAMES),
        "chosen": forms.list_of(forms.whole()),
        "games": forms.whole(2),
        "seed": forms.whole(),
        "mixed": forms.flag,
        "strategies": forms.list_of(NAMES),
        "design": NAMES,
        "code": forms.mapping_of(forms.text),
        "changes": forms.mapping_of(forms.plain),
        "components": forms.text,
        "combinations": forms.text,
        "rules": forms.text,
        "strategy_sources": forms.text,
    },
    {
        "orders": forms.flag,
        "functions": forms.mapping_of(forms.text),
        "own_shuffles": forms.flag,
    },
)


class StudyFolder(Folder):
    """The sums of a study; first of all combinations, then of rounds where more were needed."""

    manifest_name, format = "study.json", 2
    what, about, verb = "study", "study", "study"
    schema, unit, counted = SETTINGS, "helpings", "combinations"
    part_form = re.compile(r"(best-\d{1,9}-\w{1,64}/round-\d{3}/)?part-\d{4}\.parquet")
    within = "best-*/round-*"

    @classmethod
    def for_plan(cls, path: Path, plan: StudyPlan) -> "StudyFolder":
        """Makes the folder, or opens it if it holds this very study."""
        return cls.holding(path, plan.key, plan.settings())

    @property
    def part(self) -> int:
        return PART

    def _read(self) -> dict[str, Any]:
        """Its combinations are some of the population, which is made of the slots."""
        manifest = super()._read()
        told = manifest[self.about]
        known = {member for slot in told["slots"] for member in slot}
        if max(told["chosen"], default=0) >= len(told["population"]) or not known.issuperset(
            member for one in told["population"] for member in one
        ):
            raise UserError(
                f"{self.file} is damaged: its combinations are not those of its factor."
            )
        return manifest

    def done_and_wanted(self) -> tuple[int, int]:
        return self.first_pass.n_done(), len(self.settings["chosen"])

    @property
    def first_pass(self) -> "Parts":
        return Parts(self)

    def round(self, by: str, top: int, number: int) -> "Parts":
        """The games of a round that went where they told most of the ranking by a response."""
        return Parts(self, f"best-{top}-{by}/round-{number:03d}/")


class Parts:
    """The sums of the first pass, or of a round: PART helpings to a file."""

    def __init__(self, folder: StudyFolder, within: str = "") -> None:
        self.folder, self.within = folder, within

    @property
    def names(self) -> list[str]:
        """Of the parts that were written."""
        return sorted(
            name for name in self.folder.written if name.rpartition("part-")[0] == self.within
        )

    def name(self, number: int) -> str:
        return f"{self.within}part-{number:04d}.parquet"

    def frame(self) -> pl.DataFrame:
        """One row per helping, metric and part of the metric."""
        frames = [self._read(name) for name in self.names]
        return pl.concat(frames) if frames else _frame_of([])

    def n_done(self) -> int:
        """How many helpings are finished."""
        return sum(self.folder.written[name]["helpings"] for name in self.names)

    def missing(self, wanted: Sequence[int]) -> list[int]:
        """The places of wanted helpings, told by their combinations, that no part has."""
        places: list[int] = []
        for first in range(0, len(wanted), PART):
            name, its = self.name(first // PART), list(wanted[first : first + PART])
            held = helpings(self._read(name)).to_list() if name in self.names else []
            if held != its[: len(held)]:
                raise self.folder.harmed(name, "holds what was not asked for")
            places += range(first + len(held), first + len(its))
        return places

    def write(self, results: Iterator[Result], places: Sequence[int]) -> Generator[Result]:
        """Stores results at their places and passes them on."""
        for number, its in groupby(places, key=lambda place: place // PART):
            yield from self._write_part(self.name(number), islice(results, len(list(its))))

    def _write_part(self, name: str, results: Iterator[Result]) -> Generator[Result]:
        """Behind what a part has already; whatever stops it, what is finished is kept."""
        held = [self._read(name)] if name in self.names else []
        stored, at = len(held), time.monotonic()
        try:
            for result in results:
                held.append(_frame_of([result]))
                if time.monotonic() > at + PAUSE:
                    self._store(name, held)
                    stored, at = len(held), time.monotonic()
                yield result
        finally:
            if len(held) > stored:
                self._store(name, held)

    def _read(self, name: str) -> pl.DataFrame:
        frame = self.folder.table(name)
        if frame.schema != _frame_of([]).schema or not self._is_chosen(frame["combination"]):
            raise self.folder.harmed(name, "holds what was not asked for")
        return frame

    def _is_chosen(self, numbers: pl.Series) -> bool:
        """Whether every combination is one that is played; null is none."""
        return bool(
            numbers.is_between(0, len(self.folder.settings["chosen"]) - 1).fill_null(False).all()
        )

    def _store(self, name: str, held: Sequence[pl.DataFrame]) -> None:
        buffer, frame = io.BytesIO(), pl.concat(held)
        frame.rechunk().write_parquet(buffer, compression="zstd", compression_level=3)
        self.folder.write_part(name, buffer.getvalue(), len(helpings(frame)))


def _frame_of(results: Sequence[Result]) -> pl.DataFrame:
    rows = [
        (number, one.metric, part, one.deals, one.total[:, k].tolist(), one.weight[:, k].tolist())
        for number, several in results
        for one in several
        for k, part in enumerate(one.parts)
    ]
    by_group = pl.Array(pl.Float64, GROUPS)
    schema: dict[str, Any] = {
        "combination": pl.Int32,
        "metric": pl.String,
        "part": pl.String,
        "deals": pl.Int32,
        "total": by_group,
        "weight": by_group,
    }
    return pl.DataFrame(rows, schema=schema, orient="row")


def helpings(frame: pl.DataFrame) -> pl.Series:
    """The combination of each: a metric that every game has, and that has no parts, counts them."""
    return frame.filter(pl.col("metric") == "mean_score")["combination"]


Counted = tuple[np.ndarray, np.ndarray, np.ndarray]  # totals, weights [combination, group], deals


def sums_by_part(frame: pl.DataFrame, metric: str, n: int) -> dict[str, Counted]:
    """A metric's sums for each of its parts, over all rounds of n combinations."""
    found = {}
    rows_of = frame.filter(pl.col("metric") == metric).partition_by("part", maintain_order=True)
    for rows in rows_of:
        counted = np.zeros((n, GROUPS)), np.zeros((n, GROUPS)), np.zeros(n, int)
        for to, column in zip(counted, ("total", "weight", "deals"), strict=True):
            np.add.at(to, rows["combination"].to_numpy(), rows[column].to_numpy())
        found[rows["part"][0]] = counted
    return found


def is_study(path: Path) -> bool:
    return (path / StudyFolder.manifest_name).is_file()
