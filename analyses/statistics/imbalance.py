"""How uneven several shares are: the mean square of their distances from even, over it.

Squares of noisy distances are too large, the more so the fewer the games. So only products of
different groups of deals are added up: what chance does to one group it does not do to another.
"""

import numpy as np


def imbalance(total: np.ndarray, weight: np.ndarray, even: float) -> tuple[np.ndarray, np.ndarray]:
    """Of totals and weights [case, part, group]: each case's value, and each group's influence.

    Its expectation is the true mean square, and may be seen below 0. Influences are those of a
    jackknife over groups, [group, case]; where all shares happen to look even it sees hardly any
    error, so they are stretched by what noise alone does to squares.
    """
    away, counts = total / even - weight, weight.sum(axis=2) > 0
    value = _mean_square(*_sums(away), *_sums(weight), counts)[:, 0]
    left_out = _mean_square(*_sums(away, without=away), *_sums(weight, without=weight), counts)
    groups = weight.any(axis=1).sum(axis=1)  # of each case
    influence = ((value[:, None] - left_out) * ((groups - 1) / np.maximum(groups, 1))[:, None]).T
    influence = influence - influence.mean(axis=0)
    seen = (influence**2).sum(axis=0)
    stretched = np.sqrt(1 + _of_noise(away, weight, counts) / np.where(seen > 0, seen, np.inf))
    return value, influence * stretched


def _of_noise(away: np.ndarray, weight: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Of each case: thrice the variance of a mean of squares of nothing but noise.

    Shares of one table add up to one, so there is one free part less.
    """
    n = np.where(counts, weight.sum(axis=2), 1)
    mean = away.sum(axis=2) / n
    noise = ((away - mean[:, :, None] * weight) ** 2).sum(axis=2) / n**2
    free = np.maximum(counts.sum(axis=1) - 1, 1)
    return 6 * ((noise * counts).sum(axis=1) / np.maximum(counts.sum(axis=1), 1)) ** 2 / free


def _sums(values: np.ndarray, without: np.ndarray | float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """Of all groups and of their squares; without each in turn, if they are given again."""
    squares = (values**2).sum(axis=2, keepdims=True) - np.square(without)
    return values.sum(axis=2, keepdims=True) - without, squares


def _mean_square(
    away: np.ndarray, away2: np.ndarray, n: np.ndarray, n2: np.ndarray, counts: np.ndarray
) -> np.ndarray:
    """The mean over the parts that count, [case, group left out]."""
    squares = (away**2 - away2) / np.where(n**2 - n2 > 0, n**2 - n2, np.inf)
    return (squares * counts[:, :, None]).sum(axis=1) / np.maximum(counts.sum(axis=1), 1)[:, None]
