"""Means of a few expensive games, made surer by many cheap games on the same shuffles.

What a shuffle gives to weak players it gives to strong ones too, as far as scores, length and
sources go. Of the strong games' shuffles the weak ones know by how much they lie off the average:
so much of it as goes with the strong games is taken off (a control variate). How much that is comes
from the other half of the shuffles, so the mean stays unbiased.
"""

from dataclasses import dataclass

import numpy as np

from analyses.statistics.estimate import Estimate

FEW = 20  # shuffles in both: of fewer nothing is learnt


@dataclass(frozen=True)
class Controlled:
    """A mean with the weak games' help, and without it."""

    mean: Estimate
    alone: Estimate

    @property
    def saved(self) -> float:
        """How many times as many strong games would be as sure without help."""
        return (self.alone.error / self.mean.error) ** 2 if self.mean.error else 1.0


def controlled(
    deal: np.ndarray, value: np.ndarray, weak_deal: np.ndarray, weak_value: np.ndarray
) -> Controlled:
    """The mean of strong games' values, one of each shuffle; the weak ones have more shuffles."""
    alone = Estimate(float(value.mean()), _error(value), len(value))
    shared, at, weak_at = np.intersect1d(deal, weak_deal, return_indices=True)
    if len(shared) < FEW or len(shared) < len(deal) or len(weak_value) <= len(shared):
        return Controlled(alone, alone)
    off = weak_value[weak_at] - weak_value.mean()
    slope = _slopes(off, value[at])
    pulled = value[at] - slope * off
    mean = float(pulled.mean())
    known = _error(pulled), abs(float(slope.mean())) * _error(weak_value)
    found = Estimate(mean, float(np.hypot(*known)), len(value))
    return Controlled(found, alone) if found.error < alone.error else Controlled(alone, alone)


def _slopes(off: np.ndarray, value: np.ndarray) -> np.ndarray:
    """For each shuffle, how strong games go with weak ones in the other half."""
    half = np.arange(len(off)) % 2
    slope = np.empty(len(off))
    for k in (0, 1):
        x, y = off[half != k], value[half != k]
        spread = float(((x - x.mean()) ** 2).sum())
        slope[half == k] = float(((x - x.mean()) * (y - y.mean())).sum()) / spread if spread else 0
    return slope


def _error(value: np.ndarray) -> float:
    return float(value.std(ddof=1)) / len(value) ** 0.5 if len(value) > 1 else np.inf
