"""How often is the game beaten: the share of games that each strategy wins."""

from analyses.findings.finding import Finding
from reports.canvas import Drawing
from reports.charts.shapes import bars, rows_canvas
from reports.look import Look


def draw(finding: Finding, look: Look) -> list[Drawing]:
    if not finding.has("wins"):
        return []
    frame = finding.frame("wins")
    names = frame["strategy"].to_list()
    canvas = rows_canvas(len(names))
    bars(canvas, names, frame, [look.strategy(name) for name in names])
    alt = f"Bar chart. {finding.sentence}"
    return [canvas.drawing("Games won, one strategy in every seat, with 95 % intervals", alt)]
