"""The terminal that is printed to; apart, so that who prints no finding imports little."""

import os

from rich.console import Console


class Printer(Console):
    """Leaves it to the command line what a closed pipe means."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def console(stderr: bool = False) -> Console:
    """Wide enough for tables when there is no terminal to measure, or as wide as COLUMNS says."""
    made = Printer(stderr=stderr, highlight=False)
    if made.is_terminal or "COLUMNS" in os.environ:
        return made
    return Printer(stderr=stderr, highlight=False, width=110)
