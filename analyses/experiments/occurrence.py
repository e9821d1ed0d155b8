"""Which options and likings make a difference under the rules in play: the others are skipped."""

import functools
import logging
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from analyses.experiments.designs import ALWAYS, PUSHES, liking
from analyses.experiments.pool import CHANCE, best_of, looks_ahead
from simulator.match import Match
from simulator.titles import Title
from strategies.registry import seat
from strategies.seat import Seat

BLOCKS = ((0, 10), (10, 140))  # games of each, from and how many; mostly the first few tell
SEED = 1

log = logging.getLogger("tiltmeter")


def kinds_of(
    title: Title, rules: Any, players: int, designs: Sequence[str]
) -> dict[str, list[str]]:
    """What each of these designs forbids or encourages: powers cannot be taken more often.

    Encouraged are those that compete with each other, if a title says which do.
    """
    found, levers = occurring(title, rules, players) if designs else [], title.levers
    chosen = [kind for name in levers.peers or levers.groups for kind in levers.groups[name]]
    liked = [kind for kind in found if kind in chosen and kind not in levers.powers]
    return {name: liked if name == "encouraged" else found for name in designs}


def occurring(title: Title, rules: Any, players: int) -> list[str]:
    """The kinds of `Levers.groups` that make a difference in some games, the same ones every time.

    What nobody can do, or a power that nobody has, can be forbidden to everybody without changing
    a single game.
    """
    probes = (Seat(CHANCE), Seat(best_of(title)))  # those who do anything, and those who play well
    key = (id(title), rules.tobytes(), players, probes)
    if key not in _tried:
        _tried[key] = title, _try(title, rules, players, probes)
    return list(_tried[key][1])


_tried: dict[tuple[Any, ...], tuple[Title, list[str]]] = {}  # with the title, whose id stays taken


def _try(title: Title, rules: Any, players: int, probes: Sequence[Seat]) -> list[str]:
    games = _games(title, rules, players)

    def matters(kind: str) -> bool:
        return any(
            games(probe.adding("never", kind), *block).tobytes() != games(probe, *block).tobytes()
            for block in BLOCKS
            for probe in probes
        )

    return [kind for group in title.levers.groups.values() for kind in group if matters(kind)]


def without_idle_likings(
    title: Title, rules: Any, players: int, first: Seat, others: Sequence[Seat]
) -> list[Seat]:
    """The others, but for likings of the first that leave scores and places as they are.

    It is so where there is never a choice, or where the first likes the same anyway. Of one that
    searches only the choice is asked: its games take too long to be tried.
    """
    if not any(one.likes for one in others):
        return list(others)
    chosen = occurring(title, rules, players) if title.levers.groups else title.levers.kinds
    games = _games(title, rules, players)

    def matters(one: Seat) -> bool:
        liked = {kind for word, _ in one.likes for kind in title.levers.kinds_called(word)}
        if not liked & {*chosen}:
            return not one.likes
        return looks_ahead(first) or any(
            (games(one, *block)[field] != games(first, *block)[field]).any()
            for block in BLOCKS
            for field in ("points", "place")
        )

    return [one for one in others if matters(one)]


def takers(
    title: Title, rules: Any, players: int, first: Seat, others: Sequence[Seat]
) -> list[Seat]:
    """Players who take what the first never does, however much the others' likings push it.

    One takes it where that looks least bad, by the weakest push that moves anything, and one takes
    it whenever it can: such an option may never be worth taking. Where the others are styles of
    their own, nobody pushes an option: it is one that the first never takes.
    """
    pushed = {one.likes[0][0] for one in others if one.dose is not None}
    if looks_ahead(first) or first.likes:
        return []

    def moving(some: Sequence[Seat]) -> list[Seat]:
        return without_idle_likings(title, rules, players, first, some)

    ignored = pushed - {one.likes[0][0] for one in moving(others) if one.likes}
    if not pushed:
        ignored = _never_taken(title, rules, players, first)
    found = []
    for kind in (kind for kind in title.levers.kinds if kind in ignored):
        weakest = moving([liking(first, kind, dose) for dose in PUSHES])[:1]
        found += [*weakest, *moving([liking(first, kind, ALWAYS)])]
    return found


def _never_taken(title: Title, rules: Any, players: int, first: Seat) -> set[str]:
    """Options that make a difference, and whose absence changes no game of the first."""
    games, powers = _games(title, rules, players), title.levers.powers
    return {
        kind
        for kind in (occurring(title, rules, players) if title.levers.groups else ())
        if kind not in powers
        and all(
            games(first.adding("never", kind), *block).tobytes() == games(first, *block).tobytes()
            for block in BLOCKS
        )
    }


def _games(title: Title, rules: Any, players: int) -> Callable[[Seat, int, int], np.ndarray]:
    """Games in which everybody plays one strategy, to be told from those of another one."""

    @functools.cache
    def match(one: Seat) -> Match:
        return Match(title, rules, [seat(title, one, players)] * players, say=log.info)

    @functools.cache
    def games(one: Seat, first: int, n: int) -> np.ndarray:
        played = match(one).play(SEED, first, n)
        played["never"] = 0
        return played

    return games
