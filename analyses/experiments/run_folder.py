"""A run on disk: a manifest and Parquet parts, each written whole or not at all.

A part holds PART games, or sums of more; only the last may hold fewer. A run that was cut
off goes on where it stopped and ends with the same bytes: game i is the same game whenever it is
played. The manifest knows the checksum of every part, so that one which is missing or damaged is
told, and played again.
"""

import functools
import io
import re
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from analyses.experiments import manifests as forms
from analyses.experiments import sums
from analyses.experiments.designs import ALL, KEEPS, Cell
from analyses.experiments.experiment import CURVES, KEEP, ROWS, SUMS, Experiment
from analyses.experiments.folders import Folder
from analyses.experiments.manifests import Keys
from analyses.experiments.purposes import Purpose
from analyses.experiments.sums import Sums, added
from analyses.experiments.tabulated import Counted, Played
from analyses.renamed import RENAMED, current_thresholds
from analyses.statistics.counts import is_counted
from simulator.components import Components
from simulator.doors import setting
from simulator.errors import UserError
from simulator.titles import Title, load_title, place_of
from strategies.seat import Seat

PART = 16384  # games
PARTS = "part-*.parquet"  # their files
PAUSE = 10  # seconds after which a part that grows is stored again

CELL = forms.row_of(forms.list_of(forms.seat, least=1), forms.one_of(ALL, *KEEPS), forms.text)
SETTINGS = Keys(
    {
        "title": forms.name,
        "players": forms.whole(1, forms.SEATS),
        "cells": forms.list_of(CELL, least=1),
        "games": forms.whole(1),
        "until": forms.maybe(forms.number),
        "thresholds": forms.mapping_of(forms.mapping_of(forms.number)),
        "seed": forms.whole(),
        "changes": forms.mapping_of(forms.plain),
        "components": forms.text,
        "rules": forms.text,
        "strategy_sources": forms.text,
        "code": forms.mapping_of(forms.text),
    },
    {
        "peek": forms.flag,
        "keep": forms.one_of(*KEEP),
        "orders": forms.flag,
        "functions": forms.mapping_of(forms.text),
    },
)


