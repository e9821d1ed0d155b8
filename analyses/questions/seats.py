"""Is a seat favoured, and how many points would level it?"""

from collections.abc import Sequence

import polars as pl

from analyses.experiments.experiment import SUMS
from analyses.experiments.sums import asked
from analyses.findings.finding import Finding, Table, percent, percent_told
from analyses.findings.question import KEPT, SEVERAL, Question
from analyses.findings.sample import Sample
from analyses.findings.verdicts import Scale
from analyses.statistics.estimate import (
    NOTHING,
    Estimate,
    Farthest,
    Quantity,
    Rising,
    Share,
    in_figures,
)
from analyses.statistics.handicap import level_seats
from analyses.statistics.intervals import (
    clustered,
    discoveries,
    p_values,
    seen,
    share_interval,
    with_interval,
)

MIXED = (
    "Several strategies play and the figures average over them;"
    " a run with one strategy in every seat measures the seats alone."
)


def judge(sample: Sample) -> Quantity:
    """Without the handicaps, which take most of the time."""
    if not sample.mirrors:
        return NOTHING
    rows = asked(sample.typical, "win")
    return largest_distance(win_shares(rows, sample.even), sample.even)


def find(sample: Sample) -> Finding:
    if sample.sides == 1:
        return QUESTION.finding(sample, "There is only one seat.")
    rows, even = asked(sample.typical, "win"), sample.even
    table = win_shares(rows, even)
    far = table.sort((pl.col("estimate") - even).abs(), descending=True).row(0, named=True)
    handicaps = [] if sample.keeps == SUMS else level_seats(sample.some(rows), sample.players)
    rise = trend(rows, sample.players)
    tables = [
        Table("shares", "Win share by seat", table.select(COLUMNS), SHARES),
        *([_handicap_table(handicaps)] if handicaps else ()),
        _trend_table(rise),
    ]
    if len(sample.mirrors) > 1:
        tables.append(
            Table("by_strategy", "Win share by seat and strategy", _by_line_up(sample), SHARES)
        )
    return QUESTION.finding(
        sample,
        f"{_told(far, even)}{_trend_told(rise)}{_handicap_told(handicaps, far)}",
        estimate=Share.of(far),
        measure=largest_distance(table, even) if sample.mirrors else NOTHING,
        unit="share",
        games=far["rows"],
        power=seen("a seat's win share", far["error"], far["deals"]),
        tables=tuple(tables),
        notes=(
            f"Seat 1 begins. {_about(sample)}",
            "Handicaps are points added at the end; ties after that count as shared wins."
            if handicaps
            else "Handicaps need every game (--keep games).",
        ),
    )


SHARES = ("estimate", "low", "high", "even")
SURE = 0.05  # a q-value below this is a discovery
COLUMNS = ("seat", *SHARES, "rows", "q")


def win_shares(rows: pl.LazyFrame, even: float) -> pl.DataFrame:
    """Shares with intervals; `q` below 0.05 is a discovery among the seats."""
    table = with_interval(clustered(rows, "seat", pl.col("win")), share_interval)
    p = p_values(table["estimate"], table["error"], table["deals"], even)
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
    way = "rises" if trend.value > 0 else "falls"
    ends = sorted((100 * abs(low), 100 * abs(high)))
    return (
        f" From the first seat to the last the share {way} by {100 * abs(trend.value):.1f}"
        f" percentage points ({ends[0]:.1f} to {ends[1]:.1f})."
    )


def largest_distance(table: pl.DataFrame, even: float) -> Rising:
    """The largest distance of any seat from an even share, over it."""
    farthest = Farthest([Share.of(row) for row in table.iter_rows(named=True)], even)
    return Rising(farthest, lambda distance: distance / even)


def _told(far: dict, even: float) -> str:
    share = percent_told(Share.of(far))
    if far["q"] >= SURE:
        return (
            f"No seat can be told from an even share of {percent(even)};"
            f" seat {far['seat']} is farthest: {share}."
        )
    side = "more" if far["estimate"] > even else "less"
    return f"Seat {far['seat']} wins {side} than its even share of {percent(even)}: {share}."


def _handicap_table(handicaps: Sequence[Estimate]) -> Table:
    rows = [(seat, *in_figures(points)) for seat, points in enumerate(handicaps, 1)]
    columns = ["seat", "estimate", "low", "high"]
    return Table("handicap", "Handicap in points", pl.DataFrame(rows, schema=columns, orient="row"))


def _handicap_told(handicaps: Sequence[Estimate], far: dict) -> str:
    """Of the seat that needs most; chance chooses it, so the intervals of all hold together."""
    if not handicaps:
        return ""
    seat, most = max(enumerate(handicaps, 1), key=lambda one: abs(one[1].value))
    low, high = most.interval(len(handicaps))
    if far["q"] >= SURE or low <= 0 <= high:
        return " No handicap is called for."
    return (
        f" To level the seats, seat {seat} would get {most.value:+.1f} points"
        f" ({low:+.1f} to {high:+.1f})."
    )


def _by_line_up(sample: Sample) -> pl.DataFrame:
    mirrors = asked(sample.of(*sample.mirrors), "win")
    rows = clustered(mirrors, ("line_up", "seat"), pl.col("win"))
    table = with_interval(rows, share_interval).with_columns(pl.col("line_up").cast(pl.String))
    return table.select("line_up", "seat", "estimate", "low", "high", "rows")


def _about(sample: Sample) -> str:
    if not sample.mirrors:
        return MIXED
    return f"{sample.typical_name}: one strategy plays every seat, so the difference is the seat's."


QUESTION = Question(
    name="seats",
    place=20,
    heading="Seats",
    question="Is a seat favoured, and how many points would level it?",
    measure="games won by the seat farthest from even",
    scale=Scale("how far a seat wins off its even share, over it", 0.05, 0.15),
    find=find,
    players=SEVERAL,
    needs=KEPT,
    gauge="seat_spread",
    judge=judge,
)
