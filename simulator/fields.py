"""What a game keeps in mind, declared in its own terms, and the kernels that follow from it.

number(0, 200)                      a whole number and its range
each_player(number(0, 9))           one for every seat
several(5, number(0, 1))            five of them
several(Board, number(0, 2))        one for each cell of a board (see `simulator/boards.py`)
pile(60)                            up to 60 cards in an order (see `simulator/mechanisms.py`)
pile(60, hidden="cards")            that nobody sees; where each player has one, its owner does
pile(60, names=Crop)                whose cards are called so, where it is told who begins with what

What is hidden under one name is shuffled together when a seat imagines how the rest may lie.
Numbers that are hidden under a name (hidden="chips") are imagined with the sum that they have. A
number with hidden=True is a secret choice: drawn anew from its range, where it is not the lowest,
which is how a choice reads that is not made yet.
"""

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import FunctionType
from typing import Any

import numpy as np

from simulator import rng
from simulator.boards import Board
from simulator.copies import COPIED
from simulator.errors import UserError
from simulator.kernel import kernel, room
from simulator.levers import Opening
from simulator.mechanisms import gather, hand_back, is_pile_within, is_within, share_anew
from simulator.names import as_read
from simulator.titles import hide_streams

NUMBERS = "numbers"  # what secret choices are hidden under
MOST_MEMBERS = 100  # different cards or numbers that players can begin with, to be told apart


@dataclass(frozen=True)
class Field:
    """One number or pile, or several, or one for each player."""

    least: int
    most: int
    size: int = 0  # of a pile
    hidden: str = ""
    several: int = 0
    is_each_players: bool = False
    names: tuple[str, ...] = ()  # of its cards or numbers, from the least on
    is_asked: bool = True  # whether who begins with it is held against others
    is_told: bool = True  # whether positions tell it
    board: Board | None = None  # of whose cells it is the values

    def type(self, players: int) -> Any:
        """As `record` takes it."""
        inner = (self.several, self.size + 1 if self.size else 0)
        shape = tuple(n for n in (players * self.is_each_players, *inner) if n)
        return (int, shape) if shape else int

    def part(self, name: str) -> tuple[str, list[str]]:
        """A number, row of numbers or pile of it, and the loops it stands in, as source."""
        loops = ["for seat in range(game.players):"] if self.is_each_players else []
        place = f"game.{name}" + "[seat]" * self.is_each_players
        if self.several and self.size:
            loops, place = [*loops, f"for k in range({self.several}):"], f"{place}[k]"
        return place, loops


def number(
    least: int, most: int, *, hidden: bool | str = False, names: Any = None, told: bool = True
) -> Field:
    """A whole number from least to most, each perhaps with a name, made by `numbered`.

    Hidden under a name, it is imagined with the sum that all have; hidden=True is a secret choice.
    Unless `told`, it is the rules' own bookkeeping, and no position tells it.
    """
    if least > most:
        raise UserError(f"number({least}, {most}): the least comes first.")
    called = _names(names)
    if called and len(called) < most - least + 1:
        raise UserError(
            f"number({least}, {most}, names=…): {most - least + 1} numbers have {len(called)}"
            f" names; say number({least}, {least + len(called) - 1}, names=…)."
        )
    group = hidden if isinstance(hidden, str) else NUMBERS if hidden else ""
    return Field(least, most, hidden=group, names=called, is_told=told)


def pile(size: int, *, hidden: str = "", names: Any = None) -> Field:
    """Up to so many cards, each a whole number, perhaps with a name; the last one is on top."""
    if size < 1:
        raise UserError(f"pile({size}): a pile has room for at least one card.")
    return Field(0, size, size, hidden, names=_names(names))


def _names(names: Any) -> tuple[str, ...]:
    return as_read(names, " ") if names else ()


def several(n: int | Board, one: Field) -> Field:
    """So many of them in a row, or one for each cell of a board."""
    if isinstance(n, Board):
        if one.size:
            raise UserError("several(Board, pile(…)): a cell holds a number; name the piles apart.")
        return replace(several(n.cells, one), board=n)
    if one.several:
        raise UserError(
            f"several({n}, several({one.several}, …)): a field has one row; write"
            f" several({n * one.several}, …) and read place [row * {one.several} + column]."
        )
    if one.is_each_players:
        raise UserError(f"several({n}, each_player(…)): write each_player(several({n}, …)).")
    return replace(one, several=n)


def each_player(one: Field, *, asked: bool = True) -> Field:
    """One for every seat; unless `asked`, nobody is told how those fare who begin with it."""
    return replace(one, is_each_players=True, is_asked=asked)


def laws_of(fields: Mapping[str, Field]) -> list[str]:
    """That every field keeps its range, and who is out does not act, in words."""
    ranges = [
        f"{name} holds up to {field.size} cards"
        if field.size
        else f"{name} stays within {field.least} to {field.most}"
        for name, field in fields.items()
    ]
    return [*ranges, "who is out has no more turns"]


def openings(fields: Mapping[str, Field]) -> dict[str, Opening]:
    """What a player may begin with, by the field that holds it: a number, or cards of a pile.

    So may a table with one of some numbers that have names, as a map. Those whose cards or numbers
    have names come first: they stand for what comes with them.
    """
    return {
        name.replace("_", " "): _opening(name, field)
        for name, field in sorted(fields.items(), key=lambda one: not one[1].names)
        if field.is_asked and not field.several
        if field.is_each_players or (field.names and not field.size)
    }


