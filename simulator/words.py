"""A title in words: the names of what it counts, and its moves and positions as sentences."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from simulator.telling import tell, tell_count

Sentence = Callable[[Any, Any], str]  # (game, rules)
Outcome = Callable[[Any, int, Any, Any], list[str]]  # (game before a move, move, game, rules)
Mask = Callable[[Any, Any, int], Any]  # (game, rules, seat) -> a copy of the game


def counted(n: int, one: str) -> str:
    """`1 step`, `2,000 steps`, `3 mercenaries`."""
    return f"{n:,} {one if n == 1 else plural(one)}"


def plural(noun: str) -> str:
    """As our nouns have it: -ry becomes -ries."""
    return f"{noun[:-1]}ies" if noun.endswith("ry") else f"{noun}s"


def seat_name(seat: int) -> str:
    """At the table, from 1; where teams play it is one of a team's."""
    return tell("seat {at}", at=seat)


def seat_to_act(seat: int) -> str:
    """From 1; a position has it in its first line."""
    return tell("seat {n} to act", n=seat)


def seat_does(seat: int, deed: str) -> str:
    """A move that was told, or what is told as one, with its seat, from 1."""
    return tell("seat {n} {deed!s}", n=seat, deed=deed)


def seat_has(seat: int, parts: Sequence[str]) -> str:
    """A seat's line of a position."""
    return tell("seat {n}: {parts!s}", n=seat, parts=" | ".join(parts))


def points_told(points: int) -> str:
    return tell_count(int(points), "{n:,} point", "{n:,} points")


def round_heading(game: Any, rules: Any) -> str:
    return tell("Round {n}", n=game.rounds + 1)


def numbered_move(game: Any, rules: Any, move: int) -> str:
    return tell("makes move {n}", n=move)


def points_by_seat(game: Any, rules: Any) -> str:
    seats = range(game.players)
    lines = [seat_has(seat + 1, [points_told(game.points[seat].sum())]) for seat in seats]
    return "\n".join([seat_to_act(game.player + 1), *lines])


def nothing_more(*_: Any) -> list[str]:
    return []


@dataclass(frozen=True)
class Piece:
    """One thing on the table, to be drawn: what nobody may see is no part of it.

    Kinds: a `number`, `money`, a `row` of numbers, `cards`, a `stack` of which only the size is
    known, a
    `board` of cells, a `grid` that is filled, a `track` and a `map`.
    """

    name: str
    seat: int  # from 1; 0: it is the table's
    kind: str
    values: tuple[str, ...] = ()  # as they are called; of a track whose markers stand there
    numbers: tuple[int, ...] = ()  # the same; of a stack how many cards, of a grid what is filled
    least: int = 0
    most: int = 0
    columns: int = 0  # of a board or grid, whose values lie row by row; 0: they lie in no rows
    hexes: int = 0  # 1: every other row lies half a cell to the right
    cells: tuple[str, ...] = ()  # what a board's cells are called
    labels: tuple[str, ...] = ()  # above a grid's columns, or on a track's spaces from 0 on
    lines: tuple[tuple[str, int, int], ...] = ()  # of a map: a colour, from one place to another
    hue: str = ""  # a colour's name


@dataclass(frozen=True)
class Words:
    """Names in the order of the numbers they stand for."""

    sources: tuple[str, ...]  # of points: column `points_…`
    endings: tuple[str, ...]  # why a game ended; the first two: it runs; it hit the round limit
    tallies: tuple[str, ...] = ()  # what players did, counted: column `tally_…`
    laws: tuple[str, ...] = ()  # what `check` checks, from 1
    phases: tuple[str, ...] = ()  # kinds of decisions, by `game.phase`
    heading: Sentence = round_heading  # what begins when a round begins
    move: Callable[[Any, Any, int], str] = numbered_move  # the end of "seat 1 …"
    position: Sentence = points_by_seat  # a line on the table, then one for each seat
    table: Callable[[Any, Any], list[str]] = nothing_more  # what a round's heading leaves out
    meanwhile: Outcome = nothing_more  # what a move brought about, as far as all can see it
    unseen: Outcome = nothing_more  # what else it did, told to its player and to a referee only
    masked: Mask | None = None  # without what a seat cannot see: words tell the copy to that seat
    public: Callable[[Any, Any, int], str] | None = None  # a move as others are told it
    pieces: Callable[[Any, Any], list[Piece]] | None = None  # of a position, all that can be drawn
    places: tuple[tuple[str, float, float, str], ...] = ()  # of a map: name, x, y from 0 to 1, kind
    routes: tuple[tuple[int, int], ...] = ()  # between them
    rounds: str = ""  # what is counted as one, where the rulebook means something else by it
    is_laid_out: bool = False  # each round is told with its position
    tells_gains: bool = False  # what a move pays its player is told after it
