"""`tiltmeter coach`: the moves by which a bot loses most."""

from pathlib import Path
from typing import Any

import click

from tiltmeter import options
from tiltmeter.workshop import Workshop


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
@click.option(
    "--record", type=options.FILE, help="Review a game of people that play --seat has kept."
)
@options.tables
@options.report
@options.language
@options.output
def coach(
    title: str,
    choices: int | None,
    rollouts: int | None,
    record: Path | None,
    tables: bool,
    report_to: Path | None,
    **words: Any,
) -> None:
    """Find the moves by which a bot loses most.

    The bot plays in every seat. At some of its decisions, hidden cards are reshuffled many times
    and the best moves are played to the end. The cost of a mistake is the gap to the best move.
    It is told by kind of move, by phase and in the worst positions.

    With --record it reviews a game of yours: every choice that you had, and what each mistake
    gave away.

    \b
    tiltmeter coach lost_cities -p 2
    tiltmeter coach lost_cities -p 2 -s climber --code climber.py
    tiltmeter coach lost_cities --record plays/lost_cities-1a2b3c4d-1-0.json
    """
    from reports.answers import print_coached

    shop = options.workshop(words, counts="choices")
    options.speak(shop, words, title)
    if record is not None:
        _review(shop, title, record, choices, rollouts, report_to, words)
        return
    found = shop.coach(title, choices=choices, rollouts=rollouts, **options.wanted(title, words))
    if words["as_json"]:
        options.echo_json(found.as_json())
    else:
        print_coached(found, tables)
    options.write_report(shop, found, report_to)


def _review(
    shop: Workshop,
    title: str,
    record: Path,
    choices: int | None,
    rollouts: int | None,
    report_to: Path | None,
    words: options.Words,
) -> None:
    from reports.answers import print_reviewed
    from simulator.errors import UserError

    known = {"-n": choices, "--report": report_to, "-p": words["players"], "--seed": words["seed"]}
    if said := [flag for flag, value in known.items() if value is not None]:
        raise UserError(f"The record says what was played; leave {said[0]} out with --record.")
    wanted = options.wanted(title, words)
    if "changes" in wanted or len(words["strategies"]) > 1:
        raise UserError("With --record name one bot at most, and change no parameters.")
    for file in wanted.get("code", ()):
        shop.strategies(title, [file])
    bot = words["strategies"][0] if words["strategies"] else ""
    found = shop.review(title, record, bot, rollouts)
    if words["as_json"]:
        options.echo_json(found.as_json())
    else:
        print_reviewed(found)
