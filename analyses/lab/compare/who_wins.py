"""Who wins, before and after a change: all that is dealt and every seat, paired by shuffle.

Chance alone would move some of many, so all intervals of a comparison hold together. The error that
is allowed is shared out among the groups, and in each among its members: forty cards of a hand hide
no faction.
"""

import functools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import polars as pl

from analyses.findings.chart import Chart
from analyses.findings.finding import Table, known
from analyses.findings.holdings import Holdings, holdings
from analyses.findings.tables_with import called, there_of
from analyses.lab.compare.differences import percents_told
from analyses.lab.metrics import WIN, WON, MetricSums
from analyses.lab.played import Played
from analyses.language import count, figure, percent_sign, say
from analyses.statistics.estimate import FEW, Interval, Quantity, Simultaneous
from analyses.statistics.order import least_by, most_by, ordered
from analyses.statistics.readings import Reading

Key = tuple[str, str]  # a group, and who is in it
TURN_ORDER, TABLE = "turn order", "table"  # groups that every game has, of rivals or of one side
OF_QUESTION = {"turn_order": TURN_ORDER, "solo": TABLE, "coop": TABLE}  # others are of members
MOST = 4  # are named in a sentence
SHOWN = 8  # rows of a chart where fewer clearly change
CHART = Chart(
    "Win rates before (ring) and after (dot); pale: no clear change",
    by=("version", "name"),
    figures=("variant",),
    before="base",
    fair="fair share",
    pale=~pl.col("clear"),
    axis="win rate",
)
SHARES = ("base", "variant", "difference", "low", "high", "fair share")


@dataclass(frozen=True)
class Rate:
    """What somebody wins in one version; of those who play together, what something adds."""

    won: Reading
    deals: int  # in which anybody has it
    fair: float = math.nan  # where nobody competes, no share is fair
    is_named: bool = True  # or a plain number, as a card of money
    adds: bool = False  # games won with it, less without
    called: str = ""  # in a sentence, if not by its name


Rates = Mapping[Key, Rate]


@dataclass(frozen=True)
class WinRateChange:
    """One of them before and after."""

    version: str
    group: str
    name: str
    before: Rate
    after: Rate
    tests: int  # intervals that must hold together

    @property
    def change(self) -> Quantity:
        return Simultaneous(self.after.won.minus(self.before.won), self.tests)

    @functools.cached_property
    def interval(self) -> Interval:
        """Without ends where so few shuffles have it that their spread says nothing."""
        if min(self.before.deals, self.after.deals) < FEW:
            return Interval(-math.inf, math.inf)
        return self.change.interval()

    @property
    def is_clear(self) -> bool:
        return self.interval.excludes(0)

    @property
    def size(self) -> float:
        return abs(self.change.value)

    @property
    def fair(self) -> float:
        return self.before.fair

    @property
    def at_most(self) -> float:
        """The largest change that is not ruled out."""
        return max(map(abs, self.interval))

    @property
    def told(self) -> str:
        """'Kutu Kuti 47 → 9%'."""
        return say("{who} {figures}", who=self.before.called or self.name, figures=self.figures)

    @property
    def figures(self) -> str:
        ends = self.before.won.value, self.after.won.value
        return _points_told(*ends) if self.before.adds else percents_told(*ends)

    def as_json(self) -> dict[str, Any]:
        low, high = self.interval
        before, after = self.before.won.value, self.after.won.value
        ends = {"before": before, "after": after, "low": low, "high": high, "fair": self.fair}
        whose = {"version": self.version, "name": self.name, "kind": self.group}
        return {**whose, **known(ends), "clear": self.is_clear}


def _points_told(before: float, after: float) -> str:
    one, two = (figure(100 * more, "+z.0f") for more in (before, after))
    return say("{one} → {two} points", one=one, two=two)


