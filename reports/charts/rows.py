"""Rows of bars or dots, as tables declare them: the one drawing that most questions need."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import polars as pl

from analyses.findings.chart import CLEAREST, Chart
from analyses.findings.finding import whole_percent
from analyses.lab.compare.differences import label, percents_told
from analyses.language import figure, say, word, words_of
from reports.canvas import NORMAL, WIDE, Canvas, Drawing
from reports.charts.shapes import (
    Rows,
    bars,
    beside_fair,
    dots,
    fair_line,
    name_rows,
    percent_axis,
    rows_canvas,
    united,
    whole_axis,
    write_value,
)
from reports.look import GRID, HUES, INK, Look, Style

LONG = 60  # letters of names that have half a page
ROOM = 0.2  # of the width on both sides of rows that lead from one dot to another


def rows_chart(chart: Chart, frames: Mapping[str, pl.DataFrame], look: Look) -> Drawing | None:
    """A panel for each number of players, on one scale; nothing if no row is to be drawn."""
    found = {words: _rows(chart, frame, look) for words, frame in frames.items()}
    found = {words: rows for words, rows in found.items() if rows.names}
    if not found:
        return None
    names = united(rows.names for rows in found.values())
    told = "Bar chart: {rows}." if chart.marks == "bars" else "Dot chart: {rows}."
    alt = say(told, rows=words_of(map(word, names)))
    return _drawn(chart, found, names).drawing(say(chart.caption), alt)


def _rows(chart: Chart, frame: pl.DataFrame, look: Look) -> Rows:
    shown = frame.filter(chart.shown).head(CLEAREST)
    ends = chart.figures if len(chart.figures) > 1 else [chart.figures[0]] * 3
    figures = {
        name: one if isinstance(one, pl.Expr) else pl.col(one)
        for name, one in zip(("estimate", "low", "high"), ends, strict=True)
    }
    extra = {"even": chart.fair, "before": chart.before}
    figures |= {name: pl.col(one) for name, one in extra.items() if one in shown.columns}
    marked = shown.with_columns(pale=chart.pale, other=chart.other)
    marks = marked.select("pale", "other").rows(named=True)
    by = shown.select(name for name in chart.by if name in shown.columns).rows(named=True)
    styles = [_style(chart, row, mark, look) for row, mark in zip(by, marks, strict=True)]
    return Rows([_name(row) for row in by], shown.select(**figures), styles)


def _style(chart: Chart, row: dict[str, Any], mark: dict[str, bool], look: Look) -> Style:
    who = next(iter(row.values()))
    style = Style(HUES[mark["other"]], "o", "-")
    if chart.like:
        style = look.strategy(who) if chart.like == "bot" else look.seat(who)
    return replace(style, colour=GRID) if mark["pale"] else style


def _name(row: dict[str, Any]) -> str:
    """The version, if there are several, before what is told of it; a dose after its style."""
    version = row.pop("version", "")
    parts = [_part(column, value) for column, value in row.items() if value is not None]
    told = " ".join(parts)
    return say("{version}: {told}", version=version, told=told) if version else told


def _part(column: str, value: Any) -> str:
    if column == "seat":
        return f"seat {value}"
    if column == "metric":
        return label(value)
    return f"×{figure(value, 'g')}" if column == "dose" else value


def _drawn(chart: Chart, found: Mapping[str, Rows], names: list[str]) -> Canvas:
    if chart.fair and not chart.before:
        return beside_fair(found, chart.lines)
    canvas = rows_canvas(len(names), WIDE if chart.is_wide else NORMAL, found)
    for rows in canvas.over(found):
        if chart.before:
            _changes(canvas, rows, names)
        else:
            draw = bars if chart.marks == "bars" else dots
            draw(canvas, rows.names, rows.frame, rows.styles, is_share=chart.is_share, rows=names)
        name_rows(canvas.axes, names, LONG if chart.is_wide else LONG // 2)
        if chart.is_share:
            highest = rows.frame.select(pl.max_horizontal(pl.all().max())).item()
            percent_axis(canvas.axes.xaxis, highest if chart.marks == "bars" else 1.0)
        elif len(chart.figures) == 1:
            whole_axis(canvas.axes.xaxis)
        if chart.axis:
            canvas.axes.set_xlabel(say(chart.axis))
    return canvas


def _changes(canvas: Canvas, rows: Rows, names: list[str]) -> None:
    """A ring before, a dot after; a clear change is written beside it."""
    axes, every = canvas.axes, rows.frame.rows(named=True)
    for name, row, style in zip(rows.names, every, rows.styles, strict=True):
        k, (before, after) = names.index(name), (row["before"], row["estimate"])
        axes.plot([before, after], [k, k], color=style.colour, lw=2.2, zorder=2)
        axes.plot(before, k, "o", color="white", ms=5.5, mec=INK, mew=0.9, zorder=3)
        (dot,) = axes.plot(after, k, "o", color=style.colour, ms=5.5, mec=INK, mew=0.7, zorder=4)
        figures = percents_told(before, after)
        canvas.tip(dot, say("{name}: {figure}", name=name, figure=figures))
        if style.colour != GRID:
            side = "left" if after >= before else "right"
            write_value(axes, (after, k), whole_percent(after), side)
    if "even" in rows.frame.columns and rows.frame["even"].n_unique() == 1:
        fair = rows.frame["even"][0]
        fair_line(axes, fair, say("fair share {share}", share=figure(fair, ".0%")))
    axes.margins(x=ROOM)
