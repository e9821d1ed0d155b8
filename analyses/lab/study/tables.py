"""Games of one combination, added up metric by metric; no row of them is kept.

The same tables play every combination, most of its games on the same deals as all others: only
the rules change. A batch is the number of games that a combination is given at a time; batch k has
deals of its own. `levels.py` says why a part of them is of one combination alone.
"""

import itertools
import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyses.experiments.designs import ALL, Cell, cells_of
from analyses.experiments.play import DealsToPlay, FinishedGames
from analyses.experiments.pool import (
    Strategies,
    best_of,
    line_ups_of,
    must_know_how_to_play,
    pool_of,
)
from analyses.lab.metrics import METRICS, Games, MetricSums, fits, sums, tallies_of
from analyses.lab.study.levels import OWN_SHARE
from analyses.statistics.readings import GROUPS, TAIL, UNEVEN
from simulator.errors import UserError
from simulator.match import Match
from simulator.titles import CUT_OFF, Title
from strategies import registry
from strategies.seat import Seat

MIXED_SHARE = 0.5  # of the games, if there are mixed tables at all
IN_ONE_ORDER = 8  # deals at least: to play a few games takes longer to begin than to play
APART = 1 << 32  # deals between those of two combinations
FEW = 2 * GROUPS  # deals: of fewer none is set apart, since not every group would have some

log = logging.getLogger("tiltmeter")


