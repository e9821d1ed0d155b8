"""How a net learns what positions are worth: games of a base are recorded, then gone through once.

Every seat is played by the base; now and then it makes an odd move, since a bot that looks ahead
compares positions that its base would not reach. What the seat to act cannot see is dealt anew
before a position is written down, so a net has nothing to peek at.

A game's result says little about an early position: chance and others come in between. So a
position also learns from what the net, so far, gives the same seat's next one: TD(lambda).
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from simulator import rng
from simulator.kernel import called, declare, kernel, room
from simulator.loop import Mind, advance, begin, decide
from simulator.match import kernel_types
from simulator.titles import Title
from strategies import playing_on
from strategies.net import COLUMNS, MOST_WEIGHT, NARROW, UNIT, WIDE, rows_of

ODD = 50  # one decision of so many is odd
OF_ITS_BEST = 6  # moves: most odd ones are among these, so that they are not absurd
FORM = 5  # of what is learned: another one goes on from no older lesson
FIRST_RATE, LAST_RATE = 0.02, 0.002  # how far a step goes
RESULT = np.float32(0.7)  # how much a result counts; the rest is what the next position is given
SOFT = np.float32(1e-6)


@kernel
def is_recorded(chance, is_odd_before):
    """Some positions of every game; most of those after an odd move."""
    return rng.below(chance, 100) < (70 if is_odd_before else 15)


@kernel
def odd_move(game, rules, mind, choices, n, base_look, base_rate_all, chance):
    """Any legal move, or more often one of the base's best."""
    if rng.below(chance, 10) < 3:
        return rng.below(chance, n)
    mind.asked = 1
    base_look(game, rules, mind)
    base_rate_all(game, rules, mind, choices, n)
    mind.asked = 0
    wanted, at = rng.below(chance, min(n, OF_ITS_BEST)), 0
    for k in range(n):
        better = 0
        for other in range(n):
            better += choices.rating[other] > choices.rating[k]
        if better <= wanted:
            at = k
            if better == wanted:
                return k
    return at


@kernel
def next_of(seat_of, k, n):
    """Where the same seat's next position is among those before n; -1: it has none."""
    for other in range(k + 1, n):
        if seat_of[other] == seat_of[k]:
            return other
    return -1


def record_games(
    rules, mind, seats, seed, first, games, is_dealt, numbers, seat_of, after, won, lead
):
    """Plays some games and writes positions down while there is room; how many.

    The game that finds no room any more is the last. `after` says where the same seat's next
    position of a game is; -1: it has none.
    """
    rows, choices, chance, minds = (
        room(3, Game),
        room(1, Choices),
        room(2, np.uint64),
        room(1, Mind),
    )
    minds[0], n = mind, 0
    for number in range(first, first + games):
        game, start, last, last_round, odd = rows[0], n, -1, -1, 0
        rows[0] = rows[2]  # which nobody writes to
        begin(game, seats, seed, number)
        rng.start(chance[:1], seed, number, 77)
        rng.start(chance[1:], seed, number, 78)
        setup(game, rules)
        while game.ended == 0:
            seat = np.int64(game.player)
            is_turn = seat != last or (seats == 1 and game.rounds != last_round)
            if is_turn and is_recorded(chance[:1], odd >> seat & 1):
                if n == len(numbers):
                    return start
                rows[1] = rows[0]
                if is_dealt:
                    playing_on.deal_anew(rows[1], rules, seat, redeal, chance[1:])
                read(rows[1], rules, seat, numbers[n])
                seat_of[n] = seat
                n += 1
            if is_turn:
                odd &= ~(1 << seat)
            last, last_round = seat, game.rounds
            minds[0].never = game.never[seat]
            count, chosen = decide(
                game, rules, minds[0], base_look, base_rate_all, legal, kinds, choices[0]
            )
            if chosen < 0:
                return start
            if count > 1 and rng.below(chance[:1], ODD) == 0:
                odd |= 1 << seat
                chosen = odd_move(
                    game, rules, minds[0], choices[0], count, base_look, base_rate_all, chance[:1]
                )
            advance(game, rules, apply, choices[0].move[chosen], bound)
        for k in range(start, n):
            won[k], lead[k] = outcome(game, rules, np.int64(seat_of[k]), worth, together)
            after[k] = next_of(seat_of, k, n)
    return n


Game = Choices = setup = legal = apply = kinds = redeal = worth = read = None
base_look = base_rate_all = None
bound = together = 0  # these of a title and a base, where `record_games` becomes a kernel
outcome = playing_on.outcome


