"""One number out of several means, with an interval; and its difference between two runs.

How far each deal draws a mean away from itself, its influence, is all that an interval needs. Two
runs on the same deals are paired by them, so the influences on a difference are the difference of
the influences: what both have in common cancels out. Where games were only added up, GROUPS of
deals stand for the deals.
"""

import functools
import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from analyses.statistics.estimate import Interval, Quantity, Unpaired
from analyses.statistics.intervals import LEVEL, as_skewed, mean_interval, share_interval
from analyses.statistics.order import most_by

GROUPS = 40  # of deals, by deal % GROUPS, where the single deals are not kept
MEAN, LARGEST, SPREAD, TAIL = "mean", "largest", "spread", "tail"  # how parts make one number
UNEVEN = "uneven"  # likewise: by `imbalance`, which gives a single mean
RANK = 0.95  # of all games lie within the tail's number

# Of several numbers: their means, the sum of squared influences on each, and the units that show it
Contrasts = tuple[np.ndarray, np.ndarray, np.ndarray]


@dataclass(frozen=True)
class Reading:
    """What one metric shows: a mean per part, and the influence of every deal, or group, on it.

    The number is the mean of the only part, the largest mean, the largest minus the smallest, or,
    if parts are lengths and means their shares of games, the length that RANK of them keep.
    """

    shape: str
    is_share: bool
    parts: tuple[str, ...]
    mean: np.ndarray  # [part]
    influence: np.ndarray  # [unit, part]; over all units they add up to 0
    deals: int
    units: np.ndarray  # which deals, or groups of them
    seen: np.ndarray  # [part], the units that show it

    @property
    def is_known(self) -> bool:
        """Not if too few parts were seen to be compared."""
        is_seen = bool(self.seen.any() and np.isfinite(self.mean).all())
        return is_seen and len(self.parts) > (self.shape == SPREAD)

    @property
    def value(self) -> float:
        if self.shape == TAIL:
            lengths, within, _ = self._by_length()
            return float(lengths[_reached(within)])
        return float(self.contrasts()[0].max())

    @property
    def is_grouped(self) -> bool:
        return len(self.units) < self.deals

    def interval(self, tests: float = 1) -> Interval:
        if self.shape == TAIL:
            return self._tail_interval(tests)
        low, high = self.intervals(*self.contrasts(), tests * self.together)
        least = float(low.max())
        return Interval(max(least, 0.0) if self.shape == SPREAD else least, float(high.max()))

    def part(self, name: str) -> "Reading":
        """One of the means alone."""
        k = [self.parts.index(name)]
        mean, influence = self.mean[k], self.influence[:, k]
        alone = replace(self, shape=MEAN, parts=(name,), mean=mean, influence=influence)
        return replace(alone, seen=self.seen[k])

    def minus(self, other: "Reading") -> Quantity:
        """The difference from another reading of the same metric, paired by deal if it can be."""
        is_paired = self.shape != TAIL and self.parts == other.parts
        return Gap(self, other) if is_paired else Unpaired(self, other)

    def chance_of(self, other: "Reading") -> float:
        """A p-value: 1 minus the level of the widest interval of the difference without 0."""
        gap = self.minus(other)
        surely, hardly = -15.0, 0.0  # powers of ten
        for _ in range(20):
            middle = (surely + hardly) / 2
            if gap.interval((1 - LEVEL) / 10**middle).excludes(0):
                hardly = middle
            else:
                surely = middle
        return 10**hardly

    def gain_over(self, other: "Reading") -> float:
        """How many times wider the difference's interval would be had they not shared deals."""
        if self.shape == TAIL:
            return math.nan
        mine, theirs = on_common_deals([self, other])
        paired, unpaired = ((mine - theirs) ** 2).sum(), (mine**2 + theirs**2).sum()
        return math.sqrt(unpaired / paired) if paired > 1e-24 else math.nan

    @property
    def leading(self) -> np.ndarray:
        """The influences on the number, as if it were known which part is the largest."""
        mean, *_ = self.contrasts()
        which = most_by(range(len(mean)), mean.__getitem__)
        if self.shape != SPREAD:
            return self.influence[:, which]
        one, other = (of[which] for of in _pairs(len(self.parts)))
        return self.influence[:, one] - self.influence[:, other]

    def contrasts(self) -> Contrasts:
        """The means whose largest is the number."""
        if self.shape != SPREAD:
            return self.mean, (self.influence**2).sum(axis=0), self.seen
        one, other = _pairs(len(self.parts))
        shared = self.influence.T @ self.influence
        spread = np.diag(shared)[one] + np.diag(shared)[other] - 2 * shared[one, other]
        seen = np.minimum(self.seen[one], self.seen[other])
        return self.mean[one] - self.mean[other], spread.clip(min=0), seen

    @property
    def together(self) -> int:
        """How many intervals must hold together; of a pair, one is the other turned round."""
        n = len(self.parts)
        return n * (n - 1) // 2 if self.shape == SPREAD else n

    def contenders(self, n: float) -> np.ndarray:
        """Which parts may be the largest in truth."""
        low, high = self.intervals(*self.contrasts(), 3 * n)
        return high >= low.max()

    def intervals(
        self,
        mean: np.ndarray,
        spread: np.ndarray,
        seen: np.ndarray,
        tests: float = 1,
        bounded: bool = True,
    ) -> tuple[np.ndarray, np.ndarray]:
        """95% intervals of several means; with `tests` so wide that as many hold together."""
        error = np.sqrt(spread * seen / np.where(seen > 1, seen - 1, np.nan))
        is_share = self.shape == TAIL or (self.is_share and self.shape != SPREAD)
        if not bounded or not is_share:
            return mean_interval(mean, error, seen, tests)
        if not self.is_grouped:
            return share_interval(mean, error, seen, tests)
        low, high = mean_interval(mean, error, seen, tests)
        least, most = share_interval(mean, error, np.full(len(mean), self.deals), tests)
        is_known = seen > 1  # of a single group nothing is
        return (
            np.where(is_known, np.minimum(low, least).clip(0, 1), -np.inf),
            np.where(is_known, np.maximum(high, most).clip(0, 1), np.inf),
        )

    def _by_length(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Lengths in order, the share of games within each, and the influences on it.

        Within the longest are all, whatever adding up makes of it.
        """
        order = np.argsort([float(part) for part in self.parts])
        lengths = np.array([float(self.parts[k]) for k in order])
        within, influence = self.mean[order].cumsum(), self.influence[:, order].cumsum(axis=1)
        within[-1], influence[:, -1] = 1.0, 0.0
        return lengths, within, influence

    def _tail_interval(self, tests: float) -> Interval:
        """A rank's interval, read off the lengths in order (Woodruff).

        It has no upper end where so few games were seen that longer ones may be more than rare.
        """
        lengths, within, influence = self._by_length()
        at = _reached(within)
        seen = np.full(len(within), len(self.units))
        low, high = self.intervals(within, (influence**2).sum(axis=0), seen, tests)
        # Lengths which may be the tail: those within which RANK of the games may end.
        first = min(int((np.maximum.accumulate(high) < RANK).sum()), at)
        last = max(int((np.minimum.accumulate(low[::-1]) < RANK).sum()), at)
        longest = float(lengths[last]) if last < len(lengths) else math.inf
        return Interval(float(lengths[first]), longest)


def _reached(within: np.ndarray) -> int:
    """Where RANK of the games are over."""
    return min(int(np.searchsorted(within, RANK - 1e-12)), len(within) - 1)


@dataclass(frozen=True)
class Gap:
    """One reading less another of the same metric and parts, paired by deal."""

    one: Reading
    other: Reading

    @property
    def value(self) -> float:
        return float(self.one.contrasts()[0].max() - self.other.contrasts()[0].max())

    def interval(self, tests: float = 1) -> Interval:
        """Of a mean by the pairs; of a largest also by what each version shows alone.

        Who may be the largest where all are alike may be anybody: then the pairs say little.
        """
        if self.one.together == 1 and self._is_led_by_the_same(tests):
            return self._paired(tests)
        paired, alone = self._paired(2 * tests), self._alone(2 * tests)
        return Interval(max(paired.low, alone.low), min(paired.high, alone.high))

    def _is_led_by_the_same(self, tests: float) -> bool:
        """Where another of two is ahead, pairs say how far it came, not how far from the other."""
        mine, theirs = (one.contenders(tests) for one in (self.one, self.other))
        return bool(np.array_equal(mine, theirs))

    def _alone(self, tests: float) -> Interval:
        """As far as the two can lie apart if each lies within its own interval."""
        mine, theirs = (reading.interval(2 * tests) for reading in (self.one, self.other))
        return Interval(mine.low - theirs.high, mine.high - theirs.low)

    def _paired(self, tests: float) -> Interval:
        """The largest of one beats that of the other by at most what it beats its namesake by."""
        n = self.one.together
        several = tests * (3 * n if n > 1 else 1)
        both = self._by_pairs()
        low, high = both.intervals(*both.contrasts(), several, bounded=False)
        if self.one.shape != SPREAD:
            low, high = (_as_skewed(both, ends) for ends in (low, high))
        return Interval(
            float(low[self.other.contenders(tests * n)].min()),
            float(high[self.one.contenders(tests * n)].max()),
        )

    def _by_pairs(self) -> Reading:
        """What each part of one shows more than the same of the other, deal by deal."""
        units = np.union1d(self.one.units, self.other.units)
        mine, theirs = (_placed(each, each.influence, units) for each in (self.one, self.other))
        return replace(
            self.one,
            mean=self.one.mean - self.other.mean,
            influence=mine - theirs,
            units=units,
            seen=np.maximum(self.one.seen, self.other.seen),
        )


def _as_skewed(reading: Reading, ends: np.ndarray) -> np.ndarray:
    """Where few deals make all the difference, there is more room on their side."""
    pairs = zip(ends - reading.mean, reading.influence.T, strict=True)
    moved = [as_skewed(off, drawn) if np.isfinite(off) else off for off, drawn in pairs]
    return reading.mean + np.array(moved, float)


def _pairs(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Any two of several parts, either way round."""
    one, other = np.array(list(itertools.permutations(range(n), 2))).reshape(-1, 2).T
    return one, other


def _placed(reading: Reading, influence: np.ndarray, units: np.ndarray) -> np.ndarray:
    """Influences of each unit; a deal that was not played has none."""
    if np.array_equal(reading.units, units):
        return influence
    placed = np.zeros((len(units), *influence.shape[1:]))
    placed[np.searchsorted(units, reading.units)] = influence
    return placed


def on_common_deals(readings: Sequence[Reading]) -> list[np.ndarray]:
    """The influences on the numbers of several readings, deal by deal."""
    units = functools.reduce(np.union1d, [one.units for one in readings])
    return [_placed(one, one.leading, units) for one in readings]
