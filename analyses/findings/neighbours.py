"""Who sits behind whom: what a player wins by who plays next, at tables of three or more kinds."""

import numpy as np
import polars as pl

from analyses.experiments.experiment import SUMS
from analyses.findings.finding import Table, percent, percent_range
from analyses.findings.sample import Sample
from analyses.language import say
from analyses.statistics.estimate import Share, in_figures
from analyses.statistics.holders import of_holders, with_less_without
from analyses.statistics.intervals import SURE, discoveries
from analyses.statistics.order import end_rows, most_by

SHARES = ("estimate", "low", "high")
COLUMNS = {"strategy": pl.String, "before": pl.String, **dict.fromkeys(SHARES, pl.Float64)}
SCHEMA = COLUMNS | {"rows": pl.Int64, "q": pl.Float64}


def neighbours(sample: Sample) -> pl.DataFrame:
    """The win rate of each strategy before each other one; all intervals hold together.

    q below SURE: it surely wins more, or less, there than before others. Counted games do not tell.
    """
    if sample.keeps == SUMS:
        return pl.DataFrame(schema=SCHEMA)
    rows = sample.some(sample.of(*sample.mixed)).with_columns(pl.col("strategy").cast(pl.String))
    several = rows.filter(pl.col("strategy").n_unique().over("game") > 2)
    table = several.select("game", "seat", "deal", "win", "strategy").sort("game", "seat").collect()
    players, found, p = sample.players, [], []
    who, win, deal = (table[name].to_numpy() for name in ("strategy", "win", "deal"))
    after = np.roll(who.reshape(-1, players), -1, axis=1).ravel()
    for name in dict.fromkeys(who):
        mine = who == name
        others = sorted({*after[mine]})
        if len(others) < 2:
            continue
        before = after[mine][:, None] == np.array(others)
        shares = of_holders(win[mine][:, None], before[:, None], deal[mine])
        more = with_less_without(win[mine], before, deal[mine])
        p += more.p.tolist()
        found += [
            (name, other, share, int(n))
            for other, share, n in zip(others, shares.estimates(Share), shares.rows, strict=True)
        ]
    made = [
        (name, other, *in_figures(share, len(found)), n, float(q))
        for (name, other, share, n), q in zip(found, discoveries(p), strict=True)
    ]
    return pl.DataFrame(made, SCHEMA, orient="row")


def neighbours_told(table: pl.DataFrame) -> str:
    """Of the player to whom it makes the largest sure difference who plays next."""
    sure = table.filter(pl.col("q") < SURE)["strategy"].unique(maintain_order=True)
    its = {name: table.filter(pl.col("strategy") == name) for name in sure}
    if not its:
        return ""
    name = most_by(its, lambda one: np.ptp(its[one]["estimate"].to_numpy()))
    best, worst = end_rows(its[name], "estimate")
    return say(
        "The next player matters: {player} wins {more} before {one} ({more_ends}) and {less} before"
        " {other} ({less_ends}).",
        player=name,
        more=percent(best["estimate"]),
        one=best["before"],
        more_ends=percent_range(best["low"], best["high"]),
        less=percent(worst["estimate"]),
        other=worst["before"],
        less_ends=percent_range(worst["low"], worst["high"]),
    )


def neighbours_table(table: pl.DataFrame) -> tuple[Table, ...]:
    return (Table("neighbours", "Win rate by who plays next", table, SHARES),) * (len(table) > 0)
