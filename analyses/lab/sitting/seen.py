"""What a seat is shown of a game: words that stay the same when only hidden things differ.

A title may mask a position itself (`Words.masked`). Of all others the words of a position are held
against those of copies on which what the seat cannot see is dealt anew: what differs is not shown.
"""

import functools
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from analyses.experiments.film import without_nothing
from simulator.conformance import whimsical
from simulator.kernel import plain
from simulator.match import Match
from simulator.telling import tell
from simulator.words import nothing_more, seat_does
from strategies.sight import NOT_TOLD, SEED, Eyes

COPIES = 80  # what is hidden and looks alike on all of them is as good as known
REMEMBERED = 3  # positions: a move is told after the next position was looked at
LAYERS = ("\n", " | ", ", ", " ")  # of a text, from lines to words
HIDDEN = "?"  # in the place of words that a seat cannot know
SECRET = "makes a choice that you cannot see"
LEARNED_IN = 3  # random games, from which secret moves are known where there was no other
COMPARED = 12  # moves that another one is held against


class SeatView:
    """Where one seat sits; all that it is shown goes through here."""

    def __init__(self, match: Match, seat: int, secrets: "SecretMoves") -> None:
        self.match, self.seat, self.secrets = match, seat, secrets
        self.words, self.rules = match.title.words, match.rules
        self._looked: dict[bytes, list[Any]] = {}

    def imagined(self, game: Any, copies: int = COPIES) -> list[Any]:
        """The game with all that this seat cannot see dealt anew; no copies where all lies open."""
        return [one for one in self._dealt_anew(game, copies) if _differ(one, game)]

    def one_imagined(self, game: Any) -> Any:
        """A game that this seat could be in, with other dice and shuffles to come."""
        return self._dealt_anew(game, 1)[0]

    def _dealt_anew(self, game: Any, copies: int) -> list[Any]:
        stream, made = np.full(1, 1 + int(game.n_moves), np.uint64), []
        for _ in range(copies):
            other = game.copy()
            redeal_of(self.match)(other, self.rules, self.seat, stream)
            made.append(other)
        return made

    def screen(self, game: Any, moves: Sequence[int]) -> tuple[str, list[str]]:
        """The position, and each move that may be made."""
        games = self._alike(game)
        position = in_common([self.words.position(one, self.rules) for one in games])
        return position, [in_common([self._move(one, m) for one in games]) for m in moves]

    def pieces(self, game: Any) -> list[Any]:
        """What lies on the table as things to draw, in plain values."""
        if self.words.pieces is None:
            return []
        drawn = [[asdict(one) for one in self.words.pieces(other, self.rules)]
                 for other in self._alike(game)]  # fmt: skip
        return [without_nothing(one) for one in values_in_common(drawn)]

    def standings(self, game: Any, sides: Sequence[Sequence[int]]) -> list[str]:
        """Points of everybody who competes, as far as this seat can know them."""
        standing = self.match.title.standing
        return in_columns(
            [str(sum(standing(one, self.rules, seat) for seat in seats)) for seats in sides]
            for one in self._alike(game)
        )

    def _alike(self, game: Any) -> list[Any]:
        """Positions between which this seat cannot tell, or the one that its title masks."""
        if self.words.masked:
            return [self.words.masked(game, self.rules, self.seat)]
        bits = game.tobytes()
        if bits not in self._looked:
            while len(self._looked) >= REMEMBERED:
                del self._looked[next(iter(self._looked))]
            self._looked[bits] = [game.copy(), *self.imagined(game)]
        return self._looked[bits]

    def position(self, game: Any) -> str:
        return self.screen(game, ())[0]

    def deed(self, before: Any, move: int, game: Any) -> list[str]:
        """A move that was made, as this seat is told it, and what it brought about."""
        told = seat_does(int(before.player) + 1, self._made(before, move, game))
        for news in self._led_to(before, game):
            told = tell("{told!s}; {news!s}", told=told, news=news)
        return [
            told,
            *self.words.meanwhile(before, move, game, self.rules),
            *(self.words.unseen(before, move, game, self.rules) if self._is_own(before) else ()),
        ]

    def _led_to(self, before: Any, game: Any) -> list[str]:
        """Where chance had a hand in a move: the numbers on the table that it has changed."""
        has_words = self.words.meanwhile is not nothing_more
        if has_words or np.array_equal(before.table, game.table) or game.ended:
            return []
        was = {one["name"]: one for one in self.pieces(before) if _is_number(one)}
        return [
            tell("{name} {value}", name=name, value=one["values"][0])
            for one in self.pieces(game)
            if _is_number(one) and was.get(name := one["name"], one) != one
        ]

    def _made(self, before: Any, move: int, game: Any) -> str:
        if self._is_own(before) and not self.words.masked:
            return self.screen(before, [move])[1][0]
        if self.words.public and not self._is_own(before):
            return self.words.public(before, self.rules, move)
        if self.words.masked:
            return self._move(before, move)
        is_secret = self.secrets.is_secret(before, move, self.seat)
        hides = is_secret and (self.imagined(before) or self.imagined(game))
        # where all lies open no move is secret
        return tell(SECRET) if hides else self._move(before, move)

    def _is_own(self, before: Any) -> bool:
        return int(before.player) == self.seat

    def _move(self, game: Any, move: int) -> str:
        return self.words.move(game, self.rules, move)


