"""Does turn order matter, and which handicap balances it?"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import polars as pl

from analyses.experiments.experiment import ROWS, SUMS
from analyses.experiments.sums import asked
from analyses.findings.chart import Chart
from analyses.findings.finding import (
    Finding,
    Table,
    apart,
    listed,
    number_range,
    percent_told,
    signed,
    whole_percent,
)
from analyses.findings.question import KEPT, SEVERAL, Question
from analyses.findings.sample import Sample
from analyses.findings.verdicts import LEVEL, TILTED, WATCH, Scale
from analyses.findings.win_rate import WinRate, WinRates
from analyses.language import count, percent_sign, say
from analyses.statistics.estimate import (
    Estimate,
    MaxDistance,
    Monotone,
    Quantity,
    Share,
    Simultaneous,
    in_figures,
)
from analyses.statistics.handicap import (
    Handicap,
    PointsToWin,
    Whole,
    level_seats,
    points_to_win,
    whole_points,
)
from analyses.statistics.intervals import (
    SURE,
    clustered,
    discoveries,
    seen,
    share_interval,
    share_p_values,
    with_interval,
)
from analyses.statistics.order import by_distance, sort_rows
from simulator.doors import call

MIXED = (
    "Several bots play, and the figures average over them. Simulate the same strategy in every"
    " seat to measure turn order alone."
)
CHOSEN = (
    "Chance helps to choose the player farthest from a fair share, so the sentence gives a wider"
    " interval than the table."
)
ADDED = (
    "Handicaps are points added at final scoring; ties after that count as shared wins. Points:"
    " the whole points that bring all players closest to a fair share, and what each wins then."
    " Exactly: what would balance turn order, zero on average. A fraction means one point more in"
    " that part of the games. From and to: the 95% CI."
)
IN_STEPS = (
    "Handicaps are points added at final scoring; ties after that count as shared wins. Scores go"
    " in steps of {step} points, so fewer than {step} only break ties. Points: the whole points"
    " that bring all players closest to a fair share, and what each wins then. Exactly: what would"
    " balance turn order, zero on average. A part of a step means all {step} points in that part"
    " of the games. From and to: the 95% CI."
)


def judge(sample: Sample) -> Quantity:
    """Without the handicaps, which take most of the time."""
    rows = asked(sample.typical, "win")
    return largest_distance(win_shares(rows, sample.even), sample.even)


def rates(sample: Sample) -> WinRates:
    """Every seat."""
    even, rows = sample.even, asked(sample.typical, "win")
    names = sample.teams or [f"seat {k}" for k in range(1, sample.players + 1)]
    shares = {
        names[row["seat"] - 1]: Share.of(row)
        for row in clustered(rows, "seat", pl.col("win")).iter_rows(named=True)
    }
    return {
        name: WinRate(share, even, Monotone(share, lambda won: (won - even) / even))
        for name, share in shares.items()
    }


def find(sample: Sample) -> Finding:
    if sample.sides == 1:
        is_solo = sample.players == 1
        only = "There is only one player." if is_solo else "All players win or lose together."
        return QUESTION.finding(sample, say(only))
    rows, even = asked(sample.typical, "win"), sample.even
    table = win_shares(rows, even)
    far = sort_rows(table, *by_distance(pl.col("estimate") - even)).row(0, named=True)
    rise = trend(rows, sample.players)
    is_row = not sample.teams  # which have no first and no last
    measure = largest_distance(table, even)
    verdict = QUESTION.verdict_of(sample, measure)
    is_level = verdict == LEVEL
    told = [
        _order_told(table, even, _helped(table, far, even, rise), far, is_level)
        if is_row
        else _teams_told(table, far, even),
        _farthest_told(far, sample.players),
        _trend_told(rise) if is_row else "",
    ]
    tables = [Table("shares", "Win rate by seat", table.select(COLUMNS), SHARES, CHART)]
    whole, race = None, None
    if sample.keeps != SUMS and sample.mirrors:
        race = points_to_win(rows)
        if race is None:
            handicaps, whole = _handicaps(sample)
            tables.append(_handicap_table(handicaps, whole))
        if far["q"] < SURE and verdict in (WATCH, TILTED):
            told += _needed_told(race, whole, even)
        elif is_level:
            told.append(say("No handicap is needed."))
    if is_row:
        tables.append(_trend_table(rise))
    if len(sample.mirrors) > 1:
        tables.append(Table("by_strategy", "Win rate by seat and bot", _by_line_up(sample), SHARES))
    found = QUESTION.finding(
        sample,
        told[0],
        told[1:],
        estimate=farthest(far, sample.players),
        measure=measure,
        unit="share",
        games=far["rows"],
        power=seen(say("a player's win rate"), far["error"], far["deals"]),
        tables=tuple(tables),
        stands=_stands(table, even),
        notes=(
            f"{say('Player {seat} goes first.', seat=1)} {_about(sample)} {say(CHOSEN)}",
            *([_handicap_note(whole)] if sample.mirrors and race is None else []),
        ),
    )
    is_open = far["q"] < SURE and verdict not in (LEVEL, WATCH, TILTED)
    return replace(found, needed=None) if is_open else found  # it is not balanced to the dot


SHARES = ("estimate", "low", "high", "even")
CHART = Chart(
    "Win rate of each seat with the same bot in every seat, and 95% CIs",
    by=("seat",),
    fair="even",
    like="seat",
)
COLUMNS = ("seat", *SHARES, "rows", "q")


def win_shares(rows: pl.LazyFrame, even: float) -> pl.DataFrame:
    """Shares with intervals; `q` below 0.05 is a discovery among the seats."""
    table = with_interval(clustered(rows, "seat", pl.col("win")), share_interval)
    p = share_p_values(table["estimate"], table["error"], table["deals"], even)
    return table.with_columns(even=pl.lit(even), q=pl.Series(discoveries(p)))


def trend(rows: pl.LazyFrame, players: int) -> Estimate:
    """How much more the last seat wins than the first, along a straight line through all seats."""
    middle = (players + 1) / 2
    square = sum((seat - middle) ** 2 for seat in range(1, players + 1))
    slope = pl.col("win") * (pl.col("seat") - middle) / square
    # A row's part in the rise of its game, which is the sum of them, times as many.
    rise = slope * (players - 1) * players
    return Estimate.of(
        clustered(rows.with_columns(who=pl.lit("all")), "who", rise).row(0, named=True)
    )


def _trend_table(trend: Estimate) -> Table:
    frame = pl.DataFrame([in_figures(trend)], schema=list(SHARES[:3]), orient="row")
    return Table("trend", "From the first player to the last", frame, SHARES[:3])


def _trend_told(trend: Estimate) -> str:
    """Of the line through the seats, where it clearly falls or rises."""
    low, high = trend.interval()
    if not (low > 0 or high < 0):
        return ""
    rises = (
        "From the first player to the last, the win rate rises by {size:.1f} percentage points"
        " ({ends})."
    )
    falls = (
        "From the first player to the last, the win rate falls by {size:.1f} percentage points"
        " ({ends})."
    )
    low, high = sorted((100 * abs(low), 100 * abs(high)))
    ends = number_range(low, high)
    return say(rises if trend.value > 0 else falls, size=100 * abs(trend.value), ends=ends)


def largest_distance(table: pl.DataFrame, even: float) -> Monotone:
    """The largest distance of any seat from an even share, over it."""
    farthest = MaxDistance([Share.of(row) for row in table.iter_rows(named=True)], even)
    return Monotone(farthest, lambda distance: distance / even)


def _stands(table: pl.DataFrame, even: float) -> dict[str, Quantity]:
    """How far each seat is above even, or below."""
    return {
        say("seat {seat}", seat=row["seat"]): Monotone(
            farthest(row, len(table)), lambda share: share - even
        )
        for row in table.iter_rows(named=True)
    }


def farthest(far: dict, players: int) -> Simultaneous:
    """The share of the seat that is farthest; chance chooses it, so those of all hold together."""
    return Simultaneous(Share.of(far), players)


def _order_told(table: pl.DataFrame, even: float, helped: str, far: dict, is_level: bool) -> str:
    """What all players win in turn order, and whom that helps."""
    nobody = "Turn order makes no clear difference: players win {rates!s} (a fair share is {even})."
    hardly = "Turn order hardly matters: players win {rates!s} (a fair share is {even})."
    first = "Going first helps: players win {rates!s} in turn order (a fair share is {even})."
    second = "Going second helps: players win {rates!s} in turn order (a fair share is {even})."
    last = "Going last helps: players win {rates!s} in turn order (a fair share is {even})."
    early = "Going early helps: players win {rates!s} in turn order (a fair share is {even})."
    late = "Going late helps: players win {rates!s} in turn order (a fair share is {even})."
    most = "Player {seat} of {n} wins most: players win {rates!s} (a fair share is {even})."
    least = "Player {seat} of {n} wins least: players win {rates!s} (a fair share is {even})."
    shares, players = table["estimate"].to_list(), len(table)
    one = most if far["estimate"] > even else least
    end = first if helped == "first" else last if players > 2 else second
    part = early if helped == "early" else late
    clear = end if helped in ("first", "last") else part if helped in ("early", "late") else one
    told = (hardly if is_level else clear) if helped else nobody
    written, _ = apart(far["estimate"], even) if told == clear else (whole_percent, None)
    return say(told, rates=_rates(shares, written), even=written(even), seat=far["seat"], n=players)


def _helped(table: pl.DataFrame, far: dict, even: float, trend: Estimate) -> str:
    """Whom the order clearly helps: who goes first or last, or early or late, or one in between."""
    if far["q"] >= SURE:
        return ""
    low, high = trend.interval()
    best = sort_rows(table, -pl.col("estimate")).row(0, named=True)
    is_above = best["q"] < SURE and best["estimate"] > even
    if best["seat"] == 1 and (is_above or high < 0):
        return "first"
    if best["seat"] == len(table) and (is_above or low > 0):
        return "last"
    return "early" if high < 0 else "late" if low > 0 else "one"


def _rates(shares: Sequence[float], written: Callable[[float], str]) -> str:
    """All of them with one sign: '40, 34 and 26%'."""
    return listed([*(written(one).removesuffix(percent_sign()) for one in shares[:-1]),
                   written(shares[-1])])  # fmt: skip


def _teams_told(table: pl.DataFrame, far: dict, even: float) -> str:
    """What each team wins, the best first."""
    alike = "No team is clearly favoured: {rates!s} (a fair share is {even})."
    most = "Team '{seat}' wins most: {rates!s} (a fair share is {even})."
    told = most if far["q"] < SURE else alike
    written, _ = apart(far["estimate"], even) if told == most else (whole_percent, None)
    best_first = sort_rows(table, -pl.col("estimate")).select("seat", "estimate").rows()
    rates = [say("{seat} {share}", seat=seat, share=written(share)) for seat, share in best_first]
    return say(told, seat=best_first[0][0], rates=listed(rates), even=written(even))


def _farthest_told(far: dict, players: int) -> str:
    share = percent_told(farthest(far, players))
    return say(
        "Farthest from a fair share: player {seat} with {share}.", seat=far["seat"], share=share
    )


def _handicaps(sample: Sample) -> tuple[Sequence[Handicap], Whole]:
    """What levels the seats exactly, and in whole points."""
    games = sample.some(asked(sample.typical, "win"))
    handicaps = level_seats(games, sample.players)
    return handicaps, whole_points(games, handicaps)


def _handicap_table(handicaps: Sequence[Handicap], whole: Whole) -> Table:
    rows = [
        (seat, points, share.value, *in_figures(exactly))
        for seat, (points, share, exactly) in enumerate(
            zip(whole.points, whole.shares, handicaps, strict=True), 1
        )
    ]
    columns = ["seat", "points", "wins then", "exactly", "from", "to"]
    frame = pl.DataFrame(rows, schema=columns, orient="row")
    return Table("handicap", "Handicap in points", frame, ("wins then",))


def _needed_told(race: PointsToWin | None, whole: Whole | None, even: float) -> list[str]:
    """Points at the end of a race level nothing that a designer could mean."""
    if whole is not None:
        return _handicap_told(whole, even)
    if race is None or race.is_only_won:
        return [say("Points only tell who has won, so no handicap in points is suggested.")]
    told = "Whoever has {goal} points has won, so points at the end are no handicap."
    instead = "Test a head start instead, as a parameter that sweep varies."
    return [say(told, goal=race.goal), say(instead)]


def _handicap_told(whole: Whole, even: float) -> list[str]:
    """What brings the players closest to a fair share, and how close."""
    if not any(whole.points):
        return [say("No handicap of whole points brings the players closer to a fair share.")]
    given = [(k, points) for k, points in enumerate(whole.points, 1) if points]
    told = [_points_told(*given[0]), *(_more_told(*one) for one in given[1:])]
    off = max(abs(share.value - even) for share in whole.shares)
    then = count(
        max(1, math.ceil(round(100 * off, 6))),
        "In these games every player then wins within a point of the fair share.",
        "In these games every player then wins within {n} points of the fair share.",
    )
    return [say("Suggested handicap at final scoring: {given!s}.", given=", ".join(told)), then]


def _points_told(seat: int, points: int) -> str:
    """Of the first who is given any: the others' points need no noun."""
    one = "player {seat} {points!s} point"
    several = "player {seat} {points!s} points"
    return say(one if abs(points) == 1 else several, seat=seat, points=signed(points))


