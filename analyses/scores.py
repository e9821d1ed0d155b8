"""How high are the scores, and how wide is their spread?"""

import polars as pl

from analyses.findings import Finding
from analyses.intervals import clustered, mean_interval, with_interval


def find(frame: pl.LazyFrame, games: int, players: int) -> Finding:
    everyone = frame.with_columns(strategy=pl.lit("all"))
    named = frame.with_columns(strategy=pl.col("strategy").cast(pl.String))
    rows = [_row(everyone), _row(named)] if _n_strategies(frame) > 1 else [_row(named)]
    table = pl.concat(rows)
    overall = table.row(0, named=True)
    best = frame.filter(pl.col("place") == 1).select(pl.col("score").mean()).collect().item()
    winner = "nobody wins" if best is None else f"the winner {best:.1f}"
    return Finding(
        name="scores",
        question="How high are the scores, and how wide is their spread?",
        sentence=(
            f"A player scores {overall['estimate']:.1f} on average"
            f" ({overall['low']:.1f} to {overall['high']:.1f}), nine in ten between"
            f" {overall['p5']:.0f} and {overall['p95']:.0f}; {winner}."
        ),
        estimate=overall["estimate"],
        low=overall["low"],
        high=overall["high"],
        unit="points",
        games=games,
        table=table,
    )


def _n_strategies(frame: pl.LazyFrame) -> int:
    return frame.select(pl.col("strategy").n_unique()).collect().item()


def _row(frame: pl.LazyFrame) -> pl.DataFrame:
    means = with_interval(clustered(frame, "strategy", pl.col("score")), mean_interval)
    score = pl.col("score")
    spread = frame.group_by("strategy").agg(
        deviation=score.std(),
        p5=score.quantile(0.05, "nearest"),
        median=score.median(),
        p95=score.quantile(0.95, "nearest"),
    )
    columns = ("strategy", "estimate", "low", "high", "deviation", "p5", "median", "p95")
    return (
        means.join(spread.collect(), on="strategy")
        .sort("estimate", descending=True)
        .select(columns)
    )
