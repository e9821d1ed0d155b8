"""When is it decided: how often the leader wins, by time and by lead."""

from typing import Any

import polars as pl

from analyses.findings.finding import Finding
from reports.canvas import Canvas, Drawing
from reports.charts.shapes import percent_axis, tile, told
from reports.look import FAINT, HUES, INK, Look


def draw(finding: Finding, look: Look) -> list[Drawing]:
    made = (_by_time(finding), _by_lead(finding))
    return [drawing for drawing in made if drawing]


def _by_time(finding: Finding) -> Drawing:
    frame = finding.frame("by_time").filter(pl.col("estimate").is_not_nan())
    canvas = Canvas(2.5)
    axes = canvas.axes
    x, y = frame["progress"], frame["estimate"]
    axes.fill_between(x, frame["low"], frame["high"], color=HUES[0], alpha=0.2, lw=0)
    axes.plot(x, y, color=HUES[0])
    for row in frame.iter_rows(named=True):
        (dot,) = axes.plot(row["progress"], row["estimate"], "o", color=HUES[0], ms=4, mec=INK)
        dot.set_markeredgewidth(0.5)
        share = told(row["estimate"], row["low"], row["high"], is_share=True)
        canvas.tip(dot, f"After {row['progress']:.0%} of the game the leader wins {share}")
    for mark in (0.8, 0.95):
        axes.axhline(mark, color=FAINT, lw=0.8, ls=(0, (3, 2)))
        axes.annotate(f"{mark:.0%}", (0.1, mark), (0, 2), textcoords="offset points", fontsize=7)
    _mark_race(canvas, finding)
    axes.set_ylim(0, 1.04)
    axes.grid(axis="y")
    percent_axis(axes.xaxis)
    percent_axis(axes.yaxis)
    axes.set_xlabel("of the game is over")
    axes.set_ylabel("the leader wins")
    return canvas.drawing(_conclusion(finding), f"Line chart. {finding.sentence}")


def _mark_race(canvas: Canvas, finding: Finding) -> None:
    """What the leader half-way would win if the rest were decided anew."""
    race = finding.frame("race")["estimate"][1]
    (mark,) = canvas.axes.plot(0.5, race, "D", color=HUES[1], ms=5, mec=INK)
    canvas.tip(mark, f"Half-way, in a race without memory: {race:.1%}")
    canvas.axes.annotate(
        "a race without memory",
        (0.5, race),
        (-5, 3),
        textcoords="offset points",
        ha="right",
        fontsize=7,
    )


def _conclusion(finding: Finding) -> str:
    half, race = finding.frame("race")["estimate"][:2]
    if half != half:
        return "Nobody leads half-way"
    points, side = 100 * abs(half - race), "more" if half > race else "less"
    return (
        f"Who leads half-way wins {100 * half:.0f} % of the games, {points:.0f} points {side} than"
        " in a race without memory"
    )


def _tile(canvas: Canvas, progress: float, k: int, row: dict) -> None:
    """One lead at one time: how often it wins, and the lead in small print."""
    lead = f"{row['lead from']:.0f} to {row['to']:.0f} points"
    share = told(row["estimate"], row["low"], row["high"], is_share=True)
    tip = f"After {progress:.0%} with a lead of {lead}: wins {share}"
    ink = tile(canvas, (progress - 0.05, k), (0.1, 1), row["estimate"], tip)
    centred: Any = {"color": ink, "ha": "center", "va": "center"}
    wins, ends = f"{100 * row['estimate']:.0f}", f"{row['lead from']:.0f}–{row['to']:.0f}"
    canvas.axes.text(progress, k + 0.64, wins, fontsize=7, **centred)
    canvas.axes.text(progress, k + 0.26, ends, fontsize=5.2, **centred)


def _by_lead(finding: Finding) -> Drawing | None:
    frame = finding.frame("by_lead").filter(pl.col("estimate").is_not_nan())
    if frame.is_empty():  # nobody ever leads
        return None
    canvas = Canvas(2.5)
    axes = canvas.axes
    top = 0
    for (progress,), rows in frame.group_by("progress", maintain_order=True):
        for k, row in enumerate(rows.iter_rows(named=True)):
            _tile(canvas, progress, k, row)
            top = max(top, k + 1)
    axes.set_xlim(0.04, 0.96)
    axes.set_ylim(0, max(top, 1))
    axes.set_yticks([])
    axes.spines[:].set_visible(False)
    axes.set_xticks([step / 10 for step in range(1, 10)])
    axes.tick_params(length=0)
    percent_axis(axes.xaxis)
    axes.set_xlabel("of the game is over")
    axes.set_ylabel("a small lead → a large one")
    return canvas.drawing(
        "Wins in 100 games of the leader by time and lead; small print: the lead in points",
        "Heat map of the leader's win share by time and lead; all figures stand in the table"
        " below.",
    )
