"""The points that would level the seats: solved on the recorded scores, not guessed.

Seat by seat it is told what would level it, and where that lies, between the steps that scores come
in; and, since handicaps at a table are whole points, for all seats together those that bring them
nearest to even, with what they win then. Points that are no whole step only break ties.
"""

import bisect
import functools
import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from analyses.statistics.estimate import Estimate, Interval, Share
from analyses.statistics.holders import of_holders
from analyses.statistics.intervals import student
from analyses.statistics.order import least_by
from analyses.statistics.race import shared_wins

SWEEPS = 40
ENOUGH = 100  # games: of fewer, what was never seen says little
CLOSE = 1e-4  # of a win share: near enough
Points = tuple[int, ...]  # of each seat


@dataclass(frozen=True)
class Handicap:
    """Points for a seat that would level it, a fraction being a step more in as many games."""

    value: float
    ends: Callable[[float], list[float]]  # low and high, for so many claims at once

    def interval(self, tests: float = 1) -> Interval:
        return Interval(*self.ends(tests))


@dataclass(frozen=True)
class Whole:
    """Whole points that bring the seats nearest to even, none if none do, and what they win then.

    Who gets the same as most others gets nothing: only differences count.
    """

    points: Points
    shares: list[Estimate]
    step: int  # points that scores come in


def whole_points(rows: pl.LazyFrame, handicaps: Sequence[Handicap]) -> Whole:
    """The best of those around the solved handicaps, or none at all.

    Each is taken up or down to a whole step; from the best of these, seat after seat is moved to
    the points between two steps where that is better.
    """
    scores, deal, step = _scores(rows, len(handicaps))
    points = step * scores
    ends = [(step * math.floor(one.value / step), step * math.ceil(one.value / step))
            for one in handicaps]  # fmt: skip

    @functools.cache
    def off(given: Points) -> float:
        return _off(points, given)

    def size(given: Points) -> int:
        return sum(map(abs, _fewest(given)))

    best = least_by([(0,) * len(handicaps), *itertools.product(*ends)], off, size)
    while (better := least_by([best, *_one_moved(best, ends)], off, size)) != best:
        best = better
    won = shared_wins(points + np.array(best))
    everyone = np.ones((len(won), 1, 1), bool)
    shares = [of_holders(one[:, None], everyone, deal).estimates(Share)[0] for one in won.T]
    return Whole(_fewest(best), shares, step)


@dataclass(frozen=True)
class PointsToWin:
    """Whoever has so many points has won, and nobody else has ever had them."""

    goal: int
    is_only_won: bool  # the points tell who has won, and nothing else


def points_to_win(rows: pl.LazyFrame) -> PointsToWin | None:
    """Whether winners alone reach some score; games that are shared, and too few, tell nothing."""
    score, is_won, is_lost = pl.col("score"), pl.col("win") == 1, pl.col("win") == 0
    won, lost = score.filter(is_won), score.filter(is_lost)
    ends = rows.select(
        n=is_won.sum(), least=won.min(), most=won.max(), low=lost.min(), high=lost.max()
    )
    n, least, most, low, high = ends.collect(engine="streaming").row(0)
    if n < ENOUGH or high is None or least <= high:
        return None
    return PointsToWin(int(least), least == most and low == high)


@dataclass(frozen=True)
class Compensation:
    """Whole points for each holder of a thing, and the share of games that holders win then."""

    points: int
    share: float


def points_decide(score: np.ndarray, win: np.ndarray) -> bool:
    """Whether all who win have the most points [game, seat], however ties are broken."""
    return bool((score == score.max(axis=1, keepdims=True))[win > 0].all())


def compensate(score: np.ndarray, held: np.ndarray, fair: float) -> Compensation:
    """The points that bring the holders [game, seat] closest to a fair share.

    Their share can only rise with their points, so the best lie where it passes the fair share.
    """
    score = score.astype(np.int64)
    step = max(int(np.gcd.reduce((score - score.min()).ravel())), 1)

    def share(steps: int) -> float:
        return float(shared_wins(score + step * steps * held)[held].mean())

    reach = int(np.ptp(score)) // step + 1  # points with which everybody wins, or nobody
    enough = bisect.bisect_left(range(-reach, reach), fair, key=share) - reach
    best = least_by([0, enough - 1, enough], lambda one: abs(share(one) - fair), abs)
    return Compensation(step * best, share(best))


def _one_moved(given: Points, ends: Sequence[tuple[int, int]]) -> Iterator[Points]:
    """The points of one seat changed: to either step, or to just beside it."""
    for seat, (low, high) in enumerate(ends):
        for points in sorted({low, min(low + 1, high), max(high - 1, low), high}):
            yield (*given[:seat], points, *given[seat + 1 :])


def _fewest(given: Points) -> Points:
    """The same differences with as many seats as possible left alone, others rather raised."""
    moved = [tuple(n - zero for n in given) for zero in given]
    return min(moved, key=lambda one: (sum(map(bool, one)), sum(map(abs, one)), -sum(one)))


def _off(points: np.ndarray, given: Points) -> float:
    """How far the farthest seat is from even then."""
    return float(np.abs(shared_wins(points + np.array(given)).mean(axis=0) - 1 / len(given)).max())


