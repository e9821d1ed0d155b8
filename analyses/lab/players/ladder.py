"""How good each player of a title is: chance, styles, the best by hand, and search ever longer.

Among rivals each sits alone at a table of the strategy that stands for the game. Ratings come from
all finishing orders, those of the players that do not search against each other too. Who win or
lose together have none: there each fills a table.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import partial
from itertools import pairwise
from operator import attrgetter
from typing import Any

import numpy as np

from analyses.experiments.experiment import Experiment
from analyses.experiments.pool import SEARCH, best_of, learned_from, looks_ahead, shipped
from analyses.experiments.runner import Runner
from analyses.findings.finding import number_range
from analyses.lab.looks import LOOKS, PARTS
from analyses.lab.players.head_to_head import Duel, difference_of, over_deals
from analyses.lab.players.tournament import FEWEST, Meeting, Ring, among, ring_for
from analyses.lab.players.yardsticks import RIVALS, YARDSTICKS, Yardstick
from analyses.language import figure, say
from analyses.statistics.estimate import (
    NAN,
    Estimate,
    Exactly,
    ExactShare,
    Monotone,
    Quantity,
    in_figures,
)
from analyses.statistics.order import most_by, ordered
from analyses.statistics.ratings import elo, rating_of
from simulator.doors import by_door, setting
from simulator.errors import UserError
from strategies.seat import Seat

ROLLOUTS = (100, 200, 400, 800)
GAMES = 2000  # of each table without search
WORK = 3.5e8  # moves in rollouts, of all searches together: minutes on two cores
MOST = 1000  # deals of a search
GROUPS = 20  # of deals, for the intervals of ratings
FEW = 10  # wins or losses: with fewer, groups of deals differ too little to tell an error
PROBE = 20  # games that say how long one is
UNKNOWN = Estimate(NAN, NAN, 0)


@dataclass(frozen=True)
class Rung:
    """One player: its share among copies of the base and its rating (the base has 0); or what its
    own table reaches.

    A search that has twice the rollouts of the one before also has its gain in share, on the same
    deals. Errors are standard errors between deals, of ratings between groups of them. Who won or
    lost only a few games among the base has no rating of its own: its share tells all of it.
    """

    strategy: str
    deals: int
    share: float
    error: float
    rating: float = NAN
    rating_error: float = NAN
    groups: int = 0
    gain: float = NAN
    gain_error: float = NAN

    @property
    def gains(self) -> Estimate | None:
        return None if np.isnan(self.gain) else Estimate(self.gain, self.gain_error, self.deals)

    def as_json(self) -> dict[str, Any]:
        """What it has, without what only a doubled search has, or only who has a rating."""
        unsaid = {"groups"} if math.isnan(self.rating) else set()
        values = asdict(self).items()
        return {key: value for key, value in values if value == value and key not in unsaid}


RUNG = tuple(field.name for field in fields(Rung))


HEAD = ("title", "players", "base", "seed", "measure")


@dataclass(frozen=True)
class Ladder:
    """All players of a title, the weakest first, then searches ever longer."""

    title: str
    players: int
    base: str
    seed: int
    rungs: tuple[Rung, ...]
    measure: str = RIVALS.name
    looks: int = 1  # at which pairs may have stopped; what is clear holds at all of them

    @property
    def by(self) -> Yardstick:
        return YARDSTICKS[self.measure]

    @property
    def even(self) -> float:
        return 1 / self.players

    def reached(self, rung: Rung) -> Quantity:
        """The base among its copies has an even share by design."""
        made = self.by.kind(rung.share, rung.error, rung.deals)
        return made if rung.deals else Exactly(rung.share)

    def rated(self, rung: Rung) -> Quantity:
        """From all finishing orders; of few wins or losses, what its share among the base tells."""
        if not math.isnan(rung.rating):
            return Estimate(rung.rating, rung.rating_error, rung.groups)
        share = ExactShare(rung.share, rung.error, rung.deals)
        return Monotone(share, partial(rating_of, rivals=self.players - 1))

    @property
    def sentence(self) -> str:
        """Who is strongest, and how far the default bot is behind."""
        own = next(one for one in self.rungs if one.strategy == self.base)
        best, base = most_by(self.rungs, self._height), bot_told(self.base)
        if best is own:
            others = [one for one in self.rungs if one is not own]
            if not others:
                return say("{bot!s} is the only bot.", bot=self.base)
            second = self._told(most_by(others, self._height))
            return say("Strongest: {bot!s}; next is {next!s}.", bot=base, next=second)
        if self.by.has_rivals and not self._is_clearly_above(best):
            told = "No bot is clearly stronger than {bot!s}; the nearest is {nearest!s}."
            return say(told, bot=base, nearest=self._told(best))
        if self.by.has_rivals:
            return say("Strongest: {best!s}; {bot!s} has 0.", best=self._told(best), bot=base)
        told = "Strongest: {best!s}; {other!s}."
        return say(told, best=self._told(best), other=self._told(own))

    def _is_clearly_above(self, best: Rung) -> bool:
        """Whether it is stronger than the base; chance helps to choose the best of several."""
        return self.rated(best).interval(self.looks * (len(self.rungs) - 1)).low > 0

    def _height(self, rung: Rung) -> float:
        return self.rated(rung).value if self.by.has_rivals and rung.deals else self._reached(rung)

    def _reached(self, rung: Rung) -> float:
        """The base has rating 0 among rivals."""
        return 0.0 if self.by.has_rivals else rung.share

    def _told(self, rung: Rung) -> str:
        """'search with 800 rollouts, Elo 312 (250–374)'."""
        if not self.by.has_rivals:
            value, low, high = in_figures(self.reached(rung))
            reached = self.by.reached(f"{self.by.figure(value)} ({self.by.ends(low, high)})")
            return say("{bot!s} {does!s}", bot=bot_told(rung.strategy), does=reached)
        rating = " ".join(elo_told(self.rated(rung))).rstrip()
        return say("{bot!s}, Elo {rating!s}", bot=bot_told(rung.strategy), rating=rating)

    @property
    def head(self) -> dict[str, Any]:
        return {key: getattr(self, key) for key in HEAD}

    def as_json(self) -> dict[str, Any]:
        return {
            **self.head,
            "sentence": self.sentence,
            "rungs": [rung.as_json() | self._ends(rung) for rung in self.rungs],
        }

    def _ends(self, rung: Rung) -> dict[str, float]:
        """A rating and its interval; who won or lost nothing has only one end of it."""
        if not self.by.has_rivals:
            return {}
        keys, figures = ("rating", "rating_low", "rating_high"), in_figures(self.rated(rung))
        told = zip(keys, figures, strict=True)
        return {key: value for key, value in told if math.isfinite(value)}


def bot_told(name: str) -> str:
    """'search with 800 rollouts'."""
    who = Seat.parse(name)
    rollouts, copies = who.get("rollouts"), who.get("copies")
    if rollouts.isdigit():
        base = str(who.without("rollouts"))
        return say("{bot!s} with {rollouts!s} rollouts", bot=base, rollouts=rollouts)
    if copies.isdigit():
        base = str(who.without("copies"))
        return say("{bot!s} with {copies!s} copies a move", bot=base, copies=copies)
    return name


def elo_told(rated: Quantity) -> list[str]:
    """A rating and its interval; of who won or lost nothing only a bound is known."""
    value, low, high = in_figures(rated)
    if math.isinf(value):
        bound = say("below {n:.0f}", n=high) if value < 0 else say("above {n:.0f}", n=low)
        return [bound, ""]
    return [figure(value, ".0f"), f"({number_range(low, high, '.0f')})"]


def ladder(
    runner: Runner,
    base: Experiment,
    rollouts: Sequence[int] = ROLLOUTS,
    games: int | None = None,
    until_sure: bool = False,
) -> Ladder:
    """Every shipped player and searches with so many rollouts; `games` are those of each search.

    With `until_sure` two meet no longer once it is clear which of them is stronger.
    """
    ring, title = ring_for(base, runner), base.title
    if list(rollouts) != sorted(set(rollouts)) or any(n < 1 for n in rollouts):
        example = by_door("100,200,400", "[100, 200, 400]")
        raise UserError(f"{setting('rollouts')} takes rising numbers, as in {example}.")
    best = Seat(best_of(title))
    names = [*(Seat(name) for name in shipped(title) if name != best.name), best]
    ahead = learned_from(title, best, base.players) if not base.components.changes() else []
    ahead += [Seat(SEARCH).adding("rollouts", str(n)) for n in rollouts]
    deals = _deals(ring, best, rollouts) if games is None else ring.deals_for(games)
    wanted = [
        *((*pair, range(ring.deals_for(GAMES))) for pair in ring.pairs(names)),
        *((one, best, range(deals)) for one in ahead),
    ]
    runner.progress.begun(ring.games(wanted), 0)
    try:
        duels = _until_sure(ring, wanted) if until_sure else ring.fight(wanted)
    finally:
        runner.progress.ended()
    rungs = _rungs(ring, [*names, *ahead], best, dict(zip(wanted, duels, strict=True)))
    head = title.name, base.players, best.name, base.seed
    return Ladder(*head, tuple(rungs), ring.by.name, LOOKS if until_sure else 1)


def _until_sure(ring: Ring, wanted: Sequence[Meeting]) -> list[Duel]:
    """Every pair on more and more of its deals, until it is clear who of the two is stronger."""
    found: dict[int, Duel] = {}
    for part in PARTS:
        going = [k for k, duel in found.items() if not _is_clear(duel, len(wanted))]
        chosen = going if found else range(len(wanted))
        more = [_deals_at(wanted[k], found.get(k), part) for k in chosen]
        at_hand = [(k, one) for k, one in zip(chosen, more, strict=True) if one[2]]
        for (k, _), duel in zip(at_hand, ring.fight([one for _, one in at_hand]), strict=True):
            found[k] = found[k].and_also(duel) if k in found else duel
    return [found[k] for k in range(len(wanted))]


def _deals_at(meeting: Meeting, had: Duel | None, part: int) -> Meeting:
    """The deals that a look adds to those that were played; a few at least."""
    one, other, deals = meeting
    until = min(len(deals), max(FEWEST, -(-len(deals) // part)))
    return one, other, range(0 if had is None else len(had.won), until)


def _is_clear(duel: Duel, several: int) -> bool:
    return duel.shown(several * LOOKS).gain.interval().excludes(0)


def _deals(ring: Ring, best: Seat, rollouts: Sequence[int]) -> int:
    return search_deals(*ring.length(best, PROBE), rollouts)


def search_deals(moves: float, choices: float, rollouts: Sequence[int]) -> int:
    """So many that the rollouts of all searches are about so much work, whatever the title.

    A deal in every seating has a searching player at every seat once: as many decisions as a game
    has moves that leave a choice, each with rollouts of half a game.
    """
    if not rollouts:
        return FEWEST
    per_deal = sum(rollouts) * choices * moves / 2
    return int(np.clip(WORK / per_deal, FEWEST, MOST))


def _rungs(
    ring: Ring, names: Sequence[Seat], best: Seat, duels: Mapping[Meeting, Duel]
) -> list[Rung]:
    rated: dict[Seat, Any] = _rated(names, best, duels) if ring.by.has_rivals else {}
    met = {one: duel.won for (one, other, _), duel in duels.items() if other == best}
    gains = {b: _gain(met[a], met[b]) for a, b in pairwise(names) if a.name == SEARCH}
    rungs = []
    for name in names:
        made = ring.by.kind(*over_deals(met[name])) if name != best else ring.own([*duels.values()])
        gain = gains.get(name, UNKNOWN)
        more = {"gain": gain.value, "gain_error": gain.error, **rated.get(name, {})}
        rungs.append(Rung(str(name), made.deals, made.value, made.error, **more))
    height = attrgetter("rating" if ring.by.has_rivals else "share")
    n_plain = sum(not looks_ahead(name) for name in names)  # who look ahead come last
    every = [*ordered(rungs[:n_plain], height), *rungs[n_plain:]]
    return [_unrated(one) if _is_seldom(one, ring.seatings) else one for one in every]


def _gain(before: np.ndarray, after: np.ndarray) -> Estimate:
    """On the deals that both have played."""
    n = min(len(before), len(after))
    return difference_of(after[:n] - before[:n])


def _is_seldom(rung: Rung, seatings: int) -> bool:
    """Whether it won, or lost, only a few of its games among the base."""
    return rung.deals > 0 and min(rung.share, 1 - rung.share) * rung.deals * seatings < FEW


def _unrated(rung: Rung) -> Rung:
    return replace(rung, rating=NAN, rating_error=NAN, groups=0)


def _rated(
    names: Sequence[Seat], best: Seat, duels: Mapping[Meeting, Duel]
) -> dict[Seat, dict[str, Any]]:
    """Ratings from all finishing orders, equal places in an order that favours nobody."""
    rows, chance = [], np.random.default_rng(1)
    for (one, other, _), duel in duels.items():
        place = duel.place
        who = np.array([names.index(name) for name in among(one, other, place.shape[2])])
        order = np.lexsort((chance.random(place.shape), place), axis=2)
        group = np.broadcast_to(np.arange(len(order))[:, None] % GROUPS, order.shape[:2])
        rows.append(np.column_stack([group.ravel(), who[order].reshape(-1, len(who))]))
    seen, counts = np.unique(np.concatenate(rows), axis=0, return_counts=True)
    zero = names.index(best)
    found, errors, groups = elo(seen[:, 1:], counts.astype(float), seen[:, 0], len(names), zero)
    return {
        name: {"rating": float(found[k]), "rating_error": float(errors[k]), "groups": groups}
        for k, name in enumerate(names)
    }
