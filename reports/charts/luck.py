"""The luck budget: what decides the result, source by source."""

import polars as pl

from analyses.findings.finding import Finding
from reports.canvas import Drawing
from reports.charts.shapes import bars, rows_canvas
from reports.look import FAINT, HUES, Look, Style

MARKS = {"winning": Style(HUES[0], "o", "-"), "the score": Style(HUES[5], "s", "-")}
CAPTIONS = {
    "winning": "What decides who wins between equal players: share of the variance by source",
    "the score": "What decides the score: share of its variance by source",
}


def draw(finding: Finding, look: Look) -> list[Drawing]:
    frame = finding.frame("variance")
    made = []
    for of, caption in CAPTIONS.items():
        rows = frame.filter(pl.col("of") == of)
        canvas = rows_canvas(len(rows))
        bars(canvas, rows["source"].to_list(), rows, [MARKS[of]] * len(rows))
        canvas.axes.axvline(0, color=FAINT, lw=0.8)
        shares = ", ".join(
            f"{row['source']} {100 * row['estimate']:.1f} %" for row in rows.iter_rows(named=True)
        )
        made.append(canvas.drawing(caption, f"Bar chart: {shares}."))
    return made
