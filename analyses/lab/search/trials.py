"""Where versions of a base are played in memory, all on one seed; bots may learn them first."""

import functools
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

import polars as pl

from analyses.experiments.batch import frames
from analyses.experiments.designs import Cell
from analyses.experiments.experiment import Experiment
from analyses.experiments.other_rules import remark_if_rules_are_new
from analyses.experiments.runner import Runner
from analyses.findings.sample import Sample, sample_of
from analyses.lab.compare.versions import Base, name_of
from analyses.lab.players.tune import Tuning, tune
from analyses.lab.search.advise import Retuned
from analyses.lab.search.judgements import Judgements, judged, judgements_of
from analyses.language import say
from simulator.components import as_settings
from simulator.errors import UserError
from simulator.versions import Changes

SEARCHED = 6  # the part of a base's games that a version is played with, unless said otherwise
STIRRED = 100  # games that show whether a change is in play at all
LEARNT, SEEN = 60, 2  # the parts of a base's games that a candidate plays, and that are looked at
GENERATIONS = 8

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


@dataclass(frozen=True)
class Learnt:
    """Players that learn versions of a game on one desk and are seen on another."""

    trials: Trials
    learning: Trials

    def judgements(self, changes: Changes) -> Retuned:
        """Of the base and of a change, each with players that have learnt it."""
        try:
            (_, before), (told, after) = self.base, self.seen(changes)
        except UserError as reason:
            told = say("The bot was not re-tuned: {reason!s}", reason=str(reason))
            return Retuned(told, {}, {})
        return Retuned(told, before, after)

    @functools.cached_property
    def base(self) -> tuple[str, Judgements]:
        return self.seen({})

    def seen(self, changes: Changes) -> tuple[str, Judgements]:
        """Whether they learnt anything, and the judgements."""
        version = self.learning.version(changes)
        if len(version.strategies) > 1:
            raise UserError(say("several bots sit at these tables."))
        told = say("Bots learn the game as it is …")
        if changes:
            told = say("Bots learn {changes!s} …", changes=", ".join(as_settings(changes)))
        log.info(told)
        learnt = tune(self.trials.runner, version, self._asked(version))
        who = learnt.after if learnt.is_better else learnt.before
        with self.trials.watched(say("With re-tuned bots"), self.trials.version({}, SEEN).games):
            cells = (Cell((who,) * version.players),)
            sample = self.trials.play(replace(self.trials.version(changes, SEEN), cells=cells))
        told = say("A bot re-tuned for it plays better.")
        if not learnt.is_better:
            told = say("A bot re-tuned for it is not clearly better.")
        return told, judgements_of(sample, judged(sample, is_mirror=True))

    def _asked(self, version: Experiment) -> Tuning:
        one = self.learning.base.experiment
        return Tuning(
            version.seats[0],
            against=(),
            games=max(1, one.games // LEARNT),
            generations=GENERATIONS,
            confirm=version.games,
        )
