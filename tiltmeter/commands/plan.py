"""`tiltmeter plan`: how many games, and minutes, show an effect of a given size."""

from typing import Any

import click

from tiltmeter import options


@click.command()
@options.title
@click.argument("name", metavar="METRIC_OR_QUESTION")
@click.option(
    "--see", required=True, metavar="EFFECT", help="Its size: 2%, or 1.5 in points or rounds."
)
@options.players(options.MIDDLE)
@options.strategies("The bot of every seat, instead of allround; or one per seat.")
@options.code
@options.version
@options.seed
@options.language
@options.engine
@options.output
def plan(title: str, name: str, see: str, **words: Any) -> None:
    """Find out how many games, and minutes, show an effect.

    Plays some games for a few seconds to see how much the metric scatters and how fast games are.
    With the number of games it names, an effect of that size is clear in four of five runs.

    docs/metrics.md lists the metrics and questions; win:NAME is the win rate of one seat,
    faction, role or card.

    \b
    tiltmeter plan archeos turn_order --see 2% -p 4
    tiltmeter plan lost_cities margin --see 1.5 -p 2
    tiltmeter plan archeos win:Doctor --see 3%
    """
    shop, wanted = options.workshop(words), options.wanted(title, words)
    options.speak(shop, words, title)
    found = shop.plan(title, name, see, **wanted)
    if words["as_json"]:
        options.echo_json(found.as_json())
        return
    for sentence in found.sentences:
        click.echo(sentence)
