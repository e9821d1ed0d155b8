"""How much of the result is luck, and whose: the deal, the table, the players' whims, the seat?

A cell in which one stream of random numbers is kept and the others are begun anew repeats only
what that stream decides. So the covariance of its results with those of the plain cell, over the
same deals, is the variance that stream brings about by itself; what all streams leave over comes
from their interplay.
"""

import numpy as np
import polars as pl

from analyses.experiments.designs import ALL, KEEPS
from analyses.findings.finding import Finding, Table, percent
from analyses.findings.question import Question
from analyses.findings.sample import Sample
from analyses.findings.verdicts import Scale
from analyses.statistics.estimate import NAN, Estimate, in_figures

SHARES = ("estimate", "low", "high")
WHAT = {"deal": "the deal", "table": "the table (dice, decks)", "whims": "the players' whims"}


def find(sample: Sample) -> Finding:
    have = set(sample.cells["same"].cast(pl.String))
    if not set(KEEPS) <= have:
        return QUESTION.not_asked(sample)
    label = sample.cells.filter(pl.col("same") != ALL)["line_up"].cast(pl.String)[0]
    results = {what: _by_stream(sample, label, what) for what in ("win", "score")}
    if any(one[f"same {ALL}"].n_unique() == 1 for one in results.values()):
        return QUESTION.finding(sample, "All games end alike, so luck has nothing to decide.")
    winning, score = (Variance(sample, what, rows) for what, rows in results.items())
    table = pl.concat([winning.table(), score.table()])
    told = [f"{WHAT[stream]} {percent(part.value)}" for stream, part in winning.streams.items()]
    return QUESTION.finding(
        sample,
        f"Of the variance of winning between equal players, {', '.join(told)};"
        f" the rest is their interplay.",
        estimate=winning.streams["deal"],
        measure=winning.streams["deal"],
        unit="share",
        tables=(Table("variance", "Share of the variance", table, SHARES),),
        notes=(
            f"{label} in every seat; each figure is what that source decides by itself"
            " (a first-order share), whatever the others do.",
        ),
    )


class Variance:
    """What the results of a line-up vary by: the part of each stream and of the seat."""

    def __init__(self, sample: Sample, what: str, results: pl.DataFrame) -> None:
        self.sample, self.what = sample, what
        deals = results["deal"].n_unique()
        plain = results[f"same {ALL}"].to_numpy().reshape(deals, -1)
        seat_means = plain.mean(axis=0)
        centred = plain - seat_means
        variance = (centred**2).mean() + seat_means.var()
        self.seat = seat_means.var() / variance
        self.streams: dict[str, Estimate] = {}
        for stream in KEEPS:
            other = results[f"same {stream}"].to_numpy().reshape(deals, -1)
            product = (centred * (other - other.mean(axis=0))).mean(axis=1)
            self.streams[stream] = _ratio(product, (plain - plain.mean()) ** 2, variance)

    def table(self) -> pl.DataFrame:
        rows = [(stream, *in_figures(part)) for stream, part in self.streams.items()]
        rest = 1 - self.seat - sum(part.value for part in self.streams.values())
        rows += [("the seat", self.seat, NAN, NAN), ("interplay", rest, NAN, NAN)]
        if self.sample.mixed:
            part = _strategies(self.sample, self.what)
            rows.append(("strategies, where several meet", part, NAN, NAN))
        name = {"win": "winning", "score": "the score"}[self.what]
        frame = pl.DataFrame(rows, schema=["source", *SHARES], orient="row")
        return frame.select(pl.lit(name).alias("of"), "source", *SHARES)


def _by_stream(sample: Sample, label: str, what: str) -> pl.DataFrame:
    """A row per deal and seat, with a column for every stream that was kept."""
    rows = sample.rows.filter(pl.col("line_up").cast(pl.String) == label)
    value = pl.col(what).cast(pl.Float64)
    same = pl.format("same {}", pl.col("same").cast(pl.String)).alias("same")
    tall = rows.select("deal", "seat", same, value.alias("y")).collect(engine="streaming")
    wide = tall.pivot("same", index=["deal", "seat"], values="y")
    return wide.drop_nulls().sort("deal", "seat")


def _ratio(product: np.ndarray, squares: np.ndarray, variance: float) -> Estimate:
    """A covariance over a variance, with the error of the ratio between deals."""
    share = product.mean() / variance
    spread = (product - share * squares.mean(axis=1)) / variance
    error = spread.std(ddof=1) / np.sqrt(len(spread)) if len(spread) > 1 else NAN
    return Estimate(float(share), float(error), len(spread))


def _strategies(sample: Sample, what: str) -> float:
    """What the choice of a strategy decides where several meet."""
    rows = sample.of(*sample.mixed)
    y = pl.col(what).cast(pl.Float64)
    by = rows.group_by("line_up", "strategy").agg(n=pl.len(), mean=y.mean(), square=(y * y).mean())
    table = by.collect(engine="streaming")
    n, mean, square = (table[name].to_numpy() for name in ("n", "mean", "square"))
    overall = np.average(mean, weights=n)
    total = np.average(square, weights=n) - overall**2
    return float(np.average((mean - overall) ** 2, weights=n) / total)


QUESTION = Question(
    name="luck",
    place=80,
    heading="Luck",
    question="How much of the result is luck, and whose?",
    measure="of who wins is decided by the deal",
    scale=Scale("share of the result's variance that the deal decides before a move", 0.2, 0.4),
    find=find,
    design="luck",
)
