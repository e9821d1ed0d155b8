"""What is each option worth? The same deals, with the option forbidden to one player.

Win rates of those who used an option are a correlation; what a player loses without it is caused
by its absence (restricted play, after Jaffe and others, 2012).
"""

import polars as pl

from analyses.findings import Finding, Table, percent, percent_range
from analyses.intervals import clustered, discoveries, mean_interval, p_values, with_interval
from analyses.sample import Sample

QUESTION = "What is each option worth?"
SHARES = ("estimate", "low", "high")


def is_asked(sample: Sample) -> bool:
    """Alone no win share is even."""
    return sample.players > 1


def find(sample: Sample) -> Finding:
    kinds = sample.cells.filter(pl.col("forbids") != "")["forbids"].cast(pl.String).to_list()
    if not kinds or not sample.mirrors:
        told = "Not asked: simulate with --design restricted."
        return Finding("power", QUESTION, told, games=sample.games)
    table = _losses(sample, kinds)
    most = table.row(0, named=True)
    return Finding(
        name="power",
        question=QUESTION,
        sentence=(
            f"'{most['option']}' is worth most: who may not do it wins"
            f" {percent(most['estimate'])} less ({percent_range(most['low'], most['high'])})"
            f" and scores {most['points']:.1f} less.{_idle_told(table)}"
        ),
        estimate=most["estimate"],
        low=most["low"],
        high=most["high"],
        unit="share",
        games=sample.games,
        verdict=sample.scales["power"].verdict(
            most["low"] / sample.even, most["high"] / sample.even
        ),
        tables=(Table("Win share and points lost without an option", table, SHARES),),
        notes=(
            f"{sample.typical_name}, one of them without the option, on the same deals. A move that"
            " is the only legal one is made all the same. q below 0.05: surely not nothing.",
        ),
    )


def _losses(sample: Sample, kinds: list[str]) -> pl.DataFrame:
    """For each option what the player without it wins and scores less, deal by deal."""
    free = _per_deal(sample.of(sample.mirrors[0]))
    rows = []
    for kind in dict.fromkeys(kinds):
        forbidden = sample.rows.filter(
            (pl.col("forbids").cast(pl.String) == kind)
            & pl.col("strategy").cast(pl.String).str.ends_with(f":never={kind}")
        )
        pairs = free.join(_per_deal(forbidden), on="deal", suffix="_without").lazy()
        pairs = pairs.with_columns(who=pl.lit(kind))
        win = clustered(pairs, "who", pl.col("win") - pl.col("win_without"))
        score = clustered(pairs, "who", pl.col("score") - pl.col("score_without"))
        row = with_interval(win, mean_interval).row(0, named=True)
        low, high = mean_interval(score["estimate"], score["error"], score["deals"])
        p = p_values([row["estimate"]], [row["error"]], [row["deals"]], 0.0)[0]
        points = (score["estimate"][0], float(low[0]), float(high[0]))
        rows.append((kind, row["estimate"], row["low"], row["high"], *points, float(p)))
    columns = ["option", *SHARES, "points", "from", "to", "q"]
    table = pl.DataFrame(rows, schema=columns, orient="row", infer_schema_length=None)
    table = table.with_columns(q=pl.Series(discoveries(table["q"])))
    return table.sort("estimate", descending=True)


def _per_deal(rows: pl.LazyFrame) -> pl.DataFrame:
    values = pl.col("win", "score").cast(pl.Float64).mean()
    return rows.group_by("deal").agg(values).collect(engine="streaming")


def _idle_told(table: pl.DataFrame) -> str:
    """Options whose absence surely helps: this player uses them to its own harm."""
    harmful = table.filter((pl.col("high") < 0) & (pl.col("q") < 0.05))["option"].to_list()
    return f" Better without: {', '.join(harmful)}." if harmful else ""
