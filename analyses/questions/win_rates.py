"""Who or what is too strong? The win rate of those who were dealt it.

The deal decides who holds what, so a difference between those who sit in the same seats and hold
as much is caused by what they hold, and costs no games of its own. What is dealt to the whole table
favours no seat by being held; of that it is asked what a table scores with it, and how often its
first seat wins. Those who win or lose together are asked what they win with each, and what without.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from analyses.experiments.experiment import SUMS
from analyses.findings.assumed import assumed_in
from analyses.findings.by_seat import by_seat, by_seat_told
from analyses.findings.finding import (
    Finding,
    Table,
    apart,
    begun,
    in_a_row,
    number_range,
    percent,
    whole_percent,
    whole_range,
)
from analyses.findings.holdings import Group, Holdings, holdings, openings_are_unread
from analyses.findings.names import games_of, named, noun_of
from analyses.findings.question import Question
from analyses.findings.sample import Sample
from analyses.findings.standouts import farthest, ranked, standouts
from analyses.findings.tables_with import SHARES as OF_TABLES
from analyses.findings.tables_with import TablesWith, sentences, tables_with
from analyses.findings.verdicts import Scale
from analyses.findings.win_rate import WinRate, WinRates
from analyses.language import count, say, word, words_of
from analyses.questions.coop import can_be_lost
from analyses.statistics.estimate import (
    NOTHING,
    Estimate,
    MaxDistance,
    Monotone,
    Quantity,
    Simultaneous,
    in_figures,
)
from analyses.statistics.handicap import compensate, points_decide
from analyses.statistics.holders import (
    Means,
    beside_peers,
    beside_seats,
    of_holders,
    of_their_peers,
    of_their_seats,
    peers_of,
    with_less_without,
)
from analyses.statistics.intervals import SURE, discoveries, scatter_p_value, share_p_values
from analyses.statistics.order import by_distance, farthest_by, sort_rows, tied_ranks
from analyses.statistics.pooling import FEWEST, Estimates, pooled
from simulator.levers import Levers

FEW = 200  # games
RARE = 0.01  # a scatter of many that chance brings so seldom is told, though none is named
NEAR = 0.005  # of an even share, as chance that deals to all seats alike mostly is
SHARES = ("estimate", "low", "high", "even")
GUESS = ("best guess", "low", "high")
MORE = ("difference", "low", "high")
UNREAD = "These rows do not hold what was dealt before the first move."
SIMULATE = "It can be read only from a kept run of the same rules: simulate again."
TOGETHER = (
    "{line_up}: the shuffle decides which games have what, so it causes the difference, or what is"
    " dealt in its place does. The column games counts those that have it. Judged is the largest"
    " difference, in percent of the overall win rate of {share}. All intervals are simultaneous"
    " 95% CIs."
)
BALANCING = (
    "Points that would balance each: added at final scoring to all who hold it, in the same games;"
    " ties after that count as shared wins. A bot that knows of them might play differently."
)
GUESSED = (
    "A best guess is drawn towards the fair share as far as chance explains how much members of a"
    " group differ (partial pooling). Its intervals are 95% CIs on average over the group. The"
    " verdict rests on win rates as measured, so that nothing that stands out is drawn in."
)
SEATED = (
    "Win rates by turn order are drawn towards what turn order and role explain apart. The last"
    " column is the widest half of a 95% CI."
)
NOTHING_SURE = (
    "Nothing that is laid out for all clearly changes scores, or how the first player fares."
)


@dataclass(frozen=True)
class Member:
    """What chance deals to a seat, and how its holders fare."""

    group: str
    is_named: bool  # the group
    name: str
    share: Estimate  # of games won
    even: float  # what those in the same seats win
    players: int
    points: Estimate  # above what their seats have
    rows: int
    p: float  # that its holders win no more and no less than others
    more: Quantity | None = None  # than even: drawn towards none, if it is one of many

    @property
    def off(self) -> Quantity:
        """How far from even they win, over the even share of all."""
        return Monotone(self.share, lambda won: self.above(won) * self.players)

    @property
    def guess(self) -> Quantity:
        """What its holders probably win, knowing how the others of its group fare."""
        if self.more is None:
            return NOTHING
        return Monotone(self.more, lambda more: min(max(self.even + more, 0.0), 1.0))

    def above(self, won: float) -> float:
        """How far a share lies above what is even for them."""
        return won - self.even


def judge(sample: Sample) -> Quantity:
    if sample.sides == 1:
        return tables_with(holdings(sample)).measure
    return _measure(_members(holdings(sample)))


def rates(sample: Sample) -> WinRates:
    """The holders of each thing; where all are one side, the tables that have it."""
    if sample.sides == 1:
        return tables_with(holdings(sample)).rates(sample.players)
    members = _members(holdings(sample))
    return {one.name: WinRate(one.share, one.even, one.off) for one in members}


def find(sample: Sample) -> Finding:
    games = holdings(sample)
    if not games.groups and openings_are_unread(sample):
        return QUESTION.finding(sample, say(UNREAD), [say(SIMULATE)], is_asked=False)
    return _together(sample, games) if sample.sides == 1 else _of_rivals(sample, games)


def _together(sample: Sample, games: Holdings) -> Finding:
    """Where all who play are one side."""
    tables = tables_with(games)
    if not tables.found:
        told = "Every game begins with the same setup."
        return QUESTION.finding(sample, say(told), notes=_everywhere_told(tables))
    if not games.win.any() or games.win.all():
        told = "Every game is won." if games.win.all() else "No game is won."
        return QUESTION.finding(sample, say(told), notes=_everywhere_told(tables))
    found = sentences(tables.frame, sample.players)
    sets = _sets(games, sample.levers)
    shown = Table("win_rates", "Win rate with it, and without", tables.frame, OF_TABLES)
    return QUESTION.finding(
        sample,
        found[0],
        found[1:],
        estimate=tables.estimate,
        measure=tables.measure,
        unit="share",
        games=len(games.deal),
        stands=tables.stands,
        tables=(shown, *sets),
        assumed=assumed_in(sample, [shown]),
        notes=(
            say(TOGETHER, line_up=sample.typical_name, share=percent(tables.won)),
            *_asked_told(games),
            *_unread_told(sample),
            *_seldom_told(games),
            *_everywhere_told(tables),
            *map(_sets_told, sets),
        ),
    )


def _everywhere_told(tables: TablesWith) -> tuple[str, ...]:
    told = "Not judged, because more than 99% of games have it: {members}."
    return (say(told, members=words_of(tables.everywhere)),) if tables.everywhere else ()


def _of_rivals(sample: Sample, games: Holdings) -> Finding:
    members, tables, sets = _members(games), _for_all(games), _sets(games, sample.levers)
    if not games.groups:
        return QUESTION.finding(sample, say("Every player holds the same in all games."))
    shares = [Simultaneous(one.share, len(members)) for one in members]
    held = _table(members, shares)
    told = [*(_told(held, games) if members else ()), *by_seat_told(games)]
    told = [*told, *_table_told(tables)] or [say(NOTHING_SURE)]
    ranks = (Table("win_rates", "Win rate and points of each", held, SHARES), *tables)
    seated, guesses = by_seat(games), _guesses(members, held)
    balancing = _balancing(held, games) if sample.mirrors else ()
    return QUESTION.finding(
        sample,
        told[0],
        told[1:],
        estimate=_of_farthest(members, shares),
        measure=_measure(members),
        unit="share",
        games=len(games.deal),
        stands=_stands(members, shares),
        tables=(*ranks, *seated, *balancing, *guesses, *sets),
        assumed=assumed_in(sample, ranks),
        notes=(
            *_about(sample, games),
            *(say(GUESSED) for _ in guesses),
            *(say(SEATED) for _ in seated),
            *(say(BALANCING) for _ in balancing),
            *_asked_told(games),
            *_unread_told(sample),
            *_seldom_told(games),
            *map(_sets_told, sets),
        ),
    )


def _about(sample: Sample, games: Holdings) -> list[str]:
    """What is compared, and whether what they hold causes the difference."""
    alike = (
        "{line_up}: the same bot plays every seat and the shuffle decides who holds what, so the"
        " difference is what they hold. A fair share is what players in the same seats win; points"
        " are those above their score. All intervals are simultaneous 95% CIs."
    )
    unlike = (
        "{line_up}: several bots play, and the shuffle decides who holds what. A fair share is what"
        " players in the same seats win; points are those above their score. All intervals are"
        " simultaneous 95% CIs."
    )
    in_play = (
        "{line_up}: the same bot plays every seat, but play decides who holds what in the end. So"
        " whoever wins may hold it because of that. A fair share is what players in the same seats"
        " win; points are those above their score. All intervals are simultaneous 95% CIs."
    )
    by_number = (
        "Players do not always hold as many ({groups}). There a fair share is what players in the"
        " same seats who hold as many win, and points are those above their score."
    )
    is_dealt = all(one.is_by_deal for one in games.to_seats)
    told = (alike if is_dealt else in_play) if sample.mirrors else unlike
    varying = [one.name for one in games.to_seats if one.number is not None]
    more = [say(by_number, groups=words_of(varying))] if varying else []
    return [say(told, line_up=sample.typical_name), *more]


def _members(games: Holdings) -> list[Member]:
    """Of all groups."""
    found = []
    for group in games.to_seats:
        won, points, even = _fared(games, group)
        p_even = share_p_values(won.mean, won.error, won.deals, even)
        seats = [games.win.shape[1]] * len(even)
        columns = (won.shares, even.tolist(), seats, points.estimates(), won.rows.tolist(),
                   p_even.tolist(), _pooled(won, even))  # fmt: skip
        found += [
            Member(group.name, group.is_named, *one)
            for one in zip(games.called(group), *columns, strict=True)
        ]
    return found


def _fared(games: Holdings, group: Group) -> tuple[Means, Means, np.ndarray]:
    """What holders win, the points they have more, and what is even for them."""
    above = games.score - games.score.mean(axis=1, keepdims=True)
    held, deal = group.held, games.deal
    won = of_holders(games.win, held, deal)
    if group.number is None:
        return won, beside_seats(above, held, deal), _even(games, group)
    peers = peers_of(group.number)
    beside = beside_peers(games.win, held, deal, peers)  # even is as uncertain as what is won
    even = of_their_peers(games.win, held, peers)
    return replace(won, error=beside.error), beside_peers(above, held, deal, peers), even


def _pooled(won: Means, even: np.ndarray) -> Sequence[Quantity | None]:
    """How far above even each probably is; of few, nothing is known beyond what was measured."""
    if len(even) < FEWEST:
        return [None] * len(even)
    best = pooled(Estimates(won.mean - even, won.error, won.deals.astype(float)))
    return [best.one(k) for k in range(len(even))]


def _even(games: Holdings, group: Group) -> np.ndarray:
    """What those in the same seats win as the holders of each member.

    Half a point from the even share of all it is taken for that.
    """
    even, of_all = of_their_seats(games.win, group.held), 1 / games.win.shape[1]
    return np.where(np.abs(even - of_all) > NEAR, even, of_all)


def _of_farthest(members: Sequence[Member], shares: Sequence[Simultaneous]) -> Quantity:
    if not members:
        return NOTHING
    return shares[farthest_by(range(len(members)), lambda k: members[k].off.value)]


def _measure(members: Sequence[Member]) -> Quantity:
    return MaxDistance([one.off for one in members]) if members else NOTHING


def _stands(members: Sequence[Member], shares: Sequence[Simultaneous]) -> dict[str, Quantity]:
    """How far above even the holders of each are, or below."""
    both = zip(members, shares, strict=True)
    return {one.name: Monotone(share, one.above) for one, share in both}


def _table(members: Sequence[Member], shares: Sequence[Simultaneous]) -> pl.DataFrame:
    """How each fares, in the order of `ranked`."""
    q_values = discoveries([one.p for one in members])
    rows = [
        (one.group, one.name, *in_figures(share), one.even, *in_figures(one.points, len(members)),
         one.rows, float(q))
        for one, share, q in zip(members, shares, q_values, strict=True)
    ]  # fmt: skip
    words = {"group": pl.String, "member": pl.String}
    figures = dict.fromkeys((*SHARES, "points", "from", "to"), pl.Float64)
    schema = words | figures | {"rows": pl.Int64, "q": pl.Float64}
    is_named = pl.Series([one.is_named for one in members], dtype=pl.Boolean)
    return ranked(pl.DataFrame(rows, schema, orient="row"), is_named)


def _guesses(members: Sequence[Member], held: pl.DataFrame) -> tuple[Table, ...]:
    """What each probably wins, in the order of the table of all."""
    best = {(one.group, one.name): one.guess for one in members if one.more is not None}
    keys = [key for key in held.select("group", "member").iter_rows() if key in best]
    rows = [(*key, *in_figures(best[key])) for key in keys]
    frame = pl.DataFrame(rows, ["group", "member", *GUESS], orient="row")
    return (Table("guesses", "Best guess of each win rate", frame, GUESS),) if rows else ()


def _told(table: pl.DataFrame, games: Holdings) -> list[str]:
    """Of each group the strongest and the weakest, where they clearly are."""
    is_one = not tied_ranks(table["even"]).any()
    if found := standouts(table):
        who = {one.name for one in games.to_seats if _is_who(one)}
        players = games.win.shape[1]
        ends = [
            _ends_told(each, each[0]["group"] in who, players, _is_one(table, each[0]))
            for each in found
        ]
        return [*map(begun, ends)]
    row, nouns = farthest(table), {noun_of(name) for name in table["group"].unique()}
    noun = min(nouns) if len(nouns) == 1 else ""
    each = "No {noun} is clearly above or below a fair share of {even}."
    of_all = "Nothing that is dealt clearly wins more or less than a fair share of {even}."
    of_seats = "Nothing that is dealt clearly wins more or less than a fair share."
    none = (each if noun else of_all) if is_one else of_seats
    far = "Farthest: {member}, {share} ({ends})."
    return [
        say(none, noun=noun, even=whole_percent(row["even"])),
        say(
            far,
            member=row["member"],
            share=whole_percent(row["estimate"]),
            ends=_ends(row, whole_range, None if is_one else whole_percent),
        ),
        *_scatter_told(games),
    ]


def _is_one(table: pl.DataFrame, row: dict) -> bool:
    """Whether one fair share is that of all in its group."""
    return not tied_ranks(table.filter(group=row["group"])["even"]).any()


def _scatter_told(games: Holdings) -> list[str]:
    """Groups whose members clearly differ though none of them can be named."""
    told = "Together they clearly differ ({group}): by about {size:.1f} points of win rate each."
    found = []
    for group in games.to_seats:
        won, _, even = _fared(games, group)
        p, size = scatter_p_value(won.mean - even, won.error)
        if len(even) >= FEWEST and p * len(games.to_seats) < RARE:
            found.append(say(told, group=word(group.name), size=100 * size))
    return found


def _balancing(table: pl.DataFrame, games: Holdings) -> tuple[Table, ...]:
    """The points that would balance those told by name, where the most points win."""
    told = [row for ends in standouts(table) for row in ends]
    if not told or not points_decide(games.score, games.win):
        return ()
    held = {
        (group.name, name): group.held[..., k]
        for group in games.to_seats
        for k, name in enumerate(games.called(group))
    }
    rows = []
    for row in told:
        best = compensate(games.score, held[row["group"], row["member"]], row["even"])
        rows.append((row["group"], row["member"], best.points, best.share))
    frame = pl.DataFrame(rows, ["group", "member", "points", "wins then"], orient="row")
    return (Table("balancing", "Points that would balance each", frame, ("wins then",)),)


def _is_who(group: Group) -> bool:
    """Whether its members are somebody, as factions, and not something that one holds."""
    has_numbers = any(sign.isdigit() for name in group.members for sign in name)
    return group.parts_all and group.name.isalpha() and not has_numbers


def _ends_told(ends: Sequence[dict], is_who: bool, players: int, is_one: bool) -> str:
    """Who win most and least: by their name where everybody holds one, as a faction."""
    one, *others = ends
    both = "{one} wins {share} of {games} ({ends}) and {other} {less}; a fair share is {even}."
    alone = "{one} wins {share} of {games} ({ends}); a fair share is {even}."
    own_both = "{one} wins {share} of {games} ({ends}) and {other} {less} ({less_ends})."
    own = "{one} wins {share} of {games} ({ends})."
    with_both = (
        "players with {one} win {share} of {games} ({ends}), with {other} {less}; a fair share is"
        " {even}."
    )
    with_one = "players with {one} win {share} of {games} ({ends}); a fair share is {even}."
    with_own_both = (
        "players with {one} win {share} of {games} ({ends}), with {other} {less} ({less_ends})."
    )
    with_own = "players with {one} win {share} of {games} ({ends})."
    by_name = (both if others else alone) if is_one else own_both if others else own
    by_what = (
        (with_both if others else with_one) if is_one else with_own_both if others else with_own
    )
    least = others[0] if others else one
    near = min(ends, key=lambda row: abs(row["estimate"] - row["even"]))
    written, in_range = apart(near["estimate"], near["even"])
    own_even = None if is_one else written
    return say(
        by_name if is_who else by_what,
        one=_with_group(one),
        share=written(one["estimate"]),
        games=games_of(players),
        ends=_ends(one, in_range, own_even),
        other=least["member"],
        less=written(least["estimate"]),
        less_ends=_ends(least, in_range, own_even),
        even=written(one["even"]),
    )


def _with_group(row: dict) -> str:
    """With the name of its group, where that says more than a noun would: 'first card's role'."""
    if row["group"].isalpha() or "(" in row["member"]:
        return row["member"]
    return say("{member} ({group})", member=row["member"], group=row["group"])


