"""Games as counts: rows that are equal in what is asked of them, counted instead of kept.

A counted row is about one column of the rows (`about`), whose value it holds with the few others
that go with it, and says how many times that was seen in one of GROUPS of deals. Counts are whole
numbers, so it makes no difference in which order games are added, nor how often a run was stopped.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np
import polars as pl

from analyses.statistics.counts import TIMES, is_counted

ABOUT, VALUE = "about", "value"
GROUPS = 128  # of deals, by deal % GROUPS: intervals come from the differences between them
CURVED = 20_000  # deals whose curves are counted: as many as a chart needs
ROWS, WAITING = 131_072, 500_000  # rows that wait to be counted, counts that wait to be added up
ROOM = 10_000_000  # places to count in
SUMMED = 4_194_304  # games of a part

CELL = ("title", "line_up", "same", "forbids")
BESIDE = ("seat", "strategy", "place", "win", "ending")  # columns that may go with a value
# What can be asked of every title; points and tallies are its own.
ALWAYS = (
    "win",
    "score",
    "lead",
    "ahead",
    "rounds",
    "decisions",
    "choices",
    "ending",
    "forced",
    "curve",
)


class Sums:
    """The counted games of a part."""

    def __init__(self, players: int, counted: pl.DataFrame | None = None, games: int = 0) -> None:
        self.players, self.games = players, games
        self._counted = [] if counted is None else [counted]
        self._rows: list[pl.DataFrame] = []
        self._tables: Any = None

    def add(self, played: Any) -> None:
        """Rows, or games that are `Counted` already (`analyses/experiments/tabulated.py`)."""
        if not isinstance(played, pl.DataFrame):
            self.games += played.games
            self._tables = played if self._tables is None else self._tables + played
            return
        self.games += len(played) // self.players
        self._rows.append(played)
        if sum(map(len, self._rows)) >= ROWS:
            self._count()

    def frame(self) -> pl.DataFrame:
        self._count()
        if self._tables is not None:
            self._counted, self._tables = [*self._counted, self._tables.frame()], None
        self._counted = [added(self._counted)]
        return self._counted[0]

    def _count(self) -> None:
        if self._rows:
            self._counted.append(count(pl.concat(self._rows, how="diagonal"), self.players))
            self._rows = []
            if sum(map(len, self._counted[1:])) > max(WAITING, len(self._counted[0])):
                self._counted = [added(self._counted)]


def added(counted: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """Counts of different games together, in one order."""
    together = pl.concat(counted)
    keys = [name for name in together.columns if name != TIMES]
    return together.group_by(keys).agg(pl.col(TIMES).sum()).sort(keys)


def count(rows: pl.DataFrame, players: int) -> pl.DataFrame:
    """The rows of whole games, counted."""
    cell = {"cell": _cells(rows), "deal": _numbers(rows["deal"].to_numpy() % GROUPS)}
    once = {name: column.at(slice(None, None, players)) for name, column in cell.items()}
    columns = _of_seats(rows, cell) | _of_games(rows, once, players)
    tables = [_table(about, its) for about, its in columns.items()]
    tables += [*_of_decisions(rows, once, players), *_of_pairs(rows, once, players)]
    if "curve" in rows.columns:
        tables.append(_table("curve", _of_rounds(rows.filter(pl.col("deal") < CURVED))))
    own = [name for name in rows.columns if name.startswith(("points_", "tally_"))]
    kinds = counted_kinds(rows.schema, own)
    told = (table.cast({name: kinds[name] for name in table.columns}) for table in tables)
    return pl.concat([pl.DataFrame(schema=kinds), *told], how="diagonal")


def counted_kinds(of_rows: Mapping[str, Any], own: Sequence[str]) -> dict[str, Any]:
    """The columns of counted rows and their types, the same for all games of a run."""
    kinds: dict[str, Any] = {ABOUT: pl.Enum([*ALWAYS, *own])}
    kinds |= {name: of_rows[name] for name in (*CELL, "deal", *BESIDE)}
    kinds["other"] = of_rows["strategy"]
    return kinds | {"round": pl.Int32, "is_last": pl.Boolean, VALUE: pl.Int64, TIMES: pl.Int64}


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


@dataclass(frozen=True)
class CodedColumn:
    """A column as small numbers, and what each of them stands for."""

    codes: np.ndarray
    words: pl.Series

    def at(self, rows: slice | np.ndarray) -> "CodedColumn":
        return CodedColumn(self.codes[rows], self.words)


Columns = dict[str, CodedColumn]


def _of_seats(rows: pl.DataFrame, cell: Columns) -> dict[str, Columns]:
    """What each seat has: by column, with those that are asked about together with it."""
    seat, place, score = (_numbers(rows[name].to_numpy()) for name in ("seat", "place", "score"))
    win, strategy = _different(rows["win"]), _word(rows["strategy"])
    found = {
        "win": {**cell, "seat": seat, "strategy": strategy, "place": place, "win": win},
        "score": {**cell, "strategy": strategy, "win": win, VALUE: score},
    }
    for name in rows.columns:
        if name.startswith(("points_", "tally_")):
            found[name] = {**cell, "win": win, VALUE: _numbers(rows[name].to_numpy())}
    return found


def _of_games(rows: pl.DataFrame, once: Columns, players: int) -> dict[str, Columns]:
    games = rows.gather_every(players)
    best = np.sort(rows["score"].to_numpy().reshape(-1, players), axis=1)
    lead = best[:, -1] - best[:, -min(2, players)]
    forced = _forced(rows, players)
    return {
        "ending": {**once, "ending": _word(games["ending"])},
        "rounds": {**once, VALUE: _numbers(games["rounds"].to_numpy())},
        "decisions": {**once, VALUE: _numbers(games["decisions"].to_numpy())},
        "choices": {**once, VALUE: _numbers(games["decisions"].to_numpy() - forced)},
        "lead": {**once, VALUE: _numbers(lead)},
    }


def _of_decisions(rows: pl.DataFrame, once: Columns, players: int) -> list[pl.DataFrame]:
    """What is counted here is decisions: those that left no choice, and the others."""
    forced = _forced(rows, players)
    others = rows["decisions"].to_numpy()[::players] - forced
    tables = {1: _table("forced", once, forced), 0: _table("forced", once, others)}
    return [table.with_columns(pl.lit(k).alias(VALUE)) for k, table in tables.items()]


def _forced(rows: pl.DataFrame, players: int) -> np.ndarray:
    """The decisions of each game that left no choice."""
    return rows["forced"].to_numpy().reshape(-1, players).sum(axis=1)


def _of_pairs(rows: pl.DataFrame, once: Columns, players: int) -> Iterator[pl.DataFrame]:
    """Two strategies at one table: whether the one ends ahead of the other (2) or level (1)."""
    place = rows["place"].to_numpy().reshape(-1, players)
    strategy = _word(rows["strategy"])
    for mine, other in permutations(range(players), 2):
        one, another = (strategy.at(slice(seat, None, players)) for seat in (mine, other))
        ahead = np.sign(place[:, other] - place[:, mine]) + 1
        differ = one.codes != another.codes
        if differ.any():
            columns = {**once, "strategy": one, "other": another, VALUE: _numbers(ahead)}
            yield _table("ahead", {name: its.at(differ) for name, its in columns.items()})


def _of_rounds(rows: pl.DataFrame) -> Columns:
    """The standings after every round; no interval is asked of them, so no group of deals."""
    length = rows["curve"].list.len().to_numpy()
    row = np.repeat(np.arange(len(rows)), length)
    past = np.arange(len(row)) - np.repeat(np.cumsum(length) - length, length)
    is_last = pl.Series([False, True])
    return {
        "cell": _cells(rows).at(row),
        "deal": _numbers(np.zeros(len(row), np.int64)),
        "seat": _numbers(rows["seat"].to_numpy()).at(row),
        "strategy": _word(rows["strategy"]).at(row),
        "place": _numbers(rows["place"].to_numpy()).at(row),
        "round": _numbers(past + 1),
        "is_last": CodedColumn((past + 1 == length[row]).astype(np.int64), is_last),
        VALUE: _numbers(rows["curve"].explode().to_numpy()),
    }


def _table(about: str, columns: Columns, times: np.ndarray | None = None) -> pl.DataFrame:
    """How many times each combination of values was seen."""
    code = np.zeros(1, np.int64)
    for column in columns.values():
        code = code * len(column.words) + column.codes
    places = None
    if math.prod(len(column.words) for column in columns.values()) > ROOM:
        places, code = np.unique(code, return_inverse=True)
    counts = np.bincount(code, times).astype(np.int64)
    table = spelled({name: column.words for name, column in columns.items()}, counts, places)
    return table.with_columns(pl.lit(about).alias(ABOUT)).unnest("cell")


def spelled(
    words: Mapping[str, pl.Series], counts: np.ndarray, places: np.ndarray | None = None
) -> pl.DataFrame:
    """The counts above 0 by what their places stand for: one after the other, or as told."""
    seen = np.flatnonzero(counts)
    rest, found = (seen if places is None else places[seen]), {}
    for name, its in reversed([*words.items()]):
        rest, which = np.divmod(rest, len(its))
        found[name] = its.gather(which)
    return pl.DataFrame({**found, TIMES: counts[seen]})


def _cells(rows: pl.DataFrame) -> CodedColumn:
    """Each cell of the experiment as one number."""
    code = np.zeros(len(rows), np.int64)
    for name in CELL:
        column = _word(rows[name])
        code = code * len(column.words) + column.codes
    _, first, codes = np.unique(code, return_index=True, return_inverse=True)
    return CodedColumn(codes, rows[first].select(cell=pl.struct(CELL))["cell"])


def _numbers(values: np.ndarray) -> CodedColumn:
    low, high = (int(values.min()), int(values.max())) if len(values) else (0, 0)
    return CodedColumn(values.astype(np.int64) - low, pl.Series(np.arange(low, high + 1)))


def _word(values: pl.Series) -> CodedColumn:
    words: Any = values.dtype
    return CodedColumn(values.to_physical().to_numpy().astype(np.int64), words.categories)


def _different(values: pl.Series) -> CodedColumn:
    words, codes = np.unique(values.to_numpy(), return_inverse=True)
    return CodedColumn(codes, pl.Series(words))
