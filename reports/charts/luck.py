"""How much is luck: what the deal decides, and what is left to chance."""

from analyses.language import say, words_of
from reports.canvas import Drawing
from reports.charts.shapes import Found, bars, rows_canvas, united
from reports.look import HUES, Look, Style


def side_by_side(found: Found, look: Look) -> list[Drawing]:
    rows = united(finding.frame("parts")["source"] for finding in found.values())
    canvas = rows_canvas(len(rows), found=found)
    for finding in canvas.over(found):
        frame = finding.frame("parts")
        styles = [Style(HUES[0], "o", "-")] * len(frame)
        bars(canvas, frame["source"].to_list(), frame, styles, rows=rows)
    return [
        canvas.drawing(
            say("Share of the result that luck decides, of all that it could; with 95% intervals"),
            say("Bar chart: {rows}.", rows=words_of(rows)),
        )
    ]
