"""Which strategy wins how often?"""

import polars as pl

from analyses.findings import Finding, percent, percent_range
from analyses.intervals import clustered, share_interval, with_interval


def find(frame: pl.LazyFrame, games: int, players: int) -> Finding:
    table = with_interval(clustered(frame, "strategy", pl.col("win")), share_interval)
    seats = pl.DataFrame(frame.group_by("strategy").agg(seats=pl.len() / games).collect())
    table = (
        table.join(seats, on="strategy")
        .with_columns(even=1 / players, strategy=pl.col("strategy").cast(pl.String))
        .sort("estimate", descending=True)
    )
    best = table.row(0, named=True)
    alone = len(table) == 1
    sentence = (
        f"Every seat is played by {best['strategy']}, so each player's share is {percent(1 / players)} by design."
        if alone
        else f"{best['strategy']} wins most: {percent(best['estimate'])} of the games per seat it plays"
        f" ({percent_range(best['low'], best['high'])}), where an even share is {percent(1 / players)}."
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
