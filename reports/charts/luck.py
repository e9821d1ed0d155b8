"""How much is luck: what the deal decides, what is left to chance, and what scores vary by."""

import polars as pl

from analyses.findings.finding import Finding
from reports.canvas import Drawing
from reports.charts.shapes import bars, rows_canvas
from reports.look import HUES, Look, Style

RESULT, SCORE = Style(HUES[0], "o", "-"), Style(HUES[5], "s", "-")


def draw(finding: Finding, look: Look) -> list[Drawing]:
    parts, score = finding.frame("parts"), finding.frame("score")
    made = [_sources(parts, RESULT, _conclusion(parts))]
    return [
        *made,
        _sources(score, SCORE, "What decides the score: share of its variance by source"),
    ]


def _sources(frame: pl.DataFrame, style: Style, caption: str) -> Drawing:
    canvas = rows_canvas(len(frame))
    bars(canvas, frame["source"].to_list(), frame, [style] * len(frame))
    canvas.axes.set_xlim(left=0)
    shares = ", ".join(f"{name} {100 * share:.1f} %" for name, share, *_ in frame.rows())
    return canvas.drawing(caption, f"Bar chart: {shares}.")


def _conclusion(parts: pl.DataFrame) -> str:
    most = parts.sort("estimate", descending=True).row(0, named=True)
    return f"Of all that luck could decide, {100 * most['estimate']:.0f} % is {most['source']}"
