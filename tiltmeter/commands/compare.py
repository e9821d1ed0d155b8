"""`tiltmeter compare`: a rule change beside the base game, on the same deals."""

import json
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tiltmeter import options

if TYPE_CHECKING:
    from analyses.experiments.experiment import Experiment
    from analyses.experiments.run_folder import RunFolder
    from analyses.findings.finding import Finding
    from analyses.lab.arms import Arm
    from analyses.lab.removal import Variant
    from reports.model import Page

GAMES, GAMES_EACH = 60_000, 10_000  # per version, unless said otherwise, and with --each
OF_A_TITLE = {  # what files say for themselves
    "changes": "--set",
    "setup": "--setup",
    "overlay": "--components",
    "base_changes": "--base-set",
    "base_setup": "--base-setup",
    "base_overlay": "--base-components",
}


@click.command()
@click.argument("subjects", metavar="TITLE | BASE.toml VARIANT.toml...", nargs=-1, required=True)
@click.option("--set", "changes", multiple=True, metavar="PATH=VALUE", help="Change a component.")
@click.option("--setup", multiple=True, metavar="KEY=VALUE", help="Another choice at setup.")
@click.option("--components", "overlay", type=options.FILE, help="A TOML file of changes.")
@click.option(
    "--base-set", "base_changes", multiple=True, metavar="PATH=VALUE", help="Change the base too."
)
@click.option("--base-setup", multiple=True, metavar="KEY=VALUE", help="A choice of the base too.")
@click.option(
    "--base-components", "base_overlay", type=options.FILE, help="A TOML file of changes to both."
)
@click.option(
    "--each",
    help="removed: without each role, faction or other part in turn; swapped: each role in play"
    " replaced by each other one.",
)
@click.option("-p", "--players", type=int, help="Players; default: a middle number.")
@click.option(
    "-n",
    "--games",
    type=int,
    help=f"Games per version; default: {GAMES:,}, with --each {GAMES_EACH:,}.",
)
@click.option("--seed", type=int, help="Fixes every deal; default: 1.")
@click.option(
    "--out", type=options.FILE, default="runs", show_default=True, help="Folder of the runs."
)
@click.option("--tables", is_flag=True, help="Print both answers to every question too.")
@options.report
@options.jobs
@options.as_json
@options.quiet
def compare(
    subjects: tuple[str, ...],
    each: str | None,
    out: Path,
    tables: bool,
    report_to: Path | None,
    jobs: int | None,
    as_json: bool,
    quiet: bool,
    **words: Any,
) -> None:
    """A rule change, beside the base game.

    Every version is played on the same deals and asked every question; what differs is told with
    intervals, changed verdicts first. The variant is the base with the changes given; or each
    version is a file of the kind that simulate --experiment takes.

    \b
    tiltmeter compare lost_cities --set bridges.bonus=40
    tiltmeter compare archeos --base-setup roles=random --setup tracks=B
    tiltmeter compare base.toml variant.toml
    tiltmeter compare archeos --each removed
    """
    from analyses.lab.compare import compare as findings_of
    from analyses.lab.versions import name_of, whole_plan
    from tiltmeter.playing import play_arms

    workers = options.worker_count(jobs)
    if each is not None:
        _must_go_with_each(subjects, words)
        _compare_each(subjects[0], each, words, out, report_to, workers, as_json, quiet)
        return
    if len(subjects) == 1:
        versions = _of_title(subjects[0], words, options.hush if quiet else options.say)
    else:
        versions = _of_files(subjects, words)
    base = versions[0].components
    asked = [", ".join([*words["changes"], *words["setup"]]), *subjects[1:]][-len(versions) + 1 :]
    names = [
        name_of(one.components, base) or f"{word or 'these'} (the same values)"
        for one, word in zip(versions[1:], asked, strict=True)
    ]
    plans = [whole_plan(one) for one in versions]
    arms = play_arms([name_of(base), *names], plans, out, workers, quiet or as_json)
    findings = findings_of(arms[0], arms[1:])
    runs = [run for arm in arms for run in arm.runs]
    options.write_report(report_to, lambda: _page(findings, runs), quiet or as_json)
    if as_json:
        _print_json(versions[0], arms, findings)
    else:
        _print(versions[0], arms[0], findings, tables)


def _base(title: str, words: dict[str, Any], games: int = GAMES) -> "Experiment":
    from analyses.experiments.experiment import experiment
    from analyses.experiments.plan import middle_count
    from simulator.errors import UserError
    from simulator.titles import load_title

    if title.endswith(".toml"):
        raise UserError(f"Compare {title} with what? Name two files, or a title and a change.")
    return experiment(
        title,
        players=middle_count(load_title(title)) if words["players"] is None else words["players"],
        games=games if words["games"] is None else words["games"],
        seed=1 if words["seed"] is None else words["seed"],
        changes=words["base_changes"],
        setup=words["base_setup"],
        overlay=words["base_overlay"],
    )


