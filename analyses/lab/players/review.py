"""A kept game of people, reviewed: what each of their choices gave away, by a deep look at it."""

import math
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from joblib import delayed

from analyses.experiments.pool import best_of
from analyses.experiments.positions import as_running
from analyses.experiments.runner import Runner
from analyses.lab.players.coach import Blunder, told_of, worst_among
from analyses.lab.players.examine import (
    DeepLook,
    Draw,
    Examined,
    compiled,
    must_be_enough,
    watched,
)
from analyses.lab.sitting.record import Record
from analyses.lab.sitting.sitting import PlayedStory, played_story
from analyses.language import count, say
from analyses.statistics.estimate import Estimate
from simulator.errors import UserError
from simulator.match import Match
from simulator.titles import Title, spoken
from strategies.registry import seat, strategy_called
from strategies.seat import Seat


@dataclass(frozen=True)
class Reviewed:
    """Every choice that people had in a game, and the moves that cost most."""

    record: Record
    bot: str  # who played on
    rollouts: int
    examined: tuple[Examined, ...]
    worst: tuple[Blunder, ...]

    @property
    def sentences(self) -> list[str]:
        """Of each person how many moves were mistakes, and what they cost together."""
        told = [told for one in self.record.people for told in self._of_seat(one)]
        return [*told, *self._not_listed()]

    def _not_listed(self) -> Iterator[str]:
        """Why fewer moves are listed than counted: the worst of many must be clear as such."""
        if left := sum(one.is_confirmed for one in self.examined) - len(self.worst):
            yield count(
                left,
                "{n:,} more is not listed: it cost less, or is not clear among so many.",
                "{n:,} more are not listed: they cost less, or are not clear among so many.",
            )

    def _of_seat(self, number: int) -> Iterator[str]:
        own = [one for one in self.examined if int(one.game.player) + 1 == number]
        better = [one for one in own if one.is_confirmed]
        yield count(
            len(own),
            "Seat {at} had {n:,} choice; a better move was confirmed in {better:,}.",
            "Seat {at} had {n:,} choices; a better move was confirmed in {better:,}.",
            at=number,
            better=len(better),
        )
        if better:
            given = given_away(own)
            yield say(
                "In all, seat {at} gave away {won:.1f} ± {reach:.1f} points of win chance.",
                at=number,
                won=100 * given.value,
                reach=50 * (given.interval().high - given.interval().low),
            )

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.record.title,
            "record": self.record.name,
            "bot": self.bot,
            "rollouts": self.rollouts,
            "choices": len(self.examined),
            "sentences": self.sentences,
            "worst": [one.as_json() for one in self.worst],
        }


def given_away(examined: Sequence[Examined]) -> Estimate:
    """What all choices gave away together, each changed alone."""
    seen = [one.won for one in examined if isinstance(one.won, Estimate)]
    error = math.hypot(*(one.error for one in seen))
    return Estimate(sum(one.value for one in seen), error, min(one.deals for one in seen))


def review(runner: Runner, title: Title, file: Path, bot: str, rollouts: int) -> Reviewed:
    """Looks at every choice of a person in a finished game."""
    story = played_story(title, file)
    return review_of(runner, story, bot, rollouts, lambda one: _command(story, one, file))


def review_of(
    runner: Runner, story: PlayedStory, bot: str, rollouts: int, command: Callable[[Examined], str]
) -> Reviewed:
    """The same of a game that is known; `command` tells it from a choice on."""
    must_be_enough(1, rollouts)
    deep = DeepLook(_table(story, Seat.parse(bot or best_of(story.match.title))), rollouts)
    tasks = [delayed(deep.at)(draw, game, own) for draw, game, own in choices_of(story)]
    examined = tuple(watched(runner, tasks))

    def told(one: Examined) -> Blunder:
        return told_of(deep.match, one, len(examined), command(one))

    worst = worst_among(examined, told)
    return Reviewed(story.record, deep.match.line_up[0].name, rollouts, examined, worst)


def _table(story: PlayedStory, bot: Seat) -> Match:
    """The same table with one bot in every seat, which plays the rollouts."""
    title, players = story.match.title, story.record.players
    if strategy_called(title, bot.name).based:
        raise UserError(f"'{bot}' looks ahead itself; name a bot that does not.")
    player = seat(title, bot, players)
    return compiled(Match(title, story.match.rules, [player] * players))


def choices_of(story: PlayedStory) -> Iterator[tuple[Draw, Any, int]]:
    """Each choice of a person, the position before it and the move that was made."""
    people = {seat - 1 for seat in story.record.people}
    for decision in story.decisions():
        is_theirs = decision.game.n_moves >= story.record.taken_over
        if is_theirs and len(decision.moves) > 1 and int(decision.game.player) in people:
            draw = Draw(story.number, int(decision.game.n_moves), 1)
            yield draw, as_running(story.match.title, decision.game), decision.move


def _command(story: PlayedStory, one: Examined, file: Path) -> str:
    """The command that tells the game from a choice on."""
    words = ["tiltmeter", "play", spoken(story.match.title.name), "--record", str(file)]
    return shlex.join([*words, "--at", str(one.decision)])
