"""Many numbers of one kind, drawn towards each other as far as chance explains their scatter.

The highest of twelve win rates is high by luck too. Drawn towards what all have in common, numbers
lie nearer to the truth on average, and 95 of 100 of their intervals hold it, taken over all of
them (empirical Bayes, also called partial pooling). Of one that is alone far off this is not
promised: who looks for that one asks the numbers as they were measured.
"""

import functools
from dataclasses import dataclass

import numpy as np

from analyses.statistics.estimate import Interval, Quantity
from analyses.statistics.intervals import discoveries, mean_interval, p_values, student

FEWEST = 8  # numbers: of fewer the scatter is hardly known, and they stay as measured
UNSURE = 1.5  # errors that the scatter may be larger by


@dataclass(frozen=True)
class Single:
    """One of several numbers, whose intervals hold for as many looks at them."""

    value: float
    error: float
    groups: float
    looks: int

    def interval(self, tests: float = 1) -> Interval:
        low, high = mean_interval(self.value, self.error, self.groups, tests * self.looks)
        return Interval(float(low), float(high))


@dataclass(frozen=True)
class Estimates:
    """Several numbers with their errors."""

    value: np.ndarray
    error: np.ndarray
    groups: np.ndarray  # of deals, or as many as would give an interval of the same width
    tests: int = 1  # intervals are so wide that as many looks at them hold together

    def one(self, k: int) -> Quantity:
        """One of the numbers."""
        value, error, groups = (float(of[k]) for of in (self.value, self.error, self.groups))
        return Single(value, error, groups, self.tests)

    @functools.cached_property
    def low(self) -> np.ndarray:
        return self.value - student(self.groups, self.tests) * self.error

    @functools.cached_property
    def high(self) -> np.ndarray:
        return self.value + student(self.groups, self.tests) * self.error

    @functools.cached_property
    def q(self) -> np.ndarray:
        """Below 0.05: not zero, with at most 5% of such claims wrong; of those that are known."""
        found = np.full(len(self.value), np.nan)
        known = np.isfinite(self.error)
        p = p_values(self.value[known], self.error[known], self.groups[known], 0.0)
        found[known] = discoveries(np.minimum(p * self.tests, 1))
        return found


def reconciled(shown: Estimates, own: Estimates, usual: np.ndarray) -> Estimates:
    """Numbers that were drawn towards those of others, but for where their own games say otherwise.

    Usually each is drawn so far; the one that is broken scatters as no other does. What was surely
    drawn too far, among so many, is told as it was measured; of what may have been, the interval
    reaches as far as both do.
    """
    apart = np.abs(own.value - shown.value)
    once, among_all = (student(shown.groups, shown.tests * n) for n in (1, len(apart)))
    low, high = np.minimum(shown.low, own.low), np.maximum(shown.high, own.high)
    both = (low + high) / 2, (high - low) / (2 * once)
    told = np.where(apart > once * usual, both, (shown.value, shown.error))
    value, error = np.where(apart > among_all * usual, (own.value, own.error), told)
    return Estimates(value, error, shown.groups, shown.tests)


def pooled(own: Estimates) -> Estimates:
    """Distances from what is usual, drawn towards none; the fewer scatter, the more so.

    They add up to about nothing, so one of them follows from the others.
    """
    if len(own.value) < FEWEST or not np.isfinite(own.error).all():
        return own
    noise, free = own.error**2, len(own.value) - 1
    scatter = max(0.0, float((own.value**2 - noise).mean()))
    # The scatter has an error of its own: an unlucky 0 should make no interval too narrow.
    at_most = scatter + UNSURE * (2 / free) ** 0.5 * (scatter + float(noise.mean()))
    trust = scatter / np.maximum(scatter + noise, 1e-300)
    error = np.sqrt(trust**2 * noise + (1 - trust) ** 2 * at_most)
    shown = Estimates(trust * own.value, error, own.groups, own.tests)
    return reconciled(shown, own, np.sqrt((1 - trust) * noise))
