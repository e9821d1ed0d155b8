"""Sentences about positions and moves, in the language of whoever reads them.

A game writes them in English. `speaker` is set by those who speak another language, and looks a
sentence up by its English text; the fields of it that are names are said too.
"""

from collections.abc import Iterable, Sequence
from contextvars import ContextVar
from typing import Any, Protocol


class Speaker(Protocol):
    def say(self, text: str, **fields: Any) -> str:
        """A sentence with its fields; what is typed in a command stays as it is: {name!s}."""

    def count(self, n: int, one: str, many: str, **fields: Any) -> str:
        """A sentence about so many of something; its field is `n`."""


class English:
    """As it stands in the sources."""

    def say(self, text: str, **fields: Any) -> str:
        return text.format(**fields)

    def count(self, n: int, one: str, many: str, **fields: Any) -> str:
        return (one if n == 1 else many).format(n=n, **fields)


speaker: ContextVar[Speaker] = ContextVar("speaker", default=English())  # noqa: B039


def tell(text: str, **fields: Any) -> str:
    return speaker.get().say(text, **fields)


def tell_count(n: int, one: str, many: str, **fields: Any) -> str:
    return speaker.get().count(n, one, many, **fields)


def tell_name(name: str) -> str:
    """A colour, a card, a place: as whoever reads calls it."""
    return tell("{name}", name=name)


def tell_names(names: Iterable[str]) -> str:
    """`red, green`."""
    return ", ".join(map(tell_name, names))


def tell_list(names: Iterable[str]) -> str:
    """`red a`, `red a and red b`, `red a, red b and red c`."""
    return tell_all([tell_name(name) for name in names])


def tell_all(told: Sequence[str]) -> str:
    """The same of what was told already."""
    *first, last = told
    return tell("{first!s} and {last!s}", first=", ".join(first), last=last) if first else last
