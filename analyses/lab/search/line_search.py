"""Walks from the game as it is to where its judgements are level: alone, then in pairs."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from math import comb

from analyses.findings.verdicts import LEVEL, TILTED
from analyses.lab.search.advise import left_of
from analyses.lab.search.judgements import Judgements, farther_out, worse
from analyses.lab.search.nudges import STEPS, Nudge, can_be_played, roots_of, size_of
from analyses.lab.search.trials import Trials
from analyses.language import say
from analyses.statistics.order import ROUNDING, least_by, ordered
from simulator.components import as_settings
from simulator.errors import UserError
from simulator.versions import Changes

NEAREST = 2  # changes that are told of a judgement if none is enough
PAIRED = 3  # ways that are tried in pairs

log = logging.getLogger("tiltmeter")


@dataclass(frozen=True)
class Candidate:
    """Where a walk may end: the changes, and the judgements as they leave them."""

    changes: Changes
    judgements: Judgements
    is_fit: bool  # no judgement is pushed out, nor one that is as grave as what is to be mended

    def levels(self, *names: str) -> bool:
        return all(self.judgements[name].verdict == LEVEL for name in names)


Way = Sequence[Candidate]  # from the smallest step to the largest


@dataclass(frozen=True)
class LineSearch:
    """Away from a box whose judgements are these."""

    trials: Trials
    judgements: Judgements
    followed_of: Mapping[str, Sequence[str]] = field(
        default_factory=dict
    )  # by judgement, who is out

    def ways(self, name: str, nudges: Sequence[Nudge]) -> list[Way]:
        """Each way to level a judgement, up to the first step that is fit and levels it."""
        return [list(self._walked(name, nudge)) for nudge in nudges]

    def joined(self, singles: Mapping[str, Sequence[Way]]) -> list[Candidate]:
        """Two at once, each for another judgement, if none is enough for all of them alone.

        What harms another judgement alone may do with what mends that one.
        """
        every = [end for ways in singles.values() for way in ways for end in _fit(way)]
        if any(end.levels(*singles) for end in every):
            return []
        tried = dict[str, Candidate | None]()
        ends = {name: self._best(name, ways)[:PAIRED] for name, ways in singles.items()}
        for one, other in combinations(ends, 2):
            for changes in self._both(ends[one], ends[other]):
                key = ", ".join(sorted(as_settings(changes)))
                if key not in tried:
                    tried[key] = self._joined(changes, one, other)
        made = [end for end in tried.values() if end is not None]
        return ordered(made, lambda end: self._left(end, list(singles)))

    def followed(
        self, name: str, nudges: Sequence[Nudge], ways: Sequence[Way], joined: Sequence[Candidate]
    ) -> list[Candidate]:
        """The smallest changes that are enough for a judgement; or what comes nearest.

        Two ways for one judgement are tried if none is enough alone, or with one for another.
        """
        reached = [_fit(way) for way in ways]
        if not any(end.levels(name) for way in (*reached, joined) for end in way):
            reached += [_fit(way) for way in self.ways(name, list(self._pairs(nudges)))]
        best = self._best(name, reached)
        return [end for end in best if end.levels(name)] or best[:NEAREST]

    def _walked(self, name: str, nudge: Nudge) -> Iterator[Candidate]:
        """Step by step; beyond the last one only as long as each step is the nearest so far."""
        nearest = self.judgements[name].off(self.followed_of.get(name, ()))
        for k, step in enumerate((*nudge.steps, *nudge.beyond)):
            end = self._end(step, name)
            if end is None:
                return
            is_nearest = self._off(name, end) < nearest - ROUNDING
            if k >= len(nudge.steps) and not is_nearest:
                return
            yield end
            if (end.is_fit and end.levels(name)) or (k == len(nudge.steps) - 1 and not is_nearest):
                return
            nearest = min(nearest, self._off(name, end))

    def _joined(self, changes: Changes, *names: str) -> Candidate | None:
        """Nothing unless it is fit and brings each of these judgements nearer to level."""
        end = self._end(changes, *names)
        if end is None or not end.is_fit:
            return None
        return end if all(self._is_nearer(end.judgements, name) for name in names) else None

    def _end(self, changes: Changes, *names: str) -> Candidate | None:
        """What is to mend these judgements; nothing if it cannot be played."""
        try:
            after = self.trials.judgements(changes)
        except UserError as reason:
            not_tried(changes, reason)
            return None
        harmed, gravest = farther_out(after, self.judgements), self._gravest(*names)
        is_harmful = any(self.judgements[name].gravity >= gravest for name in harmed)
        return Candidate(changes, after, not is_harmful and not worse(after, self.judgements))

    def _gravest(self, *names: str) -> int:
        """Of judgements that are to be mended: they are out, if not for sure on these deals."""
        return max(0, *(self.judgements[name].gravity for name in names))

    def _is_nearer(self, after: Judgements, name: str) -> bool:
        return after[name].measure.value < self.judgements[name].measure.value - ROUNDING

    def _best(self, name: str, ways: Sequence[Way]) -> list[Candidate]:
        """Of each way where it ends: those that are enough by their size, then by what is left."""
        box = self.trials.base.experiment.components
        ends = [self._last(name, way) for way in ways if way]
        enough = [end for end in ends if end.levels(name)]
        others = [end for end in ends if not end.levels(name)]
        return [
            *ordered(enough, lambda end: size_of(end.changes, box)),
            *ordered(others, lambda end: self._off(name, end)),
        ]

    def _last(self, name: str, way: Way) -> Candidate:
        """The first step with which the judgement is level, or the nearest to it."""
        level = [end for end in way if end.levels(name)]
        return level[0] if level else least_by(way, lambda end: self._off(name, end))

    def _off(self, name: str, end: Candidate) -> float:
        """How far off those are whom a search follows; among others it is mostly chance."""
        return end.judgements[name].off(self.followed_of.get(name, ()))

    def _left(self, end: Candidate, names: Sequence[str]) -> tuple[float, ...]:
        """The gravest judgements count first."""
        tilted = sum(end.judgements[name].verdict == TILTED for name in names)
        out = sum(end.judgements[name].is_out for name in names)
        return tilted, out, left_of(end.judgements, self.judgements, names)

    def _both(self, ones: Sequence[Candidate], others: Sequence[Candidate]) -> Iterator[Changes]:
        """What moves different components, where the rules accept both."""
        for one, other in product(ones, others):
            both = {**one.changes, **other.changes}
            is_apart = not roots_of(one.changes) & roots_of(other.changes)
            if is_apart and can_be_played(self.trials.base.experiment, both):
                yield both

    def _pairs(self, nudges: Sequence[Nudge]) -> Iterator[Nudge]:
        """Two at once of the best that move different components, where the rules accept both."""
        apart: list[Nudge] = []
        for nudge in nudges:
            if len(apart) < PAIRED and not any(nudge.roots & other.roots for other in apart):
                apart.append(nudge)
        for one, other in combinations(apart, 2):
            both = one.with_other(other).steps
            played = self.trials.base.experiment
            if steps := tuple(step for step in both if can_be_played(played, step)):
                yield Nudge(steps)


def most_pairs(judgements: int) -> int:
    """How many steps of two ways at once are played at most, if so many judgements are out."""
    return comb(judgements, 2) * PAIRED**2 + judgements * comb(PAIRED, 2) * len(STEPS)


def _fit(way: Way) -> Way:
    return [end for end in way if end.is_fit]


def not_tried(changes: Changes, reason: UserError) -> None:
    settings = ", ".join(as_settings(changes))
    log.info(say("Not tried: {changes!s}: {reason!s}", changes=settings, reason=str(reason)))
