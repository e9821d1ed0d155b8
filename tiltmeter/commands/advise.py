"""`tiltmeter advise`: the smallest rule changes that fix every issue."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tiltmeter import options

if TYPE_CHECKING:
    from analyses.experiments.experiment import RunOptions

OF_A_TITLE = {"changes": "--set", "setup": "--setup", "overlay": "--parameters"}
HELP_KEEP = "Leave this parameter or group alone; may be given several times."
HELP_ONLY = "Change only this parameter or group; may be given several times."


@click.command()
@click.argument("subject", metavar="GAME | EXPERIMENT.toml")
@click.option("--keep", multiple=True, metavar="PATH", help=HELP_KEEP)
@click.option("--only", multiple=True, metavar="PATH", help=HELP_ONLY)
@options.players(options.MIDDLE)
@options.games("Games that confirm each change; default: 60,000. The search plays fewer.")
@options.by_skill
@options.strategies("The default bot, instead of allround.")
@options.code
@options.version
@options.seed
@options.runs_folder
@options.tables
@options.language
@options.engine
@options.output
def advise(
    subject: str, keep: tuple[str, ...], only: tuple[str, ...], tables: bool, **words: Any
) -> int:
    """Find the smallest rule changes that fix every issue.

    Tries each parameter up to 50% lower and higher, and further where that helps. Tries each
    switch and each alternative, then pairs of changes. Confirms the best ones on fresh shuffles,
    then with bots that have adapted to them.

    Exit code 0: there is no clear issue, or a change fixes all of them. 1: no change does. 3: the
    games are too few to tell.

    \b
    tiltmeter advise lost_cities -p 4 --keep bridges
    tiltmeter advise kites.py -p 2 -n 30000
    tiltmeter advise lost_cities -p 4 --levels 3,5,7
    """
    from analyses.findings.verdicts import ENDS, UNKNOWN
    from reports.answers import print_advice

    subject, wanted = _asked(subject, words)
    shop = options.workshop(words, words["out"])
    options.speak(shop, words, _title_of(subject, wanted))
    if words["levels"] is not None or words["audience"]:
        return _by_skill(shop, subject, words, keep=keep, only=only, **wanted)
    found = shop.advise(subject, keep=keep, only=only, **wanted)
    if words["as_json"]:
        options.echo_json(found.as_json())
    else:
        print_advice(found, tables)
    return {**dict.fromkeys(ENDS, 1), UNKNOWN: 3}.get(found.verdict, 0)


def _by_skill(shop: options.Workshop, subject: str, words: options.Words, **wanted: Any) -> int:
    """A change that suits several levels of skill."""
    from analyses.findings.verdicts import ENDS, UNKNOWN
    from reports.answers import print_level_advice
    from simulator.errors import UserError

    if subject.endswith(".toml"):
        raise UserError("Levels of skill are those of a game; files say themselves who plays.")
    players = shop.players(subject, wanted.get("players"))
    levels = options.levels_of(subject, [players], words)
    found = shop.advise_levels(subject, levels, **wanted)
    if words["as_json"]:
        options.echo_json(found.as_json())
    else:
        print_level_advice(found)
    return {**dict.fromkeys(ENDS, 1), UNKNOWN: 3}.get(found.verdict, 0)


def _title_of(subject: str, wanted: "RunOptions") -> str:
    from analyses.lab.subjects import experiment_in

    if not subject.endswith(".toml"):
        return subject
    return experiment_in(Path(subject), **wanted).title.name


def _asked(subject: str, words: options.Words) -> "tuple[str, RunOptions]":
    from simulator.errors import UserError

    if not subject.endswith(".toml"):
        title = options.named(subject)
        return title, options.wanted(title, words)
    if odd := [flag for name, flag in OF_A_TITLE.items() if words[name]]:
        raise UserError(f"{odd[0]} goes with a game; a file holds its own changes.")
    return subject, options.wanted("", words)
