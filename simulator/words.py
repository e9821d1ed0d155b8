"""A title in words: the names of what it counts, and its moves and positions as sentences."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Sentence = Callable[[Any, Any], str]  # (game, rules)


def round_heading(game: Any, rules: Any) -> str:
    return f"Round {game.rounds + 1}"


def numbered_move(game: Any, rules: Any, move: int) -> str:
    return f"makes move {move}"


def points_by_seat(game: Any, rules: Any) -> str:
    seats = (f"seat {seat + 1}: {game.points[seat].sum()} points" for seat in range(game.players))
    return "\n".join([f"seat {game.player + 1} to act", *seats])


def nothing_between(game: Any, rules: Any) -> list[str]:
    return []


@dataclass(frozen=True)
class Words:
    """Names in the order of the numbers they stand for."""

    sources: tuple[str, ...]  # of points: column `points_…`
    endings: tuple[str, ...]  # why a game ended; the first two: it runs; it was cut off
    tallies: tuple[str, ...] = ()  # what players did, counted: column `tally_…`
    laws: tuple[str, ...] = ()  # what `check` checks, from 1
    phases: tuple[str, ...] = ()  # kinds of decisions, by `game.phase`
    heading: Sentence = round_heading  # what begins when a round begins
    move: Callable[[Any, Any, int], str] = numbered_move  # the end of "seat 1 …"
    position: Sentence = points_by_seat  # a line on the table, then one for each seat
    meanwhile: Callable[[Any, Any], list[str]] = nothing_between  # what happened without a move
    rounds: str = ""  # what is counted as one, where the rulebook means something else by it
    is_laid_out: bool = False  # each round is told with its position
    tells_gains: bool = False  # what a move pays its player is told after it
