"""A title, its rules and a line-up, ready to play: blocks of games, or one game slowly."""

import copy
import functools
import types
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulator import rng, user_files
from simulator.doors import setting
from simulator.errors import UserError
from simulator.kernel import (
    NotCompiled,
    declare,
    function_type,
    is_copy,
    narrowed,
    new,
    plain,
    quick,
    row_as,
    tuple_type,
    types_tuple,
    wide,
)
from simulator.loop import (
    ALL,
    MAX_SEATS,
    NONE,
    Mind,
    Order,
    advance,
    begin,
    deal_block,
    decide,
    forbid,
    noting,
    number_in,
    play_block,
    preferred,
    rate_all,
    rating_all,
)
from simulator.machine_code import announced
from simulator.numba_patches import way_in
from simulator.teams import summed
from simulator.titles import Title, row_of

ENGINES = ("compiled", "python", "cuda")


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
        self._is_by_teams = bool(title.teams)
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
        if self.engine == "compiled":
            return way_in(_declared_loop(self.title))
        return plain(play_block)

    def play(self, seed: int, first_game: int, n: int, fresh: int = 0, step: int = 1) -> np.ndarray:
        """So many games from the first on as finished rows, of every `step`-th deal.

        For `fresh` see `begin`. Where teams play, points and all else of a seat are a team's.
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
        game, curve, order = self._row, self.title.Curve, self._order()
        if self.rules.dtype.names != self.title.Rules.names:  # machine code would take them as such
            raise TypeError(f"these are not rules of {self.title.name}")
        rows = np.zeros(n, row_of(game, curve))
        games, curves = rows.getfield(game), rows.getfield(curve, game.itemsize)
        order.seed, order.first_game, order.step, order.fresh = seed, first_game, step, fresh
        order.bound = self.title.max_moves
        order.figure = which
        players = list(zip(self._looks, self._rates, strict=True))
        order.alike[:] = [players.index(player) for player in players]
        try:
            failed = self._loop(
                games, curves, self.rules, self._minds.copy(), self._looks, self._rates,
                (*self._kernels, note), order, new(self.title.Choices),
            )  # fmt: skip
        except (IndexError, ZeroDivisionError):
            if self.engine == "python":
                raise  # its traceback knows the line
            row = int(np.argmax(games["ended"] == 0))
            complaint = self._stopped_by(seed, plain(number_in)(order, row), fresh)
            raise Failed(complaint, self._of_teams(rows[:row])) from None
        rows = narrowed(rows, self.title.Row)
        if failed >= 0:
            complaint = self._complaint(games[failed], plain(number_in)(order, failed))
            raise Failed(complaint, self._of_teams(rows[:failed]))
        return self._of_teams(rows)

    @property
    def seating(self) -> tuple[int, ...]:
        """Of each seat who of the line-up plays it in the first game of a deal."""
        return self.title.seating(self.rules, len(self.line_up))

    def _order(self) -> Any:
        """Who sits where, without what is to be played."""
        order, seating = new(Order), self.seating
        order.players, order.rotations, order.seats = (
            len(self.line_up),
            self.rotations,
            len(seating),
        )
        order.side[: len(seating)] = seating
        return order

    def _of_teams(self, rows: np.ndarray) -> np.ndarray:
        """Rows with a team in the place of a player: the sums of its seats, and their place."""
        if not self._is_by_teams:
            return rows
        seating, n = self.seating, len(self.line_up)
        for name in ("points", "tally", "forced"):
            rows[name][:, :n], rows[name][:, n:] = summed(rows[name], seating, 1), 0
        curve, firsts = rows["curve"], [seating.index(team) for team in range(n)]
        curve[:, :, :n], curve[:, :, n:] = summed(curve, seating, 2), 0
        rows["place"][:, :n], rows["place"][:, n:] = rows["place"][:, firsts], 0
        return rows

    def by_seats(self) -> "Match":
        """The same, whose rows are told seat by seat, where teams play."""
        made = copy.copy(self)
        made._is_by_teams = False
        return made

    def without_curves(self) -> "Match":
        """The same, whose rows do not hold the standings after every round."""
        made = copy.copy(self)
        made._figure = NONE
        return made

    def leaving_rows(self, tell: Callable[..., None] | None = None) -> "Match":
        """The same on a GPU, whose rows stay there: to measure how fast it is by itself.

        Or to count them there: `tell` is told where they are, and how they can be seen.
        """
        made = self.without_curves() if tell else copy.copy(self)
        made._loop = functools.partial(self._loop, bring_back=False, tell=tell)
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
        mind = self._minds[who].copy()
        mind.asked = 1
        n, chosen = plain(decide)(
            game, self.rules, mind, self._looks[who], self._rates[who],
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
        order = self._order()
        plain(begin)(game, int(order.seats), seed, number // self.rotations)
        plain(forbid)(game, self._minds, order, number % self.rotations)
        self._setup(game, self.rules)
        return game

    def moves(self, game: Any) -> list[int]:
        """The legal ones of a position."""
        choices = new(self.title.Choices)
        return choices.move[: self._legal(self._as_row(game), self.rules, choices)].tolist()

    def choices(self, game: Any, number: int) -> list[int]:
        """The same; a game that offers none, or too many, is stopped with a sentence."""
        choices = new(self.title.Choices)
        n = self._legal(self._as_row(game), self.rules, choices)
        if not 1 <= n <= self.title.max_choices:
            raise UserError(self._complaint(game, number))
        return choices.move[:n].tolist()

    def kinds(self, game: Any, move: int) -> set[str]:
        """The names of the kinds that a move is of."""
        bits = int(self._kinds(self._as_row(game), self.rules, move))
        return {name for k, name in enumerate(self.title.levers.kinds) if bits >> k & 1}

    def _as_row(self, game: Any) -> Any:
        """A copy that this engine's kernels take: plain ones reckon with wide numbers."""
        return row_as(self._row, game)

    def ratings(self, game: Any, noted: float = 0.0) -> list[float]:
        """How the first player of the line-up would rate the legal moves of a position.

        `noted` is what all of its notes hold before it looks.
        """
        game = self._as_row(game)  # a copy: its player's whim is asked, too
        choices, mind = new(self.title.Choices), self._minds[0].copy()
        mind.notes[:], mind.asked = noted, 1
        n = self._legal(game, self.rules, choices)
        self._looks[0](game, self.rules, mind)
        self._rates[0](game, self.rules, mind, choices, n)
        return choices.rating[:n].tolist()

    def who(self, seat: int, number: int) -> int:
        """Whose place in the line-up this seat has in game `number`."""
        return int(self.seating[seat] + number % self.rotations) % len(self.line_up)

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

    def _stopped_by(self, seed: int, number: int, fresh: int) -> str:
        """What stopped machine code in a game: played once more in plain Python, it has a line.

        Not where somebody searches: plain Python would take minutes for a decision.
        """
        if self._minds["settings"].any():
            return stopped_told()
        slowly = Match(self.title, self.rules, self.line_up, "python")
        slowly.rotations = self.rotations
        try:
            slowly.play(seed, number, 1, fresh)
        except Exception as error:
            if told := user_files.told(error):
                return f"{told} This is in game {number} of seed {seed}."
        return stopped_told()

    def _complaint(self, game: Any, number: int) -> str:
        where = f"in game {number}, decision {game.n_moves + 1}"
        n = self._legal(game, self.rules, new(self.title.Choices))
        if not 1 <= n <= self.title.max_choices:
            return (
                f"{self.title.name} offers {n} legal moves {where};"
                f" a decision has 1 to {self.title.max_choices} (max_choices) of them."
            )
        name = self.line_up[self.who(game.player, number)].name
        return f"The bot '{name}' gave a rating that is not a number (NaN) {where}."


