"""The points that would level the seats: solved on the recorded scores, not guessed."""

import numpy as np
import polars as pl

from analyses.statistics.estimate import NAN, Estimate
from analyses.statistics.intervals import jackknife

GROUPS = 20  # of deals, for the interval: each is left out once
SWEEPS = 40
CLOSE = 1e-4  # of a win share: near enough


def level_seats(rows: pl.LazyFrame, players: int) -> list[Estimate]:
    """Points for each seat, zero on average, after which all seats win equally often."""
    games = rows.sort("game", "seat").select("deal", "score").collect()
    points = games["score"].to_numpy().reshape(-1, players).astype(np.int64)
    step = max(int(np.gcd.reduce((points - points.min()).ravel())), 1)  # scores may come in fives
    scores, group = points / step, games["deal"].to_numpy()[::players] % GROUPS
    whole = solve(scores)
    known = [g for g in range(GROUPS) if 0 < (group == g).sum() < len(group)]
    left_out = step * np.array([solve(scores[group != g], whole) for g in known])
    return [
        Estimate(
            float(step * whole[seat]),
            jackknife(left_out[:, seat]) if len(known) > 1 else NAN,
            len(known),
        )
        for seat in range(players)
    ]


def solve(scores: np.ndarray, start: np.ndarray | None = None) -> np.ndarray:
    """Raises and lowers the seats' handicaps by turns until every win share is even.

    A share rises with its own handicap and falls with the others', so levelling one seat after the
    other closes in. Scores are in the smallest steps that occur; a fraction of a step is a whole
    one in that fraction of the games.
    """
    games, players = scores.shape
    dice = np.random.default_rng(1).random(scores.shape)  # the same for every handicap tried
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
