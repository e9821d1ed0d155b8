"""A page as a PDF, set by typst: vector charts, contents, bookmarks, page numbers."""

import json
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import matplotlib as mpl
import typst

from reports.look import LIGHTS
from reports.model import Figure, Grid, Page, Part

TEMPLATE = Path(__file__).parent / "templates" / "report.typ"
LONGEST = 24  # rows of a table of figures on paper; longer ones are drawn, and are in the HTML page
SHORT, NARROW = 18, 52  # rows and letters of tables that share a line with another
BRIEF = 24  # letters: columns of such texts take no more room than they need


def render(page: Page) -> bytes:
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "report.typ").write_bytes(TEMPLATE.read_bytes())
        (folder / "page.json").write_text(json.dumps(_data(page)), encoding="utf-8")
        for section in page.sections:
            for part in section.parts:
                for figure in part.figures:
                    (folder / _file(figure)).write_text(figure.drawing.svg, encoding="utf-8")
        return typst.compile(
            folder / "report.typ",
            root=folder,
            font_paths=[Path(mpl.get_data_path()) / "fonts" / "ttf"],
            ignore_system_fonts=True,
        )


def _file(figure: Figure) -> str:
    return f"{figure.anchor}.svg"


def _data(page: Page) -> dict[str, Any]:
    day = datetime.strptime(page.date, "%d %B %Y")
    return {
        "title": page.title,
        "subtitle": page.subtitle,
        "author": page.author,
        "date": page.date,
        "day": {"year": day.year, "month": day.month, "day": day.day},
        "summary": page.summary,
        "kind": page.kind,
        "lights": page.lights,
        "signs": {verdict: light.sign for verdict, light in LIGHTS.items()},
        "colours": {verdict: light.colour for verdict, light in LIGHTS.items()},
        "cards": [
            vars(card) | {"lines": [vars(line) for line in card.lines]} for card in page.cards
        ],
        "sections": [
            vars(section) | {"parts": [_part(part) for part in section.parts]}
            for section in page.sections
        ],
    }


def _part(part: Part) -> dict[str, Any]:
    return {
        "heading": part.heading,
        "verdict": part.verdict,
        "sentence": part.sentence,
        "code": part.code,
        "notes": part.notes,
        "explored": len(part.explorer.grid.rows) if part.explorer else 0,
        "figures": [
            {
                "file": _file(figure),
                "caption": figure.drawing.caption,
                "alt": figure.drawing.alt,
                "wide": figure.drawing.is_wide,
            }
            for figure in part.figures
        ],
        "tables": [_table(grid) for grid in part.grids],
    }


def _table(grid: Grid) -> dict[str, Any]:
    left_out = len(grid.rows) > LONGEST and any(column.is_number for column in grid.columns)
    texts = [[cell.text for cell in row] for row in grid.rows]
    letters = [
        max([len(column.heading), *(len(row[k]) for row in texts)])
        for k, column in enumerate(grid.columns)
    ]
    return {
        "name": grid.name,
        "left-out": left_out,
        "narrow": left_out or (len(texts) <= SHORT and sum(letters) <= NARROW),
        "length": len(grid.rows),
        "columns": [
            {
                "heading": column.heading,
                "number": column.is_number,
                "brief": letters[k] <= BRIEF,
            }
            for k, column in enumerate(grid.columns)
        ],
        "rows": [] if left_out else texts,
    }
