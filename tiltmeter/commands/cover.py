"""`tiltmeter cover`: rules and moves of a game of your own that no game has reached."""

import click

from tiltmeter import options
from tiltmeter.workshop import Workshop


@click.command()
@options.title
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, max=3600),
    default=20,
    show_default=True,
    help="Processor time; every bot plays at least once.",
)
@options.as_json
def cover(title: str, seconds: float, as_json: bool) -> int:
    """Show the rules, branches and moves that no game has reached.

    Random moves and the game's own bots play in plain Python, with every number of players. A rule
    that is never reached may be one that cannot come into play, or a mistake.

    Exit code 0: all was reached. 1: some was not.

    \b
    tiltmeter cover my_game.py
    """
    found = Workshop().cover(title, seconds)
    if as_json:
        options.echo_json(found.as_json())
    else:
        click.echo(str(found))
    return 0 if found.is_whole else 1
