"""How scores grow, and what they are made of."""

import polars as pl

from analyses.findings import Finding
from reports.canvas import WIDE, Canvas, Drawing
from reports.charts.shapes import bands, table
from reports.look import HUES, INK, Look, Style

HATCHES = ("", "//", "..", "\\\\", "xx", "--", "++", "oo")


def draw(finding: Finding, look: Look) -> list[Drawing]:
    made = (
        _by_place(finding, look),
        _by_seat(finding, look),
        _by_strategy(finding, look),
        _sources(finding),
    )
    return [drawing for drawing in made if drawing]


def _by_place(finding: Finding, look: Look) -> Drawing | None:
    frame = table(finding, "Standing after each round, by final place")
    if frame is None:
        return None
    names = frame["group"].unique(maintain_order=True).to_list()
    styles = {name: look.seat(int(name.split()[-1])) for name in names}
    canvas = Canvas(2.6)
    bands(canvas, frame, styles, filled=[names[0], names[-1]])
    return canvas.drawing(
        "Standing after each round by final place: mean, and the middle 80 of 100 games for the"
        " first and the last",
        f"Line chart, one line per final place. {finding.sentence}",
    )


def _by_seat(finding: Finding, look: Look) -> Drawing | None:
    frame = table(finding, "Standing after each round, by seat")
    if frame is None:
        return None
    names = frame["group"].unique(maintain_order=True).to_list()
    styles = {name: look.seat(int(name.split()[-1])) for name in names}
    canvas = Canvas(2.6)
    bands(canvas, frame, styles, filled=names[:1])
    return canvas.drawing(
        "Standing after each round by seat: mean, and the middle 80 of 100 games for seat 1",
        "Line chart, one line per seat; all figures stand in the table below.",
    )


def _by_strategy(finding: Finding, look: Look) -> Drawing | None:
    frame = table(finding, "Standing after each round, by strategy")
    if frame is None:
        return None
    last = frame.group_by("group", maintain_order=True).last().sort("mean", descending=True)
    names = last["group"].to_list()
    if len(names) < 2:
        return None
    canvas = Canvas(2.6, WIDE)
    styles = {name: look.strategy(name) for name in names}
    bands(canvas, frame, styles, filled=names[:1])
    return canvas.drawing(
        "Standing after each round by strategy: mean, and the middle 80 of 100 games for the best",
        "Line chart, one line per strategy; all figures stand in the table below.",
    )


def _sources(finding: Finding) -> Drawing | None:
    """Two stacked bars: what everyone's and what winners' points are made of."""
    frame = table(finding, "Points by source")
    if frame is None:
        return None
    shown = frame.filter((pl.col("points").abs() > 0.005) | (pl.col("winners").abs() > 0.005))
    canvas = Canvas(1.7 + 0.17 * ((len(shown) + 2) // 3), WIDE)
    axes = canvas.axes
    rows = {"everyone": "points", "winners": "winners"}
    for k, (who, column) in enumerate(rows.items()):
        right = left = 0.0
        for i, (source, points) in enumerate(shown.select("source", column).iter_rows()):
            if points is None:
                continue
            start = right if points >= 0 else left
            style = _style(i)
            (bar,) = axes.barh(
                k,
                points,
                left=start,
                height=0.6,
                color=style.colour,
                hatch=style.dash,
                edgecolor="#ffffff",
                lw=0.6,
                label=source if k == 0 else None,
            )
            canvas.tip(bar, f"{who}, {source}: {points:.1f} points")
            if abs(points) > 0.045 * float(shown["winners"].abs().sum()):
                axes.text(
                    start + points / 2,
                    k,
                    f"{points:.1f}",
                    ha="center",
                    va="center",
                    fontsize=7,
                    color="#000000",
                    bbox={"facecolor": "#ffffff", "alpha": 0.75, "lw": 0, "pad": 0.8},
                )
            right, left = (right + points, left) if points >= 0 else (right, left + points)
    axes.axvline(0, color=INK, lw=0.7)
    axes.set_yticks([0, 1], list(rows))
    axes.set_ylim(1.5, -0.5)
    axes.set_xlabel("points per player, by source")
    handles, labels = axes.get_legend_handles_labels()
    canvas.figure.legend(handles, labels, loc="outside lower center", ncols=6)
    largest = shown.row(0, named=True) if len(shown) else {"source": "nothing", "points": 0.0}
    return canvas.drawing(
        "Where the points come from: an average player and a winner",
        f"Stacked bars; the largest source is {largest['source']}"
        f" with {largest['points']:.1f} points.",
    )


def _style(k: int) -> Style:
    return Style(HUES[k % len(HUES)], "", HATCHES[k // len(HUES) * 3 + k % 2])
