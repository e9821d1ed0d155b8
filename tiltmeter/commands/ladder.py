"""`tiltmeter ladder`: how strong each bot of a game is, and what longer look-ahead gains."""

from pathlib import Path
from typing import Any

import click

from tiltmeter import options


@click.command()
@options.title
@options.players("Number of players; default: two, if the game allows it.")
@click.option(
    "--rollouts",
    help="Rollouts of the look-ahead bots, rising, as in 100,200; default: 100 to 800.",
)
@options.games("Games of each look-ahead bot; default: as many as a few minutes allow.")
@options.until_sure
@click.option("--levels", is_flag=True, help="Find the levels of skill, 1 to 9, instead.")
@click.option(
    "--net",
    type=options.FILE,
    metavar="FILE",
    help="With --levels: a net of 'tiltmeter learn', for levels above 5 of your own game.",
)
@click.option("--write", is_flag=True, help="Keep the ratings, or levels, with the game's bots.")
@options.version
@options.seed
@options.engine
@options.language
@options.output
def ladder(
    title: str,
    rollouts: str | None,
    levels: bool,
    net: Path | None,
    write: bool,
    until_sure: str | None,
    **words: Any,
) -> None:
    """Rate the bots (Elo), from random play to look-ahead.

    Each bot sits alone at a table of allround, in every seat of the same shuffles. Ratings come
    from all finishing orders; allround has 0. A bot that wins or loses fewer than 10 of these
    games is rated by them alone; if there are none, only a bound is given.

    In co-op and solo games each bot fills every seat. They are compared by games won, or by points
    if nobody can lose, without ratings.

    With --levels it finds bots of each level of skill: 5 is the default bot, and each level beats
    the one below in 64% of two-player games. They are seated as -s level=3.

    \b
    tiltmeter ladder lost_cities -p 2 --rollouts 100,200
    tiltmeter ladder my_game.py --levels
    tiltmeter learn my_game.py --out mine.net
    tiltmeter ladder my_game.py --levels --net mine.net
    """
    from analyses.lab.players.ladder_file import must_take_ladder
    from analyses.language import say
    from reports.players import print_ladder
    from simulator.errors import UserError

    if levels:
        if rollouts or until_sure:
            raise UserError("--levels chooses its own bots; leave --rollouts and --until out.")
        _levels(title, net, write, words)
        return
    if net:
        raise UserError("--net goes with --levels.")
    if write and until_sure:
        raise UserError("--write keeps ratings of all games; leave --until out.")
    if write:
        must_take_ladder(title)
    shop = options.workshop(words)
    options.speak(shop, words, title)
    budgets = None if rollouts is None else options.whole_numbers(rollouts, "--rollouts")
    found = shop.ladder(title, budgets, until_sure is not None, **options.wanted(title, words))
    if words["as_json"]:
        options.echo_json(found.as_json())
    else:
        print_ladder(found)
    if write:
        file = shop.write_ladder(found, options.command_line())
        options.log.info(say("Written: {file!s}", file=str(file)))


def _levels(title: str, net: Path | None, write: bool, words: dict[str, Any]) -> None:
    """Found, printed, and kept: those of a game of one's own always are."""
    from analyses.language import say
    from reports.players import print_levels
    from simulator.titles import shipped_names

    shop = options.workshop(words)
    options.speak(shop, words, title)
    found = shop.levels(title, net, **options.wanted(title, words))
    if words["as_json"]:
        options.echo_json(found.as_json())
    else:
        print_levels(found)
    if write or found.title not in shipped_names():
        file = shop.write_levels(found, options.command_line())
        options.log.info(say("Written: {file!s}", file=str(file)))
