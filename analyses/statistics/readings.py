"""One number out of several means, with an interval; and its difference between two runs.

Deals are put into GROUPS. How far each group draws a mean away from itself, its influence, is all
that an interval needs. Two runs on the same deals have the same groups, so the influences on a
difference are the difference of the influences: what both have in common cancels out.
"""

import itertools
import math
from dataclasses import dataclass

import numpy as np

from analyses.statistics.estimate import Apart, Interval, Quantity
from analyses.statistics.intervals import LEVEL, share_interval, student
from analyses.statistics.order import most_by

GROUPS = 40  # of deals, by deal % GROUPS
MEAN, LARGEST, SPREAD, TAIL = "mean", "largest", "spread", "tail"  # how parts make one number
UNEVEN = "uneven"  # likewise: by `imbalance`, which gives a single mean
RANK = 0.95  # of all games lie within the tail's number


@dataclass(frozen=True)
class Reading:
    """What one gauge shows: a mean per part, and the influence of every group of deals on it.

    The number is the mean of the only part, the largest mean, the largest minus the smallest, or,
    if parts are lengths and means their shares of games, the length that RANK of them keep.
    """

    shape: str
    is_share: bool
    parts: tuple[str, ...]
    mean: np.ndarray  # [part]
    influence: np.ndarray  # [group, part]; over all groups they add up to 0
    deals: int

    @property
    def is_known(self) -> bool:
        """Not if too few parts were seen to be compared."""
        return len(self.parts) > (self.shape == SPREAD) and bool(np.isfinite(self.mean).all())

    @property
    def value(self) -> float:
        if self.shape == TAIL:
            lengths, within, _ = self._by_length()
            return float(lengths[_reached(within)])
        return float(self.contrasts()[0].max())

    def interval(self, tests: float = 1) -> Interval:
        if self.shape == TAIL:
            return self._tail_interval(tests)
        mean, influence = self.contrasts()
        low, high = self.intervals(mean, influence, tests * self.together)
        least = float(low.max())
        return Interval(max(least, 0.0) if self.shape == SPREAD else least, float(high.max()))

    def part(self, name: str) -> "Reading":
        """One of the means alone."""
        k = self.parts.index(name)
        mean, influence = self.mean[k : k + 1], self.influence[:, k : k + 1]
        return Reading(MEAN, self.is_share, (name,), mean, influence, self.deals)

    def minus(self, other: "Reading") -> Quantity:
        """The difference from another reading of the same gauge, paired by deal if it can be."""
        is_paired = self.shape != TAIL and self.parts == other.parts
        return Gap(self, other) if is_paired else Apart(self, other)

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
        mine, theirs = self.leading, other.leading
        paired, unpaired = ((mine - theirs) ** 2).sum(), (mine**2 + theirs**2).sum()
        return math.sqrt(unpaired / paired) if paired > 1e-24 else math.nan

    @property
    def leading(self) -> np.ndarray:
        """The influences on the number, as if it were known which part is the largest."""
        mean, influence = self.contrasts()
        return influence[:, most_by(range(len(mean)), mean.__getitem__)]

    def contrasts(self) -> tuple[np.ndarray, np.ndarray]:
        """The means whose largest is the number, and the influences on each."""
        if self.shape != SPREAD:
            return self.mean, self.influence
        one, other = np.array(list(itertools.permutations(range(len(self.parts)), 2))).T
        mean = self.mean[one] - self.mean[other]
        return mean, self.influence[:, one] - self.influence[:, other]

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
        self, mean: np.ndarray, influence: np.ndarray, tests: float, bounded: bool = True
    ) -> tuple[np.ndarray, np.ndarray]:
        """95% intervals of several means; with `tests` so wide that as many hold together."""
        groups = min(self.deals, GROUPS)
        if groups < 2:
            return np.full_like(mean, -np.inf), np.full_like(mean, np.inf)
        error = np.sqrt(groups / (groups - 1) * (influence**2).sum(axis=0))
        reach = student(np.asarray(groups), tests) * error
        low, high = mean - reach, mean + reach
        if bounded and (self.shape == TAIL or (self.is_share and self.shape != SPREAD)):
            least, most = share_interval(mean, error, np.full(len(mean), self.deals), tests)
            return np.minimum(low, least).clip(0, 1), np.maximum(high, most).clip(0, 1)
        return low, high

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
        low, high = self.intervals(within, influence, tests)
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
    """One reading less another of the same gauge and parts, paired by deal."""

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
        (mine, my_influence), (theirs, their_influence) = (
            reading.contrasts() for reading in (self.one, self.other)
        )
        n = self.one.together
        several = tests * (3 * n if n > 1 else 1)
        low, high = self.one.intervals(
            mine - theirs, my_influence - their_influence, several, bounded=False
        )
        return Interval(
            float(low[self.other.contenders(tests * n)].min()),
            float(high[self.one.contenders(tests * n)].max()),
        )
