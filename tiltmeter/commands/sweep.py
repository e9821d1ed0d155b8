"""`tiltmeter sweep`: a parameter over a range of values, or the value that meets a target."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tiltmeter import options

if TYPE_CHECKING:
    from analyses.findings.finding import Finding
    from analyses.lab.search.sweep_levels import LevelSweep


@click.command()
@options.title
@click.argument(
    "values",
    metavar="PATH=VALUE,VALUE,...",
    nargs=-1,
    required=True,
    shell_complete=options.complete_path,
)
@click.option(
    "--target", metavar="METRIC<VALUE", help="Find the value in PATH=LOW..HIGH; also > and =."
)
@click.option("--only", default="", help="Only these metrics, as in turn_order_spread,length.")
@options.players(options.MIDDLE)
@options.games("Games at each value; default: 20,000.")
@options.by_skill
@options.who_stands
@options.version
@options.seed
@options.runs_folder
@options.tables
@options.report
@options.language
@options.engine
@options.output
def sweep(
    title: str, values: tuple[str, ...], out: Path, report_to: Path | None, **words: Any
) -> int:
    """Try a range of values for a parameter, or find the right one.

    Plays every value on the same shuffles. Several parameters make a grid. PATH=LOW..HIGH takes
    steps of 1, PATH=LOW..HIGH:STEP other steps. Separate values that contain commas by semicolons.

    docs/metrics.md lists the metrics; win:NAME is the win rate of one seat, faction, role or
    card.

    Exit code with --target: 0 if a value clearly meets it, or clearly crosses a target with =; 1
    if none does; 3 if the games are too few to tell.

    \b
    tiltmeter sweep lost_cities bridges.bonus=0,20,40
    tiltmeter sweep lost_cities setup.layout=random,heritage setup.arrows=1..3
    tiltmeter sweep lost_cities bridges.bonus=0..60 --target 'margin>45'
    tiltmeter sweep archeos cards.hand_limit=8,10 --only win:Doctor,length
    tiltmeter sweep my_game.py goal=50..150:50 --levels 1,5 --target 'margin<45'
    """
    from reports.answers import print_sweep
    from simulator.errors import UserError

    shop, wanted = options.workshop(words, out), options.wanted(title, words)
    options.speak(shop, words, title)
    asked = options.values_of(title, values, wanted.get("changes", {}))
    only, target = options.words_of(words["only"]), words["target"]
    players = shop.players(title, wanted.get("players"))
    if levels := options.levels_of(title, [players], words):
        if report_to:
            raise UserError("--report does not go with levels of skill.")
        told = shop.sweep_levels(title, asked, levels, only, target=target or "", **wanted)
        return _print_levels(told, words, bool(target))
    found = shop.sweep(title, asked, only, target=target or "", **wanted)
    if words["as_json"]:
        options.echo_json(found.as_json())
    else:
        print_sweep(found, words["tables"])
    options.write_report(shop, found, report_to)
    return _exit_code(found.top) if target else 0


def _exit_code(finding: "Finding") -> int:
    from analyses.findings.verdicts import LEVEL, UNKNOWN

    return {LEVEL: 0, UNKNOWN: 3}.get(finding.verdict, 1)


def _print_levels(found: "LevelSweep", words: options.Words, is_aimed: bool) -> int:
    from reports.answers import print_level_sweep

    if words["as_json"]:
        options.echo_json(found.as_json())
    else:
        print_level_sweep(found, words["tables"])
    return _exit_code(found.finding) if is_aimed else 0
