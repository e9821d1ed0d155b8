"""How long is a game?"""

import polars as pl

from analyses.findings import Finding
from analyses.intervals import clustered, mean_interval, with_interval


def find(frame: pl.LazyFrame, games: int, players: int) -> Finding:
    once = frame.filter(pl.col("seat") == 1)
    table = pl.concat([_row(once, "rounds"), _row(once, "decisions")])
    rounds = table.row(0, named=True)
    return Finding(
        name="length",
        question="How long is a game?",
        sentence=(
            f"A game takes {rounds['estimate']:.1f} rounds on average ({rounds['low']:.1f} to"
            f" {rounds['high']:.1f}); half end within {rounds['median']:.0f}, 95 in 100 within"
            f" {rounds['p95']:.0f}."
        ),
        estimate=rounds["estimate"],
        low=rounds["low"],
        high=rounds["high"],
        unit="rounds",
        games=games,
        table=table,
    )


def _row(once: pl.LazyFrame, what: str) -> pl.DataFrame:
    value = pl.col(what)
    mean = with_interval(
        clustered(once.with_columns(measure=pl.lit(what)), "measure", value), mean_interval
    )
    spread = once.select(
        min=value.min(), median=value.median(), p95=value.quantile(0.95, "nearest"), max=value.max()
    ).collect()
    return pl.concat([mean.select("measure", "estimate", "low", "high"), spread], how="horizontal")
