"""Walks from the box as it is to where its lights are level, on one desk: alone, then in pairs."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from analyses.findings.verdicts import LEVEL, TILTED
from analyses.lab.advice import left_of
from analyses.lab.desk import Desk
from analyses.lab.lights import Lights, farther_out, worse
from analyses.lab.nudges import Nudge, can_be_played, roots_of, size_of
from simulator.components import as_settings
from simulator.errors import UserError
from simulator.versions import Changes

NEAREST = 2  # changes that are told of a light if none is enough
PAIRED = 3  # ways that are tried in pairs

log = logging.getLogger("tiltmeter")


@dataclass(frozen=True)
class End:
    """Where a walk ended: the changes, and the lights as they leave them."""

    changes: Changes
    lights: Lights

    def levels(self, *names: str) -> bool:
        return all(self.lights[name].verdict == LEVEL for name in names)


@dataclass(frozen=True)
class Walk:
    """Away from a box whose lights are these."""

    desk: Desk
    lights: Lights

    def ends(self, name: str, nudges: Sequence[Nudge]) -> list[End]:
        """Of every way that brings a light nearer to level, the best first."""
        walked = [self._walked(name, nudge) for nudge in nudges]
        return self._sorted(name, [end for end in walked if end is not None])

    def joined(self, singles: Mapping[str, Sequence[End]]) -> list[End]:
        """Two ends at once, each of another light, if no single one is enough for all lights."""
        if any(end.levels(*singles) for ends in singles.values() for end in ends):
            return []
        tried = dict[str, End | None]()
        for one, other in combinations(singles, 2):
            for changes in self._both(singles[one][:PAIRED], singles[other][:PAIRED]):
                key = ", ".join(sorted(as_settings(changes)))
                if key not in tried:
                    tried[key] = self._joined(changes, one, other)
        made = [end for end in tried.values() if end is not None]
        return sorted(made, key=lambda end: self._left(end, list(singles)))

    def _joined(self, changes: Changes, *names: str) -> End | None:
        """Nothing unless it brings each of these lights nearer to level."""
        try:
            after = self._after(changes, self._gravest(*names))
        except UserError as reason:
            not_tried(changes, reason)
            return None
        is_nearer = after and all(self._is_nearer(after, name) for name in names)
        return End(changes, after) if after and is_nearer else None

    def followed(
        self, name: str, nudges: Sequence[Nudge], ends: Sequence[End], joined: Sequence[End]
    ) -> list[End]:
        """The smallest changes that are enough for a light; or what comes nearest.

        Two ways for one light are tried if none is enough alone, nor with one for another light.
        """
        reached = list(ends)
        if not any(end.levels(name) for end in (*ends, *joined)):
            reached += self.ends(name, list(self._pairs(nudges)))
        best = self._sorted(name, reached)
        return [end for end in best if end.levels(name)] or best[:NEAREST]

    def _walked(self, name: str, nudge: Nudge) -> End | None:
        """The first step with which the light is level, or the nearest to it."""
        best = None
        for step in nudge.steps:
            try:
                after = self._after(step, self._gravest(name))
            except UserError as reason:
                not_tried(step, reason)
                break
            if after is None:
                continue
            if best is None or after[name].measure.value < best.lights[name].measure.value:
                best = End(step, after)
            if best.levels(name):
                break
        return best

    def _after(self, changes: Changes, gravity: int) -> Lights | None:
        """The lights, unless one is pushed out, or one as grave as those that are to be mended."""
        after = self.desk.lights(changes)
        harmed = farther_out(after, self.lights)
        is_barred = any(self.lights[name].gravity >= gravity for name in harmed)
        return None if is_barred or worse(after, self.lights) else after

    def _gravest(self, *names: str) -> int:
        """Of lights that are to be mended: they are out, if not for sure on these deals."""
        return max(0, *(self.lights[name].gravity for name in names))

    def _is_nearer(self, after: Lights, name: str) -> bool:
        return after[name].measure.value < self.lights[name].measure.value

    def _sorted(self, name: str, ends: Sequence[End]) -> list[End]:
        """Those that are enough by their size, then the others by what is left."""
        box = self.desk.base.experiment.components
        enough = [end for end in ends if end.levels(name)]
        others = [end for end in ends if not end.levels(name)]
        return [
            *sorted(enough, key=lambda end: size_of(end.changes, box)),
            *sorted(others, key=lambda end: end.lights[name].measure.value),
        ]

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


def not_tried(changes: Changes, reason: UserError) -> None:
    log.info("Not tried: %s: %s", ", ".join(as_settings(changes)), reason)
