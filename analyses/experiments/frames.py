"""Finished games as a polars frame: one row per game and seat."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from analyses.experiments.designs import ALL, KEEPS, Cell
from analyses.experiments.experiment import CURVES, Experiment
from analyses.experiments.play import FinishedGames


def number_of(experiment: Experiment, local: Any, rotations: int, offset: int) -> Any:
    """A cell's game in the experiment's count: by deal, then by cell, then by seating."""
    return local // rotations * experiment.games_per_deal + offset + local % rotations


@dataclass(frozen=True)
class Block:
    """Finished games of a cell in one order; `offset` games of a deal come before its own."""

    played: FinishedGames
    experiment: Experiment
    cell: Cell
    offset: int

    @property
    def players(self) -> int:
        return self.played.players

    @property
    def rows(self) -> int:
        return len(self.played.ends) * self.players

    def per_game(self, values: np.ndarray, kind: Any) -> pl.Series:
        return pl.Series(np.repeat(values, self.players), dtype=kind)

    def per_seat(self, values: np.ndarray, kind: Any) -> pl.Series:
        seated = np.ascontiguousarray(values[:, : self.players])
        return pl.Series(seated.reshape(self.rows), dtype=kind)

    def always(self, word: str, kind: pl.Enum) -> pl.Series:
        """One of several words in every row."""
        return _named(np.full(self.rows, kind.categories.to_list().index(word)), kind)


def kinds_of(experiment: Experiment) -> dict[str, Any]:
    """The types of columns that say which game it was, who played, and how it ended."""
    title = experiment.title
    labels = dict.fromkeys(cell.label for cell in experiment.cells)
    words: dict[str, Iterable[str]] = {
        "title": [title.name],
        "line_up": labels,
        "same": [ALL, *KEEPS],
        "forbids": ["", *title.levers.kinds],
        "strategy": experiment.strategies,
        "ending": title.words.endings,
    }
    numbers: dict = {"deal": pl.Int64, "seat": pl.Int8, "place": pl.Int8, "win": pl.Float64}
    return numbers | {name: pl.Enum(list(its)) for name, its in words.items()}


def frame_of(block: Block) -> pl.DataFrame:
    """The rows of finished games, seat by seat; seats and places count from 1."""
    columns = {**_who_played(block), **_results(block), **_counts(block)}
    if block.experiment.keep != CURVES:
        return pl.DataFrame(columns)
    columns["curve"] = _curves(block.played.ends, block.players)
    as_long_as_the_game = pl.col("curve").arr.to_list().list.head(pl.col("rounds"))
    return pl.DataFrame(columns).with_columns(as_long_as_the_game)


def _who_played(block: Block) -> dict[str, pl.Series]:
    experiment, cell, played = block.experiment, block.cell, block.played
    players, kinds = block.players, kinds_of(experiment)
    number = number_of(experiment, played.local, played.match.rotations, block.offset)
    seated = cell.at(int(played.deal[0])).line_up
    strategy = np.array([experiment.seats.index(one) for one in seated])[played.member]
    return {
        "title": block.always(experiment.title.name, kinds["title"]),
        "game": block.per_game(number, pl.Int64),
        "deal": block.per_game(played.deal, pl.Int64),
        "line_up": block.always(cell.label, kinds["line_up"]),
        "same": block.always(cell.same, kinds["same"]),
        "forbids": block.always(cell.forbids, kinds["forbids"]),
        "seat": pl.Series(np.tile(np.arange(1, players + 1), len(number)), dtype=pl.Int8),
        "strategy": _named(strategy.reshape(-1), kinds["strategy"]),
    }


def _results(block: Block) -> dict[str, pl.Series]:
    played, games = block.played, block.played.ends
    endings = kinds_of(block.experiment)["ending"]
    return {
        "score": block.per_seat(played.score, pl.Int32),
        "place": block.per_seat(games["place"], pl.Int8),
        "win": block.per_seat(played.win, pl.Float64),
        "ending": _named(np.repeat(games["ended"], block.players), endings),
        "rounds": block.per_game(games["rounds"], pl.Int32),
        "decisions": block.per_game(games["n_moves"], pl.Int32),
        "forced": block.per_seat(games["forced"], pl.Int32),
    }


def _counts(block: Block) -> dict[str, pl.Series]:
    """What a title counts by names of its own."""
    games, title = block.played.ends, block.played.match.title
    columns = {}
    for field, names in (("points", title.words.sources), ("tally", title.words.tallies)):
        for k, name in enumerate(names):
            columns[f"{field}_{name}"] = block.per_seat(games[field][:, :, k], pl.Int32)
    for name in title.levers.maps:
        columns[name] = _once_a_game(games[name], block.players)
    return columns


def _named(numbers: np.ndarray, kind: pl.Enum) -> pl.Series:
    """Indices as words, kept as small numbers with a list of the words."""
    return pl.Series(numbers, dtype=pl.UInt32).cat.to(kind)


def _once_a_game(counts: np.ndarray, players: int) -> pl.Series:
    """What a whole game counted, as a list in the row of seat 1; the other seats have none."""
    row = np.arange(len(counts) * players)
    game = pl.Series(row // players).set(pl.Series(row % players > 0), None)
    return pl.Series(np.ascontiguousarray(counts)).arr.to_list().gather(game)


def _curves(games: np.ndarray, players: int) -> pl.Series:
    """Each seat's standing after every round, with room for the longest game."""
    standings = games["curve"][:, :, :players].transpose(0, 2, 1)
    return pl.Series(np.ascontiguousarray(standings).reshape(len(games) * players, -1))
