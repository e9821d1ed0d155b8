"""What chance dealt in the games of a run: each is laid out once more, up to its first move."""

import functools

import numpy as np

from analyses.experiments.designs import ALL, Cell
from analyses.experiments.digests import digests
from analyses.experiments.run_folder import RunFolder
from simulator.components import Components
from simulator.match import deal
from simulator.teams import summed
from simulator.titles import Title

BLOCK = 500  # games laid out at a time: a table takes kilobytes
KEPT = 8  # tables of holdings: a report asks for the same ones several times
MOST = 255  # of one kind that are counted


def seed_of(run: RunFolder) -> int | None:
    """None if these rules are no longer those that dealt."""
    is_same = digests(run.title)["rules"] == run.settings["rules"]
    return run.settings["seed"] if is_same else None


class Deals:
    """All deals of one seed, by the rules of one version."""

    def __init__(self, title: Title, components: Components, players: int, seed: int) -> None:
        self.title, self.components = title, components
        self.players, self.seed = players, seed
        self._key = id(self.title), components.digest(), players, seed  # a guest may be edited

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Deals) and self._key == other._key

    def held(self, group: str, deals: np.ndarray, same: str = ALL) -> np.ndarray:
        """Who holds what of a group in these deals, with one stream kept or all of them."""
        return self.counts(group, deals, same) > 0

    def counts(self, group: str, deals: np.ndarray, same: str = ALL) -> np.ndarray:
        """How many of each they hold, or only whether they do."""
        most = 1 << int(deals.max()).bit_length()  # so that halves of a sample find it again
        return _counts(self, group, most, same)[deals]


@functools.lru_cache(KEPT)
def _counts(deals: Deals, group: str, most: int, same: str) -> np.ndarray:
    """[deal, seat, member], or [deal, member] of what lies there for all.

    A team holds what its seats do.
    """
    title, players, fresh = deals.title, deals.players, Cell((), same).fresh
    rules, opening = title.rules_for(deals.components, players), title.levers.opening[group]
    seating, found = title.seating(rules, players), []
    for first in range(0, most, BLOCK):
        n = min(BLOCK, most - first)
        held = opening.held(deal(title, rules, players, deals.seed, first, n, fresh))
        counts = summed(held.astype(int), seating, 1) if held.ndim == 3 else held.astype(int)
        is_flag = held.dtype == bool
        found.append(counts > 0 if is_flag else np.minimum(counts, MOST).astype(np.uint8))
    return np.concatenate(found)
