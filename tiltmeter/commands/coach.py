"""`tiltmeter coach`: the moves by which a bot loses most."""

from pathlib import Path
from typing import Any

import click

from tiltmeter import options


@click.command()
@options.title
@options.strategies("The bot, in every seat; default: allround.")
@options.players(options.MIDDLE)
@options.code
@options.version
@click.option("-n", "--choices", type=options.Count(), help="Decisions to examine; default: 600.")
@click.option(
    "--rollouts", type=options.Count(), help="Games played on from each decision; default: 1,000."
)
@options.seed
@options.tables
@options.report
@options.language
@options.output
def coach(
    title: str,
    choices: int | None,
    rollouts: int | None,
    tables: bool,
    report_to: Path | None,
    **words: Any,
) -> None:
    """Find the moves by which a bot loses most.

    The bot plays in every seat. At some of its decisions, hidden cards are reshuffled many times
    and the best moves are played to the end. The cost of a mistake is the gap to the best move.
    It is told by kind of move, by phase and in the worst positions.

    \b
    tiltmeter coach lost_cities -p 2
    tiltmeter coach lost_cities -p 2 -s climber --code climber.py
    """
    from reports.answers import print_coached

    shop = options.workshop(words, counts="choices")
    options.speak(shop, words, title)
    found = shop.coach(title, choices=choices, rollouts=rollouts, **options.wanted(title, words))
    if words["as_json"]:
        options.echo_json(found.as_json())
    else:
        print_coached(found, tables)
    options.write_report(shop, found, report_to)
