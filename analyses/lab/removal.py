"""A game without one of its parts, or with one role in place of another, on the same deals.

Both are lists of named variants: changes of components as `--set` takes them. What is switched off
keeps its cards and its place, so that every deal stays what it is and differences are paired.
"""

from typing import NamedTuple

from analyses.experiments.experiment import Experiment
from simulator.components import Components
from simulator.titles import Title, load_title


class Variant(NamedTuple):
    """A game under a name, as changes of the components an experiment already has."""

    name: str
    changes: tuple[str, ...]  # path=value


def removals(experiment: Experiment) -> list[Variant]:
    """The game without each of its parts that is in play, for all players."""
    title, components = load_title(experiment.title), experiment.components
    return [
        Variant(f"without {part}", changes)
        for part, changes in title.words.REMOVALS.items()
        if _is_in_play(title, components, part) and _changes(components, changes)
    ]


def swaps(experiment: Experiment) -> list[Variant]:
    """Each role, or faction, in play replaced by each that is not; none if chance deals them."""
    title, components = load_title(experiment.title), experiment.components
    path = getattr(title.words, "CAST", "")
    present = title.words.in_play(components) if path else None
    if present is None:
        return []
    return [
        Variant(f"{other} for {one}", (f"{path}={','.join(_replaced(present, one, other))}",))
        for one in present
        for other in title.words.CASTABLE
        if other not in present
    ]


def _replaced(present: tuple[str, ...], one: str, other: str) -> list[str]:
    """In the same place, which gives it the same cards."""
    return [other if name == one else name for name in present]


def _is_in_play(title: Title, components: Components, part: str) -> bool:
    """Is it a role or faction that is not at the table? Anything else always is."""
    if part not in getattr(title.words, "CASTABLE", ()):
        return True
    present = title.words.in_play(components)
    return present is None or part in present


def _changes(components: Components, changes: tuple[str, ...]) -> bool:
    """A part that is already gone cannot be taken away."""
    return components.with_settings(changes).digest() != components.digest()
