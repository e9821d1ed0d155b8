"""How a metric answers to one parameter, or to two: a line with its interval for each value."""

from typing import Any

import polars as pl

from analyses.findings.finding import Finding
from analyses.language import say
from reports.canvas import Canvas, Drawing, short
from reports.charts.shapes import finite, percent_axis, told
from reports.look import DASHES, HUES, INK, MARKS, Look, Style

FIRST = "estimate"  # the columns before it are the paths
MANY = 6  # lines that can still be told apart


def draw(finding: Finding, look: Look) -> list[Drawing]:
    """Nothing for three paths and more."""
    frame, is_share = finding.frame("curve"), bool(finding["curve"].shares)
    paths = frame.columns[: frame.columns.index(FIRST)]
    if len(paths) > 2 or (len(paths) == 2 and frame[paths[1]].n_unique() > MANY):
        return []
    canvas = Canvas(1.9)
    for k, (name, rows) in enumerate(_lines(frame, paths)):
        style = Style(HUES[k % len(HUES)], MARKS[k], DASHES[k % len(DASHES)])
        _line(canvas, rows, paths[0], name, style, is_share)
    _name_axes(canvas, frame, paths, is_share)
    caption = (
        say("At each {path}, with 95% CIs", path=paths[0])
        if len(paths) == 1
        else say(
            "At each {path}, with 95% CIs; a line for each {other}",
            path=paths[0],
            other=paths[1],
        )
    )
    return [canvas.drawing(caption, say("Line chart. {sentence}", sentence=finding.sentence))]


def _lines(frame: pl.DataFrame, paths: list[str]) -> list[tuple[str, pl.DataFrame]]:
    if len(paths) == 1:
        return [("", frame)]
    return [
        (f"{paths[1]}={value}", rows)
        for (value,), rows in frame.group_by(paths[1], maintain_order=True)
    ]


def _line(
    canvas: Canvas, rows: pl.DataFrame, path: str, name: str, style: Style, is_share: bool
) -> None:
    """A band between numbers; words have no way between them, so each has an interval."""
    axes, is_number = canvas.axes, rows[path].dtype.is_numeric()
    places = rows[path].to_list() if is_number else list(range(len(rows)))
    value = rows["estimate"].to_numpy()
    low, high = (finite(rows[end], value) for end in ("low", "high"))
    if is_number:
        axes.fill_between(places, low, high, color=style.colour, alpha=0.18, lw=0)
    axes.plot(places, value, color=style.colour, ls=style.dash if is_number else "none", label=name)
    for k, at in enumerate(places):
        axes.plot([at, at], [low[k], high[k]], color=style.colour, lw=1.6)
        (dot,) = axes.plot(at, value[k], style.mark, color=style.colour, ms=5, mec=INK, mew=0.6)
        what = f"{name + ', ' if name else ''}{path}={rows[path][k]}"
        shown = told(value[k], low[k], high[k], is_share=is_share)
        canvas.tip(dot, say("{name}: {figure}", name=what, figure=shown))


def _name_axes(canvas: Canvas, frame: pl.DataFrame, paths: list[str], is_share: bool) -> None:
    axes: Any = canvas.axes
    axes.grid(axis="y")
    axes.set_xlabel(paths[0])
    if is_share:
        percent_axis(axes.yaxis)
    levels = frame[paths[0]].unique(maintain_order=True)
    if not levels.dtype.is_numeric():
        axes.set_xticks(range(len(levels)), [short(str(word), 16) for word in levels])
        axes.margins(x=0.15)
    if len(paths) == 2:
        axes.legend(loc="best", handlelength=2.4)
