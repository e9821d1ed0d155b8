"""How do scores grow, and where do the points come from?"""

import numpy as np
import polars as pl

from analyses.findings.finding import Finding, Table, percent, percent_told
from analyses.findings.question import Question
from analyses.findings.sample import Sample
from analyses.findings.standings import Standings, standings
from analyses.findings.verdicts import Scale
from analyses.language import say
from analyses.statistics.estimate import NOTHING, Estimate, Ratio, in_figures
from analyses.statistics.intervals import clustered

BAND = (10, 50, 90)  # percentiles drawn around a curve


def find(sample: Sample) -> Finding:
    rows = sample.typical
    curves = standings(rows, sample.players)
    mixed = standings(sample.plain, sample.players) if sample.mixed else curves
    sources, parts = _sources(rows)
    largest = max(parts, key=lambda source: parts[source].value)
    half = curves.after(0.5).mean() / max(curves.after(1.0).mean(), 1e-9)
    return QUESTION.finding(
        sample,
        say(
            "Half-way through, players have {half} of their final score. {largest}",
            half=percent(half),
            largest=_largest_told(largest, parts),
        ),
        estimate=parts[largest],
        measure=parts[largest] if len(parts) > 1 else NOTHING,
        unit="share",
        claim=_largest_told(largest, parts),
        tables=(
            Table("sources", "Points by source", sources, ("estimate", "low", "high")),
            _by_seat(curves),
            _by_place(curves),
            _by_strategy(mixed),
        ),
        notes=(
            say(
                "Sources and curves by seat and place: {line_up}. Bands hold the middle 80 of 100"
                " of {games:,} games, while at least half of them run.",
                line_up=sample.typical_name,
                games=len(curves.rounds),
            ),
        ),
    )


def _sources(rows: pl.LazyFrame) -> tuple[pl.DataFrame, dict[str, Ratio]]:
    """Mean points by source, a winner's beside them, and its share of what scores differ by.

    Points that everyone gets alike, and costs, count as little as they decide.
    """
    names = [n for n in rows.collect_schema().names() if n.startswith("points_")]
    means = rows.select(pl.col(names).mean()).collect(engine="streaming").row(0, named=True)
    won = rows.filter(pl.col("place") == 1).select(pl.col(names).mean()).collect(engine="streaming")
    apart = {name: (pl.col(name) - means[name]).abs() for name in names}
    whole = pl.sum_horizontal(*apart.values())
    usual = rows.select(whole.mean()).collect(engine="streaming").item() or np.nan
    shown, parts = [], {}
    for name in names:
        part = rows.select(apart[name].mean()).collect(engine="streaming").item() / usual
        spread = (apart[name] - part * whole) / usual  # the ratio, made linear
        linear = clustered(rows.with_columns(who=pl.lit("all")), "who", spread + part)
        source = name.removeprefix("points_").replace("_", " ")
        parts[source] = Ratio(part, Estimate.of(linear.row(0, named=True)))
        shown.append((source, means[name], won[name][0], *in_figures(parts[source])))
    columns = ["source", "points", "winners", "estimate", "low", "high"]
    frame = pl.DataFrame(shown, schema=columns, orient="row", infer_schema_length=None)
    return frame.sort("points", descending=True), parts


def _largest_told(largest: str, parts: dict[str, Ratio]) -> str:
    """That the only source brings everything is no tilt."""
    if len(parts) == 1:
        return say(
            "There is one source of points only, {source}, so there is none to prefer.",
            source=largest,
        )
    return say(
        "Scores differ most by {source}: {share} of all differences.",
        source=largest,
        share=percent_told(parts[largest]),
    )


def _by_seat(curves: Standings) -> Table:
    seats = curves.points.shape[1]
    groups = {f"seat {s + 1}": curves.points[:, s] for s in range(seats)}
    return _bands("by_seat", "Standing after each round, by seat", groups, curves.rounds)


def _by_place(curves: Standings) -> Table:
    """Players of equal place stand for that place together."""
    groups = {}
    for place in np.unique(curves.place):  # alone, place 2 is a game lost to the rival
        game, seat = np.nonzero(curves.place == place)
        groups[f"place {place}"] = curves.points[game, seat]
    return _bands("by_place", "Standing after each round, by final place", groups, curves.rounds)


def _by_strategy(curves: Standings) -> Table:
    groups = {}
    for name in np.unique(curves.strategy):
        game, seat = np.nonzero(curves.strategy == name)
        groups[str(name)] = curves.points[game, seat]
    return _bands("by_strategy", "Standing after each round, by strategy", groups, curves.rounds)


def _bands(key: str, name: str, groups: dict[str, np.ndarray], rounds: np.ndarray) -> Table:
    shown = max(1, int(np.median(rounds)))
    rows = []
    for group, points in groups.items():
        quantiles = np.percentile(points[:, :shown], BAND, axis=0)
        for k in range(shown):
            rows.append((group, k + 1, float(points[:, k].mean()), *map(float, quantiles[:, k])))
    columns = ["group", "round", "mean", *(f"p{q}" for q in BAND)]
    return Table(key, name, pl.DataFrame(rows, schema=columns, orient="row"))


QUESTION = Question(
    name="curves",
    place=40,
    heading="Scoring curves",
    question="How do scores grow, and where do the points come from?",
    measure="what scores differ by, from the largest source",
    scale=Scale("share of what scores differ by that comes from one source", 0.6, 0.85),
    find=find,
)
