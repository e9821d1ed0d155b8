"""A desk: where versions of a base are played in memory, all on one seed."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

import polars as pl

from analyses.experiments.batch import frames
from analyses.experiments.experiment import Experiment
from analyses.experiments.other_rules import remark_if_rules_are_new
from analyses.experiments.runner import Runner
from analyses.findings.sample import Sample, sample_of
from analyses.lab.compare.versions import Base, name_of
from analyses.lab.search.judgements import Judgements, judged, judgements_of
from simulator.versions import Changes

SEARCHED = 6  # the part of a base's games that a version is played with, unless said otherwise
STIRRED = 100  # games that show whether a change is in play at all

log = logging.getLogger("tiltmeter")


@dataclass(frozen=True)
class Trials:
    """Where versions of a base are played on one seed."""

    runner: Runner
    base: Base

    def version(self, changes: Changes, part: int = SEARCHED) -> Experiment:
        one = self.base.experiment
        return replace(one, games=max(1, one.games // part)).changed(changes)

    def play(self, one: Experiment) -> Sample:
        """In memory: of hundreds of versions nobody wants to keep the games."""
        rows = []
        for frame in frames(one, jobs=self.runner.workers, engine=self.runner.engine):
            self.runner.progress.advanced(len(frame) // one.players, name_of(one.components))
            rows.append(frame)
        return sample_of(pl.concat(rows), one.components, one.thresholds, one.seed)

    def judgements(self, changes: Changes) -> Judgements:
        """As games of the one strategy show them; one that learned other rules is tried first."""
        one = self.version(changes)
        remark_if_rules_are_new(one)
        sample = self.play(one)
        return judgements_of(sample, judged(sample, is_mirror=True))

    def traces(self, changes: Changes) -> pl.DataFrame:
        """What a few games show."""
        one = replace(self.version(changes), games=STIRRED)
        seen = pl.col("score", "win", "decisions", "forced", "rounds", "^tally_.*$")
        return self.play(one).rows.select(seen).collect()

    @contextmanager
    def watched(self, what: str, games: int) -> Iterator[None]:
        """While at most so many games are played."""
        log.info("%s …", what)
        self.runner.progress.begun(games, 0)
        try:
            yield
        finally:
            self.runner.progress.ended()
