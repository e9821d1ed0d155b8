"""Who meets whom: designs turn a pool of strategies into cells that share their deals."""

import functools
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, combinations_with_replacement, groupby, permutations

from analyses.renamed import not_found
from simulator import rng
from simulator.doors import by_door
from simulator.errors import UserError
from simulator.match import rotations
from strategies.seat import Seat

DOSES = (0.3, 1.0)  # of a liking: a push, and a strong one
PUSHES = (3.0, 10.0, 30.0)  # of what such likings do not move
ALWAYS = 100.0  # a liking so strong that an option is taken whenever it can be
ALL = "all"  # a cell whose streams are all those of the deal
MOST_ORDERS = 24  # in which one line-up sits
KEEPS = {"deal": rng.DEAL, "table": rng.TABLE, "whims": rng.WHIM}  # the one stream a cell keeps

LineUp = tuple[Seat, ...]


@dataclass(frozen=True)
class Cell:
    """One line-up, a strategy per seat, in every seating of every deal."""

    line_up: LineUp
    same: str = ALL  # or the one stream, a key of KEEPS, that is not begun anew
    forbids: str = ""  # the kind of option that the first of the line-up lacks, or takes more often

    @property
    def rotations(self) -> int:
        return rotations(self.line_up)

    @property
    def orders(self) -> tuple[LineUp, ...]:
        """The ways round the table in which it is played, one a deal in turn."""
        return orders(self.line_up)

    def at(self, deal: int) -> "Cell":
        """As it sits in one deal."""
        return replace(self, line_up=self.orders[deal % len(self.orders)])

    @property
    def fresh(self) -> int:
        """The streams to begin anew, one bit each."""
        return sum(1 << k for name, k in KEEPS.items() if self.same not in (ALL, name))

    @property
    def label(self) -> str:
        """The line-up in words: 'allround, greedy ×3'."""
        runs = [(one, len(list(same))) for one, same in groupby(self.line_up)]
        return ", ".join(str(one) if n == 1 else f"{one} ×{n}" for one, n in runs)


@functools.cache
def orders(line_up: LineUp) -> tuple[LineUp, ...]:
    """Every way round the table for these players that has as many seatings, theirs first.

    Who sits behind whom may decide a game; moving a line-up around leaves that as it is.
    """
    first, *others = line_up
    n_seatings, found = rotations(line_up), {_turned(line_up): line_up}
    for rest in permutations(others):
        one = (first, *rest)
        if rotations(one) == n_seatings:
            found.setdefault(_turned(one), one)
    theirs, *more = found.values()
    random.Random(1).shuffle(more)  # so that a few of many are no particular ones
    return (theirs, *more[: MOST_ORDERS - 1])


def _turned(line_up: LineUp) -> tuple[str, ...]:
    """The same for all ways to begin a round."""
    names = tuple(map(str, line_up))
    return min(names[k:] + names[:k] for k in range(len(names)))


def mirror(pool: Sequence[Seat], players: int) -> list[Cell]:
    """Each strategy in every seat: what is left is the seats' doing."""
    return [Cell((name,) * players) for name in pool]


def round_robin(pool: Sequence[Seat], players: int) -> list[Cell]:
    """Each strategy alone at a table of each other one; with two players, each pair once."""
    if players == 2:
        return [Cell(pair) for pair in combinations(pool, 2)]
    return [Cell((one, *[other] * (players - 1))) for one, other in permutations(pool, 2)]


def leaning(pool: Sequence[Seat], players: int) -> list[Cell]:
    """The first strategy in every seat; then each other one alone at a table of it."""
    one, *others = pool
    return [*mirror([one], players), *(Cell((name, *[one] * (players - 1))) for name in others)]


def focus(pool: Sequence[Seat], players: int) -> list[Cell]:
    """The first strategy against every table the others can fill, without repeats if they can."""
    one, *field = pool
    fill = combinations if len(field) >= players - 1 else combinations_with_replacement
    return [Cell((one, *others)) for others in fill(field, players - 1)]


