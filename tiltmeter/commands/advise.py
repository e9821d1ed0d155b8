"""`tiltmeter advise`: what to change in the box, so that nothing is out any more."""

from typing import TYPE_CHECKING, Any

import click

from tiltmeter import options

if TYPE_CHECKING:
    from analyses.experiments.experiment import Wanted

OF_A_TITLE = {"changes": "--set", "setup": "--setup", "overlay": "--components"}
HELP_KEEP = "Leave this component or group of them as it is; may be given several times."
HELP_ONLY = "Change only this component or group of them; may be given several times."


@click.command()
@click.argument("subject", metavar="TITLE | EXPERIMENT.toml")
@click.option("--keep", multiple=True, metavar="PATH", help=HELP_KEEP)
@click.option("--only", multiple=True, metavar="PATH", help=HELP_ONLY)
@options.players(options.MIDDLE)
@options.games("Games of each change that is confirmed; the search plays parts. Default: 60,000.")
@options.strategies("The strategy that stands for the game instead of allround.")
@options.code
@options.version
@options.seed
@options.runs_folder
@options.tables
@options.engine
@options.output
def advise(
    subject: str, keep: tuple[str, ...], only: tuple[str, ...], tables: bool, **words: Any
) -> int:
    """What to change, so that nothing is out any more.

    Every number of the box is moved by up to half, every switch turned and every alternative
    taken. What seems to help is followed until the light is level, with other deals, and in pairs
    if nothing else is enough, first of ways that mend different lights; what is left is confirmed
    on fresh deals, then with players that have learnt it. Exit code 0: nothing is surely out, or
    something brings every light to level. 1: nothing does. 3: these games cannot tell.

    \b
    tiltmeter advise lost_cities -p 4 --keep bridges
    tiltmeter advise kites.py -p 2 -n 30000
    """
    from analyses.findings.verdicts import ENDS, UNKNOWN
    from reports.answers import print_advice

    subject, wanted = _asked(subject, words)
    shop = options.workshop(words, words["out"])
    if not subject.endswith(".toml"):
        options.speak(shop, words, subject)
    found = shop.advise(subject, keep=keep, only=only, **wanted)
    if words["as_json"]:
        options.echo_json(found.as_json())
    else:
        print_advice(found, tables)
    return {**dict.fromkeys(ENDS, 1), UNKNOWN: 3}.get(found.verdict, 0)


def _asked(subject: str, words: options.Words) -> "tuple[str, Wanted]":
    from simulator.errors import UserError

    if not subject.endswith(".toml"):
        title = options.named(subject)
        return title, options.wanted(title, words)
    if odd := [flag for name, flag in OF_A_TITLE.items() if words[name]]:
        raise UserError(f"{odd[0]} goes with a title; a file holds its own changes.")
    return subject, options.wanted("", words)
