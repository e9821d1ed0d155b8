"""Finished games as tables of counts, made where the games lie: no row has to travel for them.

A table counts games or seats by their group of deals, by what goes with a value, and by the value.
How far the values reach is looked at first; then there is a place for each, and every game adds to
its places. On a GPU all games do so at once, with the two kernels that write exchanged. Where there
would be far more places than games, the places themselves are written down and counted.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from simulator.kernel import declare, kernel, new, record, with_kernels
from simulator.loop import MAX_SEATS, number_in
from simulator.match import Match
from simulator.names import numbered
from simulator.places import score
from simulator.titles import Title

# What is counted of finished games, and what goes together; the last one is the value.
OWN = ("deal", "win", "value")  # points of each source, and each tally
TOGETHER = {
    "win": ("deal", "seat", "strategy", "place", "win"),
    "score": ("deal", "strategy", "win", "value"),
    "lead": ("deal", "value"),
    "ahead": ("deal", "strategy", "other", "value"),
    "rounds": ("deal", "value"),
    "decisions": ("deal", "value"),
    "choices": ("deal", "value"),
    "ending": ("deal", "ending"),
    "forced": ("deal", "value"),
}

After = numbered(*TOGETHER)  # the tables after those of a game's points, by source, and tallies
OF_SEATS = After.lead  # so many of them are about seats
Step = numbered("start", "deal", "seat", "strategy", "place", "win", "other")  # in a table's places
PLACES = MAX_SEATS + 2  # none, those of players, and a second one of who lost alone
FAR = np.iinfo(np.int64).max
ROOM = 50_000_000  # places for one line-up: beyond it, values are too far apart for one each
OF_A_GAME = 16_384  # nor are there more for each game

Plan = record(
    players=int,
    rotations=int,
    first_game=np.int64,  # as `number_in` reads it, with the two beside
    step=int,
    groups=int,  # of deals: deal % groups
    together=int,  # 1: each winner has a whole win
    sources=int,
    tallies=int,
    kind=(int, MAX_SEATS),  # of each of the line-up
    first=int,  # rows that are counted: from this one on
    last=int,  # up to before this one
)


@dataclass(frozen=True)
class CountTable:
    """Counts by group of deals, by what goes with a value, and by value from `low` on.

    They are of all places in order, or of the `places` told.
    """

    low: int
    values: int
    counts: np.ndarray
    places: np.ndarray | None = None

    def __add__(self, other: "CountTable") -> "CountTable":
        low = min(self.low, other.low)
        high = max(one.low + one.values for one in (self, other))
        made = np.zeros((*self.counts.shape[:-1], high - low), np.int64)
        for one in (self, other):
            made[..., one.low - low : one.low - low + one.values] += one.counts
        return CountTable(low, high - low, made)


@kernel
def widen(reach, steps, table, at, value, n):
    """The least and the greatest value of a table so far."""
    reach[table, 0] = min(reach[table, 0], value)
    reach[table, 1] = max(reach[table, 1], value)


@kernel
def add(counts, steps, table, at, value, n):
    counts[steps[table, Step.start] + at + value] += n


@kernel
def write_down(listed, steps, table, at, value, n):
    """Its place and how many, behind those before; the first number says how many there are."""
    k = listed[0] + 1
    listed[0], listed[2 * k - 1], listed[2 * k] = k, steps[table, Step.start] + at + value, n


@kernel
def forced(game, plan):
    total = 0
    for seat in range(plan.players):
        total += game.forced[seat]
    return total


@kernel
def lead(game, plan):
    """Of the first over the second; nothing where one plays alone."""
    best, second = score(game, 0), score(game, 0)
    for seat in range(1, plan.players):
        its = score(game, seat)
        second = best if its > best else its if seat == 1 else max(second, its)
        best = max(best, its)
    return best - second


@kernel
def of_seat(game, plan, seat, table, win):
    """A value that every seat has."""
    if table < plan.sources:
        return np.int64(game.points[seat, table])
    if table < plan.sources + plan.tallies:
        return np.int64(game.tally[seat, table - plan.sources])
    return np.int64(win if table == plan.sources + plan.tallies else score(game, seat))


@kernel
def of_game(game, plan, table):
    """A value that a game has once."""
    if table == After.lead:
        return np.int64(lead(game, plan))
    if table == After.rounds:
        return np.int64(game.rounds)
    if table == After.ending:
        return np.int64(game.ended)
    return np.int64(game.n_moves - (forced(game, plan) if table == After.choices else 0))


@kernel
def kind_at(plan, seat, number):
    return plan.kind[(seat + number % plan.rotations) % plan.players]


note: Any = None  # widen, add or write_down, where the function is copied


def see(game, plan, number, steps, out):
    """All that is counted of a game."""
    own, deal = plan.sources + plan.tallies, number // plan.rotations % plan.groups
    players, winners = plan.players, 0
    for seat in range(players):
        winners += game.place[seat] == 1
    for seat in range(players):
        kind, place = kind_at(plan, seat, number), min(max(game.place[seat], 0), PLACES - 1)
        win = 0 if place != 1 else 1 if plan.together else winners
        for table in range(own + OF_SEATS):
            at = steps[table, Step.deal] * deal + steps[table, Step.seat] * seat
            at += steps[table, Step.strategy] * kind + steps[table, Step.place] * place
            at += steps[table, Step.win] * win
            note(out, steps, table, at, of_seat(game, plan, seat, table, win), 1)
        table = own + After.ahead
        for other in range(players):
            rival, theirs = kind_at(plan, other, number), game.place[other]
            if rival != kind:
                at = steps[table, Step.deal] * deal + steps[table, Step.strategy] * kind
                at += steps[table, Step.other] * rival
                ahead = 2 if place < theirs else 1 if place == theirs else 0
                note(out, steps, table, at, ahead, 1)
    for table in range(own + After.lead, own + After.forced):
        if table != own + After.ahead:
            its = of_game(game, plan, table - own)
            note(out, steps, table, steps[table, Step.deal] * deal, its, 1)
    table, no_choice = own + After.forced, forced(game, plan)
    at = steps[table, Step.deal] * deal
    note(out, steps, table, at, 0, game.n_moves - no_choice)
    note(out, steps, table, at, 1, no_choice)


def see_block(games, plan, steps, out):
    for row in range(plan.first, plan.last):
        see(games[row], plan, number_in(plan, row), steps, out)


class LineUpTables:
    """The tables of one line-up; `kinds` numbers its players, those alike with one number.

    Of games from the first on, of every `step`-th deal.
    """

    def __init__(
        self, match: Match, kinds: Sequence[int], groups: int, first_game: int, step: int = 1
    ) -> None:
        self.match, self.title, self.plan = match, match.title, new(Plan)
        words, plan = self.title.words, self.plan
        plan.players, plan.rotations, plan.groups = len(kinds), match.rotations, groups
        plan.first_game, plan.step = first_game, step
        plan.together = not self.title.shares_wins
        plan.sources, plan.tallies = len(words.sources), len(words.tallies)
        plan.kind[: len(kinds)] = kinds
        self._tables = [*[OWN] * int(plan.sources + plan.tallies), *TOGETHER.values()]
        self._sizes = {"deal": groups, "seat": len(kinds), "place": PLACES}
        self._sizes |= {"win": len(kinds) + 1}
        self._sizes |= dict.fromkeys(("strategy", "other"), max(kinds) + 1)

    def there(self, parts: Sequence[range], *which: int) -> list[list[CountTable]]:
        """The games that `Match.play` would play on a GPU, by ranges of their rows."""
        found: list[list[CountTable]] = []

        def tell(games: Any, passes: Any) -> None:
            found.extend(self.of(games, rows, passes) for rows in parts)

        self.match.leaving_rows(tell).play(*which)
        return found

    def here(self, parts: Sequence[range], ends: np.ndarray) -> list[list[CountTable]]:
        """The same of finished games, as `Match.play` returns them."""
        games = ends.getfield(self.title.Game)
        return [self.of(games, rows, _passes(self.title)) for rows in parts]

    def of(self, games: Any, rows: range, passes: Sequence[Any]) -> list[CountTable]:
        """Of each source, of each tally, and as `TOGETHER` names them."""
        plan, (look, put) = self.plan.copy(), passes
        plan.first, plan.last = rows.start, rows.stop
        reach = np.tile([FAR, -FAR], (len(self._tables), 1))
        steps = np.zeros((len(reach), len(Step)), np.int64)
        look(games, plan, steps, reach)
        reach[reach[:, 0] == FAR] = 0  # nobody meets another player
        shapes, starts = self._laid_out(reach, steps)
        lows, values = reach[:, 0].tolist(), [shape[-1] for shape in shapes]
        if starts[-1] > min(ROOM, OF_A_GAME * len(rows)):
            parts = self._listed(games, plan, steps, starts)
        else:
            counts = np.zeros(starts[-1], np.int64)
            put(games, plan, steps, counts)
            cut = zip(np.split(counts, starts[1:-1]), shapes, strict=True)
            parts = [(its.reshape(shape), None) for its, shape in cut]
        return [
            CountTable(*its) for its in zip(lows, values, *zip(*parts, strict=True), strict=True)
        ]

    def _laid_out(self, reach: np.ndarray, steps: np.ndarray) -> Any:
        """The sides of each table, where it begins, and the steps from place to place."""
        shapes, starts = [], [0]
        for table, (low, high) in enumerate(reach.tolist()):
            columns = self._tables[table]
            shape = (*(self._sizes[name] for name in columns[:-1]), high - low + 1)
            steps[table, Step.start] = starts[-1] - low
            for side, name in enumerate(columns[:-1]):
                steps[table, getattr(Step, name)] = math.prod(shape[side + 1 :])
            shapes.append(shape)
            starts.append(starts[-1] + math.prod(shape))
        return shapes, starts

    def _listed(self, games: Any, plan: Any, steps: np.ndarray, starts: Sequence[int]) -> list[Any]:
        """Of each table the counts of places, and which these are."""
        here = games if isinstance(games, np.ndarray) else games.copy_to_host()
        most = 2 + plan.players * (len(steps) + plan.players)  # of a game
        listed = np.zeros(1 + 2 * most * (plan.last - plan.first), np.int64)
        _pass(self.title, write_down, 1)(here, plan, steps, listed)
        told = listed[1 : 1 + 2 * listed[0]].reshape(-1, 2)
        places, which = np.unique(told[:, 0], return_inverse=True)
        counts = np.bincount(which, told[:, 1]).astype(np.int64)
        cuts = np.searchsorted(places, starts)
        return [(counts[a:b], places[a:b] - start)
                for (a, b), start in zip(pairwise(cuts), starts, strict=False)]  # fmt: skip


def _pass(title: Title, write: Any, sides: int) -> Any:
    """By machine code: hands what is seen of games to `write`, for an array of so many sides."""
    home = __name__, __file__
    block = with_kernels(see_block, *home, see=with_kernels(see, *home, note=write))
    return declare(block, None, (title.Game, 1, "A"), Plan, (np.int64, 2), (np.int64, sides))


def _passes(title: Title) -> tuple[Any, Any]:
    return _pass(title, widen, 2), _pass(title, add, 1)
