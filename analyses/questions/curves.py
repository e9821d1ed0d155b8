"""How do scores grow, and where do the points come from?"""

import math
from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl

from analyses.experiments.experiment import CURVES, SUMS
from analyses.experiments.sums import asked, columns_of
from analyses.findings.finding import Finding, Table, percent, percent_told
from analyses.findings.question import Question
from analyses.findings.sample import Sample
from analyses.findings.standings import Standings, standings
from analyses.findings.verdicts import FACT, Scale
from analyses.language import say
from analyses.statistics.counts import DEALS, TIMES, Counts, counts_of, mean_of_winners
from analyses.statistics.estimate import NOTHING, Estimate, Largest, Ratio, Together, in_figures
from analyses.statistics.intervals import by_deal, clustered

SHARES = ("estimate", "low", "high")
BAND = (10, 50, 90)  # percentiles drawn around a curve
BY_SEAT = "Standing after each round, by seat"
BY_PLACE = "Standing after each round, by final place"
BY_STRATEGY = "Standing after each round, by strategy"


def find(sample: Sample) -> Finding:
    by_source, parts = sources(sample.typical)
    largest = max(parts, key=lambda source: parts[source].value)
    half, tables, notes = (_counted if sample.keeps == SUMS else _grown)(sample)
    told, is_one = _largest_told(largest, parts), len(parts) == 1
    return QUESTION.finding(
        sample,
        f"{half} {told}".strip(),
        estimate=NOTHING if is_one else _chosen(largest, parts),
        measure=NOTHING if is_one else Largest([*parts.values()]),
        verdict=FACT if is_one else "",
        unit="share",
        claim=(half if is_one else "") or told,
        tables=(
            Table("sources", "Points by source", by_source.drop(SHARES), ())
            if is_one
            else Table("sources", "Points by source", by_source, SHARES),
            *tables,
        ),
        notes=notes,
    )


def _grown(sample: Sample) -> tuple[str, list[Table], tuple[str, ...]]:
    """How far scores have grown half-way, and curves with bands."""
    curves = standings(sample.typical, sample.players)
    mixed = standings(sample.plain, sample.players) if sample.mixed else curves
    note = say(
        "Sources and curves by seat and place: {line_up}. Bands hold the middle 80 of 100"
        " of {games:,} games, while at least half of them run.",
        line_up=sample.typical_name,
        games=len(curves.rounds),
    )
    return _half_told(curves), [_by_seat(curves), _by_place(curves), _by_strategy(mixed)], (note,)


def _half_told(curves: Standings) -> str:
    """With the round, where rounds are few; a single one has no half."""
    if curves.is_over(0.5).all():
        return ""
    half = curves.after(0.5).mean() / max(curves.after(1.0).mean(), 1e-9)
    at, rounds = curves.middle or (0, 0)
    through = "Half-way through, players have {half} of their final score."
    then = "Half-way, after round {at} of {rounds}, players have {half} of their final score."
    return say(then if curves.middle else through, at=at, rounds=rounds, half=percent(half))


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
        "Sources and curves by seat and place: {line_up}. Bands hold the middle 80 of 100"
        " of the first games, while at least half of all run.",
        line_up=sample.typical_name,
    )
    return "", tables, (note,)


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


def sources(rows: pl.LazyFrame) -> tuple[pl.DataFrame, dict[str, Ratio]]:
    """Mean points by source, the winner's beside them, and its share of what scores differ by.

    Points that everyone gets alike, and costs, count as little as they decide.
    """
    by_name = {
        name: asked(rows, name).with_columns(who=pl.lit("all"))
        for name in columns_of(rows, "points_")
    }
    seen = {name: counts_of(its, name, "who")["all"] for name, its in by_name.items()}
    apart, shown, parts = _apart(by_name, seen), [], {}
    for name, its in by_name.items():
        source = name.removeprefix("points_").replace("_", " ")
        parts[source] = _part(apart, name, list(by_name))
        shown.append(
            (source, seen[name].mean, mean_of_winners(its, name), *in_figures(parts[source]))
        )
    figures = dict.fromkeys(("points", "winners", "estimate", "low", "high"), pl.Float64)
    frame = pl.DataFrame(shown, schema={"source": pl.String, **figures}, orient="row")
    return frame.sort("points", descending=True), parts


def _apart(by_name: Mapping[str, pl.LazyFrame], seen: Mapping[str, Counts]) -> pl.DataFrame:
    """How far each source's points lie from its mean, added up over every deal.

    What a deal does to the mean itself it does to all distances: they grow by it where more points
    lie below the mean than above. Over all deals that adds up to nothing.
    """
    found = []
    for name, its in by_name.items():
        mean, points = seen[name].mean, seen[name]
        grows = float(np.sign(mean - points.values) @ points.times / points.n)
        beyond = pl.col(name) - mean
        far = by_deal(its, (beyond.abs() + grows * beyond).alias(name))
        found.append(far.rename({"n": TIMES, "deals": DEALS}))
    first, *others = found
    whole = pl.concat([first, *(one.select(one.columns[1]) for one in others)], how="horizontal")
    return whole.with_columns(pl.max_horizontal(DEALS, pl.len()).alias(DEALS))


def _part(apart: pl.DataFrame, name: str, names: Sequence[str]) -> Ratio:
    """A source's share of all that scores differ by; the ratio, made linear for its interval."""
    whole, n = pl.sum_horizontal(names), pl.col(TIMES).sum()
    usual = apart.select(whole.sum() / n).item() or np.nan
    part = apart.select(pl.col(name).sum() / n).item() / usual
    spread = (pl.col(name) - part * whole) / usual / pl.col(TIMES) + part
    linear = clustered(apart.lazy().with_columns(who=pl.lit("all")), "who", spread)
    return Ratio(part, Estimate.of(linear.row(0, named=True)))


def _chosen(largest: str, parts: dict[str, Ratio]) -> Together:
    """The share of the source that brings most; chance has a say in which, so those of all hold."""
    return Together(parts[largest], len(parts))


def _largest_told(largest: str, parts: dict[str, Ratio]) -> str:
    """That the only source brings everything is no tilt."""
    if len(parts) == 1:
        return say(
            "There is one source of points only, {source}, so there is none to prefer.",
            source=largest,
        )
    if math.isnan(parts[largest].value):
        return say("Scores do not differ by any source.")
    return say(
        "Scores differ most by {source}: {share} of all differences.",
        source=largest,
        share=percent_told(_chosen(largest, parts)),
    )


def _by_seat(curves: Standings) -> Table:
    seats = curves.points.shape[1]
    groups = {f"seat {s + 1}": curves.points[:, s] for s in range(seats)}
    return _bands("by_seat", BY_SEAT, groups, curves.rounds)


def _by_place(curves: Standings) -> Table:
    """Players of equal place stand for that place together."""
    groups = {}
    for place in np.unique(curves.place):  # alone, place 2 is a game lost to the rival
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
    measure="what scores differ by, from the largest source",
    scale=Scale("share of what scores differ by that comes from one source", 0.6, 0.85),
    find=find,
    needs=(CURVES, SUMS),
    of_equals=True,
)
