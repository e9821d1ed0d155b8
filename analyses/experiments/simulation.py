"""From an experiment to a run folder: plays what is missing and stores it.

A run may end before its last game, once every win share is known as well as was asked.
"""

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Any, TypedDict, Unpack

import numpy as np
import polars as pl

from analyses.experiments.batch import played
from analyses.experiments.designs import ALL
from analyses.experiments.experiment import Experiment
from analyses.experiments.run_folder import RunFolder
from analyses.experiments.tabulated import Played
from analyses.statistics.sequences import ALPHA, FixedWidth, ShareSequence

LOOK = 256  # deals between two looks
WATCHED = ("game", "deal", "line_up", "same", "forbids", "seat", "strategy", "win")  # columns


class PlayMeans(TypedDict, total=False):
    """By what games are played; none of it has an influence on them."""

    engine: str
    backend: str
    address: str  # of a cluster


def folder_name(experiment: Experiment) -> str:
    """Of its run, so that repeating a command finds it again."""
    return f"{experiment.title.name}-{experiment.players}p-{experiment.key[:8]}"


def play_missing(
    experiment: Experiment,
    run: RunFolder,
    watch: Callable[[Any], None],
    jobs: int,
    **means: Unpack[PlayMeans],
) -> None:
    """Plays the games that a run does not hold yet; `watch` sees every block of rows."""
    with run.alone():
        run.drop_damaged()
        for hole in run.holes():
            lost = played(
                replace(experiment, games=hole.stop), start=hole.start, jobs=jobs, **means
            )
            _store(run.write(lost, None), watch)
        if not run.is_complete():
            unplayed = played(experiment, start=run.games_done(), jobs=jobs, **means)
            rest = _until(experiment, run, unplayed)
            _store(run.write(rest, run.unfinished_part()), watch)


def _store(stored: Generator[Played], watch: Callable[[Any], None]) -> None:
    with closing(stored):
        for frame in stored:
            watch(frame)


def _until(experiment: Experiment, run: RunFolder, unplayed: Iterator[Any]) -> Iterator[Played]:
    """Passes frames on until every interval is as narrow as was asked for."""
    if experiment.until is None:
        yield from unplayed
        return
    stopping = Stopping(experiment)
    enough = stopping.feed(run.frame().select(WATCHED).collect()) if run.parts else None
    while enough is None and (frame := next(unplayed, None)) is not None:
        enough = stopping.feed(frame.select(WATCHED))
        yield frame if enough is None else frame.filter(pl.col("game") < enough)
    if enough is not None:
        run.enough(enough)


@dataclass
class Stopping:
    """Watches the rows of an experiment and says after how many games every interval is narrow.

    What is watched: the win share of each strategy in each mixed line-up, or of each seat where
    one strategy plays them all; one observation per deal. Looks are LOOK deals apart, wherever
    blocks of games begin and end, so the answer does not depend on how the games were played.
    With `peek` all of them hold together, whenever one looks.
    """

    experiment: Experiment
    sequences: dict[tuple, FixedWidth | ShareSequence] = field(default_factory=dict)
    held: list[pl.DataFrame] = field(default_factory=list)
    deals: int = 0

    def feed(self, rows: pl.DataFrame) -> int | None:
        """Takes the next rows in order; the number of games that suffices, once it is reached."""
        self.held.append(rows)
        complete = int(rows["game"][-1] + 1) // self.experiment.games_per_deal
        if complete < self.deals + LOOK:
            return None
        waiting = pl.concat(self.held)
        for look in range(self.deals + LOOK, complete + 1, LOOK):
            new = waiting.filter(pl.col("deal").is_between(self.deals, look, closed="left"))
            self.deals = look
            if self._widest(new) <= 2 * (self.experiment.until or 0):
                return look * self.experiment.games_per_deal
        self.held = [waiting.filter(pl.col("deal") >= self.deals)]
        return None

    def _widest(self, rows: pl.DataFrame) -> float:
        shares, widest = dict(watched(rows)), 0.0
        for key, values in shares.items():
            if key not in self.sequences:
                self.sequences[key] = self._begun(len(shares))
            low, high = self.sequences[key].update(values)
            widest = max(widest, float(high[-1] - low[-1]))
        return widest

    def _begun(self, together: int) -> FixedWidth | ShareSequence:
        if not self.experiment.peek:
            return FixedWidth()
        return ShareSequence(self.experiment.until or 0, ALPHA / together)


def watched(rows: pl.DataFrame) -> Iterator[tuple[tuple, np.ndarray]]:
    """Each share that a run is about, with its value in every deal."""
    plain = rows.filter((pl.col("same") == ALL) & (pl.col("forbids") == ""))
    several = pl.col("strategy").n_unique().over("line_up") > 1
    who = (
        pl.when(several)
        .then(pl.col("strategy").cast(pl.String))
        .otherwise(pl.format("seat {}", "seat"))
    )
    told = plain.with_columns(who=who)
    per_deal = told.group_by("line_up", "who", "deal", maintain_order=True).agg(
        pl.col("win").mean()
    )
    parts = per_deal.sort("deal").partition_by("line_up", "who", as_dict=True)
    for key in sorted(parts, key=str):
        yield key, parts[key]["win"].to_numpy()
