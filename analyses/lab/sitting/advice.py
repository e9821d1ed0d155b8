"""What bots would do in a person's place: their ratings, what these consist of, a look ahead."""

import logging
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from analyses.experiments.pool import SEARCH, best_of
from analyses.language import say
from simulator.kernel import NotCompiled
from simulator.match import Match, Player
from simulator.titles import Title
from strategies.registry import seat, strategy_called
from strategies.seat import Seat

ROLLOUTS = 400  # of the look ahead: a second or so
SHOWN = 6  # moves of a bot's list
REASONS = 3  # parts of a rating, the largest
SMALLEST = 0.005  # part that is told

log = logging.getLogger("tiltmeter")


@dataclass(frozen=True)
class Rated:
    """A move, as a bot rates it."""

    number: int  # of the move among all, from 1
    told: str
    rating: float
    parts: tuple[tuple[str, float], ...]  # by the bot's weights, the largest first


@dataclass(frozen=True)
class Opinion:
    """All moves of a decision, as one bot rates them, the best first."""

    bot: str
    moves: tuple[Rated, ...]


@dataclass(frozen=True)
class Advice:
    """What each bot thinks, and what one that looks ahead would do; None if it cannot."""

    opinions: tuple[Opinion, ...]
    ahead: Rated | None
    is_clear: bool  # the look ahead prefers its move clearly to that of the default bot
    looks: bool = True  # whether a look ahead was asked for

    def lines(self) -> Iterator[str]:
        """In words."""
        for one in self.opinions:
            text = "The bot {bot!s} would choose {number}. Its ratings:"
            yield say(text, bot=one.bot, number=one.moves[0].number)
            yield from (_line(rated) for rated in one.moves[:SHOWN])
            if len(one.moves) > SHOWN:
                yield f"            {say('and {n} more', n=len(one.moves) - SHOWN)}"
        if self.ahead is None and self.looks:
            yield say("No bot looks ahead here: the rules of this game cannot be compiled.")
        if self.ahead is None:
            return
        text = "A look-ahead bot ({rollouts} rollouts) would choose {number}:"
        yield say(text, rollouts=ROLLOUTS, number=self.ahead.number)
        text = "{move!s}; it found nothing clearly better than the bot's own move"
        if self.is_clear:
            text = "{move!s}; it found clearly better than the bot's own move"
        yield f"            {say(text, move=self.ahead.told)}"


def _line(rated: Rated) -> str:
    parts = ", ".join(f"{name.replace('_', ' ')} {value:+.2f}" for name, value in rated.parts)
    why = f"  ({parts})" if parts else ""
    return f"  {rated.rating:z8.2f}  {rated.number:>3} {rated.told}{why}"


def advise_on(
    match: Match, game: Any, moves: Sequence[int], told: Sequence[str], looks: bool = True
) -> Advice:
    """Of a position in which nothing is left that the seat to act cannot see."""
    default = Seat(best_of(match.title))
    names = [default, *(Seat.parse(player.name) for player in match.line_up)]
    asked = [one for one in dict.fromkeys(names) if not _looks_ahead(match.title, one)]
    opinions = tuple(_opinion(match, game, one, told) for one in asked)
    ratings = _ahead(match, game, default) if looks else []
    if not ratings:
        return Advice(opinions, None, False, looks)
    best = max(range(len(moves)), key=lambda k: (ratings[k], -k))
    ahead = Rated(best + 1, told[best], ratings[best], ())
    return Advice(opinions, ahead, ratings[best] > 0)


def _looks_ahead(title: Title, one: Seat) -> bool:
    return strategy_called(title, one.name).based


def _opinion(match: Match, game: Any, bot: Seat, told: Sequence[str]) -> Opinion:
    player = seat(match.title, bot, len(match.line_up))
    ratings = _ratings(match, player, game)
    parts = _parts(match, player, bot, game, ratings)
    rated = [Rated(k + 1, told[k], one, _largest(parts, k)) for k, one in enumerate(ratings)]
    return Opinion(str(bot), tuple(sorted(rated, key=lambda one: (-one.rating, one.number))))


def _table(match: Match, player: Player, engine: str) -> Match:
    """The same table with one player in every seat."""
    return Match(match.title, match.rules, [player] * len(match.line_up), engine, log.info)


def _ratings(match: Match, player: Player, game: Any) -> list[float]:
    return _table(match, player, "python").ratings(game)


def _parts(
    match: Match, player: Player, bot: Seat, game: Any, ratings: Sequence[float]
) -> dict[str, list[float]]:
    """What each weight adds to every rating: the rating less the one without it.

    What it adds to all of them alike tells nobody why one move is rated higher.
    """
    parts, weights = {}, strategy_called(match.title, bot.name).weights
    for k, name in enumerate(weights):
        if player.mind.weights[k]:
            mind = player.mind.copy()
            mind.weights[k] = 0.0
            without = _ratings_or_none(match, replace(player, mind=mind), game)
            if without is None:
                continue
            added = [one - other for one, other in zip(ratings, without, strict=True)]
            if max(added) - min(added) >= SMALLEST:
                parts[name] = added
    return parts


def _ratings_or_none(match: Match, player: Player, game: Any) -> list[float] | None:
    """Nothing where a bot cannot rate without a weight, as one that it divides by."""
    try:
        ratings = _ratings(match, player, game)
    except ArithmeticError:
        return None
    return ratings if all(map(math.isfinite, ratings)) else None


def _largest(parts: Mapping[str, Sequence[float]], k: int) -> tuple[tuple[str, float], ...]:
    """The reasons that move a rating most."""
    told = [(name, values[k]) for name, values in parts.items() if abs(values[k]) >= SMALLEST]
    return tuple(sorted(told, key=lambda one: -abs(one[1]))[:REASONS])


def _ahead(match: Match, game: Any, base: Seat) -> list[float]:
    """How a search rates the moves; nothing where it would have to play in plain Python."""
    words = Seat(SEARCH).adding("base", base.name).adding("rollouts", str(ROLLOUTS))
    player = seat(match.title, words, len(match.line_up))
    try:
        table = _table(match, player, "mixed")
    except NotCompiled:
        return []
    return [] if table.engine == "python" else table.ratings(game)
