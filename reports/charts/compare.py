"""What a rule change does: win rates before and after, and every metric's difference."""

import polars as pl

from analyses.findings.finding import Finding
from analyses.lab.compare.differences import SURE, label, percents_told
from analyses.language import figure, percent_sign, say, word
from reports.canvas import NORMAL, WIDE, Canvas, Drawing
from reports.charts.shapes import dots, fair_line, name_rows, percent_axis, rows_canvas
from reports.look import GRID, HUES, INK, Look, Style

CHANGE = ("difference", "low", "high")
MOST = 24  # rows of a chart: the clearest
FEW = 8  # rows of win rates, where fewer clearly change
LABEL, LONG = 44, 60  # letters of a metric, and of a version with its metric
ROOM = 0.2  # of the width on both sides, for figures


def draw(finding: Finding, look: Look) -> list[Drawing]:
    made = []
    if finding.has("who_wins"):
        made.append(_dumbbells(finding.frame("who_wins")))
    if finding.has("shares"):
        told = say(
            "Differences from the base in percentage points, with 95% CIs; pale: no clear"
            " difference"
        )
        made.append(_forest(finding.frame("shares"), say("difference"), told))
    if finding.has("others"):
        told = say(
            "Other metrics: the difference in percent of the base, with 95% CIs; pale: no clear"
            " difference"
        )
        words = say("difference in percent of the base")
        made.append(_forest(_relative(finding.frame("others")), words, told))
    return [drawing for drawing in made if drawing]


def _dumbbells(frame: pl.DataFrame) -> Drawing | None:
    """A ring before, a dot after: of groups in which any clearly changes; else of a few."""
    changed = frame.filter(pl.col("clear").any().over("group"))
    few = frame.head(FEW) if changed.is_empty() else changed.head(MOST)
    if "fair share" not in few.columns:  # of one side: games won, and what something adds
        few = few.filter(pl.col("group") == "table")
    if few.is_empty():
        return None
    by_version = "version" in few.columns
    canvas = rows_canvas(len(few), WIDE if by_version else NORMAL)
    names = [
        say("{version}: {told}", version=row["version"], told=row["name"])
        if by_version
        else word(row["name"])
        for row in few.iter_rows(named=True)
    ]
    for k, row in enumerate(few.iter_rows(named=True)):
        _dumbbell(canvas, k, names[k], row)
    if "fair share" in few.columns and few["fair share"].n_unique() == 1:
        fair = float(few["fair share"][0])
        fair_line(canvas.axes, fair, say("fair share {share}", share=figure(fair, ".0%")))
    name_rows(canvas.axes, names, LONG if by_version else LABEL)
    percent_axis(canvas.axes.xaxis)
    canvas.axes.margins(x=ROOM)
    canvas.axes.set_xlabel(say("win rate"))
    clear = [name for name, row in zip(names, few["clear"], strict=True) if row]
    return canvas.drawing(
        say("Win rates before (ring) and after (dot); pale: no clear change"),
        say(
            "Chart of {n} win rates before and after; clearly changed: {names}.",
            n=len(few),
            names=", ".join(clear) or word("none"),
        ),
    )


def _dumbbell(canvas: Canvas, k: int, name: str, row: dict) -> None:
    axes, colour = canvas.axes, HUES[0] if row["clear"] else GRID
    axes.plot([row["base"], row["variant"]], [k, k], color=colour, lw=2.2, zorder=2)
    axes.plot(row["base"], k, "o", color="white", ms=5.5, mec=INK, mew=0.9, zorder=3)
    (dot,) = axes.plot(row["variant"], k, "o", color=colour, ms=5.5, mec=INK, mew=0.7, zorder=4)
    figures = percents_told(row["base"], row["variant"])
    canvas.tip(dot, say("{name}: {figure}", name=name, figure=figures))
    if row["clear"]:
        side = 5 if row["variant"] >= row["base"] else -5
        axes.annotate(
            figure(100 * row["variant"], ".0f") + percent_sign(),
            (row["variant"], k),
            (side, 0),
            textcoords="offset points",
            ha="left" if side > 0 else "right",
            va="center",
            fontsize=7,
            color=INK,
        )


def _relative(frame: pl.DataFrame) -> pl.DataFrame:
    """Points, rounds and decisions on one scale; a base of 0 has none."""
    known = frame.filter(pl.col("base") != 0)
    return known.with_columns(pl.col(name) / pl.col("base").abs() for name in CHANGE)


def _forest(frame: pl.DataFrame, words: str, caption: str) -> Drawing | None:
    if frame.is_empty():
        return None
    frame = frame.head(MOST)
    by_version = "version" in frame.columns
    canvas = rows_canvas(len(frame), WIDE)
    sure, pale = Style(HUES[0], "o", "-"), Style(GRID, "o", "-")
    styles = [sure if q < SURE else pale for q in frame["q"]]
    names = [label(name) for name in frame["metric"]]
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
