"""Choices of a strategy, examined: a sample of them, each beside the best other move seen."""

import logging
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
from joblib import delayed

from analyses.experiments.batch import in_order
from analyses.experiments.experiment import Experiment
from analyses.experiments.positions import as_running, row_after
from analyses.experiments.runner import Runner
from analyses.language import say
from analyses.statistics.estimate import Estimate, Exactly, Quantity
from simulator import user_files
from simulator.doors import setting
from simulator.errors import UserError
from simulator.kernel import declare, new, plain
from simulator.loop import begin
from simulator.match import Match, kernel_types
from strategies import search
from strategies.registry import strategy_called

PER_GAME = 4  # choices examined of a game: enough of each, and enough games for intervals
LEAST = 2 * search.FEWEST  # rollouts that a search of two moves and its check need
BY_CHANCE = 0.05  # of choices whose moves are all as good: so many seem to have a better one

log = logging.getLogger("tiltmeter")


@dataclass(frozen=True)
class Draw:
    """A choice to be examined, by its place among all choices of its game."""

    number: int  # of the game
    place: int
    weight: int  # it stands for so many choices


@dataclass(frozen=True)
class Examined:
    """What a better move would have brought the seat, as fresh re-dealt copies show it.

    A move is taken for better if it is ahead by more than chance explains among so many; if none
    is, the choice gives away nothing that the rollouts can see.
    """

    draw: Draw
    game: Any  # the position
    own: int  # the move made
    better: int  # the same, if nothing better was seen
    won: Quantity  # in win share
    lead: Quantity  # in points of lead

    @property
    def is_confirmed(self) -> bool:
        """Fresh copies show that the other move is better too."""
        return self.won.interval().low > 0

    @property
    def decision(self) -> int:
        """Its number among all decisions of the game, from 1."""
        return int(self.game.n_moves) + 1


@dataclass(frozen=True)
class Examination:
    """A sample of the choices in some games, every seat played by one strategy."""

    match: Match
    games: int
    choices: int  # in all these games
    rollouts: int
    examined: tuple[Examined, ...]


def games_for(choices: int) -> int:
    """So many games are played for a sample of choices; two at least, so that games can differ."""
    return max(2, math.ceil(choices / PER_GAME))


def examine(runner: Runner, one: Experiment, choices: int, rollouts: int) -> Examination:
    """Plays the games of an experiment and looks deeply at some choices of its strategy."""
    must_be_enough(choices, rollouts)
    must_be_coachable(one)
    match = compiled(one.match(one.cells[0], "compiled"))
    table = ExamineTable(match, one.seed, one.games, rollouts)
    counts = choices_in(table.ends)
    draws = drawn(counts, choices, one.seed)
    found = watched(runner, [delayed(table.examine)(draw) for draw in draws])
    return Examination(match, one.games, int(counts.sum()), rollouts, tuple(found))


def must_be_enough(choices: int, rollouts: int) -> None:
    for name, least, asked in (("choices", 1, choices), ("rollouts", LEAST, rollouts)):
        if asked < least:
            raise UserError(f"{setting(name)} must be at least {least}, not {asked}.")


def compiled(match: Match) -> Match:
    if match.engine != "compiled":
        raise UserError(
            "The coach plays each position thousands of times, so it needs a compiled strategy."
        )
    return match


def must_be_coachable(one: Experiment) -> None:
    """One strategy in every seat, which plays what it rates highest and does not search itself."""
    if len(one.strategies) > 1 or len(one.cells) > 1:
        raise UserError(
            f"The coach watches one bot in every seat; give {setting('strategies')} a single one."
        )
    who = one.seats[0]
    if strategy_called(one.title, who.name).based:
        raise UserError(
            f"'{who}' is a look-ahead bot, which is what the coach examines others with; name a"
            " strategy that does not search."
        )
    for name in ("temperature", "likes"):
        if who.get(name):
            raise UserError(f"The coach takes no '{name}': it examines what is rated highest.")


def choices_in(games: np.ndarray) -> np.ndarray:
    """Of each game, how many decisions had more than one legal move."""
    return games["n_moves"] - games["forced"].sum(axis=1)


