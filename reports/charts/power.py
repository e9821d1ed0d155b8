"""What each option is worth: what a player loses without it."""

from analyses.findings import Finding
from reports.canvas import WIDE, Drawing
from reports.charts.shapes import dots, rows_canvas, table
from reports.look import HUES, Look, Style


def draw(finding: Finding, look: Look) -> list[Drawing]:
    frame = table(finding, "Win share and points lost without an option")
    if frame is None:
        return []
    names = frame["option"].to_list()
    canvas = rows_canvas(len(names), WIDE)
    styles = [Style(HUES[0], "o", "-")] * len(names)
    dots(canvas, names, frame, styles, ("estimate", "low", "high"), is_share=True)
    canvas.axes.set_xlabel("games that a player without it wins less")
    return [
        canvas.drawing(
            "What an option is worth: win share lost by a player who may not use it, on the same"
            " deals, with 95 % intervals",
            f"Dot chart. {finding.sentence}",
        )
    ]
