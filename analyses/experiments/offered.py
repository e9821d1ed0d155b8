"""Versions that a game offers itself: without one of its parts, or one role in another's place.

What is switched off keeps its cards and its place, so every deal stays what it is.
"""

from analyses.experiments.experiment import Experiment
from analyses.language import say
from simulator.components import Components
from simulator.levers import Cast
from simulator.versions import Version


def removals(experiment: Experiment) -> list[Version]:
    """The game without each of its parts that is in play, for all players."""
    levers, components = experiment.title.levers, experiment.components
    without = [
        Version(say("without {part}", part=part), gone)
        for part, gone in levers.removals.items()
        if _is_in_play(levers.cast, components, part)
    ]
    # A part that is already gone cannot be taken away.
    return [one for one in without if one.of(components).digest() != components.digest()]


def swaps(experiment: Experiment) -> list[Version]:
    """Each role, or faction, in play replaced by each that is not; none if chance deals them."""
    cast = experiment.title.levers.cast
    present = cast.in_play(experiment.components) if cast else None
    if cast is None or present is None:
        return []
    return [
        Version(
            say("{other} for {one}", other=other, one=one),
            {cast.path: ",".join(_replaced(present, one, other))},
        )
        for one in present
        for other in cast.members
        if other not in present
    ]


def _replaced(present: tuple[str, ...], one: str, other: str) -> list[str]:
    """In the same place, which gives it the same cards."""
    return [other if name == one else name for name in present]


def _is_in_play(cast: Cast | None, components: Components, part: str) -> bool:
    """Is it a role or faction that is not at the table? Anything else always is."""
    if cast is None or part not in cast.members:
        return True
    present = cast.in_play(components)
    return present is None or part in present
