"""Factors: what a designer can vary in a title, and every combination of it that can be played.

A title lists its factors in `words.factors(players)`. A combination is a set of members, six roles
or one map, and the changes of components that put them on the table.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product


@dataclass(frozen=True)
class Combination:
    members: tuple[str, ...]
    changes: tuple[str, ...]  # path=value

    @property
    def label(self) -> str:
        return ", ".join(self.members) or "none"


@dataclass(frozen=True)
class Factor:
    """Members of one slot take each other's place; one alone in its slot is there or it is not."""

    name: str
    about: str
    member: str  # what one member is called
    slots: tuple[tuple[str, ...], ...]
    combinations: tuple[Combination, ...]
    responses: tuple[str, ...] = ()  # numbers that this factor is about, beside the usual ones

    @property
    def members(self) -> tuple[str, ...]:
        return tuple(chain.from_iterable(self.slots))


def sets(
    name: str,
    about: str,
    member: str,
    members: Sequence[str],
    size: int | None,
    change: Callable[[tuple[str, ...]], str],
) -> Factor:
    """Every set of `size` members, or of any size, which leaves each there or not."""
    sizes = range(len(members) + 1) if size is None else [size]
    chosen = chain.from_iterable(combinations(members, n) for n in sizes)
    made = tuple(Combination(one, (change(one),)) for one in chosen)
    slots = tuple((one,) for one in members) if size is None else (tuple(members),)
    return Factor(name, about, member, slots, made)


def levels(
    name: str,
    about: str,
    member: str,
    *slots: Mapping[str, str],
    always: Iterable[str] = (),
) -> Factor:
    """One level of every slot, in every combination; a slot gives the change of each level."""
    made = tuple(
        Combination(
            tuple(level for level, _ in chosen), (*always, *(change for _, change in chosen))
        )
        for chosen in product(*(slot.items() for slot in slots))
    )
    return Factor(name, about, member, tuple(tuple(slot) for slot in slots), made)
