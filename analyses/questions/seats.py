"""Is a seat favoured, and how many points would level it?"""

import numpy as np
import polars as pl

from analyses.findings.finding import Finding, Table, percent, percent_range
from analyses.findings.sample import Sample
from analyses.findings.verdicts import UNKNOWN
from analyses.statistics.handicap import level_seats
from analyses.statistics.intervals import (
    clustered,
    discoveries,
    p_values,
    seen,
    share_interval,
    with_interval,
)

QUESTION = "Is a seat favoured, and how many points would level it?"
MIXED = (
    "Several strategies play and the figures average over them;"
    " a run with one strategy in every seat measures the seats alone."
)


def is_asked(sample: Sample) -> bool:
    """Alone there is one seat only."""
    return sample.players > 1


def find(sample: Sample) -> Finding:
    if sample.players == 1:
        return Finding("seats", QUESTION, "There is only one seat.", games=sample.games)
    rows, even = sample.typical, sample.even
    table = win_shares(rows, even)
    far = table.sort((pl.col("estimate") - even).abs(), descending=True).row(0, named=True)
    handicaps = level_seats(sample.some(rows), sample.players)
    low, high = largest_distance(table, even)
    tables = [Table("Win share by seat", table.select(COLUMNS), SHARES), handicaps]
    if len(sample.mirrors) > 1:
        tables.append(Table("Win share by seat and strategy", _by_line_up(sample), SHARES))
    return Finding(
        name="seats",
        question=QUESTION,
        sentence=f"{_told(far, even)} {_handicap_told(handicaps)}",
        estimate=far["estimate"],
        low=far["low"],
        high=far["high"],
        unit="share",
        games=far["rows"],
        verdict=sample.scales["seats"].verdict(low / even, high / even)
        if sample.mirrors
        else UNKNOWN,
        power=seen("a seat's win share", far["error"], far["deals"]),
        tables=tuple(tables),
        notes=(
            f"Seat 1 begins. {_about(sample)}",
            "Handicaps are points added at the end; ties after that count as shared wins.",
        ),
    )


SHARES = ("estimate", "low", "high", "even")
COLUMNS = ("seat", *SHARES, "rows", "q")


def win_shares(rows: pl.LazyFrame, even: float) -> pl.DataFrame:
    """Shares with intervals; `q` below 0.05 is a discovery among the seats."""
    table = with_interval(clustered(rows, "seat", pl.col("win")), share_interval)
    p = p_values(table["estimate"], table["error"], table["deals"], even)
    return table.with_columns(even=pl.lit(even), q=pl.Series(discoveries(p)))


def largest_distance(table: pl.DataFrame, even: float) -> tuple[float, float]:
    """The interval of the largest distance of any seat from an even share."""
    wide = with_interval(table.drop("low", "high"), share_interval, tests=len(table))
    low, high = wide["low"].to_numpy() - even, wide["high"].to_numpy() - even
    least = np.where((low <= 0) & (high >= 0), 0.0, np.minimum(np.abs(low), np.abs(high)))
    return float(least.max()), float(np.maximum(np.abs(low), np.abs(high)).max())


def _told(far: dict, even: float) -> str:
    share = f"{percent(far['estimate'])} ({percent_range(far['low'], far['high'])})"
    if far["q"] >= 0.05:
        return (
            f"No seat can be told from an even share of {percent(even)};"
            f" seat {far['seat']} is farthest: {share}."
        )
    side = "more" if far["estimate"] > even else "less"
    return f"Seat {far['seat']} wins {side} than its even share of {percent(even)}: {share}."


def _handicap_told(handicaps: Table) -> str:
    most = handicaps.frame.sort(pl.col("estimate").abs(), descending=True).row(0, named=True)
    if not most["low"] <= 0 <= most["high"]:
        return (
            f"To level the seats, seat {most['seat']} would get {most['estimate']:+.1f} points"
            f" ({most['low']:+.1f} to {most['high']:+.1f})."
        )
    return "No handicap is called for."


def _by_line_up(sample: Sample) -> pl.DataFrame:
    rows = clustered(sample.of(*sample.mirrors), ("line_up", "seat"), pl.col("win"))
    table = with_interval(rows, share_interval).with_columns(pl.col("line_up").cast(pl.String))
    return table.select("line_up", "seat", "estimate", "low", "high", "rows")


def _about(sample: Sample) -> str:
    if not sample.mirrors:
        return MIXED
    return f"{sample.typical_name}: one strategy plays every seat, so the difference is the seat's."
