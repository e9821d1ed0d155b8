"""Who sits somewhere: a strategy by name, and what a user has told it.

Text such as `allround:likes=refuse*2:temperature=0.5` is taken apart here and nowhere else; `str`
gives the same text again, by which rows, runs and people name a seat.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from simulator.errors import UserError

MARK = "@"  # between a strategy and its file of weights


@dataclass(frozen=True)
class Seat:
    """A strategy and its settings, as texts, in the order in which they were said."""

    name: str
    settings: tuple[tuple[str, str | None], ...] = ()  # None: a key without a value
    file: str | None = None  # of weights, until they are spelled out

    @classmethod
    def parse(cls, words: "str | Seat") -> "Seat":
        """Of a user's or a row's text; a seat stays what it is."""
        if isinstance(words, Seat):
            return words
        named, *settings = words.strip().split(":")
        name, file = _cut(named, MARK)
        if file is None and "=" in name:  # level=3 is short for level:level=3
            settings, name = [name, *settings], name.partition("=")[0]
        return cls(name, tuple(_cut(setting, "=") for setting in settings), file)

    def __str__(self) -> str:
        settings = [key if text is None else f"{key}={text}" for key, text in self.settings]
        if settings and self.file is None and settings[0].startswith(f"{self.name}="):
            return ":".join(settings)
        return ":".join([self.name if self.file is None else f"{self.name}{MARK}{self.file}",
                         *settings])  # fmt: skip

    @property
    def said(self) -> dict[str, str]:
        """What each key is set to; the last word counts."""
        for key, text in self.settings:
            if text is None:
                raise UserError(f"'{key}' in '{self}' should be written key=value.")
        return {key: text or "" for key, text in self.settings}

    def get(self, key: str) -> str:
        """What a key is set to, if it is."""
        return dict(self.settings).get(key) or ""

    @property
    def never(self) -> str:
        """The kinds of moves that it does without: 'refuse+circle'."""
        return self.get("never")

    @property
    def likes(self) -> tuple[tuple[str, str | None], ...]:
        """The kinds of moves that it rates higher, each with its dose, if one is said."""
        liked = self.get("likes")
        return tuple(_cut(kind, "*") for kind in liked.split("+")) if liked else ()

    @property
    def dose(self) -> float | None:
        """How strong its liking is, if it has one and says so."""
        doses = [dose for _, dose in self.likes]
        return float(doses[0]) if len(doses) == 1 and doses[0] else None

    @property
    def base(self) -> "Seat | None":
        """As whom it plays on, if it searches and says so."""
        return Seat.parse(self.get("base")) if self.get("base") else None

    def adding(self, key: str, text: str) -> "Seat":
        """The same, told one thing more."""
        return replace(self, settings=(*self.settings, (key, text)))

    def setting(self, values: Mapping[str, str]) -> "Seat":
        """The same, with these values instead of or beside its own."""
        return replace(self, settings=tuple((dict(self.settings) | dict(values)).items()))

    def without(self, key: str) -> "Seat":
        """The same, never told a key."""
        return replace(self, settings=tuple(pair for pair in self.settings if pair[0] != key))

    def beside(self, folder: Path) -> "Seat":
        """With its files of weights in a folder, unless their paths are whole."""
        here = self if self.file is None else replace(self, file=str(folder / self.file))
        return here.setting({"base": str(self.base.beside(folder))}) if self.base else here


def _cut(text: str, mark: str) -> tuple[str, str | None]:
    """What is before a mark and what is behind it, if it is there."""
    before, found, behind = text.partition(mark)
    return before, behind if found else None
