"""Numbers read off ranks, as a median or the width that holds nine in ten, with honest intervals.

What lies at a rank moves in steps and has no error to hand on. But the share of values up to it
has one, between deals like any other. So ranks, and means that go with them, are moved as deals
move them together, and the number is read off each time (after Woodruff, 1952).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from scipy import special

from analyses.statistics.counts import Counts
from analyses.statistics.estimate import Interval
from analyses.statistics.intervals import HANDFUL, student

CASES = 4096
SPHERES = 4


@dataclass(frozen=True)
class Ranks:
    """Some shares of values, and the value up to which each of them lies."""

    seen: Counts
    shares: tuple[float, ...]

    def at(self, moved: np.ndarray) -> np.ndarray:
        """What lies at ranks that were moved, [share, case]; beyond all that was seen, anything."""
        beyond = np.where(moved > 1, np.inf, np.where(moved < 0, -np.inf, 0.0))
        return self.seen.quantiles(moved.clip(0, 1)) + beyond

    def beyond(self, column: str) -> list[pl.Expr]:
        """For each share: how much of a row lies beyond it, which draws what lies there upwards.

        Of values equal to the one there a part does. Were they in some order, each would be beyond
        or not, and rows would differ more: by so much it is stretched.
        """
        return [self._beyond(pl.col(column), share) for share in self.shares]

    def _beyond(self, value: pl.Expr, share: float) -> pl.Expr:
        seen, there = self.seen, self.seen.quantile(share)
        above, equal = seen.times[seen.values > there], seen.times[seen.values == there].sum()
        part = min(max(((1 - share) * seen.n - above.sum()) / equal, 0.0), 1.0)
        whole = share * (1 - share)
        left = whole - part * (1 - part) * equal / seen.n
        stretch = (whole / left) ** 0.5 if left > 1e-9 else 1.0
        is_beyond = pl.when(value > there).then(1.0).when(value == there).then(part).otherwise(0.0)
        return is_beyond * stretch


@dataclass(frozen=True)
class ReadOff:
    """A number read off ranks and means: its interval holds it wherever they may surely lie.

    As far off as an interval of any one of them reaches, in all directions: of a number that moves
    evenly with them these are the ends of its own interval, and where it jumps both sides are held,
    however few cases there are of one (the ends of a profile likelihood).
    """

    value: float
    by: Callable[[np.ndarray], np.ndarray]  # of ranks and means [which, case], for each case
    centre: Sequence[float]
    pulled: np.ndarray  # [deal, which], as by `pulls`

    def interval(self, tests: float = 1) -> Interval:
        """Moved farther for several claims, or if there are few deals, as Student's are."""
        deals = len(self.pulled)
        if deals < (2 if self.pulled.any() else HANDFUL):
            return Interval(-np.inf, np.inf)
        off = student(np.asarray(deals), tests) * self._root() @ _cases(len(self.centre))
        seen = self.by(np.asarray(self.centre)[:, None] + off)
        return Interval(min(float(seen.min()), self.value), max(float(seen.max()), self.value))

    def _root(self) -> np.ndarray:
        """Of the covariance; what never moves is moved by next to nothing, so that it has one."""
        spread = self.pulled.T @ self.pulled
        return np.linalg.cholesky(spread + np.diag(1e-9 * spread.diagonal() + 1e-30))


def _cases(dimensions: int) -> np.ndarray:
    """Points [dimension, case] on some spheres, up to one of radius 1, the same each time.

    Their directions are even: multiples of the powers of 1/g, where g to the power of 4 is g + 1
    (Roberts, 2018), as normal deviates.
    """
    step = 1.2207440846057596 ** -np.arange(1.0, dimensions + 1)
    deviates = special.ndtri((0.5 + np.outer(step, np.arange(CASES))) % 1)
    radius = (1 + np.arange(CASES) % SPHERES) / SPHERES
    return radius * deviates / np.maximum(np.linalg.norm(deviates, axis=0), 1e-9)
