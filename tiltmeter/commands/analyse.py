"""`tiltmeter analyse`: findings of a run in the terminal."""

import json
from pathlib import Path

import click

from tiltmeter import options


@click.command()
@click.argument("run", type=options.FILE)
@click.option("--only", default="", help="Some questions only, as in seats,length.")
@options.as_json
def analyse(run: Path, only: str, as_json: bool) -> None:
    """Findings of a run, as sentences and tables."""
    from analyses.run_folder import RunFolder
    from reports.terminal import print_findings

    folder = RunFolder(run)
    findings = folder.findings(options.words_of(only))
    if as_json:
        click.echo(
            json.dumps([finding.as_json() for finding in findings], indent=2, ensure_ascii=False)
        )
        return
    settings, done = folder.settings, folder.games_done()
    click.echo(
        f"{settings['title']}, {settings['players']} players, {done:,} games,"
        f" seed {settings['seed']}: {'; '.join(folder.line_ups)}"
    )
    for path, value in settings["changes"].items():
        click.echo(f"  {path} = {json.dumps(value)}")
    if done < folder.games_wanted:
        click.echo(f"  unfinished: {settings['games']:,} games were asked for.")
    print_findings(findings)
