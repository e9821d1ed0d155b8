"""Walks from the box as it is to where its lights are level, on one desk: alone, then in pairs."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from math import comb

from analyses.findings.verdicts import LEVEL, TILTED
from analyses.lab.desk import Desk
from analyses.lab.search.advise import left_of
from analyses.lab.search.lights import Lights, farther_out, worse
from analyses.lab.search.nudges import STEPS, Nudge, can_be_played, roots_of, size_of
from analyses.language import say
from analyses.statistics.order import ROUNDING, least_by, ordered
from simulator.components import as_settings
from simulator.errors import UserError
from simulator.versions import Changes

NEAREST = 2  # changes that are told of a light if none is enough
PAIRED = 3  # ways that are tried in pairs

log = logging.getLogger("tiltmeter")


@dataclass(frozen=True)
class End:
    """Where a walk may end: the changes, and the lights as they leave them."""

    changes: Changes
    lights: Lights
    is_fit: bool  # no light is pushed out, nor one that is as grave as what is to be mended

    def levels(self, *names: str) -> bool:
        return all(self.lights[name].verdict == LEVEL for name in names)


Way = Sequence[End]  # from the smallest step to the largest


@dataclass(frozen=True)
class Walk:
    """Away from a box whose lights are these."""

    desk: Desk
    lights: Lights
    followed_of: Mapping[str, Sequence[str]] = field(default_factory=dict)  # by light, who is out

    def ways(self, name: str, nudges: Sequence[Nudge]) -> list[Way]:
        """Each way to mend a light, up to the first step that is fit and with which it is level."""
        return [list(self._walked(name, nudge)) for nudge in nudges]

    def joined(self, singles: Mapping[str, Sequence[Way]]) -> list[End]:
        """Two at once, each for another light, if none is enough for all of them alone.

        What harms another light alone may do with what mends that one.
        """
        every = [end for ways in singles.values() for way in ways for end in _fit(way)]
        if any(end.levels(*singles) for end in every):
            return []
        tried = dict[str, End | None]()
        ends = {name: self._best(name, ways)[:PAIRED] for name, ways in singles.items()}
        for one, other in combinations(ends, 2):
            for changes in self._both(ends[one], ends[other]):
                key = ", ".join(sorted(as_settings(changes)))
                if key not in tried:
                    tried[key] = self._joined(changes, one, other)
        made = [end for end in tried.values() if end is not None]
        return ordered(made, lambda end: self._left(end, list(singles)))

    def followed(
        self, name: str, nudges: Sequence[Nudge], ways: Sequence[Way], joined: Sequence[End]
    ) -> list[End]:
        """The smallest changes that are enough for a light; or what comes nearest.

        Two ways for one light are tried if none is enough alone, nor with one for another light.
        """
        reached = [_fit(way) for way in ways]
        if not any(end.levels(name) for way in (*reached, joined) for end in way):
            reached += [_fit(way) for way in self.ways(name, list(self._pairs(nudges)))]
        best = self._best(name, reached)
        return [end for end in best if end.levels(name)] or best[:NEAREST]

    def _walked(self, name: str, nudge: Nudge) -> Iterator[End]:
        for step in nudge.steps:
            end = self._end(step, name)
            if end is None:
                return
            yield end
            if end.is_fit and end.levels(name):
                return

    def _joined(self, changes: Changes, *names: str) -> End | None:
        """Nothing unless it is fit and brings each of these lights nearer to level."""
        end = self._end(changes, *names)
        if end is None or not end.is_fit:
            return None
        return end if all(self._is_nearer(end.lights, name) for name in names) else None

    def _end(self, changes: Changes, *names: str) -> End | None:
        """What is to mend these lights; nothing if it cannot be played."""
        try:
            after = self.desk.lights(changes)
        except UserError as reason:
            not_tried(changes, reason)
            return None
        harmed, gravest = farther_out(after, self.lights), self._gravest(*names)
        is_harmful = any(self.lights[name].gravity >= gravest for name in harmed)
        return End(changes, after, not is_harmful and not worse(after, self.lights))

    def _gravest(self, *names: str) -> int:
        """Of lights that are to be mended: they are out, if not for sure on these deals."""
        return max(0, *(self.lights[name].gravity for name in names))

    def _is_nearer(self, after: Lights, name: str) -> bool:
        return after[name].measure.value < self.lights[name].measure.value - ROUNDING

    def _best(self, name: str, ways: Sequence[Way]) -> list[End]:
        """Of each way where it ends: those that are enough by their size, then by what is left."""
        box = self.desk.base.experiment.components
        ends = [self._last(name, way) for way in ways if way]
        enough = [end for end in ends if end.levels(name)]
        others = [end for end in ends if not end.levels(name)]
        return [
            *ordered(enough, lambda end: size_of(end.changes, box)),
            *ordered(others, lambda end: self._off(name, end)),
        ]

    def _last(self, name: str, way: Way) -> End:
        """The first step with which the light is level, or the nearest to it."""
        level = [end for end in way if end.levels(name)]
        return level[0] if level else least_by(way, lambda end: self._off(name, end))

    def _off(self, name: str, end: End) -> float:
        """How far off those are whom a search follows; among others it is mostly chance."""
        return end.lights[name].off(self.followed_of.get(name, ()))

    def _left(self, end: End, names: Sequence[str]) -> tuple[float, ...]:
        """The gravest lights count first."""
        tilted = sum(end.lights[name].verdict == TILTED for name in names)
        out = sum(end.lights[name].is_out for name in names)
        return tilted, out, left_of(end.lights, self.lights, names)

    def _both(self, ones: Sequence[End], others: Sequence[End]) -> Iterator[Changes]:
        """What moves different components, where the rules accept both."""
        for one, other in product(ones, others):
            both = {**one.changes, **other.changes}
            is_apart = not roots_of(one.changes) & roots_of(other.changes)
            if is_apart and can_be_played(self.desk.base.experiment, both):
                yield both

    def _pairs(self, nudges: Sequence[Nudge]) -> Iterator[Nudge]:
        """Two at once of the best that move different components, where the rules accept both."""
        apart: list[Nudge] = []
        for nudge in nudges:
            if len(apart) < PAIRED and not any(nudge.roots & other.roots for other in apart):
                apart.append(nudge)
        for one, other in combinations(apart, 2):
            both = one.with_other(other).steps
            played = self.desk.base.experiment
            if steps := tuple(step for step in both if can_be_played(played, step)):
                yield Nudge(steps)


def most_pairs(lights: int) -> int:
    """How many steps of two ways at once are played at most, if so many lights are out."""
    return comb(lights, 2) * PAIRED**2 + lights * comb(PAIRED, 2) * len(STEPS)


def _fit(way: Way) -> Way:
    return [end for end in way if end.is_fit]


def not_tried(changes: Changes, reason: UserError) -> None:
    settings = ", ".join(as_settings(changes))
    log.info(say("Not tried: {changes!s}: {reason!s}", changes=settings, reason=str(reason)))
