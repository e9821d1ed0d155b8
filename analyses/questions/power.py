"""What is each option worth? The same deals, with the option forbidden to one player.

Win rates of those who used an option are a correlation; what a player loses without it is caused
by its absence (restricted play, after Jaffe and others, 2012).

That nobody can do without a game's verbs is no fault of the game. So only options that compete with
each other are judged (`peers` among the `groups` of a title's levers: which role leads, which
ticket is used): is one of them worth far more, or far less, than the others of its group?
"""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from analyses.findings.finding import Finding, Table, number_range
from analyses.findings.names import called
from analyses.findings.question import SEVERAL, Question
from analyses.findings.sample import Sample
from analyses.findings.verdicts import Scale
from analyses.language import say
from analyses.statistics.estimate import (
    NAN,
    NOTHING,
    Estimate,
    Farthest,
    Quantity,
    Rising,
    Together,
    in_figures,
)
from analyses.statistics.intervals import discoveries, p_values
from simulator.levers import Levers

SHARES = ("estimate", "low", "high")


def find(sample: Sample) -> Finding:
    forbidden = sample.cells.filter(pl.col("forbids") != "")["forbids"].cast(pl.String)
    if not len(forbidden) or not sample.mirrors:
        return QUESTION.not_asked(sample)
    levers = sample.levers
    played = {kind: _by_deal(sample, kind, levers) for kind in dict.fromkeys(forbidden)}
    deals = {kind: lost for kind, lost in played.items() if _is_used(lost)}
    losses, apart = _losses(deals, levers), _apart(deals, levers)
    tables = [Table("losses", "Win share and points lost without an option", losses, SHARES)]
    if apart:
        shares = (*SHARES, "alone", "peers")
        tables.append(Table("apart", "Options beside their peers", _apart_table(apart), shares))
    return QUESTION.finding(
        sample,
        _apart_told(apart, levers) + _needed_told(losses, levers),
        estimate=_distance(apart),
        measure=_farthest(apart, sample.even),
        unit="share",
        tables=tuple(tables),
        notes=(
            say(
                "{line_up}, one of them without the option, on the same deals. A move that is the"
                " only legal one is made all the same. q below 0.05: surely a difference.",
                line_up=sample.typical_name,
            ),
            *_held_told(deals, levers),
            *_unused_told(played, deals, levers),
            *_absent_told(played, levers),
        ),
    )


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


def _is_used(lost: pl.DataFrame) -> bool:
    """Games that are the same without an option tell nothing of its worth.

    The last deal may be unfinished, so it differs anyway.
    """
    whole = lost.filter(pl.col("deal") < pl.col("deal").max())
    return whole.is_empty() or bool((whole.select("win", "score").to_numpy() != 0).any())


def _means(rows: pl.LazyFrame) -> pl.DataFrame:
    values = pl.col("win", "score").cast(pl.Float64).mean()
    return rows.group_by("deal").agg(values).collect(engine="streaming")


def _mean(values: np.ndarray) -> Estimate:
    """Of independent deals."""
    mean = float(np.mean(values)) if len(values) else NAN
    error = float(np.std(values, ddof=1)) / len(values) ** 0.5 if len(values) > 1 else NAN
    return Estimate(mean, error, len(values))


def _losses(deals: dict[str, pl.DataFrame], levers: Levers) -> pl.DataFrame:
    groups = {kind: name for name, kinds in levers.groups.items() for kind in kinds}
    rows = []
    for kind, lost in deals.items():
        share, points = (_mean(lost[name].to_numpy()) for name in ("win", "score"))
        p = float(p_values(share.value, share.error, share.deals, 0.0))
        rows.append((groups.get(kind, ""), kind, *in_figures(share), *in_figures(points), p))
    columns = ["group", "option", *SHARES, "points", "from", "to", "q"]
    table = pl.DataFrame(rows, schema=columns, orient="row", infer_schema_length=None)
    table = table.with_columns(q=pl.Series(discoveries(table["q"])))
    return table.sort("estimate", descending=True, nulls_last=True)


@dataclass(frozen=True)
class Beside:
    """An option among its peers."""

    group: str
    option: str
    more: Estimate  # its worth less the mean of the others'
    alone: float
    peers: float


def _apart(deals: dict[str, pl.DataFrame], levers: Levers) -> list[Beside]:
    """Every option that has peers, the farthest from them first."""
    found = []
    for name in levers.peers:
        kinds = [kind for kind in levers.groups[name] if kind in deals]
        if len(kinds) > 1:
            found += _beside_peers(name, {kind: deals[kind] for kind in kinds})
    order = pl.Series([one.more.value for one in found], dtype=pl.Float64).abs()
    return [found[k] for k in order.arg_sort(descending=True)]


