"""`tiltmeter play`: one game, move by move."""

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tiltmeter import options
from tiltmeter.workshop import Workshop

log = logging.getLogger("tiltmeter")

if TYPE_CHECKING:
    from analyses.experiments.story import Story


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
    help="Which game of the seed; default: 0, or your next one with --seat.",
)
@click.option(
    "--seat",
    "seats",
    type=click.IntRange(min=1),
    multiple=True,
    help="Take this seat yourself; repeat it for several people at one screen.",
)
@click.option(
    "--out",
    type=options.FILE,
    default="plays",
    show_default=True,
    help="With --seat: the folder that keeps your games.",
)
@click.option(
    "--record", type=options.FILE, help="Tell a game of people that was kept, instead of playing."
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
@click.option(
    "--html",
    "page",
    type=options.FILE_TO_WRITE,
    metavar="FILE",
    help="Also write the game as a page to step through, all cards open.",
)
@options.language
@options.as_json
def play(
    title: str,
    number: int | None,
    seats: tuple[int, ...],
    out: Path,
    record: Path | None,
    at: int | None,
    explain: bool,
    referee: bool,
    page: Path | None,
    as_json: bool,
    **words: Any,
) -> None:
    """Play one game and tell it move by move, or take a seat yourself.

    With --seat you play against the bots. The game is kept after every move: the same command
    goes on with it. What your seat may not see is not shown. A finished game is a row for
    playtest, and coach --record reviews it.

    \b
    tiltmeter play lost_cities -p 2 --explain
    tiltmeter play archeos -p 3 --seat 1
    tiltmeter play expeditions -p 4 --html game.html
    tiltmeter play lost_cities -p 2 --language fr
    """
    shop = Workshop()
    options.speak(shop, words, title)
    if seats:
        _must_be_told_alone(at=at, explain=explain, referee=referee, as_json=as_json, record=record)
        _sit(shop, title, seats, number, out, page, words)
        return
    story = _story(shop, title, number, record, words)
    _tell(story, at, explain, referee, as_json)
    _write(shop, story, page)


def _tell(story: "Story", at: int | None, explain: bool, referee: bool, as_json: bool) -> None:
    if as_json:
        options.echo_json(story.told() if at is None else story.moves(at))
        return
    told = story.lines(explain, referee) if at is None else story.lines_at(at, explain, referee)
    for line in told:
        click.echo(line)


def _write(shop: Workshop, story: "Story", page: Path | None) -> None:
    if page is not None:
        log.info(f"Wrote {shop.write_game(story, page)}.")


def _story(
    shop: Workshop, title: str, number: int | None, record: Path | None, words: options.Words
) -> "Story":
    if record is not None:
        return shop.record(title, record)
    return shop.play(title, number or 0, **options.wanted(title, words))


def _sit(
    shop: Workshop,
    title: str,
    seats: tuple[int, ...],
    number: int | None,
    out: Path,
    page: Path | None,
    words: options.Words,
) -> None:
    from simulator.errors import UserError
    from simulator.results import must_take
    from tiltmeter.at_table import AtTable

    if words["design"]:
        raise UserError("--design says which bots meet; with --seat name them by -s.")
    must_take(out)
    wanted = options.wanted(title, words)
    table = shop.sit(title, *seats, game=number, out=out, **wanted)
    AtTable(table).play()
    if table.is_over:
        _write(shop, table.told(), page)


def _must_be_told_alone(**others: Any) -> None:
    """Refuses what would show a person more than a seat sees, or would not be read."""
    from simulator.errors import UserError

    if said := [name for name, value in others.items() if value]:
        flag = {"as_json": "--json"}.get(said[0], f"--{said[0]}")
        raise UserError(f"{flag} tells a game that bots play; leave it out with --seat.")
