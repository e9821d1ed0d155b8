"""Which strategy wins how often?"""

import polars as pl

from analyses.findings import Finding, percent, percent_range
from analyses.intervals import clustered, share_interval, with_interval


def find(frame: pl.LazyFrame, games: int, players: int) -> Finding:
    table = with_interval(clustered(frame, "strategy", pl.col("win")), share_interval)
    table = table.with_columns(even=1 / players, strategy=pl.col("strategy").cast(pl.String))
    table = table.sort("estimate", descending=True)
    best = table.row(0, named=True)
    even = percent(1 / players)
    told = f"{percent(best['estimate'])} of the games"
    within = percent_range(best["low"], best["high"])
    if players == 1:
        sentence = f"{best['strategy']}, playing alone, wins {told} ({within})."
    elif len(table) == 1:
        sentence = f"{best['strategy']} plays every seat, so a player's share is {even} by design."
    else:
        sentence = (
            f"{best['strategy']} wins most: {told} per seat ({within}),"
            f" where an even share is {even}."
        )
    return Finding(
        name="strategies",
        question="Which strategy wins how often?",
        sentence=sentence,
        estimate=best["estimate"],
        low=best["low"],
        high=best["high"],
        unit="share",
        games=games,
        table=table.select("strategy", "estimate", "low", "high", "even", "rows"),
        notes=("A shared win counts as a fraction; the line-up takes every seating in turn.",),
    )
