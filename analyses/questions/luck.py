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
from analyses.findings.sample import Sample
from analyses.statistics.intervals import mean_interval

QUESTION = "How much of the result is luck, and whose?"
SHARES = ("estimate", "low", "high")
WHAT = {"deal": "the deal", "table": "the table (dice, decks)", "whims": "the players' whims"}


def find(sample: Sample) -> Finding:
    have = set(sample.cells["same"].cast(pl.String))
    if not set(KEEPS) <= have:
        return Finding(
            "luck", QUESTION, "Not asked: simulate with --design luck.", games=sample.games
        )
    label = sample.cells.filter(pl.col("same") != ALL)["line_up"].cast(pl.String)[0]
    table = pl.concat([_table(sample, label, "win"), _table(sample, label, "score")])
    deal = table.row(0, named=True)
    told = [
        f"{WHAT[row['source']]} {percent(row['estimate'])}"
        for row in table.filter(
            (pl.col("of") == "winning") & pl.col("source").is_in(list(WHAT))
        ).iter_rows(named=True)
    ]
    return Finding(
        name="luck",
        question=QUESTION,
        sentence=(
            f"Of the variance of winning between equal players, {', '.join(told)};"
            f" the rest is their interplay."
        ),
        estimate=deal["estimate"],
        low=deal["low"],
        high=deal["high"],
        unit="share",
        games=sample.games,
        verdict=sample.scales["luck"].verdict(deal["low"], deal["high"]),
        tables=(Table("Share of the variance", table, SHARES),),
        notes=(
            f"{label} in every seat; each figure is what that source decides by itself"
            " (a first-order share), whatever the others do.",
        ),
    )


def _table(sample: Sample, label: str, what: str) -> pl.DataFrame:
    rows = sample.rows.filter(pl.col("line_up").cast(pl.String) == label)
    value = pl.col(what).cast(pl.Float64)
    wide = rows.select(
        "deal",
        "seat",
        pl.format("same {}", pl.col("same").cast(pl.String)).alias("same"),
        value.alias("y"),
    ).collect(engine="streaming")
    results = (
        wide.pivot("same", index=["deal", "seat"], values="y").drop_nulls().sort("deal", "seat")
    )
    deals = results["deal"].n_unique()
    plain = results[f"same {ALL}"].to_numpy().reshape(deals, -1)
    seat_means = plain.mean(axis=0)
    centred = plain - seat_means
    variance = (centred**2).mean() + seat_means.var()
    found = []
    for stream in KEEPS:
        other = results[f"same {stream}"].to_numpy().reshape(deals, -1)
        product = (centred * (other - other.mean(axis=0))).mean(axis=1)
        found.append((stream, *_ratio(product, (plain - plain.mean()) ** 2, variance)))
    seat = seat_means.var() / variance
    rest = 1 - seat - sum(row[1] for row in found)
    found += [("the seat", seat, np.nan, np.nan), ("interplay", rest, np.nan, np.nan)]
    found += _strategies(sample, what)
    name = {"win": "winning", "score": "the score"}[what]
    frame = pl.DataFrame(found, schema=["source", *SHARES], orient="row")
    return frame.select(pl.lit(name).alias("of"), "source", *SHARES)


def _ratio(product: np.ndarray, squares: np.ndarray, variance: float) -> tuple[float, float, float]:
    """A covariance over a variance, with the interval of the ratio between deals."""
    share = product.mean() / variance
    spread = (product - share * squares.mean(axis=1)) / variance
    error = spread.std(ddof=1) / np.sqrt(len(spread)) if len(spread) > 1 else np.nan
    low, high = mean_interval(share, error, len(spread))
    return float(share), float(low), float(high)


def _strategies(sample: Sample, what: str) -> list[tuple[str, float, float, float]]:
    """What the choice of a strategy decides where several meet."""
    if not sample.mixed:
        return []
    rows = sample.of(*sample.mixed)
    y = pl.col(what).cast(pl.Float64)
    by = rows.group_by("line_up", "strategy").agg(n=pl.len(), mean=y.mean(), square=(y * y).mean())
    table = by.collect(engine="streaming")
    n, mean, square = (table[name].to_numpy() for name in ("n", "mean", "square"))
    overall = np.average(mean, weights=n)
    total = np.average(square, weights=n) - overall**2
    return [
        (
            "strategies, where several meet",
            float(np.average((mean - overall) ** 2, weights=n) / total),
            np.nan,
            np.nan,
        )
    ]
