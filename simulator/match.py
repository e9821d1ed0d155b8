"""One loop for every title: play one game, play a block of games.

The loop knows a title's kernels and, for each seat, two functions and a `Mind`; what those
functions think is none of its business. All of them are passed as values, so one compiled loop
serves every line-up.
"""

import copy
import functools
import types
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulator import outside, rng
from simulator.errors import UserError
from simulator.kernel import (
    NotCompiled,
    announced,
    declare,
    function_type,
    is_copy,
    kernel,
    narrowed,
    new,
    plain,
    quick,
    record,
    row_as,
    tuple_type,
    types_tuple,
    wide,
    with_kernels,
)
from simulator.titles import MOVE_LIMIT, Title, row_of

ENGINES = ("compiled", "python", "cuda")

MAX_SEATS = 6
MAX_WEIGHTS = 32
MAX_NOTES = 256
MAX_SETTINGS = 8
MAX_KINDS = 64

Mind = record(
    weights=(float, MAX_WEIGHTS),  # the strategy's, in the order it names them
    settings=(float, MAX_SETTINGS),  # of a search that plays by a strategy with these weights
    notes=(float, MAX_NOTES),  # what `look` writes for `rate` to read, within one decision
    temperature=float,  # 0: play the highest rating; above: softmax of the ratings over this
    never=np.int64,  # bit k set: no move of kind k while there is any other, or a power less
    liked=np.int64,  # bit k set: moves of kind k are rated higher, by
    likes=(float, MAX_KINDS),  # so many times how far the ratings of a decision lie apart
    whose=int,  # kernels rate by it: their number among a line-up's, where one loop holds them all
    lane=int,  # where several threads play one game, each all of it: which of them this is,
    beside=int,  # how many there are beside it,
    board=(float, 2),  # and what they tell each other, two numbers each; a processor is alone
)

# What is to be played, in one record: as many arguments would be handed on at every call.
Order = record(
    seed=np.int64,
    first_game=np.int64,
    step=int,  # from a deal to the next one; beyond 1 the first game is the first of its deal
    players=int,
    rotations=int,
    fresh=np.int64,  # bit k set: stream k is begun anew
    bound=int,  # no game has more moves
    figure=int,  # which one the curve holds, or ALL, or NONE
    alike=(int, MAX_SEATS),  # for each of the line-up, the first who has the same kernels
)

ALL, NONE = -1, -2  # instead of a figure: the sum over all sources of points, or no curve at all

# Instead of the index of a choice: a rating was no number, or there were none or too many moves;
# or the ratings alone do not decide.
NOT_A_NUMBER, NO_CHOICE, OPEN = -1, -2, -3

HAIR = 1e-9  # what decides between equal ratings


@kernel
def meet():
    """Waits until every lane is here; on a processor there is one. Only a look itself calls it."""


@kernel
def begin(game, players, seed, deal, fresh=0):
    """Prepares an empty row: streams, players, no moves made.

    Bit k of `fresh` begins stream k anew: the same deal, for example, with other dice.
    """
    game.players = players
    rng.start(game.deal, seed, number_of(deal, fresh, rng.DEAL), rng.DEAL)
    rng.start(game.table, seed, number_of(deal, fresh, rng.TABLE), rng.TABLE)
    for seat in range(players):
        rng.start(game.whim[seat], seed, number_of(deal, fresh, rng.WHIM), rng.WHIM + seat)


@kernel
def number_of(deal, fresh, stream):
    return deal + rng.ELSEWHERE * (fresh >> stream & 1)


@kernel
def forbid(game, minds, shift):
    """Tells the rules what each seat must do without: some powers act without a move."""
    for seat in range(game.players):
        game.never[seat] = minds[(seat + shift) % game.players].never


@kernel
def drop_forbidden(game, rules, mind, kinds, choices, n):
    """Keeps the moves that restricted play allows, or all if it allows none; how many are left."""
    left = 0
    for k in range(n):
        if not mind.never & kinds(game, rules, choices.move[k]):
            choices.move[left], choices.move[k] = choices.move[k], choices.move[left]
            left += 1
    return left if left else n


def rate_all(game, rules, mind, choices, n):
    """Writes down how the player rates each move; the index of the best, unless it is open.

    It is where a whim or a liking has a say. Else nobody goes through the ratings once more.
    """
    best, highest, is_open = 0, -np.inf, mind.temperature > 0.0 or mind.liked != 0
    for k in range(n):
        rating = float(rate(game, rules, choices.move[k], mind))  # noqa: F821
        choices.rating[k] = rating
        if rating != rating:
            return NOT_A_NUMBER
        is_open |= rating == highest
        best = k if rating > highest else best
        highest = max(highest, rating)
    return OPEN if is_open else best


