"""How much is luck: what the setup decides, and what is left to luck in the game."""

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
            say("How much of the result luck decides, of all that it could, with 95% CIs"),
            say("Bar chart: {rows}.", rows=words_of(rows)),
        )
    ]
