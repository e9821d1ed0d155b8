"""Factors: what a designer can vary in a title, and every combination of it that can be played.

A title lists its factors in `Levers.factors`. A combination is a version of the game: a set of
members, six roles or one map, and the changes of components that put them on the table.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product
from typing import Any

from simulator.versions import Changes, Version


@dataclass(frozen=True)
class Factor:
    """Members of one slot take each other's place; one alone in its slot is there or it is not."""

    name: str
    about: str
    member: str  # what one member is called
    slots: tuple[tuple[str, ...], ...]
    combinations: tuple[Version, ...]
    responses: tuple[str, ...] = ()  # numbers that this factor is about, beside the usual ones

    @property
    def members(self) -> tuple[str, ...]:
        return tuple(chain.from_iterable(self.slots))

    def as_json(self) -> dict[str, Any]:
        count = len(self.combinations)
        return {"about": self.about, "combinations": count, "members": list(self.members)}


def combination(members: Sequence[str], changes: Changes) -> Version:
    return Version(", ".join(members) or "none", changes, members=tuple(members))


def sets(
    name: str,
    about: str,
    member: str,
    members: Sequence[str],
    size: int | None,
    change: Callable[[tuple[str, ...]], Changes],
) -> Factor:
    """Every set of `size` members, or of any size, which leaves each there or not."""
    sizes = range(len(members) + 1) if size is None else [size]
    chosen = chain.from_iterable(combinations(members, n) for n in sizes)
    made = tuple(combination(one, change(one)) for one in chosen)
    slots = tuple((one,) for one in members) if size is None else (tuple(members),)
    return Factor(name, about, member, slots, made)


def levels(
    name: str,
    about: str,
    member: str,
    *slots: Mapping[str, Changes],
    always: Changes | None = None,
) -> Factor:
    """One level of every slot, in every combination; a slot gives the changes of each level."""
    made = []
    for chosen in product(*(slot.items() for slot in slots)):
        changes = dict(always or {})
        for _, more in chosen:
            changes |= more
        made.append(combination([level for level, _ in chosen], changes))
    return Factor(name, about, member, tuple(tuple(slot) for slot in slots), tuple(made))
