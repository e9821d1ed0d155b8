"""A game's record for plain Python that complains: of fractions, full piles and forgotten returns.

NumPy would cut a fraction in silence, as machine code does, and count a negative place from the
end. What is wrong is told as a `Misuse`, to which the line of the rules is added by whoever catches
it. Whose turn it is may be anything within a move, so that is asked after it (`must_be_a_turn`).
"""

import sys
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from simulator.errors import Misuse, UserError

HERE = str(Path(__file__).parent)  # whose helpers, as next_player, a line of the rules calls


def careful(record_type: np.dtype, sizes: Mapping[str, int]) -> np.dtype:
    """The same record; `sizes` are those of the fields that are piles."""
    fields = {name: _field(name, sizes.get(name, 0)) for name in record_type.names or ()}
    return np.dtype((type("Careful", (Careful,), {"__slots__": (), **fields}), record_type))


class Careful(np.void):  # type: ignore[misc]
    """A row whose fields keep to what they are declared to be."""

    __slots__ = ()

    def __setattr__(self, name: str, value: Any) -> None:
        getattr(self, name)  # an error that names what is near, if there is no such field
        super().__setattr__(name, value)
        if name == "player" and not _is_a_turn(self):
            _last.line = _line_of_the_rules()


class _Last(threading.local):
    """Where the rules wrote a turn of nobody, as far as is known."""

    line = ""


_last = _Last()


def _is_a_turn(game: Any) -> bool:
    return bool(0 <= game.player < game.players)


def _line_of_the_rules() -> str:
    frame = sys._getframe(2)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(HERE):
        frame = frame.f_back
    return f"{frame.f_code.co_filename}, line {frame.f_lineno}"


def must_be_a_turn(game: Any) -> None:
    """Refuses a game that goes on with the turn of a seat which is not there.

    Of a row that a player has copied, to look ahead, only the file is known.
    """
    if _is_a_turn(game):
        return
    seats = f"seats are 0 to {game.players - 1}" if game.players > 1 else "the only seat is 0"
    told = f"game.player is {game.player}; {seats}"
    if isinstance(game, Careful):
        raise UserError(f"{_last.line}: {told}.")
    file = sys._getframe(1).f_code.co_filename  # of the game that this is a part of
    raise UserError(f"{file}: {told} ('tiltmeter verify' names the line).")


def _field(name: str, size_of_pile: int) -> "Kept":
    def read(row: Any) -> Any:
        found = row[name]
        if type(found) is not np.ndarray:
            return found
        entries = found.view(Entries)
        entries.name, entries.size_of_pile = name, size_of_pile
        return entries

    def write(row: Any, value: Any) -> None:
        _must_be_whole(name, value)
        if np.ndim(row[name]) > np.ndim(value):
            raise Misuse(f"'{name}' has several places: say which, as in game.{name}[seat]")
        row[name] = value

    return Kept(read, write, bool(size_of_pile))


class Kept(property):
    """A field of the record; whether it is a pile is known."""

    def __init__(self, read: Any, write: Any, is_pile: bool) -> None:
        super().__init__(read, write)
        self.is_pile = is_pile


class Entries(np.ndarray):
    """The numbers of a field, which know its name."""

    name = ""
    size_of_pile = 0

    def __array_finalize__(self, other: Any) -> None:
        if isinstance(other, Entries):
            self.name, self.size_of_pile = other.name, other.size_of_pile

    def __getitem__(self, at: Any) -> Any:
        if _is_negative(at):
            raise Misuse(self._no_place(at))
        try:
            return super().__getitem__(at)
        except IndexError:
            raise Misuse(self._no_place(at)) from None

    def __iter__(self) -> Iterator[Any]:
        """NumPy would ask for places until there is none, which here is a mistake of the rules."""
        return (self[at] for at in range(len(self)))

    def __setitem__(self, at: Any, value: Any) -> None:
        _must_be_whole(self.name, value)
        if _is_negative(at):
            raise Misuse(self._no_place(at))
        try:
            super().__setitem__(at, value)
        except IndexError:
            raise Misuse(self._full(value) or self._no_place(at)) from None

    def _full(self, card: Any) -> str:
        """Of a pile, whose first entry counts the cards: that there is no room for one more."""
        is_pile = self.size_of_pile and self.ndim == 1
        room = f"'{self.name}' has room for {self.size_of_pile} cards and is full"
        return f"{room}: card {card} has no place" if is_pile else ""

    def _no_place(self, at: Any) -> str:
        room = " by ".join(map(str, self.shape))
        where = ", ".join(map(str, at)) if isinstance(at, tuple) else at
        return f"'{self.name}' has no place {where}: it has {room}, counted from 0"


def _is_negative(at: Any) -> bool:
    """Whether a place, or one of several, would count from the end: in rules that is a mistake."""
    places = at if type(at) is tuple else (at,)
    return any(isinstance(one, int | np.integer) and one < 0 for one in places)


class Nothing:
    """What a function without a return gives: whoever uses it is told whose it is."""

    def __init__(self, name: str) -> None:
        self.name = name

    def complain(self, *_: Any) -> Any:
        raise Misuse(f"'{self.name}' returns nothing; is a return forgotten?")


USES = "add and bool eq float floordiv ge gt index int le lt mod mul ne or str sub truediv"
TURNED = "radd rfloordiv rmod rmul rsub rtruediv"  # with a number before it
for _use in f"{USES} {TURNED}".split():
    setattr(Nothing, f"__{_use}__", Nothing.complain)


def _must_be_whole(name: str, value: Any) -> None:
    if isinstance(value, float | np.floating) and not float(value).is_integer():
        raise Misuse(
            f"'{name}' holds whole numbers, and {value:g} is none; round it, as // does, or count"
            " in halves or hundredths"
        )
