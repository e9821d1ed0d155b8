"""Which options can be used at all under the rules in play: restricted play skips the others."""

import functools
from collections.abc import Callable
from typing import Any

from simulator.match import Match
from simulator.titles import Title
from strategies.registry import seat

PROBES = ("random", "allround")  # those who do anything, and those who play well
BLOCKS = ((0, 10), (10, 140))  # games of each, from and how many; mostly the first few tell
SEED = 1


def occurring(
    title: Title, rules: Any, players: int, say: Callable[[str], None] = lambda text: None
) -> list[str]:
    """The kinds of `Levers.groups` that make a difference in some games, the same ones every time.

    What nobody can do, or a power that nobody has, can be forbidden to everybody without changing
    a single game.
    """

    @functools.cache
    def match(words: str) -> Match:
        return Match(title, rules, [seat(title, words)] * players, say=say)

    @functools.cache
    def games(words: str, first: int, n: int) -> bytes:
        played = match(words).play(SEED, first, n)
        played["never"] = 0
        return played.tobytes()

    def matters(kind: str) -> bool:
        return any(
            games(f"{probe}:never={kind}", *block) != games(probe, *block)
            for block in BLOCKS
            for probe in PROBES
        )

    return [kind for group in title.levers.groups.values() for kind in group if matters(kind)]
