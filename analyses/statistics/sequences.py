"""Confidence sequences: intervals that hold however often one looks, so a run may stop by them.

The empirical-Bernstein sequence with predictable weights of Waudby-Smith and Ramdas ("Estimating
means of bounded random variables by betting", 2024): it holds for every sample size at once,
whatever the distribution within 0 and 1.
"""

import math
from dataclasses import dataclass

import numpy as np

ALPHA = 0.05
LOUDEST = 0.5  # the largest weight of one observation


@dataclass
class ShareSequence:
    """The running interval of the mean of numbers within 0 and 1."""

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
        weight = np.sqrt(2 * math.log(2 / ALPHA) / (variance_before * t * np.log1p(t)))
        weight = np.minimum(weight, LOUDEST)
        weights = self.weights + np.cumsum(weight)
        weighted = self.weighted + np.cumsum(weight * values)
        cost = (values - means_before) ** 2 * (-np.log1p(-weight) - weight)
        slack = self.slack + np.cumsum(cost)
        self.n += len(values)
        if len(values):
            self.total, self.spread = float(totals[-1]), float(spreads[-1])
            self.weights, self.weighted = float(weights[-1]), float(weighted[-1])
            self.slack = float(slack[-1])
        centre, reach = weighted / weights, (math.log(2 / ALPHA) + slack) / weights
        return np.clip(centre - reach, 0, 1), np.clip(centre + reach, 0, 1)
