"""Finished games as a polars frame: one row per game and seat."""

from typing import Any

import numpy as np
import polars as pl

from analyses.experiments.designs import ALL, KEEPS, Cell
from analyses.experiments.experiment import Experiment
from simulator.match import Match


def number_of(experiment: Experiment, local: Any, rotations: int, offset: int) -> Any:
    """A cell's game in the experiment's count: by deal, then by cell, then by seating."""
    return local // rotations * experiment.games_per_deal + offset + local % rotations


def frame_of(
    games: np.ndarray, match: Match, first: int, experiment: Experiment, cell: Cell, offset: int
) -> pl.DataFrame:
    """The rows of a cell's finished games, seat by seat; seats and places count from 1."""
    n, players = len(games), len(match.line_up)
    local = np.arange(first, first + n)
    words, levers = match.title.words, match.title.levers
    place = games["place"][:, :players]
    won = place == 1
    names = experiment.strategies
    who = (np.arange(players) + (local % match.rotations)[:, None]) % players
    strategy = np.array([names.index(name) for name in cell.line_up])[who]

    def per_game(values: np.ndarray, kind: Any) -> pl.Series:
        return pl.Series(np.repeat(values, players), dtype=kind)

    def per_seat(values: np.ndarray, kind: Any) -> pl.Series:
        return pl.Series(np.ascontiguousarray(values).reshape(n * players), dtype=kind)

    points, tally = games["points"], games["tally"]
    columns = {
        "title": _named(np.zeros(n * players, int), [experiment.title]),
        "game": per_game(number_of(experiment, local, match.rotations, offset), pl.Int64),
        "deal": per_game(local // match.rotations, pl.Int64),
        "line_up": _named(*_constant(cell.label, [c.label for c in experiment.cells], n * players)),
        "same": _named(*_constant(cell.same, [ALL, *KEEPS], n * players)),
        "forbids": _named(*_constant(cell.forbids, ["", *levers.kinds], n * players)),
        "seat": pl.Series(np.tile(np.arange(1, players + 1), n), dtype=pl.Int8),
        "strategy": _named(strategy.reshape(-1), names),
        "score": per_seat(points[:, :players].sum(axis=2), pl.Int32),
        "place": per_seat(place, pl.Int8),
        "win": per_seat(won / np.maximum(won.sum(axis=1, keepdims=True), 1), pl.Float64),
        "ending": _named(np.repeat(games["ended"], players), words.endings),
        "rounds": per_game(games["rounds"], pl.Int32),
        "decisions": per_game(games["n_moves"], pl.Int32),
        "forced": per_seat(games["forced"][:, :players], pl.Int32),
    }
    for k, source in enumerate(words.sources):
        columns[f"points_{source}"] = per_seat(points[:, :players, k], pl.Int32)
    for k, what in enumerate(words.tallies):
        columns[f"tally_{what}"] = per_seat(tally[:, :players, k], pl.Int32)
    for name in levers.maps:
        columns[name] = _once_a_game(games[name], players)
    columns["curve"] = _curves(games, players)
    as_long_as_the_game = pl.col("curve").arr.to_list().list.head(pl.col("rounds"))
    return pl.DataFrame(columns).with_columns(as_long_as_the_game)


def _constant(word: str, words: list[str], n: int) -> tuple[np.ndarray, list[str]]:
    """One word n times, as an index into the different words."""
    different = list(dict.fromkeys(words))
    return np.full(n, different.index(word)), different


def _named(numbers: np.ndarray, names: Any) -> pl.Series:
    """Indices as words, kept as small numbers with a list of the words."""
    return pl.Series(numbers, dtype=pl.UInt32).cat.to(pl.Enum(list(names)))


def _once_a_game(counts: np.ndarray, players: int) -> pl.Series:
    """What a whole game counted, as a list in the row of seat 1; the other seats have none."""
    row = np.arange(len(counts) * players)
    game = pl.Series(row // players).set(pl.Series(row % players > 0), None)
    return pl.Series(np.ascontiguousarray(counts)).arr.to_list().gather(game)


def _curves(games: np.ndarray, players: int) -> pl.Series:
    """Each seat's standing after every round, with room for the longest game."""
    standings = games["curve"][:, :, :players].transpose(0, 2, 1)
    return pl.Series(np.ascontiguousarray(standings).reshape(len(games) * players, -1))
