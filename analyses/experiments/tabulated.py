"""Games counted where they were played: their tables, and what the numbers in them stand for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import polars as pl

from analyses.experiments import sums
from analyses.experiments.designs import Cell
from analyses.experiments.experiment import Experiment
from analyses.experiments.frames import kinds_of, number_of
from analyses.experiments.play import DealsToPlay
from analyses.experiments.sums import ABOUT, CELL, GROUPS, VALUE, counted_kinds, spelled
from simulator.names import written
from simulator.tables import LOST, After, CountTable, LineUpTables
from strategies.seat import Seat

Words = dict[str, pl.Series]  # of each side of a table what its numbers stand for, values last


@dataclass(frozen=True)
class Counted:
    """The games from `first` on, by the tables of each cell."""

    experiment: Experiment
    first: int
    games: int
    tables: Mapping[Cell, Sequence[CountTable]]

    def __add__(self, other: "Counted") -> "Counted":
        tables = dict(self.tables)
        for cell, its in other.tables.items():
            known = tables.get(cell)
            tables[cell] = [a + b for a, b in zip(known, its, strict=True)] if known else its
        return Counted(self.experiment, self.first, self.games + other.games, tables)

    def frame(self, only: str = "") -> pl.DataFrame:
        """As counted rows, about all or about one thing."""
        kinds = counted_kinds(kinds_of(self.experiment), _own(self.experiment))
        found = [pl.DataFrame(schema=kinds)]
        for cell, tables in self.tables.items():
            where = zip(CELL, (self.experiment.title.name, cell.label, cell.same, cell.forbids),
                        strict=True)  # fmt: skip
            its = [pl.lit(word).alias(name) for name, word in where]
            sides = _sides(self.experiment, cell)
            for (about, words), table in zip(sides.items(), tables, strict=True):
                if only in ("", about):
                    if VALUE in words:
                        words[VALUE] = _numbers(table.low, table.counts.shape[-1])
                    rows = spelled(words, table.counts.ravel())
                    rows = rows.with_columns(*its, pl.lit(about).alias(ABOUT))
                    found.append(rows.cast({name: kinds[name] for name in rows.columns}))
        return pl.concat(found, how="diagonal")


Played = pl.DataFrame | Counted  # rows, or what is left of them


def end_of(played: Played) -> int:
    """The number after that of the last game."""
    if isinstance(played, Counted):
        return played.first + played.games
    return int(played["game"][-1]) + 1


def games_in(played: Played, players: int) -> int:
    return played.games if isinstance(played, Counted) else len(played) // players


def tabulated(
    experiment: Experiment, seated: Sequence[tuple[Cell, int, DealsToPlay]], start: int
) -> list[Counted]:
    """The games of some deals from `start` to the last one, part by part.

    Of each cell in each order: how many games of a deal come before its own, and its deals.
    Nothing if values are too far apart for tables.
    """
    numbers = [number_of(experiment, plan.local, plan.match.rotations, offset)
               for _, offset, plan in seated]  # fmt: skip
    first = max(start, min(int(its[0]) for its in numbers))
    end = min(experiment.games, max(int(its[-1]) for its in numbers) + 1)
    part = sums.SUMMED
    cuts = [first, *range((first // part + 1) * part, end, part), end]
    found = [Counted(experiment, a, 0, {}) for a in cuts[:-1]]
    for (cell, _, plan), its in zip(seated, numbers, strict=True):
        rows = [range(*map(int, np.searchsorted(its, both))) for both in pairwise(cuts)]
        seats = _seats(experiment, cell)
        kinds = [seats.index(one) for one in cell.at(plan.deals.start).line_up]
        tables = LineUpTables(plan.match, kinds, GROUPS)
        parts = [k for k, part in enumerate(rows) if part]
        played = tables.play([rows[k] for k in parts], *plan.block)
        if len(played) < len(parts):
            return []
        for k, its_tables in zip(parts, played, strict=True):
            found[k] += Counted(experiment, cuts[k], len(rows[k]), {cell: its_tables})
    return found


def _seats(experiment: Experiment, cell: Cell) -> list[Seat]:
    """Of a cell, each once."""
    return [one for one in experiment.seats if one in cell.line_up]


def _own(experiment: Experiment) -> list[str]:
    """The columns that are a title's own."""
    words = experiment.title.words
    own = {"points": words.sources, "tally": words.tallies}
    return [f"{kind}_{name}" for kind, names in own.items() for name in names]


def _sides(experiment: Experiment, cell: Cell) -> dict[str, Words]:
    """What tables are about, in their order, and their sides."""
    players, value = experiment.players, {VALUE: _numbers(0, 0)}
    deal, strategy = {"deal": _numbers(0, GROUPS)}, pl.Series(map(str, _seats(experiment, cell)))
    win = pl.Series([0.0, *(1 / winners for winners in range(1, players + 1))])
    own = {name: {**deal, "win": win, **value} for name in _own(experiment)}
    where = {
        "seat": _numbers(1, players),
        "strategy": strategy,
        "place": _numbers(0, players + LOST),
    }
    endings = pl.Series(list(experiment.title.words.endings))
    after = [
        {**deal, "strategy": strategy, "win": win, **value},
        *({**deal, **value} for _ in range(4)),
        {**deal, **where, "win": win},
        {**deal, "ending": endings},
        {**deal, **value},
        {**deal, "strategy": strategy, "other": strategy, **value},
    ]
    return own | dict(zip(written(After), after, strict=True))


def _numbers(low: int, n: int) -> pl.Series:
    return pl.Series(np.arange(low, low + n))
