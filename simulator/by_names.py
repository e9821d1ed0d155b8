"""A guest's moves and positions in words, from the names that it declares."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulator.errors import UserError, unknown
from simulator.fields import Field, in_loops, written_out
from simulator.kernel import kernel
from simulator.loop import MAX_KINDS
from simulator.names import NAMED, PLACES, bare
from simulator.words import Piece, counted

GROUPS = {"moves", "powers"}  # of every game: what is not named, and what is no move
MONEY = {"money", "coins", "gold", "credits", "cash", "chips", "bank", "pot", "treasury"}
MOST_NAMED = 24  # moves of a span that are told apart: each is asked for in games of its own


@dataclass(frozen=True)
class Span:
    """Moves in a row under one name."""

    name: str
    start: int
    size: int
    first: int  # of its kinds, by number
    names: tuple[str, ...] = ()  # of its moves, or of the cards that lie at its places
    is_split: bool = False  # each name is a kind of its own
    is_of_places: bool = False
    pile: str = ""  # whose places they are

    @property
    def kinds(self) -> tuple[str, ...]:
        """One, or one for each name."""
        if not self.is_split:
            return (self.name,)
        return tuple(f"{self.name}_{one}" for one in self.names)


class Moves:
    """Moves by the names of their kinds; of `spans` a kind has several in a row."""

    def __init__(self, names: Any, fields: Mapping[str, Field], powers: int = 0) -> None:
        declared = getattr(names, "_fields", ())
        if not declared:
            raise UserError("A game needs moves, as in moves=numbered('roll', 'hold').")
        has_spans = declared[-1] == "end"
        self.fields = fields
        self.n = names[-1] if has_spans else len(declared)
        named = self._names(names, declared[:-1] if has_spans else declared)
        self.spans = self._spans(names, named, MAX_KINDS - 2 - powers)
        self.kinds = tuple(kind for span in self.spans for kind in span.kinds)
        if len(self.kinds) > MAX_KINDS - 2:
            raise UserError(f"{len(self.kinds)} kinds of moves are too many; put some in a span.")
        if twice := [kind for kind in self.kinds if self.kinds.count(kind) > 1]:
            raise UserError(f"Two kinds of moves are called '{twice[0]}'; rename one.")
        if taken := self.groups.keys() & GROUPS:
            raise UserError(f"Moves with names cannot be called '{min(taken)}'; rename the span.")

    def _names(self, names: Any, declared: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """Of the moves of every span, or of the cards at its places; mostly there are none."""
        of_piles, named = getattr(names, PLACES, {}), getattr(names, NAMED, {})
        return {
            name: self._names_of(of_piles[name]) if of_piles.get(name) else named.get(name, ())
            for name in declared
        }

    def _spans(self, names: Any, named: Mapping[str, tuple[str, ...]], room: int) -> list[Span]:
        """With a kind for each name, as long as there is room: the longest go without."""
        of_piles, found, first = getattr(names, PLACES, {}), list[Span](), 0
        split = [name for name, known in named.items() if 1 < len(known) <= MOST_NAMED]
        while split and sum(len(named[one]) if one in split else 1 for one in named) > room:
            split.remove(max(split, key=lambda one: len(named[one])))
        for name, start, end in zip(named, names, (*names[1:], self.n), strict=False):
            span = Span(
                bare(name), start, end - start, first, named[name], name in split,
                name in of_piles, of_piles.get(name, ""),
            )  # fmt: skip
            found.append(span)
            first += len(span.kinds)
        return found

    def _names_of(self, pile: str) -> tuple[str, ...]:
        """Of its cards."""
        _must_be_a_pile(pile, self.fields)
        return tuple(name.replace(" ", "_") for name in self.fields[pile].names)

    @property
    def groups(self) -> dict[str, tuple[str, ...]]:
        """Kinds that compete with each other, as what can be bought."""
        return {span.name: span.kinds for span in self.spans if span.is_split}

    def told(self, game: Any, rules: Any, move: int) -> str:
        """By the name of its number or of the card that lies there; equal cards by their order."""
        span = next(one for one in reversed(self.spans) if one.start <= move)
        name, number = f"chooses {span.name.replace('_', ' ')}", move - span.start
        if span.size == 1:
            return name
        if span.names and not span.pile:
            return f"{name} {span.names[number].replace('_', ' ')}"
        if card := self._card(game, span.pile, number):
            return f"{name} {card}"
        return f"{name} {number + span.is_of_places}"

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

    def kind_of(self, where: Callable) -> Any:
        """The kernel that says which kind a move is; at a place, by the card that lies there."""
        lines = ["def kind_of(game, move):"]
        for span in reversed(self.spans):
            kind, number = str(span.first), f"move - {span.start}"
            if span.pile and span.is_split:
                seat = "[game.player]" * self.fields[span.pile].is_each_players
                kind += f" + name_at(game.{span.pile}{seat}, {number}, {len(span.names)})"
            elif span.is_split:
                kind += f" + {number}"
            lines += [f"    if move >= {span.start}:", f"        return {kind}"]
        return written_out([*lines, "    return 0"], where, name_at=name_at)

    def laws(self, where: Callable) -> dict[str, Any]:
        """Whatever can be taken by its name has one."""
        piles = {span.pile: len(span.names) for span in self.spans if span.pile and span.is_split}
        return {
            f"every card of {name} has a name": _all_named(name, self.fields[name], n, where)
            for name, n in piles.items()
        }


def _ordinal(n: int) -> str:
    """2nd, 3rd, 4th …"""
    ending = "th" if n // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


@kernel
def name_at(pile, place, n):
    """Which of the n named cards lies there; nothing does beyond the last card."""
    return min(max(pile[1 + place], 0), n - 1) if place < pile[0] else 0


@kernel
def are_named(pile, n):
    for k in range(1, pile[0] + 1):
        if pile[k] < 0 or pile[k] >= n:
            return False
    return True


def _all_named(name: str, field: Field, n: int, where: Callable) -> Any:
    place, loops = field.part(name)
    lines = in_loops(loops, f"if not are_named({place}, {n}):", "    return False")
    head = "def law(game, rules):"
    return written_out([head, *lines, "    return True"], where, are_named=are_named)


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
        points = counted(standing(seat), "point")
        lines.append(" | ".join([f"seat {seat + 1}: {points}", *out, *own]))
    return "\n".join(lines)


def pieces(fields: Mapping[str, Field], game: Any) -> list[Piece]:
    """What is declared to be told, as things to draw: those of the table, then seat by seat."""
    told = {name: one for name, one in fields.items() if one.is_told}
    return [
        piece
        for seat in range(game.players + 1)
        for name, one in told.items()
        if one.is_each_players == (seat > 0)
        for piece in _pieces(name, one, game[name][seat - 1] if seat else game[name], seat)
    ]


def _pieces(name: str, field: Field, value: Any, seat: int) -> list[Piece]:
    """One, or of several piles one for each."""
    read = name.replace("_", " ")
    if field.size and field.several:
        return [_pile(f"{read} {k}", field, one, seat) for k, one in enumerate(value, 1)]
    if field.size:
        return [_pile(read, field, value, seat)]
    numbers = tuple(int(number) for number in np.atleast_1d(value))
    if field.rows or field.columns:
        return [_grid(read, field, numbers, seat)]
    values = tuple(called(field, number) for number in numbers)
    kind = "row" if field.several else "money" if _is_money(name) else "number"
    return [Piece(read, seat, kind, values, numbers, field.least, field.most)]


def _pile(read: str, field: Field, value: Any, seat: int) -> Piece:
    if field.hidden and not seat:
        return Piece(read, seat, "stack", (), (int(value[0]),), 0, field.size)
    numbers = tuple(int(number) for number in value[1 : 1 + value[0]])
    return Piece(read, seat, "cards", tuple(called(field, one) for one in numbers), numbers)


def _grid(read: str, field: Field, numbers: tuple[int, ...], seat: int) -> Piece:
    """Its places row by row, as they are drawn; a place that holds the least is empty."""
    lines = np.array(numbers).reshape(field.rows or field.columns, -1)
    lines = lines if field.rows else lines.T[::-1]
    shown = tuple(int(number) for number in lines.ravel())
    values = tuple("" if one == field.least else called(field, one) for one in shown)
    filled = tuple(one - field.least for one in shown)
    return Piece(read, seat, "grid", values, filled, 0, field.most, across=lines.shape[1])


def _is_money(name: str) -> bool:
    return name.rpartition("_")[2] in MONEY


def _shown(name: str, field: Field, value: Any, is_seen: bool = True) -> str:
    read = name.replace("_", " ")
    if field.size and field.several:
        return f"{read} {', '.join(_cards(field, one, is_seen) for one in value)}"
    if field.size:
        return f"{read} {_cards(field, value, is_seen)}"
    return f"{read} {' '.join(called(field, one) for one in np.atleast_1d(value).tolist())}"


def _cards(field: Field, pile: Any, is_seen: bool) -> str:
    """The cards of a pile, the last one on top, or how many there are."""
    if not is_seen and pile[0] > 0:
        return counted(pile[0], "card")
    return " ".join(called(field, one) for one in pile[1 : 1 + pile[0]].tolist()) or "empty"


def called(field: Field, number: Any) -> str:
    """By its name, where it has one."""
    first = 0 if field.size else field.least
    is_named = isinstance(number, int) and 0 <= number - first < len(field.names)
    return field.names[number - first] if is_named else str(number)
