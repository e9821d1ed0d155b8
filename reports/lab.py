"""Results of the lab as sections, and as a report of their own."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from analyses.experiments.run_folder import RunFolder
from analyses.findings.finding import Finding
from analyses.lab.budget import Checked, figures
from analyses.lab.budget import finding as budget_finding
from analyses.lab.differences import in_words
from analyses.lab.robust import Graded
from analyses.lab.robust import finding as robust_finding
from analyses.lab.study.study import Study
from reports import charts
from reports.appendix import command_section, runs_grids, study_grid
from reports.chapters import day_of
from reports.look import LIGHTS, Look
from reports.model import Page, Part, Section, part_of, unbroken
from reports.study_sections import summary_of
from reports.verdict_page import heading_of
from simulator.titles import load_title

NO_LOOK = Look(())


def compare_page(findings: Sequence[Finding], runs: Sequence[RunFolder], command: str) -> Page:
    top = [one for one in findings if one.name == "compare"]
    return _page("comparison", top, compare_sections(findings), runs, command)


def sweep_page(findings: Sequence[Finding], runs: Sequence[RunFolder], command: str) -> Page:
    kind = "target search" if findings[0].name == "target" else "sweep"
    return _page(kind, findings[:1], [sweep_section(findings)], runs, command)


def check_page(
    checked: Sequence[Checked],
    graded: Mapping[int, Sequence[Graded]],
    runs: Sequence[RunFolder],
    command: str,
) -> Page:
    shown = [budget_finding(checked)]
    robust = [robust_finding(many, players) for players, many in graded.items()]
    sections = [check_section(checked), *([robust_section(robust)] if robust else [])]
    return _page("budget check", [*shown, *robust], sections, runs, command)


def study_page(study: Study, sections: Sequence[Section], command: str) -> Page:
    settings, manifest = study.settings, study.folder.manifest
    kind = f"study of the {settings['factor']}"
    return Page(
        title=load_title(settings["title"]).full_name,
        subtitle=kind.capitalize(),
        author="",
        date=day_of([manifest["begun"]]),
        summary=(summary_of(study), *(part.sentence for part in sections[0].parts[1:2])),
        cards=(),
        sections=(*sections, command_section(command, (study_grid(study, "repeat-table-1"),))),
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
        cards=(),
        sections=(*sections, command_section(command, runs_grids(runs, "repeat"))),
        lights=tuple((verdict, light.meaning) for verdict, light in LIGHTS.items()) if lit else (),
        kind=kind,
    )


def compare_sections(findings: Sequence[Finding]) -> list[Section]:
    """For each version a section: what moves, then every question asked of both."""
    starts = [k for k, one in enumerate(findings) if one.name == "compare"]
    sections = []
    for number, (start, end) in enumerate(pairwise([*starts, len(findings)]), 1):
        top, anchor = findings[start], f"compare-{number}"
        drawn = charts.draw(top, NO_LOOK)
        parts = [part_of(f"{anchor}-gauges", "What moves", top, drawn, "")]
        parts += [
            part_of(f"{anchor}-{one.name}", heading_of(one.name), one, [], one.verdict)
            for one in findings[start + 1 : end]
        ]
        heading = "What changes" if len(starts) == 1 else f"What changes, version {number}"
        sections.append(Section(anchor, heading, top.question, tuple(parts)))
    return sections


def sweep_section(findings: Sequence[Finding]) -> Section:
    """A curve per gauge, or the values that a search tried."""
    top, *curves = findings
    if top.name == "target":
        parts = [part_of("target-tried", "The search", top, charts.draw(top, NO_LOOK), top.verdict)]
        return Section("target", "The target", top.question, tuple(parts))
    parts = [Part("sweep-moves", "What moves", unbroken(top.sentence))]
    parts += [_curve(one) for one in curves]
    return Section("sweep", "Response curves", top.question, tuple(parts))


def _curve(finding: Finding) -> Part:
    words, drawn = in_words(finding.name), charts.draw(finding, NO_LOOK, "sweep")
    return part_of(f"sweep-{finding.name}", words[0].upper() + words[1:], finding, drawn, "")


def check_section(checked: Sequence[Checked]) -> Section:
    shown = budget_finding(checked)
    shown = replace(shown, tables=(*shown.tables, *figures(checked)))
    part = part_of("budget-bands", "The bands", shown, charts.draw(shown, NO_LOOK), shown.verdict)
    return Section("budget", "The budget", shown.question, (part,), shown.verdict)


def robust_section(findings: Sequence[Finding]) -> Section:
    """A part for each number of players that was graded."""
    parts = tuple(
        part_of(f"robust-{k}", "The grades", one, charts.draw(one, NO_LOOK), one.verdict)
        for k, one in enumerate(findings, 1)
    )
    return Section("robust", "Robustness", findings[0].question, parts)
