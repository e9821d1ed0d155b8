"""The values that components take in a sweep, from words like path=0,20,40 or path=0..40."""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from simulator.components import Components
from simulator.errors import UserError

MOST = 10_000  # values of one range
POINTS = 400  # of a grid
NUMBER = r"-?\d+(?:\.\d+)?"
RANGE = re.compile(rf"({NUMBER})\.\.({NUMBER})(?::({NUMBER}))?")
COMMA = re.compile(r""",(?![^\[]*\])(?=(?:[^"]*"[^"]*")*[^"]*$)""")  # outside [ ] and " "


@dataclass(frozen=True)
class Axis:
    """One path, which may name a place in a list, and its values; numbers rise."""

    path: str
    words: tuple[str, ...]
    values: tuple[Any, ...]
    at: int | None  # the place of the value that the base has, if it is among them

    @property
    def is_numeric(self) -> bool:
        return all(map(_is_number, self.values))

    def change(self, k: int) -> str:
        return f"{self.path}={self.words[k]}"


def axes_of(words: Sequence[str], base: Components) -> list[Axis]:
    """Every path with its values; each value must be one that the component accepts."""
    axes = [_axis(word, base) for word in words]
    paths = [axis.path for axis in axes]
    if twice := [path for path in paths if paths.count(path) > 1]:
        raise UserError(f"'{twice[0]}' is given twice; write all its values after one '='.")
    return axes


def grid(axes: Sequence[Axis]) -> list[tuple[int, ...]]:
    """Every combination, as places on the axes."""
    for axis in axes:
        if len(axis.values) < 2:
            raise UserError(
                f"'{axis.change(0)}' is a single value; a sweep takes two or more,"
                " and 'tiltmeter compare' tries one."
            )
    points = list(itertools.product(*(range(len(axis.values)) for axis in axes)))
    if len(points) > POINTS:
        raise UserError(f"These are {len(points):,} points; a sweep takes at most {POINTS}.")
    return points


def _axis(word: str, base: Components) -> Axis:
    path, equals, text = (part.strip() for part in word.partition("="))
    if not equals:
        raise UserError(f"'{word}' should be written path=value,value,… or path=low..high.")
    texts = _range(word, text) or _list(word, text)
    found = [(one, value_at(base.with_settings([f"{path}={one}"]), path)) for one in texts]
    if all(_is_number(value) for _, value in found):
        found.sort(key=lambda pair: pair[1])
    once = {repr(value): (one, value) for one, value in reversed(found)}
    names, values = zip(*reversed(once.values()), strict=True)
    now = value_at(base, path)
    return Axis(path, names, values, values.index(now) if now in values else None)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def value_at(components: Components, path: str) -> Any:
    """The value of a path, or of a place in its list, as in ladders.artefacts[3]."""
    name, _, place = path.rstrip("]").partition("[")
    return components[name][int(place) - 1] if place else components[name]


def _list(word: str, text: str) -> list[str]:
    """Values with commas, or with semicolons if the values have commas of their own."""
    texts = [one.strip() for one in (text.split(";") if ";" in text else COMMA.split(text))]
    if not all(texts):
        raise UserError(f"'{word}' has an empty value; write path=value,value,….")
    return texts


def _range(word: str, text: str) -> list[str]:
    """low..high in steps of 1, or low..high:step; nothing if it is no range."""
    match = RANGE.fullmatch(text)
    if match is None:
        return []
    low, high, step = (Decimal(part or "1") for part in match.groups())
    if step <= 0 or high < low:
        raise UserError(f"'{word}' should rise: path=low..high or path=low..high:step.")
    if (high - low) / step >= MOST:
        raise UserError(f"'{word}' has more than {MOST:,} values; write path=low..high:step.")
    return [str(low + k * step) for k in range(int((high - low) / step) + 1)]
