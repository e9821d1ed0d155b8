"""Games as counts: rows that are equal in what is asked of them, counted instead of kept.

A counted row is about one column of the rows (`about`), whose value it holds with the few others
that go with it, and says how many times that was seen in one of GROUPS of deals. Counts are whole
numbers, so it makes no difference in which order games are added, nor how often a run was stopped.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import polars as pl

from analyses.statistics.counts import TIMES, is_counted
from simulator.tables import TOGETHER

ABOUT, VALUE = "about", "value"
GROUPS = 128  # of deals, by deal % GROUPS: intervals come from the differences between them
CURVED = 20_000  # deals whose curves are counted: as many as a chart needs
WAITING = 500_000  # counts that wait to be added up
SUMMED = 4_194_304  # games of a part

CELL = ("title", "line_up", "same", "forbids")
BESIDE = ("seat", "strategy", "place", "win", "ending")  # columns that may go with a value
ALWAYS = (*TOGETHER, "curve")  # can be asked of every title; points and tallies are its own


class Sums:
    """The counted games of a part."""

    def __init__(self, counted: pl.DataFrame | None = None, games: int = 0) -> None:
        self.games, self._rows = games, [] if counted is None else [counted]
        self._tables: Any = None

    def add(self, played: Any) -> None:
        """Games that are `Counted` (`analyses/experiments/tabulated.py`)."""
        self.games += played.games
        self._rows += played.rows
        tables = replace(played, rows=())
        self._tables = tables if self._tables is None else self._tables + tables
        if sum(map(len, self._rows[1:])) > max([WAITING, *map(len, self._rows[:1])]):
            self._rows = [added(self._rows)]

    def frame(self) -> pl.DataFrame:
        if self._tables is not None and self._tables.tables:
            self._rows.append(self._tables.frame())
        self._tables = None
        self._rows = [added(self._rows)]
        return self._rows[0]


def added(counted: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """Counts of different games together, in one order."""
    together = pl.concat(counted)
    keys = [name for name in together.columns if name != TIMES]
    return together.group_by(keys).agg(pl.col(TIMES).sum()).sort(keys)


def asked(rows: pl.LazyFrame, column: str) -> pl.LazyFrame:
    """The rows that tell a column: all, or those that are about it where rows are counted.

    With points and tallies goes the win, with a score the strategy and the win.
    """
    if not is_counted(rows):
        return rows
    about = rows.filter(pl.col(ABOUT).cast(pl.String) == column)
    return about if column in rows.collect_schema() else about.rename({VALUE: column})


def columns_of(rows: pl.LazyFrame, beginning: str) -> list[str]:
    """All that can be asked and is called so."""
    if is_counted(rows):
        about = rows.select(pl.col(ABOUT).unique().sort()).collect(engine="streaming")
        names = about[ABOUT].cast(pl.String).to_list()
    else:
        names = rows.collect_schema().names()
    return [name for name in names if name.startswith(beginning)]
