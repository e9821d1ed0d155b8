"""`tiltmeter analyse`: findings of a run in the terminal."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tiltmeter import options

if TYPE_CHECKING:
    from analyses.experiments.run_folder import RunFolder
    from analyses.findings.finding import Finding
    from reports.model import Page

SHOWN = 5  # line-ups in the heading


@click.command()
@click.argument("run", type=options.FILE)
@click.option("--only", default="", help="Some questions only, as in seats,length.")
@click.option(
    "--robust",
    is_flag=True,
    help="Ask again under other readings of the box and with other strategies, and grade each"
    " finding: holds in all, holds in most, flips.",
)
@click.option(
    "-n", "--games", type=int, help="Games of each variant for --robust; default: up to 20,000."
)
@options.report
@options.jobs
@options.as_json
@options.quiet
def analyse(
    run: Path,
    only: str,
    robust: bool,
    games: int | None,
    report_to: Path | None,
    jobs: int | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Findings of a run, as sentences and tables."""
    from analyses.experiments.run_folder import RunFolder
    from analyses.questions import findings_of
    from reports.terminal import print_findings

    folder = RunFolder(run)
    workers = options.worker_count(jobs)
    asked = options.words_of(only)
    found = findings_of(folder, asked)
    graded = [_robust(folder, asked, games, workers, quiet or as_json)] if robust else []
    findings = [*found, *graded]
    options.write_report(report_to, lambda: _page(folder, graded), quiet or as_json)
    if as_json:
        click.echo(
            json.dumps([finding.as_json() for finding in findings], indent=2, ensure_ascii=False)
        )
        return
    settings, done = folder.settings, folder.games_done()
    click.echo(
        f"{settings['title']}, {options.counted(settings['players'], 'player')}, {done:,} games,"
        f" seed {settings['seed']}: {_some(folder.line_ups)}"
    )
    for path, value in settings["changes"].items():
        click.echo(f"  {path} = {json.dumps(value)}")
    if done < folder.games_wanted:
        click.echo(f"  unfinished: {settings['games']:,} games were asked for.")
    print_findings(findings, tables=not quiet)


def _some(line_ups: Sequence[str]) -> str:
    """The first of them; restricted play and round robins have dozens."""
    more = len(line_ups) - SHOWN
    return "; ".join([*line_ups[:SHOWN], f"and {more} more line-ups"] if more > 1 else line_ups)


def _page(folder: "RunFolder", graded: "list[Finding]") -> "Page":
    """The whole report of the run, with the grades if there are any."""
    from reports.chapters import chapters_of
    from reports.lab import robust_section
    from reports.page import page_of

    more = [robust_section(graded)] if graded else []
    return page_of(chapters_of([folder]), more=more)


def _robust(
    folder: "RunFolder", only: Sequence[str], games: int | None, workers: int, quiet: bool
) -> "Finding":
    from analyses.lab.robust import finding
    from tiltmeter.robustness import grade_run

    return finding(grade_run(folder, only, games, workers, quiet), folder.settings["players"])
