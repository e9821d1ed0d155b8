"""How those fare who stood farthest from even, in a base and in a version of it, paired by deal.

Of each group its own farthest is followed: what mends a role moves no card of a hand.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import polars as pl

from analyses.findings.finding import Finding, percent
from analyses.findings.holdings import Holdings, holdings
from analyses.findings.standouts import Row, farthest, groups_told
from analyses.lab.differences import from_to, moved
from analyses.lab.gauges import WIN, Sums
from analyses.lab.played import Played
from analyses.language import say
from analyses.statistics.estimate import Together
from analyses.statistics.readings import GROUPS, Reading

Key = tuple[str, str]  # a group, and a member of it
SHARE = "share"


@dataclass(frozen=True)
class Moved:
    """The farthest of a group before, its win share in both, and who is farthest after."""

    who: str
    before: Reading
    after: Reading
    change: Together
    then: str  # who is farthest after, if it is another
    share: float  # that one's

    @property
    def is_sure(self) -> bool:
        return self.change.interval().excludes(0)

    @property
    def told(self) -> str:
        told = (
            "{who} wins {figures}, {moves}" if self.is_sure
            else "{who} wins {figures}, no sure difference"
        )  # fmt: skip
        figures = from_to(self.before.value, self.after.value, SHARE)
        said = say(told, who=self.who, figures=figures, moves=moved(self.change, SHARE))
        if not self.then:
            return said
        return say("{said}, then {other} at {share}", said=said, other=self.then,
                   share=percent(self.share))  # fmt: skip


def moved_members(one: Finding, two: Finding, base: Played, other: Played) -> list[Moved]:
    """Group by group, as the base's finding tells them; none if one has no such table."""
    if not (one.has("members") and two.has("members")):
        return []
    before, after = (shares_won(holdings(played.sample)) for played in (base, other))
    return [
        _moved(group, two.frame("members"), before, after)
        for group in groups_told(one.frame("members"))
        if _key(farthest(group)) in after
    ]


def _moved(
    group: pl.DataFrame, later: pl.DataFrame, before: Mapping[Key, Reading],
    after: Mapping[Key, Reading],
) -> Moved:  # fmt: skip
    """Chance helped to choose the farthest of all that were asked, so all intervals hold."""
    row, last = farthest(group), farthest(later.filter(group=group["group"][0]))
    here, there = before[_key(row)], after[_key(row)]
    then = "" if last["member"] == row["member"] else last["member"]
    change = Together(there.minus(here), len(before))
    return Moved(row["member"], here, there, change, then, last["estimate"])


def _key(row: Row) -> Key:
    return row["group"], row["member"]


def shares_won(games: Holdings) -> dict[Key, Reading]:
    """What the holders of each member win."""
    return {
        (group.name, name): _won(games, group.held[..., k])
        for group in games.to_seats
        for k, name in enumerate(games.called(group))
    }


def _won(games: Holdings, held: np.ndarray) -> Reading:
    total, weight = (
        np.bincount(games.deal % GROUPS, of.sum(axis=1), GROUPS)[:, None]
        for of in (games.win * held, held)
    )
    return Sums(f"{WIN}-", ("",), total, weight, len(np.unique(games.deal))).reading
