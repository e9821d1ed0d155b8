"""`tiltmeter study`: every combination of roles, maps or other parts, and what each does."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tiltmeter import options
from tiltmeter.workshop import Workshop

if TYPE_CHECKING:
    from analyses.lab.study.study_run import Ranking


@click.command()
@options.title
@click.argument("factor", metavar="[FACTOR]", required=False)
@options.games("Games of each combination; default: 2,000.")
@options.players(options.MIDDLE)
@click.option("--only", default="", help="Only these metrics, as in mean_score,length.")
@click.option("--by", default="", help="The metric to rank by; default: the first.")
@click.option("--around", default="", help="Only combinations with these parts, as in a,b.")
@click.option("--sample", type=int, help="This many combinations, evenly chosen; default: all.")
@click.option(
    "--budget",
    type=options.Count(),
    default=0,
    help="Extra games, for the combinations whose ranks are least certain.",
)
@click.option(
    "--top", type=int, default=10, show_default=True, help="The top ranks that --budget is for."
)
@options.who_stands
@options.version
@options.seed
@click.option(
    "--out", type=options.FILE, help="Folder; default: one in studies/, named by the study."
)
@click.option("--tables", is_flag=True, help="Print the tables of all metrics, not of one.")
@options.report
@options.language
@options.engine
@options.output
def study(title: str, factor: str | None, out: Path | None, **words: Any) -> None:
    """Compare all combinations of roles, maps or other parts.

    FACTOR is what varies, such as roles; without it the command lists what GAME offers. Tells what
    each part, pair and set does to the game.

    Plays every combination, mostly on the same shuffles: half of its games with one bot in every
    seat, half at mixed tables. The same command continues a study that was stopped.

    \b
    tiltmeter study archeos
    tiltmeter study archeos roles -p 4 --sample 100
    """
    from reports.answers import print_study

    shop, started = options.workshop(words), time.monotonic()
    options.speak(shop, words, title)
    if factor is None:
        _print_factors(shop, title, words)
        return
    how = {"around": options.words_of(words["around"]), "sample": words["sample"]}
    wanted = options.wanted(title, words)
    done = shop.study(title, factor, out, ranking=_ranking(words), **how, **wanted)
    if words["as_json"]:
        options.echo_json(done.as_json())
    elif words["quiet"]:
        click.echo(done.path)
    else:
        print_study(done, words["tables"])
        options.echo_played(done.played, time.monotonic() - started, done.path)
    options.write_report(shop, done, words["report_to"])


def _ranking(words: options.Words) -> "Ranking":
    from analyses.lab.study.study_run import Ranking

    only = tuple(options.words_of(words["only"]))
    return Ranking(only, words["by"], words["top"], words["budget"])


def _print_factors(shop: Workshop, title: str, words: options.Words) -> None:
    from analyses.lab.study.plan import nothing_to_vary
    from analyses.language import count, say, word
    from simulator.titles import spoken

    known, players = shop.factors(title, words["players"]), shop.players(title, words["players"])
    seats = count(players, "{n} player", "{n} players")
    if words["as_json"]:
        options.echo_json({name: factor.as_json() for name, factor in known.items()})
    elif not known:
        where = say("{title!s} with {seats!s}", title=title, seats=seats)
        click.echo(nothing_to_vary(where))
    else:
        told = "What can be studied in {title!s} with {seats!s}:"
        click.echo(say(told, title=title, seats=seats))
        for name, factor in known.items():
            sets = say("{n} combinations", n=len(factor.combinations))
            click.echo(f"  {name:12}{sets:>17}  {word(factor.about)}")
        command = f"tiltmeter study {spoken(title)} {next(iter(known))}"
        click.echo("\n" + say("{command!s} plays them all.", command=command))