def _more_told(seat: int, points: int) -> str:
    return say("player {seat} {points!s}", seat=seat, points=signed(points))


def _handicap_note(whole: Whole | None) -> str:
    if whole is None:
        return say("Handicaps need every single game ({call!s}).", call=call("simulate", kept=ROWS))
    return say(ADDED if whole.step == 1 else IN_STEPS, step=whole.step)


def _by_line_up(sample: Sample) -> pl.DataFrame:
    mirrors = asked(sample.of(*sample.mirrors), "win")
    rows = clustered(mirrors, ("line_up", "seat"), pl.col("win"))
    table = with_interval(rows, share_interval).with_columns(pl.col("line_up").cast(pl.String))
    return table.select("line_up", "seat", "estimate", "low", "high", "rows")


def _about(sample: Sample) -> str:
    if not sample.mirrors:
        return say(MIXED)
    return say(
        "{line_up}: the same bot plays every seat, so the difference comes from turn order.",
        line_up=sample.typical_name,
    )


QUESTION = Question(
    name="turn_order",
    place=20,
    heading="Turn order",
    question="Does going first or last help, and which handicap balances it?",
    measure="win rate of the player farthest from a fair share",
    scale=Scale("largest distance from a fair share, in percent of that share", 0.05, 0.15),
    find=find,
    is_distance=True,
    rules_out="Ruled out: a win rate more than {games} games in 100 from its fair share.",
    players=SEVERAL,
    needs=KEPT,
    metric="turn_order_spread",
    judge=judge,
    rates=rates,
    of_equals=True,
)
