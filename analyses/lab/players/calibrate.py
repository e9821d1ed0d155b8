"""How often the bots of each level err, or look ahead, to be as strong as they are named.

Each meets the default bot: alone at a table of it, in every seat of the same shuffles. Its share of
other decisions is sought between shares that were tried, until its Elo is that of the level. Fresh
shuffles then tell how strong it is, and how it fares among the level below. Who win or lose
together have Elo too: by the odds to win; where nobody can lose, by who scores more on a shuffle.
"""

import bisect
import logging
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from analyses.experiments.experiment import Experiment
from analyses.experiments.pool import SEARCH, best_of, learned_from
from analyses.experiments.progress import Silence
from analyses.experiments.runner import Runner
from analyses.lab.players.head_to_head import Duel
from analyses.lab.players.tournament import Ring, ring_for, table_for
from analyses.lab.players.yardsticks import POINTS, RIVALS
from analyses.language import say
from analyses.statistics.estimate import Estimate
from analyses.statistics.ratings import ELO
from simulator.files import sealed_toml
from simulator.results import alone_with, put_or_print
from simulator.titles import Title
from strategies.levels import (
    BY,
    ERRS,
    LEVEL,
    LEVELS,
    REGULAR,
    SHARE,
    STEP,
    Level,
    kept_file,
    read_file,
    text_of,
)
from strategies.seat import Seat

ROLLOUTS = (20, 100, 400)  # of bots that search, the fastest first
GAMES = 12_000  # of bots that err, at each share that is tried
AHEAD = 2_400  # of bots that look ahead, if that does not take long
QUICKLY, QUICK_ROLLOUTS = 1200, (20, 100)  # of a guest's game, which are found when first asked
ROLLED = 120_000  # rollouts of a decision in all games of a search
FIRST = (0.05, 0.3)  # shares that are tried before it is sought between them
NEAR, TRIES = 6.0, 5  # Elo from the target that is near enough, and how often it is sought
BEYOND = 5.0  # Elo short of a level that a bot may be and still have it
FRESH = 7919  # seeds further, which no search has seen

log = logging.getLogger("tiltmeter")


@dataclass(frozen=True)
class Calibrated:
    """The levels of a game at one number of players."""

    title: str
    players: int
    levels: tuple[Level, ...]
    steps: Mapping[int, Estimate] = field(default_factory=dict)  # Elo above the level below

    @property
    def sentence(self) -> str:
        """Which levels a game has."""
        low, high = self.levels[0].level, self.levels[-1].level
        if low == high:
            told = "{title!s} has no levels of skill: its bots do not differ."
            return say(told, title=self.title)
        told = "{title!s} has levels {low} to {high} with the bots known; 5 is the default bot."
        return say(told, title=self.title, low=low, high=high)

    @staticmethod
    def bot_told(one: Level) -> str:
        """What it does now and then."""
        if one.level == REGULAR:
            return say("the default bot")
        return say("moves at random") if one.by == ERRS else one.by

    def as_json(self) -> dict[str, Any]:
        steps = {n: [one.value, *one.interval()] for n, one in self.steps.items()}
        levels = [vars(one) | {"step": steps.get(one.level)} for one in self.levels]
        return {"game": self.title, "players": self.players, "levels": levels}


def calibrate(
    runner: Runner,
    base: Experiment,
    games: int | None = None,
    rollouts: Sequence[int] = ROLLOUTS,
) -> Calibrated:
    """Every level that the bots known reach; `games` are those of each share that is tried."""
    runner = replace(runner, progress=Silence())  # how many shares are tried nobody knows before
    arena = Arena(ring_for(base, runner), Seat(best_of(base.title)), games)
    found = [*reversed(list(_below(arena))), _regular(), *_above(arena, base, rollouts)]
    fresh = replace(arena, ring=ring_for(replace(base, seed=base.seed + FRESH), runner))
    told = tuple(one if one.level == REGULAR else _confirmed(fresh, one) for one in found)
    steps = {high.level: fresh.step(low, high) for low, high in pairwise(told)}
    return Calibrated(base.title.name, base.players, told, steps)


