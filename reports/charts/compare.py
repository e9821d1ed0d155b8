"""What a rule change moves: every metric's difference with its interval."""

import polars as pl

from analyses.findings.finding import Finding
from analyses.lab.differences import SURE, label
from analyses.language import say, word
from reports.canvas import NORMAL, WIDE, Drawing
from reports.charts.shapes import dots, name_rows, percent_axis, rows_canvas
from reports.look import GRID, HUES, Look, Style

CHANGE = ("difference", "low", "high")
MOST = 24  # rows of a chart: the clearest
LABEL, LONG = 26, 56  # letters of a gauge, and of a version with its gauge


def draw(finding: Finding, look: Look) -> list[Drawing]:
    made = []
    if finding.has("shares"):
        told = say(
            "Differences of rates from the base, on the same shuffles, with 95% CIs. Pale: no clear"
            " difference"
        )
        made.append(_forest(finding.frame("shares"), say("difference"), told))
    if finding.has("others"):
        told = say(
            "Other metrics: differences in percent of the base value, with 95% CIs. Pale: no clear"
            " difference"
        )
        words = say("difference in percent of the base")
        made.append(_forest(_relative(finding.frame("others")), words, told))
    return [drawing for drawing in made if drawing]


def _relative(frame: pl.DataFrame) -> pl.DataFrame:
    """Points, rounds and decisions on one scale; a base of 0 has none."""
    known = frame.filter(pl.col("base") != 0)
    return known.with_columns(pl.col(name) / pl.col("base").abs() for name in CHANGE)


def _forest(frame: pl.DataFrame, words: str, caption: str) -> Drawing | None:
    if frame.is_empty():
        return None
    frame = frame.head(MOST)
    by_version = "version" in frame.columns
    canvas = rows_canvas(len(frame), WIDE if by_version else NORMAL)
    sure, pale = Style(HUES[0], "o", "-"), Style(GRID, "o", "-")
    styles = [sure if q < SURE else pale for q in frame["q"]]
    names = [label(name) for name in frame["gauge"]]
    if by_version:
        names = [
            say("{version}: {told}", version=one, told=name)
            for one, name in zip(frame["version"], names, strict=True)
        ]
    dots(canvas, names, frame, styles, CHANGE, is_share=True)
    name_rows(canvas.axes, names, LONG if by_version else LABEL)
    percent_axis(canvas.axes.xaxis)
    canvas.axes.set_xlabel(words)
    told = ", ".join(name for name, q in zip(names, frame["q"], strict=True) if q < SURE)
    return canvas.drawing(
        caption,
        say(
            "Dot chart of {n} metrics; clearly changed: {metrics}.",
            n=len(names),
            metrics=told or word("none"),
        ),
    )
