"""A page as a PDF, set by typst: vector charts, bookmarks, page numbers.

The report holds what everyone reads; long tables, and all that is folded in the page, are left to
the appendix.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import matplotlib as mpl
import typst

from analyses.language import count, say, speaking, word
from reports.cells import day_told
from reports.look import LIGHTS
from reports.model import (
    Explorer,
    Figure,
    First,
    Grid,
    Page,
    Section,
    SectionPart,
    as_read,
    counts_of,
)

TEMPLATE = Path(__file__).parent / "templates" / "report.typ"
LONGEST = 15  # rows of a table in the report
PAPER = 32  # rows of a table in the appendix; longer ones are for screens and spreadsheets
SHORT, NARROW = PAPER, 52  # rows and letters of tables that share a line with another
BRIEF = 24  # letters: columns of such texts take no more room than they need
REPORT, APPENDIX, FULL = "report", "appendix", "full"


def render(page: Page, which: str = REPORT, **how: Any) -> Any:
    """The report, its appendix, or in full both in one; as PNGs if typst is told how."""
    with speaking(page.language):
        data = {"page.json": json.dumps(data_of(page, which))}
    charts = {_file(figure): figure.drawing.svg for figure in page.figures}
    return typeset(TEMPLATE.read_text(encoding="utf-8"), data | charts, **how)


def typeset(template: str, files: Mapping[str, str], **how: Any) -> Any:
    """A template of typst with the files that it reads, and fonts that are always there.

    Its bytes, or as PNGs a list of them if there are several pages.
    """
    with TemporaryDirectory() as name:
        folder = Path(name)
        for file, text in ({"page.typ": template} | dict(files)).items():
            (folder / file).write_text(text, encoding="utf-8")
        fonts = Path(mpl.get_data_path()) / "fonts" / "ttf"
        return typst.compile(
            folder / "page.typ", root=folder, font_paths=[fonts], ignore_system_fonts=True, **how
        )


def has_appendix(page: Page) -> bool:
    return any(_section(section, APPENDIX)["parts"] for section in page.sections)


def _file(figure: Figure) -> str:
    return f"{figure.anchor}.svg"


def data_of(page: Page, which: str) -> dict[str, Any]:
    sections = [_section(section, which) for section in page.sections]
    is_report = which != APPENDIX
    return {
        "title": page.title,
        "subtitle": page.subtitle
        if is_report
        else say("Appendix: {subtitle}", subtitle=page.subtitle),
        "author": page.author,
        "date": day_told(page.date),
        "table": say("Verdicts"),
        "language": page.language.code,
        "verdicts": {verdict: word(verdict, "verdict") for verdict in LIGHTS},
        "day": {"year": page.date.year, "month": page.date.month, "day": page.date.day},
        "summary": page.summary,
        "kind": say(page.kind) if is_report else say("{kind}, appendix", kind=say(page.kind)),
        "appendix": not is_report,
        "fitted": which == REPORT,
        "lights": page.lights,
        "signs": {verdict: light.sign for verdict, light in LIGHTS.items()},
        "colours": {verdict: light.colour for verdict, light in LIGHTS.items()},
        "first": _first(page.first) if page.first and is_report else None,
        "counts": counts_of(page),
        "cards": [
            vars(card) | {"lines": {line.name: vars(line) for line in card.lines}}
            for card in page.cards * is_report
        ],
        "sections": [one for one in sections if one["figures"] or one["lines"] or one["parts"]],
    }


FIRST = {
    "try": "Try:",
    "provisional": "provisional",
    "sure": "How sure?",
    "steps": "What to run next",
}


def _first(first: First) -> dict[str, Any]:
    return {
        "headline": first.headline,
        "issues": [
            vars(one)
            | {
                "figure": _figure(one.figure) if one.figure else None,
                "step": vars(one.step),
                "by_skill": vars(one.by_skill) if one.by_skill else None,
            }
            for one in first.issues
        ],
        "words": {key: say(text) for key, text in FIRST.items()},
        "lines": first.lines,
        "sure": first.sure,
        "steps": [vars(step) for step in first.steps],
        "figure": _figure(first.figure) if first.figure else None,
    }


def _section(section: Section, which: str) -> dict[str, Any]:
    is_report = which != APPENDIX
    parts = [_part(part, which) for part in section.parts]
    if which != REPORT:
        parts += [_part(part, FULL, which == APPENDIX) for part in section.more]
    return {
        "heading": section.heading,
        "question": section.question,
        "verdict": section.verdict,
        "conclusion": section.conclusion * is_report,
        "figures": [_figure(figure) for figure in section.figures * is_report],
        "lines": [vars(line) for line in section.lines * is_report],
        "parts": [part for part in parts if any(part[key] for key in TOLD)],
    }


TOLD = ("sentence", "code", "notes", "figures", "tables")


def _part(part: SectionPart, which: str, on_paper: bool = False) -> dict[str, Any]:
    """In the appendix only what the report leaves out, and what can be read on paper."""
    is_report = which != APPENDIX
    explored = (_played(part.explorer),) if part.explorer else ()
    grids = [grid for grid in (*part.grids, *explored) if _is_shown(grid, which)]
    too_long = (
        [grid for grid in grids if len(grid.rows) > PAPER] if on_paper or not is_report else []
    )
    return {
        "heading": part.heading,
        "verdict": part.verdict,
        "sentence": part.sentence * is_report,
        "code": part.code * is_report,
        "notes": (*part.notes * is_report, *_left_out(too_long)),
        "figures": [_figure(figure) for figure in part.figures * is_report],
        "tables": [_table(grid) for grid in grids if grid not in too_long],
    }


def _left_out(grids: Sequence[Grid]) -> list[str]:
    """Where tables are that are too long for paper."""
    if not grids:
        return []
    names = "; ".join(
        count(len(grid.rows), "{name} ({n} row)", "{name} ({n} rows)", name=grid.name)
        for grid in grids
    )
    return [say("In report.html and the tables of --export: {names}.", names=names)]


def _played(explorer: Explorer) -> Grid:
    """Without what is predicted, which is for ticking."""
    return replace(explorer.grid, rows=explorer.grid.rows[: explorer.played])


def _is_shown(grid: Grid, which: str) -> bool:
    return which == FULL or (len(grid.rows) <= LONGEST) == (which == REPORT)


def _figure(figure: Figure) -> dict[str, Any]:
    drawing = figure.drawing
    return {
        "file": _file(figure),
        "caption": drawing.caption,
        "alt": drawing.alt,
        "wide": drawing.is_wide,
    }


def _table(written: Grid) -> dict[str, Any]:
    grid = as_read(written)
    texts = [[cell.text for cell in row] for row in grid.rows]
    letters = [
        max([len(column.heading), *(len(row[k]) for row in texts)])
        for k, column in enumerate(grid.columns)
    ]
    return {
        "name": grid.name,
        "narrow": len(texts) <= SHORT and sum(letters) <= NARROW,
        "length": len(grid.rows),
        "columns": [
            {
                "heading": column.heading,
                "number": column.is_number,
                "brief": letters[k] <= BRIEF,
            }
            for k, column in enumerate(grid.columns)
        ],
        "rows": texts,
    }
