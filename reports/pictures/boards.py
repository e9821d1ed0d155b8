"""The boards of a game of one's own: each cell as strong as it is often filled."""

import math
from typing import Any

import polars as pl

from analyses.findings.finding import Finding, Table
from analyses.language import say
from analyses.views.boards import FILLED
from reports.canvas import NORMAL, WIDE, Canvas, Drawing
from reports.charts.shapes import tile
from reports.look import Look
from simulator.components import Components

HEADING = "The board"
CELL = 0.36  # inches


def draw(finding: Finding, components: Components, look: Look) -> list[Drawing]:
    return [_board(finding, table) for table in finding.tables]


def _board(finding: Finding, table: Table) -> Drawing:
    cells = _placed(table.frame)
    across, down = (float(cells[axis].to_numpy().max()) for axis in ("column", "row"))
    width = NORMAL if across * CELL < NORMAL else WIDE
    canvas = Canvas(min(6.0, 0.3 + (down + 1) * min(CELL, width / across)), width)
    for cell in cells.iter_rows(named=True):
        _cell(canvas, cell, table.shares[1:])
    axes = canvas.axes
    axes.set_xlim(0.4, across + 0.6)
    axes.set_ylim(down + 0.6, 0.4)
    axes.set_aspect("equal")
    axes.axis("off")
    return canvas.drawing(
        say("{name}: percent of games that end with this cell filled", name=table.name),
        say(
            "Board of {n} cells. {sentence} The table has all figures.",
            n=len(cells),
            sentence=finding.sentence,
        ),
    )


def _placed(cells: pl.DataFrame) -> pl.DataFrame:
    """Places of a map, which lie in no rows, are laid out in as many rows as columns."""
    if "row" in cells.columns:
        return cells
    across = math.ceil(math.sqrt(len(cells)))
    k = pl.int_range(pl.len())
    return cells.with_columns(row=1 + k // across, column=1.0 + k % across)


def _cell(canvas: Canvas, cell: dict[str, Any], values: tuple[str, ...]) -> None:
    """Its figure is the share of games; its tip has the share of each value."""
    told = [f"{cell['cell']}: {cell[FILLED]:.0%}", *(f"{one} {cell[one]:.0%}" for one in values)]
    corner = (cell["column"] - 0.5, cell["row"] - 0.5)
    ink = tile(canvas, corner, (1, 1), cell[FILLED], ", ".join(told))
    middle: Any = {"ha": "center", "va": "center_baseline", "fontsize": 7}
    canvas.axes.text(cell["column"], cell["row"], f"{100 * cell[FILLED]:.0f}", color=ink, **middle)
