"""Options that several commands share, and how they become an experiment."""

import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from analyses.experiments.experiment import Experiment
    from reports.model import Page

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

report = click.option(
    "--report",
    "report_to",
    type=FILE,
    metavar="FOLDER",
    help="Also write the result as report.html and report.pdf.",
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
    from analyses.experiments.experiment import experiment

    return experiment(title, strategies=[words_of(line_up) for line_up in strategies], **words)


def words_of(text: str) -> list[str]:
    """A list with commas, as in allround,greedy."""
    return [word.strip() for word in text.split(",") if word.strip()]


def as_share(context: Any, parameter: Any, text: str | None) -> float | None:
    """A share as people write it: 0.5% or 0.005."""
    from analyses.statistics.shares import share_of

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


WORDS = "tiltmeter.words"  # where the door keeps what the user typed


def command_line() -> str:
    """The command as it was typed."""
    return shlex.join(["tiltmeter", *click.get_current_context().meta.get(WORDS, ())])


def write_report(folder: Path | None, page: "Callable[[], Page]", quiet: bool) -> None:
    """What --report asks for; the page is made only if it does."""
    if folder is None:
        return
    from reports.files import write

    for file in write(page(), folder):
        (hush if quiet else say)(f"Written: {file}")


def say(text: str) -> None:
    """A remark beside the result."""
    click.echo(text, err=True)


def hush(text: str) -> None:
    """What --quiet says."""