def drawn(counts: np.ndarray, n: int, seed: int) -> list[Draw]:
    """Cuts the choices of all games, in a row, into n equal pieces, and takes one of each."""
    after = np.cumsum(counts)
    if not after[-1]:
        raise UserError("No decision of these games leaves a choice, so there is none to examine.")
    edges = np.linspace(0, after[-1], min(n, after[-1]) + 1).astype(int)
    sizes = np.diff(edges)
    at = edges[:-1] + np.random.default_rng(seed).integers(sizes)
    numbers = np.searchsorted(after, at, side="right")
    places = at - (after - counts)[numbers]
    return [Draw(*map(int, row)) for row in zip(numbers, places, sizes, strict=True)]


def watched(runner: Runner, tasks: Sequence[Any]) -> Iterator[Examined]:
    """In the order of the tasks, whoever is done first."""
    better = 0
    runner.progress.begun(len(tasks), 0)
    try:
        for done, one in enumerate(in_order(iter(tasks), runner.workers, "threading"), 1):
            better += one.is_confirmed
            runner.progress.advanced(1, f"a better move in {better} of {done}")
            yield one
    except Exception as error:
        raise user_files.told(error) or error from None
    finally:
        runner.progress.ended()


def caution_among(others: int) -> float:
    """The standard errors by which one of so many moves must be ahead (Bonferroni)."""
    return NormalDist().inv_cdf(1 - BY_CHANCE / others)


class DeepLook:
    """A look at single choices with so many rollouts, by a bot that plays every seat on."""

    def __init__(self, match: Match, rollouts: int) -> None:
        player = match.line_up[0]
        told = "Compiling what examines {bot!s}, unless it is kept; this can take a while …"
        log.info(say(told, bot=player.name))
        looking = search.looking(match.title, player.look, player.rate)
        self.match, self.mind = match, player.mind.copy()
        self.look = declare(looking, *kernel_types(match.title)["look"])
        settings = search.SETTINGS | {"rollouts": rollouts, "confirm": rollouts // 2}
        self.mind.settings[: len(settings)] = list(settings.values())

    def at(self, draw: Draw, game: Any, own: int | None = None) -> Examined:
        """What a better move than this one, or than the bot's own, would have brought."""
        mind = self.mind.copy()
        mind.settings[search.S.caution] = caution_among(self.moves(game) - 1)
        if own is not None:
            mind.asked = search.ASKED + own
        self.look(game, self.match.rules, mind)
        found = search.found(mind)
        if not found.copies:
            return Examined(draw, game, found.own, found.own, Exactly(0.0), Exactly(0.0))
        won, lead = (Estimate(*mean, found.copies) for mean in (found.won, found.lead))
        return Examined(draw, game, found.own, found.better, won, lead)

    def moves(self, game: Any) -> int:
        """How many legal ones there are, at most as many as a search tries."""
        return min(len(self.match.moves(game)), int(search.SETTINGS["candidates"]))


class ExamineTable:
    """Where games of a seed are laid out once more, and looked at with so many rollouts."""

    def __init__(self, match: Match, seed: int, games: int, rollouts: int) -> None:
        match = match.by_seats()
        self.deep = DeepLook(match, rollouts)
        self.match, self.seed, self.ends = match, seed, match.play(seed, 0, games)

    def examine(self, draw: Draw) -> Examined:
        """One task, for any thread."""
        return self.deep.at(draw, self.position(draw))

    def position(self, draw: Draw) -> Any:
        """The position before a choice; after how many moves it came is found by halving."""
        first, last = draw.place, draw.place + self.ends[draw.number]["forced"].sum()
        while first < last:
            middle = (first + last) // 2
            if choices_in(self.after(draw.number, middle + 1))[0] > draw.place:
                last = middle
            else:
                first = middle + 1
        if first == 0:
            return self.opening(draw.number)
        (row,) = self.after(draw.number, first)
        return as_running(self.match.title, row)

    def opening(self, number: int) -> Any:
        """A game before its first move."""
        game = new(self.match.title.Game)
        plain(begin)(game, len(self.match.seating), self.seed, number)
        game.never[: game.players] = self.deep.mind.never
        plain(self.match.title.setup)(game, self.match.rules)
        return game

    def after(self, number: int, moves: int) -> np.ndarray:
        """A game cut off after so many moves, or at its end."""
        return row_after(self.match, self.seed, number, moves)
