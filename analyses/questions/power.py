"""What is each option worth? The same deals, with the option forbidden to one player.

Win rates of those who used an option are a correlation; what a player loses without it is caused
by its absence (restricted play, after Jaffe and others, 2012).

That nobody can do without a game's verbs is no fault of the game. So only options that compete with
each other are judged (`peers` among the `groups` of a title's levers: which role leads, which
ticket is used): is one of them worth far more, or far less, than the others of its group?
"""

from typing import Any

import numpy as np
import polars as pl

from analyses.findings.finding import Finding, Table, percent, percent_range
from analyses.findings.sample import Sample
from analyses.statistics.intervals import discoveries, mean_interval, p_values
from simulator.levers import Levers
from simulator.titles import load_title, title_names

QUESTION = "What is each option worth?"
LOSSES, APART = "Win share and points lost without an option", "Options beside their peers"
SHARES = ("estimate", "low", "high")


def is_asked(sample: Sample) -> bool:
    """Alone no win share is even."""
    return sample.players > 1


def find(sample: Sample) -> Finding:
    forbidden = sample.cells.filter(pl.col("forbids") != "")["forbids"].cast(pl.String)
    if not len(forbidden) or not sample.mirrors:
        told = "Not asked: simulate with --design restricted."
        return Finding("power", QUESTION, told, games=sample.games)
    levers = levers_of(sample)
    deals = {kind: _by_deal(sample, kind, levers) for kind in dict.fromkeys(forbidden)}
    losses, apart = _losses(deals, levers), _apart(deals, levers)
    tables = [Table(LOSSES, losses, SHARES)]
    judged: dict[str, Any] = {}
    if len(apart):
        low, high = _farthest(apart)
        judged = {
            **_distance(apart.row(0, named=True)),
            "verdict": sample.scales["power"].verdict(low / sample.even, high / sample.even),
        }
        tables.append(Table(APART, apart, (*SHARES, "alone", "peers")))
    return Finding(
        name="power",
        question=QUESTION,
        sentence=_apart_told(apart) + _needed_told(losses),
        unit="share",
        games=sample.games,
        tables=tuple(tables),
        notes=(
            f"{sample.typical_name}, one of them without the option, on the same deals. A move that"
            " is the only legal one is made all the same. q below 0.05: surely not nothing.",
            *_held_told(deals, levers),
            *_absent_told(deals, levers),
        ),
        **judged,
    )


def levers_of(sample: Sample) -> Levers:
    """The title's, if it is one of ours."""
    return load_title(sample.title).levers if sample.title in title_names() else Levers()


def _by_deal(sample: Sample, kind: str, levers: Levers) -> pl.DataFrame:
    """What the player without an option wins and scores less, deal by deal.

    Of a power that only some seats have, only their rows count.
    """
    holder = levers.holders.get(kind)
    has = pl.lit(True) if holder is None else pl.col(f"tally_{holder}") == 1
    without = (pl.col("forbids").cast(pl.String) == kind) & pl.col("strategy").cast(
        pl.String
    ).str.ends_with(f":never={kind}")
    free = _means(sample.of(sample.mirrors[0]).filter(has))
    pairs = free.join(_means(sample.rows.filter(without & has)), on="deal", suffix="_without")
    return pairs.select(
        "deal",
        win=pl.col("win") - pl.col("win_without"),
        score=pl.col("score") - pl.col("score_without"),
    )


def _means(rows: pl.LazyFrame) -> pl.DataFrame:
    values = pl.col("win", "score").cast(pl.Float64).mean()
    return rows.group_by("deal").agg(values).collect(engine="streaming")


def _mean(values: np.ndarray) -> tuple[float, float, float, float]:
    """Mean of independent deals, its interval, and how likely so much is by chance."""
    mean = float(np.mean(values)) if len(values) else np.nan
    error = float(np.std(values, ddof=1)) / len(values) ** 0.5 if len(values) > 1 else np.nan
    low, high = mean_interval(mean, error, len(values))
    return mean, float(low), float(high), float(p_values(mean, error, len(values), 0.0))


def _losses(deals: dict[str, pl.DataFrame], levers: Levers) -> pl.DataFrame:
    groups = {kind: name for name, kinds in levers.groups.items() for kind in kinds}
    rows = []
    for kind, lost in deals.items():
        *share, p = _mean(lost["win"].to_numpy())
        rows.append((groups.get(kind, ""), kind, *share, *_mean(lost["score"].to_numpy())[:3], p))
    columns = ["group", "option", *SHARES, "points", "from", "to", "q"]
    table = pl.DataFrame(rows, schema=columns, orient="row", infer_schema_length=None)
    table = table.with_columns(q=pl.Series(discoveries(table["q"])))
    return table.sort("estimate", descending=True, nulls_last=True)


