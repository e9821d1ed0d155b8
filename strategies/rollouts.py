"""What some moves of a position bring every seat: rollouts by a base that plays all of them.

All moves are tried on the same copies, on which what the mover cannot see is dealt anew. The copies
are told in two halves, so that what one half suggests can be measured on the other.
"""

from typing import Any

import numpy as np

from simulator.kernel import room
from simulator.loop import MAX_SEATS, Mind
from simulator.names import numbered
from simulator.titles import Title
from strategies.playing_on import (
    base_of_title,
    deal_anew,
    of_title,
    outcome,
    play_on,
    seed_of,
)

S = numbered("moves", "copies", "salt")  # settings: how many moves, copies of a half, which chances
MOVES = 8  # at most, so that all fit into the notes
HALVES = 2


def look(game, rules, mind):
    """Notes what share of the wins each seat has after each of the moves that notes begin with."""
    rows, lists = room(2, Game), room(1, Choices)
    minds, stream = room(1, Mind), room(1, np.uint64)
    seat, copies = np.int64(game.player), int(mind.settings[S.copies])
    for k in range(len(mind.weights)):
        minds[0].weights[k] = mind.weights[k]
    stream[0] = seed_of(game) ^ np.uint64(mind.settings[S.salt])
    for copy in range(HALVES * copies):
        rows[0] = game
        deal_anew(rows[0], rules, seat, redeal, stream)
        for k in range(int(mind.settings[S.moves])):
            rows[1] = rows[0]
            play_on(
                rows[1], rules, np.int64(mind.notes[k]), minds[0],
                (legal, apply, kinds, base_look, base_rate_all), lists[0], 1 << 30, bound,
            )  # fmt: skip
            first = MOVES + (copy % HALVES * MOVES + k) * MAX_SEATS
            for other in range(game.players):
                won, _ = outcome(rows[1], rules, other, worth, together)
                mind.notes[first + other] += won


Game = Choices = legal = apply = kinds = redeal = worth = base_look = base_rate_all = None
bound = together = 0  # these of a title and a base, where `look` becomes a kernel


def rolling(title: Title, base_look: Any, base_rate: Any) -> Any:
    """The kernel that rolls out a title's positions by the ratings of a base."""
    return of_title(look, title, **base_of_title(title, base_look, base_rate))


def ask(mind: Any, moves: Any, copies: int, salt: int) -> None:
    """Writes into a mind what is to be rolled out."""
    mind.notes[:] = 0.0
    mind.notes[: len(moves)] = moves
    mind.settings[: len(S)] = len(moves), copies, salt


def wins(mind: Any, moves: int, seats: int) -> np.ndarray:
    """Each seat's share of the wins, [half, move, seat], as a mind has noted it."""
    noted = mind.notes[MOVES : MOVES + HALVES * MOVES * MAX_SEATS]
    rows = noted.reshape(HALVES, MOVES, MAX_SEATS)[:, :moves, :seats]
    return rows / mind.settings[S.copies]
