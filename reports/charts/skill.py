"""Does better play win: how often the better of two players is ahead."""

import polars as pl

from analyses.language import say
from reports.canvas import Drawing
from reports.charts.shapes import Found, bars, even_line, rows_canvas, united
from reports.look import Look


def side_by_side(found: Found, look: Look) -> list[Drawing]:
    names = {words: _pairs(finding.frame("pairs")) for words, finding in found.items()}
    rows = united(names.values())
    canvas = rows_canvas(len(rows), found=found)
    for words, finding in zip(found, canvas.over(found), strict=True):
        frame = finding.frame("pairs")
        bars(canvas, names[words], frame, [look.strategy(one) for one in frame["other"]], rows=rows)
        even_line(canvas.axes, 0.5)
    return [
        canvas.drawing(
            say("How often the better of two players is ahead, with 95 % intervals"),
            say("Bar chart of {n} pairs of players.", n=len(rows)),
        )
    ]


def _pairs(frame: pl.DataFrame) -> list[str]:
    return [f"{row['better']} – {row['other']}" for row in frame.iter_rows(named=True)]