def stopped_told() -> str:
    """What may have stopped machine code, where no line is known."""
    told = (
        "Code from outside the package divides by zero, gives the turn to a seat that is not there,"
        " or reads or writes at a place that an array does not have"
    )
    return f"{told}; 'tiltmeter verify' or {setting('engine', 'python')} names the line."


class Failed(UserError):
    """A game could not go on; `finished` holds the games of the block before it."""

    def __init__(self, complaint: str, finished: np.ndarray) -> None:
        super().__init__(complaint)
        self.finished = finished


def _rating_in_python(rate: Callable) -> Callable:
    """Rates all moves in Python, with NaN for whatever is not a number."""

    def number(*arguments: Any) -> float:
        rating = rate(*arguments)
        return float(rating) if isinstance(rating, int | float | np.number | np.bool_) else np.nan

    given = {"rate": number, "preferred": plain(preferred)}
    return types.FunctionType(rate_all.__code__, rate_all.__globals__ | given)


def _seeing_wide(function: Callable) -> Callable:
    """For a player in Python at a table of machine code, whose numbers are small."""

    def see(game: Any, *rest: Any) -> Any:
        seen = row_as(wide(game.dtype), game)
        given = function(seen, *rest)
        game.whim[:] = seen.whim  # which has decided between equal ratings
        return given

    return see


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
    order.seed, order.first_game, order.fresh = seed, first, fresh
    order.seats = len(title.seating(rules, players))
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


def rotations(line_up: Sequence[Any]) -> int:
    """How many ways of moving a line-up around the table differ."""
    n = len(line_up)
    return next(
        r for r in range(1, n + 1) if all(line_up[i] == line_up[(i + r) % n] for i in range(n))
    )
