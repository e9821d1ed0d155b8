"""A position as whole numbers, as one seat sees it: its own numbers first, then its neighbours'.

Every number of a title's record is read but chance and statistics, and what each source would give
every seat if the game ended now. Along axes of seats the seat that looks comes first. Which axes
those are is seen in games of few players, where nothing happens beyond the table.
"""

import hashlib
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from simulator.conformance import whimsical
from simulator.fields import written_out
from simulator.kernel import called
from simulator.match import Match, kernel_types
from simulator.titles import Title, points_so_far
from strategies.sight import NOT_TOLD

UNTOLD = (*NOT_TOLD, "n_moves", "ended", "players")
GAMES = 60  # in which axes of seats are looked for


@dataclass(frozen=True)
class Numbering:
    """Which numbers are read of a title's positions; `lines` are the kernel that reads them."""

    title: Title
    players: int
    turned: tuple[tuple[str, tuple[bool, ...]], ...]  # of each field, which axes are of seats

    @property
    def size(self) -> int:
        return self._written()[1]

    @property
    def of_seats(self) -> np.ndarray:
        """Which numbers mean the same for every seat, since they are turned to who looks."""
        return np.array(self._written()[2], bool)

    @property
    def kernel(self) -> Any:
        """(game, rules, seat, numbers): writes them down."""
        lines, *_ = self._written()
        name = "numbers_" + hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]
        worth = called(self.title.worth, *kernel_types(self.title)["worth"])
        return written_out([lines[0].format(name=name), *lines[1:]], self.title.apply.py_func,
                           worth=worth)  # fmt: skip

    def reading(self, used: np.ndarray) -> tuple["Numbering", np.ndarray]:
        """Without fields of which no number is used; and where each used number is then."""
        places, kept, at, n_read = np.arange(self.size), [], 0, 0
        for name, axes in self.turned:
            n = int(np.prod(self._lengths(name, axes), dtype=int))
            places[at : at + n] += n_read - at
            if ((used >= at) & (used < at + n)).any():
                kept.append((name, axes))
                n_read += n
            at += n
        places[at:] += n_read - at
        return replace(self, turned=tuple(kept)), places[used]

    def _lengths(self, name: str, axes: tuple[bool, ...]) -> list[int]:
        """How much is read along each axis of a field."""
        shape = self.title.Game[name].shape
        return [self.players if turned else n for n, turned in zip(shape, axes, strict=True)]

    def _written(self) -> tuple[list[str], int, list[bool]]:
        lines, size = ["def {name}(game, rules, seat, numbers):"], 0
        marks: list[bool] = []
        for name, axes in self.turned:
            lengths = self._lengths(name, axes)
            lines += _read(f"game.{name}", lengths, axes, size)
            n = int(np.prod(lengths, dtype=int))
            size, marks = size + n, [*marks, *[any(axes)] * n]
        sources = len(self.title.words.sources)
        each = 1 if self.title.worth is points_so_far else sources + 1  # points are a field already
        lines += _of_sources(self.players, sources, size, each)
        n = self.players * each
        return lines, size + n, [*marks, *[True] * n]


def _read(place: str, lengths: list[int], axes: tuple[bool, ...], first: int) -> list[str]:
    """Writes a field down, from place `first` on."""
    if not lengths:
        return [f"    numbers[{first}] = {place}"]
    lines, at, where = [], "0", []
    for k, (n, turned) in enumerate(zip(lengths, axes, strict=True)):
        lines.append("    " * (k + 1) + f"for i{k} in range({n}):")
        at = f"({at}) * {n} + i{k}"
        where.append(f"(seat + i{k}) % {n}" if turned else f"i{k}")
    deep = "    " * (len(lengths) + 1)
    return [*lines, f"{deep}numbers[{first} + {at}] = {place}[{', '.join(where)}]"]


def _of_sources(players: int, sources: int, first: int, each: int) -> list[str]:
    """What all sources together would give each seat, and, of several numbers, what each would."""
    keeps = ["            numbers[at + 1 + source] = points"] if each > 1 else []
    return [
        f"    for i in range({players}):",
        f"        at, total = {first} + i * {each}, 0",
        f"        for source in range({sources}):",
        f"            points = worth(game, rules, (seat + i) % {players}, source)",
        *keeps,
        "            total += points",
        "        numbers[at] = total",
    ]


def numbering(title: Title, components: Any, players: int) -> Numbering:
    """What is read of a title's positions with so many players (or seats, where teams play)."""
    untold = *UNTOLD, *title.levers.maps
    fields = [name for name in title.Game.names or () if name not in untold]
    found = _seat_axes(title, components)
    seats = len(title.seating(title.make_rules(components, players), players))
    turned = tuple((name, found.get(name) or _none(title, name)) for name in fields)
    return Numbering(title, seats, turned)


def _none(title: Title, name: str) -> tuple[bool, ...]:
    return (False,) * len(title.Game[name].shape)


def _seat_axes(title: Title, components: Any) -> dict[str, tuple[bool, ...]]:
    """Along which axes nothing happens beyond the table, with as few players as can be."""
    few = min([n for n in title.players if n > 1] or [1])
    rules = title.make_rules(components, few)
    seats, room = len(title.seating(rules, few)), title.Game["whim"].shape[0]
    rows = Match(title, rules, whimsical(few)).by_seats().play(1, 0, GAMES)
    found = {}
    for name in title.Game.names or ():
        values, shape = rows[name], title.Game[name].shape
        found[name] = tuple(
            n == room and (k == 0 if seats == room else _is_still(values, k + 1, seats))
            for k, n in enumerate(shape)
        )
    return found


def _is_still(values: np.ndarray, axis: int, seats: int) -> bool:
    """Whether one value fills all places beyond the seats."""
    beyond = values.take(range(seats, values.shape[axis]), axis=axis)
    return bool((beyond == beyond.flat[0]).all())
