"""`tiltmeter play`: one game, told move by move."""

from typing import Any

import click

from tiltmeter import options
from tiltmeter.workshop import Workshop


@click.command()
@options.title
@options.players("Players; default: as many as strategies.")
@options.who_sits
@options.version
@options.seed
@click.option(
    "--game", "number", type=click.IntRange(min=0), default=0, help="Which game of the seed."
)
@click.option(
    "--at",
    type=click.IntRange(min=1),
    help="Only from the position before this decision, to the end of its round or a dozen moves.",
)
@click.option("--explain", is_flag=True, help="Show how each player rated its choices.")
@click.option(
    "--referee", is_flag=True, help="After each turn, what it changed: table, hands, points."
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
    """One game, told move by move."""
    story = Workshop().play(title, number, **options.wanted(title, words))
    if as_json:
        options.echo_json(story.told() if at is None else story.moves(at))
        return
    told = story.lines(explain, referee) if at is None else story.lines_at(at, explain, referee)
    for line in told:
        click.echo(line)
