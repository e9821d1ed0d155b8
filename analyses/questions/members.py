"""Who or what is too strong? The win share of those who were dealt it.

The deal decides who holds what, so a difference between holders is caused by what they hold, and
costs no games of its own. What is dealt to the whole table favours no seat by being held; of that
it is asked what a table scores with it, and how often its first seat wins.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from analyses.findings.finding import (
    Finding,
    Table,
    number_range,
    percent,
    percent_range,
    percent_told,
)
from analyses.findings.holdings import Group, Holdings, holdings
from analyses.findings.names import named
from analyses.findings.question import SEVERAL, Question
from analyses.findings.sample import Sample
from analyses.findings.verdicts import Scale
from analyses.statistics.estimate import (
    NOTHING,
    Estimate,
    Farthest,
    Quantity,
    Rising,
    Together,
    in_figures,
)
from analyses.statistics.holders import Means, of_holders, with_less_without
from analyses.statistics.intervals import discoveries, p_values
from simulator.levers import Levers

SURE = 0.05  # a q-value below this is a discovery
FEW = 200  # games
SHARES = ("estimate", "low", "high", "even")
MORE = ("difference", "low", "high")
WORDS = {  # of a table: what moves, its unit, and how many of it one is
    "scored": ("a player scores", "points", 1),
    "first_seat": ("seat 1 wins", "percentage points", 100),
}
NOTHING_SURE = "Nothing that chance lays on the table surely changes scores, or how seat 1 fares."


@dataclass(frozen=True)
class Member:
    """What chance deals to a seat, and how its holders fare."""

    group: str
    name: str
    share: Estimate  # of games won
    points: Estimate  # above the mean of their table
    rows: int


def judge(sample: Sample) -> Quantity:
    return _measure(_members(holdings(sample)), sample.even)


def find(sample: Sample) -> Finding:
    games, even = holdings(sample), sample.even
    members, tables, sets = _members(games), _for_all(games), _sets(games, sample.levers)
    if not games.groups:
        return QUESTION.finding(sample, "Every seat holds the same in all games.")
    shares = [Together(one.share, len(members)) for one in members]
    far = max(range(len(members)), key=lambda k: abs(shares[k].value - even), default=None)
    held = _table(members, shares, even)
    told = _told(held, members, shares, far, even) if far is not None else ""
    return QUESTION.finding(
        sample,
        " ".join(filter(None, (told, _table_told(tables)))) or NOTHING_SURE,
        estimate=NOTHING if far is None else shares[far],
        measure=_measure(members, even),
        unit="share",
        games=len(games.deal),
        tables=(Table("members", "Win share and points of holders", held, SHARES), *tables, *sets),
        notes=(
            f"{sample.typical_name}: one strategy plays every seat and the deal says who holds"
            " what, so the difference is what they hold. Points are those above the mean of all."
            " All intervals hold together; q below 0.05: surely not even.",
            *_asked_told(games),
            *(f"{len(table.frame):,} different sets were in play." for table in sets),
        ),
    )


def _members(games: Holdings) -> list[Member]:
    """Of all groups; who is in several is called by its group too."""
    above = games.score - games.score.mean(axis=1, keepdims=True)
    names = Counter(name for group in games.to_seats for name in group.members)
    found = []
    for group in games.to_seats:
        won = of_holders(games.win, group.held, games.deal)
        points = of_holders(above, group.held, games.deal)
        called = [name if names[name] == 1 else f"{name} ({group.name})" for name in group.members]
        found += [
            Member(group.name, name, share, more, int(rows))
            for name, share, more, rows in zip(
                called, won.shares, points.estimates(), won.rows, strict=True
            )
        ]
    return found


def _measure(members: Sequence[Member], even: float) -> Quantity:
    if not members:
        return NOTHING
    return Rising(Farthest([one.share for one in members], even), lambda far: far / even)


def _table(members: Sequence[Member], shares: Sequence[Together], even: float) -> pl.DataFrame:
    """The strongest first, and before that the group whose members lie farthest from even."""
    p = [p_values(one.share.value, one.share.error, one.share.deals, even) for one in members]
    rows = [
        (one.group, one.name, *in_figures(share), even, *in_figures(one.points, len(members)),
         one.rows, float(q))
        for one, share, q in zip(members, shares, discoveries(p), strict=True)
    ]  # fmt: skip
    words = {"group": pl.String, "member": pl.String}
    figures = dict.fromkeys((*SHARES, "points", "from", "to"), pl.Float64)
    schema = words | figures | {"rows": pl.Int64, "q": pl.Float64}
    table = pl.DataFrame(rows, schema, orient="row")
    far = (pl.col("estimate") - even).abs().max().over("group")
    return table.sort(far, "group", "estimate", descending=[True, False, True])


def _told(
    table: pl.DataFrame, members: Sequence[Member], shares: Sequence[Together], far: int,
    even: float,
) -> str:  # fmt: skip
    """The strongest and the weakest, where they surely are."""
    sure = table.filter(pl.col("q") < SURE).sort("estimate", descending=True)
    if not len(sure):
        return (
            f"Nobody who holds anything can be told from an even share of {percent(even)};"
            f" {members[far].name} is farthest: {percent_told(shares[far])}."
        )
    best, worst = (sure.row(k, named=True) for k in (0, -1))
    told = []
    if best["estimate"] > even:
        told.append(f"Holders of {best['member']} win {_share_told(best)}")
    if worst["estimate"] < even:
        who = "those" if told else "Holders"
        win = "" if told else "win "
        told.append(f"{who} of {worst['member']} {win}{_share_told(worst)}")
    return f"{', '.join(told)} where {percent(even)} is even."


def _share_told(row: dict) -> str:
    return f"{percent(row['estimate'])} ({percent_range(row['low'], row['high'])})"


def _for_all(games: Holdings) -> tuple[Table, ...]:
    """What lies there for the whole table: points with it less without, and the same of seat 1.

    Only where something is sure: a table of chances would say nothing.
    """
    if not games.to_all:
        return ()
    points, first = games.score.mean(axis=1), games.win[:, 0]
    both = (
        Table("scored", "Points of a player with it on the table, less without",
              _differences(games.to_all, points, games.deal)),
        Table("first_seat", "Win share of seat 1 with it on the table, less without",
              _differences(games.to_all, first, games.deal), MORE),
    )  # fmt: skip
    return tuple(table for table in both if (table.frame["q"] < SURE).any())


def _differences(groups: Sequence[Group], value: np.ndarray, deal: np.ndarray) -> pl.DataFrame:
    """The largest first; all intervals of a table hold together."""
    found = [(group, with_less_without(value, group.held, deal)) for group in groups]
    several = sum(len(group.members) for group in groups)
    q = discoveries(np.concatenate([_p(means) for _, means in found]))
    rows = [
        (group.name, name, *in_figures(change, several), int(n))
        for group, means in found
        for name, change, n in zip(group.members, means.estimates(), means.rows, strict=True)
    ]
    columns = ["group", "member", *MORE, "games"]
    table = pl.DataFrame(rows, columns, orient="row").with_columns(q=pl.Series(q))
    return table.sort("difference", descending=True)


def _p(means: Means) -> np.ndarray:
    return p_values(means.mean, means.error, means.deals, 0.0)


def _table_told(tables: Sequence[Table]) -> str:
    """What moves the scores of a table most, or its first seat."""
    told = []
    for table in tables:
        sure = table.frame.filter(pl.col("q") < SURE)
        row = sure.sort(pl.col("difference").abs()).row(-1, named=True)
        what, unit, times = WORDS[table.key]
        size, *ends = (times * abs(row[name]) for name in MORE)
        more = "more" if row["difference"] > 0 else "less"
        told.append(
            f"With {row['member']} on the table {what} {size:.1f} {unit} {more}"
            f" ({number_range(*sorted(ends))})."
        )
    return " ".join(told)


def _sets(games: Holdings, levers: Levers) -> tuple[Table, ...]:
    """Which members of the cast were in play together, where chance deals them."""
    cast = {named(name, levers) for name in levers.cast.members} if levers.cast else set()
    for group in (*games.to_all, *games.to_seats):
        if {*group.members} <= cast:
            together = group.held if group.is_for_all else group.held.any(axis=1)
            sets, n = np.unique(together, axis=0, return_counts=True)
            names = [", ".join(np.array(group.members)[one]) for one in sets]
            frame = pl.DataFrame({"set": names, "games": n}).sort(
                "games", "set", descending=[True, False]
            )
            return (Table("sets", "Sets in play", frame),)
    return ()


def _asked_told(games: Holdings) -> tuple[str, ...]:
    """Of which groups, where there are several."""
    names = [f"{one.name} ({len(one.members)})" for one in games.groups]
    return (f"Asked of what chance deals: {', '.join(names)}.",) if len(names) > 1 else ()


def _fits(sample: Sample) -> bool:
    """Whether chance decides anything: a few games tell."""
    is_declared = bool(sample.levers.dealt or sample.levers.opening)
    return is_declared and bool(holdings(sample, FEW).groups)


QUESTION = Question(
    name="members",
    place=5,
    heading="Members",
    question="Who or what is too strong?",
    measure="games won by the holders farthest from even",
    scale=Scale("how far the holders of something win off their even share, over it", 0.1, 0.3),
    find=find,
    players=SEVERAL,
    fits=_fits,
    gauge="member_spread",
    judge=judge,
)
