"""The values that a search tried, and the bound that they were to meet."""

import polars as pl

from analyses.findings.finding import Finding
from analyses.language import say, word
from reports.canvas import Canvas, Drawing
from reports.charts.shapes import finite, percent_axis, told
from reports.look import INK, LIGHTS, Look

MARKS = {"yes": ("level", "o"), "no": ("tilted", "D"), "cannot tell": ("unknown", "s")}


def draw(finding: Finding, look: Look) -> list[Drawing]:
    """Of each value the look with the most games."""
    is_share, tried = bool(finding["tried"].shares), finding.frame("tried")
    path = tried.columns[0]
    frame = tried.sort(path, "games").unique(path, keep="last", maintain_order=True)
    canvas = Canvas(2.4)
    axes = canvas.axes
    axes.axhline(frame["bound"][0], color=INK, lw=0.9, ls=(0, (3, 2)))
    for row in frame.iter_rows(named=True):
        _mark(canvas, row, path, is_share)
    axes.grid(axis="y")
    axes.set_xlabel(path)
    if is_share:
        percent_axis(axes.yaxis)
    met = frame.filter(pl.col("met") == "yes")[path].to_list()
    return [
        canvas.drawing(
            say(
                "Every value tried, with intervals that hold together. Dashed: the bound; round:"
                " surely met, diamond: surely not, square: these games cannot tell"
            ),
            say(
                "Dot chart of {n} values; met at {values}.",
                n=len(frame),
                values=", ".join(map(str, met)) or word("none"),
            ),
        )
    ]


def _mark(canvas: Canvas, row: dict, path: str, is_share: bool) -> None:
    verdict, mark = MARKS[row["met"]]
    low, high = finite((row["low"], row["high"]), row["estimate"])
    canvas.axes.plot([row[path]] * 2, [low, high], color=LIGHTS[verdict].colour, lw=2)
    (dot,) = canvas.axes.plot(
        row[path], row["estimate"], mark, color=LIGHTS[verdict].colour, ms=5.5, mec=INK, mew=0.7
    )
    figures = told(row["estimate"], row["low"], row["high"], is_share=is_share)
    tip = "{path}={value}: {figure}, met: {met}"
    canvas.tip(dot, say(tip, path=path, value=row[path], figure=figures, met=row["met"]))