def _beside_peers(group: str, deals: dict[str, pl.DataFrame]) -> list[Beside]:
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
    found = []
    for k, kind in enumerate(deals):
        others = np.arange(len(deals)) != k
        part = parts[k] - parts[others].mean(axis=0)
        error = float(np.sqrt((part**2).sum() * n / (n - 1))) if n > 1 else NAN
        peers = float(means[others].mean())
        more = Estimate(float(means[k] - peers), error, n)
        found.append(Beside(group, kind, more, float(means[k]), peers))
    return found


def _apart_table(apart: Sequence[Beside]) -> pl.DataFrame:
    """The intervals hold together for all options that are judged."""
    rows = [
        (one.group, one.option, *in_figures(one.more, len(apart)), one.alone, one.peers)
        for one in apart
    ]
    columns = ["group", "option", *SHARES, "alone", "peers"]
    return pl.DataFrame(rows, schema=columns, orient="row", infer_schema_length=None)


def _distance(apart: Sequence[Beside]) -> Quantity:
    """Without a sign: in two versions of a game the farthest may be a strong and a weak option."""
    if not apart:
        return NOTHING
    far = apart[0].more
    return Together(Estimate(abs(far.value), far.error, far.deals), len(apart))


def _farthest(apart: Sequence[Beside], even: float) -> Quantity:
    """The largest distance of an option from its peers, in even shares."""
    if not apart:
        return NOTHING
    return Rising(Farthest([one.more for one in apart]), lambda distance: distance / even)


def _apart_told(apart: Sequence[Beside], levers: Levers) -> str:
    if not apart:
        return ""
    far = apart[0]
    low, high = far.more.interval(len(apart))
    sure = low > 0 or high < 0
    between = _points_range(*sorted([abs(low), abs(high)])) if sure else say("no sure difference")
    more = (
        "Among {group}, {option} is farthest from the others: worth {size:.1f} percentage points of"
        " the games more than they are on average ({between})."
    )
    less = (
        "Among {group}, {option} is farthest from the others: worth {size:.1f} percentage points of"
        " the games less than they are on average ({between})."
    )
    told = more if far.more.value > 0 else less
    option, size = called(far.option, levers), 100 * abs(far.more.value)
    return say(told, group=far.group, option=option, size=size, between=between) + " "


def _points_range(low: float, high: float) -> str:
    return number_range(100 * low, 100 * high)


def _needed_told(losses: pl.DataFrame, levers: Levers) -> str:
    """The option that is missed most, and those whose absence surely helps."""
    if losses.is_empty():
        return say("This player uses none of the options.")
    most = losses.row(0, named=True)
    told = say(
        "Needed most is {option}: who must do without wins {share:.1f} percentage points less"
        " ({ends}) and scores {points:.1f} less.",
        option=called(most["option"], levers),
        share=100 * most["estimate"],
        ends=_points_range(most["low"], most["high"]),
        points=most["points"],
    )
    harmful = losses.filter((pl.col("high") < 0) & (pl.col("q") < 0.05))["option"].to_list()
    declined = [called(kind, levers) for kind in harmful if kind not in levers.powers]
    borne = [called(kind, levers) for kind in harmful if kind in levers.powers]
    told += " " + say("Better without: {options}.", options=", ".join(declined)) if declined else ""
    return told + (
        " " + say("A drawback, though nobody may decline it: {options}.", options=", ".join(borne))
        if borne
        else ""
    )


def _held_told(deals: dict[str, pl.DataFrame], levers: Levers) -> tuple[str, ...]:
    held = [called(kind, levers) for kind in levers.holders if kind in deals]
    return (
        (say("Only players who have it are counted for {options}.", options=", ".join(held)),)
        if held
        else ()
    )


def _unused_told(played: Iterable[str], used: Container[str], levers: Levers) -> tuple[str, ...]:
    unused = [called(kind, levers) for kind in played if kind not in used]
    if not unused:
        return ()
    return (
        say(
            "Not used by this player, whose games are the same without: {options}.",
            options=", ".join(unused),
        ),
    )


def _absent_told(deals: dict[str, pl.DataFrame], levers: Levers) -> tuple[str, ...]:
    every = (kind for kinds in levers.groups.values() for kind in kinds)
    absent = [called(kind, levers) for kind in every if kind not in deals]
    if not absent:
        return ()
    return (
        say(
            "Not played, for they make no difference in this setup: {options}.",
            options=", ".join(absent),
        ),
    )


QUESTION = Question(
    name="power",
    place=100,
    heading="Power of options",
    question="What is each option worth?",
    measure="games between the option farthest from its peers and them",
    scale=Scale("how far an option's worth is from its peers', over an even share", 0.2, 0.5),
    find=find,
    players=SEVERAL,
    design="restricted",
)