@dataclass(frozen=True)
class StudyTables:
    """One strategy in every seat, and mixed tables of several."""

    alone: Match
    mixed: list[list[Match]]  # of each line-up, a table for every order of its players
    deals: tuple[int, int]  # of a batch: alone, mixed
    seed: int
    has_own: bool = False  # whether some deals are of one combination alone

    @property
    def games(self) -> int:
        """Of a batch."""
        alone, mixed = self.deals
        return alone * self.alone.rotations + mixed * sum(one.rotations for one, *_ in self.mixed)

    @property
    def metrics(self) -> list[str]:
        """All that can be added up; of a tail the lengths are not known before.

        An imbalance is read off the sums of a spread.
        """
        one, is_mixed = self.alone, bool(self.mixed)
        asked = one.title.sides(len(one.line_up)), is_mixed, bool(one.title.levers.dealt)
        known = [name for name in METRICS if fits(name, *asked)]
        return [name for name in known if METRICS[name].shape not in (TAIL, UNEVEN)]

    def play(self, rules: Any, batch: int, number: int = 0) -> list[MetricSums]:
        """One batch by these rules, of the combination with this number."""
        played: dict[bool, list[Games]] = {False: [], True: []}
        for is_own in (False, True):
            if deals := self._deals(batch, False, number, is_own):
                played[False].append(self._games(self.alone.under(rules), deals))
            if self.mixed and (deals := self._deals(batch, True, number, is_own)):
                seated = self._seated(batch, deals)
                games = _together([self._games(one.under(rules), its) for one, its in seated])
                played[True].append(games)
        return [_in_halves(name, played[METRICS[name].is_mixed]) for name in self.metrics]

    def _seated(self, batch: int, deals: range) -> Iterator[tuple[Match, range]]:
        """Every line-up in as many orders as there are deals for, others in the next batch.

        No two line-ups begin with the same one, so that few deals too see different neighbours.
        """
        for number, orders in enumerate(self.mixed):
            n = min(len(orders), max(1, len(deals) // IN_ONE_ORDER))
            for k in range(n):
                its = deals[k * len(deals) // n : (k + 1) * len(deals) // n]
                yield orders[(number + batch * n + k) % len(orders)], its

    def _deals(self, batch: int, is_mixed: bool, number: int, is_own: bool) -> range:
        """Those that all combinations share, or those of one alone."""
        n = self.deals[is_mixed]
        own = round(OWN_SHARE * n) if self.has_own else 0
        size, first = (own, (number + 1) * APART) if is_own else (n - own, 0)
        return range(first + batch * size, first + (batch + 1) * size)

    def _games(self, match: Match, deals: range) -> Games:
        return as_arrays(DealsToPlay(match, self.seed, deals).play())


@dataclass(frozen=True)
class Seated:
    """Who sits at the tables of a study."""

    alone: Cell  # one strategy in every seat
    mixed: tuple[Cell, ...]

    def tables(self, title: Title, rules: Any, games: int, seed: int, engine: str) -> StudyTables:

        def match(cell: Cell) -> Match:
            players = registry.line_up(title, cell.line_up, len(cell.line_up))
            return Match(title, rules, players, engine, log.info)

        return StudyTables(
            match(self.alone),
            [[match(cell.at(k)) for k in range(len(cell.orders))] for cell in self.mixed],
            self.deals(games),
            seed,
            self.has_own(games),
        )

    def deals(self, games: int) -> tuple[int, int]:
        """Of so many games: alone, mixed."""
        per_deal = sum(cell.rotations for cell in self.mixed)
        n_mixed = max(1, round(MIXED_SHARE * games / per_deal)) if self.mixed else 0
        return max(1, games - n_mixed * per_deal), n_mixed

    def has_own(self, games: int) -> bool:
        """Whether so many games are enough to set some deals apart for each combination."""
        alone, mixed = self.deals(games)
        return alone >= FEW and (mixed >= FEW or not self.mixed)


def seated(title: Title, players: int, strategies: Strategies, design: Sequence[str]) -> Seated:
    """The first strategy alone; mixed tables of all, with those shipped if it is the only one."""
    line_ups = line_ups_of(strategies) or [[Seat(best_of(title))]]
    pool, is_pool = list(dict.fromkeys(line_ups[0])), len(line_ups) == 1 and not design
    must_know_how_to_play(title, line_ups, players, is_pool or bool(design))
    if not is_pool:
        cells = cells_of(design, line_ups, players)
    elif len(pool) > 1:
        cells = mixed_cells(pool, players)
    else:
        cells = mixed_cells(pool_of(title, pool[0]), players)
    if any(cell.same != ALL or cell.forbids for cell in cells):
        plain = "self-play, round-robin, one-vs-field, focus"
        raise UserError(f"A study adds up plain games: its designs are {plain}.")
    mixed = tuple(cell for cell in cells if len(set(cell.line_up)) > 1)
    return Seated(Cell((pool[0],) * players), mixed)


def mixed_cells(pool: Sequence[Seat], players: int) -> tuple[Cell, ...]:
    """Every table of different strategies, so that each meets each other equally often.

    Too few of them take turns in a ring to fill the seats.
    """
    if len(pool) >= players:
        return tuple(Cell(line_up) for line_up in itertools.combinations(pool, players))
    starts = range(len(pool))
    rings = [tuple(pool[(k + s) % len(pool)] for s in range(players)) for k in starts]
    return tuple(map(Cell, rings))


def as_arrays(played: FinishedGames) -> Games:
    """Finished games as the metrics want them."""
    match, rows, players = played.match, played.ends, played.players
    curve = rows["curve"][:, :, :players]
    length = np.minimum(rows["rounds"], curve.shape[1])
    half = curve[np.arange(len(rows)), np.maximum((length + 1) // 2 - 1, 0)]
    tallies, tally = match.title.words.tallies, rows["tally"][:, :players]
    members = tallies_of(match.title.levers.dealt)
    return Games(
        deal=played.deal,
        score=played.score,
        win=played.win,
        half=half,
        strategy=np.array([player.name for player in match.line_up])[played.member],
        rounds=rows["rounds"],
        decisions=rows["n_moves"],
        forced=played.forced,
        cut=rows["ended"] == CUT_OFF,
        held={name: tally[:, :, tallies.index(one)] > 0 for name, one in members.items()},
    )


def _in_halves(name: str, played: Sequence[Games]) -> MetricSums:
    """Sums of shared deals in the first half of the groups, of own ones, if any, in the second."""
    kinds = [sums(name, games) for games in played]
    if len(kinds) == 1:
        return kinds[0]
    parts = tuple(dict.fromkeys(part for one in kinds for part in one.parts))
    total, weight = np.zeros((2, GROUPS, len(parts)))
    for k, one in enumerate(kinds):
        places = [parts.index(part) for part in one.parts]
        half = slice(k * GROUPS // 2, (k + 1) * GROUPS // 2)
        for to, of in ((total, one.total), (weight, one.weight)):
            to[half, places] = of[: GROUPS // 2] + of[GROUPS // 2 :]
    return MetricSums(name, parts, total, weight, sum(one.deals for one in kinds))


def _together(several: list[Games]) -> Games:
    first = several[0]
    kept = [name for name in vars(first) if name not in ("held", "named")]
    fields: Any = {name: np.concatenate([getattr(one, name) for one in several]) for name in kept}
    held = {name: np.concatenate([one.held[name] for one in several]) for name in first.held}
    return Games(**fields, held=held)
