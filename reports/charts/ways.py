"""Which ways there are to win: what each style wins at a table of strong players."""

from analyses.findings.finding import Finding
from reports.canvas import Drawing
from reports.charts.shapes import bars, even_line, rows_canvas
from reports.look import FAINT, Look

VIABLE = 0.8  # of an even share


def draw(finding: Finding, look: Look) -> list[Drawing]:
    frame = finding.frame("styles")
    doses = frame["dose"] if "dose" in frame.columns else [None] * len(frame)
    names = [
        name if dose is None else f"{name} ×{dose:g}"
        for name, dose in zip(frame["style"], doses, strict=True)
    ]
    canvas = rows_canvas(len(names))
    bars(canvas, names, frame, [look.strategy(name) for name in frame["style"]])
    even = frame["even"][0]
    even_line(canvas.axes, even)
    canvas.axes.axvline(VIABLE * even, color=FAINT, lw=0.9, ls=(0, (1, 1.2)))
    canvas.axes.set_xlabel("games won; dotted: four fifths of even")
    return [canvas.drawing(_conclusion(finding), f"Bar chart. {finding.sentence}")]


def _conclusion(finding: Finding) -> str:
    ways, (low, high) = finding.estimate.value, finding.estimate.interval()
    if ways != ways:
        return "How many ways there are to win these styles cannot tell"
    told = f"{low:.0f}" if low == high else f"{low:.0f} to {high:.0f}"
    return f"There {'is' if high == 1 else 'are'} {told} way{'s' * (high != 1)} to win"