def redeal_of(match: Match) -> Any:
    """A title's, for the games of this match."""
    return plain(match.title.redeal) if match.engine == "python" else match.title.redeal


def _is_number(piece: Any) -> bool:
    """Of the table, and seen."""
    is_seen = not piece.get("seat") and piece["values"] != HIDDEN
    return piece["kind"] in ("number", "money") and is_seen


def _differ(one: Any, other: Any) -> bool:
    """In what players are told."""
    names = [name for name in one.dtype.names if name not in NOT_TOLD]
    return any(not np.array_equal(one[name], other[name]) for name in names)


def in_common(texts: Sequence[str], layers: Sequence[str] = LAYERS) -> str:
    """What all texts say; where they differ, a question mark."""
    different = [*dict.fromkeys(texts)]
    if len(different) == 1:
        return different[0]
    if not layers:
        return HIDDEN
    parts = [text.split(layers[0]) for text in different]
    if len({*map(len, parts)}) > 1:
        return _up_to_a_difference(parts, layers)
    return layers[0].join(in_common(one, layers[1:]) for one in zip(*parts, strict=True))


def _up_to_a_difference(parts: Sequence[Sequence[str]], layers: Sequence[str]) -> str:
    """Of lists that have not the same length, how they begin."""
    if layers[1:] and all(len(one) == 1 for one in parts):
        return in_common([one[0] for one in parts], layers[1:])
    same = 0
    while all(len(one) > same and one[same] == parts[0][same] for one in parts):
        same += 1
    return layers[0].join([*parts[0][:same], HIDDEN])


def values_in_common(values: Sequence[Any]) -> Any:
    """The same of plain values: lists, mappings, numbers and texts within them."""
    first = values[0]
    if all(one == first for one in values):
        return first
    if all(isinstance(one, dict) and one.keys() == first.keys() for one in values):
        return {name: values_in_common([one[name] for one in values]) for name in first}
    if all(isinstance(one, (list, tuple)) for one in values):
        n = min(map(len, values))
        found = [values_in_common([one[k] for one in values]) for k in range(n)]
        return found if all(len(one) == n for one in values) else [*found, HIDDEN]
    return HIDDEN


def in_columns(rows: Iterable[Sequence[str]]) -> list[str]:
    """What is the same in all rows, place by place."""
    return [HIDDEN if len({*column}) > 1 else column[0] for column in zip(*rows, strict=True)]


class SecretMoves:
    """Which moves of others a seat is not told: those after which it could not tell them apart.

    A move is secret if most others that could have been made leave this seat with the same sight.
    Where there was no other, it is as secret as moves of its kind were in some random games.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.eyes = Eyes(match.title, match.engine, watches=True)

    def is_secret(self, before: Any, move: int, seat: int) -> bool:
        found = self._is_hidden(before, move, seat)
        return bool(self.match.kinds(before, move) & self._learned) if found is None else found

    def _is_hidden(self, before: Any, move: int, seat: int) -> bool | None:
        """Whether most other moves look the same; None if there is no other."""
        told, rules = self.match.title.words.move, self.match.rules
        text = told(before, rules, move)
        others = [one for one in self.match.moves(before) if told(before, rules, one) != text]
        if not others:
            return None
        own = self._after(before, move, seat)
        alike = [np.array_equal(own, self._after(before, one, seat)) for one in others[:COMPARED]]
        return sum(alike) > len(alike) / 2

    def _after(self, before: Any, move: int, seat: int) -> np.ndarray:
        game = before.copy()
        self.match.carry_out(game, move)
        return self.eyes.row_for(game, self.match.rules, seat)

    @functools.cached_property
    def _learned(self) -> set[str]:
        """Kinds of moves that were secret once."""
        seats, found = len(self.match.seating), set[str]()
        games = Match(self.match.title, self.match.rules, whimsical(seats), self.match.engine)
        for number in range(LEARNED_IN if seats > 1 else 0):
            for decision in games.tell(SEED, number):
                game, move = decision.game, decision.move
                if self._is_hidden(game.copy(), move, (int(game.player) + 1) % seats):
                    found |= self.match.kinds(game, move)
        return found
