"""How good each player of a title is: chance, styles, the best by hand, and search ever longer.

Each sits alone at a table of the strategy that stands for the game. Ratings come from all finishing
orders, those of the players that do not search against each other too.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from itertools import combinations, pairwise, permutations
from typing import Any

import numpy as np

from analyses.experiments.experiment import Experiment
from analyses.experiments.pool import best_of, shipped
from analyses.experiments.runner import Runner
from analyses.lab.duels import FEWEST, Duel, LineUp, Ring, among, difference_of, share_of
from analyses.statistics.estimate import NAN, Estimate, Exactly, Quantity, Share
from analyses.statistics.ratings import elo
from simulator.errors import UserError
from simulator.titles import load_title

ROLLOUTS = (100, 200, 400, 800)
GAMES = 2000  # of each table without search
WORK = 3.5e8  # moves in rollouts, of all searches together: minutes on two cores
MOST = 1000  # deals of a search
GROUPS = 20  # of deals, for the intervals of ratings
PROBE = 20  # games that say how long one is


@dataclass(frozen=True)
class Rung:
    """One player: its share among copies of the base, its rating (the base has 0).

    A search that has twice the rollouts of the one before also has its gain in share, on the same
    deals. Errors are standard errors between deals, of ratings between groups of them.
    """

    strategy: str
    deals: int
    share: float
    error: float
    rating: float
    rating_error: float
    groups: int
    gain: float = NAN
    gain_error: float = NAN

    @property
    def wins(self) -> Quantity:
        """The base among its copies has an even share by design."""
        made = Share(self.share, self.error, self.deals)
        return made if self.deals else Exactly(self.share)

    @property
    def rated(self) -> Estimate:
        return Estimate(self.rating, self.rating_error, self.groups)

    @property
    def gains(self) -> Estimate | None:
        return None if np.isnan(self.gain) else Estimate(self.gain, self.gain_error, self.deals)

    def as_json(self) -> dict[str, Any]:
        """What it has, without what only a doubled search has."""
        values = asdict(self)
        return {key: value for key, value in values.items() if value == value}


RUNG = tuple(field.name for field in fields(Rung))


@dataclass(frozen=True)
class Ladder:
    """All players of a title, the weakest first, then searches ever longer."""

    title: str
    players: int
    base: str
    seed: int
    rungs: tuple[Rung, ...]

    @property
    def even(self) -> float:
        return 1 / self.players

    def as_json(self) -> dict[str, Any]:
        head = {key: getattr(self, key) for key in ("title", "players", "base", "seed")}
        return {**head, "rungs": [rung.as_json() for rung in self.rungs]}


def ladder(
    runner: Runner,
    base: Experiment,
    rollouts: Sequence[int] = ROLLOUTS,
    games: int | None = None,
) -> Ladder:
    """Every shipped player and searches with so many rollouts; `games` are those of each search."""
    ring, title = Ring(base, runner), load_title(base.title)
    if list(rollouts) != sorted(set(rollouts)) or any(n < 1 for n in rollouts):
        raise UserError("--rollouts takes rising numbers, as in 100,200,400.")
    best = best_of(title)
    names = [*(name for name in shipped(title) if name != best), best]
    searches = [f"search:rollouts={n}" for n in rollouts]
    length = ring.length(among(best, best, ring.players), PROBE)
    deals = ring.deals_for(games) if games else search_deals(*length, rollouts)
    wanted = [
        *((line_up, range(ring.deals_for(GAMES))) for line_up in _tables(names, ring.players)),
        *((among(one, best, ring.players), range(deals)) for one in searches),
    ]
    runner.progress.begun(sum(len(part) for _, part in wanted) * ring.players, 0)
    try:
        duels = ring.fight(wanted)
    finally:
        runner.progress.ended()
    rungs = _rungs([*names, *searches], best, duels)
    return Ladder(base.title, base.players, best, base.seed, tuple(rungs))


def _tables(names: Sequence[str], players: int) -> list[LineUp]:
    """Each alone among each other; of two players each pair once, the base last."""
    if players == 2:
        return list(combinations(names, 2))
    return [among(one, other, players) for one, other in permutations(names, 2)]


def search_deals(moves: float, choices: float, rollouts: Sequence[int]) -> int:
    """So many that the rollouts of all searches are about so much work, whatever the title.

    A deal in every seating has a searching player at every seat once: as many decisions as a game
    has moves that leave a choice, each with rollouts of half a game.
    """
    if not rollouts:
        return FEWEST
    per_deal = sum(rollouts) * choices * moves / 2
    return int(np.clip(WORK / per_deal, FEWEST, MOST))


def _rungs(names: Sequence[str], best: str, duels: Sequence[Duel]) -> list[Rung]:
    ratings, errors, groups = _ratings(names, best, duels)
    met = {duel.line_up[0]: duel.share for duel in duels if duel.line_up[1] == best}
    gains = {b: met[b] - met[a] for a, b in pairwise(names) if _is_search(a)}
    rungs = []
    for k, name in enumerate(names):
        share = share_of(met[name]) if name != best else Share(1 / len(duels[0].line_up), 0.0, 0)
        gain = difference_of(gains[name]) if name in gains else Estimate(NAN, NAN, 0)
        wins, more = (share.deals, share.value, share.error), (gain.value, gain.error)
        rungs.append(Rung(name, *wins, float(ratings[k]), float(errors[k]), groups, *more))
    plain = sorted((one for one in rungs if not _is_search(one.strategy)), key=lambda r: r.rating)
    return [*plain, *(one for one in rungs if _is_search(one.strategy))]


def _is_search(name: str) -> bool:
    return name.startswith("search:")


def _ratings(names: Sequence[str], best: str, duels: Sequence[Duel]) -> tuple[Any, ...]:
    """From all finishing orders, equal places in an order that favours nobody."""
    rows, chance = [], np.random.default_rng(1)
    for duel in duels:
        who = np.array([names.index(name) for name in duel.line_up])
        order = np.lexsort((chance.random(duel.place.shape), duel.place), axis=2)
        group = np.broadcast_to(np.arange(len(order))[:, None] % GROUPS, order.shape[:2])
        rows.append(np.column_stack([group.ravel(), who[order].reshape(-1, len(who))]))
    seen, counts = np.unique(np.concatenate(rows), axis=0, return_counts=True)
    zero = names.index(best)
    return elo(seen[:, 1:], counts.astype(float), seen[:, 0], len(names), zero)
