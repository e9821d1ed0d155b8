"""One player among others, in every seat of the same deals: what it wins, deal by deal.

Tuning, exploiting and ladders all ask this of many players at once, and of more deals where it is
close. What a duel shows depends on its line-up, seed and deals alone, not on who plays it when.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Unpack

import numpy as np
from joblib import delayed

from analyses.experiments.batch import in_order
from analyses.experiments.designs import Cell
from analyses.experiments.experiment import Experiment, Wanted, experiment
from analyses.experiments.runner import Runner
from analyses.statistics.estimate import NAN, Estimate, Share
from simulator.errors import UserError
from simulator.match import Match
from simulator.titles import load_title

BLOCK = 512  # games per task
FEWEST = 4  # deals: fewer cannot be halved twice
LineUp = tuple[str, ...]


@dataclass(frozen=True)
class Duel:
    """What a line-up's members did: arrays [deal, seating, member]."""

    line_up: LineUp
    place: np.ndarray
    score: np.ndarray

    @property
    def share(self) -> np.ndarray:
        """The first member's share of the win in each deal; ties are shared."""
        won = self.place == 1
        return (won / np.maximum(won.sum(axis=2, keepdims=True), 1))[:, :, 0].mean(axis=1)

    @property
    def lead(self) -> np.ndarray:
        """By how much it is ahead of the others' mean score in each deal."""
        return (self.score[:, :, 0] - self.score[:, :, 1:].mean(axis=2)).mean(axis=1)

    @property
    def games(self) -> int:
        return self.place.shape[0] * self.place.shape[1]


def among(one: str, others: str, players: int) -> LineUp:
    """One player at a table of another's copies."""
    return (one, *[others] * (players - 1))


def share_of(values: np.ndarray) -> Share:
    return Share(*_over_deals(values))


def difference_of(values: np.ndarray) -> Estimate:
    return Estimate(*_over_deals(values))


def _over_deals(values: np.ndarray) -> tuple[float, float, int]:
    """A mean and its standard error: deals are the sample."""
    n = len(values)
    return float(values.mean()), float(values.std(ddof=1)) / n**0.5 if n > 1 else NAN, n


def together(duels: Sequence[Duel]) -> Duel:
    """The same line-up on more deals."""
    place, score = (np.concatenate([getattr(one, name) for one in duels]) for name in FIELDS)
    return Duel(duels[0].line_up, place, score)


FIELDS = ("place", "score")


def play_duel(match: Match, seed: int, first: int, deals: int) -> Duel:
    """Some deals of a match, its members in the order of the line-up."""
    r, players = match.rotations, len(match.line_up)
    games = match.play(seed, first * r, deals * r)
    who = (np.arange(players) + (np.arange(deals * r) % r)[:, None]) % players
    place, score = games["place"][:, :players], games["points"][:, :players].sum(axis=2)
    seat_of = np.argsort(who, axis=1)
    shape = (deals, r, players)
    names = tuple(player.name for player in match.line_up)
    return Duel(names, *(np.take_along_axis(a, seat_of, 1).reshape(shape) for a in (place, score)))


@dataclass(frozen=True)
class Ring:
    """Where duels are fought: the rules and the seed of an experiment, the workers of a runner."""

    base: Experiment
    runner: Runner

    def __post_init__(self) -> None:
        if self.base.players < 2:
            raise UserError("One player alone has nobody to win against; ask for at least two.")
        if self.base.sides < 2:
            raise UserError(
                f"In {self.base.title} all win or lose together, so nobody is ahead of others;"
                " 'tiltmeter simulate' with --design mirror says how often each strategy wins."
            )

    @property
    def players(self) -> int:
        return self.base.players

    @property
    def even(self) -> float:
        return 1 / self.players

    def deals_for(self, games: int) -> int:
        """So many deals in every seating make at least as many games."""
        return max(FEWEST, -(-games // self.players))

    def share(self, one: str, others: str, deals: range, told: str = "") -> Share:
        """What one wins among the others."""
        (duel,) = self.fight([(among(one, others, self.players), deals)], told)
        return share_of(duel.share)

    def fight(self, wanted: Sequence[tuple[LineUp, range]], told: str = "") -> list[Duel]:
        """Every line-up on its deals, in every seating; the watcher is told of each block."""
        found: list[list[Duel]] = [[] for _ in wanted]
        matches = [self._match(line_up) for line_up, _ in wanted]  # before any thread compiles
        tasks = (delayed(_task)(*task) for task in self._tasks(matches, wanted))
        for k, duel in in_order(tasks, self.runner.workers, "threading"):
            found[k].append(duel)
            self.runner.progress.advanced(duel.games, told or " against ".join(duel.line_up[:2]))
        return [together(parts) for parts in found]

    def _tasks(
        self, matches: Sequence[Match], wanted: Sequence[tuple[LineUp, range]]
    ) -> Iterator[tuple[Any, ...]]:
        """Small enough that no worker waits long for another."""
        for k, (match, (_, deals)) in enumerate(zip(matches, wanted, strict=True)):
            size = _block(match)
            for first in range(deals.start, deals.stop, size):
                yield k, match, self.base.seed, first, min(size, deals.stop - first)

    def length(self, line_up: LineUp, games: int) -> tuple[float, float]:
        """How many moves a game has on average, and how many of them leave a choice."""
        played = self._match(line_up).play(self.base.seed, 0, games)
        moves, forced = played["n_moves"], played["forced"].sum(axis=1)
        return float(moves.mean()), float((moves - forced).mean())

    def _match(self, line_up: LineUp) -> Match:
        """All seatings count as different, so that one among its own copies wins an even share."""
        match = self.base.match(Cell(line_up), "compiled")
        match.rotations = self.players
        return match


def table_for(title: str | Path, **wanted: Unpack[Wanted]) -> Experiment:
    """Rules and seed for duels, of the fewest players that can have one unless said otherwise."""
    if wanted.get("players") is None:
        wanted["players"] = max(2, load_title(title).players[0])
    wanted["games"] = 1
    return experiment(title, **wanted)


def _block(match: Match) -> int:
    """In deals; of players that search, one."""
    slow = match.engine != "compiled" or any(one.mind.settings.any() for one in match.line_up)
    return 1 if slow else max(1, BLOCK // match.rotations)


def _task(k: int, match: Match, seed: int, first: int, deals: int) -> tuple[int, Duel]:
    return k, play_duel(match, seed, first, deals)