def _ends(
    row: dict, in_range: Callable[..., str], even: Callable[[float], str] | None = None
) -> str:
    """The interval, with what is fair for these alone where seats differ."""
    ends = in_range(row["low"], row["high"])
    return say("{ends!s}; fair: {even!s}", ends=ends, even=even(row["even"])) if even else ends


def _for_all(games: Holdings) -> tuple[Table, ...]:
    """What lies there for the whole table: points with it less without, and the same of seat 1.

    Only where something is sure: a table of chances would say nothing.
    """
    if not games.to_all:
        return ()
    points, first = games.score.mean(axis=1), games.win[:, 0]
    both = (
        Table("scored", "Points of a player with it in play, less without",
              _differences(games.to_all, points, games.deal)),
        Table("first_player", "Win rate of the first player with it in play, less without",
              _differences(games.to_all, first, games.deal), MORE),
    )  # fmt: skip
    return tuple(table for table in both if _surely_moving(table).height)


def _surely_moving(table: Table) -> pl.DataFrame:
    """By the interval, and by a q-value that knows how few games may have it.

    The few that have one can be alike by chance, and an interval by their own spread is narrow.
    """
    is_off = (pl.col("low") > 0) | (pl.col("high") < 0)
    return table.frame.filter(is_off & (pl.col("q") < SURE))


