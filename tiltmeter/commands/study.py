"""`tiltmeter study`: every combination of a factor, and what its members do."""

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tiltmeter import options

if TYPE_CHECKING:
    from analyses.findings.finding import Finding
    from analyses.lab.study.plan import StudyPlan
    from analyses.lab.study.responses import Asked
    from analyses.lab.study.study import Study
    from reports.model import Page


@click.command()
@click.argument("title")
@click.argument("factor", required=False)
@click.option("-n", "--games", type=int, help="Games of each combination; default: 2,000.")
@click.option("-p", "--players", type=int, help="Players; default: a middle number.")
@click.option("--only", default="", help="Some responses only, as in mean_score,length.")
@click.option("--by", default="", help="The response that ranks; default: the first.")
@click.option("--around", default="", help="Only combinations with these members, as in a,b.")
@click.option("--sample", type=int, help="So many combinations, evenly chosen; default: all.")
@click.option("--budget", type=int, default=0, help="Games more, where the ranking is undecided.")
@click.option(
    "--top", type=int, default=10, show_default=True, help="The ranks that --budget is for."
)
@click.option("--setup", multiple=True, metavar="KEY=VALUE", help="A choice made at setup.")
@click.option("--set", "changes", multiple=True, metavar="PATH=VALUE", help="Change a component.")
@click.option(
    "--components", "overlay", type=options.FILE, help="A TOML file of changed components."
)
@click.option("--seed", type=int, default=1, show_default=True, help="Fixes every game.")
@click.option("--out", type=options.FILE, help="Folder; default: studies/… named by the study.")
@click.option("--tables", is_flag=True, help="Print the tables of all responses, not of one.")
@options.report
@options.jobs
@options.as_json
@options.quiet
def study(
    title: str,
    factor: str | None,
    only: str,
    by: str,
    budget: int,
    top: int,
    out: Path | None,
    tables: bool,
    report_to: Path | None,
    jobs: int | None,
    as_json: bool,
    quiet: bool,
    **words: Any,
) -> None:
    """Combinations of a factor: what each member, pair and set does to the game.

    Every combination is played on the same deals: half of its games by one strategy in every seat,
    half at mixed tables. Without FACTOR it lists what can be studied in TITLE. The same command
    finds its study again, and goes on if it was stopped.
    """
    from analyses.lab.study.findings import study_findings
    from tiltmeter.studies import play_one

    if factor is None:
        _print_factors(title, words["players"], as_json)
        return
    plan, by = _plan(title, factor, options.words_of(only), by, budget, top, words)
    started = time.monotonic()
    path = out or plan.folder
    result, played = play_one(
        plan, path, by, top, budget, options.worker_count(jobs), quiet or as_json
    )
    asked = result.asked(options.words_of(only), plan.factor.responses)
    findings = study_findings(result, asked)
    options.write_report(report_to, lambda: _page(result, asked, by), quiet or as_json)
    if as_json:
        told = {"study": str(path), "played": played, "games": plan.games, "by": by}
        told |= {key: result.settings[key] for key in ("title", "factor", "players", "seed")}
        told["findings"] = [finding.as_json() for finding in findings]
        click.echo(json.dumps(told, indent=2, ensure_ascii=False))
    elif quiet:
        click.echo(path)
    else:
        if played:
            click.echo(f"{played:,} games in {time.monotonic() - started:.1f} s, in {path}")
        else:
            click.echo(f"All games were already in {path}; nothing to play.")
        _print(findings, by, tables)


def _plan(
    title: str, factor: str, only: list[str], by: str, budget: int, top: int, words: dict[str, Any]
) -> "tuple[StudyPlan, str]":
    """What to play, and the response that ranks."""
    from analyses.lab.study.plan import GAMES, plan_study
    from analyses.lab.study.responses import asked_for
    from simulator.errors import UserError, unknown

    if budget < 0 or top < 1:
        raise UserError("--budget cannot be below 0, nor --top below 1.")
    words["around"] = options.words_of(words["around"])
    words["games"] = GAMES if words["games"] is None else words["games"]
    wants_mixed = not only or "dominance" in only or by == "dominance"
    plan = plan_study(title, factor, mixed=wants_mixed, **words)
    known = [one.name for one in asked_for(plan.players, only, plan.factor.responses)]
    if by and by not in known:
        raise unknown("response to rank by:", by, known)
    return plan, by or known[0]


def _page(study: "Study", asked: "Sequence[Asked]", by: str) -> "Page":
    from reports.lab import study_page
    from reports.study_sections import study_sections

    return study_page(study, study_sections(study, asked, by), options.command_line())


def _print(findings: "list[Finding]", by: str, tables: bool) -> None:
    """A sentence for each response, then tables; that of all combinations is for --json."""
    from dataclasses import replace

    from rich.markup import escape

    from reports.terminal import console, print_findings

    for finding in findings:
        console().print(f"\n[bold]{finding.name}[/bold] {escape(finding.sentence)}")
    shown = [finding for finding in findings if tables or finding.name == by]
    print_findings([replace(one, tables=one.tables[:-1], sentence="") for one in shown])
    if not tables:
        click.echo("--tables shows the tables of every response, --json all combinations.")


def _print_factors(title: str, players: int | None, as_json: bool) -> None:
    from analyses.lab.study.plan import factors_of
    from simulator.titles import load_title

    loaded = load_title(title)
    count = loaded.players[len(loaded.players) // 2] if players is None else players
    known = factors_of(loaded, count)
    if as_json:
        described = {
            name: {
                "about": factor.about,
                "combinations": len(factor.combinations),
                "members": list(factor.members),
            }
            for name, factor in known.items()
        }
        click.echo(json.dumps(described, indent=2, ensure_ascii=False))
        return
    click.echo(f"What can be studied in {title} with {options.counted(count, 'player')}:")
    for name, factor in known.items():
        n = len(factor.combinations)
        click.echo(f"  {name:12}{n:4} combinations  {factor.about}")
    click.echo(f"\ntiltmeter study {title} {next(iter(known))} plays them all.")
