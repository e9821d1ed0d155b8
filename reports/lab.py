"""Results of the lab as sections, and as a report of their own."""

from collections.abc import Sequence

from analyses.experiments.run_folder import RunFolder
from analyses.findings.finding import Finding
from analyses.lab.checking import Checkup
from analyses.lab.coach import Blunder, Coached
from analyses.lab.comparing import Comparison
from analyses.lab.differences import in_words
from analyses.lab.study.studied import Studied
from analyses.lab.sweeping import Swept
from reports import charts
from reports.appendix import coach_grid, command_section, runs_grids, study_grid
from reports.cells import day_of
from reports.look import LIGHTS, Look
from reports.model import Page, Part, Section, part_of, unbroken
from reports.study_sections import study_sections, summary_of
from reports.verdicts import heading_of
from simulator.titles import load_title

NO_LOOK = Look(())


def compare_page(comparison: Comparison, command: str) -> Page:
    top = [one.top for one in comparison.compared]
    return _page("comparison", top, compare_sections(comparison), comparison.runs, command)


def sweep_page(swept: Swept, command: str) -> Page:
    kind = "target search" if swept.is_search else "sweep"
    return _page(kind, [swept.top], [sweep_section(swept)], swept.runs, command)


def check_page(checkup: Checkup, command: str) -> Page:
    sections = [check_section(checkup)]
    if checkup.grades:
        sections.append(robust_section(checkup.grades))
    told = [checkup.finding, *checkup.grades]
    return _page("budget check", told, sections, checkup.runs, command)


def study_page(studied: Studied, command: str) -> Page:
    study, sections = studied.study, study_sections(studied)
    kind = f"study of the {study.settings['factor']}"
    return Page(
        title=load_title(study.settings["title"]).full_name,
        subtitle=kind.capitalize(),
        author="",
        date=day_of([study.folder.manifest["begun"]]),
        summary=(summary_of(study), *(part.sentence for part in sections[0].parts[1:2])),
        sections=(*sections, command_section(command, (study_grid(study, "repeat-table-1"),))),
        lights=(),
        kind=kind,
    )


def coach_page(coached: Coached, command: str) -> Page:
    kind = f"coach of {coached.strategy}"
    return Page(
        title=load_title(coached.experiment.title).full_name,
        subtitle=kind.capitalize(),
        author="",
        date=day_of([coached.provenance["begun"]]),
        summary=(unbroken(coached.finding.sentence), f"{coached.sample}."),
        sections=(*coach_sections(coached), command_section(command, (coach_grid(coached),))),
        lights=(),
        kind=kind,
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
        title=load_title(runs[0].settings["title"]).full_name,
        subtitle=kind.capitalize(),
        author="",
        date=day_of([run.manifest["begun"] for run in runs]),
        summary=tuple(unbroken(one.sentence) for one in told),
        sections=(*sections, command_section(command, runs_grids(runs, "repeat"))),
        lights=tuple((verdict, light.meaning) for verdict, light in LIGHTS.items()) if lit else (),
        kind=kind,
    )


def compare_sections(comparison: Comparison) -> list[Section]:
    """For each version a section: what moves, then every question asked of both."""
    sections, n = [], len(comparison.compared)
    for number, one in enumerate(comparison.compared, 1):
        anchor, drawn = f"compare-{number}", charts.draw(one.top, NO_LOOK)
        parts = [part_of(f"{anchor}-gauges", "What moves", one.top, drawn, "")]
        parts += [
            part_of(f"{anchor}-{answer.name}", heading_of(answer.name), answer, [], answer.verdict)
            for answer in one.answers
        ]
        heading = "What changes" if n == 1 else f"What changes, version {number}"
        sections.append(Section(anchor, heading, one.top.question, tuple(parts)))
    return sections


def coach_sections(coached: Coached) -> list[Section]:
    """What is given away by kind, then the positions that gave away most."""
    top = coached.finding
    part = part_of("coach-kinds", "What it gives away", top, charts.draw(top, NO_LOOK), "")
    sections = [Section("coach", "Where it gives away most", top.question, (part,))]
    if coached.worst:
        parts = tuple(_blunder(one, k) for k, one in enumerate(coached.worst, 1))
        question = "Which choices surely gave away most?"
        sections.append(Section("worst", "The worst positions", question, parts))
    return sections


def _blunder(one: Blunder, k: int) -> Part:
    return Part(
        anchor=f"worst-{k}",
        heading=f"{k}. Game {one.number}, decision {one.decision}",
        sentence=unbroken(f"Seat {one.seat} {one.did}. Better by {one.cost}: {one.better}."),
        code=(f"{one.heading}\n{one.position}", one.command),
    )


def sweep_section(swept: Swept) -> Section:
    """A curve per gauge, or the values that a search tried."""
    top = swept.top
    if swept.is_search:
        parts = [part_of("target-tried", "The search", top, charts.draw(top, NO_LOOK), top.verdict)]
        return Section("target", "The target", top.question, tuple(parts))
    parts = [Part("sweep-moves", "What moves", unbroken(top.sentence))]
    parts += [_curve(one) for one in swept.curves]
    return Section("sweep", "Response curves", top.question, tuple(parts))


def _curve(finding: Finding) -> Part:
    words, drawn = in_words(finding.name), charts.draw(finding, NO_LOOK, "sweep")
    return part_of(f"sweep-{finding.name}", words[0].upper() + words[1:], finding, drawn, "")


def check_section(checkup: Checkup) -> Section:
    shown = checkup.with_figures
    part = part_of("budget-bands", "The bands", shown, charts.draw(shown, NO_LOOK), shown.verdict)
    return Section("budget", "The budget", shown.question, (part,), shown.verdict)


def robust_section(findings: Sequence[Finding]) -> Section:
    """A part for each number of players that was graded."""
    parts = tuple(
        part_of(f"robust-{k}", "The grades", one, charts.draw(one, NO_LOOK), one.verdict)
        for k, one in enumerate(findings, 1)
    )
    return Section("robust", "Robustness", findings[0].question, parts)
