"""How it ends."""

from analyses.language import say
from reports.canvas import Drawing
from reports.charts.shapes import Found, bars, rows_canvas, united
from reports.look import HUES, Look, Style


def side_by_side(found: Found, look: Look) -> list[Drawing]:
    rows = united(finding.frame("endings")["ending"] for finding in found.values())
    canvas = rows_canvas(len(rows), found=found)
    for finding in canvas.over(found):
        frame = finding.frame("endings")
        styles = [Style(HUES[0], "o", "-")] * len(frame)
        bars(canvas, frame["ending"].to_list(), frame, styles, rows=rows)
    return [
        canvas.drawing(
            say("How games end, with 95% intervals"),
            say("Bar chart of {n} ways to end.", n=len(rows)),
        )
    ]
