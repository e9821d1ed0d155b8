"""`tiltmeter tune`: better weights for a bot, confirmed on shuffles it never saw."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tiltmeter import options

if TYPE_CHECKING:
    from analyses.lab.players.tune import Tuning


@click.command()
@options.title
@click.argument("strategy", metavar="BOT")
@click.option(
    "-p",
    "--players",
    "counts",
    type=int,
    multiple=True,
    help="Number of players; default: two, if the game allows it. Repeat it to tune for each.",
)
@click.option(
    "--weights",
    default="",
    help="Only these weights, as in a,b; default: all but those that define a style.",
)
@click.option(
    "--against",
    help="Other bots that it meets, as in a,b; default: the game's own; '' for none.",
)
@options.games("Games of a candidate that survives a generation; default: 1,600.")
@click.option("--generations", type=int, help="Generations of candidates; default: 40.")
@click.option("--confirm", type=options.Count(), help="Games of the final match; default: 20,000.")
@click.option("--keep", is_flag=True, help="Write the weights even if they are not clearly better.")
@click.option("--out", type=options.FILE, help="The file of weights; default: GAME-BOT.toml.")
@options.code
@options.version
@options.seed
@options.language
@options.output
def tune(
    title: str,
    strategy: str,
    counts: tuple[int, ...],
    out: Path | None,
    keep: bool,
    **words: Any,
) -> None:
    """Find better weights for a bot (by CMA-ES).

    Candidates sit alone at tables of the untuned bot and of others, a generation on the same
    shuffles. The winner then plays the untuned bot on fresh shuffles. Its weights are written
    only if its 95% CI lies above a fair share.

    Use the file with -s, as in allround@FILE. Ctrl-C confirms what was found so far.

    In co-op and solo games candidates fill every seat. Their win rate is compared with that of the
    untuned bot on the same shuffles.

    \b
    tiltmeter tune lost_cities allround -p 2 -p 4 --out better.toml
    tiltmeter simulate lost_cities -p 2 -s allround@better.toml,allround
    """
    from reports.players import print_tuned

    asked = _asked(strategy, words)
    file = out or Path(f"{title}-{asked.name}.toml")
    how: dict[str, Any] = {"counts": counts, "keep": keep, "command": options.command_line()}
    shop = options.workshop(words)
    options.speak(shop, words, title)
    found = shop.tune(title, asked, file, **how, **options.wanted(title, words))
    if words["as_json"]:
        options.echo_json([one.as_json() for one in found])
    else:
        print_tuned(found)


def _asked(strategy: str, words: options.Words) -> "Tuning":
    """What is to be tuned; the games are those of a candidate, not of a run."""
    from analyses.lab.players.tune import Tuning

    weights, against = words.pop("weights"), words.pop("against")
    sizes = {key: words.pop(key) for key in ("games", "generations", "confirm")}
    return Tuning(
        strategy,
        options.words_of(weights),
        None if against is None else options.words_of(against),
        **{key: value for key, value in sizes.items() if value is not None},
    )
