"""A number that games show: its value, and where it lies, for any number of claims made at once.

Whoever makes several claims wants intervals that hold together. So a number is not kept with the
ends of one interval but with what they are made of, and `interval(tests)` is so wide that as many
intervals hold together (Bonferroni).
"""

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, NamedTuple, Protocol, Self

import numpy as np

from analyses.statistics.intervals import SEEN, exact_interval, mean_interval, share_interval
from analyses.statistics.order import least_by

NAN = math.nan
CASES = 4096  # drawn anew
ONE_SIDED = 0.5  # claims: only one end of an interval is looked at
Z_ONE_END, Z_BOTH = (NormalDist().inv_cdf(one) for one in (0.95, 0.975))  # errors to each side


class Interval(NamedTuple):
    """Where a number lies in 95 of 100 samples."""

    low: float
    high: float

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2

    def excludes(self, truth: float) -> bool:
        return self.low > truth or self.high < truth

    def times_as_many(self, value: float, edges: Sequence[float]) -> float:
        """Roughly how many times the games would tell beyond which edges the value lies.

        Intervals shrink with the square root of the games. Infinite if it lies on an edge.
        """
        times = 1.0
        for edge in edges:
            if self.low <= edge <= self.high:
                reach = value - self.low if edge < value else self.high - value
                gap = abs(edge - value)
                times = max(times, (reach / gap) ** 2 if gap else math.inf)
        return times


NEVER = 1000  # times as many games: so close to an edge that nobody will play them
FEW = 30  # games: what fewer scatter by says nothing of how many would tell
TELLING = 2.04  # times those that would tell if nothing moved: such samples tell in four of five


def games_that_tell(times: float, games: int) -> int | None:
    """So many times the games, in round figures, if anybody will play them; of few no guess."""
    if games < FEW or not times < NEVER:
        return None
    return round_figure(TELLING * times * games)


def round_figure(exact: float) -> int:
    """At least so many, with two digits."""
    digits = 10 ** max(0, len(str(int(exact))) - 2)
    return math.ceil(exact / digits) * digits


class Quantity(Protocol):
    """What every number has, whatever its interval is made of."""

    @property
    def value(self) -> float: ...

    def interval(self, tests: float = 1) -> Interval: ...


def in_figures(quantity: Quantity, tests: float = 1) -> tuple[float, float, float]:
    """Value, low and high, as tables show them."""
    return quantity.value, *quantity.interval(tests)


@dataclass(frozen=True)
class Estimate:
    """A mean over deals; its interval is Student's."""

    value: float
    error: float  # standard error between deals; NaN if it is not known
    deals: int

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Self:
        """From a row of `clustered`, which knows no error of a single deal."""
        error = row["error"]
        return cls(row["estimate"], NAN if error is None else error, row["deals"])

    def interval(self, tests: float = 1) -> Interval:
        return self._ends(mean_interval, tests)

    def _ends(self, form: Callable[..., Any], tests: float) -> Interval:
        """As one entry of arrays, so that it is the same to the last bit as in a table."""
        low, high = form([self.value], [self.error], [self.deals], tests)
        return Interval(float(low[0]), float(high[0]))


@dataclass(frozen=True)
class Share(Estimate):
    """A share of games; its interval is Wilson's, within 0 and 1."""

    def interval(self, tests: float = 1) -> Interval:
        return self._ends(share_interval, tests)


@dataclass(frozen=True)
class ExactShare(Share):
    """A share of few wins, or of few losses; its interval is the exact one."""

    def interval(self, tests: float = 1) -> Interval:
        return self._ends(exact_interval, tests)


@dataclass(frozen=True)
class Paired:
    """One share of games less another's of the same deals: how often it alone won, and lost.

    Where two players seldom part ways Student's interval is too narrow, and nothing where they
    never did. So both shares have Wilson's, and their reaches are added as those of two numbers
    that exclude each other (MOVER; Zou and Donner, 2008).
    """

    more: Share
    less: Share

    @property
    def value(self) -> float:
        return self.more.value - self.less.value

    def interval(self, tests: float = 1) -> Interval:
        return _less(self.more, self.less, tests, self._reach)

    def _reach(self, one: float, other: float) -> float:
        p, q = self.more.value, self.less.value
        against = math.sqrt(p * q / ((1 - p) * (1 - q))) if p * q else 0.0
        return math.sqrt(one**2 + other**2 + 2 * against * one * other)


