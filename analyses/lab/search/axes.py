"""The values that components take in a sweep; words for them are path=0,20,40 or path=0..40."""

import itertools
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from simulator.components import Components
from simulator.errors import UserError
from simulator.versions import Version

MOST = 10_000  # values of one range
POINTS = 400  # of a grid
NUMBER = r"-?\d+(?:\.\d+)?"
RANGE = re.compile(rf"({NUMBER})\.\.({NUMBER})(?::({NUMBER}))?")
COMMA = re.compile(r""",(?![^\[]*\])(?=(?:[^"]*"[^"]*")*[^"]*$)""")  # outside [ ] and " "


@dataclass(frozen=True)
class Axis:
    """One path, which may name a place in a list, and its values; numbers rise."""

    path: str
    values: tuple[Any, ...]
    at: int | None  # the place of the value that the base has, if it is among them

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(
            value if isinstance(value, str) else json.dumps(value) for value in self.values
        )

    @property
    def is_numeric(self) -> bool:
        return all(map(is_number, self.values))

    def version(self, k: int) -> Version:
        """The game with one of the values."""
        return Version(f"{self.path}={self.words[k]}", {self.path: self.values[k]})


Values = Mapping[str, Sequence[Any]]  # by path


def axes_of(values: Values, base: Components) -> list[Axis]:
    """Every path with its values; each value must be one that the component accepts."""
    return [_axis(path, many, base) for path, many in values.items()]


def _axis(path: str, many: Sequence[Any], base: Components) -> Axis:
    found = [value_at(base.with_changes({path: value}), path) for value in many]
    if all(map(is_number, found)):
        found.sort()
    values = tuple({repr(value): value for value in found}.values())
    now = value_at(base, path)
    return Axis(path, values, values.index(now) if now in values else None)


def versions_on(axes: Sequence[Axis]) -> list[Version]:
    """The game at every point of the grid."""
    made = []
    for at in grid(axes):
        here = [axis.version(k) for axis, k in zip(axes, at, strict=True)]
        changes = {path: value for one in here for path, value in one.changes.items()}
        made.append(Version(", ".join(one.name for one in here), changes))
    return made


def parse_values(words: Sequence[str], base: Components) -> dict[str, list[Any]]:
    """The values that words ask for: path=value,value,… or path=low..high:step."""
    values: dict[str, list[Any]] = {}
    for word in words:
        path, equals, text = (part.strip() for part in word.partition("="))
        if not equals:
            raise UserError(f"'{word}' should be written path=value,value,… or path=low..high.")
        if path in values:
            raise UserError(f"'{path}' is given twice; write all its values after one '='.")
        texts = _range(word, text) or _list(word, text)
        values[path] = [base.parse([f"{path}={one}"])[path] for one in texts]
    return values


def grid(axes: Sequence[Axis]) -> list[tuple[int, ...]]:
    """Every combination, as places on the axes."""
    for axis in axes:
        if len(axis.values) < 2:
            raise UserError(
                f"'{axis.version(0).name}' is a single value; a sweep takes two or more,"
                " and 'tiltmeter compare' tries one."
            )
    points = list(itertools.product(*(range(len(axis.values)) for axis in axes)))
    if len(points) > POINTS:
        raise UserError(f"These are {len(points):,} points; a sweep takes at most {POINTS}.")
    return points


def is_number(value: Any) -> bool:
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
