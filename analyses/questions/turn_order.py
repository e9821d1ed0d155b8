"""Is a seat favoured, and how many points would level it?"""

from collections.abc import Sequence

import polars as pl

from analyses.experiments.experiment import SUMS
from analyses.experiments.sums import asked
from analyses.findings.fares import Fare, Fares
from analyses.findings.finding import Finding, Table, percent, percent_told
from analyses.findings.question import KEPT, SEVERAL, Question
from analyses.findings.sample import Sample
from analyses.findings.verdicts import Scale
from analyses.language import say
from analyses.statistics.estimate import (
    Estimate,
    Farthest,
    Quantity,
    Rising,
    Share,
    Together,
    in_figures,
)
from analyses.statistics.handicap import Handicap, Whole, level_seats, whole_points
from analyses.statistics.intervals import (
    SURE,
    clustered,
    discoveries,
    seen,
    share_interval,
    share_p_values,
    with_interval,
)
from analyses.statistics.order import by_distance, farthest_by, sort_rows

MIXED = (
    "Several strategies play and the figures average over them;"
    " a run with one strategy in every seat measures the seats alone."
)
CHOSEN = (
    "Chance has a say in which seat is farthest, so its interval in the sentence is wider than in"
    " the table."
)
ADDED = (
    "Handicaps are points added at the end; ties after that count as shared wins. Points: the whole"
    " ones that bring all seats nearest to even together, and what each wins then. Exactly: what"
    " would level them, zero on average, a fraction being a point more in as many games; from and"
    " to: where that lies in 95 of 100 samples."
)
IN_STEPS = (
    "Handicaps are points added at the end; ties after that count as shared wins. Scores go in"
    " steps of {step} points, so fewer than {step} only break ties. Points: the whole ones that"
    " bring all seats nearest to even together, and what each wins then. Exactly: where between"
    " these steps they would be level, zero on average, a part of a step being all {step} points in"
    " as many games; from and to: where that lies in 95 of 100 samples."
)


def judge(sample: Sample) -> Quantity:
    """Without the handicaps, which take most of the time."""
    rows = asked(sample.typical, "win")
    return largest_distance(win_shares(rows, sample.even), sample.even)


def fares(sample: Sample) -> Fares:
    """Every seat."""
    even, rows = sample.even, asked(sample.typical, "win")
    shares = {
        say("seat {seat}", seat=row["seat"]): Share.of(row)
        for row in clustered(rows, "seat", pl.col("win")).iter_rows(named=True)
    }
    return {
        name: Fare(share, even, Rising(share, lambda won: (won - even) / even))
        for name, share in shares.items()
    }


def find(sample: Sample) -> Finding:
    if sample.sides == 1:
        is_solo = sample.players == 1
        only = "There is only one seat." if is_solo else "All seats win or lose together."
        return QUESTION.finding(sample, say(only))
    rows, even = asked(sample.typical, "win"), sample.even
    table = win_shares(rows, even)
    far = sort_rows(table, *by_distance(pl.col("estimate") - even)).row(0, named=True)
    rise = trend(rows, sample.players)
    is_row = not sample.teams  # which have no first and no last
    told = [_told(far, even, sample.players), _trend_told(rise) if is_row else ""]
    tables = [Table("shares", "Win share by seat", table.select(COLUMNS), SHARES)]
    whole = None
    if sample.keeps != SUMS and sample.mirrors:
        games = sample.some(rows)
        handicaps = level_seats(games, sample.players)
        whole = whole_points(games, handicaps)
        told.append(_handicap_told(whole, far, even))
        tables.append(_handicap_table(handicaps, whole))
    if is_row:
        tables.append(_trend_table(rise))
    if len(sample.mirrors) > 1:
        tables.append(
            Table("by_strategy", "Win share by seat and strategy", _by_line_up(sample), SHARES)
        )
    return QUESTION.finding(
        sample,
        " ".join(filter(None, told)),
        estimate=farthest(far, sample.players),
        measure=largest_distance(table, even),
        unit="share",
        games=far["rows"],
        power=seen(say("a seat's win share"), far["error"], far["deals"]),
        tables=tuple(tables),
        stands=_stands(table, even),
        notes=(
            f"{say('Seat {seat} begins.', seat=1)} {_about(sample)} {say(CHOSEN)}",
            *([_handicap_note(whole)] if sample.mirrors else []),
        ),
    )


