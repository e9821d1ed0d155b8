"""What one player does and another in its place, deal by deal.

Among rivals one sits in every seat of a table of the other's copies, and its like would win an even
share there. Who win or lose together are one side, as who plays alone is: there both fill all seats
of the same deals.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self

import numpy as np

from analyses.lab.players.yardsticks import POINTS, RIVALS, Shown, Yardstick
from analyses.statistics.estimate import (
    NAN,
    Estimate,
    Exactly,
    ExactShare,
    Interval,
    Missing,
    Paired,
    Quantity,
    Share,
    Simultaneous,
    Unpaired,
    Widest,
)
from analyses.statistics.intervals import LEVEL


@dataclass(frozen=True)
class MemberResults:
    """What a line-up's members did: arrays [deal, seating, member]."""

    line_up: tuple[str, ...]
    place: np.ndarray
    score: np.ndarray

    @property
    def games(self) -> int:
        return self.place.shape[0] * self.place.shape[1]


def together(parts: Sequence[MemberResults]) -> MemberResults:
    """The same line-up on more deals."""
    place, score = (np.concatenate([getattr(one, name) for one in parts]) for name in FIELDS)
    return MemberResults(parts[0].line_up, place, score)


FIELDS = ("place", "score")


class Duel(Protocol):
    """Arrays over deals, and what they show."""

    @property
    def place(self) -> np.ndarray:
        """Of all at the one's table, [deal, seating, member]."""

    @property
    def won(self) -> np.ndarray:
        """What the one reached in each deal."""

    @property
    def par(self) -> np.ndarray:
        """What the other does in its place."""

    @property
    def lead(self) -> np.ndarray:
        """By how many points it was ahead."""

    def and_also(self, more: Any) -> Self:
        """The same on more deals."""

    def shown(self, tests: int = 1) -> Shown:
        """With intervals so wide that as many hold together."""


@dataclass(frozen=True)
class OffEven:
    """A share of games that is known by what it is more than an even one."""

    even: float
    gain: Paired

    @property
    def value(self) -> float:
        return self.even + self.gain.value

    def interval(self, tests: float = 1) -> Interval:
        low, high = self.gain.interval(tests)
        return Interval(max(self.even + low, 0.0), min(self.even + high, 1.0))


@dataclass(frozen=True)
class Among:
    """One among rivals, the first member of its table."""

    played: MemberResults

    @property
    def place(self) -> np.ndarray:
        return self.played.place

    @property
    def par(self) -> np.ndarray:
        """An even share."""
        return np.full(len(self.place), 1 / len(self.played.line_up))

    @property
    def won(self) -> np.ndarray:
        """Its share of the win; ties are shared."""
        won = self.place == 1
        return (won / np.maximum(won.sum(axis=2, keepdims=True), 1))[:, :, 0].mean(axis=1)

    @property
    def lead(self) -> np.ndarray:
        """Ahead of the others' mean score."""
        score = self.played.score
        return (score[:, :, 0] - score[:, :, 1:].mean(axis=2)).mean(axis=1)

    def and_also(self, more: "Among") -> "Among":
        return Among(together([self.played, more.played]))

    def shown(self, tests: int = 1) -> Shown:
        won, even = self.won, Exactly(float(self.par[0]))
        one = Simultaneous(Widest(self._reached(won, won - self.par)), tests)
        return Shown(RIVALS, one, even, Unpaired(one, even), len(won))

    def _reached(self, won: np.ndarray, gain: np.ndarray) -> list[Quantity]:
        """Its share, and the same from the deals that brought it more or less than an even one.

        Where these are few the spread of all deals is hardly known, and where there are none it is
        no spread at all.
        """
        even = float(self.par[0])
        paired = Paired(seldom_of(np.maximum(gain, 0)), seldom_of(np.maximum(-gain, 0)))
        apart = OffEven(even, paired)
        return [apart] if _never_differ(gain) else [share_of(won), apart]


@dataclass(frozen=True)
class TwoTables:
    """Two tables on the same deals, one player in every seat of each."""

    by: Yardstick
    one: MemberResults
    other: MemberResults

    @property
    def place(self) -> np.ndarray:
        return self.one.place

    @property
    def won(self) -> np.ndarray:
        return self._reached(self.one)

    @property
    def par(self) -> np.ndarray:
        return self._reached(self.other)

    @property
    def lead(self) -> np.ndarray:
        return _points(self.one) - _points(self.other)

    def _reached(self, table: MemberResults) -> np.ndarray:
        """Whether all have won, or how many points the one player made who cannot lose."""
        if self.by is POINTS:
            return _points(table)
        return (table.place == 1).any(axis=2).mean(axis=1)

    def and_also(self, more: "TwoTables") -> "TwoTables":
        one, other = together([self.one, more.one]), together([self.other, more.other])
        return TwoTables(self.by, one, other)

    def shown(self, tests: int = 1) -> Shown:
        one, other = (self.by.kind(*over_deals(values)) for values in (self.won, self.par))
        return Shown(self.by, Simultaneous(one, tests), other, self._gain(tests), one.deals)

    def _gain(self, tests: int) -> Quantity:
        gain = self.won - self.par
        if self.by is not POINTS:
            return Simultaneous(Paired(share_of(gain > 0), share_of(gain < 0)), tests)
        if _never_differ(gain):
            most = _seldom(tests, len(gain)) * float(np.ptp(self.par))
            return Missing(-most, most, 0.0)
        return Simultaneous(difference_of(gain), tests)


def _points(table: MemberResults) -> np.ndarray:
    return table.score.mean(axis=(1, 2))


def _never_differ(gain: np.ndarray) -> bool:
    """No deal brought more or less, though there may be points between the games."""
    return np.allclose(gain, 0)


def _seldom(tests: int, deals: int) -> float:
    """In how large a part of all deals, at most, what was not seen in so many of them happens."""
    return math.log(2 * tests / (1 - LEVEL)) / deals


def share_of(values: np.ndarray) -> Share:
    return Share(*over_deals(values))


def seldom_of(values: np.ndarray) -> ExactShare:
    return ExactShare(*over_deals(values))


def difference_of(values: np.ndarray) -> Estimate:
    return Estimate(*over_deals(values))


def over_deals(values: np.ndarray) -> tuple[float, float, int]:
    """A mean and its standard error: deals are the sample."""
    n = len(values)
    return float(values.mean()), float(values.std(ddof=1)) / n**0.5 if n > 1 else NAN, n