def _opening(name: str, field: Field) -> Opening:
    least = 0 if field.size else field.least
    n = MOST_MEMBERS if field.size else min(field.most - least + 1, MOST_MEMBERS)
    values = np.arange(least, least + n)
    unnamed = [f"{name.replace('_', ' ')} {value}" for value in values[len(field.names) :]]

    def held(games: np.ndarray) -> np.ndarray:
        there = games[name]
        if not field.size:
            return there[..., None] == values
        counts = np.arange(field.size) < there[..., :1]
        return ((there[..., 1:, None] == values) & counts[..., None]).sum(axis=-2)

    return Opening((*field.names[:n], *unnamed), held, len(unnamed))


# A kernel names the fields it reads, so those that follow from a declaration are written out.


def checking(fields: Mapping[str, Field], laws: list[Any], where: Callable) -> Any:
    """The kernel that says which law is broken: those of every game first, then a game's own."""
    lines = ["def check(game, rules):"]
    for k, (name, field) in enumerate(fields.items(), 1):
        place, loops = field.part(name)
        lines += in_loops(loops, f"if not {_within(field, place)}:", f"    return {k}")
    after = len(fields) + 1
    lines += ["    if game.ended == 0 and game.out[game.player]:", f"        return {after}"]
    given = {f"law_{k}": law for k, law in enumerate(laws, after + 1)}
    for k, name in enumerate(given, after + 1):
        lines += [f"    if not {name}(game, rules):", f"        return {k}"]
    return written_out([*lines, "    return 0"], where, **given)


def _within(field: Field, place: str) -> str:
    if field.size:
        return f"is_pile_within({place}, {field.size})"
    if field.several:
        return f"is_within({place}, {field.least}, {field.most})"
    return f"{field.least} <= {place} <= {field.most}"


def redealing(fields: Mapping[str, Field], seats: int, where: Callable) -> Any:
    """The kernel that deals anew what a seat cannot see, at a table of so many at most."""
    hidden = {name: field for name, field in fields.items() if field.hidden}
    if not hidden:
        return hide_streams
    lines = ["def redeal(game, rules, looking, stream):"]
    lines += ["    hide_streams(game, rules, looking, stream)"]
    for name, field in hidden.items():
        if not field.size:
            lines += (_drawn_anew if field.hidden == NUMBERS else _shared_anew)(name, field)
    for group in dict.fromkeys(field.hidden for field in hidden.values() if field.size):
        lines += _shuffled(
            {name: one for name, one in hidden.items() if one.hidden == group}, seats
        )
    return written_out(lines, where)


def _must_be_one_for_each(name: str, field: Field) -> None:
    if field.several or not field.is_each_players:
        raise UserError(f"'{name}': a hidden number is one for each player, or write a redeal.")


def _shared_anew(name: str, field: Field) -> list[str]:
    """What the others have in all is known."""
    _must_be_one_for_each(name, field)
    ends = f"{field.least}, {field.most}"
    return [f"    share_anew(stream, game.{name}, game.players, looking, {ends})"]


def _drawn_anew(name: str, field: Field) -> list[str]:
    """A seat's own choice is none before it is made; what is the table's has any value."""
    _must_be_one_for_each(name, field)
    choices = field.most - field.least
    return in_loops(
        ["for seat in range(game.players):", f"if seat != looking and game.{name}[seat]"
         f" > {field.least}:"],
        f"game.{name}[seat] = {field.least + 1} + rng.below(stream, {choices})",
    )  # fmt: skip


def _shuffled(piles: Mapping[str, Field], seats: int) -> list[str]:
    """All cards of some piles that a seat does not see, back in any order."""
    most = sum(one.size * max(1, one.several) * (seats if one.is_each_players else 1)
               for one in piles.values())  # fmt: skip
    lines = [f"    cards = room({most}, np.int32)"]
    for does in ("n = gather({}, cards, n)", "n = hand_back({}, cards, n)"):
        lines += ["    n = 0"]
        for name, one in piles.items():
            place, loops = one.part(name)
            unseen = ["if seat != looking:"] if one.is_each_players else []
            lines += in_loops([*loops[:1], *unseen, *loops[1:]], does.format(place))
        lines += ["    rng.reshuffle(stream, cards, n)"] if "gather" in does else []
    return lines


def in_loops(loops: list[str], *body: str) -> list[str]:
    depth = len(loops) + 1
    told = ["    " * k + line for k, line in enumerate(loops, 1)]
    return [*told, *("    " * depth + line for line in body)]


def written_out(lines: list[str], where: Callable, **given: Any) -> Any:
    """The function of these lines as a kernel of the file that another function stands in."""
    names: dict[str, Any] = {"np": np, "rng": rng, "room": room, "hide_streams": hide_streams}
    names |= given
    helpers = (gather, hand_back, is_within, is_pile_within, share_anew)
    names |= {one.py_func.__name__: one for one in helpers}
    names["__name__"] = where.__module__
    tree = ast.increment_lineno(ast.parse("\n".join(lines)), COPIED)
    exec(compile(tree, where.__code__.co_filename, "exec"), names)
    made = next(one for one in reversed(names.values()) if isinstance(one, FunctionType))
    return kernel(made)
