"""Finished games as counts: the tables of each cell, and what the numbers in them stand for."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
import polars as pl

from analyses.experiments import sums
from analyses.experiments.designs import Cell
from analyses.experiments.experiment import Experiment
from analyses.experiments.frames import kinds_of, number_of
from analyses.experiments.play import DealsToPlay, FinishedGames
from analyses.experiments.sums import ABOUT, ALWAYS, BESIDE, CELL, GROUPS, VALUE
from analyses.statistics.counts import TIMES
from simulator.tables import OWN, PLACES, TOGETHER, CountTable, LineUpTables
from strategies.seat import Seat


@dataclass(frozen=True)
class Counted:
    """The games from `first` on, by the tables of each cell, or as counted rows."""

    experiment: Experiment
    first: int
    games: int = 0
    tables: Mapping[Cell, Sequence[CountTable]] = field(default_factory=dict)
    rows: tuple[pl.DataFrame, ...] = ()

    def __add__(self, other: "Counted") -> "Counted":
        tables = dict(self.tables)
        for cell, its in other.tables.items():
            known = tables.get(cell)
            tables[cell] = [a + b for a, b in zip(known, its, strict=True)] if known else its
        games, rows = self.games + other.games, self.rows + other.rows
        return Counted(self.experiment, self.first, games, tables, rows)

    def frame(self, only: str = "") -> pl.DataFrame:
        """As counted rows, about all or about one thing."""
        found = [_rows_of(self.experiment, *one, only) for one in self.tables.items()]
        others = [rows.filter(pl.col(ABOUT) == only) if only else rows for rows in self.rows]
        return pl.concat([*found, *others])


Played = pl.DataFrame | Counted  # rows, or what is left of them


def end_of(played: Played) -> int:
    """The number after that of the last game."""
    if isinstance(played, Counted):
        return played.first + played.games
    return int(played["game"][-1]) + 1


def games_in(played: Played, players: int) -> int:
    return played.games if isinstance(played, Counted) else len(played) // players


Seated = tuple[Cell, int, DealsToPlay, Any]  # rows of games, or None
Words = dict[str, pl.Series]  # of each column what its numbers stand for


def tabulated(
    experiment: Experiment, seated: Sequence[Seated], start: int, end: int
) -> list[Counted]:
    """The games of some deals from `start` up to `end`, part by part.

    Of each cell in each order: how many games of a deal come before its own, its deals, and how
    they ended; a GPU plays those that did not.
    """
    numbers = [number_of(experiment, plan.local, plan.match.rotations, offset)
               for _, offset, plan, _ in seated]  # fmt: skip
    first = max(start, min(int(its[0]) for its in numbers))
    end = min(end, max(int(its[-1]) for its in numbers) + 1)
    part = sums.SUMMED
    cuts = [first, *range((first // part + 1) * part, end, part), end]
    found = [Counted(experiment, a) for a in cuts[:-1]]
    for (cell, _, plan, ends), its in zip(seated, numbers, strict=True):
        rows = [range(*map(int, np.searchsorted(its, both))) for both in pairwise(cuts)]
        parts = [k for k, part in enumerate(rows) if part]
        counted = _counted(experiment, cell, plan, ends, [rows[k] for k in parts])
        for k, (tables, others) in zip(parts, counted, strict=True):
            found[k] += Counted(experiment, cuts[k], len(rows[k]), tables, others)
    return found


def _counted(
    experiment: Experiment,
    cell: Cell,
    plan: DealsToPlay,
    ends: Any,
    parts: Sequence[range],
) -> Iterator[tuple[Mapping[Cell, list[CountTable]], tuple[pl.DataFrame, ...]]]:
    """The tables of each part, and what is no table: curves, and places far apart."""
    seats = _seats(experiment, cell)
    kinds = [seats.index(one) for one in cell.at(plan.deals.start).line_up]
    tables = LineUpTables(plan.match, kinds, GROUPS, int(plan.local[0]), plan.deals.step)
    counted = tables.there(parts, *plan.block) if ends is None else tables.here(parts, ends)
    for rows, its in zip(parts, counted, strict=True):
        others = []
        if ends is not None and plan.deals.start < sums.CURVED:
            games = FinishedGames(plan.match, plan.local[rows.start : rows.stop],
                                  ends[rows.start : rows.stop])  # fmt: skip
            curves = _curves(games, np.array(kinds), _words(experiment, cell))
            others = [_told(experiment, cell, {"curve": curves})]
        if its[0].places is None:
            yield {cell: its}, tuple(others)
        else:
            yield {}, (*others, _rows_of(experiment, cell, its))


def _curves(games: FinishedGames, kinds: np.ndarray, words: Words) -> pl.DataFrame:
    """The standings after every round; no interval is asked of them, so no group of deals."""
    rounds, longest = games.ends["rounds"][:, None, None], int(games.ends["rounds"].max())
    past, standing = np.arange(longest)[:, None], games.ends["curve"][:, :longest, : games.players]
    low, high = int(standing.min()), int(standing.max())
    columns = {
        "seat": np.arange(games.players),
        "strategy": kinds[games.member][:, None],
        "place": games.place[:, None],
        "round": past,
        "is_last": (past + 1 == rounds).astype(int),
        VALUE: standing - low,
    }
    words = words | {"round": _numbers(1, longest), "is_last": pl.Series([False, True])}
    words[VALUE] = _numbers(low, high - low + 1)
    sides = {name: words[name] for name in columns}
    code = np.ravel_multi_index([*columns.values()], [*map(len, sides.values())])
    is_played = np.repeat(past < rounds, games.players, axis=2)
    places, counts = np.unique(code[is_played], return_counts=True)
    return spelled(sides, counts, places).with_columns(deal=0)


def _rows_of(
    experiment: Experiment, cell: Cell, tables: Sequence[CountTable], only: str = ""
) -> pl.DataFrame:
    """Tables as counted rows, about all or about one thing."""
    words, found = _words(experiment, cell), {}
    together = dict.fromkeys(_own(experiment), OWN) | TOGETHER
    for (about, columns), table in zip(together.items(), tables, strict=True):
        words[VALUE] = _numbers(table.low, table.values)
        sides = {name: words[name] for name in columns}
        if columns[-1] != VALUE:
            sides[columns[-1]] = words[columns[-1]].slice(table.low, table.values)
        if only in ("", about):
            found[about] = spelled(sides, table.counts.ravel(), table.places)
    return _told(experiment, cell, found)


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


def _told(experiment: Experiment, cell: Cell, found: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """What was counted, with all the columns of counted rows."""
    kinds, told = _kinds(experiment), []
    its_cell = experiment.title.name, cell.label, cell.same, cell.forbids
    for about, rows in found.items():
        where = dict(zip((*CELL, ABOUT), (*its_cell, about), strict=True))
        its = rows.with_columns(**{name: pl.lit(word) for name, word in where.items()})
        told.append(its.cast({name: kinds[name] for name in its.columns}))
    return pl.concat([pl.DataFrame(schema=kinds), *told], how="diagonal")


def _kinds(experiment: Experiment) -> dict[str, Any]:
    """The columns of counted rows and their types, the same for all games of a run."""
    of_rows = kinds_of(experiment)
    kinds: dict[str, Any] = {ABOUT: pl.Enum([*ALWAYS, *_own(experiment)])}
    kinds |= {name: of_rows[name] for name in (*CELL, "deal", *BESIDE)}
    kinds["other"] = of_rows["strategy"]
    return kinds | {"round": pl.Int32, "is_last": pl.Boolean, VALUE: pl.Int64, TIMES: pl.Int64}


def _seats(experiment: Experiment, cell: Cell) -> list[Seat]:
    """Of a cell, each once."""
    return [one for one in experiment.seats if one in cell.line_up]


def _own(experiment: Experiment) -> list[str]:
    """The columns that are a title's own."""
    words = experiment.title.words
    own = {"points": words.sources, "tally": words.tallies}
    return [f"{kind}_{name}" for kind, names in own.items() for name in names]


def _words(experiment: Experiment, cell: Cell) -> Words:
    players, strategy = experiment.players, pl.Series(map(str, _seats(experiment, cell)))
    return {
        "deal": _numbers(0, GROUPS),
        "seat": _numbers(1, players),
        "strategy": strategy,
        "other": strategy,
        "place": _numbers(0, PLACES),
        "win": pl.Series([0.0, *(1 / winners for winners in range(1, players + 1))]),
        "ending": pl.Series(list(experiment.title.words.endings)),
    }


def _numbers(low: int, n: int) -> pl.Series:
    return pl.Series(np.arange(low, low + n))