def _differences(groups: Sequence[Group], value: np.ndarray, deal: np.ndarray) -> pl.DataFrame:
    """The largest first; all intervals of a table hold together."""
    found = [(group, with_less_without(value, group.held, deal)) for group in groups]
    several = sum(len(group.members) for group in groups)
    q = discoveries(np.concatenate([means.p for _, means in found]))
    rows = [
        (group.name, name, *in_figures(change, several), int(n))
        for group, means in found
        for name, change, n in zip(group.members, means.estimates(), means.rows, strict=True)
    ]
    columns = ["group", "member", *MORE, "games"]
    table = pl.DataFrame(rows, columns, orient="row").with_columns(q=pl.Series(q))
    return sort_rows(table, -pl.col("difference"))


def _table_told(tables: Sequence[Table]) -> list[str]:
    """What moves the scores of a table most, or its first seat."""
    told = []
    for table in tables:
        moving = sort_rows(_surely_moving(table), *by_distance(pl.col("difference")))
        row = moving.row(0, named=True)
        told.append(_moved_told(row, is_score=table.key == "scored"))
    return told


def _moved_told(row: dict, is_score: bool) -> str:
    scores_more = "With {member} in play, a player scores {size:.1f} points more ({ends})."
    scores_less = "With {member} in play, a player scores {size:.1f} points less ({ends})."
    wins_more = (
        "With {member} in play, the first player wins {size:.1f} percentage points more often"
        " ({ends})."
    )
    wins_less = (
        "With {member} in play, the first player wins {size:.1f} percentage points less often"
        " ({ends})."
    )
    is_more = row["difference"] > 0
    scores = scores_more if is_more else scores_less
    wins = wins_more if is_more else wins_less
    size, *ends = ((1 if is_score else 100) * abs(row[name]) for name in MORE)
    told = scores if is_score else wins
    return say(told, member=row["member"], size=size, ends=number_range(*sorted(ends)))


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
    names = [f"{word(one.name)} ({len(one.members)})" for one in games.groups]
    asked = "Tested, by what the shuffle deals: {groups}."
    return (say(asked, groups=", ".join(names)),) if len(names) > 1 else ()


