"""Options that several commands share, and how they become an experiment."""

from collections.abc import Callable
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
                default="allround",
                show_default=True,
                help="One for every seat, or one per seat: a,b:weight=2,c:never=refuse.",
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


def as_experiment(title: str, *, games: int = 1, strategies: str, **words: Any) -> "Experiment":
    from analyses.experiment import experiment

    return experiment(
        title, games=games, strategies=[s.strip() for s in strategies.split(",")], **words
    )


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
