"""Players that learn a version of a game before its judgements are looked at."""

import functools
import logging
from dataclasses import dataclass, replace

from analyses.experiments.designs import Cell
from analyses.experiments.experiment import Experiment
from analyses.lab.players.tune import Tuning, tune
from analyses.lab.search.advise import Retuned
from analyses.lab.search.judgements import Judgements, judged, judgements_of
from analyses.lab.trials import Trials
from analyses.language import say
from simulator.components import as_settings
from simulator.errors import UserError
from simulator.versions import Changes

LEARNT, SEEN = 60, 2  # the parts of a base's games that a candidate plays, and that are looked at
GENERATIONS = 8

log = logging.getLogger("tiltmeter")


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
