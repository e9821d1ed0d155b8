"""Whole numbers under names, each name said once.

Phase = numbered("pick", "accelerate")          # Phase.pick is 0, Phase.accelerate is 1
Move = spans(take=60, refuse=1, arrow=6)        # Move.take is 0, Move.refuse 60, Move.arrow 61
Move.end                                        # 67: how many moves there are
Move = spans(play=places(5))                    # five places, which people count from 1
Move = spans(buy=Card, draw=1)                  # Move.buy + Card.hut buys a hut, and is called so
Guess = choices(who=seats(4), card=Card)        # a move that says two things
Move = spans(guess=Guess, draw=1)               # chosen(move - Move.guess, Guess.who) is a seat

Kernels read them as constants; `written` gives the names to people.
"""

import keyword
from collections import namedtuple
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from simulator.errors import UserError


def numbered(*names: str, start: int = 0) -> Any:
    """The names with the numbers start, start + 1 …"""
    must_not_be_taken(names)
    kind: Any = namedtuple("Numbered", names)  # type: ignore[misc]
    return kind(*range(start, start + len(names)))


def must_not_be_taken(names: Iterable[str]) -> None:
    """Python has words of its own, among them those of every auction: pass and raise."""
    for name in names:
        if keyword.iskeyword(name):
            raise UserError(taken(name))


def taken(name: str) -> str:
    return (
        f"'{name}' is a word of Python itself; write '{name}_' instead, which is told as '{name}'."
    )


PARTS = "_parts"  # what spans note of each name, and `choices` of themselves


@dataclass(frozen=True)
class Part:
    """One thing that a move says: whom, which card, where, how many."""

    name: str
    size: int
    stride: int = 1  # of the move's number, by one more of this
    least: int = 0
    names: tuple[str, ...] = ()
    are_kinds: bool = False  # whoever takes each name is told apart
    word: str = ""  # before a number that counts from 1: seat 2
    is_of_places: bool = False
    pile: str = ""  # whose places they are


class places(int):
    """The size of a span whose numbers are places, best of a pile that is named, as of a hand."""

    pile: str

    def __new__(cls, size: int, pile: str = "") -> "places":
        made = super().__new__(cls, size)
        made.pile = pile
        return made


class seats(int):
    """The size of a span whose numbers are seats, told as people count them: from 1."""


def choices(**parts: Any) -> Any:
    """What a move says when it says several things; for each how its number is read from a move's.

    A part is a number, names, `seats(4)`, `places(5, "hand")`, a board or `number(1, 20)`.
    """
    must_not_be_taken(parts)
    if not parts:
        raise UserError("choices(…): say what a move chooses, as in choices(who=seats(4), card=4).")
    made, stride = list[Part](), 1
    for name, size in reversed(parts.items()):
        made.insert(0, _part(name, size, stride))
        stride *= made[0].size
    kind: Any = namedtuple("Choices", [*parts])  # type: ignore[misc]
    setattr(kind, PARTS, tuple(made))
    return kind(*((one.stride, one.size, one.least) for one in made))


def _part(name: str, size: Any, stride: int = 1) -> Part:
    if hasattr(size, "cells"):  # a board
        return Part(name, size.cells, stride, names=size.names)
    if hasattr(size, "least"):  # number(1, 20)
        if getattr(size, "size", 0) or size.several or size.is_each_players:
            raise UserError(f"{name}: a move takes a number(…), no pile and none of several.")
        return Part(name, size.most - size.least + 1, stride, size.least, size.names)
    if isinstance(size, tuple):
        if size[0] != 0:
            raise UserError(f"spans({name}=…): its names must count from 0, not from {size[0]}.")
        return Part(name, len(size), stride, names=as_read(size), are_kinds=True)
    word = "seat" if isinstance(size, seats) else ""
    pile = size.pile if isinstance(size, places) else ""
    of_places = isinstance(size, places)
    return Part(name, int(size), stride, word=word, is_of_places=of_places, pile=pile)


def spans(**sizes: Any) -> Any:
    """Each name with the first of as many numbers in a row as it needs, one span after another.

    What it needs is a number, the names of its numbers, or whatever `choices` takes.
    """
    must_not_be_taken(sizes)
    kind: Any = namedtuple("Spans", [*sizes, "end"])  # type: ignore[misc]
    parts = {name: getattr(size, PARTS, None) or (_part(name, size),)
             for name, size in sizes.items()}  # fmt: skip
    setattr(kind, PARTS, parts)
    lengths = (of[0].stride * of[0].size for of in parts.values())
    return kind(*accumulate(lengths, initial=0))


def written(names: Any, sign: str = "_") -> tuple[str, ...]:
    """The names in the order of their numbers, their parts joined by a sign."""
    return tuple(name.replace("_", sign) for name in names._fields)


def as_read(names: Any, sign: str = "_") -> tuple[str, ...]:
    """The same, of a guest, without signs that only Python needs."""
    return tuple(bare(name).replace("_", sign) for name in names._fields)


def bare(name: str) -> str:
    """As people read it: `pass_` has its last sign only because Python has a `pass` of its own."""
    return name.rstrip("_") or name


def span_of(spans: Any, number: int) -> tuple[str, int]:
    """The span that a number lies in, and its place there."""
    at = max(k for k, first in enumerate(spans[:-1]) if first <= number)
    return spans._fields[at], number - spans[at]
