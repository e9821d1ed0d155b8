"""Intervals of a mean that grows, by which a run may stop.

`FixedWidth` is the ordinary interval, looked at until it is narrow enough (Chow and Robbins, "On
the asymptotic theory of fixed-width sequential confidence intervals for the mean", 1965): it covers
what it says where it stops, and nowhere else. `ShareSequence` holds however often one looks
and whatever one decides then: the empirical-Bernstein sequence with predictable weights of
Waudby-Smith and Ramdas ("Estimating means of bounded random variables by betting", 2024), whose
weights are those that are best at the width that is asked for.
"""

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

ALPHA = 0.05
LOUDEST = 0.5  # the largest weight of one observation
Z = NormalDist().inv_cdf(1 - ALPHA / 2)


@dataclass
class FixedWidth:
    """The ordinary interval of a running mean, a little wider while observations are few."""

    n: int = 0
    total: float = 0.0
    squares: float = 0.0

    def update(self, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Takes more observations; the interval after each of them."""
        n = self.n + np.arange(1, len(values) + 1)
        totals, squares = self.total + np.cumsum(values), self.squares + np.cumsum(values**2)
        means = totals / n
        variance = np.maximum(squares / n - means**2, 0) + 1 / n  # never nothing by chance
        reach = Z * np.sqrt(variance / n)
        if len(values):
            self.n, self.total, self.squares = int(n[-1]), float(totals[-1]), float(squares[-1])
        return means - reach, means + reach


@dataclass
class ShareSequence:
    """The running interval of the mean of numbers within 0 and 1, best at `width` to each side."""

    width: float
    alpha: float = ALPHA
    n: int = 0
    total: float = 0.5  # of the observations and one imagined half
    spread: float = 0.25  # of squared distances to the running mean, and one imagined
    weights: float = 0.0
    weighted: float = 0.0
    slack: float = 0.0

    def update(self, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Takes more observations; the interval after each of them."""
        t = self.n + np.arange(1, len(values) + 1)
        totals = self.total + np.cumsum(values)
        means = totals / (t + 1)
        spreads = self.spread + np.cumsum((values - means) ** 2)
        means_before = np.concatenate([[self.total / (self.n + 1)], means[:-1]])
        variance_before = np.concatenate([[self.spread], spreads[:-1]]) / t
        weight = np.minimum(self.width / variance_before, LOUDEST)
        weights = self.weights + np.cumsum(weight)
        weighted = self.weighted + np.cumsum(weight * values)
        cost = (values - means_before) ** 2 * (-np.log1p(-weight) - weight)
        slack = self.slack + np.cumsum(cost)
        self.n += len(values)
        if len(values):
            self.total, self.spread = float(totals[-1]), float(spreads[-1])
            self.weights, self.weighted = float(weights[-1]), float(weighted[-1])
            self.slack = float(slack[-1])
        centre, reach = weighted / weights, (math.log(2 / self.alpha) + slack) / weights
        return np.clip(centre - reach, 0, 1), np.clip(centre + reach, 0, 1)
