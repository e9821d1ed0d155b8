"""The values that a search tried, and the target that they were to meet."""

import polars as pl

from analyses.findings.finding import Finding
from analyses.language import say, word
from reports.canvas import Canvas, Drawing
from reports.charts.shapes import finite, percent_axis, told
from reports.look import INK, LIGHTS, Look

MARKS = {"yes": "o", "no": "D", "inconclusive": "s"}
MET = {
    "yes": "balanced",
    "no": "tilted",
    "inconclusive": "inconclusive",
}  # beside a bound neither is better


def draw(finding: Finding, look: Look) -> list[Drawing]:
    """Of each value the look with the most games."""
    is_share, tried = bool(finding["tried"].shares), finding.frame("tried")
    path, *_, asked = tried.columns
    frame = tried.sort(path, "games").unique(path, keep="last", maintain_order=True)
    canvas = Canvas(2.4)
    axes = canvas.axes
    axes.axhline(frame["bound"][0], color=INK, lw=0.9, ls=(0, (3, 2)))
    for row in frame.iter_rows(named=True):
        _mark(canvas, row, (path, asked), is_share)
    axes.grid(axis="y")
    axes.set_xlabel(path)
    if is_share:
        percent_axis(axes.yaxis)
    values = ", ".join(map(str, frame.filter(pl.col(asked) == "yes")[path])) or word("none")
    return [
        canvas.drawing(
            _caption(asked),
            say("Dot chart of {n} values; met at {values}.", n=len(frame), values=values)
            if asked == "met"
            else say(
                "Dot chart of {n} values; above the target at {values}.",
                n=len(frame),
                values=values,
            ),
        )
    ]


def _caption(asked: str) -> str:
    if asked == "met":
        return say(
            "Every value tried, with 95% CIs that hold together. Dashed: the target; round: clearly"
            " met, diamond: clearly missed, square: inconclusive"
        )
    return say(
        "Every value tried, with 95% CIs that hold together. Dashed: the target; round: clearly"
        " above, diamond: clearly below, square: inconclusive"
    )


def _mark(canvas: Canvas, row: dict, columns: tuple[str, str], is_share: bool) -> None:
    path, asked = columns
    colour = LIGHTS[MET[row[asked]] if asked == "met" else "inconclusive"].colour
    low, high = finite((row["low"], row["high"]), row["estimate"])
    canvas.axes.plot([row[path]] * 2, [low, high], color=colour, lw=2)
    (dot,) = canvas.axes.plot(
        row[path], row["estimate"], MARKS[row[asked]], color=colour, ms=5.5, mec=INK, mew=0.7
    )
    tip = say(
        "{path}={value}: {figure}, {asked}: {answer}",
        path=path,
        value=row[path],
        figure=told(row["estimate"], row["low"], row["high"], is_share=is_share),
        asked=word(asked),
        answer=word(row[asked]),
    )
    canvas.tip(dot, tip)
