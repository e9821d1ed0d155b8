"""How it ends."""

from analyses.language import say
from reports.canvas import Drawing
from reports.charts.shapes import Found, bars, rows_canvas, united
from reports.look import HUES, Look, Style

ONLY = 0.99  # of the games: the others are in the table


def side_by_side(found: Found, look: Look) -> list[Drawing]:
    """Nothing where one ending is as good as the only one for every number of players."""
    frames = [finding.frame("endings") for finding in found.values()]
    if all(len(frame) < 2 or (frame["estimate"] > ONLY).any() for frame in frames):
        return []
    rows = united(frame["ending"] for frame in frames)
    canvas = rows_canvas(len(rows), found=found)
    for finding in canvas.over(found):
        frame = finding.frame("endings")
        styles = [Style(HUES[0], "o", "-")] * len(frame)
        bars(canvas, frame["ending"].to_list(), frame, styles, rows=rows)
    return [
        canvas.drawing(
            say("How games end, with 95% CIs"),
            say("Bar chart of {n} ways to end.", n=len(rows)),
        )
    ]
