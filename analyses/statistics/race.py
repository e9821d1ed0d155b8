"""A race without memory: every part of it is decided anew, whoever leads."""

import functools

import numpy as np
from scipy import special

GRID = np.arange(-6, 6, 0.1) + 0.05  # of standard normal standings, by their middles


@functools.cache
def leader_wins(players: int, progress: float = 0.5) -> float:
    """How often who leads a race when this part of it is over goes on to win.

    Standings are sums of many small gains, equal players' and equally wide all along. So those at
    that time and at the end are normal, with a correlation of the root of `progress`, and one
    player leads and wins if all others lie below at both times.
    """
    if progress == 1:
        return 1.0
    correlation = np.sqrt(progress)
    rest = np.sqrt(1 - progress)
    step = GRID[1] - GRID[0]
    now, end = GRID[:, None], GRID[None, :]
    here = _density(now) * step
    below = here * special.ndtr((end - correlation * now) / rest)  # of one other, at its standing
    below = np.cumsum(below, axis=0) - below / 2
    mine = here * _density((end - correlation * now) / rest) / rest * step
    return float(players * (mine * below ** (players - 1)).sum())


def _density(x: np.ndarray) -> np.ndarray:
    return np.exp(-(x**2) / 2) / np.sqrt(2 * np.pi)
