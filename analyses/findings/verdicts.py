"""The verdict scale, from an interval and two thresholds: balanced, borderline or tilted.

The whole interval says it: *balanced* lies below the first threshold, *tilted* above the second,
and *borderline* above the first, perhaps above the second too. Where it lies on both sides of the
first but below the second, it is *inconclusive, not tilted*; else it is *inconclusive*.

Every question has its scale, with what it measures; an experiment file may override its thresholds.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from analyses.language import figure, is_singular, percent_sign, say, word
from simulator.errors import UserError, unknown

LEVEL, NOT_TILTED, WATCH, TILTED = "balanced", "inconclusive, not tilted", "borderline", "tilted"
UNKNOWN = "inconclusive"
DEPENDS = "skill-dependent"  # better ones show otherwise, so it is no claim about the game
UNDECIDED = (NOT_TILTED, UNKNOWN)  # more games would tell more
ENDS = (WATCH, TILTED)  # the thresholds, named by what begins there
Thresholds = Mapping[
    str, Mapping[str, float]
]  # a user's, as in {"turn_order": {"borderline": 0.02}}
FACT = "info"  # of what is described and not judged


def contradict(one: str, other: str) -> bool:
    """Whether two verdicts cannot be true of one game: what is not decided leaves room."""
    both = {one, other}
    if len(both) == 1 or UNKNOWN in both:
        return False
    return TILTED in both if NOT_TILTED in both else True


@dataclass(frozen=True)
class Scale:
    """Below `borderline` all is well; from `tilted` on the game tilts."""

    measure: str
    borderline: float
    tilted: float
    unit: str = ""  # what the measure counts, as in strategies; a share counts nothing
    in_points: bool = False  # a difference of shares: it is written in percentage points

    def verdict(self, low: float, high: float) -> str:
        """What the whole interval of the measure says."""
        if not low <= high:
            return UNKNOWN
        if high <= self.borderline:
            return LEVEL
        if low >= self.borderline:
            return TILTED if low >= self.tilted else WATCH
        return NOT_TILTED if high < self.tilted else UNKNOWN

    def written(self, threshold: float) -> str:
        """For people: '15%', '15 percentage points', '1.25 players'."""
        if self.unit:
            unit = _one(self.unit) if is_singular(f"{threshold:g}") else self.unit
            return f"{figure(threshold, 'g')} {word(unit)}"
        if self.in_points:
            return say("{points:g} percentage points", points=100 * threshold)
        return figure(100 * threshold, "g") + percent_sign()

    def changed(self, name: str, thresholds: Mapping[str, float]) -> "Scale":
        """With a user's thresholds; mistakes are told by the name of the question."""
        for key, value in thresholds.items():
            if key not in ENDS:
                raise unknown(f"threshold of '{name}':", key, ENDS)
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise UserError(f"The threshold {name}.{key} must be a number, not {value!r}.")
        borderline, tilted = (float(thresholds.get(key, getattr(self, key))) for key in ENDS)
        scale = replace(self, borderline=borderline, tilted=tilted)
        if scale.borderline > scale.tilted:
            raise UserError(f"The thresholds of '{name}' must rise: borderline, then tilted.")
        return scale


def _one(unit: str) -> str:
    """'strategy' of strategies, 'player' of players."""
    return f"{unit[:-3]}y" if unit.endswith("ies") else unit.removesuffix("s")
