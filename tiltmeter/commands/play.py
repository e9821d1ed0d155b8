"""`tiltmeter play`: one game, move by move."""

from typing import Any

import click

from tiltmeter import options
from tiltmeter.workshop import Workshop


@click.command()
@options.title
@options.players("Number of players; default: as many as bots.")
@options.who_sits
@options.version
@options.seed
@click.option(
    "--game",
    "number",
    type=click.IntRange(min=0),
    default=0,
    help="Which game of the seed; default: 0.",
)
@click.option(
    "--at",
    type=click.IntRange(min=1),
    help="Begin before this decision; end with its round, or after a dozen moves.",
)
@click.option("--explain", is_flag=True, help="Show how each bot rated its choices.")
@click.option(
    "--referee", is_flag=True, help="After each turn, show what it changed: table, hands, points."
)
@options.as_json
def play(
    title: str,
    number: int,
    at: int | None,
    explain: bool,
    referee: bool,
    as_json: bool,
    **words: Any,
) -> None:
    """Play one game and tell it move by move.

    \b
    tiltmeter play lost_cities -p 2 --explain
    """
    story = Workshop().play(title, number, **options.wanted(title, words))
    if as_json:
        options.echo_json(story.told() if at is None else story.moves(at))
        return
    told = story.lines(explain, referee) if at is None else story.lines_at(at, explain, referee)
    for line in told:
        click.echo(line)
