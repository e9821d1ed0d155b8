"""`tiltmeter check`: does a game keep its balance budget?"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tiltmeter import options

if TYPE_CHECKING:
    from analyses.findings.finding import Finding
    from analyses.lab.arms import Arm
    from analyses.lab.budget import Budget, Checked
    from analyses.lab.robust import Graded
    from reports.model import Page

EXIT_CODES = {"holds": 0, "out": 1, "cannot tell": 3}  # 2 is a mistake


def _show_example(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        from analyses.lab.budget_file import EXAMPLE

        click.echo(EXAMPLE, nl=False)
        context.exit()


@click.command()
@click.argument("file", metavar="BUDGET.TOML", type=options.FILE)
@click.option(
    "--example",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_example,
    help="Print a budget to begin with.",
)
@click.option("-n", "--games", type=int, help="Games of each table, instead of the budget's.")
@click.option(
    "--robust",
    is_flag=True,
    help="Grade each band: does it hold under other readings of the box and with other strategies?",
)
@click.option("--junit", type=options.FILE, help="Write a JUnit file too, for CI servers.")
@click.option(
    "--out", type=options.FILE, default=Path("runs"), show_default=True, help="Folder of the runs."
)
@options.report
@options.jobs
@options.as_json
@options.quiet
def check(
    file: Path,
    games: int | None,
    robust: bool,
    junit: Path | None,
    out: Path,
    report_to: Path | None,
    jobs: int | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Does a game keep its balance budget?

    A budget is a TOML file: a title, the numbers of players, and bands such as

    \b
        [bands]
        seat_spread = "<= 5%"

    Exit code 0: every band holds. 1: something is out. 3: nothing is out, but the games cannot tell
    of all, or a band that holds is unsupported. 2: a mistake. Games once played are found again.
    """
    from analyses.lab import budget as budgets
    from analyses.lab.budget_file import read_budget
    from reports.junit import write_junit

    budget, workers, silent = read_budget(file, games), options.worker_count(jobs), quiet or as_json
    arms = _play(budget, out, workers, silent)
    checked = budgets.check(budget, arms)
    graded = _grade(budget, arms, checked, out, workers, silent) if robust else {}
    options.write_report(report_to, lambda: _page(arms, checked, graded), silent)
    if junit:
        write_junit(checked, budget.title, junit)
    if as_json:
        _print_json(budget, checked, graded)
    else:
        _print_text(checked, graded, quiet)
    state = budgets.state_of(checked)
    if state == budgets.HOLDS and not _is_supported(graded):
        state = budgets.UNSURE
    return EXIT_CODES[state]


def _play(budget: "Budget", out: Path, workers: int, quiet: bool) -> "dict[int, Arm]":
    from analyses.lab.arms import Arm
    from tiltmeter.playing import play_all

    return {
        players: Arm(
            budget.title, tuple(play_all(budget.experiments(players), out, workers, quiet))
        )
        for players in budget.bands
    }


def _grade(
    budget: "Budget",
    arms: "Mapping[int, Arm]",
    checked: "Sequence[Checked]",
    out: Path,
    workers: int,
    quiet: bool,
) -> "dict[int, list[Graded]]":
    """What the check says, re-asked for every number of players."""
    from analyses.lab.robust import of_budget
    from tiltmeter.robustness import grade_over_variants

    graded = {}
    for players, arm in arms.items():
        claims = of_budget(one for one in checked if one.players == players)
        graded[players] = grade_over_variants(
            claims, budget.experiments(players), arm.sample, out, workers, quiet
        )
    return graded


def _page(
    arms: "Mapping[int, Arm]",
    checked: "Sequence[Checked]",
    graded: "Mapping[int, Sequence[Graded]]",
) -> "Page":
    from reports.lab import check_page

    runs = [run for arm in arms.values() for run in arm.runs]
    return check_page(checked, graded, runs, options.command_line())


def _is_supported(graded: "Mapping[int, Sequence[Graded]]") -> bool:
    return all(one.is_supported for many in graded.values() for one in many)


def _print_json(
    budget: "Budget", checked: "Sequence[Checked]", graded: "Mapping[int, Sequence[Graded]]"
) -> None:
    from analyses.lab.budget import state_of

    told = {
        "title": budget.title,
        "games": budget.games,
        "state": state_of(checked),
        "bands": [one.as_json() for one in checked],
    }
    if graded:
        told["robust"] = [
            {"players": players, **one.as_json()}
            for players, many in graded.items()
            for one in many
        ]
    click.echo(json.dumps(told, indent=2, ensure_ascii=False))


def _print_text(
    checked: "Sequence[Checked]", graded: "Mapping[int, Sequence[Graded]]", quiet: bool
) -> None:
    from analyses.lab import robust
    from analyses.lab.budget import finding
    from reports.terminal import print_findings

    shown: list[Finding] = [finding(checked)]
    shown += [robust.finding(many, players) for players, many in graded.items()]
    print_findings(shown, tables=not quiet, longest=None)