def _unread_told(sample: Sample) -> tuple[str, ...]:
    is_unread = openings_are_unread(sample)
    return (in_a_row(say(UNREAD), say(SIMULATE)),) if is_unread else ()


def _seldom_told(games: Holdings) -> tuple[str, ...]:
    told = "Not judged, because fewer than 1% of games have it: {members}."
    return (say(told, members=words_of(games.seldom)),) if games.seldom else ()


def _sets_told(sets: Table) -> str:
    return count(len(sets.frame), "{n:,} set was in play.", "{n:,} different sets were in play.")


def _fits(sample: Sample) -> bool:
    """Whether chance decides anything: a few games tell, if they were kept.

    Of those who win or lose together it is asked where they can lose.
    """
    is_declared = bool(sample.levers.dealt or sample.levers.opening)
    if is_declared and sample.sides == 1 and not can_be_lost(sample):
        return False
    if sample.keeps == SUMS or openings_are_unread(sample):
        return is_declared
    if not is_declared:
        return False
    few = holdings(sample, FEW)
    return bool(few.groups if sample.sides > 1 else tables_with(few).found)


def _heading(levers: Levers) -> str:
    """By the noun of the one group that is dealt, as in 'Faction win rates'."""
    groups = [*levers.dealt] or [*levers.opening]
    noun = noun_of(groups[0]) if len(groups) == 1 else ""
    return begun(say("{noun} win rates", noun=noun)) if noun else ""


QUESTION = Question(
    name="win_rates",
    place=5,
    heading="Win rates",
    question="Who or what is too strong, or too weak?",
    measure="win rate of what lies farthest from a fair share",
    scale=Scale("largest distance from a fair share, in percent of that share", 0.1, 0.3),
    of_one_side="largest difference with and without it, in percent of the win rate",
    by_title=_heading,
    find=find,
    is_distance=True,
    rules_out="Ruled out: a win rate more than {games} games in 100 from its fair share.",
    fits=_fits,
    metric="win_rate_spread",
    judge=judge,
    rates=rates,
    of_equals=True,
)
