"""Whether every component of a game matters."""

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
    idle = [entry.path for entry in title.components.entries.values() if not _matters(title, entry)]
    if not idle:
        return Verified(what)
    names = ", ".join(f"'{path}'" for path in idle)
    told = "Other values of {names!s} change no game: do the rules read them?"
    return Verified(what, say(told, names=names))


def _matters(title: Title, entry: Entry) -> bool:
    others = [title.components.with_value(entry.path, value, "another value")
              for value in _others(entry)]  # fmt: skip
    return not others or any(
        _games(title, one, players, who) != _games(title, title.components, players, who)
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
