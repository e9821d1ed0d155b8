"""`tiltmeter coach`: where a strategy gives away most."""

from pathlib import Path
from typing import Any

import click

from tiltmeter import options


@click.command()
@options.title
@options.strategies("The strategy, in every seat; default: allround.")
@options.players(options.MIDDLE)
@options.code
@options.version
@click.option("-n", "--choices", type=options.Count(), help="Choices examined; default: 600.")
@click.option(
    "--rollouts", type=options.Count(), help="Games played on from each choice; default: 1,000."
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
    """Where a strategy gives away most.

    The strategy plays in every seat. Some of its choices are examined: the position is dealt anew
    many times, its best moves are played to the end by the strategy itself, and the best of the
    others is compared with the move made. What that gives away is told by kind of move and phase,
    and in the worst positions.

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