def recording(title: Title, read: Any, base: Any) -> Any:
    """`record_games` for a title, what is read of its positions, and a bot that plays."""
    made = playing_on.of_title(
        record_games,
        title,
        setup=called(title.setup, *kernel_types(title)["setup"]),
        read=read,
        **playing_on.base_of_title(title, base.look, base.rate),
    )
    return declare(
        made, int, title.Rules, Mind, int, np.int64, np.int64, int, int, (np.int32, 2),
        (np.int8, 1), (np.int64, 1), (np.float64, 1), (np.float64, 1),
    )  # fmt: skip


@kernel
def values(numbers, seats, plan, index, first, second, third):
    """What the net gives positions."""
    rows, times = np.zeros(2 * len(plan), np.int32), np.zeros(2 * len(plan), np.int32)
    one, two = np.zeros(COLUMNS, np.float32), np.zeros(NARROW, np.float32)
    found = np.zeros(len(numbers), np.float32)
    for p in range(len(numbers)):
        n = rows_of(numbers[p], seats[p], plan, index, rows, times)
        found[p] = forward(rows, times, n, first, second, third, one, two)
    return found


@kernel
def looked_ahead(worth, after, found):
    """What each position is to be worth: its game's result, mixed with what later ones are given.

    Later positions of a game come after earlier ones.
    """
    wanted = worth.copy()
    for p in range(len(worth) - 1, -1, -1):
        if after[p] >= 0:
            wanted[p] = RESULT * wanted[after[p]] + (1 - RESULT) * found[after[p]]
    return wanted


@kernel
def learn(numbers, seats, wanted, plan, index, first, second, third, squares, rate):
    """Goes through positions once and adjusts the net by `rate`.

    `first` is the table with its bias as the last row, `second` the same of the layer above it,
    `third` what leads to the value; `squares` are sums of squared gradients in the same order
    (Adagrad). A row of the table has two, for its hidden columns together and for the last one:
    that takes a third of the time, and learned more than one for each weight.
    """
    rows, times = np.zeros(2 * len(plan), np.int32), np.zeros(2 * len(plan), np.int32)
    one, two = np.zeros(COLUMNS, np.float32), np.zeros(NARROW, np.float32)
    back_one, back_two = np.zeros(COLUMNS, np.float32), np.zeros(NARROW, np.float32)
    for p in range(len(numbers)):
        n = rows_of(numbers[p], seats[p], plan, index, rows, times)
        found = forward(rows, times, n, first, second, third, one, two)
        error = np.float32(found - wanted[p])
        backward(error, second, third, one, two, back_one, back_two)
        adjust(error, n, rows, times, first, second, third, squares, one, two, back_one,
               back_two, rate)  # fmt: skip


@kernel
def forward(rows, times, n, first, second, third, one, two):
    last = len(first) - 1
    for j in range(COLUMNS):
        one[j] = first[last, j]
    for k in range(n):
        often = np.float32(times[k]) / np.float32(UNIT)
        row = first[rows[k]]
        for j in range(COLUMNS):
            one[j] += often * row[j]
    for i in range(NARROW):
        two[i] = second[WIDE, i]
    for j in range(WIDE):
        if one[j] > 0:
            for i in range(NARROW):
                two[i] += one[j] * second[j, i]
    total = one[WIDE]
    for i in range(NARROW):
        if two[i] > 0:
            total += two[i] * third[i]
    return total


@kernel
def backward(error, second, third, one, two, back_one, back_two):
    """How far each of the inner numbers is to blame."""
    for i in range(NARROW):
        back_two[i] = error * third[i] if two[i] > 0 else np.float32(0)
    for j in range(WIDE):
        total = np.float32(0)
        if one[j] > 0:
            for i in range(NARROW):
                total += back_two[i] * second[j, i]
        back_one[j] = total
    back_one[WIDE] = error


@kernel
def adjust(
    error, n, rows, times, first, second, third, squares, one, two, back_one, back_two, rate
):
    first_2, second_2, third_2 = squares
    for i in range(NARROW):
        if two[i] > 0:
            third[i] -= step(third_2, i, error * two[i], rate)
    for j in range(WIDE):
        if one[j] > 0:
            for i in range(NARROW):
                second[j, i] -= step(second_2[j], i, one[j] * back_two[i], rate)
    for i in range(NARROW):
        second[WIDE, i] -= step(second_2[WIDE], i, back_two[i], rate)
    hidden, last = np.float32(0), back_one[WIDE] * back_one[WIDE]
    for j in range(WIDE):
        hidden += back_one[j] * back_one[j] / np.float32(WIDE)
    for k in range(n + 1):
        row = rows[k] if k < n else len(first) - 1
        often = np.float32(times[k]) / np.float32(UNIT) if k < n else np.float32(1)
        weights, sums = first[row], first_2[row]
        sums[0] += often * often * hidden
        sums[1] += often * often * last
        far = rate * often / np.float32(np.sqrt(sums[0] + SOFT))
        for j in range(WIDE):
            weights[j] -= far * back_one[j]
        weights[WIDE] -= rate * often * back_one[WIDE] / np.float32(np.sqrt(sums[1] + SOFT))


