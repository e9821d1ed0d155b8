"""How it ends."""

from analyses.findings.finding import Finding
from reports.canvas import Drawing
from reports.charts.shapes import bars, rows_canvas
from reports.look import HUES, Look, Style


def draw(finding: Finding, look: Look) -> list[Drawing]:
    frame = finding.frame("endings")
    names = frame["ending"].to_list()
    canvas = rows_canvas(len(names))
    bars(canvas, names, frame, [Style(HUES[0], "o", "-")] * len(names))
    return [canvas.drawing("How games end, with 95 % intervals", f"Bar chart. {finding.sentence}")]
