"""The one road from a match to numbers: deals that are to be played, and the games they become.

What becomes of the games is up to who asked: rows of a frame (`frames.py`), arrays by seat or by
member (here), or counts (`tabulated.py`).
"""

import functools
from dataclasses import dataclass

import numpy as np

from simulator.match import Match


@dataclass(frozen=True)
class DealsToPlay:
    """Some deals of a match, each in all its seatings, one after the other."""

    match: Match
    seed: int
    deals: range
    fresh: int = 0  # which streams of chance are new in each deal (`simulator.loop.begin`)

    @functools.cached_property
    def local(self) -> np.ndarray:
        """The numbers of the games among those of their line-up."""
        rotations = self.match.rotations
        return (np.array(self.deals)[:, None] * rotations + np.arange(rotations)).ravel()

    @property
    def block(self) -> tuple[int, int, int, int, int]:
        """As `Match.play` takes them."""
        rotations = self.match.rotations
        n = len(self.deals) * rotations
        return self.seed, self.deals.start * rotations, n, self.fresh, self.deals.step

    def play(self) -> "FinishedGames":
        """All at once: a call for every deal would cost a short game twenty times its own time."""
        return FinishedGames(self.match, self.local, self.match.play(*self.block))


@dataclass(frozen=True)
class FinishedGames:
    """Games as arrays: seats count from 0, and members are those of the line-up in its order."""

    match: Match
    local: np.ndarray  # their numbers among those of their line-up
    ends: np.ndarray  # as they lie on the table

    @property
    def players(self) -> int:
        return len(self.match.line_up)

    @property
    def deal(self) -> np.ndarray:
        return self.local // self.match.rotations

    @property
    def member(self) -> np.ndarray:
        """Who sits where, [game, seat]."""
        return (np.arange(self.players) + (self.local % self.match.rotations)[:, None]) % (
            self.players
        )

    @property
    def place(self) -> np.ndarray:
        """[game, seat]"""
        return self.ends["place"][:, : self.players]

    @property
    def score(self) -> np.ndarray:
        """[game, seat]"""
        return self.ends["points"][:, : self.players].sum(axis=2)

    @property
    def win(self) -> np.ndarray:
        """Of each seat: those in the first place share it, or all have it, as the game has it."""
        won = self.place == 1
        sharing = won.sum(axis=1, keepdims=True) if self.match.title.shares_wins else 1
        return won / np.maximum(sharing, 1)

    @property
    def forced(self) -> np.ndarray:
        """The decisions of each game with one legal move."""
        return self.ends["forced"].sum(axis=1)

    @property
    def choices(self) -> np.ndarray:
        """Those with several."""
        return self.ends["n_moves"] - self.forced

    def by_member(self, values: np.ndarray) -> np.ndarray:
        """Values [game, seat] as [deal, seating, member]."""
        seat = np.argsort(self.member, axis=1)
        its = np.take_along_axis(values, seat, axis=1)
        return its.reshape(-1, self.match.rotations, self.players)
