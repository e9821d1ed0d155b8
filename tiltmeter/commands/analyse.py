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
    import analyses
    from analyses.run_folder import RunFolder
    from reports.terminal import print_findings

    folder = RunFolder(run)
    asked = tuple(word.strip() for word in only.split(",") if word.strip())
    findings = analyses.run(folder.frame(), asked)
    if as_json:
        click.echo(
            json.dumps([finding.as_json() for finding in findings], indent=2, ensure_ascii=False)
        )
        return
    settings, done = folder.settings, folder.games_done()
    click.echo(
        f"{settings['title']}, {settings['players']} players, {done:,} games,"
        f" seed {settings['seed']}: {', '.join(settings['strategies'])}"
    )
    for path, value in settings["changes"].items():
        click.echo(f"  {path} = {json.dumps(value)}")
    if done < settings["games"]:
        click.echo(f"  unfinished: {settings['games']:,} games were asked for.")
    print_findings(findings)
