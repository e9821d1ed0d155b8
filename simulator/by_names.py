"""A guest's moves and positions in words, from the names that it declares."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from simulator.errors import UserError, unknown
from simulator.fields import Field
from simulator.loop import MAX_KINDS
from simulator.names import PLACES, bare


class Moves:
    """Moves by the names of their kinds; of `spans` a kind has several in a row."""

    def __init__(self, names: Any, fields: Mapping[str, Field]) -> None:
        declared = getattr(names, "_fields", ())
        if not declared:
            raise UserError("A game needs moves, as in moves=numbered('roll', 'hold').")
        has_spans = declared[-1] == "end"
        named = declared[:-1] if has_spans else declared
        self.kinds = tuple(map(bare, named))
        self.starts = tuple(names[: len(self.kinds)])
        self.n = names[-1] if has_spans else len(declared)
        self.places = {bare(name): of for name, of in getattr(names, PLACES, {}).items()}
        self.fields = fields
        if len(self.kinds) > MAX_KINDS - 2:
            raise UserError(f"{len(self.kinds)} kinds of moves are too many; put some in a span.")
        for of in filter(None, self.places.values()):
            _must_be_a_pile(of, fields)

    def told(self, game: Any, rules: Any, move: int) -> str:
        """A place by the card that lies there, if it is said where; equal ones by their order."""
        at = max(k for k, start in enumerate(self.starts) if start <= move)
        ends, kind = (*self.starts[1:], self.n), self.kinds[at]
        name, number = f"chooses {kind.replace('_', ' ')}", move - self.starts[at]
        if ends[at] - self.starts[at] == 1:
            return name
        if card := self._card(game, self.places.get(kind, ""), number):
            return f"{name} {card}"
        return f"{name} {number + (kind in self.places)}"

    def _card(self, game: Any, of: str, place: int) -> str:
        if not of:
            return ""
        field = self.fields[of]
        pile = game[of][game.player] if field.is_each_players else game[of]
        if place >= pile[0]:
            return ""
        before = int(np.count_nonzero(pile[1 : 1 + place] == pile[1 + place]))
        card = called(field, int(pile[1 + place]))
        return f"{card} ({_ordinal(before + 1)})" if before else card


def _ordinal(n: int) -> str:
    """2nd, 3rd, 4th …"""
    ending = "th" if n // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def _must_be_a_pile(name: str, fields: Mapping[str, Field]) -> None:
    known = {one: field for one, field in fields.items() if isinstance(field, Field)}
    piles = [one for one, field in known.items() if field.size and not field.several]
    if name not in piles:
        raise unknown("pile in places(…):", name, piles)


def position(fields: Mapping[str, Field], game: Any, standing: Callable[[int], Any]) -> str:
    """What is declared to be told: of a pile that nobody sees only how many cards are left."""
    fields = {name: one for name, one in fields.items() if one.is_told}
    shared = [_shown(name, one, game[name], is_seen=not one.hidden)
              for name, one in fields.items() if not one.is_each_players]  # fmt: skip
    lines = [" | ".join([f"seat {game.player + 1} to act", *shared])]
    for seat in range(game.players):
        own = [_shown(name, one, game[name][seat]) for name, one in fields.items()
               if one.is_each_players]  # fmt: skip
        out = ["out"] if game.out[seat] else []
        lines.append(" | ".join([f"seat {seat + 1}: {standing(seat)} points", *out, *own]))
    return "\n".join(lines)


def _shown(name: str, field: Field, value: Any, is_seen: bool = True) -> str:
    read = name.replace("_", " ")
    if field.size and not field.several:
        if not is_seen and value[0] > 0:
            return f"{read} {value[0]} {'card' if value[0] == 1 else 'cards'}"
        value = value[1 : 1 + value[0]]
    told = " ".join(called(field, number) for number in np.atleast_1d(value).tolist())
    return f"{read} {told or 'empty'}"


def called(field: Field, number: Any) -> str:
    """By its name, where it has one."""
    first = 0 if field.size else field.least
    is_named = isinstance(number, int) and 0 <= number - first < len(field.names)
    return field.names[number - first] if is_named else str(number)