def _of_title(title: str, words: dict[str, Any], say: Callable[[str], None]) -> "list[Experiment]":
    """The base, and the variant with the changes that were given."""
    from analyses.lab.versions import idle, version
    from simulator.errors import UserError

    base = _base(title, words)
    change = {name: words[name] for name in ("changes", "setup", "overlay")}
    if not any(change.values()):
        raise UserError(
            f"Name a change, as in --set path=value; 'tiltmeter games {title}' lists the paths."
        )
    other = version(base, **change)
    under = [f"setup.{word}" for word in words["setup"]]
    for word in idle(base.components, other.components, [*words["changes"], *under]):
        say(f"Note: {word} equals the value of the base.")
    return [base, other]


def _must_go_with_each(subjects: Sequence[str], words: dict[str, Any]) -> None:
    from simulator.errors import UserError

    if len(subjects) != 1:
        raise UserError("--each goes with a single title.")
    if any(words[name] for name in ("changes", "setup", "overlay")):
        raise UserError("--each makes its own changes; --base-set changes all versions.")


def _compare_each(
    title: str,
    each: str,
    words: dict[str, Any],
    out: Path,
    report_to: Path | None,
    workers: int,
    as_json: bool,
    quiet: bool,
) -> None:
    """Every version of a list that the title itself gives, beside the base."""
    from analyses.lab.compare import each as finding_of
    from analyses.lab.versions import gauge_plan, name_of, version
    from reports.terminal import print_behind
    from tiltmeter.playing import play_arms

    base = _base(title, words, GAMES_EACH)
    variants = _variants(base, each)
    versions = [base, *(version(base, one.changes) for one in variants)]
    names = [name_of(base.components), *(one.name for one in variants)]
    plans = [gauge_plan(one, is_mixed=True) for one in versions]
    arms = play_arms(names, plans, out, workers, quiet or as_json)
    finding = finding_of(arms[0], arms[1:])
    runs = [run for arm in arms for run in arm.runs]
    options.write_report(report_to, lambda: _page([finding], runs), quiet or as_json)
    if as_json:
        _print_json(base, arms, [finding])
    else:
        click.echo(_told(base, arms[0]))
        click.echo(f"\n{finding.sentence}\n")
        print_behind(finding)


def _variants(base: "Experiment", each: str) -> "list[Variant]":
    from analyses.lab.removal import removals, swaps
    from simulator.errors import UserError, unknown

    lists = {"removed": removals, "swapped": swaps}
    if each not in lists:
        raise unknown("value of --each:", each, lists)
    if not (variants := lists[each](base)):
        raise UserError(f"Nothing of {base.title} can be {each} in this setup.")
    return variants


def _of_files(files: Sequence[str], words: dict[str, Any]) -> "list[Experiment]":
    """Versions that can be put side by side; flags go before what the files say."""
    from analyses.experiments.experiment_file import read_experiment
    from analyses.lab.versions import must_pair
    from analyses.questions import check_thresholds
    from simulator.errors import UserError

    if odd := [flag for name, flag in OF_A_TITLE.items() if words[name]]:
        raise UserError(f"{odd[0]} goes with a single title; files hold their own changes.")
    if odd := [file for file in files if not file.endswith(".toml")]:
        raise UserError(f"Compare one title or two files that end in .toml; '{odd[0]}' does not.")
    flags = {key: words[key] for key in ("players", "games", "seed") if words[key] is not None}
    versions = [read_experiment(Path(file), {"games": GAMES}, **flags) for file in files]
    for file, one in zip(files, versions, strict=True):
        check_thresholds(one.thresholds, where=file)
    for file, other in zip(files[1:], versions[1:], strict=True):
        must_pair(versions[0], other, (files[0], file))
    return versions


def _told(base: "Experiment", arm: "Arm") -> str:
    return (
        f"{base.title}, {options.counted(base.players, 'player')},"
        f" {options.counted(base.games, 'game')} of each version on the same"
        f" deals, seed {base.seed}; the base is {arm.name}."
    )


def _page(findings: "Sequence[Finding]", runs: "Sequence[RunFolder]") -> "Page":
    from reports.lab import compare_page

    return compare_page(findings, runs, options.command_line())


def _print(base: "Experiment", arm: "Arm", findings: "Sequence[Finding]", tables: bool) -> None:
    """Of each version its sentence, the questions, then the gauges."""
    from reports.terminal import console, print_behind, print_findings

    out = console()
    out.print(_told(base, arm), markup=False)
    starts = [k for k, finding in enumerate(findings) if finding.name == "compare"]
    for start, end in pairwise([*starts, len(findings)]):
        top, answers = findings[start], findings[start + 1 : end]
        out.print(f"\n{top.sentence}\n", markup=False)
        print_findings(answers, tables)
        click.echo()
        print_behind(top)


def _print_json(base: "Experiment", arms: "Sequence[Arm]", findings: "Sequence[Finding]") -> None:
    versions = [
        {
            "name": arm.name,
            "changes": arm.runs[0].settings["changes"],
            "runs": [str(run.path) for run in arm.runs],
        }
        for arm in arms
    ]
    result = {
        "title": base.title,
        "players": base.players,
        "seed": base.seed,
        "base": versions[0],
        "versions": versions[1:],
        "findings": [finding.as_json() for finding in findings],
    }
    click.echo(json.dumps(result, indent=2, ensure_ascii=False))
