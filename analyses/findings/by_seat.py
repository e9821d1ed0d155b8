"""Roles seat by seat: what each wins in every seat, beyond what seat and role explain apart."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import polars as pl

from analyses.findings.finding import Table, begun, whole_percent, whole_range
from analyses.findings.holdings import Group, Holdings
from analyses.findings.names import games_of
from analyses.language import say, spoken
from analyses.statistics.estimate import FEW
from analyses.statistics.holders import beside_seats, of_holders
from analyses.statistics.intervals import student
from analyses.statistics.pooling import Estimates, pooled

WIDEST = "± at most"


@dataclass(frozen=True)
class Cells:
    """The roles of a group in every seat [seat, role]: what they win, and what one expects."""

    group: Group
    names: list[str]
    share: np.ndarray
    expected: np.ndarray  # by seat and role, each for itself
    role_error: np.ndarray  # of what a role brings in any seat
    own: Estimates  # share less expected, one after the other

    @property
    def best(self) -> Estimates:
        """Differences drawn towards none, as far as chance explains them."""
        return pooled(self.own)

    def farthest(self) -> tuple[int, int] | None:
        """The seat and role farthest from what one expects, where any clearly is, among all."""
        n = len(self.own.value)
        together = Estimates(self.own.value, self.own.error, self.own.groups, n)
        is_clear = (together.low > 0) | (together.high < 0)
        if not is_clear.any():
            return None
        at = int(np.where(is_clear, np.abs(self.own.value), 0).argmax())
        return at // len(self.names), at % len(self.names)


def cells_of(games: Holdings) -> Iterator[Cells]:
    """Of groups of which everybody holds one, if each was seen often enough in every seat."""
    for group in games.to_seats:
        often = group.held.sum(axis=0)
        if group.is_named and group.parts_all and often.shape[1] > 1 and often.min() >= FEW:
            yield _cells(games, group)


def _cells(games: Holdings, group: Group) -> Cells:
    seats = range(games.win.shape[1])
    each = [of_holders(games.win[:, [k]], group.held[:, [k]], games.deal) for k in seats]
    share, error = np.stack([one.mean for one in each]), np.stack([one.error for one in each])
    role = beside_seats(games.win, group.held, games.deal)
    expected = np.clip(games.win.mean(axis=0)[:, None] + role.mean, 0, 1)
    # Who won no game at all has no spread of its own.
    by_chance = np.sqrt(expected * (1 - expected) / group.held.sum(axis=0))
    deals = np.stack([one.deals for one in each]).astype(float)
    errors = np.maximum(error, by_chance)
    own = Estimates((share - expected).ravel(), errors.ravel(), deals.ravel())
    return Cells(group, games.called(group), share, expected, role.error, own)


def by_seat(games: Holdings) -> tuple[Table, ...]:
    """Best guesses: a row for each role, a column for each seat."""
    rows = [row for cells in cells_of(games) for row in _rows(cells)]
    if not rows:
        return ()
    seats = tuple(f"seat {k + 1}" for k in range(games.win.shape[1]))
    frame = pl.DataFrame(rows, ["group", "member", *seats, WIDEST], orient="row")
    return (Table("by_seat", "Win rate of each by turn order", frame, (*seats, WIDEST)),)


def _rows(cells: Cells) -> Iterator[tuple]:
    best, shape = cells.best, cells.share.shape
    shown = np.clip(cells.expected + best.value.reshape(shape), 0, 1)
    error = np.hypot(best.error.reshape(shape), cells.role_error)
    reach = student(best.groups.reshape(shape)) * error
    for k, name in enumerate(cells.names):
        yield cells.group.name, name, *shown[:, k].tolist(), float(reach[:, k].max())


def by_seat_told(games: Holdings) -> list[str]:
    """Of each group the seat that suits a role, or does not, more than both explain."""
    return [_told(cells, *at) for cells in cells_of(games) if (at := cells.farthest())]


def _told(cells: Cells, seat: int, role: int) -> str:
    one = cells.own.one(seat * len(cells.names) + role)
    low, high = one.interval(len(cells.own.value))
    expected, teams = cells.expected[seat, role], spoken().teams
    told = (
        "{member} wins {share} of {games} as {place} ({ends}), where role and turn order apart"
        " explain {expected}."
    )
    said = say(
        told,
        member=cells.names[role],
        share=whole_percent(cells.share[seat, role]),
        games=games_of(len(cells.share)),
        place=teams[seat] if teams else say("player {seat}", seat=seat + 1),
        ends=whole_range(max(expected + low, 0), min(expected + high, 1)),
        expected=whole_percent(expected),
    )
    return begun(said)
