"""`tiltmeter simulate`: a batch of games, kept in a run folder."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tiltmeter import options

if TYPE_CHECKING:
    from analyses.experiments.experiment import Experiment


@click.command()
@click.argument(
    "title",
    metavar="[GAME | EXPERIMENT.toml]",
    type=options.TitleName(is_experiment_too=True),
    required=False,
)
@options.games("Games in all; default: 1,000, or as many as --until needs.")
@options.players("Number of players; default: as many as bots.")
@options.who_sits
@options.version
@options.seed
@click.option(
    "--until",
    callback=options.as_share,
    metavar="SHARE",
    help="Stop when every win rate is known to ± this, as in 0.5%.",
)
@click.option(
    "--peek",
    is_flag=True,
    help="With --until: use CIs that hold whenever you look, for 2.5 times the games.",
)
@click.option(
    "--keep",
    "kept",
    metavar="WHAT",
    help="curves: every game with its scores after each round (default); games: without them;"
    " sums: totals only, so that 10^8 games take a few megabytes.",
)
@click.option("--experiment", "file", type=options.FILE, help="A TOML file with these options.")
@click.option(
    "--out",
    type=options.FILE,
    help="Folder of the run; default: one in runs/, named by the experiment.",
)
@options.tables
@options.engine
@options.backend
@options.address
@options.output
def simulate(title: str | None, file: Path | None, out: Path | None, **words: Any) -> None:
    """Play a batch of games and keep every result.

    One bot fills every seat; as many bots as players sit at one table, in every seating in turn.
    The same command finds its run again, and continues it if it was stopped.

    \b
    tiltmeter simulate lost_cities -p 2 -n 10k -s allround,greedy
    """
    from reports.terminal import print_findings

    shop, started = options.workshop(words), time.monotonic()
    means = {key: words[key] for key in ("backend", "address")}
    wanted = _experiment(title, file, words)
    options.speak(shop, words, wanted.title, wanted.players)
    done = shop.simulate(wanted, out, **means)
    seconds = time.monotonic() - started
    if words["as_json"]:
        findings = [one.as_json() for one in shop.analyse(done).findings]
        told = {"run": str(done.run.path), "played": done.played, **done.run.manifest}
        options.echo_json({**told, "findings": findings})
    elif words["quiet"]:
        click.echo(done.run.path)
    else:
        options.echo_played(done.played, seconds, done.run.path)
        print_findings(shop.analyse(done).findings, words["tables"], named=True)
        if not words["tables"]:
            click.echo(f"tiltmeter analyse {done.run.path} shows the tables.")


def _experiment(title: str | None, file: Path | None, words: options.Words) -> "Experiment":
    """From the flags, or from a file; flags go before its words."""
    from analyses.experiments.experiment_file import title_of
    from analyses.lab.subjects import experiment_in, experiment_of
    from simulator.errors import UserError

    if file is None and title is not None and title.endswith(".toml"):
        file, title = Path(title), None
    if file is not None:
        title = title or title_of(file)
        return experiment_in(file, title=title, **options.wanted(title, words))
    if title is None:
        raise UserError("Name a game, as in 'tiltmeter simulate archeos', or --experiment FILE.")
    return experiment_of(title, **options.wanted(title, words))
