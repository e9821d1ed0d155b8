"""A report as a page: page one, the questions, the title's own pictures, and how to repeat it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from analyses.findings.finding import Finding, in_a_row
from analyses.findings.verdicts import FACT
from analyses.lab.report.chapters import Chapter
from analyses.lab.study.study_run import Studied
from analyses.language import count, say, spoken
from reports import charts, pictures
from reports.appendix import repeat_section, words_section
from reports.canvas import Drawing
from reports.cells import day_of
from reports.commands import command_of_game
from reports.first_page import first_of
from reports.look import LIGHTS, Look, gravest
from reports.model import Line, Page, Section, SectionPart, figures_of, part_of, unbroken
from reports.study_sections import sections_of_all
from reports.verdicts import (
    Gravest,
    cards_of,
    found_by,
    gravest_of,
    heading_of,
    line_of,
    listed,
    questions_of,
    with_names,
)


def page_of(
    chapters: Sequence[Chapter],
    cover_title: str = "",
    author: str = "",
    studies: Sequence[Studied] = (),
    more: Sequence[Section] = (),
) -> Page:
    """The whole report; what studies show, and more sections, come after the questions."""
    title = chapters[0].runs[0].title
    strategies = _strategies(chapters)
    look, first = Look(strategies), first_of(title, chapters, len(strategies))
    return Page(
        title=cover_title or title.full_name,
        subtitle=say("Balance report: {title}", title=title.full_name)
        if cover_title
        else say("Balance report"),
        author=author,
        date=_date(chapters),
        summary=first.told,
        first=first,
        cards=tuple(cards_of(chapters)),
        sections=(
            *(_question(name, chapters, look) for name in questions_of(chapters)),
            *_pictures(title.name, chapters, look),
            *_stories(chapters, look),
            *sections_of_all(studies),
            *more,
            words_section([one.runs[0] for one in chapters], _judged(chapters)),
            repeat_section(chapters, [one.study for one in studies]),
        ),
        lights=tuple((verdict, say(light.meaning)) for verdict, light in LIGHTS.items()),
        language=spoken(),
    )


def _judged(chapters: Sequence[Chapter]) -> list[str]:
    """The questions of which some verdict was asked here; one side plays against no search."""
    asked = [
        name for name in questions_of(chapters) if name != "confidence" or not spoken().is_alone
    ]
    return [
        name for name in asked if any(one.verdict != FACT for _, one in found_by(name, chapters))
    ]


def _strategies(chapters: Sequence[Chapter]) -> tuple[str, ...]:
    """Every strategy once, in the order of the experiments, so that each keeps its colour."""
    return tuple(
        dict.fromkeys(
            str(who)
            for chapter in chapters
            for run in chapter.runs
            for one in run.cells
            if not one.forbids
            for who in one.line_up
        )
    )


def _date(chapters: Sequence[Chapter]) -> date:
    return day_of([run.manifest["begun"] for chapter in chapters for run in chapter.runs])


def _question(name: str, chapters: Sequence[Chapter], look: Look) -> Section:
    """Its charts for all numbers of players together, a sentence for each, tables as more."""
    found, spoken = found_by(name, chapters), gravest_of(name, chapters)
    named = {c.name: with_names(c, finding) for c, finding in found}
    drawn, lines = charts.side_by_side(named, look), _lines(found, spoken)
    return Section(
        name,
        heading_of(name, chapters),
        found[0][1].question,
        verdict=gravest([finding.verdict for _, finding in found]),
        conclusion=_concluded(lines, spoken),
        figures=figures_of(name, drawn),
        lines=lines,
        more=(
            *_by_level(name, charts.by_level(named)),
            *told_once([_tables(chapter, finding) for chapter, finding in found]),
        ),
    )


def _by_level(name: str, drawn: Sequence[Drawing]) -> list[SectionPart]:
    anchor = f"{name}-by-level"
    figures = figures_of(anchor, drawn)
    return [SectionPart(anchor, say("By level of skill"), figures=figures)] if figures else []


def _lines(found: Sequence[tuple[Chapter, Finding]], spoken: Gravest) -> tuple[Line, ...]:
    """One for all numbers of players that it says the same of, without what was concluded."""
    groups: dict[tuple[str, str], list[tuple[Chapter, Finding]]] = {}
    for chapter, finding in found:
        sentence = line_of(chapter, finding).sentence
        groups.setdefault((finding.verdict, sentence), []).append((chapter, finding))
    return tuple(_line(group, spoken) for group in groups.values())


def _line(group: Sequence[tuple[Chapter, Finding]], spoken: Gravest) -> Line:
    first, *others = (line_of(chapter, finding) for chapter, finding in group)
    if any(finding is spoken.finding for _, finding in group):
        rest = in_a_row(spoken.finding.besides, spoken.finding.certainty)
        first = replace(first, sentence=unbroken(rest))
    if not others:
        return first
    counts = listed([str(chapter.players) for chapter, _ in group])
    games = sum(finding.games for _, finding in group)
    return replace(
        first,
        name=say("{counts} players", counts=counts),
        sample=count(games, "{n:,} game", "{n:,} games"),
        also=tuple(line.anchor for line in others),
    )


def _concluded(lines: Sequence[Line], spoken: Gravest) -> str:
    """For which number of players, unless it is said of all."""
    return spoken.claim if len(lines) > 1 else unbroken(spoken.finding.said)


def _tables(chapter: Chapter, finding: Finding) -> SectionPart:
    anchor, shown = f"{finding.name}-{chapter.players}", with_names(chapter, finding)
    part = part_of(anchor, chapter.name, shown, [], "")
    return replace(part, anchor=f"{anchor}-tables", sentence="")


def told_once(parts: Sequence[SectionPart]) -> tuple[SectionPart, ...]:
    """What is the same for every number of players, like the box's sources, is shown once."""
    first, *others = parts
    grids, notes = {(grid.name, grid.rows) for grid in first.grids}, set(first.notes)
    shown = [first]
    for part in others:
        same = [grid for grid in part.grids if (grid.name, grid.rows) in grids]
        names = ", ".join(say("'{name}'", name=grid.name) for grid in same)
        note = (
            (say("The same as with {heading}: {names}.", heading=first.heading, names=names),)
            if same
            else ()
        )
        left = tuple(one for one in part.notes if one not in notes)
        kept = tuple(grid for grid in part.grids if grid not in same)
        shown.append(replace(part, grids=kept, notes=(*left, *note)))
    return tuple(shown)


