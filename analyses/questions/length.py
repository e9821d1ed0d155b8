"""How long is a game?"""

import numpy as np
import polars as pl

from analyses.findings.finding import NAN, Finding, Table, number_range
from analyses.findings.sample import Sample
from analyses.statistics.intervals import clustered, mean_interval, student, with_interval

BARS = 40  # of a histogram, at most
FEW = 100  # games: no tail can be seen in fewer


def find(sample: Sample) -> Finding:
    once = sample.typical.filter(pl.col("seat") == 1)
    table = pl.concat([_row(once, "rounds"), _row(once, "decisions")])
    rounds = table.row(0, named=True)
    low, high = _tail(once, rounds["median"])
    return Finding(
        name="length",
        question="How long is a game?",
        sentence=(
            f"A game takes {rounds['estimate']:.1f} rounds on average"
            f" ({number_range(rounds['low'], rounds['high'])}); half end within"
            f" {rounds['median']:.0f}, 95 in 100 within {rounds['p95']:.0f}."
        ),
        estimate=rounds["estimate"],
        low=rounds["low"],
        high=rounds["high"],
        unit="rounds",
        games=sample.games,
        verdict=sample.scales["length"].verdict(low, high),
        tables=(Table("Length", table), _by_length(once)),
        notes=(f"Games of {sample.typical_name}.",),
    )


def _row(once: pl.LazyFrame, what: str) -> pl.DataFrame:
    value = pl.col(what)
    mean = with_interval(
        clustered(once.with_columns(measure=pl.lit(what)), "measure", value), mean_interval
    )
    spread = once.select(
        min=value.min(), median=value.median(), p95=value.quantile(0.95, "nearest"), max=value.max()
    ).collect(engine="streaming")
    return pl.concat([mean.select("measure", "estimate", "low", "high"), spread], how="horizontal")


def _by_length(once: pl.LazyFrame) -> Table:
    """Shares of games, by rounds or, where there are many, by as many rounds together as needed."""
    counts = once.group_by("rounds").agg(games=pl.len()).collect(engine="streaming")
    low, high = counts["rounds"].min(), counts["rounds"].max()
    step = (high - low) // BARS + 1  # type: ignore[operator]
    first = (pl.col("rounds").cast(pl.Int64) - low) // step * step + low
    bars = counts.group_by(first.alias("from round")).agg(pl.col("games").sum()).sort("from round")
    frame = bars.select(
        "from round",
        (pl.col("from round") + step - 1).alias("to round"),
        "games",
        share=pl.col("games") / pl.col("games").sum(),
    )
    return Table("Games by length", frame, ("share",))


def _tail(once: pl.LazyFrame, median: float) -> tuple[float, float]:
    """How much longer than the median the 95th game of 100 is, with the interval of that rank."""
    n = once.select(pl.len()).collect(engine="streaming").item()
    if n < FEW:
        return NAN, NAN
    reach = float(student(np.asarray(n))) * (0.95 * 0.05 / n) ** 0.5  # of the rank of a quantile
    ranks = [max(0.0, 0.95 - reach), min(1.0, 0.95 + reach)]
    ends = once.select(
        pl.col("rounds").quantile(rank, "nearest").alias(str(k)) for k, rank in enumerate(ranks)
    )
    low, high = ends.collect(engine="streaming").row(0)
    return low / median - 1, high / median - 1
