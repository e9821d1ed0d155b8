"""Does better play win: how often the better of two players is ahead."""

from analyses.findings.finding import Finding
from reports.canvas import Drawing
from reports.charts.shapes import bars, even_line, rows_canvas
from reports.look import Look


def draw(finding: Finding, look: Look) -> list[Drawing]:
    frame = finding.frame("pairs")
    names = [f"{row['better']} – {row['other']}" for row in frame.iter_rows(named=True)]
    canvas = rows_canvas(len(names))
    bars(canvas, names, frame, [look.strategy(name) for name in frame["other"]])
    even_line(canvas.axes, 0.5)
    near, far = frame.row(0, named=True), frame.row(-1, named=True)
    return [
        canvas.drawing(
            f"The better player is ahead in {100 * near['estimate']:.0f}"
            f" to {100 * far['estimate']:.0f} of 100 games",
            f"Bar chart. {finding.sentence}",
        )
    ]
