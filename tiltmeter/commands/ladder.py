"""`tiltmeter ladder`: how good each player of a title is, and what longer search still gains."""

from typing import Any

import click

from tiltmeter import options


@click.command()
@options.title
@options.players("Players; default: two, if it can be.")
@click.option("--rollouts", help="Of the searches, rising, as in 100,200; default: 100 to 800.")
@options.games("Games of each search; default: as many as some minutes allow.")
@click.option("--write", is_flag=True, help="Keep it beside the title's strategies.")
@options.version
@options.seed
@options.output
def ladder(title: str, rollouts: str | None, write: bool, **words: Any) -> None:
    """How good each player is: chance, styles, allround, and search ever longer.

    Each sits alone at a table of allround, in every seat of the same deals. Ratings come from all
    finishing orders, those of styles against each other too; allround has 0. Who won or lost fewer
    than 10 games among allround is rated by those alone; of none there is only a bound.

    Where all win or lose together, or one plays alone, each fills every seat: how many games it
    wins, or points it makes if nobody can lose, on the same deals and without ratings.
    """
    from analyses.lab.ladder_file import must_take_ladder
    from reports.players import print_ladder

    if write:
        must_take_ladder(title)
    shop = options.workshop(words)
    budgets = None if rollouts is None else options.whole_numbers(rollouts, "--rollouts")
    found = shop.ladder(title, budgets, **options.wanted(title, words))
    if words["as_json"]:
        options.echo_json(found.as_json())
    else:
        print_ladder(found)
    if write:
        options.log.info("Written: %s", shop.write_ladder(found, options.command_line()))
