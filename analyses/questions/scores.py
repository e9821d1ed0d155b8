"""How high are the scores, how wide is their spread, how clear is a win?"""

import polars as pl

from analyses.findings.finding import Finding, Table, number_range
from analyses.findings.sample import Sample
from analyses.statistics.intervals import clustered, mean_interval, with_interval

QUESTION = "How high are the scores, how wide is their spread, how clear is a win?"


def find(sample: Sample) -> Finding:
    rows = sample.typical
    table = pl.concat([_row(rows.with_columns(strategy=pl.lit("all")))])
    if _n_strategies(sample.plain) > 1:
        table = pl.concat(
            [table, _row(sample.plain.with_columns(pl.col("strategy").cast(pl.String)))]
        )
    overall = table.row(0, named=True)
    winner = rows.filter(pl.col("place") == 1).select(pl.col("score").mean()).collect().item()
    lead = _lead(sample)
    told_winner = "; nobody wins" if winner is None else f"; the winner {winner:.1f}"
    return Finding(
        name="scores",
        question=QUESTION,
        sentence=(
            f"A player scores {overall['estimate']:.1f} on average"
            f" ({number_range(overall['low'], overall['high'])}), nine in ten between"
            f" {overall['p5']:.0f} and {overall['p95']:.0f}{told_winner}.{_lead_told(lead)}"
        ),
        estimate=overall["estimate"],
        low=overall["low"],
        high=overall["high"],
        unit="points",
        games=sample.games,
        verdict=sample.scales["scores"].verdict(*_relative(lead, winner)),
        tables=(Table("Scores", table),),
        notes=(f"'all' is {sample.typical_name}.",),
    )


def _n_strategies(frame: pl.LazyFrame) -> int:
    return frame.select(pl.col("strategy").n_unique()).collect(engine="streaming").item()


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
    joined = means.join(spread.collect(engine="streaming"), on="strategy")
    return joined.sort("estimate", descending=True).select(columns)


def _lead(sample: Sample) -> dict | None:
    """The first score minus the second, over games."""
    if sample.players == 1:
        return None
    best = pl.col("score").top_k(2)
    games = sample.some(sample.typical).group_by("game", "deal")
    leads = games.agg(lead=best.max() - best.min(), who=pl.lit("all"))
    return with_interval(clustered(leads, "who", pl.col("lead")), mean_interval).row(0, named=True)


def _lead_told(lead: dict | None) -> str:
    return "" if lead is None else f" The first leads the second by {lead['estimate']:.1f}."


def _relative(lead: dict | None, winner: float | None) -> tuple[float, float]:
    if lead is None or not winner or winner <= 0:
        return float("nan"), float("nan")
    return lead["low"] / winner, lead["high"] / winner
