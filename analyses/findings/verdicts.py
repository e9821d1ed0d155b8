"""The verdict scale: level, watch, tilted, or unknown, from an interval and two thresholds.

Every threshold stands here, with what it measures; an experiment file may override each.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from simulator.errors import UserError, unknown

LEVEL, WATCH, TILTED, UNKNOWN = "level", "watch", "tilted", "unknown"


@dataclass(frozen=True)
class Scale:
    """Below `watch` all is well; from `tilted` on the game tilts."""

    measure: str
    watch: float
    tilted: float

    def verdict(self, low: float, high: float) -> str:
        """What an interval of the measure allows to say; unknown if it allows everything."""
        if not low <= high or (low < self.watch and high > self.tilted):
            return UNKNOWN
        if high <= self.watch:
            return LEVEL
        return TILTED if low >= self.tilted else WATCH


SCALES = {
    "strategies": Scale("how many players with even shares the best strategy wins for", 1.25, 3),
    "seats": Scale("how far a seat wins off its even share, over it", 0.05, 0.15),
    "scores": Scale("the winner's lead over the second, over the winner's score", 0.15, 0.3),
    "curves": Scale("share of all points that comes from the largest source", 0.6, 0.85),
    "decision": Scale("share of games that the leader at half-time wins", 0.75, 0.9),
    "length": Scale("how much longer than the median one game in twenty takes, over it", 0.5, 1),
    "endings": Scale("share of games that had to be cut off", 0.02, 0.05),
    "luck": Scale("share of the result's variance that the deal decides before a move", 0.2, 0.4),
    "options": Scale("share of decisions that leave no choice", 0.25, 0.5),
    "power": Scale("how far an option's worth is from its peers', over an even share", 0.2, 0.5),
    "solo": Scale("how far the best strategy's wins over the rival are from one half", 0.2, 0.4),
    "trust": Scale("share of the pool whose absence changes who is best", 0.01, 0.3),
}


def with_thresholds(
    scales: Mapping[str, Scale], changes: Mapping[str, Mapping[str, float]]
) -> dict[str, Scale]:
    """The scales with a user's thresholds, as in {"seats": {"watch": 0.02}}."""
    changed = dict(scales)
    for name, values in changes.items():
        if name not in scales:
            raise unknown("verdict", name, scales)
        for key, value in values.items():
            if key not in ("watch", "tilted"):
                raise unknown(f"threshold of '{name}':", key, ("watch", "tilted"))
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise UserError(f"The threshold {name}.{key} must be a number, not {value!r}.")
            old = changed[name]
            ends = {"watch": old.watch, "tilted": old.tilted, key: float(value)}
            changed[name] = Scale(old.measure, **ends)
        if changed[name].watch > changed[name].tilted:
            raise UserError(f"The thresholds of '{name}' must rise: watch, then tilted.")
    return changed
