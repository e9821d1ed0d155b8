"""Figures by level of skill: how long a game takes with beginners, what experts score, and by what.

They are means of games, not verdicts. Few games of strong bots borrow from the many of the default
bot on the same shuffles (`analyses/statistics/controls.py`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from analyses.experiments.experiment import SUMS
from analyses.findings.finding import Finding, Table, listed
from analyses.findings.sample import Sample
from analyses.language import figure, level_called, say
from analyses.questions import QUESTIONS
from analyses.statistics.controls import Controlled, controlled

KEY = "figures by level"  # of the table
ROUNDS, MINUTES, SCORE, WINNER = "rounds", "minutes", "mean score", "winning score"
POINTS = "points_"  # columns of sources
FIGURES = {"length": (ROUNDS, MINUTES), "scores": (SCORE, WINNER), "curves": ()}


@dataclass(frozen=True)
class LevelFigure:
    """One mean at one level."""

    name: str
    level: int
    games: int
    found: Controlled


def with_figures(
    found: Sequence[Finding], sample: Sample, levels: Mapping[int, Sample], base: int
) -> list[Finding]:
    """The findings on length, scores and sources, with these at every level."""
    known = {**levels, base: sample}
    if len(known) < 2 or any(one.keeps == SUMS or one.endless for one in known.values()):
        return [*found]
    games = {level: _of_deals(known[level]) for level in sorted(known)}
    return [_with(one, games, base) for one in found]


def _of_deals(sample: Sample) -> pl.DataFrame:
    """A row of each shuffle: the mean of its games."""
    seconds = QUESTIONS["length"].setting(sample, "seconds")
    choices = pl.col("decisions").first() - pl.col("forced").sum()
    sources = [name for name in sample.rows.collect_schema() if name.startswith(POINTS)]
    games = sample.typical.group_by("deal", "game").agg(
        pl.col("rounds").first().cast(pl.Float64).alias(ROUNDS),
        (choices.cast(pl.Float64) * seconds / 60).alias(MINUTES),
        pl.col("score").mean().alias(SCORE),
        pl.col("score").max().cast(pl.Float64).alias(WINNER),
        *(pl.col(name).mean() for name in sources),
    )
    every = games.group_by("deal").agg(pl.len().alias("games"), pl.exclude("game", "deal").mean())
    return every.sort("deal").collect(engine="streaming")


def _with(finding: Finding, games: Mapping[int, pl.DataFrame], base: int) -> Finding:
    if finding.name not in FIGURES or not finding.is_asked:
        return finding
    names = FIGURES[finding.name] or _sources(games)
    shown = [one for name in names for one in _by_level(name, games, base)]
    if not shown:
        return finding
    told = _length_told(shown) if finding.name == "length" else ""
    table = Table(KEY, "Figures by level of skill", _frame(shown))
    details = (*finding.details, told) if told else finding.details
    return replace(finding, details=details, tables=(*finding.tables, table))


def _sources(games: Mapping[int, pl.DataFrame]) -> list[str]:
    """Those that all levels know and that pay anybody anything, in order."""
    first, *others = games.values()
    names = [name for name in first.columns if name.startswith(POINTS)]
    known = [name for name in names if all(name in one.columns for one in others)]
    return [name for name in known if any((one[name] != 0).any() for one in games.values())]


def _by_level(name: str, games: Mapping[int, pl.DataFrame], base: int) -> list[LevelFigure]:
    weak = games[base]
    return [
        LevelFigure(name, level, int(one["games"].sum()), _mean(one, weak, name))
        for level, one in games.items()
    ]


def _mean(one: pl.DataFrame, weak: pl.DataFrame, name: str) -> Controlled:
    deals = (frame["deal"].to_numpy() for frame in (one, weak))
    values = (frame[name].cast(pl.Float64).to_numpy() for frame in (one, weak))
    (deal, weak_deal), (value, weak_value) = deals, values
    return controlled(deal, value, weak_deal, weak_value)


def _frame(shown: Sequence[LevelFigure]) -> pl.DataFrame:
    rows = [
        (_named(one.name), one.level, one.games, one.found.mean.value,
         *one.found.mean.interval(), one.found.saved)
        for one in shown
    ]  # fmt: skip
    columns = ["figure", "level", "games", "mean", "low", "high", "variance reduction"]
    return pl.DataFrame(rows, columns, orient="row")


def _named(column: str) -> str:
    return column.removeprefix(POINTS).replace("_", " ")


def _length_told(shown: Sequence[LevelFigure]) -> str:
    """'By skill: 14 rounds, 22 minutes at level 1 and …'; nothing if it is the same."""
    rounds, minutes = ({o.level: o for o in shown if o.name == name} for name in (ROUNDS, MINUTES))
    low, high = ((_round(each[level]) for each in (rounds, minutes)) for level in _ends(rounds))
    ends = dict(zip(_ends(rounds), ([*low], [*high]), strict=True))
    if len({*map(tuple, ends.values())}) < 2:
        return ""
    told = [
        say("{rounds} rounds, {minutes} minutes at {level}", level=level_called(level),
            rounds=figures[0], minutes=figures[1])
        for level, figures in ends.items()
    ]  # fmt: skip
    return say("By skill: {told}.", told=listed(told))


def _ends(levels: Mapping[int, LevelFigure]) -> tuple[int, int]:
    return min(levels), max(levels)


def _round(one: LevelFigure) -> str:
    value = one.found.mean.value
    return figure(value, ".0f" if np.abs(value) >= 10 else ".1f")
