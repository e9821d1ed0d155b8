"""The points that would level the seats: solved on the recorded scores, not guessed.

Scores come in whole steps, and so do handicaps at a table. Seat by seat those steps are told at
which its win share cannot be told from even while the others have theirs; and for all seats
together the whole steps that bring them nearest to even, with what they win then.
"""

import functools
import itertools
import math
from collections.abc import Callable, Sequence
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
        """A share rises with its handicap, so these steps are neighbours; the solved one is within.

        It lies between two whole steps, of which perhaps one is too few and the next too many.
        """
        low = self._first(lambda n: self.share(n).interval(tests).high >= self.even)
        high = self._first(lambda n: self.share(n).interval(tests).low > self.even) - 1
        low = min(low, math.floor(self.value / self.step))
        high = max(high, math.ceil(self.value / self.step))
        return Interval(float(low * self.step), float(high * self.step))

    def _first(self, holds: Callable[[int], bool]) -> int:
        """The first step from which on something holds."""
        few, many = -self.most - 1, self.most + 1
        while few < many:
            middle = (few + many) // 2
            few, many = (few, middle) if holds(middle) else (middle + 1, many)
        return few


@dataclass(frozen=True)
class Whole:
    """Whole points that bring the seats nearest to even, none if none do, and what they win then.

    Who gets the same as most others gets nothing: only differences count.
    """

    points: tuple[int, ...]
    shares: list[Estimate]


def whole_points(rows: pl.LazyFrame, handicaps: Sequence[Handicap]) -> Whole:
    """Each solved handicap up or down to a whole step: the best of all these, or none at all."""
    scores, deal, step = _scores(rows, len(handicaps))
    solved = [one.value / step for one in handicaps]
    near = itertools.product(*({math.floor(x), math.ceil(x)} for x in solved))
    tried = dict.fromkeys([(0,) * len(handicaps), *map(_fewest, near)])
    best = min(tried, key=lambda steps: _off(scores, steps))
    won = _won(scores + np.array(best))
    everyone = np.ones((len(won), 1, 1), bool)
    shares = [of_holders(one[:, None], everyone, deal).estimates(Share)[0] for one in won.T]
    return Whole(tuple(step * n for n in best), shares)


def _fewest(steps: tuple[int, ...]) -> tuple[int, ...]:
    """The same differences with as many seats as possible left alone, others rather raised."""
    moved = [tuple(n - zero for n in steps) for zero in steps]
    return min(moved, key=lambda one: (sum(map(bool, one)), sum(map(abs, one)), -sum(one)))


def _off(scores: np.ndarray, steps: tuple[int, ...]) -> float:
    """How far the farthest seat is from even then."""
    return float(np.abs(_won(scores + np.array(steps)).mean(axis=0) - 1 / len(steps)).max())


def _won(scores: np.ndarray) -> np.ndarray:
    """Every seat's share of the win of every game."""
    won = scores == scores.max(axis=1, keepdims=True)
    return won / won.sum(axis=1, keepdims=True)


def _scores(rows: pl.LazyFrame, players: int) -> tuple[np.ndarray, np.ndarray, int]:
    """By game and seat, in the steps that scores come in, perhaps in fives; the deal of each."""
    games = rows.sort("game", "seat").select("deal", "score").collect()
    points = games["score"].to_numpy().reshape(-1, players).astype(np.int64)
    step = max(int(np.gcd.reduce((points - points.min()).ravel())), 1)
    return points / step, games["deal"].to_numpy()[::players], step


def level_seats(rows: pl.LazyFrame, players: int) -> list[Handicap]:
    """Points for each seat, zero on average, after which all seats win equally often."""
    scores, deal, step = _scores(rows, players)
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
    return _won(scores + np.floor(handicap + dice)).mean(axis=0)
