"""What may be moved in a box, and how far: numbers by half, switches, the alternatives it names."""

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


@dataclass(frozen=True)
class Nudge:
    """One way to change a game, in steps from the smallest to the largest."""

    steps: tuple[Changes, ...]
    at: int = -1  # the step that is tried before it is followed

    @property
    def roots(self) -> set[str]:
        """The components it moves."""
        return roots_of(self.steps[0])

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
        for path, values in _ways(entry):
            steps = [{path: value} for value in values if _is_asked(path, keep, only)]
            if playable := tuple(step for step in steps if can_be_played(base, step)):
                nudge = Nudge(playable)
                found.setdefault(base.components.with_changes(nudge.middle).digest(), nudge)
    return list(found.values())


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


def _ways(entry: Entry) -> Iterator[tuple[str, list[Any]]]:
    """Paths with the values they may take, those near the present one first."""
    path, value = entry.path, entry.value
    ways = [(path, _outward(value, way)) for way in (1, -1) if is_number(value)]
    if isinstance(value, list) and all(map(is_number, value)):
        for way in (1, -1):
            ways.append((path, _distinct(value, [_scaled(value, way * k) for k in STEPS])))
            ways += [(f"{path}[{k}]", _outward(one, way)) for k, one in enumerate(value, 1)]
    yield from ways
    others = [not value] if isinstance(value, bool) else entry.alternatives
    yield from ((path, [one]) for one in others if not any(one in values for _, values in ways))


def _outward(value: float, way: int) -> list[Any]:
    """On the way to a half more or less; of a small whole number, one step."""
    far = [abs(value) * REACH * k / len(STEPS) for k in STEPS]
    if isinstance(value, int):
        reached = _distinct(value, [value + way * int(one) for one in far])
        return reached or ([value + way] if value else [])
    return _distinct(value, [float(f"{value + way * one:.6g}") for one in far])


def _scaled(values: Sequence[float], k: int) -> list[float]:
    """A list as a whole, its whole numbers rounded."""
    times = 1 + REACH * k / len(STEPS)
    return [round(one * times) if isinstance(one, int) else one * times for one in values]


def _distinct(now: Any, values: Sequence[Any]) -> list[Any]:
    return [one for k, one in enumerate(values) if one not in (now, *values[:k])]
