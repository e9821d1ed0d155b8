"""Games in which the same seats hold the same: strata, so that one game can lend to another.

What was dealt may bring little as a rule and much at times, so a mean does not stand for it. Only
what clearly changes a value counts, the most important first, and only as long as nearly all games
have others alike. What is left over is told by its mean.
"""

import numpy as np

from analyses.statistics.holders import beside_seats, brought
from analyses.statistics.intervals import student

ENOUGH = 10  # games alike: among fewer, one game would lend to the same ones again and again
NEARLY_ALL = 0.9  # games that have enough others
FAR = 5  # times the usual distance: what lies farther counts as if it did not


def alike(
    value: np.ndarray, held: np.ndarray, deal: np.ndarray, first: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The stratum of each game, and what else was dealt brings each seat of a value [game, seat].

    Games of one stratum are alike in `first` too, the line-up for example. `held` is [game, seat,
    member].
    """
    stratum, used = first, np.zeros(held.shape[2], bool)
    for member in _in_order(value, held, deal):
        finer = _split(stratum, held[:, :, member])
        if (np.bincount(finer)[finer] >= ENOUGH).mean() < NEARLY_ALL:
            break
        stratum, used[member] = finer, True
    return stratum, _left_over(value, held[:, :, ~used], stratum)


def in_one(*columns: np.ndarray) -> np.ndarray:
    """A number for each combination of values, as they stand in these columns [game]."""
    found = np.zeros(len(columns[0]), int)
    for column in columns:
        codes = np.unique(column, return_inverse=True)[1].ravel()
        found = np.unique(found * (codes.max() + 1) + codes, return_inverse=True)[1].ravel()
    return found


def _split(stratum: np.ndarray, holds: np.ndarray) -> np.ndarray:
    return in_one(stratum, *holds.T)


def _in_order(value: np.ndarray, held: np.ndarray, deal: np.ndarray) -> list[int]:
    """Members that clearly change the value, or how far it scatters: the clearest first."""
    if not held.any():
        return []
    above = value - value.mean(axis=1, keepdims=True)
    above = above - above.mean(axis=0)
    clarity = np.zeros(held.shape[2])
    for one in (above, np.abs(above)):
        shown = beside_seats(one, held, deal)
        off = np.divide(np.abs(shown.mean), shown.error, where=shown.error > 0, out=clarity * 0)
        clarity = np.maximum(clarity, np.nan_to_num(off))
    enough = student(np.asarray(len(np.unique(deal))), tests=2 * held.shape[2])
    return [int(k) for k in np.argsort(-clarity, kind="stable") if clarity[k] > enough]


def _left_over(value: np.ndarray, held: np.ndarray, stratum: np.ndarray) -> np.ndarray:
    """What members that make no strata bring on average; a few large values do not carry it."""
    n = np.bincount(stratum)
    means = [np.bincount(stratum, seat) / np.maximum(n, 1) for seat in value.T]
    off = value - np.stack(means, axis=1)[stratum]
    reach = FAR * np.median(np.abs(off))
    return brought(off.clip(-reach, reach), held)
