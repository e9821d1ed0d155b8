"""The points that would level the seats: solved on the recorded scores, not guessed.

Scores come in whole steps, and so do handicaps at a table. A handicap is one of a seat while the
others have theirs; those steps are told at which its win share cannot be told from even.
"""

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import polars as pl

from analyses.statistics.estimate import Estimate, Interval, Share
from analyses.statistics.holders import of_holders

SWEEPS = 40
CLOSE = 1e-4  # of a win share: near enough


@dataclass(frozen=True)
class Handicap:
    """Points for a seat: the solved ones, and the whole steps that cannot be told from level."""

    value: float
    step: int  # that scores come in
    most: int  # steps between any two scores
    even: float
    share: Callable[[int], Estimate]  # that the seat wins with so many steps more

    def interval(self, tests: float = 1) -> Interval:
        """A share rises with its handicap, so these steps are neighbours."""
        low = self._first(lambda n: self.share(n).interval(tests).high >= self.even)
        high = self._first(lambda n: self.share(n).interval(tests).low > self.even) - 1
        if low > high:  # one step is too few and the next too many
            low, high = math.floor(self.value / self.step), math.ceil(self.value / self.step)
        return Interval(float(low * self.step), float(high * self.step))

    def least(self, tests: float = 1) -> float:
        """The smallest of them."""
        low, high = self.interval(tests)
        return min(max(low, 0.0), high)

    def _first(self, holds: Callable[[int], bool]) -> int:
        """The first step from which on something holds."""
        few, many = -self.most - 1, self.most + 1
        while few < many:
            middle = (few + many) // 2
            few, many = (few, middle) if holds(middle) else (middle + 1, many)
        return few


def level_seats(rows: pl.LazyFrame, players: int) -> list[Handicap]:
    """Points for each seat, zero on average, after which all seats win equally often."""
    games = rows.sort("game", "seat").select("deal", "score").collect()
    points = games["score"].to_numpy().reshape(-1, players).astype(np.int64)
    step = max(int(np.gcd.reduce((points - points.min()).ravel())), 1)  # scores may come in fives
    scores, deal = points / step, games["deal"].to_numpy()[::players]
    solved = solve(scores)
    most = int(np.ptp(scores)) + math.ceil(np.abs(solved).max())
    return [
        Handicap(float(step * solved[seat]), step, most, 1 / players,
                 _shares(scores, solved, seat, deal))
        for seat in range(players)
    ]  # fmt: skip


def _shares(
    scores: np.ndarray, handicap: np.ndarray, seat: int, deal: np.ndarray
) -> Callable[[int], Estimate]:
    """What a seat wins with so many steps more, the others having their handicaps."""
    others = np.delete(scores + np.floor(handicap + _dice(scores)), seat, axis=1)
    best = others.max(axis=1)
    shared = 1 / (1 + (others == best[:, None]).sum(axis=1))
    everyone = np.ones((len(scores), 1, 1), bool)

    @functools.cache
    def share(steps: int) -> Estimate:
        mine = scores[:, seat] + steps
        won = (mine > best) + shared * (mine == best)
        (found,) = of_holders(won[:, None], everyone, deal).estimates(Share)
        return found

    return share


def _dice(scores: np.ndarray) -> np.ndarray:
    """What makes whole steps of fractions: the same for every handicap tried."""
    return np.random.default_rng(1).random(scores.shape)


def solve(scores: np.ndarray, start: np.ndarray | None = None) -> np.ndarray:
    """Raises and lowers the seats' handicaps by turns until every win share is even.

    A share rises with its own handicap and falls with the others', so levelling one seat after the
    other closes in. Scores are in the smallest steps that occur; a fraction of a step is a whole
    one in that fraction of the games.
    """
    games, players = scores.shape
    dice = _dice(scores)
    handicap = np.zeros(players) if start is None else start.copy()
    close = max(CLOSE, 1 / games)  # one game more or less cannot be levelled
    for _ in range(SWEEPS):
        for seat in range(players):
            handicap[seat] = _even_out(scores, dice, handicap, seat)
        if np.abs(_win_shares(scores, dice, handicap) - 1 / players).max() < close:
            break
    return handicap - handicap.mean()


def _even_out(scores: np.ndarray, dice: np.ndarray, handicap: np.ndarray, seat: int) -> float:
    """The handicap of one seat at which it wins its even share.

    In every game there is one from which on the seat shares the win, and a step higher it wins
    alone; the even share is reached where enough of these have been passed. Up to the next of them
    nothing changes: where the handicap as it is lies there, it will do, else the middle is taken.
    """
    games, players = scores.shape
    others = np.delete(scores + np.floor(handicap + dice), seat, axis=1)
    best = others.max(axis=1)
    shared = 1 / (1 + (others == best[:, None]).sum(axis=1))
    ties_from = best - scores[:, seat] - dice[:, seat]
    steps, gains = np.append(ties_from, ties_from + 1), np.append(shared, 1 - shared)
    order = np.argsort(steps)
    won, even = np.cumsum(gains[order]), games / players
    first = np.searchsorted(won, even - 1e-9)
    least = most = steps[order][first]
    if won[first] < even + 1e-9:
        most = steps[order][np.searchsorted(won, even + 1e-9)]
    is_level = least <= handicap[seat] < most
    return float(handicap[seat] if is_level else (least + most) / 2)


def _win_shares(scores: np.ndarray, dice: np.ndarray, handicap: np.ndarray) -> np.ndarray:
    raised = scores + np.floor(handicap + dice)
    won = raised == raised.max(axis=1, keepdims=True)
    return (won / won.sum(axis=1, keepdims=True)).mean(axis=0)
