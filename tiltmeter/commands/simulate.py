"""`tiltmeter simulate`: a batch of games into a run folder."""

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tiltmeter import options

if TYPE_CHECKING:
    from analyses.run_folder import RunFolder


@click.command()
@click.argument("title")
@click.option("-n", "--games", type=int, default=1000, show_default=True, help="Games in all.")
@options.table
@click.option(
    "--out", type=options.FILE, help="Folder of the run; default: runs/… named by the experiment."
)
@click.option("--tables", is_flag=True, help="Print the tables of the findings too.")
@options.engine
@options.jobs
@options.backend
@options.as_json
@options.quiet
def simulate(
    title: str,
    games: int,
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
    from analyses.batch import must_be_backend
    from analyses.experiment import must_be_engine
    from analyses.run_folder import RunFolder
    from analyses.simulation import default_folder
    from analyses.simulation import simulate as play
    from tiltmeter.progress import Progress

    must_be_engine(engine)
    must_be_backend(backend)
    workers = options.worker_count(jobs)
    experiment = options.as_experiment(title, games=games, **words)
    run = RunFolder.for_experiment(out or default_folder(experiment), experiment)
    before, started = run.games_done(), time.monotonic()
    with Progress(games, before, experiment.players, quiet or as_json) as progress:
        try:
            play(
                experiment,
                run.path,
                engine=engine,
                jobs=workers,
                backend=backend,
                say=options.hush if quiet else options.say,
                watch=progress.watch,
            )
        except KeyboardInterrupt:
            kept = f"{run.games_done():,} of {games:,} games are kept in {run.path}"
            options.say(f"\nStopped: {kept}; the same command goes on from there.")
            sys.exit(130)
    played, seconds = games - before, time.monotonic() - started
    if as_json:
        _print_json(run, played)
    elif quiet:
        click.echo(run.path)
    else:
        _print_findings(run, played, seconds, tables)


def _print_json(run: "RunFolder", played: int) -> None:
    import analyses

    findings = [finding.as_json() for finding in analyses.run(run.frame())]
    result = {"run": str(run.path), "played": played, **run.manifest, "findings": findings}
    click.echo(json.dumps(result, indent=2, ensure_ascii=False))


def _print_findings(run: "RunFolder", played: int, seconds: float, tables: bool) -> None:
    import analyses
    from reports.terminal import print_findings

    if played:
        click.echo(f"{played:,} games in {seconds:.1f} s, in {run.path}")
    else:
        click.echo(f"All games were already in {run.path}; nothing to play.")
    print_findings(analyses.run(run.frame()), tables)
    if not tables:
        click.echo(f"tiltmeter analyse {run.path} shows the tables.")