@kernel
def step(sums, i, slope, rate):
    """How far a weight is moved against its slope."""
    sums[i] += slope * slope
    return rate * slope / np.float32(np.sqrt(sums[i] + SOFT))


FEW = 130  # values: a number with more has no row for each
COUNTS = 6  # values: a number with more counts by its size too
HARDLY_EVER = 5  # positions: values seen in fewer are not counted
SEEN = 1 / 1000  # of positions: a value seen less often has no row
HIDDEN = 0.25  # of positions: a number that dealing anew changes more often is left out


def plan_of(numbers: np.ndarray, hidden: np.ndarray, of_seats: np.ndarray, seats: int) -> Any:
    """Which rows a net has: `plan` and `index` of `rows_of`, and how many rows.

    Numbers of seats are turned to who looks. Others that have so few values that they may name
    seats, or nobody, have rows for each seat that looks.
    """
    plan: list[tuple[int, ...]] = []
    index: list[int] = []
    rows = 0
    for k in range(numbers.shape[1]):
        values, times = np.unique(numbers[:, k], return_counts=True)
        seen = values[times >= SEEN * len(numbers)]
        n_values = int((times >= HARDLY_EVER).sum())
        if len(seen) < 2 or hidden[k] > HIDDEN:
            continue
        tables = 1 if of_seats[k] or len(seen) > seats + 2 else seats
        low, high, start, span, counting, middle, far = seen[0], seen[-1], -1, 0, -1, 0, 1
        if n_values <= FEW and high - low < 50 * FEW:
            start, span = len(index), (int(high) - int(low) + 1) * (tables > 1)
            common = values[times.argmax()]
            for _ in range(tables):
                places = np.full(int(high) - int(low) + 1, -1)
                own = seen[seen != common] - low
                places[own] = rows + np.arange(len(own))
                rows += len(own)
                index.extend(places.tolist())
        if len(seen) > COUNTS:
            middle = int(np.median(numbers[:, k]))
            far = max(1, int(np.quantile(np.abs(numbers[:, k] - middle), 0.99)))
            counting, rows = rows, rows + tables
        plan.append((k, low, high, start, span, counting, middle, far, int(tables > 1)))
    return np.array(plan, np.int64), np.array(index, np.int32), rows


class Pupil:
    """A net that is learning, in floating point."""

    def __init__(self, plan: np.ndarray, index: np.ndarray, rows: int, seed: int) -> None:
        draw = np.random.default_rng(seed)
        self.plan, self.index = plan, index
        self.first = draw.normal(0, 0.05, (rows + 1, COLUMNS)).astype(np.float32)
        self.first[:, WIDE] = 0
        self.first[rows, :WIDE] = 0.1
        self.second = draw.normal(0, WIDE**-0.5, (WIDE + 1, NARROW)).astype(np.float32)
        self.second[WIDE] = 0
        self.third = draw.normal(0, NARROW**-0.5, NARROW).astype(np.float32)
        shapes = (rows + 1, 2), self.second.shape, self.third.shape
        self.squares = tuple(np.full(shape, 1e-4, np.float32) for shape in shapes)

    def learn(self, numbers: Any, seats: Any, after: Any, worth: Any, done: float) -> np.ndarray:
        """What it gave the positions before it learned from them.

        The more of all lessons is `done`, the smaller are the steps.
        """
        layers = self.first, self.second, self.third
        rate = np.float32(FIRST_RATE + (LAST_RATE - FIRST_RATE) * done)
        found = values(numbers, seats, self.plan, self.index, *layers)
        wanted = looked_ahead(worth, after, found)
        learn(numbers, seats, wanted, self.plan, self.index, *layers, self.squares, rate)
        return found

    @property
    def state(self) -> dict[str, Any]:
        """All that it has learned, to go on from."""
        layers = {"first": self.first, "second": self.second, "third": self.third}
        return layers | {f"squares_{k}": one for k, one in enumerate(self.squares)}

    def take(self, state: Mapping[str, np.ndarray]) -> None:
        """Goes on from what was kept."""
        for name, one in self.state.items():
            one[...] = state[name]

    def arrays(self) -> dict[str, np.ndarray]:
        """As a net has them: rows are whole numbers."""
        rows, bias = self.first[:-1], self.first[-1].copy()
        unit = np.maximum(np.abs(rows).max(axis=0), 1e-6) / MOST_WEIGHT
        return {
            "plan": self.plan,
            "index": self.index,
            "table": np.rint(rows / unit).astype(np.int8),
            "scale": (unit / UNIT).astype(np.float32),
            "first_bias": bias[:WIDE],
            "second": self.second[:WIDE].copy(),
            "second_bias": self.second[WIDE].copy(),
            "last": self.third.copy(),
            "last_bias": bias[WIDE:],
        }