@dataclass(frozen=True)
class Arena:
    """Where a bot meets the default one, and how its Elo follows."""

    ring: Ring
    best: Seat
    games: int | None = None

    def elo(self, who: Seat, rival: Seat | None = None) -> Estimate:
        """Above the default bot, or above another."""
        deals = range(self.ring.deals_for(self.games_of(who)))
        (duel,) = self.ring.fight([(who, rival or self.best, deals)])
        return elo_of(duel, self.ring)

    def games_of(self, who: Seat) -> int:
        """Fewer of those that look ahead far."""
        if self.games is not None:
            return self.games
        if who.get(BY) == ERRS:
            return GAMES
        rollouts = who.get("rollouts")
        return min(AHEAD, ROLLED // int(rollouts)) if rollouts else AHEAD

    def step(self, low: Level, high: Level) -> Estimate:
        """How far a level is above the one below, which sits in all other seats."""
        return self.elo(seat_of(high), seat_of(low))

    @cached_property
    def curves(self) -> dict[str, "Curve"]:
        return {}

    def curve(self, by: str) -> "Curve":
        """Of one kind of other decisions, with all that was tried so far."""
        return self.curves.setdefault(by, Curve(self, by))


def elo_of(duel: Duel, ring: Ring) -> Estimate:
    """From the odds to win; influences of the shuffles tell its error."""
    won, par = duel.won, duel.par
    if ring.by is POINTS:
        won, par = (1 + np.sign(won - par)) / 2, np.full(len(won), 0.5)
    value, pulled = _odds(won)
    if ring.by is RIVALS:
        value += ELO * math.log(ring.players - 1)
    elif ring.by is not POINTS:
        theirs, drawn = _odds(par)
        value, pulled = value - theirs, pulled - drawn
    return Estimate(value, float(pulled.std(ddof=1)) / len(won) ** 0.5, len(won))


def _odds(won: np.ndarray) -> tuple[float, np.ndarray]:
    """Their logarithm in Elo, and how each shuffle draws it; nobody wins all or none for sure."""
    least = 0.5 / len(won)
    share = float(np.clip(won.mean(), least, 1 - least))
    return ELO * math.log(share / (1 - share)), ELO * (won - share) / (share * (1 - share))


def seat_of(one: Level) -> Seat:
    """A level with what was found for it."""
    if one.level == REGULAR:
        return _seat(one.level, 0.0, ERRS)
    return _seat(one.level, one.share, one.by)


def _seat(level: int, share: float, by: str) -> Seat:
    who = Seat.parse(by)
    told = (LEVEL, str(level)), (SHARE, f"{share:.5g}"), (BY, who.name)
    return Seat(LEVEL, (*told, *who.settings))


@dataclass
class Curve:
    """Elo by share, of one kind of other decisions; at none it is the default bot's, 0."""

    arena: Arena
    by: str
    tried: dict[float, float] = field(default_factory=lambda: {0.0: 0.0})

    def at(self, share: float) -> float:
        if share not in self.tried:
            self.tried[share] = self.arena.elo(_seat(LEVELS[0], share, self.by)).value
        return self.tried[share]

    def reaches(self, target: float) -> bool:
        """Whether it does where every decision is otherwise."""
        whole = self.at(1.0)
        return abs(whole) >= abs(target) - BEYOND and whole * target > 0

    def share_for(self, target: float) -> float:
        """Where it has so much Elo, as near as chance lets it be told."""
        if abs(self.at(1.0)) <= abs(target):
            return 1.0
        for share in FIRST:
            self.at(share)
        for _ in range(TRIES):
            share = self._between(target)
            if abs(self.at(share) - target) <= NEAR:
                break
        return self._between(target)

    def _between(self, target: float) -> float:
        """On the line between the two tried shares that have less and more."""
        shares = sorted(self.tried)
        heights = np.maximum.accumulate([abs(self.tried[one]) for one in shares])
        k = min(max(1, bisect.bisect_left(list(heights), abs(target))), len(shares) - 1)
        low, high = heights[k - 1], heights[k]
        part = (abs(target) - low) / (high - low) if high > low else 0.5
        return float(f"{shares[k - 1] + part * (shares[k] - shares[k - 1]):.5g}")


def _regular() -> Level:
    return Level(REGULAR, 0.0, ERRS)


def _below(arena: Arena) -> Iterator[Level]:
    """Bots that err ever more."""
    curve = arena.curve(ERRS)
    for level in range(REGULAR - 1, LEVELS[0] - 1, -1):
        target = float(STEP * (level - REGULAR))
        if not curve.reaches(target):
            return
        yield Level(level, curve.share_for(target), ERRS)


def _above(arena: Arena, base: Experiment, rollouts: Sequence[int]) -> Iterator[Level]:
    """Each by the fastest bot that reaches it."""
    bots = list(_who_look_ahead(base, rollouts))
    for level in range(REGULAR + 1, LEVELS[-1] + 1):
        target = float(STEP * (level - REGULAR))
        while bots and not arena.curve(bots[0]).reaches(target):
            bots.pop(0)
        if not bots:
            return
        yield Level(level, arena.curve(bots[0]).share_for(target), bots[0])


def _who_look_ahead(base: Experiment, rollouts: Sequence[int]) -> Iterator[str]:
    title: Title = base.title
    yield from map(str, learned_from(title, Seat(best_of(title)), base.players))
    yield from (str(Seat(SEARCH).adding("rollouts", str(n))) for n in rollouts)


def keep(found: Calibrated, file: Path, command: str = "") -> Path:
    """Beside what is kept of other numbers of players."""
    with alone_with(file):
        kept = dict(read_file(file)) if file.is_file() else {}
        kept[found.players] = {one.level: one for one in found.levels}
        told = {players: [*levels.values()] for players, levels in kept.items()}
        return put_or_print(file, sealed_toml(text_of(told, command)))


def find_levels(runner: Runner, title: Title, players: int) -> Mapping[int, Level]:
    """Finds and keeps those of a game that nobody has asked for levels yet, which takes minutes."""
    told = "{title!s} has no levels of skill yet: finding them takes some minutes, once."
    log.info(say(told, title=title.name))
    table = table_for(title, players=players)
    found = calibrate(runner, table, QUICKLY, QUICK_ROLLOUTS)
    keep(found, kept_file(title))
    return {one.level: one for one in found.levels}


def _confirmed(fresh: Arena, one: Level) -> Level:
    """With its Elo on shuffles that did not choose its share."""
    found = fresh.elo(seat_of(one))
    low, high = found.interval()
    games = found.deals * fresh.ring.seatings
    return replace(one, elo=found.value, low=low, high=high, games=games)
