"""Whole numbers under names, each name said once.

Phase = numbered("pick", "accelerate")          # Phase.pick is 0, Phase.accelerate is 1
Move = spans(take=60, refuse=1, arrow=6)        # Move.take is 0, Move.refuse 60, Move.arrow 61
Move.end                                        # 67: how many moves there are
Move = spans(play=places(5))                    # five places, which people count from 1
Move = spans(buy=Card, draw=1)                  # Move.buy + Card.hut buys a hut, and is called so

Kernels read them as constants; `written` gives the names to people.
"""

import keyword
from collections import namedtuple
from collections.abc import Iterable
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


PLACES = "_places"  # what spans note of those that are places: of which pile
NAMED = "_named"  # what they note of those whose numbers have names


class places(int):
    """The size of a span whose numbers are places, best of a pile that is named, as of a hand."""

    pile: str

    def __new__(cls, size: int, pile: str = "") -> "places":
        made = super().__new__(cls, size)
        made.pile = pile
        return made


def spans(**sizes: Any) -> Any:
    """Each name with the first of as many numbers in a row as it needs, one span after another.

    What it needs is a number, or the names of its numbers.
    """
    must_not_be_taken(sizes)
    kind: Any = namedtuple("Spans", [*sizes, "end"])  # type: ignore[misc]
    of = {name: size.pile for name, size in sizes.items() if isinstance(size, places)}
    names = {name: size for name, size in sizes.items() if isinstance(size, tuple)}
    for name, one in names.items():
        if one[0] != 0:
            raise UserError(f"spans({name}=…): its names must count from 0, not from {one[0]}.")
    setattr(kind, PLACES, of)
    setattr(kind, NAMED, {name: as_read(one) for name, one in names.items()})
    lengths = (len(size) if name in names else size for name, size in sizes.items())
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
