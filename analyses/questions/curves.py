"""How do scores grow, and where do the points come from?"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import polars as pl

from analyses.experiments.experiment import CURVES, ROWS, SUMS
from analyses.experiments.sums import asked, columns_of
from analyses.findings.finding import (
    Finding,
    Table,
    begun,
    listed,
    whole_percent,
    whole_range,
)
from analyses.findings.question import Question
from analyses.findings.sample import Sample
from analyses.findings.standings import Standings, first_games, standings
from analyses.findings.verdicts import FACT, Scale
from analyses.language import say
from analyses.statistics.counts import TIMES, Counts, counts_of, mean_of_winners
from analyses.statistics.estimate import NOTHING, Largest, Ratio, Simultaneous, in_figures
from analyses.statistics.order import most_by, sort_rows
from analyses.statistics.parts import carried, paid_less
from simulator.doors import call

SHARES = ("estimate", "low", "high")
LITTLE = 0.05  # points, which read as none
MOST = 0.5  # of the score gap: a source that accounts for as much decides it
BAND = (10, 50, 90)  # percentiles drawn around a curve
BY_SEAT = "Score after each round, by seat"
BY_PLACE = "Score after each round, by final place"
BY_STRATEGY = "Score after each round, by bot"
OF_ALL = "Score after each round"
BY_RESULT = "Score after each round, in games won and lost"
EASED = (
    "If the largest source paid less: the same games, with its points multiplied by what stands"
    " under “pays”. A bot that knows of it might play differently."
)
RESULTS = {"place 1": "games won", "place 2": "games lost"}  # of one side


def find(sample: Sample) -> Finding:
    by_source, every, costs = sources(sample.typical), carried_by(sample), costs_of(sample)
    gains = [source for source in by_source["source"] if source not in costs]
    parts = {source: every[source] for source in gains if source in every and len(gains) > 1}
    eased = _eased(sample, parts)
    half, tables, notes = (_counted if sample.keeps == SUMS else _grown)(sample)
    told, largest = _told(gains, parts), _largest(parts)
    is_about_half = len(gains) < 2 and bool(half)
    return QUESTION.finding(
        sample,
        half if is_about_half else told,
        [] if is_about_half else [half],
        opening=told if is_about_half else "",
        estimate=_chosen(largest, parts) if parts else NOTHING,
        measure=Largest([*parts.values()]) if parts else NOTHING,
        verdict="" if parts else FACT,
        unit="share",
        tables=(_table(by_source, parts), *eased, *tables),
        notes=(*notes, *_costs_note(costs, by_source), *(say(EASED) for _ in eased)),
    )


def _costs_note(costs: Sequence[str], by_source: pl.DataFrame) -> list[str]:
    """What is not compared, where there is something else."""
    told = "Costs only take points away and are compared with no source: {costs!s}."
    return [say(told, costs=listed(costs))] if costs and len(by_source) > 1 else []


def _table(by_source: pl.DataFrame, parts: Mapping[str, Ratio]) -> Table:
    """With what each source carries, where that is known and asked."""
    if not parts:
        return Table("sources", "Points by source", by_source, ())
    unasked = (None,) * len(SHARES)
    figures = [
        in_figures(parts[source]) if source in parts else unasked for source in by_source["source"]
    ]
    shares = pl.DataFrame(figures, dict.fromkeys(SHARES, pl.Float64), orient="row")
    return Table("sources", "Points by source", by_source.hstack(shares), SHARES)


def _grown(sample: Sample) -> tuple[str, list[Table], tuple[str, ...]]:
    """How far scores have grown half-way, and curves with bands."""
    curves = standings(sample.typical, sample.players)
    mixed = standings(sample.plain, sample.players) if sample.mixed else curves
    note = say(
        "Sources and curves by seat and place: {line_up}. Shaded: the middle 80% of {games:,}"
        " games, as long as half of them still run.",
        line_up=sample.typical_name,
        games=len(curves.rounds),
    )
    tables = [_by_seat(curves), _by_place(curves), _by_strategy(mixed)]
    return _half_told(curves), _of_sides(tables, sample.sides), (note,)


def _of_sides(tables: Sequence[Table], sides: int) -> list[Table]:
    """Seats of one side stand alike, and all of them have won or lost."""
    if sides > 1:
        return [*tables]
    by_seat, by_place, *others = tables
    first = by_seat.frame.filter(group="seat 1").with_columns(group=pl.lit("all games"))
    won = by_place.frame.with_columns(pl.col("group").replace(RESULTS))
    shown = (
        replace(by_seat, name=OF_ALL, frame=first),
        replace(by_place, name=BY_RESULT, frame=won),
    )
    return [*shown, *others]


def _half_told(curves: Standings) -> str:
    """With the round, where rounds are few; a single one has no half.

    Scores that fall, or lie below zero, are told in points: a part of them would mislead.
    """
    if curves.is_over(0.5).all():
        return ""
    half, end = float(curves.after(0.5).mean()), float(curves.after(1.0).mean())
    at, rounds = curves.middle or (0, 0)
    if 0 <= half <= end and end > 0:
        through = "At halfway, players have {half} of their final score."
        then = "At halfway (round {at} of {rounds}), players have {half} of their final score."
        told, shown = then if curves.middle else through, whole_percent(half / end)
        return say(told, at=at, rounds=rounds, half=shown)
    if max(abs(half), abs(end)) < LITTLE:  # what one wins, others lose
        return ""
    through = "At halfway, players stand at {half:.1f} points, at the end at {end:.1f}."
    then = (
        "At halfway (round {at} of {rounds}), players stand at {half:.1f} points, at the end at"
        " {end:.1f}."
    )
    return say(then if curves.middle else through, at=at, rounds=rounds, half=half, end=end)


def _counted(sample: Sample) -> tuple[str, list[Table], tuple[str, ...]]:
    """The same of counted games, which do not say what was half-way of each."""
    rounds = counts_of(sample.once("rounds").with_columns(who=pl.lit("all")), "rounds", "who")
    shown = max(1, int(rounds["all"].median))
    tables = [
        _counted_bands(f"by_{what}", title, asked(rows, "curve"), what, shown)
        for what, title, rows in (
            ("seat", BY_SEAT, sample.typical),
            ("place", BY_PLACE, sample.typical),
            ("strategy", BY_STRATEGY, sample.plain),
        )
    ]
    note = say(
        "Sources and curves by seat and place: {line_up}. Shaded: the middle 80% of the first"
        " games, as long as half of all games still run.",
        line_up=sample.typical_name,
    )
    return "", _of_sides(tables, sample.sides), (note,)


def _counted_bands(key: str, name: str, rows: pl.LazyFrame, by: str, shown: int) -> Table:
    """A game that is over keeps its last standing."""
    seen = rows.group_by(by, "round", "is_last", "curve").agg(n=pl.col(TIMES).sum()).collect()
    found = []
    for group, part in sorted(seen.partition_by(by, as_dict=True).items()):
        label = str(group[0]) if by == "strategy" else f"{by} {group[0]}"
        for k in range(1, shown + 1):
            is_there = (pl.col("round") == k) | (pl.col("is_last") & (pl.col("round") < k))
            now = part.filter(is_there).group_by("curve").agg(pl.col("n").sum()).sort("curve")
            counts = Counts(*(now[name].to_numpy().astype(float) for name in ("curve", "n")))
            bands = (counts.quantile(q / 100) for q in BAND)
            found.append((label, k, counts.mean, *bands))
    return _band_table(key, name, found)


def sources(rows: pl.LazyFrame) -> pl.DataFrame:
    """Mean points by source, and the winner's beside them."""
    shown = []
    for name in columns_of(rows, "points_"):
        its = asked(rows, name).with_columns(who=pl.lit("all"))
        mean = counts_of(its, name, "who")["all"].mean
        shown.append((_called(name), mean, mean_of_winners(its, name)))
    schema = {"source": pl.String, "points": pl.Float64, "winners": pl.Float64}
    return sort_rows(pl.DataFrame(shown, schema, orient="row"), -pl.col("points"), "source")


