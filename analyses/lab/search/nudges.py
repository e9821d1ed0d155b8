"""What may be moved in a box, and how far: numbers by half, switches, the alternatives it names.

A number that helps is followed beyond that half: down to nothing, or up to four times its size.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

from analyses.experiments.experiment import Experiment
from analyses.lab.search.axes import is_number, value_at
from simulator.components import SETUP, Components, Entry
from simulator.errors import UserError, unknown
from simulator.versions import Changes

REACH = 0.5  # of a number, to either side
STEPS = range(1, 9)  # on the way there
TO_NOTHING = (0.625, 0.75, 0.875, 1.0)  # of a number, beyond its half
AND_MORE = (0.75, 1.0, 1.5, 2.0, 3.0)
FROM_0 = (1, 2, 4)  # where nothing else says how large a number may be
AND_FAR_FROM_0 = (8, 16)


@dataclass(frozen=True)
class Nudge:
    """One way to change a game, in steps from the smallest to the largest."""

    steps: tuple[Changes, ...]
    at: int = -1  # the step that is tried before it is followed
    beyond: tuple[Changes, ...] = ()  # steps that are tried if the last one is the best

    @property
    def roots(self) -> set[str]:
        """The components it moves."""
        return roots_of(self.steps[0])

    @property
    def fences(self) -> list[Changes]:
        """Where it may end for want of more steps."""
        return [self.steps[-1], *self.beyond[-1:]]

    @property
    def middle(self) -> Changes:
        return self.steps[self._middle]

    @property
    def _middle(self) -> int:
        return (len(self.steps) - 1) // 2

    @property
    def tried(self) -> Changes:
        return self.steps[self.at]

    @property
    def tries(self) -> "list[Nudge]":
        """In its middle and at its end: a little may do nothing, and a lot too much."""
        last = len(self.steps) - 1
        return [replace(self, at=k) for k in dict.fromkeys((self._middle, last))]

    def with_other(self, other: "Nudge") -> "Nudge":
        """Both at once, each as far on its way as the other."""
        most = max(len(self.steps), len(other.steps))
        return Nudge(tuple({**self._at(k, most), **other._at(k, most)} for k in range(most)))

    def _at(self, k: int, most: int) -> Changes:
        return self.steps[k * len(self.steps) // most]


def roots_of(changes: Changes) -> set[str]:
    """The components that are moved."""
    return {path.partition("[")[0] for path in changes}


def size_of(changes: Changes, base: Components) -> float:
    """How much is changed: of numbers the share by which they move, of all else the whole."""
    return sum(_size(value_at(base, path), value) for path, value in changes.items())


def _size(old: Any, new: Any) -> float:
    olds, news = (value if isinstance(value, list) else [value] for value in (old, new))
    if not all(map(is_number, olds)) or not (whole := sum(map(abs, olds))):
        return 1.0
    return sum(abs(a - b) for a, b in zip(news, olds, strict=True)) / whole


def nudges_of(base: Experiment, keep: Sequence[str] = (), only: Sequence[str] = ()) -> list[Nudge]:
    """Every way to move what is not kept, or only these; what players choose must be named."""
    for word in (*keep, *only):
        _must_name(word, base.components)
    found: dict[str, Nudge] = {}  # by what is tried first: a place may be all that a list moves
    for entry in base.components.entries.values():
        for path, near, far in _ways(entry):
            if not _is_asked(path, keep, only):
                continue
            steps, beyond = (_playable(base, path, values) for values in (near, far))
            if steps:
                nudge = Nudge(steps, beyond=beyond)
                found.setdefault(base.components.with_changes(nudge.middle).digest(), nudge)
    return list(found.values())


def _playable(base: Experiment, path: str, values: Sequence[Any]) -> tuple[Changes, ...]:
    steps = [{path: value} for value in values]
    return tuple(step for step in steps if can_be_played(base, step))


def can_be_played(base: Experiment, changes: Changes) -> bool:
    """Whether the box and the rules accept it."""
    try:
        base.changed(changes)
    except UserError:
        return False
    return True


def _is_asked(path: str, keep: Sequence[str], only: Sequence[str]) -> bool:
    if any(_is_under(path, word) or word.startswith(f"{path}[") for word in keep):
        return False
    return any(_is_under(path, word) for word in only) if only else not path.startswith(SETUP)


def _is_under(path: str, word: str) -> bool:
    return path == word or path.startswith((f"{word}.", f"{word}["))


def _must_name(word: str, box: Components) -> None:
    """A component, a place in its list, or a group of them."""
    groups = [one for path in box for one in accumulate(path.split("."), "{}.{}".format)]
    known = list(dict.fromkeys(groups))
    if word.partition("[")[0] not in known:
        raise unknown("parameter or group", word, known)


def _ways(entry: Entry) -> Iterator[tuple[str, list[Any], list[Any]]]:
    """Paths with the values they may take, those near the present one first, and those beyond."""
    path, value = entry.path, entry.value
    ways = [(path, *_outward(value, way, entry)) for way in (1, -1) if is_number(value)]
    if isinstance(value, list) and all(map(is_number, value)):
        for way in (1, -1):
            ways.append((path, _distinct(value, [_scaled(value, way * k) for k in STEPS]), []))
            ways += [
                (f"{path}[{k}]", *_outward(one, way, entry))
                for k, one in enumerate(value, 1)
                if one or not any(value)  # among others, nothing is mostly meant to be nothing
            ]
    yield from ways
    others = [not value] if isinstance(value, bool) else entry.alternatives
    known = [one for _, near, far in ways for one in (*near, *far)]
    yield from ((path, [one], []) for one in others if one not in known)


def _outward(value: float, way: int, entry: Entry) -> tuple[list[Any], list[Any]]:
    """On the way to a half more or less, of a small whole number one step; and what lies beyond."""
    if not value:
        return _from_nothing(value, way, entry)
    far = [REACH * k / len(STEPS) for k in STEPS]
    near = _moved(value, way, far)
    if isinstance(value, int):
        near = near or [value + way]
    parts = TO_NOTHING if way * value < 0 else AND_MORE
    return near, [one for one in _moved(value, way, parts) if one not in near]


def _moved(value: float, way: int, parts: Sequence[float]) -> list[Any]:
    """A number by parts of itself, without those that leave it as it is."""
    far = [abs(value) * part for part in parts]
    if isinstance(value, int):
        return _distinct(value, [value + way * int(one) for one in far])
    return _distinct(value, [float(f"{value + way * one:.6g}") for one in far])


def _from_nothing(value: float, way: int, entry: Entry) -> tuple[list[Any], list[Any]]:
    """As far as its alternatives or its range go; below zero only where that is said."""
    others = [one for one in entry.alternatives if is_number(one) and one * way > 0]
    if others:
        return sorted(others, key=abs), []
    end = entry.max if way > 0 else entry.min
    if way < 0 and (end is None or end >= 0):
        return [], []
    if end is not None and abs(end) <= AND_FAR_FROM_0[-1] * len(STEPS):
        steps = [end * k / len(STEPS) for k in STEPS]
        rounded = [round(one) for one in steps] if isinstance(value, int) else steps
        return _distinct(value, rounded), []
    kind = type(value)
    return [kind(way * one) for one in FROM_0], [kind(way * one) for one in AND_FAR_FROM_0]


def _scaled(values: Sequence[float], k: int) -> list[float]:
    """A list as a whole, its whole numbers rounded."""
    times = 1 + REACH * k / len(STEPS)
    return [round(one * times) if isinstance(one, int) else one * times for one in values]


def _distinct(now: Any, values: Sequence[Any]) -> list[Any]:
    return [one for k, one in enumerate(values) if one not in (now, *values[:k])]
