"""Better weights by CMA-ES: what wins more among some opponents is where the next ones are drawn.

All candidates of a generation meet the same deals, the next generation others. Few deals tell the
worse half, so that most games go to the better ones (successive halving).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from analyses.lab.players.head_to_head import Duel
from analyses.lab.players.tournament import Ring
from analyses.lab.players.weights import Space
from analyses.language import say
from analyses.statistics.order import ordered
from strategies.seat import Seat

STEP = 0.1  # of the first candidates, in units of each weight
MARGIN = 0.2  # what a very large lead counts beside the win itself, which counts 1
RUNGS = (4, 2, 1)  # the parts of the deals after which the better half goes on


@dataclass(frozen=True)
class Climb:
    """What is varied, whom candidates meet, how long; `first` is the first deal."""

    space: Space
    opponents: tuple[Seat, ...]  # half of the deals against the first, the others share the rest
    deals: int  # of a candidate that comes through
    generations: int
    first: int = 0

    @property
    def population(self) -> int:
        """As many as CMA-ES draws by default, but at least eight."""
        return max(8, 4 + int(3 * np.log(len(self.space.weights))))

    @property
    def end(self) -> int:
        """The first deal that it never plays."""
        return self.first + self.deals * self.generations

    def games(self, ring: Ring) -> int:
        """In all; the watcher is told."""
        met = [(Seat(str(k)), self.space.seat, part) for n, part in self.rungs(0) for k in range(n)]
        return ring.games(met) * self.generations

    def rungs(self, generation: int) -> Iterator[tuple[int, range]]:
        """How many candidates of a generation go on, and the deals they meet then."""
        alive, first, before = self.population, self.first + generation * self.deals, 0
        for part in RUNGS:
            yield alive, range(first + before, first + self.deals // part)
            alive, before = max(1, alive // 2), self.deals // part


def climb(ring: Ring, plan: Climb) -> Iterator[np.ndarray]:
    """The middle of the search after each generation.

    Noise is met with deals. The adaptive learning rate of CMA-ES, made for noise, let the steps
    grow: in Lost Cities with four players it ended at 16% of the wins instead of 34%.
    """
    from cmaes import CMA  # here, for it brings scipy.stats, which takes a second to import

    seed = ring.base.seed % 2**32
    drawn = CMA(plan.space.start, STEP, seed=seed, population_size=plan.population)
    for generation in range(plan.generations):
        points = [drawn.ask() for _ in range(plan.population)]
        ranks = _ranks(ring, plan, generation, [plan.space.seat_at(point) for point in points])
        drawn.tell([(point, float(rank)) for point, rank in zip(points, ranks, strict=True)])
        yield drawn.mean.copy()


def _ranks(ring: Ring, plan: Climb, generation: int, seats: Sequence[Seat]) -> np.ndarray:
    """Places of the candidates, 0 the best: who comes further is before who does not."""
    told = say("generation {n} of {of}", n=generation + 1, of=plan.generations)
    order, values = np.arange(len(seats)), [np.empty(0) for _ in seats]
    for alive, deals in plan.rungs(generation):
        fought = _against_all(ring, plan.opponents, [seats[k] for k in order[:alive]], deals, told)
        for k, value in zip(order[:alive], fought, strict=True):
            values[k] = np.append(values[k], value)
        order[:alive] = ordered(order[:alive], lambda k: -values[k].mean())
    ranks = np.empty(len(seats))
    ranks[order] = np.arange(len(seats))
    return ranks


def _against_all(
    ring: Ring, opponents: Sequence[Seat], seats: Sequence[Seat], deals: range, told: str
) -> list[np.ndarray]:
    """What each candidate is worth in each deal; every deal is against one of the opponents."""
    parts = split(deals, len(opponents))
    wanted = [
        (one, other, part)
        for one in seats
        for other, part in zip(opponents, parts, strict=True)
        if part
    ]
    duels = iter(ring.fight(wanted, told))
    fought = [[next(duels) for part in parts if part] for _ in seats]
    large = float(np.mean([np.abs(duel.lead).mean() for row in fought for duel in row])) or 1.0
    return [np.concatenate([_value(duel, large) for duel in row]) for row in fought]


def _value(duel: Duel, large: float) -> np.ndarray:
    return duel.won + MARGIN * duel.lead / (np.abs(duel.lead) + large)


def split(deals: range, opponents: int) -> list[range]:
    """Half of the deals for the first, or all; the others share the rest."""
    if opponents == 1:
        return [deals]
    half = deals.start + len(deals) // 2
    ends = np.linspace(half, deals.stop, opponents).astype(int)
    return [range(deals.start, half), *(range(a, b) for a, b in pairwise(ends))]
