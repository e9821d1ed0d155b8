"""What something that chance deals brings those who play together: how often they win with it.

The deal decides which tables have it, so the difference is caused by it, or by what lies there in
its place where there is none.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from analyses.findings.finding import apart, begun, number_range, whole_percent
from analyses.findings.holdings import SELDOM, Group, Holdings
from analyses.findings.standouts import Row, farthest, ranked, standouts
from analyses.findings.win_rate import WinRate, WinRates
from analyses.language import say
from analyses.statistics.estimate import (
    NOTHING,
    Estimate,
    MaxDistance,
    Monotone,
    NewcombeDifference,
    Quantity,
    Simultaneous,
    in_figures,
)
from analyses.statistics.holders import with_and_without, with_less_without
from analyses.statistics.intervals import discoveries
from analyses.statistics.order import farthest_by

SHARES = ("with", "without", "difference", "low", "high")
SCHEMA = {
    **dict.fromkeys(("group", "member"), pl.String),
    **dict.fromkeys(SHARES, pl.Float64),
    "games": pl.Int64,
    "q": pl.Float64,
}


@dataclass(frozen=True)
class Brings:
    """One thing that some tables are dealt and others not, and what both win."""

    group: str
    is_named: bool  # the group
    name: str
    with_it: Estimate
    without: Estimate
    games: int  # with it
    p: float  # that it makes no difference

    @property
    def more(self) -> Quantity:
        """What is won with it, less without."""
        return NewcombeDifference(self.with_it, self.without)


@dataclass(frozen=True)
class TablesWith:
    """All that may be there or not, and what is won in all games."""

    found: tuple[Brings, ...]
    won: float
    everywhere: tuple[str, ...]  # what nearly every table has, so that nothing can be told of it

    @property
    def stands(self) -> dict[str, Simultaneous]:
        return {one.name: Simultaneous(one.more, len(self.found)) for one in self.found}

    @property
    def measure(self) -> Quantity:
        """How far the farthest moves wins, over all that is won."""
        if not self.found or not self.won:
            return NOTHING
        return Monotone(MaxDistance([one.more for one in self.found]), lambda far: far / self.won)

    def rates(self, players: int) -> WinRates:
        """What is won with each, and how far that is off what is won without."""
        if not self.won:
            return {}
        told = "the player with {member} wins" if players == 1 else "tables with {member} win"
        return {
            one.name: WinRate(
                one.with_it,
                one.without.value,
                Monotone(one.more, lambda more: more / self.won),
                say(told, member=one.name),
            )
            for one in self.found
        }

    @property
    def estimate(self) -> Quantity:
        """What is won with the farthest."""
        if not self.found:
            return NOTHING
        far = farthest_by(self.found, lambda one: one.more.value)
        return Simultaneous(far.with_it, len(self.found))

    @property
    def frame(self) -> pl.DataFrame:
        q_values = discoveries([one.p for one in self.found])
        rows = [
            (one.group, one.name, one.with_it.value, one.without.value,
             *in_figures(self.stands[one.name]), one.games, float(q))
            for one, q in zip(self.found, q_values, strict=True)
        ]  # fmt: skip
        is_named = pl.Series([one.is_named for one in self.found], dtype=pl.Boolean)
        return ranked(pl.DataFrame(rows, SCHEMA, orient="row"), is_named)


def tables_with(games: Holdings) -> TablesWith:
    """Of games whose seats all win or lose together."""
    won, found, everywhere = games.win[:, 0], list[Brings](), list[str]()
    for group in games.groups:
        there, names = there_of(group), called(games, group)
        often = there.mean(axis=0)
        everywhere += [name for name, share in zip(names, often, strict=True) if share > 1 - SELDOM]
        kept = np.flatnonzero((often >= SELDOM) & (often <= 1 - SELDOM))
        found += _brought(group, [names[k] for k in kept], won, there[:, kept], games.deal)
    return TablesWith(tuple(found), float(won.mean()), tuple(everywhere))


def there_of(group: Group) -> np.ndarray:
    """Whether a table has each, [game, member]: at least one seat, or the table itself."""
    return group.held if group.is_for_all else np.any(group.held, axis=1)


def called(games: Holdings, group: Group) -> list[str]:
    """Its members; who is in several groups is called by its group too."""
    names = Counter(name for one in games.groups for name in one.members)
    return [
        name if names[name] == 1 else say("{member} ({group})", member=name, group=group.name)
        for name in group.members
    ]


def _brought(
    group: Group, names: Sequence[str], won: np.ndarray, there: np.ndarray, deal: np.ndarray
) -> list[Brings]:
    if not names:
        return []
    one, other = with_and_without(won, there, deal)
    p = with_less_without(won, there, deal).p
    columns = (one.shares, other.shares, one.rows.tolist(), p.tolist())
    every = zip(names, *columns, strict=True)
    return [Brings(group.name, group.is_named, *its) for its in every]


def sentences(table: pl.DataFrame, players: int) -> list[str]:
    """Of each group what clearly brings most and least; else what is farthest."""
    if found := [row for ends in standouts(table) for row in ends]:
        return [_one_told(row, players) for row in found]
    row = farthest(table)
    none = "Nothing that is dealt clearly changes the win rate."
    far = "Farthest: {member}, {share} of games won with it and {less} without."
    shares = {"share": whole_percent(row["with"]), "less": whole_percent(row["without"])}
    return [say(none), say(far, member=row["member"], **shares)]


def _one_told(row: Row, players: int) -> str:
    solo = (
        "the player wins {share} of games with {member} and {less} without ({ends} points apart)."
    )
    coop = "tables win {share} of games with {member} and {less} without ({ends} points apart)."
    low, high = sorted(100 * abs(row[name]) for name in ("low", "high"))
    written, _ = apart(row["with"], row["without"])
    told = say(
        solo if players == 1 else coop,
        member=row["member"],
        share=written(row["with"]),
        less=written(row["without"]),
        ends=number_range(low, high, ".0f" if written is whole_percent else ".1f"),
    )
    return begun(told)