def _scores(rows: pl.LazyFrame, players: int) -> tuple[np.ndarray, np.ndarray, int]:
    """By game and seat, in the steps that scores come in, perhaps in fives; the deal of each.

    Seat after seat in memory, as are the dice: the best of a game is found many times faster.
    """
    games = rows.sort("game", "seat").select("deal", "score").collect()
    points = games["score"].to_numpy().reshape(-1, players).astype(np.int64)
    step = max(int(np.gcd.reduce((points - points.min()).ravel())), 1)
    return np.asfortranarray(points / step), games["deal"].to_numpy()[::players], step


def level_seats(rows: pl.LazyFrame, players: int) -> list[Handicap]:
    """Points for each seat, zero on average, after which all seats win equally often."""
    scores, deal, step = _scores(rows, players)
    solved = solve(scores)

    @functools.cache
    def ends(tests: float) -> np.ndarray:
        return step * _ends(scores, deal, solved, tests)

    def of(seat: int) -> Handicap:
        return Handicap(float(step * solved[seat]), lambda tests: ends(tests)[:, seat].tolist())

    return [of(seat) for seat in range(players)]


def _ends(scores: np.ndarray, deal: np.ndarray, solved: np.ndarray, tests: float) -> np.ndarray:
    """Where the seats' handicaps lie, [low or high, seat], the errors of all of them considered.

    Once levelled, the shares still have an error. So all are solved again for shares that are off
    by as much, in each of the directions in which deals move them independently (after Woodruff,
    1952), and reaches of such directions are added as squares (MOVER; Zou and Donner, 2008).
    """
    players, low, high = len(solved), np.zeros(len(solved)), np.zeros(len(solved))
    for way in _ways(shared_wins(scores + np.floor(solved + _dice(scores))), deal, tests):
        wanted = 1 / players + np.array([way, -way])
        if not (wanted > 0).all():  # so few games that a seat may win none of them
            return solved + np.array([[-np.inf], [np.inf]])
        moved = np.array([solve(scores, solved, shares) for shares in wanted]) - solved
        low, high = low + moved.min(axis=0).clip(max=0) ** 2, high + moved.max(axis=0).clip(0) ** 2
    return solved + np.array([-np.sqrt(low), np.sqrt(high)])


def _ways(won: np.ndarray, deal: np.ndarray, tests: float) -> np.ndarray:
    """How far deals may move the seats' shares, [direction, seat]; unknown of a single deal."""
    _, which = np.unique(deal, return_inverse=True)
    drawn = np.zeros((which.max() + 1, won.shape[1]))
    np.add.at(drawn, which, (won - won.mean(axis=0)) / len(won))
    deals = len(drawn)
    if deals < 2:
        return np.full((1, won.shape[1]), np.inf)
    sizes, ways = np.linalg.eigh(drawn.T @ drawn * deals / (deals - 1))
    reach = student(np.asarray(deals), tests) * np.sqrt(sizes[1:].clip(0))
    return (ways[:, 1:] * reach).T  # without the first: shares add up to one


def _dice(scores: np.ndarray) -> np.ndarray:
    """What makes whole steps of fractions: the same for every handicap tried."""
    return np.asfortranarray(np.random.default_rng(1).random(scores.shape))


def solve(
    scores: np.ndarray, start: np.ndarray | None = None, wanted: np.ndarray | None = None
) -> np.ndarray:
    """Raises and lowers the seats' handicaps by turns until every win share is as wanted, or even.

    A share rises with its own handicap and falls with the others', so levelling one seat after the
    other closes in. Scores are in the smallest steps that occur; a fraction of a step is a whole
    one in that fraction of the games.
    """
    games, players = scores.shape
    dice = _dice(scores)
    handicap = np.zeros(players) if start is None else start.copy()
    shares = np.full(players, 1 / players) if wanted is None else wanted
    close = max(CLOSE, 1 / games)  # one game more or less cannot be levelled
    for _ in range(SWEEPS):
        for seat in range(players):
            handicap[seat] = _bring(scores, dice, handicap, seat, shares[seat])
        if np.abs(_win_shares(scores, dice, handicap) - shares).max() < close:
            break
    return handicap - handicap.mean()


def _bring(
    scores: np.ndarray, dice: np.ndarray, handicap: np.ndarray, seat: int, share: float
) -> float:
    """The handicap of one seat at which it wins this share.

    In every game there is one from which on the seat shares the win, and a step higher it wins
    alone; the share is reached where enough of these have been passed. Up to the next of them
    nothing changes: where the handicap as it is lies there, it will do, else the middle is taken.
    """
    others = np.delete(scores + np.floor(handicap + dice), seat, axis=1)
    best = others.max(axis=1)
    shared = 1 / (1 + (others == best[:, None]).sum(axis=1))
    ties_from = best - scores[:, seat] - dice[:, seat]
    steps, gains = np.append(ties_from, ties_from + 1), np.append(shared, 1 - shared)
    order = np.argsort(steps)
    won, enough = np.cumsum(gains[order]), len(scores) * share
    first = np.searchsorted(won, enough - 1e-9)
    least = most = steps[order][first]
    if won[first] < enough + 1e-9:
        most = steps[order][np.searchsorted(won, enough + 1e-9)]
    is_level = least <= handicap[seat] < most
    return float(handicap[seat] if is_level else (least + most) / 2)


def _win_shares(scores: np.ndarray, dice: np.ndarray, handicap: np.ndarray) -> np.ndarray:
    return shared_wins(scores + np.floor(handicap + dice)).mean(axis=0)
