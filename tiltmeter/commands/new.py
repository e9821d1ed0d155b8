"""`tiltmeter new`: a game of your own, to begin with."""

from pathlib import Path

import click


@click.command()
@click.argument("name", metavar="NAME", required=False)
@click.option(
    "--guide", is_flag=True, help="Print how to write a game, on one page. Takes no NAME."
)
def new(name: str | None, guide: bool) -> None:
    """Write a small game of your own to begin with, and its tests.

    NAME.py is a commented game that you can play, verify and report at once. Then change it, line
    by line. --guide prints all that one needs to write a game, for people and language models.

    \b
    tiltmeter new my_game
    tiltmeter new --guide
    """
    from tiltmeter.beginning import GUIDE, begin

    if (name is None) is not guide:
        raise click.UsageError("Give a name, or --guide alone.")
    if name is None:
        click.echo(GUIDE.read_text(encoding="utf-8"), nl=False)
        return

    file, tests = begin(name, Path())
    click.echo(f"Written: {file}, {tests}")
    click.echo("\nNext:")
    click.echo(f"  tiltmeter play {file}             one game, told move by move")
    click.echo(f"  tiltmeter verify {file}           find rule bugs")
    click.echo(f"  tiltmeter report {file} --quick   what is unbalanced")
