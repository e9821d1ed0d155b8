"""Results of the lab as sections, and as a report of their own."""

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from analyses.experiments.run_folder import RunFolder
from analyses.findings.finding import Finding, begun
from analyses.findings.names import called
from analyses.lab.check.check_run import Checkup
from analyses.lab.compare.compare_run import Comparison
from analyses.lab.compare.differences import label
from analyses.lab.players.coach import Blunder, Coached
from analyses.lab.search.sweep_run import Swept
from analyses.lab.study.study_run import Studied
from analyses.language import say, spoken, word
from reports import charts
from reports.appendix import coach_grid, command_section, runs_grids, study_grid
from reports.cells import day_of
from reports.headlines import compared_told, swept_told
from reports.look import LIGHTS, Look
from reports.model import Page, Section, SectionPart, part_of, unbroken
from reports.study_sections import study_sections, summary_of
from reports.verdicts import heading_of

NO_LOOK = Look(())


def compare_page(comparison: Comparison, command: str) -> Page:
    top = [one.top for one in comparison.compared]
    page = _page(say("comparison"), top, compare_sections(comparison), comparison.runs, command)
    lines = [line for one in comparison.compared for line in one.lines]
    return replace(page, summary=tuple(map(unbroken, (*lines, compared_told(comparison)))))


def sweep_page(swept: Swept, command: str) -> Page:
    kind = say("target search") if swept.is_search else say("sweep")
    page = _page(kind, [swept.top], [sweep_section(swept)], swept.runs, command)
    return replace(page, summary=(*page.summary, swept_told(swept)))


def check_page(checkup: Checkup, command: str) -> Page:
    sections = [check_section(checkup)]
    if checkup.grades:
        sections.append(robust_section(checkup.grades))
    told = [checkup.finding, *checkup.grades]
    return _page(say("target check"), told, sections, checkup.runs, command)


def study_page(studied: Studied, command: str) -> Page:
    study, sections = studied.study, study_sections(studied)
    kind = say("study of the {factor}", factor=study.settings["factor"])
    return Page(
        title=study.title.full_name,
        subtitle=begun(kind),
        author="",
        date=day_of([study.folder.manifest["begun"]]),
        summary=(summary_of(study), *(part.sentence for part in sections[0].parts[1:2])),
        sections=(*sections, command_section(command, (study_grid(study, "repeat-table-1"),))),
        lights=(),
        kind=kind,
        language=spoken(),
    )


def coach_page(coached: Coached, command: str) -> Page:
    kind = say("coach of {strategy}", strategy=coached.strategy)
    return Page(
        title=coached.experiment.title.full_name,
        subtitle=begun(kind),
        author="",
        date=day_of([coached.provenance["begun"]]),
        summary=(unbroken(coached.finding.sentence), f"{coached.sample}."),
        sections=(*coach_sections(coached), command_section(command, (coach_grid(coached),))),
        lights=(),
        kind=kind,
        language=spoken(),
    )


def _page(
    kind: str,
    told: Sequence[Finding],
    sections: Sequence[Section],
    runs: Sequence[RunFolder],
    command: str,
) -> Page:
    lit = any(section.verdict or part.verdict for section in sections for part in section.parts)
    return Page(
        title=runs[0].title.full_name,
        subtitle=begun(kind),
        author="",
        date=day_of([run.manifest["begun"] for run in runs]),
        summary=tuple(unbroken(one.sentence) for one in told),
        sections=(*sections, command_section(command, runs_grids(runs, "repeat"))),
        lights=tuple((verdict, say(light.meaning)) for verdict, light in LIGHTS.items())
        if lit
        else (),
        kind=kind,
        language=spoken(),
    )


def _begun(finding: Finding) -> Finding:
    """Its claim begins a line of its own here; in the terminal a mark is before it."""
    return replace(finding, claim=begun(finding.claim))


