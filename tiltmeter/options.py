"""Options that several commands share, and how they become an experiment."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from analyses.experiment import Experiment

FILE = click.Path(path_type=Path)

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
quiet = click.option("-q", "--quiet", is_flag=True, help="No progress, no notes; only the result.")
code = click.option(
    "--code", multiple=True, type=FILE, help="A Python file with strategies of your own."
)
engine = click.option(
    "--engine", default="compiled", show_default=True, help="compiled, or python for debugging."
)
jobs = click.option("-j", "--jobs", type=int, default=None, help="Workers; default: all cores.")
backend = click.option(
    "--backend",
    default="auto",
    show_default=True,
    help="Workers: auto, threading, loky, dask, ray.",
)


def table(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say what is played: players, strategies, setup, components, seed."""
    for option in reversed(
        [
            click.option(
                "-p", "--players", type=int, help="Players; default: as many as strategies."
            ),
            click.option(
                "-s",
                "--strategies",
                multiple=True,
                default=["allround"],
                show_default=True,
                help="One for every seat, or one per seat: a,b:weight=2,c:never=refuse."
                " Given several times: several line-ups on the same deals.",
            ),
            click.option(
                "--setup", multiple=True, metavar="KEY=VALUE", help="A choice made at setup."
            ),
            click.option(
                "--set", "changes", multiple=True, metavar="PATH=VALUE", help="Change a component."
            ),
            click.option(
                "--components", "overlay", type=FILE, help="A TOML file of changed components."
            ),
            code,
            click.option(
                "--seed", type=int, default=1, show_default=True, help="Fixes every game."
            ),
        ]
    ):
        command = option(command)
    return command


def as_experiment(title: str, *, strategies: Sequence[str], **words: Any) -> "Experiment":
    from analyses.experiment import experiment

    return experiment(title, strategies=[words_of(line_up) for line_up in strategies], **words)


def words_of(text: str) -> list[str]:
    """A list with commas, as in allround,greedy."""
    return [word.strip() for word in text.split(",") if word.strip()]


def as_share(context: Any, parameter: Any, text: str | None) -> float | None:
    """A share as people write it: 0.5% or 0.005."""
    from analyses.shares import share_of

    return None if text is None else share_of(text)


def counted(n: int, what: str) -> str:
    """'1 game', '2,000 games'."""
    return f"{n:,} {what}" if n == 1 else f"{n:,} {what}s"


def worker_count(jobs: int | None) -> int:
    from joblib import cpu_count

    from simulator.errors import UserError

    if jobs is not None and jobs < 1:
        raise UserError(f"--jobs must be at least 1, not {jobs}.")
    return jobs or cpu_count()


def say(text: str) -> None:
    """A remark beside the result."""
    click.echo(text, err=True)


def hush(text: str) -> None:
    """What --quiet says."""
