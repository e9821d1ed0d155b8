"""`tiltmeter sweep`: a rule number over a range, or found by a target."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tiltmeter import options

if TYPE_CHECKING:
    from analyses.findings.finding import Finding
    from analyses.lab.axes import Axis
    from analyses.lab.sweeping import Swept

SHOWN, LONGEST = 12, 400  # values of an axis in its line; rows of a table


@click.command()
@click.argument("title")
@click.argument("values", metavar="PATH=VALUE,VALUE,...", nargs=-1, required=True)
@click.option(
    "--target", metavar="GAUGE<VALUE", help="Find the value in PATH=LOW..HIGH; also > and =."
)
@click.option("--only", default="", help="Some gauges only, as in seat_spread,length.")
@options.players(options.MIDDLE)
@options.games("Games at each point; default: 20,000.")
@options.who_stands
@options.version
@options.seed
@options.runs_folder
@options.tables
@options.report
@options.output
def sweep(
    title: str, values: tuple[str, ...], out: Path, report_to: Path | None, **words: Any
) -> int:
    """A rule number over a range, or by target.

    Every point is played on the same deals. Several paths make a grid; PATH=LOW..HIGH takes steps
    of 1, PATH=LOW..HIGH:STEP others; values with commas of their own are parted by semicolons.
    With --target it exits with 0 if a value surely meets it, 1 if none does, 3 if the sample
    cannot tell.

    \b
    tiltmeter sweep lost_cities bridges.bonus=0,20,40
    tiltmeter sweep lost_cities setup.layout=random,heritage setup.arrows=1..3
    tiltmeter sweep lost_cities bridges.bonus=0..60 --target 'margin>45'
    """
    shop, wanted = options.workshop(words, out), options.wanted(title, words)
    asked = options.values_of(title, values, wanted.get("changes", {}))
    only, target = options.words_of(words["only"]), words["target"]
    found = shop.sweep(title, asked, only, target=target or "", **wanted)
    options.write_report(shop, found, report_to)
    if words["as_json"]:
        _print_json(found)
    else:
        _print(found, words["tables"])
    return _exit_code(found.top) if target else 0


def _exit_code(finding: "Finding") -> int:
    from analyses.findings.verdicts import LEVEL, UNKNOWN

    return {LEVEL: 0, UNKNOWN: 3}.get(finding.verdict, 1)


def _print(found: "Swept", tables: bool) -> None:
    from reports.terminal import console, print_behind, spark

    out, base = console(), found.base
    out.print(
        f"{base.title}, {options.counted(base.players, 'player')},"
        f" {options.counted(base.games, 'game')} at each point on the same"
        f" deals, seed {base.seed}.",
        markup=False,
    )
    for axis in found.axes:
        out.print(f"  {axis.path}: {_values(axis)}", markup=False)
    out.print(f"\n{found.top.sentence}\n", markup=False)
    print_behind(found.top, LONGEST)
    for finding in found.curves:
        if tables or _is_moving(finding):
            shapes = " ".join(spark(finding.table, axis.path) for axis in found.axes)
            out.print(f"{shapes}  {finding.sentence}", markup=False)
        if tables:
            print_behind(finding, LONGEST)
            click.echo()


def _values(axis: "Axis") -> str:
    marked = [f"{word} (base)" if k == axis.at else word for k, word in enumerate(axis.words)]
    if len(marked) <= SHOWN:
        return ", ".join(marked)
    return f"{axis.words[0]} to {axis.words[-1]}, {len(marked):,} values"


def _is_moving(finding: "Finding") -> bool:
    from analyses.lab.differences import SURE

    return bool((finding.table["q"] < SURE).any())


def _print_json(found: "Swept") -> None:
    base = found.base
    options.echo_json(
        {
            "title": base.title,
            "players": base.players,
            "seed": base.seed,
            "games": base.games,
            "changes": base.components.changes(),
            "paths": {axis.path: list(axis.values) for axis in found.axes},
            "findings": [finding.as_json() for finding in found.findings],
        }
    )
