"""How a batch is coming along: a live bar on a terminal, a plain line now and then in a pipe."""

import time
from collections.abc import Callable
from typing import Any

import click

BAR = 16  # signs
PLAIN_EVERY = 5.0  # seconds between lines when there is no terminal
watcher: Callable[[str], Any] | None = None  # told in place of the screen, as by the studio


class Screen:
    """Shows games done, games per second, time left and the current estimate; or other things."""

    def __init__(self, what: str = "games") -> None:
        self.what = what

    def begun(self, games: int, done: int) -> None:
        from rich.console import Console

        self.games = games
        self.done = self.begun_at = done
        self.started = self.told = time.monotonic()
        console = Console(stderr=True)
        self.bar = self._bar(console) if done < games and console.is_terminal else None

    def advanced(self, games: int, told: str) -> None:
        self.done += games
        if self.bar is not None:
            self.bar.update(self.task, completed=self.done, rate=self.rate(), estimate=told)
        elif time.monotonic() - self.told > PLAIN_EVERY:
            self.told = time.monotonic()
            click.echo(self.line(told), err=True)

    def line(self, told: str) -> str:
        from analyses.language import say

        return say(
            "{done:,} of {games:,} {what}, {rate:,.0f}/s, {told!s}",
            done=self.done,
            games=self.games,
            what=self.what,
            rate=self.rate(),
            told=told,
        )

    def ended(self) -> None:
        if self.bar is not None:
            self.bar.stop()

    def rate(self) -> float:
        return (self.done - self.begun_at) / max(time.monotonic() - self.started, 1e-9)

    def _bar(self, console: Any) -> Any:
        """Bar, count and time left stay whole on a narrow screen; the estimate is cut short."""
        from rich import progress
        from rich.table import Column

        from analyses.language import word

        whole, rest = Column(no_wrap=True), Column(no_wrap=True, overflow="ellipsis", ratio=1)
        count = "{task.completed:,.0f}/{task.total:,.0f} " + word(self.what)
        bar = progress.Progress(
            progress.BarColumn(BAR, table_column=whole),
            progress.TextColumn(count, table_column=whole),
            progress.TimeRemainingColumn(table_column=whole),
            progress.TextColumn("{task.fields[rate]:,.0f}/s", table_column=whole),
            progress.TextColumn("{task.fields[estimate]}", markup=False, table_column=rest),
            console=console,
            expand=True,
        )
        self.task = bar.add_task("", total=self.games, completed=self.done, rate=0.0, estimate="")
        bar.start()
        return bar