@dataclass(frozen=True)
class NewcombeDifference:
    """One share of games less that of other games, as of tables with a role and without it.

    By their own spread, games that were all lost would surely be. So both shares have Wilson's
    interval, and their reaches are added as those of independent numbers (Newcombe, 1998).
    """

    one: Quantity
    other: Quantity

    @property
    def value(self) -> float:
        return self.one.value - self.other.value

    def interval(self, tests: float = 1) -> Interval:
        return _less(self.one, self.other, tests, math.hypot)


def _less(
    one: Quantity, other: Quantity, tests: float, reach: Callable[[float, float], float]
) -> Interval:
    """One number less another, by how far the intervals of both reach, added up by `reach`."""
    (low, high), (least, most) = one.interval(tests), other.interval(tests)
    value = one.value - other.value
    below, above = (
        reach(one.value - low, most - other.value),
        reach(high - one.value, other.value - least),
    )
    return Interval(value - below, value + above)


@dataclass(frozen=True)
class Ratio:
    """One mean over another: the ratio itself, and the mean it is made linear to.

    Their values are the same but for rounding.
    """

    value: float
    linear: Estimate

    def interval(self, tests: float = 1) -> Interval:
        return self.linear.interval(tests)


@dataclass(frozen=True)
class Exactly:
    """A number that has no error."""

    value: float

    def interval(self, tests: float = 1) -> Interval:
        return Interval(self.value, self.value)


@dataclass(frozen=True)
class Missing:
    """A number that no game shows; at most it is known where it must lie."""

    low: float = NAN
    high: float = NAN
    value: float = NAN

    def interval(self, tests: float = 1) -> Interval:
        return Interval(self.low, self.high)


NOTHING = Missing()
ANY_SHARE = Missing(0.0, 1.0)


@dataclass(frozen=True)
class Monotone:
    """A function of a number that rises with it, as the ends of its interval then do."""

    of: Quantity
    by: Callable[[float], float]

    @property
    def value(self) -> float:
        return self.by(self.of.value)

    def interval(self, tests: float = 1) -> Interval:
        low, high = self.of.interval(tests)
        return Interval(self.by(low), self.by(high))


@dataclass(frozen=True)
class Widest:
    """One number known in several ways: the first's value, and all of their intervals together.

    Student's interval of a difference is nothing where no game differs; Wilson's of either of its
    shares knows nothing of the other.
    """

    of: Sequence[Quantity]

    @property
    def value(self) -> float:
        return self.of[0].value

    def interval(self, tests: float = 1) -> Interval:
        low, high = np.array([one.interval(tests) for one in self.of]).T
        return Interval(float(low.min()), float(high.max()))


@dataclass(frozen=True)
class MaxDistance:
    """How far the farthest of several numbers is from a centre; a distance is never negative."""

    of: Sequence[Quantity]
    centre: float = 0.0

    @property
    def value(self) -> float:
        return max(abs(one.value - self.centre) for one in self.of)

    def interval(self, tests: float = 1) -> Interval:
        """That one is far, chance may have chosen; that all are near, none may spoil.

        So the lower end comes from intervals that hold together, and the upper one from each for
        itself: if the farthest is beyond it, its own was missed (intersection-union).
        """
        low, _ = self._reach(tests * len(self.of))
        _, high = self._reach(tests * ONE_SIDED)
        return Interval(float(low.max()), float(high.max()))

    def reach(self, tests: float = 1) -> float:
        """How far beyond its own distance the upper end of any of them lies."""
        _, high = self._reach(tests * ONE_SIDED)
        values = np.array([abs(one.value - self.centre) for one in self.of])
        return float((high - values).max())

    def _reach(self, tests: float) -> tuple[np.ndarray, np.ndarray]:
        """How far each is at least, and at most."""
        low, high = np.array([one.interval(tests) for one in self.of]).T - self.centre
        least = np.minimum(np.abs(low), np.abs(high))
        return np.where((low <= 0) & (high >= 0), 0.0, least), np.maximum(np.abs(low), np.abs(high))


