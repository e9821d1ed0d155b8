"""`tiltmeter new`: a game of your own to begin with."""

from pathlib import Path

import click


@click.command()
@click.argument("name")
def new(name: str) -> None:
    """A game of your own: a commented file to begin with, and its tests.

    It can be played, verified and reported as it is; then change it, line by line.
    """
    from tiltmeter.beginning import begin

    file, tests = begin(name, Path())
    click.echo(f"Written: {file}, {tests}")
    click.echo("\nNext:")
    click.echo(f"  tiltmeter play {file}             one game, told move by move")
    click.echo(f"  tiltmeter verify {file}           is it sound?")
    click.echo(f"  tiltmeter report {file} --quick   where it tilts")
