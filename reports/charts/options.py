"""What players use, and what winners have more of."""

import polars as pl
from matplotlib.axes import Axes

from analyses.findings.finding import Finding
from reports.canvas import WIDE, Canvas, Drawing
from reports.charts.shapes import ROW, finite, name_rows, percent_axis
from reports.look import FAINT, HUES, INK, Look


def draw(finding: Finding, look: Look) -> list[Drawing]:
    frame = finding.frame("options")
    if frame.is_empty():  # the title counts nothing
        return []
    frame = frame.sort("used by", descending=True, maintain_order=True)
    canvas = Canvas(0.75 + 0.8 * ROW * max(len(frame), 2), WIDE)
    left, both = canvas.axes, canvas.figure.add_gridspec(1, 2)
    left.set_subplotspec(both[0])
    right = canvas.figure.add_subplot(both[1], sharey=left)
    names = frame["option"].to_list()
    for k, row in enumerate(frame.iter_rows(named=True)):
        (bar,) = left.barh(k, row["used by"], height=0.62, color=HUES[0], alpha=0.55)
        canvas.tip(
            bar,
            f"{row['option']}: used by {100 * row['used by']:.1f} %, {row['mean']:.2f} on average",
        )
    _winners(canvas, right, frame)
    name_rows(left, names)
    left.set_xlim(0, 1)
    left.set_xlabel("players who use it")
    right.set_xlabel("how much more winners have of it")
    percent_axis(left.xaxis)
    percent_axis(right.xaxis)
    right.tick_params(axis="y", labelleft=False)
    for axes in (left, right):
        axes.grid(axis="x")
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
    return [
        canvas.drawing(
            "What players use (left) and winners have more of (right, with 95 % intervals; filled:"
            " surely a difference). It is no cause: who is ahead may have more to spend.",
            f"Bar and dot chart. {finding.sentence}",
        )
    ]


def _winners(canvas: Canvas, axes: Axes, frame: pl.DataFrame) -> None:
    axes.axvline(0, color=FAINT, lw=0.9)
    for k, row in enumerate(frame.iter_rows(named=True)):
        if not row["mean"]:
            continue
        over = abs(row["mean"])
        value = row["winners more"] / over
        low, high = finite((row["from"], row["to"]), row["winners more"]) / over
        axes.plot([low, high], [k, k], color=HUES[1], lw=2, solid_capstyle="butt")
        sure = row["q"] is not None and row["q"] < 0.05
        (dot,) = axes.plot(value, k, "o", ms=4.5, color=HUES[1] if sure else "none", mec=INK)
        dot.set_markeredgewidth(0.7)
        canvas.tip(dot, f"{row['option']}: winners have {row['winners more']:+.2f}")
