"""Who or what is too strong: the win shares of those who hold it."""

from analyses.findings.finding import Finding
from reports.canvas import Drawing
from reports.charts.shapes import bars, even_line, rows_canvas
from reports.look import Look


def draw(finding: Finding, look: Look) -> list[Drawing]:
    frame = finding.frame("members")
    names = frame["member"].to_list()
    canvas = rows_canvas(len(names))
    bars(canvas, names, frame, [look.strategy(name) for name in names])
    even_line(canvas.axes, frame["even"][0])
    return [
        canvas.drawing(
            "Share of games won by who holds each, with intervals that hold together",
            f"Bar chart. {finding.sentence}",
        )
    ]
