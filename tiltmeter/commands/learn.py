"""`tiltmeter learn`: a stronger bot for any game, learned from games of its default bot."""

from pathlib import Path
from typing import Any

import click

from tiltmeter import options


@click.command()
@options.title
@click.option(
    "-p",
    "--players",
    "counts",
    type=int,
    multiple=True,
    help="Number of players; default: two, if the game allows it. Repeat it to learn for each.",
)
@click.option("--base", default="", help="Bot to learn from; default: the game's default bot.")
@click.option("--positions", type=options.Count(), help="To learn from; default: 1,000,000.")
@click.option(
    "--minutes", type=float, help="Learn no longer than this, for each number of players."
)
@click.option(
    "--copies",
    "paces",
    type=int,
    multiple=True,
    help="Try the bot at this pace only: 1, 4, 16 or 64 copies a move. Default: all that pay.",
)
@click.option("--out", type=options.FILE, help="The file of the bot; default: GAME.net.")
@options.code
@options.version
@options.seed
@options.engine
@options.language
@options.output
def learn(title: str, counts: tuple[int, ...], out: Path | None, **words: Any) -> None:
    """Learn a stronger bot for any game.

    A small net learns from the default bot's games what positions are worth. The learned bot then
    plays promising moves on to its next turn, and asks the net. Its settings are chosen by duels,
    and it is tested on fresh shuffles.

    Ctrl-C tests what was learned so far. The same command goes on where it stopped. The net belongs
    to the rules it was learned under: learn again after a change.

    \b
    tiltmeter learn lost_cities -p 2 --out mine.net
    tiltmeter simulate lost_cities -p 2 -s learned:net=mine.net,allround
    """
    from analyses.lab.players.learn import Learning
    from reports.players import print_learned

    sizes = {key: words.pop(key) for key in ("positions", "minutes", "paces")}
    asked = Learning(words.pop("base"), **{k: v for k, v in sizes.items() if v not in (None, ())})
    file = out or Path(f"{title}.net")
    how: dict[str, Any] = {"counts": counts, "asked": asked, "command": options.command_line()}
    shop = options.workshop(words)
    options.speak(shop, words, title)
    found = shop.learn(title, file, **how, **options.wanted(title, words))
    if words["as_json"]:
        options.echo_json([one.as_json() for one in found])
    else:
        print_learned(found, str(file))
