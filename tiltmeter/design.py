"""All that a game of your own needs, in one import.

from tiltmeter.design import Game, finish, gain, next_player, number, numbered, roll
"""

from collections.abc import Callable
from typing import Any

from simulator import game
from simulator.fields import each_player, number, pile, several
from simulator.game import endings
from simulator.mechanisms import (
    NONE,
    any_of,
    card_at,
    choose_secretly,
    clear,
    count,
    deal,
    draw,
    draw_or_reshuffle,
    eliminate,
    find,
    finish,
    gain,
    gain_together,
    has_power,
    highest,
    holds,
    lose,
    lowest,
    next_player,
    pass_hands,
    put,
    put_each,
    roll,
    score,
    shuffle,
    still_in,
    swap,
    take,
    top,
)
from simulator.names import numbered, places, spans
from simulator.teams import team_score
from strategies.registry import strategy


class Game(game.Game):
    """A game and its players."""

    def strategy(self, function: Callable | None = None, **how: Any) -> Any:
        """(game, rules, move, mind): how good a move is; see `strategies/registry.py`."""
        register = strategy(self.name, **how)
        return register if function is None else register(function)


__all__ = [
    "NONE",
    "Game",
    "any_of",
    "card_at",
    "choose_secretly",
    "clear",
    "count",
    "deal",
    "draw",
    "draw_or_reshuffle",
    "each_player",
    "eliminate",
    "endings",
    "find",
    "finish",
    "gain",
    "gain_together",
    "has_power",
    "highest",
    "holds",
    "lose",
    "lowest",
    "next_player",
    "number",
    "numbered",
    "pass_hands",
    "pile",
    "places",
    "put",
    "put_each",
    "roll",
    "score",
    "several",
    "shuffle",
    "spans",
    "still_in",
    "swap",
    "take",
    "team_score",
    "top",
]
