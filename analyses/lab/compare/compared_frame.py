"""A comparison as one table: a row per version and question, win rate and metric."""

from collections.abc import Iterable, Iterator
from typing import Any

import polars as pl

from analyses.findings.finding import known
from analyses.findings.summary import COLUMNS, FIGURES, row_of
from analyses.lab.compare.compare import Compared
from analyses.lab.compare.differences import Difference
from analyses.lab.compare.who_wins import Fared
from analyses.statistics.estimate import in_figures

SCHEMA: dict[str, type[pl.DataType]] = {
    "version": pl.String,
    "kind": pl.String,  # question, win rate or metric
    **{name: COLUMNS[name] for name in ("name", "players", "verdict")},
    "base": pl.Float64,
    "variant": pl.Float64,
    **{name: COLUMNS[name] for name in (*FIGURES, "unit")},
    "q": pl.Float64,  # of a metric: below 0.05 its change is clear
    "games": COLUMNS["games"],
}


def compared_frame(
    compared: Iterable[Compared], versions: Iterable[str], players: int
) -> pl.DataFrame:
    """Of each version by its name; where all were compared at once, no question was asked."""
    both = zip(compared, versions, strict=False)
    return pl.DataFrame([row for one, name in both for row in _rows(one, name, players)], SCHEMA)


def _rows(one: Compared, version: str, players: int) -> Iterator[dict[str, Any]]:
    shared = {"players": players, "games": one.top.games}
    for answer in one.answers:
        row = row_of(answer, players)
        mine = {name: row[name] for name in SCHEMA if name in row}
        yield mine | {"version": version, "kind": "question"}
    for fared in one.who_wins:
        yield shared | _of_win_rate(fared)
    for of, metric in one.moves:
        yield shared | _of_metric(metric) | {"version": of}


def _of_win_rate(one: Fared) -> dict[str, Any]:
    figures = dict(zip(FIGURES, (one.change.value, *one.interval), strict=True))
    ends = {"base": one.before.won.value, "variant": one.after.won.value}
    whose = {"version": one.version, "kind": "win rate", "name": one.name, "unit": "share"}
    return {**whose, **known(ends | figures)}


def _of_metric(one: Difference) -> dict[str, Any]:
    figures = dict(zip(FIGURES, in_figures(one.change), strict=True))
    ends = {"base": one.base.value, "variant": one.other.value, "q": one.q}
    return {"kind": "metric", "name": one.metric, "unit": one.unit, **known(ends | figures)}
