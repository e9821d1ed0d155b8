"""Rows of games that were never played: who wins how often is said, and chance does the rest."""

import numpy as np
import polars as pl


def rows(rng, line_up, deals, chances, *, same="all", scores=None):
    """One table, a strategy per seat, in every seating; `chances` are those of the line-up to win.

    `scores[game, seat]`, if given, are the scores instead; the highest wins.
    """
    players, turns = len(line_up), len(line_up) if len(set(line_up)) > 1 else 1
    games = deals * turns
    who = (np.arange(players) + (np.arange(games) % turns)[:, None]) % players
    if scores is None:
        winner = rng.choice(players, size=games, p=chances)  # of the line-up
        scores = rng.integers(0, 10_000, (games, players)) + 10_000 * (who == winner[:, None])
    best = scores == scores.max(axis=1, keepdims=True)
    deal = np.arange(games) // turns
    named = pl.format("{} {} {}", pl.lit(str(line_up)), pl.lit(same), "game")
    alike = dict(title="none", line_up=", ".join(line_up), same=same, forbids="")
    return pl.DataFrame(
        {
            "game": np.repeat(np.arange(games), players),
            "deal": np.repeat(deal, players),
            "seat": np.tile(np.arange(1, players + 1), games),
            "strategy": pl.Series(line_up).gather(who.ravel()),
            "score": scores.ravel(),
            "place": np.where(best, 1, 2).ravel(),
            "win": (best / best.sum(axis=1, keepdims=True)).ravel(),
        }
    ).with_columns(game=named, **{name: pl.lit(word) for name, word in alike.items()})


def together(*frames):
    """All of them as one sample, its games numbered in their order."""
    whole = pl.concat(frames)
    return whole.with_columns(game=pl.col("game").rank("dense").cast(pl.Int64))


def leaning(rng, worth, *, players=2, deals=600, reference="strong"):
    """The reference player in every seat; then each style alone at its table.

    `worth` is what each style wins, in even shares.
    """
    even = 1 / players
    frames = [rows(rng, (reference,) * players, deals, [even] * players)]
    for name, value in worth.items():
        rest = [(1 - value * even) / (players - 1)] * (players - 1)
        line_up = (name, *[reference] * (players - 1))
        frames.append(rows(rng, line_up, deals, [value * even, *rest]))
    return together(*frames)
