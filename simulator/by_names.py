"""A guest's moves and positions in words, from the names that it declares."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from simulator.boards import Board, rows_told
from simulator.errors import UserError, unknown
from simulator.fields import Field, in_loops, written_out
from simulator.kernel import kernel
from simulator.loop import MAX_KINDS
from simulator.names import PARTS, Part, bare
from simulator.telling import tell, tell_count
from simulator.words import Piece, points_told, seat_has, seat_to_act

GROUPS = {"moves", "powers"}  # of every game: what is not named, and what is no move
EMPTY = "."  # a cell of a board that holds the least
MONEY = {"money", "coins", "gold", "credits", "cash", "chips", "bank", "pot", "treasury"}
MOST_NAMED = 24  # moves of a span that are told apart: each is asked for in games of its own


@dataclass(frozen=True)
class Span:
    """Moves in a row under one name."""

    name: str
    start: int
    size: int
    first: int  # of its kinds, by number
    parts: tuple[Part, ...]  # what a move says; of one number without a name
    kind: Part | None = None  # whose names are kinds of their own

    @property
    def kinds(self) -> tuple[str, ...]:
        """One, or one for each name."""
        if self.kind is None:
            return (self.name,)
        return tuple(f"{self.name}_{one}" for one in self.kind.names)


class Moves:
    """Moves by the names of their kinds; of `spans` a kind has several in a row."""

    def __init__(self, names: Any, fields: Mapping[str, Field], powers: int = 0) -> None:
        declared = getattr(names, "_fields", ())
        if not declared:
            raise UserError("A game needs moves, as in moves=numbered('roll', 'hold').")
        has_spans = declared[-1] == "end"
        self.fields = fields
        self.n = names[-1] if has_spans else len(declared)
        own = declared[:-1] if has_spans else declared
        self.spans = self._spans(names, own, MAX_KINDS - 2 - powers)
        self.kinds = tuple(kind for span in self.spans for kind in span.kinds)
        if len(self.kinds) > MAX_KINDS - 2:
            raise UserError(f"{len(self.kinds)} kinds of moves are too many; put some in a span.")
        if twice := [kind for kind in self.kinds if self.kinds.count(kind) > 1]:
            raise UserError(f"Two kinds of moves are called '{twice[0]}'; rename one.")
        if taken := self.groups.keys() & GROUPS:
            raise UserError(f"Moves with names cannot be called '{min(taken)}'; rename the span.")

    def _parts(self, name: str, of: Sequence[Part]) -> tuple[Part, ...]:
        """Where a part is a place of a pile, with the names of its cards."""
        return tuple(
            replace(one, names=self._names_of(one.pile), are_kinds=True) if one.pile else one
            for one in of
        )

    def _spans(self, names: Any, declared: Sequence[str], room: int) -> list[Span]:
        """With a kind for each name, as long as there is room: the longest go without."""
        known = getattr(names, PARTS, {})
        parts = {name: self._parts(name, known.get(name, [Part(name, 1)])) for name in declared}
        split = {
            name: one
            for name, of in parts.items()
            if (one := next((one for one in of if one.are_kinds), None)) is not None
            and 1 < len(one.names) <= MOST_NAMED
        }
        while sum(len(split[one].names) if one in split else 1 for one in parts) > room and split:
            del split[max(split, key=lambda one: len(split[one].names))]
        found, first = list[Span](), 0
        for name, start, end in zip(parts, names, (*names[1:], self.n), strict=False):
            span = Span(bare(name), start, end - start, first, parts[name], split.get(name))
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
        return {span.name: span.kinds for span in self.spans if span.kind}

    def told(self, game: Any, rules: Any, move: int) -> str:
        """By the name of its number or of the card that lies there; equal cards by their order."""
        span = next(one for one in reversed(self.spans) if one.start <= move)
        words, number = [_named(span.name)], move - span.start
        for part in span.parts:
            name = bare(part.name)
            is_said = len(span.parts) > 1 and name.replace("_", " ") != part.word
            words += [_named(name)] if is_said else []
            value = number // part.stride % part.size
            words += [self._told(game, part, value)] if span.size > 1 else []
        return tell("chooses {what!s}", what=" ".join(words))

    def _told(self, game: Any, part: Part, number: int) -> str:
        if part.names and not part.pile:
            return _named(part.names[number])
        if card := self._card(game, part.pile, number):
            return card
        if part.word:
            return _named(f"{part.word} {number + 1}")
        return str(part.least + number + part.is_of_places)

    def _card(self, game: Any, of: str, place: int) -> str:
        if not of:
            return ""
        field = self.fields[of]
        pile = game[of][game.player] if field.is_each_players else game[of]
        if place >= pile[0]:
            return ""
        before = int(np.count_nonzero(pile[1 : 1 + place] == pile[1 + place]))
        card = called(field, int(pile[1 + place]))
        if before:
            return tell("{card} ({nth!s})", card=card, nth=_ordinal(before + 1))
        return _named(card)

    def kind_of(self, where: Callable) -> Any:
        """The kernel that says which kind a move is; at a place, by the card that lies there."""
        lines = ["def kind_of(game, move):"]
        for span in reversed(self.spans):
            kind, part = str(span.first), span.kind
            if part is not None:
                number = f"(move - {span.start}) // {part.stride} % {part.size}"
                kind += f" + {self._name_at(part, number)}"
            lines += [f"    if move >= {span.start}:", f"        return {kind}"]
        return written_out([*lines, "    return 0"], where, name_at=name_at)

    def _name_at(self, part: Part, number: str) -> str:
        """The number of a name, in the words of a kernel."""
        if not part.pile:
            return number
        seat = "[game.player]" * self.fields[part.pile].is_each_players
        return f"name_at(game.{part.pile}{seat}, {number}, {len(part.names)})"

    def laws(self, where: Callable) -> dict[str, Any]:
        """Whatever can be taken by its name has one."""
        parts = [span.kind for span in self.spans if span.kind and span.kind.pile]
        piles = {part.pile: len(part.names) for part in parts}
        return {
            f"every card of {name} has a name": _all_named(name, self.fields[name], n, where)
            for name, n in piles.items()
        }


def _named(name: str) -> str:
    return tell("{name}", name=name.replace("_", " "))


def _ordinal(n: int) -> str:
    """2nd, 3rd, 4th …"""
    ending = "th" if n // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return tell("{n}" + ending, n=n)


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
    lines = [" | ".join([seat_to_act(game.player + 1), *shared])]
    for seat in range(game.players):
        own = [_shown(name, one, game[name][seat]) for name, one in fields.items()
               if one.is_each_players]  # fmt: skip
        out = [tell("out")] if game.out[seat] else []
        lines.append(seat_has(seat + 1, [points_told(standing(seat)), *out, *own]))
    return "\n".join(lines)


def pictures(fields: Mapping[str, Field], game: Any, rules: Any) -> list[str]:
    """Every board in rows, with the letters of its columns."""
    lines = list[str]()
    for name, field in fields.items():
        board = field.board
        if board is None or not board.columns or not field.is_told:
            continue
        seats = range(game.players) if field.is_each_players else [None]
        for seat in seats:
            values = game[name] if seat is None else game[name][seat]
            lines += [_whose(name, seat), *_rows(board, field, values)]
    return lines


def _whose(name: str, seat: int | None) -> str:
    if seat is None:
        return _named(name)
    return tell("{name} of seat {n}", name=name.replace("_", " "), n=seat + 1)


def _rows(board: Board, field: Field, values: Any) -> list[str]:
    cells = [_called(field, number) for number in np.asarray(values).tolist()]
    return rows_told(board, cells, {_called(field, field.least): EMPTY})


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
    values = tuple(called(field, number) for number in numbers)
    kind = "row" if field.several else "money" if _is_money(name) else "number"
    made = Piece(read, seat, kind, values, numbers, field.least, field.most)
    if field.board is None:
        return [made]
    board = field.board
    return [
        replace(made, kind="board", columns=board.columns, hexes=board.hexes, cells=board.names)
    ]


def _pile(read: str, field: Field, value: Any, seat: int) -> Piece:
    if field.hidden and not seat:
        return Piece(read, seat, "stack", (), (int(value[0]),), 0, field.size)
    numbers = tuple(int(number) for number in value[1 : 1 + value[0]])
    return Piece(read, seat, "cards", tuple(called(field, one) for one in numbers), numbers)


def _is_money(name: str) -> bool:
    return name.rpartition("_")[2] in MONEY


def _shown(name: str, field: Field, value: Any, is_seen: bool = True) -> str:
    read = name.replace("_", " ")
    return tell("{name} {held!s}", name=read, held=_held(field, value, is_seen))


def _held(field: Field, value: Any, is_seen: bool) -> str:
    if field.size:
        piles = value if field.several else [value]
        return ", ".join(_cards(field, one, is_seen) for one in piles)
    told = [_called(field, number) for number in np.atleast_1d(value).tolist()]
    if field.board is not None:
        return _cells_told(field.board, told, _called(field, field.least))
    return " ".join(told)


def _cards(field: Field, pile: Any, is_seen: bool) -> str:
    """The cards of a pile, the last one on top, or how many there are."""
    if not is_seen and pile[0] > 0:
        return tell_count(int(pile[0]), "{n:,} card", "{n:,} cards")
    cards = (_called(field, one) for one in pile[1 : 1 + pile[0]].tolist())
    return " ".join(cards) or tell("empty")


def _cells_told(board: Board, told: Sequence[str], least: str) -> str:
    """A board in one line: only the cells that hold more than the least."""
    known = zip(board.names, told, strict=True)
    filled = ", ".join(f"{cell} {one}" for cell, one in known if one != least)
    return filled or tell("empty")


def _called(field: Field, number: Any) -> str:
    return _named(called(field, number))


def called(field: Field, number: Any) -> str:
    """By its name, where it has one."""
    first = 0 if field.size else field.least
    is_named = isinstance(number, int) and 0 <= number - first < len(field.names)
    return field.names[number - first] if is_named else str(number)