def _stories(chapters: Sequence[Chapter], look: Look) -> list[Section]:
    """Three games with a middle number of players, and the commands that tell every move."""
    told = [(chapter, chapter.stories) for chapter in chapters if chapter.stories is not None]
    if not told:
        return []
    chapter, finding = told[len(told) // 2]
    run, drawn = chapter.runs[0], charts.draw(finding, look)
    part = part_of("stories-games", chapter.name, replace(finding, tables=()), drawn, "")
    games = finding.frame("list").select("strategy", "deal").unique(maintain_order=True)
    code = "\n".join(command_of_game(run, *game) for game in games.iter_rows())
    return [
        Section("stories", say("Three games"), finding.question, (replace(part, code=(code,)),))
    ]


def _pictures(title: str, chapters: Sequence[Chapter], look: Look) -> list[Section]:
    """What only this title can show: of a middle number of players, the others as more."""
    shown = [(chapter, chapter.view) for chapter in chapters if chapter.view is not None]
    if not shown:
        return []
    parts = [
        part_of(
            f"pictures-{chapter.players}",
            chapter.name,
            finding,
            pictures.draw(title, finding, chapter.runs[0].components, look),
            "",
        )
        for chapter, finding in shown
    ]
    middle = parts[len(parts) // 2]
    tables = replace(middle, anchor=f"{middle.anchor}-tables", sentence="", figures=(), notes=())
    return [
        Section(
            "pictures",
            say(pictures.heading(title)),
            shown[0][1].question,
            (replace(middle, grids=()),),
            more=tuple(tables if part is middle else part for part in parts),
        )
    ]
