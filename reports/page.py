"""A report as a page: questions, the title's own pictures, and the appendix."""

from collections.abc import Sequence
from dataclasses import replace

from analyses.lab.chapters import Chapter
from analyses.lab.study.studied import Studied
from reports import charts, pictures
from reports.appendix import repeat_section, thresholds_section
from reports.cells import day_of
from reports.look import LIGHTS, Look, gravest
from reports.model import Page, Part, Section, part_of
from reports.study_sections import sections_of_all
from reports.verdict_page import cards_of, heading_of, questions_of, summary_of
from simulator.titles import load_title


def page_of(
    chapters: Sequence[Chapter],
    cover_title: str = "",
    author: str = "",
    studies: Sequence[Studied] = (),
    more: Sequence[Section] = (),
) -> Page:
    """The whole report; what studies show, and more sections, come after the questions."""
    title = load_title(chapters[0].runs[0].settings["title"])
    strategies = _strategies(chapters)
    look = Look(strategies)
    return Page(
        title=cover_title or title.full_name,
        subtitle=f"Balance report: {title.full_name}" if cover_title else "Balance report",
        author=author,
        date=_date(chapters),
        summary=summary_of(title.full_name, chapters, len(strategies)),
        cards=tuple(cards_of(chapters)),
        sections=(
            *(_question(name, chapters, look) for name in questions_of(chapters)),
            *_pictures(title.name, chapters, look),
            *sections_of_all(studies),
            *more,
            thresholds_section(chapters[0].runs[0]),
            repeat_section(chapters, [one.study for one in studies]),
        ),
        lights=tuple((verdict, light.meaning) for verdict, light in LIGHTS.items()),
    )


def _strategies(chapters: Sequence[Chapter]) -> tuple[str, ...]:
    """Every strategy once, in the order of the experiments, so that each keeps its colour."""
    return tuple(
        dict.fromkeys(
            name
            for chapter in chapters
            for run in chapter.runs
            for one in run.cells
            if not one.forbids
            for name in one.line_up
        )
    )


def _date(chapters: Sequence[Chapter]) -> str:
    return day_of([run.manifest["begun"] for chapter in chapters for run in chapter.runs])


def _question(name: str, chapters: Sequence[Chapter], look: Look) -> Section:
    """What each number of players shows; some questions fit only some of them."""
    found = [(chapter, one) for chapter in chapters if (one := chapter.finding(name))]
    parts = tuple(
        part_of(
            f"{name}-{chapter.players}",
            chapter.name,
            finding,
            charts.draw(finding, look),
            finding.verdict,
        )
        for chapter, finding in found
    )
    verdict = gravest([part.verdict for part in parts])
    return Section(name, heading_of(name), found[0][1].question, told_once(parts), verdict)


def told_once(parts: Sequence[Part]) -> tuple[Part, ...]:
    """What is the same for every number of players, like the box's sources, is shown once."""
    first, *others = parts
    grids = {(grid.name, grid.rows) for grid in first.grids}
    charts_shown = {figure.drawing.svg for figure in first.figures}
    shown = [first]
    for part in others:
        same = [grid for grid in part.grids if (grid.name, grid.rows) in grids]
        figures = tuple(f for f in part.figures if f.drawing.svg not in charts_shown)
        left = tuple(grid for grid in part.grids if grid not in same)
        names = ", ".join(f"'{grid.name}'" for grid in same)
        note = (f"The same as with {first.heading}: {names}.",) if same else ()
        shown.append(replace(part, figures=figures, grids=left, notes=(*part.notes, *note)))
    return tuple(shown)


def _pictures(title: str, chapters: Sequence[Chapter], look: Look) -> list[Section]:
    """What only this title can show."""
    shown = [(chapter, chapter.view) for chapter in chapters if chapter.view is not None]
    if not shown:
        return []
    parts = tuple(
        part_of(
            f"pictures-{chapter.players}",
            chapter.name,
            finding,
            pictures.draw(title, finding, chapter.runs[0].components, look),
            "",
        )
        for chapter, finding in shown
    )
    return [Section("pictures", pictures.heading(title), shown[0][1].question, parts)]