def _apart(deals: dict[str, pl.DataFrame], levers: Levers) -> pl.DataFrame:
    """How far each option's worth is from the mean of its peers', the farthest first.

    The intervals hold together for all options that are judged (Bonferroni).
    """
    rows = []
    for name in levers.peers:
        kinds = [kind for kind in levers.groups[name] if kind in deals]
        if len(kinds) > 1:
            rows += [(name, *row) for row in _beside_peers({k: deals[k] for k in kinds})]
    columns = ["group", "option", "estimate", "error", "deals", "alone", "peers"]
    table = pl.DataFrame(rows, schema=columns, orient="row", infer_schema_length=None)
    if table.is_empty():
        return table
    ends = mean_interval(table["estimate"], table["error"], table["deals"], len(table))
    table = table.with_columns(low=pl.Series(ends[0]), high=pl.Series(ends[1]))
    shown = table.select("group", "option", *SHARES, "alone", "peers")
    return shown.sort(pl.col("estimate").abs(), descending=True)


def _beside_peers(deals: dict[str, pl.DataFrame]) -> list[tuple]:
    """Each option's worth less the mean of the others', with its error between deals.

    Options share their deals, though not all of them where only some seats have a power; so each
    deal's part in the difference is summed up, and deals are what varies.
    """
    numbers = np.unique(np.concatenate([lost["deal"].to_numpy() for lost in deals.values()]))
    means = np.array([lost["win"].mean() for lost in deals.values()], float)
    parts = np.zeros((len(deals), len(numbers)))
    for k, lost in enumerate(deals.values()):
        at = np.searchsorted(numbers, lost["deal"].to_numpy())
        parts[k, at] = (lost["win"].to_numpy() - means[k]) / max(len(lost), 1)
    n = len(numbers)
    rows = []
    for k, kind in enumerate(deals):
        others = np.arange(len(deals)) != k
        part = parts[k] - parts[others].mean(axis=0)
        error = float(np.sqrt((part**2).sum() * n / (n - 1))) if n > 1 else np.nan
        peers = float(means[others].mean())
        rows.append((kind, means[k] - peers, error, n, means[k], peers))
    return rows


def _distance(row: dict[str, float]) -> dict[str, float]:
    """Without a sign: in two versions of a game the farthest may be a strong and a weak option."""
    estimate, low, high = (row[key] for key in SHARES)
    if estimate < 0:
        estimate, low, high = -estimate, -high, -low
    return {"estimate": estimate, "low": low, "high": high}


def _farthest(apart: pl.DataFrame) -> tuple[float, float]:
    """The interval of the largest distance, from intervals that hold together."""
    low, high = apart["low"].to_numpy(), apart["high"].to_numpy()
    surely = np.maximum(np.maximum(low, -high), 0.0)
    return float(surely.max()), float(np.maximum(np.abs(low), np.abs(high)).max())


def _apart_told(apart: pl.DataFrame) -> str:
    if apart.is_empty():
        return ""
    row = apart.row(0, named=True)
    size = percent(abs(row["estimate"]))
    more = "more" if row["estimate"] > 0 else "less"
    ends = sorted(abs(row[key]) for key in ("low", "high"))
    sure = row["low"] > 0 or row["high"] < 0
    between = percent_range(*ends) if sure else "no sure difference"
    return (
        f"Among {row['group']}, '{row['option']}' is farthest from the others: worth {size} {more}"
        f" of the games than they are on average ({between}). "
    )


def _needed_told(losses: pl.DataFrame) -> str:
    """The option that is missed most, and those whose absence surely helps."""
    most = losses.row(0, named=True)
    told = (
        f"'{most['option']}' is needed most: who must do without wins"
        f" {percent(most['estimate'])} less ({percent_range(most['low'], most['high'])})"
        f" and scores {most['points']:.1f} less."
    )
    harmful = losses.filter((pl.col("high") < 0) & (pl.col("q") < 0.05))["option"].to_list()
    return f"{told} Better without: {', '.join(harmful)}." if harmful else told


def _held_told(deals: dict[str, pl.DataFrame], levers: Levers) -> tuple[str, ...]:
    held = [kind for kind in levers.holders if kind in deals]
    return (f"Only players who have it are counted for {', '.join(held)}.",) if held else ()


def _absent_told(deals: dict[str, pl.DataFrame], levers: Levers) -> tuple[str, ...]:
    absent = [kind for kinds in levers.groups.values() for kind in kinds if kind not in deals]
    if not absent:
        return ()
    return (f"Not played, for they make no difference in this setup: {', '.join(absent)}.",)