def costs_of(sample: Sample) -> list[str]:
    """Sources that only take points away."""
    ends = {
        name: asked(sample.typical, name).select(pl.col(name).min(), most=pl.col(name).max())
        for name in columns_of(sample.typical, "points_")
    }
    seen = {name: one.collect(engine="streaming").row(0) for name, one in ends.items()}
    return [_called(name) for name, (least, most) in seen.items() if least < 0 and most <= 0]


def carried_by(sample: Sample) -> dict[str, Ratio]:
    """Each source's share of what scores differ by; none if there is one, or games are counted."""
    names = columns_of(sample.typical, "points_")
    if sample.keeps == SUMS or len(names) < 2:
        return {}
    points, deal = _points(sample, names)
    shares = carried(points, deal, sample.sides > 1)
    return dict(zip(map(_called, names), shares, strict=True))


def _points(sample: Sample, names: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """By game, seat and source, and the deal of each game."""
    kept = first_games(sample.typical).select("game", "seat", "deal", *names)
    rows = kept.collect(engine="streaming").sort("game", "seat")
    points = rows.select(names).to_numpy().astype(float)
    deal = rows["deal"].to_numpy()[:: sample.players]
    return points.reshape(len(deal), -1, len(names)), deal


def _eased(sample: Sample, parts: Mapping[str, Ratio]) -> tuple[Table, ...]:
    """What the largest source should pay to decide no more than is balanced."""
    limit, largest = QUESTION.scale_for(sample).borderline, _largest(parts)
    if not parts or not parts[largest].value > limit:
        return ()
    names = columns_of(sample.typical, "points_")
    points, _ = _points(sample, names)
    part = [*map(_called, names)].index(largest)
    found = paid_less(points, sample.sides > 1, part, limit)
    if found is None:
        return ()
    frame = pl.DataFrame([(largest, *found)], ["source", "pays", "share then"], orient="row")
    return (Table("eased", "If the largest source paid less", frame, ("pays", "share then")),)


def _called(column: str) -> str:
    return column.removeprefix("points_").replace("_", " ")


def _largest(parts: Mapping[str, Ratio]) -> str:
    return most_by(sorted(parts), lambda source: parts[source].value) if parts else ""


def _chosen(largest: str, parts: Mapping[str, Ratio]) -> Simultaneous:
    """The share of the source that brings most; chance has a say in which, so those of all hold."""
    return Simultaneous(parts[largest], len(parts))


def _told(gains: Sequence[str], parts: Mapping[str, Ratio]) -> str:
    """That the only source brings everything is no tilt."""
    if not gains:
        return say("Points are only taken away, so no source can dominate.")
    if len(gains) == 1:
        return say(
            "There is only one source of points ({source}), so no source can dominate.",
            source=gains[0],
        )
    if not parts:
        return say(
            "Which source decides the score needs every single game ({call!s}).",
            call=call("simulate", kept=ROWS),
        )
    largest = _largest(parts)
    if math.isnan(parts[largest].value):
        return say("Scores do not differ between players.")
    share = _chosen(largest, parts)
    one = "{source} decides who scores more: {share} of the score gap between players ({ends})."
    several = "{source} decide who scores more: {share} of the score gap between players ({ends})."
    most = (
        "No single source decides who scores more: the largest is {source} with {share} of the"
        " score gap ({ends})."
    )
    decides = several if largest.endswith("s") else one
    told = decides if share.value >= MOST else most
    ends = whole_range(*share.interval())
    return begun(say(told, source=largest, share=whole_percent(share.value), ends=ends))


def _by_seat(curves: Standings) -> Table:
    seats = curves.points.shape[1]
    groups = {f"seat {s + 1}": curves.points[:, s] for s in range(seats)}
    return _bands("by_seat", BY_SEAT, groups, curves.rounds)


def _by_place(curves: Standings) -> Table:
    """Players of equal place stand for that place together."""
    groups = {}
    for place in np.unique(curves.place):  # of one side, place 2 is a game lost
        game, seat = np.nonzero(curves.place == place)
        groups[f"place {place}"] = curves.points[game, seat]
    return _bands("by_place", BY_PLACE, groups, curves.rounds)


def _by_strategy(curves: Standings) -> Table:
    groups = {}
    for name in np.unique(curves.strategy):
        game, seat = np.nonzero(curves.strategy == name)
        groups[str(name)] = curves.points[game, seat]
    return _bands("by_strategy", BY_STRATEGY, groups, curves.rounds)


def _bands(key: str, name: str, groups: dict[str, np.ndarray], rounds: np.ndarray) -> Table:
    shown = max(1, int(np.median(rounds)))
    rows = []
    for group, points in groups.items():
        quantiles = np.percentile(points[:, :shown], BAND, axis=0)
        for k in range(shown):
            rows.append((group, k + 1, float(points[:, k].mean()), *map(float, quantiles[:, k])))
    return _band_table(key, name, rows)


def _band_table(key: str, name: str, rows: Sequence[tuple]) -> Table:
    columns = ["group", "round", "mean", *(f"p{q}" for q in BAND)]
    return Table(key, name, pl.DataFrame(rows, schema=columns, orient="row"))


QUESTION = Question(
    name="curves",
    place=40,
    heading="Scoring curves",
    question="How do scores grow, and where do the points come from?",
    measure="score gap that the largest source accounts for",
    scale=Scale("score gap between players that one source accounts for", 0.6, 0.85),
    of_one_side="score gap between games that one source accounts for",
    find=find,
    needs=(CURVES, SUMS),
    of_equals=True,
)
