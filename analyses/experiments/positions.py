"""Positions of games, laid out once more, and what moves in them bring every seat."""

import copy
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from simulator.kernel import declare, new
from simulator.match import Match, kernel_types
from simulator.titles import RUNNING, Title
from strategies import rollouts


def row_after(match: Match, seed: int, number: int, moves: int) -> np.ndarray:
    """A game cut off after so many moves, or at its end, as the only row."""
    shorter = copy.copy(match)
    shorter.title = replace(match.title, max_moves=moves)
    return shorter.play(seed, number, 1)


def as_running(title: Title, row: Any) -> Any:
    """The position of a row, to be played on; kernels take no curve."""
    game = new(title.Game)
    for name in title.Game.names or ():
        game[name] = row[name]
    game.ended = RUNNING
    return game


class Rollouts:
    """Where positions of a match are played on by the bot that plays its first seat."""

    def __init__(self, match: Match, seed: int) -> None:
        player = match.line_up[0]
        self.match, self.seed, self._mind = match, seed, player.mind
        rolling = rollouts.rolling(match.title, player.look, player.rate)
        self._roll = declare(rolling, *kernel_types(match.title)["look"])

    def position(self, number: int, moves: int) -> Any:
        """A game after so many moves, at least one."""
        (row,) = row_after(self.match, self.seed, number, moves)
        return as_running(self.match.title, row)

    def wins(self, game: Any, moves: Sequence[int], copies: int, salt: int) -> np.ndarray:
        """Each seat's share of the wins after each move, [half, move, seat]."""
        mind = self._mind.copy()
        rollouts.ask(mind, moves, copies, salt)
        self._roll(game, self.match.rules, mind)
        return rollouts.wins(mind, len(moves), int(game.players))
