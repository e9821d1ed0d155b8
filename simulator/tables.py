"""Finished games as tables of counts, made where the games lie: no row has to travel for them.

A table counts games or seats by their group of deals, by what goes with a value, and by the value.
How far the values reach is looked at first; then there is a place for each, and every game adds to
its places. On a GPU all games do so at once, with the two kernels that write exchanged.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulator.kernel import declare, kernel, new, record
from simulator.loop import MAX_SEATS, Order, number_in
from simulator.match import Match
from simulator.names import numbered
from simulator.places import score
from simulator.titles import Title

# The tables of a game after those of its points, by source, and of its tallies.
After = numbered("score", "rounds", "decisions", "choices", "lead", "win", "ending", "forced",
                 "ahead")  # fmt: skip
VALUED = After.win  # so many of them hold a value
LOST = 2  # more places than players: none, and the second of who lost alone
FAR = np.iinfo(np.int64).max
ROOM = 50_000_000  # places for one line-up: beyond it, values are too far apart for one each

Plan = record(
    players=int,
    rotations=int,
    groups=int,  # of deals: deal % groups
    together=int,  # 1: each winner has a whole win
    sources=int,
    tallies=int,
    kinds=int,  # different players
    kind=(int, MAX_SEATS),  # of each of the line-up
    first=int,  # rows that are counted: from this one on
    last=int,  # up to before this one
)


@dataclass(frozen=True)
class CountTable:
    """Counts by group of deals, by what goes with a value, and by value from `low` on."""

    low: int
    counts: np.ndarray

    def __add__(self, other: "CountTable") -> "CountTable":
        low = min(self.low, other.low)
        high = max(one.low + one.counts.shape[-1] for one in (self, other))
        made = np.zeros((*self.counts.shape[:-1], high - low), np.int64)
        for one in (self, other):
            made[..., one.low - low : one.low - low + one.counts.shape[-1]] += one.counts
        return CountTable(low, made)


@kernel
def add(counts, place, n):
    counts[place] += n


@kernel
def widen(reach, table, value):
    """The least and the greatest value of a table so far."""
    reach[table, 0] = min(reach[table, 0], value)
    reach[table, 1] = max(reach[table, 1], value)


@kernel
def forced(game):
    total = 0
    for seat in range(game.players):
        total += game.forced[seat]
    return total


@kernel
def lead(game):
    """Of the first over the second; nothing where one plays alone."""
    best, second = score(game, 0), score(game, 0)
    for seat in range(1, game.players):
        its = score(game, seat)
        second = best if its > best else its if seat == 1 else max(second, its)
        best = max(best, its)
    return best - second


@kernel
def of_seat(game, plan, seat, table):
    """A value that every seat has."""
    if table < plan.sources:
        return np.int64(game.points[seat, table])
    if table < plan.sources + plan.tallies:
        return np.int64(game.tally[seat, table - plan.sources])
    return np.int64(score(game, seat))


@kernel
def of_game(game, table):
    """A value that a game has once; `table` counts from that of the score."""
    if table == After.rounds:
        return np.int64(game.rounds)
    if table == After.decisions:
        return np.int64(game.n_moves)
    if table == After.choices:
        return np.int64(game.n_moves - forced(game))
    return np.int64(lead(game))


@kernel
def kind_at(plan, seat, number):
    return plan.kind[(seat + number % plan.rotations) % plan.players]


def look_at(game, plan, number, reach, places, counts):
    """How far the values of a game reach."""
    own = plan.sources + plan.tallies
    for table in range(own + After.score + 1):
        for seat in range(plan.players):
            widen(reach, table, of_seat(game, plan, seat, table))
    for table in range(After.rounds, VALUED):
        widen(reach, own + table, of_game(game, table))


def count(game, plan, number, reach, places, counts):
    """Adds a game to its places."""
    own, group = plan.sources + plan.tallies, number // plan.rotations % plan.groups
    seats, ways, ranks = plan.players, plan.players + 1, plan.players + LOST
    winners = 0
    for seat in range(seats):
        winners += game.place[seat] == 1
    for seat in range(seats):
        kind, place = kind_at(plan, seat, number), np.int64(game.place[seat])
        win = 0 if place != 1 else 1 if plan.together else winners
        for table in range(own + After.score + 1):
            beside, n = win, ways
            if table == own + After.score:
                beside, n = kind * ways + win, plan.kinds * ways
            value = of_seat(game, plan, seat, table) - reach[table, 0]
            size = reach[table, 1] - reach[table, 0] + 1
            add(counts, places[table] + (group * n + beside) * size + value, 1)
        at = ((group * seats + seat) * plan.kinds + kind) * ranks + place
        add(counts, places[own + After.win] + at * ways + win, 1)
        for other in range(seats):
            rival = kind_at(plan, other, number)
            if rival != kind:
                theirs = game.place[other]
                ahead = 2 if place < theirs else 1 if place == theirs else 0
                at = (group * plan.kinds + kind) * plan.kinds + rival
                add(counts, places[own + After.ahead] + at * 3 + ahead, 1)
    for table in range(own + After.rounds, own + VALUED):
        size = reach[table, 1] - reach[table, 0] + 1
        value = of_game(game, table - own) - reach[table, 0]
        add(counts, places[table] + group * size + value, 1)
    size = reach[own + After.ending, 1] + 1
    add(counts, places[own + After.ending] + group * size + game.ended, 1)
    no_choice = forced(game)
    add(counts, places[own + After.forced] + group * 2, game.n_moves - no_choice)
    add(counts, places[own + After.forced] + group * 2 + 1, no_choice)


look_at_game, count_game = kernel(look_at), kernel(count)


@kernel
def look_at_block(games, plan, order, reach, places, counts):
    for row in range(plan.first, plan.last):
        look_at_game(games[row], plan, number_in(order, row), reach, places, counts)


@kernel
def count_block(games, plan, order, reach, places, counts):
    for row in range(plan.first, plan.last):
        count_game(games[row], plan, number_in(order, row), reach, places, counts)


class LineUpTables:
    """The tables of one line-up; `kinds` numbers its players, those alike with one number."""

    def __init__(self, match: Match, kinds: Sequence[int], groups: int) -> None:
        self.match, self.title, self.plan = match, match.title, new(Plan)
        words, plan = self.title.words, self.plan
        plan.players, plan.rotations, plan.groups = len(kinds), match.rotations, groups
        plan.together = not self.title.shares_wins
        plan.sources, plan.tallies = len(words.sources), len(words.tallies)
        plan.kind[: len(kinds)], plan.kinds = kinds, max(kinds) + 1

    def play(self, parts: Sequence[range], *which: int) -> list[list[CountTable]]:
        """The games that `Match.play` would play, as the tables of some ranges of their rows.

        None at all if values are too far apart.
        """
        found: list[list[CountTable]] = []

        def tell(games: Any, order: Any, by: Any = None) -> None:
            by = by or _passes(self.title)
            found.extend(self.of(games, order, rows, by) for rows in parts)

        self.match.telling(tell).play(*which)
        return found if all(found) else []

    def of(self, games: Any, order: Any, rows: range, passes: Sequence[Any]) -> list[CountTable]:
        """Of each source, of each tally, and as `After` names them."""
        plan, (look, put) = self.plan.copy(), passes
        plan.first, plan.last = rows.start, rows.stop
        own = int(plan.sources + plan.tallies)
        reach = np.tile([FAR, -FAR], (own + len(After), 1))
        places, counts = np.zeros(own + len(After), np.int64), np.zeros(1, np.int64)
        look(games, plan, order, reach, places, counts)
        reach[own + After.win] = 0, plan.players
        reach[own + After.ending] = 0, len(self.title.words.endings) - 1
        reach[own + After.forced], reach[own + After.ahead] = (0, 1), (0, 2)
        sizes = (reach[:, 1] - reach[:, 0] + 1).tolist()
        shapes = [(*beside, size) for beside, size in zip(self._beside(), sizes, strict=True)]
        ends = np.cumsum([math.prod(shape) for shape in shapes])
        if ends[-1] > ROOM:
            return []
        places[1:], counts = ends[:-1], np.zeros(ends[-1], np.int64)
        put(games, plan, order, reach, places, counts)
        tables = zip(reach[:, 0].tolist(), np.split(counts, ends[:-1]), shapes, strict=True)
        return [CountTable(low, part.reshape(shape)) for low, part, shape in tables]

    def _beside(self) -> list[tuple[int, ...]]:
        """The sizes of each table, but for its values."""
        plan = self.plan
        groups, players, kinds = int(plan.groups), int(plan.players), int(plan.kinds)
        once, ways = (groups,), players + 1
        after = [(groups, kinds, ways), *[once] * (VALUED - 1),
                 (groups, players, kinds, players + LOST), once, once,
                 (groups, kinds, kinds)]  # fmt: skip
        return [*[(groups, ways)] * int(plan.sources + plan.tallies), *after]


def _passes(title: Title) -> tuple[Any, Any]:
    """By machine code."""
    counted = (np.int64, 2), (np.int64, 1), (np.int64, 1)
    taken = (title.Game, 1, "A"), Plan, Order, *counted
    return declare(look_at_block, None, *taken), declare(count_block, None, *taken)
