"""A page's tables as CSV and a workbook, its charts as SVG and PNG, each a file of its own."""

import csv
import io
import re
from dataclasses import replace
from pathlib import Path

from reports.model import LEAST, Figure, Grid, GridCell, Page
from reports.pdf import render, typeset
from reports.xlsx import workbook
from simulator.results import put

FORMULA = ("=", "+", "-", "@")  # what begins so a spreadsheet would reckon out, or worse
SHARP = 200  # pixels per inch
SHEET = '#set page(width: auto, height: auto, margin: 3mm, fill: white)\n#image("chart.svg")\n'


def export(page: Page, folder: Path) -> list[Path]:
    """Every table and chart under the name that it has in the page, and page one as a picture."""
    files = [put(folder / f"{grid.anchor}.csv", csv_of(grid)) for grid in page.grids]
    if grids := list(page.grids):
        files.append(put(folder / "tables.xlsx", workbook(grids)))
    if page.first:
        files.append(put(folder / "page-one.png", page_one(page)))
    for figure in page.figures:
        files.append(put(folder / f"{figure.anchor}.svg", figure.drawing.svg.encode()))
        files.append(put(folder / f"{figure.anchor}.png", png_of(figure)))
    return files


def csv_of(grid: Grid) -> bytes:
    """Numbers as they are, shares from 0 to 1; what is not known is left empty.

    Text that a spreadsheet would take for a formula begins with a ', which says that it is none.
    """
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(_as_text(column.heading) for column in grid.columns)
    lines.writerows([_value(cell) for cell in row] for row in grid.rows)
    return text.getvalue().encode()


def _value(cell: GridCell) -> str:
    if isinstance(cell.order, str):
        return _as_text(cell.text)
    return "" if cell.order == LEAST else f"{cell.order:.7g}"


def _as_text(text: str) -> str:
    line = re.sub(r"[\t\r\n]+", " ", text).strip()
    return f"'{line}" if line.startswith(FORMULA) else line


def page_one(page: Page) -> bytes:
    """With the verdicts, where they find room on it."""
    sheets = render(replace(page, sections=()), format="png", ppi=SHARP)
    return _halved(sheets[0] if isinstance(sheets, list) else sheets)


def _halved(png: bytes) -> bytes:
    """Half as wide and as high; drawn at that size, small charts lose a row of pixels."""
    from matplotlib.image import imread, imsave

    large, made = imread(io.BytesIO(png)), io.BytesIO()
    high, wide = (n // 2 for n in large.shape[:2])
    fours = large[: 2 * high, : 2 * wide, :3].reshape(high, 2, wide, 2, 3)
    imsave(made, fours.mean(axis=(1, 3)), format="png")
    return made.getvalue()


def png_of(figure: Figure) -> bytes:
    return typeset(SHEET, {"chart.svg": figure.drawing.svg}, format="png", ppi=SHARP)
