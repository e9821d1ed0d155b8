"""Tunes the weights of a strategy, and says on deals it never saw whether that made it better."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from analyses.experiments.experiment import Experiment, players_told
from analyses.experiments.pool import CHANCE, pool_of
from analyses.experiments.runner import Runner
from analyses.findings.finding import whole_percent, whole_told
from analyses.lab.players.climbing import Climb, climb
from analyses.lab.players.tournament import Ring, ring_for
from analyses.lab.players.weights import free_weights, space_of, weights_of
from analyses.lab.players.yardsticks import Shown
from analyses.language import count, say
from simulator.doors import by_door, setting
from simulator.errors import UserError
from simulator.titles import Title
from strategies.registry import spelled_out, strategy_called
from strategies.seat import Seat
from strategies.weights_file import write_weights

GAMES, GENERATIONS, CONFIRM = 1600, 40, 20_000

log = logging.getLogger("tiltmeter")


@dataclass(frozen=True)
class Tuned:
    """What became of a strategy's weights, and what that is worth beside the untuned ones."""

    title: Title
    players: int
    before: Seat  # the untuned one
    after: Seat  # the tuned one
    weights: Mapping[str, float | str]  # all of them, tuned or not
    generations: int  # that were played
    games: int  # per evaluation
    seed: int
    confirmed: Shown

    @property
    def is_better(self) -> bool:
        return self.confirmed.is_better

    @property
    def sentence(self) -> str:
        """Whether it became better; then with how many players, and on how many shuffles."""
        found = "No better weights found: the tuned bot {reached!s}."
        if self.is_better:
            found = "Better weights found: the tuned bot {reached!s}."
        tested = count(
            self.confirmed.deals,
            "Tuned: {bot!s} with {players}; tested on {n:,} shuffle that tuning never saw.",
            "Tuned: {bot!s} with {players}; tested on {n:,} shuffles that tuning never saw.",
            bot=str(self.before),
            players=players_told(self.title, self.players),
        )
        return f"{say(found, reached=self._told)} {tested}"

    @property
    def _told(self) -> str:
        """'wins 57% (54–60%) against the old one'."""
        if not self.confirmed.by.has_rivals:
            return self.confirmed.told
        return count(
            self.players - 1,
            "wins {share} against the old one; a fair share is {fair}",
            "wins {share} against {n} old ones; a fair share is {fair}",
            share=whole_told(self.confirmed.one),
            fair=whole_percent(self.confirmed.par.value),
        )

    def found(self, command: str) -> dict[str, Any]:
        """Where its weights come from, as their file says it."""
        shown = {key: round(value, 4) for key, value in self.confirmed.as_json().items()}
        return {
            "command": command,
            "seed": self.seed,
            "games": self.games,
            "generations": self.generations,
            "before": str(self.before),
            "measure": self.confirmed.by.name,
            **shown,
            "deals": self.confirmed.deals,
        }

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.title.name,
            "players": self.players,
            "after": str(self.after),
            "weights": dict(self.weights),
            "is_better": self.is_better,
            **self.found(""),
        }


@dataclass(frozen=True)
class Tuning:
    """What is asked: which weights, against whom, how long."""

    strategy: str | Seat
    weights: Sequence[str] = ()  # unless some are named, all but those of a style's commitment
    against: Sequence[str] | None = None  # beside the untuned one; None: those shipped
    games: int = GAMES  # of a candidate that comes through
    generations: int = GENERATIONS
    confirm: int = CONFIRM  # games of the match at the end

    @property
    def name(self) -> str:
        """Of the strategy, without settings or file."""
        return Seat.parse(self.strategy).name

    def __post_init__(self) -> None:
        for name in ("games", "generations", "confirm"):
            if getattr(self, name) < 1:
                raise UserError(f"--{name} must be at least 1, not {getattr(self, name)}.")


def tune(runner: Runner, base: Experiment, asked: Tuning) -> Tuned:
    """Of one number of players; whoever stops it has what was found so far confirmed."""
    ring, title = ring_for(base, runner), base.title
    before = spelled_out(title, asked.strategy, base.players)
    only = asked.weights or free_weights(title, before)
    space = space_of(title, before, base.players, only)
    opponents = (before, *_pool(ring, title, before, asked.against))
    plan = Climb(space, opponents, ring.deals_for(asked.games), asked.generations)
    fresh = range(plan.end, plan.end + ring.deals_for(asked.confirm))
    runner.progress.begun(plan.games(ring) + ring.games([(Seat("tuned"), before, fresh)]), 0)
    try:
        point, done = _best(ring, plan)
        after = space.seat_at(point)
        confirmed = _confirmed(ring, after, before, fresh)
    finally:
        runner.progress.ended()
    weights = _written(title, after, base.players)
    return Tuned(title, base.players, before, after, weights, done, asked.games, base.seed,
                 confirmed)  # fmt: skip


def _best(ring: Ring, plan: Climb) -> tuple[np.ndarray, int]:
    """Where the search came to, and after how many generations."""
    point, done = plan.space.start, 0
    try:
        for point in climb(ring, plan):  # noqa: B007
            done += 1
    except KeyboardInterrupt:
        if not done:
            raise
        told = "Stopped after generation {n} of {of}; what was found so far is confirmed now."
        log.warning(say(told, n=done, of=plan.generations))
    return point, done


def _confirmed(ring: Ring, after: Seat, before: Seat, deals: range) -> Shown:
    try:
        (duel,) = ring.fight([(after, before, deals)], say("confirming"))
    except KeyboardInterrupt:
        log.warning(say("Not confirmed, and not kept: {bot!s}", bot=after))
        raise
    return duel.shown()


def _pool(ring: Ring, title: Title, before: Seat, against: Sequence[str] | None) -> list[Seat]:
    """Whom it meets beside itself: those named, or the title's own strategies."""
    if not ring.by.has_rivals:
        if against:
            raise UserError(
                f"This game has no opponents, so {setting('against')} has nobody to name."
            )
        return []
    if against is None:
        return [one for one in pool_of(title) if one.name not in (CHANCE, before.name)]
    return [spelled_out(title, words, ring.players) for words in against]


def _written(title: Title, who: Seat, players: int) -> dict[str, float | str]:
    """Every weight of a seat, by name where it is chosen by name."""
    names = strategy_called(title, who.name).names
    return {
        key: names[key][int(value)] if key in names else value
        for key, value in weights_of(title, who, players).items()
    }


def keep_better(found: Sequence[Tuned], file: Path, command: str, all_of_them: bool) -> None:
    """Writes weights that are better, or all, into a file that `strategy@file` names."""
    kept = [one for one in found if one.is_better or all_of_them]
    entries = {one.players: {"weights": one.weights, "found": one.found(command)} for one in kept}
    if kept:
        write_weights(file, kept[0].title.name, kept[0].before.name, entries)
        log.info(say("Written: {file!s}", file=str(file)))
    else:
        told = "Nothing better was found, so {file!s} is not written; {keep!s} writes it."
        log.warning(say(told, file=str(file), keep=by_door("--keep", "keep=True")))
