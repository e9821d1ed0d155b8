"""Plays experiments into run folders, on some workers, watched; whatever stops it, games are kept.

A runner says where runs lie, how many work on them, by which engine, and who watches, so that
whoever wants games played hands on one thing.
"""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Unpack

import polars as pl
from joblib import cpu_count

from analyses.experiments.batch import must_be_backend
from analyses.experiments.experiment import Experiment, must_be_engine, players_told
from analyses.experiments.other_rules import remark_if_rules_are_new
from analyses.experiments.progress import (
    Leader,
    Progress,
    Silence,
    games_kept_in,
    some_kept_in,
    stoppable,
)
from analyses.experiments.run_folder import PARTS, RunFolder
from analyses.experiments.simulation import PlayMeans, folder_name, play_missing
from analyses.experiments.soundness import remark_if_unverified, try_out
from analyses.experiments.tabulated import Played, games_in
from analyses.language import count, say
from simulator.doors import setting
from simulator.errors import UserError

log = logging.getLogger("tiltmeter")


@dataclass(frozen=True)
class Runner:
    folder: Path = Path("runs")  # of all runs
    jobs: int | None = None  # workers; None: all cores
    progress: Progress = field(default_factory=Silence)
    engine: str = "compiled"

    def __post_init__(self) -> None:
        must_be_engine(self.engine)
        if self.jobs is not None and self.jobs < 1:
            raise UserError(f"{setting('jobs')} must be at least 1, not {self.jobs}.")

    @property
    def workers(self) -> int:
        return self.jobs or cpu_count()

    def within(self, folder: Path) -> "Runner":
        """The same, with its runs elsewhere."""
        return replace(self, folder=folder)

    def _place_of(self, one: Experiment) -> Path:
        return self.folder / folder_name(one)

    def _is_begun(self, one: Experiment) -> bool:
        """Whether some of its games were played: then it was tried out."""
        return any(self._place_of(one).glob(PARTS))

    def play(self, experiments: Sequence[Experiment]) -> list[RunFolder]:
        """Plays what the folder does not hold yet; a run per experiment, in their order.

        What cannot be played is refused before the first game. Who watches sees all runs as one.
        """
        runs = []
        with stoppable(lambda: games_kept_in(self.folder)):
            for one in experiments:
                if not self._is_begun(one):
                    try_out(one.title, one.components, one.players, one.seed)
            kept = sum(map(self._kept, experiments))
            with self._watched(sum(one.games for one in experiments), kept):
                for k, one in enumerate(experiments, 1):
                    run = RunFolder.for_experiment(self._place_of(one), one)
                    if not run.is_complete():
                        told = "Run {n} of {of}: {what!s}"
                        log.info(say(told, n=k, of=len(experiments), what=_told(one)))
                    self._complete(one, run)
                    runs.append(run)
        return runs

    def _kept(self, one: Experiment) -> int:
        """How many of its games were played before."""
        if not self._is_begun(one):
            return 0
        return RunFolder.for_experiment(self._place_of(one), one).games_done()

    def simulate(
        self, one: Experiment, path: Path | None = None, **means: Unpack[PlayMeans]
    ) -> "Simulation":
        """Plays one experiment, into a folder of its own or named by it."""
        must_be_backend(means.get("backend", "auto"))
        run = RunFolder.for_experiment(path or self._place_of(one), one)

        def kept() -> str:
            return some_kept_in(run.path, run.games_done(), one.games)

        with stoppable(kept), self._watched(one.games, run.games_done()):
            return Simulation(run, self._complete(one, run, **means))

    @contextmanager
    def _watched(self, games: int, kept: int) -> Iterator[None]:
        self.progress.begun(games, kept)
        try:
            yield
        finally:
            self.progress.ended()

    def _complete(self, one: Experiment, run: RunFolder, **means: Unpack[PlayMeans]) -> int:
        """Plays the games that a run does not hold yet; how many they were."""
        remark_if_unverified(one.title)
        before, leader = run.games_done(), Leader(one.title, one.players)
        if before < one.games:
            remark_if_rules_are_new(one)

        def watch(played: Played) -> None:
            self.progress.advanced(games_in(played, one.players), leader.after(played))

        means.setdefault("engine", self.engine)
        play_missing(one, run, watch, jobs=self.workers, **means)
        return run.games_done() - before


@dataclass(frozen=True)
class Simulation:
    """A run, and how many of its games were played this time."""

    run: RunFolder
    played: int

    @property
    def frame(self) -> pl.LazyFrame:
        """One row per game and seat."""
        return self.run.frame()


def _told(one: Experiment) -> str:
    players = players_told(one.title, one.players)
    games = count(one.games, "{n:,} game", "{n:,} games")
    return ", ".join([players, games, count(len(one.cells), "{n:,} table", "{n:,} tables")])