SHARES = ("estimate", "low", "high", "even")
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
    return Table("trend", "From the first seat to the last", frame, SHARES[:3])


def _trend_told(trend: Estimate) -> str:
    """Of the line through the seats, where it surely falls or rises."""
    low, high = trend.interval()
    if not (low > 0 or high < 0):
        return ""
    rises = (
        "From the first seat to the last the share rises by {size:.1f} percentage points"
        " ({low:.1f} to {high:.1f})."
    )
    falls = (
        "From the first seat to the last the share falls by {size:.1f} percentage points"
        " ({low:.1f} to {high:.1f})."
    )
    low, high = sorted((100 * abs(low), 100 * abs(high)))
    told = rises if trend.value > 0 else falls
    return say(told, size=100 * abs(trend.value), low=low, high=high)


def largest_distance(table: pl.DataFrame, even: float) -> Rising:
    """The largest distance of any seat from an even share, over it."""
    farthest = Farthest([Share.of(row) for row in table.iter_rows(named=True)], even)
    return Rising(farthest, lambda distance: distance / even)


def _stands(table: pl.DataFrame, even: float) -> dict[str, Quantity]:
    """How far each seat is above even, or below."""
    return {
        say("seat {seat}", seat=row["seat"]): Rising(
            farthest(row, len(table)), lambda share: share - even
        )
        for row in table.iter_rows(named=True)
    }


def farthest(far: dict, players: int) -> Together:
    """The share of the seat that is farthest; chance chooses it, so those of all hold together."""
    return Together(Share.of(far), players)


def _told(far: dict, even: float, players: int) -> str:
    share = percent_told(farthest(far, players))
    if far["q"] >= SURE:
        return say(
            "No seat can be told from an even share of {even}; seat {seat} is farthest: {share}.",
            even=percent(even),
            seat=far["seat"],
            share=share,
        )
    more = "Seat {seat} wins more than its even share of {even}: {share}."
    less = "Seat {seat} wins less than its even share of {even}: {share}."
    told = more if far["estimate"] > even else less
    return say(told, seat=far["seat"], even=percent(even), share=share)


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


def _handicap_told(whole: Whole, far: dict, even: float) -> str:
    """What brings the seats nearest to even, and how near; chance chooses the farthest."""
    if far["q"] >= SURE:
        return say("No handicap is called for.")
    if not any(whole.points):
        return say("No handicap of whole points brings the seats nearer to even.")
    shares = whole.shares
    seat = farthest_by(range(len(shares)), lambda k: shares[k].value - even)
    given = [
        say("seat {seat} {points:+d}", seat=k, points=points)
        for k, points in enumerate(whole.points, 1)
        if points
    ]
    return say(
        "Nearest to level, in whole points: {given}; farthest from even then is seat {seat} with"
        " {share}.",
        given=", ".join(given),
        seat=seat + 1,
        share=percent_told(Together(shares[seat], len(shares))),
    )


def _handicap_note(whole: Whole | None) -> str:
    if whole is None:
        return say("Handicaps need every game (--keep games).")
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
        "{line_up}: one strategy plays every seat, so the difference is the seat's.",
        line_up=sample.typical_name,
    )


QUESTION = Question(
    name="turn_order",
    place=20,
    heading="Seats",
    question="Is a seat favoured, and how many points would level it?",
    measure="games won by the seat farthest from even",
    scale=Scale("how far a seat wins off its even share, over it", 0.05, 0.15),
    find=find,
    players=SEVERAL,
    needs=KEPT,
    gauge="turn_order_spread",
    judge=judge,
    fares=fares,
    of_equals=True,
)
