"""`tiltmeter playtest`: scores of real tables, compared with simulated ones."""

from pathlib import Path
from typing import Any

import click

from tiltmeter import options


@click.command()
@options.title
@click.argument("file", metavar="TABLES.csv", type=options.FILE)
@options.players("Only tables with this number of players.")
@options.games("Simulated games; default: 20,000.")
@options.strategies("The bot that plays, instead of allround.")
@options.code
@options.version
@options.seed
@options.runs_folder
@options.language
@options.engine
@options.output
def playtest(title: str, file: Path, out: Path, **words: Any) -> None:
    """Compare scores from real tables with simulated ones.

    The file has one row per player. Its first line names the columns: table and score, and if
    you have them seat (1 goes first), member (the faction, role or card held), place and rounds.
    Without place, the highest score has won. Columns rating or level say how good a player is: the
    command then compares groups of players with bots as good. A table copied from a web page works
    too, with its own column names, as Rank or ELO.

    In co-op and solo games the column won (yes or no), or place 1, says who won; the score may be
    left out.

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
