"""How long games would take on this machine: some are played, and thrown away."""

import time
from collections.abc import Callable
from typing import Any

from analyses.experiments.experiment import experiment
from tiltmeter.studio.work.asked import wanted
from tiltmeter.workshop import Workshop

LEAST = 0.25  # seconds of play that tell it
MORE = 4  # times as many games, until they take so long
_known: dict[tuple[str, ...], float] = {}  # of tables that this child was asked about


def minutes(shop: Workshop, game: str, games: int, **asked: Any) -> float:
    """Of so many games of a table, on all workers."""
    table = game, *map(repr, sorted(asked.items()))
    if table not in _known:
        one = experiment(shop.title(game), **wanted(shop, game, games=1, **asked))
        match, seed = one.match(one.cells[0], shop.engine), asked.get("seed", 1)
        _known[table] = rate(lambda n: match.play(seed, 0, n))
    return games / (60 * _known[table] * shop.runner.workers)


def rate(play: Callable[[int], Any], clock: Callable[[], float] = time.perf_counter) -> float:
    """Games a second; the very first game may have to be compiled, and does not count."""
    play(1)
    n = 1
    while True:
        began = clock()
        play(n)
        if (spent := clock() - began) >= LEAST:
            return n / spent
        n *= MORE
