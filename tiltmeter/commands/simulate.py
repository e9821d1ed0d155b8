"""`tiltmeter simulate`: a batch of games into a run folder."""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from tiltmeter import options

if TYPE_CHECKING:
    from analyses.experiments.experiment import Experiment
    from analyses.experiments.run_folder import RunFolder


@click.command()
@click.argument("title", required=False)
@click.option(
    "-n",
    "--games",
    type=int,
    help="Games in all; default: 1,000, or with --until as many as it takes.",
)
@options.table
@click.option(
    "--design",
    help="Who meets whom, from the pool -s: mirror, round-robin, focus, luck, restricted,"
    " or several with commas.",
)
@click.option(
    "--until",
    callback=options.as_share,
    metavar="SHARE",
    help="Stop when every win share is known to ± this, as in 0.5%.",
)
@click.option("--experiment", "file", type=options.FILE, help="A TOML file with all of this.")
@click.option(
    "--out", type=options.FILE, help="Folder of the run; default: runs/… named by the experiment."
)
@click.option("--tables", is_flag=True, help="Print the tables of the findings too.")
@options.engine
@options.jobs
@options.backend
@options.as_json
@options.quiet
@click.pass_context
def simulate(
    context: click.Context,
    file: Path | None,
    out: Path | None,
    tables: bool,
    engine: str,
    jobs: int | None,
    backend: str,
    as_json: bool,
    quiet: bool,
    **words: Any,
) -> None:
    """A batch of games into a run folder.

    One strategy fills every seat; as many as players are one line-up, which takes every seating in
    turn. The same command finds its run again, and goes on if it was stopped.
    """
    from analyses.experiments.batch import must_be_backend
    from analyses.experiments.experiment import must_be_engine
    from analyses.experiments.run_folder import RunFolder
    from analyses.experiments.simulation import default_folder
    from analyses.experiments.simulation import simulate as play
    from tiltmeter.progress import Progress

    must_be_engine(engine)
    must_be_backend(backend)
    workers = options.worker_count(jobs)
    say = options.hush if quiet else options.say
    experiment = _experiment(context, file, words, say)
    run = RunFolder.for_experiment(out or default_folder(experiment), experiment)
    before, started = run.games_done(), time.monotonic()
    with Progress(experiment.games, before, experiment.players, quiet or as_json) as progress:
        try:
            play(
                experiment,
                run.path,
                engine=engine,
                jobs=workers,
                backend=backend,
                say=say,
                watch=progress.watch,
            )
        except KeyboardInterrupt:
            kept = f"{run.games_done():,} of {experiment.games:,} games are kept in {run.path}"
            options.say(f"\nStopped: {kept}; the same command goes on from there.")
            sys.exit(130)
    run = RunFolder(run.path)
    played, seconds = run.games_done() - before, time.monotonic() - started
    if as_json:
        _print_json(run, played)
    elif quiet:
        click.echo(run.path)
    else:
        _print_findings(run, played, seconds, tables)


def _experiment(
    context: click.Context,
    file: Path | None,
    words: dict[str, Any],
    say: Callable[[str], None],
) -> "Experiment":
    """From the flags, or from a file with the flags that were given in front."""
    from analyses.experiments.experiment_file import read_experiment
    from analyses.questions import check_thresholds
    from simulator.errors import UserError

    words["design"] = options.words_of(words["design"] or "")
    if file is None:
        if words["title"] is None:
            raise UserError(
                "Name a title, as in 'tiltmeter simulate archeos', or --experiment FILE."
            )
        return options.as_experiment(**words, say=say)
    words["strategies"] = [options.words_of(line_up) for line_up in words["strategies"]]
    given = {
        name: value
        for name, value in words.items()
        if context.get_parameter_source(name) == ParameterSource.COMMANDLINE
    }
    experiment = read_experiment(file, **given, say=say)
    check_thresholds(experiment.thresholds, where=file)
    return experiment


def _print_json(run: "RunFolder", played: int) -> None:
    from analyses.questions import findings_of

    findings = [finding.as_json() for finding in findings_of(run)]
    result = {"run": str(run.path), "played": played, **run.manifest, "findings": findings}
    click.echo(json.dumps(result, indent=2, ensure_ascii=False))


def _print_findings(run: "RunFolder", played: int, seconds: float, tables: bool) -> None:
    from analyses.questions import findings_of
    from reports.terminal import print_findings

    if played:
        click.echo(f"{played:,} games in {seconds:.1f} s, in {run.path}")
    else:
        click.echo(f"All games were already in {run.path}; nothing to play.")
    print_findings(findings_of(run), tables)
    if not tables:
        click.echo(f"tiltmeter analyse {run.path} shows the tables.")
