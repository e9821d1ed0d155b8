"""`tiltmeter sweep`: a rule number over a range, or found by a target."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tiltmeter import options

if TYPE_CHECKING:
    from analyses.experiments.experiment import Experiment
    from analyses.experiments.run_folder import RunFolder
    from analyses.findings.finding import Finding
    from analyses.lab.axes import Axis
    from reports.model import Page

GAMES = 20_000  # at each point
SHOWN, LONGEST = 12, 400  # values of an axis in its line; rows of a table


@click.command()
@click.argument("title")
@click.argument("values", metavar="PATH=VALUE,VALUE,...", nargs=-1, required=True)
@click.option(
    "--target", metavar="GAUGE<VALUE", help="Find the value in PATH=LOW..HIGH; also > and =."
)
@click.option("--only", default="", help="Some gauges only, as in seat_spread,length.")
@click.option("-p", "--players", type=int, help="Players; default: a middle number.")
@click.option(
    "-n", "--games", type=int, default=GAMES, show_default=True, help="Games at each point."
)
@click.option("--set", "changes", multiple=True, metavar="PATH=VALUE", help="Change all points.")
@click.option("--setup", multiple=True, metavar="KEY=VALUE", help="A choice at setup of all.")
@click.option("--components", "overlay", type=options.FILE, help="A TOML file of changes to all.")
@click.option("--seed", type=int, default=1, show_default=True, help="Fixes every deal.")
@click.option(
    "--out", type=options.FILE, default="runs", show_default=True, help="Folder of the runs."
)
@click.option("--tables", is_flag=True, help="Print the curve of every gauge as a table.")
@options.report
@options.jobs
@options.as_json
@options.quiet
def sweep(
    title: str,
    values: tuple[str, ...],
    target: str | None,
    only: str,
    out: Path,
    tables: bool,
    report_to: Path | None,
    jobs: int | None,
    as_json: bool,
    quiet: bool,
    **words: Any,
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
    from analyses.lab.axes import axes_of

    workers, gauges = options.worker_count(jobs), options.words_of(only)
    base = _base(title, words)
    axes = axes_of(values, base.components)
    runs: list[RunFolder] = []
    play = _player(base, out, workers, quiet or as_json, runs)
    if target is not None:
        findings = [_search(target, axes, base, play)]
    else:
        findings = _curves(axes, gauges, base, play)
    options.write_report(report_to, lambda: _page(findings, runs), quiet or as_json)
    if as_json:
        _print_json(base, axes, findings)
    else:
        _print(base, axes, findings, tables)
    return _exit_code(findings[0]) if target is not None else 0


def _base(title: str, words: dict[str, Any]) -> "Experiment":
    from analyses.experiments.experiment import experiment
    from analyses.experiments.plan import middle_count
    from simulator.titles import load_title

    players = words.pop("players")
    count = middle_count(load_title(title)) if players is None else players
    return experiment(title, players=count, **words)


def _player(
    base: "Experiment", out: Path, workers: int, quiet: bool, runs: "list[RunFolder]"
) -> Callable[..., Any]:
    """Plays versions of the base, each with its own changes, and reads their gauges.

    All that was played is added to `runs`.
    """
    import dataclasses

    from analyses.lab.versions import gauge_plan, version
    from tiltmeter.playing import play_arms

    def play(changes: "Sequence[Sequence[str]]", games: int, is_mixed: bool) -> Any:
        sized = dataclasses.replace(base, games=games)
        plans = [gauge_plan(version(sized, one), is_mixed) for one in changes]
        names = [", ".join(one) for one in changes]
        arms = play_arms(names, plans, out, workers, quiet)
        runs.extend(run for arm in arms for run in arm.runs)
        return [arm.settled() for arm in arms]

    return play


def _curves(
    axes: "Sequence[Axis]", gauges: Sequence[str], base: "Experiment", play: Callable[..., Any]
) -> "list[Finding]":
    from analyses.lab.axes import grid
    from analyses.lab.gauges import GAUGES, must_fit
    from analyses.lab.sweep import sweep as findings_of

    for name in gauges:
        must_fit(name, base.players, base.players > 1)
    changes = [[axis.change(k) for axis, k in zip(axes, at, strict=True)] for at in grid(axes)]
    is_mixed = any(GAUGES[name].is_mixed for name in gauges or GAUGES)
    return findings_of(axes, play(changes, base.games, is_mixed), gauges)


def _search(
    target: str, axes: "Sequence[Axis]", base: "Experiment", play: Callable[..., Any]
) -> "Finding":
    from analyses.lab.gauges import GAUGES, must_fit
    from analyses.lab.target import must_be_searchable, search, target_of
    from simulator.errors import UserError

    wanted = target_of(target)
    must_fit(wanted.gauge, base.players, base.players > 1)
    if len(axes) > 1:
        raise UserError("A target is searched along one path; fix the others with --set.")
    (axis,) = axes
    must_be_searchable(axis)
    is_mixed = GAUGES[wanted.gauge].is_mixed

    def read(places: Sequence[int], games: int) -> list:
        arms = play([[axis.change(k)] for k in places], games, is_mixed)
        return [arm.readings[wanted.gauge] for arm in arms]

    return search(wanted, axis, read, base.games)


def _page(findings: "Sequence[Finding]", runs: "Sequence[RunFolder]") -> "Page":
    from reports.lab import sweep_page

    return sweep_page(findings, runs, options.command_line())


def _exit_code(finding: "Finding") -> int:
    from analyses.findings.verdicts import LEVEL, UNKNOWN

    return {LEVEL: 0, UNKNOWN: 3}.get(finding.verdict, 1)


def _print(
    base: "Experiment", axes: "Sequence[Axis]", findings: "Sequence[Finding]", tables: bool
) -> None:
    from reports.terminal import console, print_behind, spark

    out = console()
    out.print(
        f"{base.title}, {options.counted(base.players, 'player')},"
        f" {options.counted(base.games, 'game')} at each point on the same"
        f" deals, seed {base.seed}.",
        markup=False,
    )
    for axis in axes:
        out.print(f"  {axis.path}: {_values(axis)}", markup=False)
    top, *curves = findings
    out.print(f"\n{top.sentence}\n", markup=False)
    print_behind(top, LONGEST)
    for finding in curves:
        if tables or _is_moving(finding):
            shapes = " ".join(spark(finding.table, axis.path) for axis in axes)
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


def _print_json(base: "Experiment", axes: "Sequence[Axis]", findings: "Sequence[Finding]") -> None:
    result = {
        "title": base.title,
        "players": base.players,
        "seed": base.seed,
        "games": base.games,
        "changes": base.components.changes(),
        "paths": {axis.path: list(axis.values) for axis in axes},
        "findings": [finding.as_json() for finding in findings],
    }
    click.echo(json.dumps(result, indent=2, ensure_ascii=False))
