"""Scoring curves as arrays: every seat's standing after every round of some games."""

from dataclasses import dataclass

import numpy as np
import polars as pl

GAMES = 20_000  # as many curves as a chart or a share needs
FEW = 10  # rounds: of fewer, parts of a game are told by round


@dataclass(frozen=True)
class Standings:
    """`points[game, seat, round]`; rounds after a game's last repeat its final standing."""

    points: np.ndarray
    rounds: np.ndarray  # of each game
    place: np.ndarray  # [game, seat], final
    win: np.ndarray  # [game, seat]
    deal: np.ndarray
    strategy: np.ndarray  # [game, seat], by name

    def after(self, progress: float) -> np.ndarray:
        """Standings [game, seat] when this part of each game was over, at least one round."""
        at = np.maximum(np.ceil(progress * self.rounds).astype(int) - 1, 0)
        return self.points[np.arange(len(at)), :, at]

    def is_over(self, progress: float) -> np.ndarray:
        """Of which games that is the last round: the standing after it is the result."""
        return np.ceil(progress * self.rounds) >= self.rounds

    @property
    def middle(self) -> tuple[int, int] | None:
        """The round that ends half-way, of how many, if all games have as many, and few."""
        rounds = int(self.rounds[0])
        is_told = rounds < FEW and bool((self.rounds == rounds).all())
        return ((rounds + 1) // 2, rounds) if is_told else None

    def before_the_end(self) -> np.ndarray:
        """Standings [game, seat] when the last round began; nothing in games of one."""
        at = self.rounds.astype(int) - 2
        return np.where(at[:, None] >= 0, self.points[np.arange(len(at)), :, np.maximum(at, 0)], 0)


def first_games(rows: pl.LazyFrame) -> pl.LazyFrame:
    """As many as fit into memory."""
    first = rows.select(pl.col("game").unique().bottom_k(GAMES).max()).collect(engine="streaming")
    return rows.filter(pl.col("game") <= first.item())


def standings(rows: pl.LazyFrame, players: int) -> Standings:
    columns = ("game", "seat", "deal", "place", "win", "rounds", "strategy", "curve")
    games = first_games(rows).select(columns).collect(engine="streaming").sort("game", "seat")
    lengths = games["curve"].list.len().to_numpy()  # the rounds, or all that a curve holds
    points = np.zeros((len(games), int(lengths.max())), np.int32)
    values = games["curve"].explode().to_numpy()
    known = np.arange(points.shape[1]) < lengths[:, None]
    points[known] = values
    last = values[np.cumsum(lengths) - 1]
    points = np.where(known, points, last[:, None])

    def by_seat(name: str) -> np.ndarray:
        return games[name].to_numpy().reshape(-1, players)

    return Standings(
        points=points.reshape(-1, players, points.shape[1]),
        rounds=lengths[::players],
        place=by_seat("place"),
        win=by_seat("win"),
        deal=games["deal"].to_numpy()[::players],
        strategy=games["strategy"].cast(pl.String).to_numpy().reshape(-1, players),
    )
