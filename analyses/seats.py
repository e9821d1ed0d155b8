"""Is a seat favoured?"""

import polars as pl

from analyses.findings import Finding, percent, percent_range
from analyses.intervals import clustered, share_interval, with_interval

MIXED = (
    "Several strategies play and the figures average over them;"
    " a run with one strategy in every seat measures the seats alone."
)


def find(frame: pl.LazyFrame, games: int, players: int) -> Finding:
    table = with_interval(clustered(frame, "seat", pl.col("win")), share_interval)
    even = 1 / players
    table = table.with_columns(even=even)
    far = table.sort((pl.col("estimate") - even).abs(), descending=True).row(0, named=True)
    seat, low, high = far["seat"], far["low"], far["high"]
    if players == 1:
        told = "A single player has no seat to favour; it wins"
    elif low <= even <= high:
        told = (
            f"No seat can be told from an even share of {percent(even)}; seat {seat} is farthest:"
        )
    else:
        side = "more" if low > even else "less"
        told = f"Seat {seat} wins {side} than its even share of {percent(even)}:"
    mixed = frame.select(pl.col("strategy").n_unique()).collect().item() > 1
    note = MIXED if mixed else "One strategy plays every seat, so the difference is the seat's."
    return Finding(
        name="seats",
        question="Is a seat favoured?",
        sentence=f"{told} {percent(far['estimate'])} ({percent_range(low, high)}).",
        estimate=far["estimate"],
        low=low,
        high=high,
        unit="share",
        games=games,
        table=table.select("seat", "estimate", "low", "high", "even", "rows"),
        notes=(f"Seat 1 begins. {note}",) if players > 1 else (),
    )