def restricted(pool: Sequence[Seat], players: int, kinds: Sequence[str]) -> list[Cell]:
    """The first strategy in every seat; then one of them must do without one kind of option."""
    one = pool[0]
    others = [one] * (players - 1)
    forbidden = [Cell((one.adding("never", kind), *others), forbids=kind) for kind in kinds]
    return [*mirror([one], players), *forbidden]


def encouraged(pool: Sequence[Seat], players: int, kinds: Sequence[str]) -> list[Cell]:
    """The first strategy in every seat; then one of them likes one kind of option, in each dose."""
    one = pool[0]
    others = [one] * (players - 1)
    liked = [
        Cell((liking(one, kind, dose), *others), forbids=kind) for kind in kinds for dose in DOSES
    ]
    return [*mirror([one], players), *liked]


def liking(one: Seat, kind: str, dose: float) -> Seat:
    """A player that takes one kind of option more often than it would."""
    return one.adding("likes", f"{kind}*{dose:g}")


def luck(pool: Sequence[Seat], players: int) -> list[Cell]:
    """The first strategy in every seat, each deal once more for every stream kept alone."""
    seats = (pool[0],) * players
    return [Cell(seats), *(Cell(seats, same) for same in KEEPS)]


DESIGNS: dict[str, Callable[..., list[Cell]]] = {
    "self-play": mirror,
    "round-robin": round_robin,
    "one-vs-field": leaning,
    "focus": focus,
    "luck": luck,
    "ablation": restricted,
    "encouraged": encouraged,
}
OF_KINDS = ("ablation", "encouraged")
NEEDS_TWO = ("round-robin", "one-vs-field", "focus")


def cells_of(
    design: Sequence[str],
    line_ups: Sequence[Sequence[Seat]],
    players: int,
    kinds: Mapping[str, Sequence[str]] | None = None,
) -> tuple[Cell, ...]:
    """The cells of a design over a pool, or free line-ups as they are, each cell once.

    `kinds` are the options that each design OF_KINDS is about. A free line-up is restricted play of
    one of them too, where the same players sit without the restriction in another.
    """
    kinds = kinds or {}
    if not design:
        seated = [_seated(line_up, players) for line_up in line_ups]
        options = kinds.get("ablation", ())
        return tuple(dict.fromkeys(_free(one, seated, options) for one in seated))
    if len(line_ups) != 1:
        once = by_door("-s only once", "one list")
        raise UserError(f"A design takes one list of bots, its pool; give {once}.")
    pool = list(dict.fromkeys(line_ups[0]))
    for name in design:
        if name not in DESIGNS:
            raise not_found("design", name, DESIGNS)
        if name in NEEDS_TWO and len(pool) < 2:
            raise UserError(f"The design '{name}' needs at least two different bots.")
        if name in NEEDS_TWO and players < 2:
            raise UserError(f"The design '{name}' needs at least two players.")
    cells = []
    for name in design:
        more = (kinds.get(name, ()),) if name in OF_KINDS else ()
        cells += DESIGNS[name](pool, players, *more)
    return tuple(dict.fromkeys(cells))


def _free(line_up: LineUp, seated: Sequence[LineUp], options: Sequence[str]) -> Cell:
    """A line-up as it is; who alone does without an option, which all have in another, is first."""
    for k, lacking in enumerate(line_up):
        one, kind = lacking.without("never"), lacking.never
        others = [*line_up[k + 1 :], *line_up[:k]]
        is_alone = others == [one] * len(others) and (one,) * len(line_up) in seated
        if is_alone and kind in options and lacking == one.adding("never", kind):
            return Cell((lacking, *others), forbids=kind)
    return Cell(line_up)


def _seated(line_up: Sequence[Seat], players: int) -> LineUp:
    """One strategy fills every seat; otherwise there is one for each."""
    return tuple(line_up) if len(line_up) == players else (line_up[0],) * players
