"""Where players are measured: many at once, and on more deals where it is close.

What a duel shows depends on its players, seed and deals alone, not on who plays it when.
"""

import functools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from pathlib import Path
from typing import Unpack

from joblib import delayed

from analyses.experiments.batch import in_order
from analyses.experiments.designs import Cell, LineUp
from analyses.experiments.experiment import (
    Experiment,
    RunOptions,
    engine_for,
    experiment,
    must_be_games,
)
from analyses.experiments.play import DealsToPlay
from analyses.experiments.pool import CHANCE
from analyses.experiments.runner import Runner
from analyses.lab.players.head_to_head import (
    Among,
    Duel,
    MemberResults,
    TwoTables,
    over_deals,
    together,
)
from analyses.lab.players.yardsticks import COMRADES, POINTS, RIVALS, Yardstick
from analyses.language import say
from analyses.statistics.estimate import Estimate, Share
from simulator.match import Match
from simulator.titles import Title, load_title
from strategies.mixing import looks_ahead
from strategies.seat import Seat

BLOCK = 512  # games per task
ON_A_GPU = 8192  # deals per task there
FEWEST = 4  # deals: fewer cannot be halved twice
PROBE = 200  # games of chance that say whether one player alone can lose
Table = tuple[LineUp, range]  # who sits there, and the deals they play
Meeting = tuple[Seat, Seat, range]  # one player, another, and the deals they meet on


def among(one: Seat, others: Seat, players: int) -> LineUp:
    """One player at a table of another's copies."""
    return (one, *[others] * (players - 1))


def play_duel(plan: DealsToPlay) -> MemberResults:
    """Some deals of a match, its members in the order of the line-up."""
    played = plan.play()
    names = tuple(player.name for player in plan.match.line_up)
    return MemberResults(names, *map(played.by_member, (played.place, played.score)))


