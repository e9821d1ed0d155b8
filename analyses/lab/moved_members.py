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
from analyses.findings.tables_with import called, there_of
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
    """The farthest of a group before, how it fares in both, and who is farthest after.

    How it fares is what its holders win; of those who play together, what it brings them.
    """

    who: str
    before: Reading
    after: Reading
    change: Together
    then: str  # who is farthest after, if it is another
    share: float  # that one's
    is_together: bool = False

    @property
    def is_sure(self) -> bool:
        return self.change.interval().excludes(0)

    @property
    def told(self) -> str:
        rivals = (
            "{who} wins {figures}, {moves}" if self.is_sure
            else "{who} wins {figures}, no sure difference"
        )  # fmt: skip
        together = (
            "games won with {who}, less without: {figures}, {moves}" if self.is_sure
            else "games won with {who}, less without: {figures}, no sure difference"
        )  # fmt: skip
        told = together if self.is_together else rivals
        figures = from_to(self.before.value, self.after.value, SHARE)
        said = say(told, who=self.who, figures=figures, moves=moved(self.change, SHARE))
        if not self.then:
            return said
        return say("{said}, then {other} at {share}", said=said, other=self.then,
                   share=percent(self.share))  # fmt: skip


def moved_members(one: Finding, two: Finding, base: Played, other: Played) -> list[Moved]:
    """Group by group, as the base's finding tells them; none if one has no such table."""
    if not (one.has("win_rates") and two.has("win_rates")):
        return []
    fares = brought if _is_together(one.frame("win_rates")) else shares_won
    before, after = (fares(holdings(played.sample)) for played in (base, other))
    return [
        _moved(group, two.frame("win_rates"), before, after)
        for group in groups_told(one.frame("win_rates"))
        if _key(farthest(group)) in after
    ]


def _moved(
    group: pl.DataFrame, later: pl.DataFrame, before: Mapping[Key, Reading],
    after: Mapping[Key, Reading],
) -> Moved:  # fmt: skip
    """Chance helped to choose the farthest of all that were asked, so all intervals hold."""
    same = later.filter(group=group["group"][0])
    row, last, is_together = farthest(group), farthest(same), _is_together(group)
    here, there = before[_key(row)], after[_key(row)]
    then = "" if last["member"] == row["member"] else last["member"]
    change = Together(there.minus(here), len(before))
    share = last["difference" if is_together else "estimate"]
    return Moved(row["member"], here, there, change, then, share, is_together)


def _is_together(table: pl.DataFrame) -> bool:
    """Whether all who play are one side, so that it tells of tables and not of holders."""
    return "difference" in table.columns


def _key(row: Row) -> Key:
    return row["group"], row["member"]


def shares_won(games: Holdings) -> dict[Key, Reading]:
    """What the holders of each member win."""
    return {
        (group.name, name): _won(games.deal, games.win, group.held[..., k])
        for group in games.to_seats
        for k, name in enumerate(games.called(group))
    }


def brought(games: Holdings) -> dict[Key, Reading]:
    """What those who play together win with each, less without."""
    return {
        (group.name, name): _more(games, there_of(group)[:, k, None])
        for group in games.groups
        for k, name in enumerate(called(games, group))
    }


def _more(games: Holdings, there: np.ndarray) -> Reading:
    """Of tables [game, 1] that have it."""
    one, other = (_won(games.deal, games.win[:, :1], at) for at in (there, ~there))
    mean, influence = one.mean - other.mean, one.influence - other.influence
    return Reading(one.shape, False, one.parts, mean, influence, one.deals)


def _won(deal: np.ndarray, win: np.ndarray, held: np.ndarray) -> Reading:
    total, weight = (
        np.bincount(deal % GROUPS, of.sum(axis=1), GROUPS)[:, None] for of in (win * held, held)
    )
    return Sums(f"{WIN}-", ("",), total, weight, len(np.unique(deal))).reading
