"""Two players at one table: how often one of them ends ahead of the other."""

import polars as pl

from analyses.experiments.experiment import SUMS
from analyses.experiments.pool import CHANCE
from analyses.experiments.sums import asked
from analyses.findings.sample import PLAIN, Sample
from analyses.statistics.estimate import Share
from analyses.statistics.intervals import clustered


def reference(sample: Sample) -> str:
    """Who stands for the game: who plays every seat first, else who meets most of the others."""
    if sample.mirrors:
        is_first = pl.col("line_up").cast(pl.String) == sample.mirrors[0]
        return str(sample.cells.filter(PLAIN & is_first)["strategy"].list.first()[0])
    mixed = sample.cells.filter(PLAIN & (pl.col("strategy").list.len() > 1))
    seated = mixed["strategy"].explode().cast(pl.String)
    met = seated.value_counts(sort=True).filter(pl.col("count") == pl.col("count").max())
    return next(name for name in seated if name in set(met["strategy"]))


def meetings(sample: Sample, one: str = "") -> dict[str, Share]:
    """How often a player, usually the reference, ends ahead of each other one it meets.

    A tie counts half. Of a table of four, three pairs are counted; games of one deal vary together.
    """
    is_one = pl.col("strategy").cast(pl.String) == (one or reference(sample))
    if sample.keeps == SUMS:
        met, other = asked(sample.of(*sample.mixed), "ahead"), pl.col("other").cast(pl.String)
        pairs = met.filter(is_one).with_columns(strategy=other, ahead=pl.col("ahead") / 2)
    else:
        pairs = _pairs(sample, is_one)
    table = clustered(pairs, "strategy", pl.col("ahead"))
    return {row["strategy"]: Share.of(row) for row in table.iter_rows(named=True)}


def wins_beside(sample: Sample, one: str = "") -> dict[str, Share]:
    """Of the games that one of two seats wins, such a player's and another one's: its part.

    It tells more than who ends ahead where places behind the winner are anybody's.
    """
    pairs = _pairs(sample, pl.col("strategy").cast(pl.String) == (one or reference(sample)))
    both = pl.col("won") + pl.col("win")
    table = clustered(pairs.filter(both > 0), "strategy", pl.col("won") / both)
    return {row["strategy"]: Share.of(row) for row in table.iter_rows(named=True)}


def outdone_by(sample: Sample) -> list[str]:
    """Whoever clearly ends ahead of the reference player more often than behind it."""
    met = {name: share for name, share in meetings(sample).items() if name != CHANCE}
    return [name for name, share in met.items() if share.interval(len(met)).high < 0.5]


def is_chance_worse(sample: Sample) -> bool | None:
    """Whether random moves clearly end behind the reference player; None if they never meet."""
    met = meetings(sample).get(CHANCE) if sample.mixed else None
    return None if met is None else met.interval().low > 0.5


def _pairs(sample: Sample, is_one: pl.Expr) -> pl.LazyFrame:
    rows = sample.some(sample.of(*sample.mixed)).with_columns(pl.col("strategy").cast(pl.String))
    mine = rows.filter(is_one).select("game", mine=pl.col("place"), won=pl.col("win"))
    pairs = rows.filter(~is_one).join(mine, on="game")
    tie = (pl.col("mine") == pl.col("place")).cast(pl.Float64)
    return pairs.with_columns(ahead=(pl.col("mine") < pl.col("place")).cast(pl.Float64) + tie / 2)
