"""How does it end?"""

import polars as pl

from analyses.findings import Finding, percent, percent_range
from analyses.intervals import clustered, share_interval, with_interval


def find(frame: pl.LazyFrame, games: int, players: int) -> Finding:
    once = frame.filter(pl.col("seat") == 1)
    seen = once.select(pl.col("ending").cast(pl.String).unique()).collect().to_series()
    rows = [_row(once, ending) for ending in seen.sort()]
    table = pl.concat(rows).sort("estimate", descending=True)
    most = table.row(0, named=True)
    return Finding(
        name="endings",
        question="How does it end?",
        sentence=(
            f"{percent(most['estimate'])} of the games ({percent_range(most['low'], most['high'])})"
            f" end with '{most['ending']}'."
        ),
        estimate=most["estimate"],
        low=most["low"],
        high=most["high"],
        unit="share",
        games=games,
        table=table.select("ending", "estimate", "low", "high"),
    )


def _row(once: pl.LazyFrame, ending: str) -> pl.DataFrame:
    told = once.with_columns(ending=pl.lit(ending), is_it=pl.col("ending") == ending)
    return with_interval(clustered(told, "ending", pl.col("is_it")), share_interval)