def compare_sections(comparison: Comparison) -> list[Section]:
    """For each version a section: who wins, then every question asked of both."""
    sections, n = [], len(comparison.compared)
    for number, one in enumerate(comparison.compared, 1):
        anchor, drawn = f"compare-{number}", charts.draw(one.top, NO_LOOK)
        parts = [
            part_of(f"{anchor}-metrics", say("Who wins, and what else changes"), one.top, drawn, "")
        ]
        parts += [
            part_of(f"{anchor}-{told.name}", heading_of(told.name), told, [], told.verdict)
            for told in map(_begun, one.answers)
        ]
        heading = (
            say("What changes") if n == 1 else say("What changes, version {number}", number=number)
        )
        sections.append(Section(anchor, heading, one.top.question, tuple(parts)))
    return sections


def coach_sections(coached: Coached) -> list[Section]:
    """What is given away by kind, then the positions that gave away most."""
    top = _with_names(coached)
    part = part_of("coach-kinds", say("What it gives away"), top, charts.draw(top, NO_LOOK), "")
    sections = [Section("coach", say("Where it gives away most"), top.question, (part,))]
    if coached.worst:
        parts = tuple(_blunder(one, k) for k, one in enumerate(coached.worst, 1))
        question = say("Which choices clearly gave away most?")
        sections.append(Section("worst", say("The worst positions"), question, parts))
    return sections


def _with_names(coached: Coached) -> Finding:
    """Its tables with kinds of moves as people call them."""
    levers = coached.examination.match.title.levers
    names = {kind: called(kind, levers) for kind in levers.kinds}

    def swap(told: str) -> str:
        own, _, better = told.partition(" → ")
        if better.startswith("another "):
            return say("{kind} → another one", kind=names[own])
        return f"{names[own]} → {names[better]}"

    tables = []
    for one in coached.finding.tables:
        shown = one.frame
        if one.key == "kind":
            shown = shown.with_columns(pl.col("kind").replace(names))
        elif one.key == "phase":
            phases = [word(name, "phase") for name in shown["phase"]]
            shown = shown.with_columns(pl.Series("phase", phases))
        elif one.key == "instead":
            shown = shown.with_columns(pl.Series("instead", map(swap, shown["instead"])))
        tables.append(replace(one, frame=shown))
    return replace(coached.finding, tables=tuple(tables))


def _blunder(one: Blunder, k: int) -> SectionPart:
    """Positions and moves are told as `play` tells them, in the words of the program."""
    return SectionPart(
        anchor=f"worst-{k}",
        heading=say(
            "{k}. Game {game}, decision {decision}", k=k, game=one.number, decision=one.decision
        ),
        sentence=unbroken(
            say("Player {at} could have done better by {cost}.", at=one.seat, cost=one.cost)
        ),
        code=(
            f"{one.heading}\n{one.position}\nseat {one.seat} {one.did}\nbetter: {one.better}",
            one.command,
        ),
    )


def sweep_section(swept: Swept) -> Section:
    """A curve per metric, or the values that a search tried."""
    top = swept.top
    if swept.is_search:
        drawn = charts.draw(top, NO_LOOK)
        part = part_of("target-tried", say("The search"), top, drawn, top.verdict)
        return Section("target", say("The target"), top.question, (part,))
    parts = [part_of("sweep-moves", say("What changes"), top, [], "")]
    parts += [_curve(one) for one in swept.curves]
    return Section("sweep", say("Response curves"), top.question, tuple(parts))


def _curve(finding: Finding) -> SectionPart:
    words, drawn = begun(label(finding.name)), charts.draw(finding, NO_LOOK, "sweep")
    return part_of(f"sweep-{finding.name}", words, _begun(finding), drawn, "")


def check_section(checkup: Checkup) -> Section:
    shown = checkup.with_figures
    drawn = charts.draw(shown, NO_LOOK)
    part = part_of("targets-measured", say("Targets and measurements"), shown, drawn, shown.verdict)
    return Section("targets", say("Balance targets"), shown.question, (part,), shown.verdict)


def robust_section(findings: Sequence[Finding]) -> Section:
    """A part for each number of players that was graded."""
    parts = tuple(
        part_of(f"robust-{k}", say("The grades"), one, charts.draw(one, NO_LOOK), one.verdict)
        for k, one in enumerate(findings, 1)
    )
    return Section("robust", say("Robustness"), findings[0].question, parts)