def rates(played: Played, only: Sequence[str] = ()) -> dict[Key, Rate]:
    """Of all that is dealt, then of seats; of one side, of its games. Or as questions ask."""
    sample, found = played.sample, dict[Key, Rate]()
    if sample.sides == 1 and WON in played.readings:
        won = played.readings[WON]
        found[TABLE, say("the player") if sample.players == 1 else say("the table")] = Rate(
            won, won.deals
        )
    if not only or "win_rates" in only:
        found |= _of_members(holdings(sample), sample.sides == 1, sample.even)
    if seats := played.readings.get("turn_order_spread"):
        found |= _of_seats(seats, sample.teams)
    groups = {OF_QUESTION.get(name) for name in only}
    return {
        key: rate
        for key, rate in found.items()
        if not only or key[0] in groups or key[0] not in (TURN_ORDER, TABLE)
    }


def _of_seats(seats: Reading, teams: Sequence[str]) -> dict[Key, Rate]:
    """By their places; teams by their names."""
    n, found = len(seats.parts), dict[Key, Rate]()
    by_place = {1: "first player", n: "last player"}
    for k, seat in enumerate(seats.parts, 1):
        name = teams[k - 1] if teams else f"player {k}"
        rate = Rate(seats.part(seat), seats.deals, 1 / n)
        found[TURN_ORDER, name] = replace(rate, called="" if teams else by_place.get(k, ""))
    return found


def _of_members(games: Holdings, is_one_side: bool, even: float) -> dict[Key, Rate]:
    return brought(games) if is_one_side else shares_won(games, even)


def shares_won(games: Holdings, even: float) -> dict[Key, Rate]:
    """What the holders of each member win."""
    return {
        (group.name, name): Rate(
            _won(games.deal, games.win, held), _deals(games, held.any(axis=1)), even, group.is_named
        )
        for group in games.to_seats
        for name, held in zip(games.called(group), np.moveaxis(group.held, -1, 0), strict=True)
    }


def brought(games: Holdings) -> dict[Key, Rate]:
    """What those who play together win with each, less without."""
    found = {}
    for group in games.groups:
        for name, there in zip(called(games, group), there_of(group).T, strict=True):
            deals = min(_deals(games, there), _deals(games, ~there))
            if deals:
                more = _more(games, there[:, None])
                found[group.name, name] = Rate(more, deals, is_named=group.is_named, adds=True)
    return found


def _deals(games: Holdings, which: np.ndarray) -> int:
    return len(np.unique(games.deal[which]))


def _more(games: Holdings, there: np.ndarray) -> Reading:
    """Of tables [game, 1] that have it."""
    one, other = (_won(games.deal, games.win[:, :1], at) for at in (there, ~there))
    mean, influence = one.mean - other.mean, one.influence - other.influence
    seen = np.minimum(one.seen, other.seen)
    return replace(one, is_share=False, mean=mean, influence=influence, seen=seen)


def _won(deal: np.ndarray, win: np.ndarray, held: np.ndarray) -> Reading:
    units, unit = np.unique(deal, return_inverse=True)
    total, weight = (
        np.bincount(unit, of.sum(axis=1), len(units))[:, None] for of in (win * held, held)
    )
    return MetricSums(f"{WIN}-", ("",), total, weight, len(units), units).reading


def who_wins(base: Rates, other: Rates, version: str, versions: int = 1) -> list[WinRateChange]:
    """All who are in both, the clearest changes first, and of these the largest."""
    both = [key for key in base if key in other and not _is_never_lost(base[key], other[key])]
    sizes = {group: sum(key[0] == group for key in both) for group, _ in both}
    found = [
        WinRateChange(version, *key, base[key], other[key], versions * len(sizes) * sizes[key[0]])
        for key in both
    ]
    return ordered(found, lambda one: (not one.is_clear, not one.before.is_named, -one.size))


def _is_never_lost(before: Rate, after: Rate) -> bool:
    """Where no game can be lost, nothing is told of winning."""
    return not before.adds and min(before.won.value, after.won.value) == 1


def told(fared: Sequence[WinRateChange]) -> str:
    """The clear changes in one clause; what is ruled out where there is none."""
    clear = [one for one in _once(fared) if one.is_clear]
    if clear:
        return f"{_listed(clear)}{_fair_told(clear)}"
    most = max(one.at_most for one in fared)
    if not most:
        return say("no win rate changes")
    if len({one.group for one in fared}) > 1 or not math.isfinite(most):
        return say("no win rate clearly changes: {limits}", limits=limits_told(fared))
    return count(
        points(most),
        "no win rate clearly changes, none by more than {n} point",
        "no win rate clearly changes, none by more than {n} points",
    )


