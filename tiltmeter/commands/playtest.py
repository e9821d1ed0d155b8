"""`tiltmeter playtest`: scores of real tables beside simulated ones."""

from pathlib import Path
from typing import Any

import click

from tiltmeter import options


@click.command()
@options.title
@click.argument("file", metavar="TABLES.CSV", type=options.FILE)
@options.players("Only tables with so many players.")
@options.games("Simulated games; default: 20,000.")
@options.strategies("Who plays them, instead of allround.")
@options.code
@options.version
@options.seed
@options.runs_folder
@options.engine
@options.output
def playtest(title: str, file: Path, out: Path, **words: Any) -> None:
    """Scores of real tables, beside simulated ones.

    The file has a row per player, and a first line that names its columns: table and score and,
    where they were written down, seat (1 begins), member (what the player held), place (without it
    the highest score has won) and rounds. Where all win or lose together, or one plays alone, won
    (yes or no) says it, or place 1; then the score may be left out.

    \b
        table,seat,score
        1,1,148
        1,2,131
    """
    from reports.answers import print_playtest

    shop = options.workshop(words, out)
    options.speak(shop, words, title)
    found = shop.playtest(title, file, **options.wanted(title, words))
    if words["as_json"]:
        options.echo_json(found.as_json())
    else:
        print_playtest(found)