@dataclass(frozen=True)
class Ring:
    """Where rivals meet: the rules and the seed of an experiment, the workers of a runner."""

    base: Experiment
    runner: Runner

    @property
    def players(self) -> int:
        return self.base.players

    @property
    def by(self) -> Yardstick:
        return RIVALS

    @property
    def seatings(self) -> int:
        """All count as different, so that one among its own copies wins an even share."""
        return self.players

    def deals_for(self, games: int) -> int:
        """So many deals in every seating make at least as many games."""
        must_be_games(games)
        return max(FEWEST, -(-games // self.seatings))

    def games(self, wanted: Sequence[Meeting]) -> int:
        """That a fight takes."""
        return sum(len(deals) for _, deals in self.tables(wanted)) * self.seatings

    def pairs(self, names: Sequence[Seat]) -> list[tuple[Seat, Seat]]:
        """Who meets whom on a ladder: each among each other; of two players each pair once."""
        return list(combinations(names, 2) if self.players == 2 else permutations(names, 2))

    def own(self, duels: Sequence[Duel]) -> Estimate:
        """What the other of these duels reaches by itself; of no deals, if by design."""
        return Share(1 / self.players, 0.0, 0)

    def tables(self, wanted: Sequence[Meeting]) -> list[Table]:
        """Where they sit."""
        return [(among(one, other, self.players), deals) for one, other, deals in wanted]

    def fight(self, wanted: Sequence[Meeting], told: str = "") -> Sequence[Duel]:
        """Each one and the other on its deals; the watcher is told of each block."""
        return [Among(played) for played in self._play(self.tables(wanted), told)]

    def _play(self, wanted: Sequence[Table], told: str) -> list[MemberResults]:
        """Every line-up on its deals, in every seating."""
        found: list[list[MemberResults]] = [[] for _ in wanted]
        matches = [self._match(*table) for table in wanted]  # before any thread compiles
        tasks = (delayed(_task)(*task) for task in self._tasks(matches, wanted))
        for k, played in in_order(tasks, self.runner.workers, "threading"):
            found[k].append(played)
            names = dict.fromkeys(played.line_up)
            self.runner.progress.advanced(played.games, told or _met(names))
        return [together(parts) for parts in found]

    def _tasks(
        self, matches: Sequence[Match], wanted: Sequence[Table]
    ) -> Iterator[tuple[int, DealsToPlay]]:
        """Small enough that no worker waits long for another."""
        for k, (match, (_, deals)) in enumerate(zip(matches, wanted, strict=True)):
            size = _block(match)
            for first in range(deals.start, deals.stop, size):
                its = range(first, min(first + size, deals.stop))
                yield k, DealsToPlay(match, self.base.seed, its)

    def length(self, name: Seat, games: int) -> tuple[float, float]:
        """How many moves a game of a player has on average, and how many of them leave a choice."""
        match = self._match(among(name, name, self.players), range(games))
        played = DealsToPlay(match, self.base.seed, range(-(-games // match.rotations))).play()
        moves, choices = played.ends["n_moves"][:games], played.choices[:games]
        return float(moves.mean()), float(choices.mean())

    def _match(self, line_up: LineUp, deals: range) -> Match:
        cell = Cell(line_up)
        asked = replace(self.base, cells=(cell,), games=len(deals) * self.seatings)
        match = self.base.match(cell, engine_for(asked, self.runner.engine))
        match.rotations = self.seatings
        return match


@dataclass(frozen=True)
class Company(Ring):
    """Where all are one side: two tables of comrades, or one player after another."""

    @functools.cached_property
    def by(self) -> Yardstick:
        """Games won; points, if one player alone has nothing to lose."""
        if self.base.title.is_cooperative:
            return COMRADES
        by_chance = self._match(self._filled(Seat(CHANCE)), range(PROBE))
        played = DealsToPlay(by_chance, self.base.seed, range(PROBE)).play()
        return COMRADES if (played.ends["place"] > 1).any() else POINTS

    @property
    def seatings(self) -> int:
        return 1

    def pairs(self, names: Sequence[Seat]) -> list[tuple[Seat, Seat]]:
        """Each beside the last."""
        return [(name, names[-1]) for name in names[:-1]]

    def own(self, duels: Sequence[Duel]) -> Estimate:
        return self.by.kind(*over_deals(duels[0].par))

    def tables(self, wanted: Sequence[Meeting]) -> list[Table]:
        """Nobody plays the same deals twice."""
        whole = [(self._filled(name), deals) for *pair, deals in wanted for name in pair]
        return list(dict.fromkeys(whole))

    def fight(self, wanted: Sequence[Meeting], told: str = "") -> Sequence[Duel]:
        tables = self.tables(wanted)
        played = dict(zip(tables, self._play(tables, told), strict=True))

        def of(name: Seat, deals: range) -> MemberResults:
            return played[self._filled(name), deals]

        return [
            TwoTables(self.by, of(one, deals), of(other, deals)) for one, other, deals in wanted
        ]

    def _filled(self, name: Seat) -> LineUp:
        return (name,) * self.players


def ring_for(base: Experiment, runner: Runner) -> Ring:
    """Where the players of an experiment are measured: against each other, or together."""
    return Ring(base, runner) if base.sides > 1 else Company(base, runner)


def table_for(title: str | Path | Title, **wanted: Unpack[RunOptions]) -> Experiment:
    """Rules and seed for duels, of two players, or whoever comes nearest, unless said otherwise."""
    title = load_title(title)
    if wanted.get("players") is None:
        wanted["players"] = min(title.players, key=lambda n: abs(n - 2))
    wanted["games"] = 1
    return experiment(title, **wanted)


def _block(match: Match) -> int:
    """In deals; of players that search, one, but on a GPU, which plays many at once."""
    if match.engine == "cuda":
        return ON_A_GPU
    slow = match.engine != "compiled" or any(looks_ahead(one.mind) for one in match.line_up)
    return 1 if slow else max(1, BLOCK // match.rotations)


def _task(k: int, plan: DealsToPlay) -> tuple[int, MemberResults]:
    return k, play_duel(plan)


def _met(names: Iterable[str]) -> str:
    """'greedy against random'; of a bot that is alone, its name."""
    first, *others = names
    return say("{one!s} against {other!s}", one=first, other=others[0]) if others else first