def rating_all(rate: Any) -> Any:
    """The kernel that rates all moves: called for each one, `rate` cost a short game 8 % more."""
    body = rate.py_func
    return with_kernels(rate_all, body.__module__, body.__code__.co_filename, rate=rate)


@kernel
def lean(game, rules, mind, kinds, choices, n):
    """Rates liked moves higher, by how far the ratings lie from their mean on average."""
    mean, spread = 0.0, 0.0
    for k in range(n):
        mean += choices.rating[k] / n
    for k in range(n):
        spread += abs(choices.rating[k] - mean) / n
    for k in range(n):
        liked = mind.liked & kinds(game, rules, choices.move[k])
        for kind in range(MAX_KINDS):
            if liked >> kind & 1:
                choices.rating[k] += mind.likes[kind] * (spread + HAIR)


@kernel
def choose(game, mind, choices, n):
    """The index of the move with the highest rating, ties by the player's whim."""
    whim, temperature = game.whim[game.player], mind.temperature
    best, highest, ties = 0, -np.inf, 0
    for k in range(n):
        rating = choices.rating[k]
        if temperature > 0.0:
            rating += temperature * rng.gumbel(whim)
        equal, better = rating == highest, rating > highest
        ties = 1 if better else ties + equal
        best = k if better else best  # selections, not branches: nobody could predict them
        highest = rating if better else highest
        if equal and rng.below(whim, ties) == 0:
            best = k
    return best


def note(game, rules, curve, which):
    """Writes every seat's figure after a round into the curve, or the sum over all sources (-1)."""
    row = min(game.rounds, curve.standing.shape[0]) - 1
    for seat in range(game.players):
        if which >= 0:
            curve.standing[row, seat] = figure(game, rules, seat, which)  # noqa: F821
            continue
        total = 0
        for k in range(game.points.shape[1]):  # constant: unrolled, source by source
            total += figure(game, rules, seat, k)  # noqa: F821
        curve.standing[row, seat] = total


def noting(figure: Any) -> Any:
    """The kernel that notes this figure, `worth` for example."""
    body = figure.py_func
    return with_kernels(note, body.__module__, body.__code__.co_filename, figure=figure)


@kernel
def decide(game, rules, mind, look, rate_all, legal, kinds, choices):
    """The seat to act looks at its moves: how many there are, and the index of the one it makes."""
    n = legal(game, rules, choices)
    if n < 1 or n > len(choices.move):
        return n, NO_CHOICE
    if n == 1:
        game.forced[game.player] += 1
    elif mind.never:
        n = drop_forbidden(game, rules, mind, kinds, choices, n)
    if n == 1:
        return n, 0
    look(game, rules, mind)
    best = rate_all(game, rules, mind, choices, n)
    if best != OPEN:
        return n, best
    if mind.liked:
        lean(game, rules, mind, kinds, choices, n)
    return n, choose(game, mind, choices, n)


@kernel
def advance(game, rules, apply, move, bound):
    apply(game, rules, move)
    game.n_moves += 1
    if game.n_moves >= bound and game.ended == 0:
        game.ended = MOVE_LIMIT


@kernel
def number_in(order, row):
    """The number of the game in a row."""
    return order.first_game + row + row // order.rotations * (order.step - 1) * order.rotations


