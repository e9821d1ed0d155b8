"""`tiltmeter verify`: is a game of your own sound, and is what was kept as it was written?"""

from typing import TYPE_CHECKING

import click

from tiltmeter import options
from tiltmeter.workshop import Workshop

if TYPE_CHECKING:
    from analyses.lab.verify.verifying import Verified


@click.command()
@click.argument("title", metavar="TITLE | FOLDER | FILE", shell_complete=options.complete_title)
@options.as_json
def verify(title: str, as_json: bool) -> int:
    """Is a game sound, check by check? Is what is kept as it was written, part by part?

    Games and loops end, every field keeps its range, both engines play the same games, hidden cards
    stay hidden, points add up, moves read well, every component matters. What is wrong is told in a
    sentence with its line, and with the command that shows it in a short game. Exits with 0 if all
    holds, else 1.

    FOLDER is a run, a study or a folder of them; FILE holds weights that were tuned, or a ladder.
    They are data: no program that they name is run.

    \b
    tiltmeter verify my_game.py
    tiltmeter verify runs/lost_cities-2p-1a2b3c4d
    tiltmeter verify studies
    """
    found = []
    for one in Workshop().verify(title):
        found.append(one)
        if not as_json:
            _print(one)
    if as_json:
        options.echo_json([one.as_json() for one in found])
    wrong = sum(not one.holds for one in found)
    if not as_json:
        click.echo(f"{wrong} of {len(found)} checks fail." if wrong else "All holds.")
    return 1 if wrong else 0


def _print(one: "Verified") -> None:
    click.echo(f"{one.state:6} {one.what}")
    for line in (*one.trouble.splitlines(), one.command):
        if line:
            click.echo(f"       {line}")
