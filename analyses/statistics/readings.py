"""One number out of several means, with an interval; and its difference between two runs.

Deals are put into GROUPS. What each group pulls a mean away from itself is all that an interval
needs. Two runs on the same deals have the same groups, so the pulls on a difference are the
difference of the pulls: what both have in common cancels out.
"""

import itertools
import math
from dataclasses import dataclass

import numpy as np

from analyses.statistics.intervals import LEVEL, share_interval, student

GROUPS = 40  # of deals, by deal % GROUPS
MEAN, LARGEST, SPREAD, TAIL = "mean", "largest", "spread", "tail"  # how parts make one number
RANK = 0.95  # of all games lie within the tail's number


@dataclass(frozen=True)
class Estimate:
    value: float
    low: float  # the 95 % interval
    high: float

    def surely_not(self, truth: float) -> bool:
        return self.low > truth or self.high < truth


@dataclass(frozen=True)
class Reading:
    """What one gauge shows: a mean per part, and the pull of every group of deals on it.

    The number is the mean of the only part, the largest mean, the largest minus the smallest, or,
    if parts are lengths and means their shares of games, the length that RANK of them keep.
    """

    shape: str
    is_share: bool
    parts: tuple[str, ...]
    mean: np.ndarray  # [part]
    pull: np.ndarray  # [group, part]; over all groups they add up to 0
    deals: int

    @property
    def estimate(self) -> Estimate:
        return self.at(1)

    def at(self, tests: float) -> Estimate:
        """The number, with an interval so wide that as many of them hold together."""
        if self.shape == TAIL:
            return self._tail(tests)
        mean, pull = self._contrasts()
        low, high = self._interval(mean, pull, tests * _together(len(mean), self.shape))
        ends = float(low.max()), float(high.max())
        if self.shape == SPREAD:
            ends = max(ends[0], 0.0), ends[1]
        return Estimate(float(mean.max()), *ends)

    def minus(self, other: "Reading", tests: float = 1) -> Estimate:
        """The difference from another reading of the same gauge, paired by deal."""
        if self.shape == TAIL or self.parts != other.parts:
            return apart(self.at(tests), other.at(tests))
        (mine, my_pull), (theirs, their_pull) = self._contrasts(), other._contrasts()
        n = _together(len(mine), self.shape)
        several = tests * (3 * n if n > 1 else 1)
        low, high = self._interval(mine - theirs, my_pull - their_pull, several, False)
        # The largest of mine beats the largest of theirs by at most what it beats its namesake by.
        return Estimate(
            float(mine.max() - theirs.max()),
            float(low[other._contenders(tests * n)].min()),
            float(high[self._contenders(tests * n)].max()),
        )

    def chance_of(self, other: "Reading") -> float:
        """A p-value: 1 minus the level of the widest interval of the difference without 0."""
        surely, hardly = -15.0, 0.0  # powers of ten
        for _ in range(20):
            middle = (surely + hardly) / 2
            if self.minus(other, (1 - LEVEL) / 10**middle).surely_not(0):
                hardly = middle
            else:
                surely = middle
        return 10**hardly

    def gain_over(self, other: "Reading") -> float:
        """How many times wider the difference's interval would be had they not shared deals."""
        if self.shape == TAIL:
            return math.nan
        (_, mine), (_, theirs) = self.leading, other.leading
        paired, unpaired = ((mine - theirs) ** 2).sum(), (mine**2 + theirs**2).sum()
        return math.sqrt(unpaired / paired) if paired > 1e-24 else math.nan

    @property
    def leading(self) -> tuple[float, np.ndarray]:
        """The number and the pulls on it, as if it were known which part is the largest."""
        mean, pull = self._contrasts()
        best = int(mean.argmax())
        return float(mean[best]), pull[:, best]

    def _contrasts(self) -> tuple[np.ndarray, np.ndarray]:
        """The means whose largest is the number, and the pulls on each."""
        if self.shape != SPREAD:
            return self.mean, self.pull
        one, other = np.array(list(itertools.permutations(range(len(self.parts)), 2))).T
        return self.mean[one] - self.mean[other], self.pull[:, one] - self.pull[:, other]

    def _contenders(self, n: float) -> np.ndarray:
        """Which parts may be the largest in truth."""
        mean, pull = self._contrasts()
        low, high = self._interval(mean, pull, 3 * n)
        return high >= low.max()

    def _interval(
        self, mean: np.ndarray, pull: np.ndarray, tests: float, bounded: bool = True
    ) -> tuple[np.ndarray, np.ndarray]:
        """95 % intervals; with `tests` so wide that as many hold together."""
        groups = min(self.deals, GROUPS)
        if groups < 2:
            return np.full_like(mean, -np.inf), np.full_like(mean, np.inf)
        error = np.sqrt(groups / (groups - 1) * (pull**2).sum(axis=0))
        reach = student(np.asarray(groups), tests) * error
        low, high = mean - reach, mean + reach
        if self.is_share and bounded and self.shape != SPREAD:
            least, most = share_interval(mean, error, np.full(len(mean), self.deals), tests)
            return np.minimum(low, least).clip(0, 1), np.maximum(high, most).clip(0, 1)
        return low, high

    def _tail(self, tests: float) -> Estimate:
        """A rank's interval, read off the lengths in order (Woodruff)."""
        order = np.argsort([float(part) for part in self.parts])
        lengths = np.array([float(self.parts[k]) for k in order])
        within, pull = self.mean[order].cumsum(), self.pull[:, order].cumsum(axis=1)
        at = min(int(np.searchsorted(within, RANK - 1e-12)), len(lengths) - 1)
        low, high = self._interval(within, pull, tests)
        # Lengths which may be the tail: those within which RANK of the games may end.
        first = min(int(np.searchsorted(high, RANK)), at)
        last = max(min(int(np.searchsorted(low, RANK)), len(lengths) - 1), at)
        return Estimate(float(lengths[at]), float(lengths[first]), float(lengths[last]))


def _together(n: int, shape: str) -> int:
    """How many intervals must hold together; of a pair, one is the other turned round."""
    return n // 2 if shape == SPREAD else n


def apart(one: Estimate, other: Estimate) -> Estimate:
    """A difference of two numbers of which nothing is paired; wider than need be."""
    return Estimate(one.value - other.value, one.low - other.high, one.high - other.low)