class RunFolder(Folder):
    """The games of an experiment; `parts` lists its data."""

    manifest_name, format = "manifest.json", 3
    what, about, verb = "run", "experiment", "simulate"
    schema, unit, counted = SETTINGS, "games", "games"
    part_form = re.compile(r"part-\d{12}\.parquet")

    @classmethod
    def for_experiment(cls, path: Path, experiment: Experiment) -> "RunFolder":
        """Makes the folder, or opens it if it holds this very experiment."""
        design, purpose = list(experiment.design), list(experiment.purpose)
        made_by = {"design": design} if design else {}
        why = {"purpose": purpose} if experiment.purpose.kind else {}
        folder = cls.holding(path, experiment.key, experiment.settings(), **made_by, **why)
        folder.title = experiment.title
        return folder

    @functools.cached_property
    def title(self) -> Title:
        return load_title(self.settings["title"])

    def _read(self) -> dict[str, Any]:
        """Every table has as many players as the run."""
        manifest = super()._read()
        told = manifest[self.about]
        if any(len(line_up) != told["players"] for line_up, *_ in told["cells"]):
            raise UserError(f"{self.file} is damaged: a table has other seats than the run.")
        return manifest

    @property
    def keep(self) -> str:
        """How much of the games."""
        return self.settings.get("keep", CURVES)

    @property
    def part(self) -> int:
        """The games of a whole part."""
        return sums.SUMMED if self.keep == SUMS else PART

    def _told(self, name: str, found: Mapping[str, str]) -> str:
        """A part before the last one is whole."""
        is_short = name in self.written and self.written[name]["games"] < self.part
        if name in found and is_short and name < max(found):
            return "was not finished"
        return super()._told(name, found)

    def holes(self) -> list[range]:
        """The games missing before the last part; every part before it is whole."""
        begun = [int(part.stem.partition("-")[2]) for part in self.parts]
        whole = range(0, max(begun, default=0), self.part)
        return [range(k, k + self.part) for k in whole if k not in begun]

    @property
    def cells(self) -> list[Cell]:
        return [
            Cell(tuple(map(Seat.parse, names)), *rest) for names, *rest in self.settings["cells"]
        ]

    @property
    def design(self) -> tuple[str, ...]:
        """What its cells were made by; nothing if they are line-ups, or if nobody noted it."""
        return tuple(RENAMED.get(name, name) for name in self.manifest.get("design", ()))

    @property
    def purpose(self) -> Purpose:
        """What its plan noted, if it was played for one."""
        return Purpose(*self.manifest.get("purpose", ()))

    @property
    def experiment(self) -> Experiment:
        """What was played, to be played again or changed."""
        told = self.settings
        if own := [*told["code"], *told.get("functions", ())]:
            raise UserError(
                f"{self.path} was played with bots of {', '.join(own)};"
                " only included bots can be played again from a run."
            )
        return Experiment(
            self.title,
            told["players"],
            tuple(self.cells),
            told["games"],
            told["seed"],
            self.components,
            until=told["until"],
            peek=told.get("peek", False),
            thresholds=current_thresholds(told["thresholds"]),
            keep=self.keep,
            place=place_of(told["title"]),
            design=self.design,
        )

    @property
    def line_ups(self) -> list[str]:
        """In words, each once."""
        return list(dict.fromkeys(cell.label for cell in self.cells if cell.same == ALL))

    def games_done(self) -> int:
        here = {part.name for part in self.parts}
        return sum(part["games"] for name, part in self.written.items() if name in here)

    @property
    def games_wanted(self) -> int:
        """As many as were asked for, or fewer if every interval was narrow enough before."""
        return self.manifest.get("enough", self.settings["games"])

    def done_and_wanted(self) -> tuple[int, int]:
        return self.games_done(), self.games_wanted

    def is_complete(self) -> bool:
        return self.games_done() >= self.games_wanted

    def enough(self, games: int) -> None:
        """Notes that the run may end here."""
        self.note(enough=games)

    def frame(self) -> pl.LazyFrame:
        """All rows written so far."""
        if self.keep == SUMS:
            raise UserError(
                f"{self.path} keeps sums, no rows; simulate with"
                f" {setting('kept', ROWS)} or {setting('kept', CURVES)} for that."
            )
        *whole, last = self._sound_parts()
        if self.is_complete():
            return self._scan([*whole, last])
        rows = self.table(last.name).lazy()  # another process may let it grow meanwhile
        return pl.concat([self._scan(whole), rows]) if whole else rows

    def _scan(self, parts: Sequence[Path]) -> pl.LazyFrame:
        """By their whole paths, letter by letter: a * in a folder's name stands for itself."""
        for part in parts:
            try:
                pl.read_parquet_schema(part.resolve())
            except pl.exceptions.PolarsError:
                raise self.harmed(part.name, "is no table") from None
        return pl.scan_parquet([part.resolve() for part in parts], glob=False)

    def sums(self) -> pl.DataFrame:
        """All games counted so far."""
        counts = {part.name: self.table(part.name) for part in self._sound_parts()}
        for name, its in counts.items():
            if not is_counted(its.lazy()):
                raise self.harmed(name, "holds no counts")
        return added([*counts.values()])

    def _sound_parts(self) -> list[Path]:
        if not self.parts:
            raise UserError(
                f"{self.path} holds no finished games yet; run the same simulate again."
            )
        for name, what in self._damage.items():
            raise self.harmed(name, what)
        return self.parts

    @functools.cached_property
    def _damage(self) -> dict[str, str]:
        """Read once: whoever opens a folder asks it for its rows many times."""
        return self.damage()

    @property
    def components(self) -> Components:
        """The box these games were played with."""
        box = self.title.components
        for path, value in self.settings["changes"].items():
            box = box.with_value(path, value, str(self.file))
        return box

    def write(self, frames: Iterator[Any], unfinished: pl.DataFrame | None) -> Generator[Played]:
        """Stores frames as parts and passes them on; whatever stops it, finished games are kept."""
        return (self._write_sums if self.keep == SUMS else self._write_rows)(frames, unfinished)

    def _write_rows(
        self, frames: Iterator[pl.DataFrame], unfinished: pl.DataFrame | None
    ) -> Generator[pl.DataFrame]:
        held, stored = ([] if unfinished is None else [unfinished]), time.monotonic()
        size = PART * self.settings["players"]
        try:
            for frame in frames:
                held.append(frame)
                while sum(map(len, held)) >= size:
                    rows = pl.concat(held)
                    self._write_games(rows[:size])
                    held, stored = ([rows[size:]] if len(rows) > size else []), time.monotonic()
                if held and time.monotonic() > stored + PAUSE:
                    self._write_games(pl.concat(held))
                    stored = time.monotonic()
                yield frame
        finally:
            if held:
                self._write_games(pl.concat(held))

    def _write_sums(
        self, frames: Iterator[Counted], unfinished: pl.DataFrame | None
    ) -> Generator[Counted]:
        part, stored = 0, time.monotonic()
        known = 0 if unfinished is None else self.games_done() % self.part
        held = Sums(unfinished, known)
        try:
            for played in frames:
                held.add(played)
                part = played.first // self.part * self.part
                if held.games == self.part:
                    self._write_part(part, held.frame(), held.games)
                    held = Sums()
                if held.games and time.monotonic() > stored + PAUSE:
                    self._write_part(part, held.frame(), held.games)
                    stored = time.monotonic()
                yield played
        finally:
            if held.games:
                self._write_part(part, held.frame(), held.games)

    def unfinished_part(self) -> pl.DataFrame | None:
        """The last part if a run was stopped in the middle of it."""
        if self.is_complete() or not self.parts:
            return None
        last = self.parts[-1]
        is_whole = self.written[last.name]["games"] == self.part
        return None if is_whole else self.table(last.name)

    def _write_games(self, rows: pl.DataFrame) -> None:
        self._write_part(rows["game"][0], rows, len(rows) // self.settings["players"])

    def _write_part(self, first: int, rows: pl.DataFrame, games: int) -> None:
        buffer = io.BytesIO()
        rows.rechunk().write_parquet(
            buffer, compression="zstd", compression_level=1, row_group_size=len(rows)
        )
        self.write_part(f"part-{first:012d}.parquet", buffer.getvalue(), games)