@kernel
def play_block(games, curves, rules, minds, looks, rates, kernels, order, choices):
    """Plays one game in each row; the index of the first row that failed, or -1.

    Game i is deal i // rotations with the line-up moved on by i % rotations: seat s is played by
    number (s + i) of the line-up. What a game is depends on nothing else. Where all have the same
    kernels, always the first one's are called: other places to jump to, which nobody can
    predict, cost a short game 6 %.
    """
    setup, legal, apply, kinds, note = kernels
    players, at, look, rate_all = order.players, 0, looks[0], rates[0]
    for row in range(len(games)):
        game, number = games[row], number_in(order, row)
        shift = number % order.rotations
        begin(game, players, order.seed, number // order.rotations, order.fresh)
        forbid(game, minds, shift)
        setup(game, rules)
        while game.ended == 0:
            rounds, who = game.rounds, game.player + shift
            if who >= players:
                who -= players
            if order.alike[who] != at:
                at = order.alike[who]
                look, rate_all = looks[at], rates[at]
            _, chosen = decide(game, rules, minds[who], look, rate_all, legal, kinds, choices)
            if chosen < 0:
                return row
            advance(game, rules, apply, choices.move[chosen], order.bound)
            if game.rounds > rounds and order.figure != NONE:
                note(game, rules, curves[row], order.figure)
    return -1


@kernel
def deal_block(games, rules, setup, order):
    """Lays one game in each row, as it is before its first move."""
    for row in range(len(games)):
        begin(games[row], order.players, order.seed, order.first_game + row, order.fresh)
        setup(games[row], rules)


@dataclass(frozen=True)
class Player:
    """Who sits in a seat: a name, two kernels and a `Mind`."""

    name: str
    look: Any  # (game, rules, mind): notes what it needs, once per decision
    rate: Any  # (game, rules, move, mind) -> how good the move is
    mind: Any

    @property
    def kernels(self) -> tuple[Any, Any]:
        return self.look, self.rate


@dataclass(frozen=True)
class Decision:
    """A seat about to move: what it may do, how it rates each (None if there is no choice)."""

    game: Any
    moves: list[int]
    ratings: list[float] | None
    chosen: int

    @property
    def move(self) -> int:
        return self.moves[self.chosen]


class Match:
    """A title, its rules and a line-up, ready to play any game of an experiment.

    Engines: `compiled` is machine code throughout, `python` plain Python throughout; `mixed` keeps
    the rules compiled and runs the loop, and players that cannot be compiled, in Python; `cuda`
    plays blocks on a GPU, and is `compiled` in all else. All of them play the same games, bit for
    bit. Rules that cannot be compiled are played by `python`.
    """

    def __init__(
        self,
        title: Title,
        rules: Any,
        line_up: Sequence[Player],
        engine: str = "compiled",
        say: Callable[[str], None] = lambda text: None,
    ) -> None:
        self.title, self.rules, self.line_up, self.engine = title, rules, list(line_up), engine
        self.rotations = rotations([player.name for player in line_up])
        self._figure = ALL  # what curves hold
        self._types = kernel_types(title)
        with announced(
            title.apply, f"the rules of {title.full_name}", say if engine != "python" else None
        ):
            try:
                self._lay_out()
            except NotCompiled as reason:
                _say_once(say, f"Note: {reason}, so its rules are played in plain Python, slowly.")
                self.engine = "python"
                self._lay_out()
        seats = [*line_up, *[line_up[0]] * (MAX_SEATS - len(line_up))]
        self._looks = tuple(self._ready(player.look, "look") for player in seats)
        self._rates = tuple(self._ready(player.rate, "rate") for player in seats)
        self._minds = np.zeros(MAX_SEATS, quick(Mind))
        for seat, player in enumerate(seats):
            self._minds[seat] = player.mind

    def _lay_out(self) -> None:
        """The rules and the loop, by the engine."""
        title = self.title
        self._kernels = [self._ready(getattr(title, name), name) for name in RULE_KERNELS]
        self._setup, self._legal, self._apply, self._kinds = self._kernels
        self._note_worth = self._ready(noting(title.worth), "note")
        self._loop = self._loop_by_engine()
        self._row = title.Game
        if self.engine == "python":
            self._row = title.careful or wide(title.Game)

    def _loop_by_engine(self) -> Callable:
        if self.engine == "cuda":
            from simulator import gpu  # it holds the loop's kernels, which are written here

            gpu.must_play([*self._kernels, *(one for seat in self.line_up for one in seat.kernels)])
            return gpu.play_block
        return _declared_loop(self.title) if self.engine == "compiled" else plain(play_block)

    def play(self, seed: int, first_game: int, n: int, fresh: int = 0, step: int = 1) -> np.ndarray:
        """So many games from the first on as finished rows, of every `step`-th deal.

        For `fresh` see `begin`.
        """
        return self._play(self._note_worth, self._figure, seed, first_game, n, fresh, step)

    def follow(self, figure: Any, which: int, seed: int, first_game: int, n: int) -> np.ndarray:
        """The same games, whose curves hold one figure instead of the standing.

        `figure(game, rules, seat, which)` is a kernel; the title's `worth` is one.
        """
        note = self._ready(noting(figure), "note")
        return self._play(note, which, seed, first_game, n)

    def _play(
        self, note: Any, which: int, seed: int, first_game: int, n: int, fresh: int = 0,
        step: int = 1,
    ) -> np.ndarray:  # fmt: skip
        game, curve, order = self._row, self.title.Curve, new(Order)
        rows = np.zeros(n, row_of(game, curve))
        games, curves = rows.getfield(game), rows.getfield(curve, game.itemsize)
        order.seed, order.first_game, order.step, order.fresh = seed, first_game, step, fresh
        order.players, order.rotations = len(self.line_up), self.rotations
        order.bound = self.title.max_moves
        order.figure = which
        players = list(zip(self._looks, self._rates, strict=True))
        order.alike[:] = [players.index(player) for player in players]
        try:
            failed = self._loop(
                games, curves, self.rules, self._minds.copy(), self._looks, self._rates,
                (*self._kernels, note), order, new(self.title.Choices),
            )  # fmt: skip
        except IndexError:
            if self.engine == "python":
                raise  # its traceback knows the line
            row = int(np.argmax(games["ended"] == 0))
            complaint = self._beyond(seed, plain(number_in)(order, row), fresh)
            raise Failed(complaint, rows[:row]) from None
        rows = narrowed(rows, self.title.Row)
        if failed >= 0:
            number = plain(number_in)(order, failed)
            raise Failed(self._complaint(games[failed], number), rows[:failed])
        return rows

    def leaving_rows(self) -> "Match":
        """The same on a GPU, whose rows stay there: to measure how fast it is by itself."""
        made = copy.copy(self)
        made._loop = functools.partial(self._loop, bring_back=False)
        return made

    def telling(self, tell: Callable[..., None]) -> "Match":
        """The same, which tells of finished games where they lie: `tell(games, order)`.

        They have no curves. On a GPU they stay there, and how they can be seen is told too
        (`simulator/tables.py`).
        """
        made, loop = copy.copy(self), self._loop

        def play(games: Any, *rest: Any) -> int:
            failed = loop(games, *rest)
            if failed < 0:
                tell(games, rest[-2])
            return failed

        made._loop, made._figure = play, NONE
        if self.engine == "cuda":
            made._loop = functools.partial(loop, bring_back=False, tell=tell)
        return made

    def under(self, rules: Any) -> "Match":
        """The same players by other rules of the title; made in no time, unlike a new match."""
        made = copy.copy(self)
        made.rules = rules
        return made

    def tell(self, seed: int, number: int) -> Iterator[Decision]:
        """Plays one game slowly: yields each decision before it is carried out, then the end."""
        game = self.dealt(seed, number)
        while game.ended == 0:
            decision = self.decision(game, number)
            yield decision
            self.carry_out(game, decision.move)

    def decision(self, game: Any, number: int) -> Decision:
        """What the seat to act may do, and does."""
        who, choices = self.who(game.player, number), new(self.title.Choices)
        n, chosen = plain(decide)(
            game, self.rules, self._minds[who].copy(), self._looks[who], self._rates[who],
            self._legal, self._kinds, choices,
        )  # fmt: skip
        if chosen < 0:
            raise UserError(self._complaint(game, number))
        moves, ratings = choices.move[:n].tolist(), choices.rating[:n].tolist()
        return Decision(game, moves, ratings if n > 1 else None, chosen)

    def replay(self, seed: int, number: int, moves: Sequence[int]) -> Iterator[Any]:
        """The game after each of these moves, from its deal on; as far as they are legal."""
        game, choices = self.dealt(seed, number), new(self.title.Choices)
        for move in moves:
            n = self._legal(game, self.rules, choices)
            if game.ended or move not in choices.move[:n]:
                return
            self.carry_out(game, move)
            yield game

    def carry_out(self, game: Any, move: int) -> None:
        plain(advance)(game, self.rules, self._apply, move, self.title.max_moves)

    def dealt(self, seed: int, number: int) -> Any:
        """A game before its first move."""
        game = new(self._row)
        plain(begin)(game, len(self.line_up), seed, number // self.rotations)
        plain(forbid)(game, self._minds, number % self.rotations)
        self._setup(game, self.rules)
        return game

    def ratings(self, game: Any) -> list[float]:
        """How the first player of the line-up would rate the legal moves of a position."""
        if game.dtype != self._row:  # laid out for another engine
            game = row_as(self._row, game)
        choices, mind = new(self.title.Choices), self._minds[0].copy()
        n = self._legal(game, self.rules, choices)
        self._looks[0](game, self.rules, mind)
        self._rates[0](game, self.rules, mind, choices, n)
        return choices.rating[:n].tolist()

    def who(self, seat: int, number: int) -> int:
        """Whose place in the line-up this seat has in game `number`."""
        return int(seat + number % self.rotations) % len(self.line_up)

    def _ready(self, function: Any, name: str) -> Any:
        is_rate = name == "rate"
        if self.engine != "python":
            try:
                return declare(rating_all(function) if is_rate else function, *self._types[name])
            except NotCompiled:
                if self.engine != "mixed" or name not in PLAYER_KERNELS:
                    raise
        # of a copy, one of the kernels in it is what could not be compiled
        whole = self.engine == "python" or is_copy(function)
        slow = plain(function) if whole else function.py_func
        slow = _rating_in_python(slow) if is_rate else slow
        return slow if self.engine == "python" else _seeing_wide(slow)

    def _beyond(self, seed: int, number: int, fresh: int) -> str:
        """What went beyond an array in a game: played once more in plain Python, it has a line.

        Not where somebody searches: plain Python would take minutes for a decision.
        """
        if self._minds["settings"].any():
            return BEYOND
        slowly = Match(self.title, self.rules, self.line_up, "python")
        slowly.rotations = self.rotations
        try:
            slowly.play(seed, number, 1, fresh)
        except Exception as error:
            if told := outside.told(error):
                return f"{told} This is in game {number} of seed {seed}."
        return BEYOND

    def _complaint(self, game: Any, number: int) -> str:
        where = f"in game {number}, decision {game.n_moves + 1}"
        n = self._legal(game, self.rules, new(self.title.Choices))
        if not 1 <= n <= self.title.max_choices:
            return (
                f"{self.title.name} offers {n} legal moves {where};"
                f" a decision has 1 to {self.title.max_choices} (max_choices) of them."
            )
        name = self.line_up[self.who(game.player, number)].name
        return f"Strategy '{name}' gave a rating that is not a number (NaN) {where}."


BEYOND = (
    "Code from outside the package reads or writes beyond the end of an array;"
    " 'tiltmeter verify' or --engine python names the line."
)


class Failed(UserError):
    """A game could not go on; `finished` holds the games of the block before it."""

    def __init__(self, complaint: str, finished: np.ndarray) -> None:
        super().__init__(complaint)
        self.finished = finished


def _rating_in_python(rate: Callable) -> Callable:
    """Rates all moves in Python, with NaN for whatever is not a number."""

    def number(*arguments: Any) -> float:
        rating = rate(*arguments)
        return float(rating) if isinstance(rating, int | float | np.number) else np.nan

    return types.FunctionType(rate_all.__code__, {**globals(), "rate": number})


def _seeing_wide(function: Callable) -> Callable:
    """For a player in Python at a table of machine code, whose numbers are small."""
    return lambda game, *rest: function(row_as(wide(game.dtype), game), *rest)


RULE_KERNELS = ("setup", "legal", "apply", "kinds")
PLAYER_KERNELS = ("look", "rate")


@functools.cache
def _say_once(say: Callable[[str], None], text: str) -> None:
    say(text)


def kernel_types(title: Title) -> dict[str, tuple[Any, ...]]:
    """What each kernel of a title and of its players returns and takes."""
    game, rules = title.Game, title.Rules
    return {
        "check": (int, game, rules),
        "redeal": (None, game, rules, int, rng.STREAM),
        "worth": (int, game, rules, int, int),
        "setup": (None, game, rules),
        "legal": (int, game, rules, title.Choices),
        "apply": (None, game, rules, int),
        "kinds": (int, game, rules, int),
        "note": (None, game, rules, title.Curve, int),
        "look": (None, game, rules, Mind),
        "rate": (int, game, rules, Mind, title.Choices, int),
    }


def deal(
    title: Title, rules: Any, players: int, seed: int, first: int, n: int, fresh: int = 0
) -> np.ndarray:
    """Deals first to first + n - 1 before their first move; for `fresh` see `begin`."""
    games, order, types = np.zeros(n, title.Game), new(Order), kernel_types(title)["setup"]
    order.seed, order.first_game, order.players, order.fresh = seed, first, players, fresh
    passed = (title.Game, 1), title.Rules, function_type(*types), Order
    try:
        setup, loop = declare(title.setup, *types), declare(deal_block, None, *passed)
    except NotCompiled:
        setup, loop = plain(title.setup), plain(deal_block)
    loop(games, rules, setup, order)
    return games


def _declared_loop(title: Title) -> Any:
    passed = {name: function_type(*types) for name, types in kernel_types(title).items()}
    return declare(
        play_block, int, (title.Game, 1, "A"), (title.Curve, 1, "A"), title.Rules, (Mind, 1),
        tuple_type(passed["look"], MAX_SEATS), tuple_type(passed["rate"], MAX_SEATS),
        types_tuple(*(passed[name] for name in (*RULE_KERNELS, "note"))), Order, title.Choices,
    )  # fmt: skip


def rotations(line_up: Sequence[str]) -> int:
    """How many ways of moving a line-up around the table differ."""
    n = len(line_up)
    return next(
        r for r in range(1, n + 1) if all(line_up[i] == line_up[(i + r) % n] for i in range(n))
    )