def _once(fared: Sequence[WinRateChange]) -> list[WinRateChange]:
    """Without the second of two players, who wins what the first does not."""
    is_pair = sum(one.group == TURN_ORDER for one in fared) == 2
    return [one for one in fared if not (is_pair and one.name == "player 2")]


def _listed(clear: Sequence[WinRateChange]) -> str:
    """The largest; one more rather than the words that there is one."""
    more = len(clear) - MOST
    if more <= 1:
        return ", ".join(one.told for one in clear)
    shown = ", ".join(one.told for one in clear[:MOST])
    return say("{some} and {n} more", some=shown, n=more)


def _fair_told(clear: Sequence[WinRateChange]) -> str:
    fair = {one.fair for one in clear[:MOST]}
    if len(fair) > 1 or any(map(math.isnan, fair)):
        return ""
    share = figure(100 * fair.pop(), ".0f") + percent_sign()
    return " " + say("(a fair share is {share})", share=share)


def limits_told(fared: Sequence[WinRateChange]) -> str:
    """'factions by at most 3 points, turn order by at most 2'."""
    groups = dict.fromkeys(one.group for one in fared)
    return ", ".join(
        _limit_told(group, max(one.at_most for one in fared if one.group == group))
        for group in groups
    )


def _limit_told(group: str, most: float) -> str:
    if not math.isfinite(most):
        return say("{group}: too few games to tell", group=group)
    return count(
        points(most),
        "{group} by at most {n} point",
        "{group} by at most {n} points",
        group=group,
    )


def points(most: float) -> int:
    """In whole points of a percentage; less than it is not told."""
    return math.ceil(100 * most - 1e-9)


def ends_told(fared: Sequence[WinRateChange]) -> list[str]:
    """Of groups in which another is the strongest, or the weakest, than before: who is now."""
    groups = dict.fromkeys(
        one.group for one in fared if one.is_clear and one.before.is_named and not one.before.adds
    )
    return [told for group in groups if (told := _ends(group, [*_of(group, fared)]))]


def _of(group: str, fared: Sequence[WinRateChange]) -> Iterator[WinRateChange]:
    return (one for one in fared if one.group == group)


def _ends(group: str, fared: Sequence[WinRateChange]) -> str:
    (first, last), (best, worst) = (
        (most_by(fared, rate), least_by(fared, rate))
        for rate in (lambda one: one.before.won.value, lambda one: one.after.won.value)
    )
    if group == TURN_ORDER or (first, last) == (best, worst):
        return ""
    shares = [figure(100 * one.after.won.value, ".0f") + percent_sign() for one in (best, worst)]
    return say(
        "Strongest now is {best} with {most}, weakest {worst} with {least}.",
        best=best.name,
        worst=worst.name,
        most=shares[0],
        least=shares[1],
    )


def table_of(fared: Sequence[WinRateChange], by_version: bool = False) -> Table:
    rows = [
        (one.version, one.group, one.name, one.before.won.value, one.after.won.value,
         one.change.value, *one.interval, one.fair, one.is_clear)
        for one in fared
    ]  # fmt: skip
    schema = {
        **dict.fromkeys(("version", "group", "name"), pl.String),
        **dict.fromkeys(SHARES, pl.Float64),
        "clear": pl.Boolean,
    }
    frame = pl.DataFrame(rows, schema, orient="row")
    if not by_version:
        frame = frame.drop("version")
    if frame["fair share"].is_nan().all():
        frame = frame.drop("fair share")
    shares = tuple(name for name in SHARES if name in frame.columns)
    return Table("who_wins", "Win rates before and after", frame, shares, _chart_of(frame))


def _chart_of(frame: pl.DataFrame) -> Chart:
    """The groups in which any clearly changes, else a few rows; of one side games won alone."""
    shown = pl.col("clear").any().over("group")
    if not frame["clear"].any():
        shown = pl.int_range(pl.len()) < SHOWN
    if "fair share" not in frame.columns:
        shown &= pl.col("group") == TABLE
    return CHART.with_(shown=shown, is_wide="version" in frame.columns)
