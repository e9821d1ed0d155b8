"""What whoever waits is told: that games are begun, how they come along, that they are over."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import polars as pl

from analyses.experiments.tabulated import Played
from analyses.language import say
from analyses.statistics.counts import TIMES
from analyses.statistics.order import most_by
from simulator.titles import Title


class Progress(Protocol):
    """Anything with these three; a screen, a log, a test."""

    def begun(self, games: int, done: int) -> None:
        """So many games are wanted, so many of them were there before."""

    def advanced(self, games: int, told: str) -> None:
        """So many games more; `told` is how things look now."""

    def ended(self) -> None:
        """All are played, or something stopped them."""


class Silence:
    """Nobody watches."""

    def begun(self, games: int, done: int) -> None: ...

    def advanced(self, games: int, told: str) -> None: ...

    def ended(self) -> None: ...


class Stopped(KeyboardInterrupt):
    """Somebody stopped the games; its sentence says what is kept."""


class Leader:
    """Who wins most so far: the strategies if there are several, else the seats.

    Where nobody has a rival, all win together.
    """

    def __init__(self, title: Title, players: int) -> None:
        is_contest = title.sides(players) > 1
        self.together = "" if is_contest else "the player" if players == 1 else "the table"
        self.names = title.teams or [f"seat {seat}" for seat in range(1, players + 1)]
        self.wins: dict[str, float] = {}
        self.seats: dict[str, int] = {}

    def after(self, played: Played) -> str:
        if isinstance(played, pl.DataFrame):
            rows = played.with_columns(pl.lit(1).alias(TIMES))
        else:
            rows = played.frame("win")
        by = "strategy" if rows["strategy"].n_unique() > 1 else "seat"
        won = (pl.col("win") * pl.col(TIMES)).sum()
        shares = rows.group_by(by, maintain_order=True).agg(won, pl.col(TIMES).sum())
        for name, win, seats in shares.iter_rows():
            label = (self.together or self.names[name - 1]) if by == "seat" else name
            self.wins[label] = self.wins.get(label, 0.0) + win
            self.seats[label] = self.seats.get(label, 0) + seats
        leader = most_by(sorted(self.wins), lambda name: self.wins[name] / self.seats[name])
        share = self.wins[leader] / self.seats[leader]
        return say("{leader} wins {share:.1%}", leader=leader, share=share)


@contextmanager
def stoppable(kept: Callable[[], str]) -> Iterator[None]:
    """Whoever presses Ctrl-C within is told what is kept."""
    try:
        yield
    except Stopped:
        raise
    except KeyboardInterrupt:
        text = "Stopped: {kept!s}; the same command goes on from there."
        raise Stopped(say(text, kept=kept())) from None


def games_kept_in(folder: Path) -> str:
    return say("the games so far are kept in {folder!s}", folder=str(folder))


def all_kept_in(folder: Path) -> str:
    return say("all games are kept in {folder!s}", folder=str(folder))


def some_kept_in(folder: Path, done: int, games: int) -> str:
    text = "{done:,} of {games:,} games are kept in {folder!s}"
    return say(text, done=done, games=games, folder=str(folder))
