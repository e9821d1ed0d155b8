"""How a batch is coming along: a live bar on a terminal, a plain line now and then in a pipe."""

import time
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    import polars as pl

PLAIN_EVERY = 5.0  # seconds between lines when there is no terminal


class Progress(AbstractContextManager["Progress"]):
    """Shows games done, games per second, time left and the current estimate."""

    def __init__(self, games: int, done: int, players: int, quiet: bool) -> None:
        self.games, self.done, self.players, self.quiet = games, done, players, quiet
        self.started = self.told = time.monotonic()
        self.begun_at = done
        self.wins: dict[str, float] = {}
        self.seats: dict[str, int] = {}
        self.bar: Any = None

    def __enter__(self) -> "Progress":
        from rich.console import Console

        if not self.quiet and Console(stderr=True).is_terminal:
            self._open_bar()
        return self

    def __exit__(self, *error: object) -> None:
        if self.bar is not None:
            self.bar.stop()

    def watch(self, frame: "pl.DataFrame") -> None:
        import polars as pl

        by = "strategy" if frame["strategy"].n_unique() > 1 else "seat"
        for name, win, seats in frame.group_by(by).agg(pl.col("win").sum(), pl.len()).iter_rows():
            label = f"seat {name}" if by == "seat" else name
            self.wins[label] = self.wins.get(label, 0.0) + win
            self.seats[label] = self.seats.get(label, 0) + seats
        self.step(len(frame) // self.players, self.estimate())

    def step(self, games: int, told: str) -> None:
        """So many games more; `told` is how things look now."""
        self.done += games
        if self.bar is not None:
            self.bar.update(self.task, completed=self.done, rate=self.rate(), estimate=told)
        elif not self.quiet and time.monotonic() - self.told > PLAIN_EVERY:
            self.told = time.monotonic()
            click.echo(
                f"{self.done:,} of {self.games:,} games, {self.rate():,.0f}/s, {told}", err=True
            )

    def rate(self) -> float:
        return (self.done - self.begun_at) / max(time.monotonic() - self.started, 1e-9)

    def estimate(self) -> str:
        """The leader so far."""
        share, name = max((self.wins[name] / self.seats[name], name) for name in self.wins)
        return f"{name} wins {100 * share:.1f} %"

    def _open_bar(self) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        self.bar = Bar(
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("games  {task.fields[rate]:,.0f}/s"),
            TimeRemainingColumn(),
            TextColumn("{task.fields[estimate]}", markup=False),
            console=_stderr(),
        )
        self.task = self.bar.add_task(
            "", total=self.games, completed=self.done, rate=0.0, estimate=""
        )
        self.bar.start()


def _stderr() -> Any:
    from rich.console import Console

    return Console(stderr=True)
