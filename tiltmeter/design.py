"""All that a game of your own needs, in one import.

from tiltmeter.design import Game, finish, gain, next_player, number, numbered, roll
"""

from collections.abc import Callable
from typing import Any

from simulator import game
from simulator.boards import grid, regions
from simulator.fields import each_player, number, pile, several
from simulator.game import endings
from simulator.mechanisms import (
    NONE,
    any_of,
    card_at,
    choose_secretly,
    chosen,
    clear,
    coded,
    count,
    count_near,
    count_on,
    deal,
    draw,
    draw_or_reshuffle,
    eliminate,
    find,
    finish,
    gain,
    gain_together,
    group_of,
    group_size,
    has_power,
    highest,
    holds,
    is_connected,
    line_through,
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
from simulator.names import choices, numbered, places, seats, spans
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
    "choices",
    "choose_secretly",
    "chosen",
    "clear",
    "coded",
    "count",
    "count_near",
    "count_on",
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
    "grid",
    "group_of",
    "group_size",
    "has_power",
    "highest",
    "holds",
    "is_connected",
    "line_through",
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
    "regions",
    "roll",
    "score",
    "seats",
    "several",
    "shuffle",
    "spans",
    "still_in",
    "swap",
    "take",
    "team_score",
    "top",
]
