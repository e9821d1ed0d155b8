"""`tiltmeter tune`: better weights for a strategy, confirmed on deals it never saw."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tiltmeter import options

if TYPE_CHECKING:
    from analyses.lab.tuning import Tuning


@click.command()
@options.title
@click.argument("strategy")
@click.option(
    "-p",
    "--players",
    "counts",
    type=int,
    multiple=True,
    help="Players, each tuned for itself if given several times; default: two, if it can be.",
)
@click.option(
    "--weights",
    default="",
    help="Only these, as in a,b; default: all that a style is not committed to.",
)
@click.option(
    "--against",
    help="Whom it meets beside the untuned strategy, as in a,b; default: those shipped, '' nobody.",
)
@options.games("Games of a candidate that comes through a generation; default: 1,600.")
@click.option("--generations", type=int, help="How often candidates are drawn; default: 40.")
@click.option(
    "--confirm", type=options.Count(), help="Games of the match at the end; default: 20,000."
)
@click.option("--keep", is_flag=True, help="Write the weights even if they are not surely better.")
@click.option("--out", type=options.FILE, help="The file of weights; default: TITLE-STRATEGY.toml.")
@options.code
@options.version
@options.seed
@options.output
def tune(
    title: str,
    strategy: str,
    counts: tuple[int, ...],
    out: Path | None,
    keep: bool,
    **words: Any,
) -> None:
    """Better weights for a strategy, by CMA-ES.

    Candidates sit alone at tables of the untuned strategy and of others, all of a generation on
    the same deals. What comes out is played against the untuned one on deals that were never used;
    only if the interval lies above an even share is it called better and written to a file, which
    is named wherever a strategy is, as in allround@FILE. Ctrl-C confirms what was found so far.

    Where all win or lose together, or one plays alone, candidates fill every seat, and the games
    they win are held against those that the untuned strategy wins on the same deals.

    \b
    tiltmeter tune lost_cities allround -p 2 -p 4 --out better.toml
    tiltmeter simulate lost_cities -p 2 -s allround@better.toml,allround
    """
    from reports.players import print_tuned

    asked = _asked(strategy, words)
    file = out or Path(f"{title}-{asked.name}.toml")
    how: dict[str, Any] = {"counts": counts, "keep": keep, "command": options.command_line()}
    found = options.workshop(words).tune(title, asked, file, **how, **options.wanted(title, words))
    if words["as_json"]:
        options.echo_json([one.as_json() for one in found])
    else:
        print_tuned(found)


def _asked(strategy: str, words: options.Words) -> "Tuning":
    """What is to be tuned; the games are those of a candidate, not of a run."""
    from analyses.lab.tuning import Tuning

    weights, against = words.pop("weights"), words.pop("against")
    sizes = {key: words.pop(key) for key in ("games", "generations", "confirm")}
    return Tuning(
        strategy,
        options.words_of(weights),
        None if against is None else options.words_of(against),
        **{key: value for key, value in sizes.items() if value is not None},
    )
