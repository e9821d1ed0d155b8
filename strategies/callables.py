"""Any function of Python as a strategy: it is handed what its seat sees and names a move.

A function may hold a trained network, so nobody can say whether it is the one of another session:
each gets a mark of its own, by which runs are told apart.
"""

import uuid
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

from simulator.errors import UserError
from simulator.kernel import kernel, new, plain
from simulator.loop import drop_forbidden
from simulator.titles import Title, load_title
from strategies import registry
from strategies.seat import Seat
from strategies.sight import Eyes, Sight

Choose = Callable[[Sight, list[int]], int]

_marks: dict[tuple[str, str], str] = {}


@kernel
def is_chosen(game, rules, move, mind):
    return 1.0 if move == mind.notes[0] else 0.0


def player(choose: Choose, title: str | Path, name: str = "") -> str:
    """Registers `choose(sight, moves) -> move` as a strategy of a title; the name it plays under.

    It plays in this process only, in plain Python, the rules compiled.
    """
    known, name = load_title(title), name or getattr(choose, "__name__", type(choose).__name__)
    doc = getattr(choose, "__doc__", "") or "Plays as a function of Python says."
    look = _asking(choose, known, name)
    registry.strategy(known.name, name=name, doc=doc, look=look)(is_chosen)
    registry.count_as_plug_in(Path(__file__))
    _marks[known.name, name] = uuid.uuid4().hex[:16]
    return name


def _asking(choose: Choose, title: Title, name: str) -> Any:
    """The `look` that asks a function for its move. Engines make its kernels compiled or plain."""
    legal, kinds, redeal, eyes = title.legal, title.kinds, title.redeal, Eyes(title)

    def look(game, rules, mind):
        choices = new(title.Choices)
        n = legal(game, rules, choices)
        if mind.never:
            n = plain(drop_forbidden)(game, rules, mind, kinds, choices, n)
        moves = choices.move[:n].tolist()
        seen = game.copy()
        redeal(seen, rules, int(seen.player), np.ones(1, np.uint64))
        move = choose(Sight(seen, rules, eyes), moves)
        if move not in moves:
            raise UserError(f"The bot '{name}' chose {move}; its legal moves are {moves}.")
        mind.notes[0] = move

    return look


def marks(title: str, seats: Iterable[Seat]) -> dict[str, str]:
    """The mark of each function among some players, or among their bases."""
    named = {one.name for who in seats for one in (who, who.base) if one}
    return {name: mark for (of, name), mark in _marks.items() if of == title and name in named}
