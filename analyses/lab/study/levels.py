"""Levels from shuffles of their own, differences from shared ones.

On shared shuffles what chance does to one combination it does to all: their differences are sharp,
and how far all of them lie from a fair share is as vague as in a single one. So a part of the games
of each combination is played on shuffles of its own. The mean of all those is the level, to which
differences are added; each of both is the mean of the two kinds that errs least.
"""

import numpy as np

from analyses.statistics.readings import GROUPS

SHARED = np.arange(GROUPS) < GROUPS // 2  # groups of shared shuffles; the others are of own ones
OWN_SHARE = 0.25  # of the games of a combination
DOUBT = 0.02  # of two variances together, that each may be larger: few games may show none
CENTRED = ((GROUPS // 2) / (GROUPS // 2 - 1)) / (GROUPS / (GROUPS - 1))  # each half by its own mean


def levelled(total: np.ndarray, weight: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Totals and weights [combination, group] whose means are levels with sharp differences.

    Combinations without games of both kinds stay as they are, and so do all if there is one alone.
    """
    is_both = (weight[:, SHARED].sum(axis=1) > 0) & (weight[:, ~SHARED].sum(axis=1) > 0)
    if is_both.sum() < 2:
        return total, weight
    total, weight = total.copy(), weight.copy()
    total[is_both], weight[is_both] = _levelled(total[is_both], weight[is_both])
    return total, weight


def _levelled(total: np.ndarray, weight: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    whole = weight.sum(axis=1)
    kinds = [_of_kind(total, weight, which) for which in (SHARED, ~SHARED)]
    by_weight = whole / whole.sum()
    common = [(by_weight @ mean, by_weight @ drawn) for mean, drawn in kinds]
    apart = [
        (mean - level, drawn - pull)
        for (mean, drawn), (level, pull) in zip(kinds, common, strict=True)
    ]
    of_level = _best([float((pull**2).sum()) for _, pull in common])
    of_apart = _best([float((drawn**2).sum()) for _, drawn in apart])
    value, influence = np.zeros(len(total)), np.zeros(total.shape)
    for k in range(2):
        value += of_level[k] * common[k][0] + of_apart[k] * apart[k][0]
        influence += of_level[k] * common[k][1] + of_apart[k] * apart[k][1]
    share = weight / whole[:, None]
    centred = np.sqrt(CENTRED) * influence
    return whole[:, None] * (share * value[:, None] + centred), weight


def _of_kind(
    total: np.ndarray, weight: np.ndarray, which: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Means over the games of one kind, and the influence of its groups on them."""
    total, weight = total * which, weight * which
    whole = weight.sum(axis=1)
    mean = total.sum(axis=1) / whole
    return mean, (total - mean[:, None] * weight) / whole[:, None]


def _best(variance: list[float]) -> tuple[float, float]:
    """How much each of two means counts, so that their sum errs least."""
    one, other = (each + DOUBT * sum(variance) for each in variance)
    return (other / (one + other), one / (one + other)) if one + other > 0 else (0.5, 0.5)