@dataclass(frozen=True)
class Simultaneous:
    """One of several numbers whose intervals always hold together."""

    of: Quantity
    several: int

    @property
    def value(self) -> float:
        return self.of.value

    def interval(self, tests: float = 1) -> Interval:
        return self.of.interval(tests * self.several)


@dataclass(frozen=True)
class Unpaired:
    """One number less another of which nothing is paired; its interval is wider than need be."""

    one: Quantity
    other: Quantity

    @property
    def value(self) -> float:
        return self.one.value - self.other.value

    def interval(self, tests: float = 1) -> Interval:
        one, other = self.one.interval(tests), self.other.interval(tests)
        return Interval(one.low - other.high, one.high - other.low)


@dataclass(frozen=True)
class Largest:
    """The largest of several numbers."""

    of: Sequence[Quantity]

    @property
    def value(self) -> float:
        return max(one.value for one in self.of)

    def interval(self, tests: float = 1) -> Interval:
        """From intervals that hold together, since chance chooses which is the largest."""
        low, high = np.array([one.interval(tests * len(self.of)) for one in self.of]).T
        return Interval(float(low.max()), float(high.max()))


@dataclass(frozen=True)
class UpperBounded:
    """A number, or less: another reading of the same may be the true one, and is lower if so."""

    of: Quantity
    less: Quantity

    @property
    def value(self) -> float:
        return self.of.value

    def interval(self, tests: float = 1) -> Interval:
        low, high = self.of.interval(tests)
        return Interval(min(low, self.less.interval(tests).low), high)


@dataclass(frozen=True)
class LowerBounded:
    """A number, or more: it is the largest of several, and not all of them were measured."""

    of: Quantity
    most: float  # that it can be

    @property
    def value(self) -> float:
        return self.of.value

    def interval(self, tests: float = 1) -> Interval:
        return Interval(self.of.interval(tests).low, self.most)


@dataclass(frozen=True)
class Lowest:
    """The lowest of several means that are measured apart: chance chooses it, and lowers it.

    Drawn anew around what was seen, the lowest is lower still; so much is given back (bootstrap),
    as far as its interval reaches. Among equals that is a part of what chance took, and where one
    is alone nothing.
    """

    of: Sequence[Estimate]
    several: int  # whose intervals hold together, perhaps more than these

    @property
    def value(self) -> float:
        means, errors = np.array([(one.value, one.error) for one in self.of]).T
        drawn = means + np.nan_to_num(errors) * _deviates(len(means))
        given = (means.min() - drawn.min(axis=1).mean()) * (len(means) > 1)
        return min(float(means.min() + given), self.interval().high)

    def interval(self, tests: float = 1) -> Interval:
        lowest = least_by(self.of, lambda one: one.value)
        return lowest.interval(tests * self.several)


def times_to_show_balance(distance: Quantity, edge: float, looks: int = 1) -> float:
    """How many times the games show that a distance is below an edge, if it is nothing at all.

    They do in SEEN of all samples. How far off it was seen does not matter: only its error does.
    """
    several, z = (1, Z_BOTH) if (n := _several(distance)) == 0 else (n, Z_ONE_END)
    error, reach = _reach(distance, 1) / z, _reach(distance, looks)
    # Of two, what one wins the other does not: they are as far off as one.
    by_chance = NormalDist().inv_cdf((1 + SEEN ** (1 / (several if several > 2 else 1))) / 2)
    return ((reach + by_chance * error) / edge) ** 2 if edge > 0 else math.inf


def _several(distance: Quantity) -> int:
    """Of how many numbers it is the farthest; 0 if it is none of several."""
    while isinstance(distance, Monotone | Simultaneous):
        distance = distance.of
    return len(distance.of) if isinstance(distance, MaxDistance) else 0


def _reach(distance: Quantity, tests: float) -> float:
    """How far beyond its value the upper end of its interval lies, at most."""
    if isinstance(distance, Monotone):
        return distance.by(_reach(distance.of, tests)) - distance.by(0.0)
    if isinstance(distance, Simultaneous):
        return _reach(distance.of, tests * distance.several)
    if isinstance(distance, MaxDistance):
        return distance.reach(tests)
    return distance.interval(tests).high - distance.value


@functools.cache
def _deviates(several: int) -> np.ndarray:
    """Normal ones, [case, which], the same each time."""
    return np.random.default_rng(1).standard_normal((CASES, several))
