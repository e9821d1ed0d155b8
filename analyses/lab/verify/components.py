"""Whether every component of a game matters."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from analyses.experiments.pool import CHANCE, best_of
from analyses.lab.verify.endings import games_from
from analyses.lab.verify.short_games import Deal
from analyses.lab.verify.verified import Verified
from analyses.language import say
from simulator import conformance
from simulator.components import Components, Entry
from simulator.titles import Title


def components_matter(title: Title) -> Verified:
    what = "every parameter matters"
    idle = [entry for entry in title.components.entries.values() if _others(entry)]
    for base in _setups(title):
        idle = [entry for entry in idle if not _matters(title, base, entry)]
        if not idle:
            return Verified(what)
    names = ", ".join(f"'{entry.path}'" for entry in idle)
    told = "Other values of {names!s} change no game: do the rules read them?"
    return Verified(what, say(told, names=names))


def _setups(title: Title) -> Iterator[Components]:
    """The printed game; then every other choice of its setup, which may read other values."""
    yield title.components
    for entry in title.components.entries.values():
        if entry.path.startswith("setup.") and isinstance(entry.value, str):
            for value in entry.alternatives:
                yield title.components.with_value(entry.path, value, "another setup")


def _matters(title: Title, base: Components, entry: Entry) -> bool:
    others = [base.with_value(entry.path, value, "another value") for value in _others(entry)]
    return any(
        _games(title, one, players, who) != _games(title, base, players, who)
        for who in dict.fromkeys((CHANCE, best_of(title)))
        for one in others
        for players in conformance.counts_for(title, one)
    )


def _games(title: Title, components: Components, players: int, who: str) -> bytes:
    return games_from(Deal(title, components, players, who=who)).tobytes()


def _others(entry: Entry) -> list[Any]:
    """Its alternatives; where it has none, what lies beside it."""
    if entry.alternatives:
        return list(entry.alternatives)
    value = entry.value
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int | float):
        near = [value + 1, value - 1]
        least = -np.inf if entry.min is None else entry.min
        most = np.inf if entry.max is None else entry.max
        return [one for one in near if least <= one <= most]
    return [one for one in entry.allowed if one != value]
