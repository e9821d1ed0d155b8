"""What points are made of: at the end, and round by round."""

from typing import Any

import numpy as np
import polars as pl

from analyses.findings.finding import Finding
from reports.canvas import WIDE, Canvas, Drawing
from reports.charts.shapes import label_ends, whole_axis
from reports.look import INK, PAPER, Style, source_styles

NOTHING = 0.05  # points: sources that never give as much are in the table only


def _styles(finding: Finding) -> dict[str, Style]:
    """The same for both charts: by what a source brings in the end."""
    return source_styles(finding.frame("sources")["source"].to_list())


def sources(finding: Finding) -> Drawing:
    """Two stacked bars: what everyone's and what winners' points are made of."""
    frame, styles = finding.frame("sources"), _styles(finding)
    shown = frame.filter((pl.col("points").abs() > NOTHING) | (pl.col("winners").abs() > NOTHING))
    canvas = Canvas(1.55 + 0.17 * ((len(shown) + 4) // 5), WIDE)
    for k, (who, column) in enumerate((("everyone", "points"), ("winners", "winners"))):
        right = left = 0.0
        for source, points in shown.select("source", column).iter_rows():
            if points is None:
                continue
            start = right if points >= 0 else left
            _bar(canvas, k, start, points, who, source, styles[source])
            if abs(points) > 0.05 * float(shown["winners"].abs().sum()):
                _figure(canvas, start + points / 2, k, points)
            right, left = (right + points, left) if points >= 0 else (right, left + points)
    axes = canvas.axes
    axes.axvline(0, color=INK, lw=0.7)
    axes.set_yticks([0, 1], ["everyone", "winners"])
    axes.set_ylim(1.5, -0.5)
    axes.set_xlabel("points per player, by source")
    handles, labels = axes.get_legend_handles_labels()
    canvas.figure.legend(handles, labels, loc="outside lower center", ncols=5)
    largest = shown.row(0, named=True) if len(shown) else {"source": "nothing", "points": 0.0}
    return canvas.drawing(
        "Where the points come from: an average player and a winner",
        f"Stacked bars; the largest source is {largest['source']}"
        f" with {largest['points']:.1f} points.",
    )


def _bar(
    canvas: Canvas, k: int, start: float, points: float, who: str, source: str, style: Style
) -> None:
    (bar,) = canvas.axes.barh(
        k,
        points,
        left=start,
        height=0.6,
        color=style.colour,
        hatch=style.dash,
        edgecolor=PAPER,
        lw=0.6,
        label=source if k == 0 else None,
    )
    canvas.tip(bar, f"{who}, {source}: {points:.1f} points")


def _figure(canvas: Canvas, x: float, y: float, points: float) -> None:
    canvas.axes.text(
        x,
        y,
        f"{points:.1f}",
        ha="center",
        va="center",
        fontsize=7,
        color="#000000",
        bbox={"facecolor": "#ffffff", "alpha": 0.8, "lw": 0, "pad": 0.8},
    )


def _area(axes: Any, ends: tuple[np.ndarray, ...], style: Any) -> Any:
    look = {"facecolor": style.colour, "hatch": style.dash, "edgecolor": PAPER, "lw": 0.5}
    return axes.fill_between(*ends, **look)


def stages(finding: Finding) -> Drawing | None:
    """Areas on top of each other, those below nothing under the axis; names at their ends."""
    if not finding.has("by_round") or len(finding.frame("by_round")) < 2:
        return None
    frame, styles = finding.frame("by_round"), _styles(finding)
    rounds = frame["round"].to_numpy()
    names = [name for name in styles if frame[name].abs().max() > NOTHING]  # type: ignore[operator]
    canvas = Canvas(3.1, WIDE)
    axes, ends = canvas.axes, []
    above, below = np.zeros(len(frame)), np.zeros(len(frame))
    for name in names:
        points = frame[name].to_numpy()
        up, down = above + np.maximum(points, 0), below + np.minimum(points, 0)
        tip = f"{name}: {points[-1]:.1f} points after round {rounds[-1]}"
        for low, high in ((above, up), (down, below)):
            if (high > low).any():
                area = _area(axes, (rounds, low, high), styles[name])
                canvas.tip(area, tip)
        middle = (above[-1] + up[-1]) / 2 if points[-1] > 0 else (below[-1] + down[-1]) / 2
        ends.append((float(middle), f"{name} {points[-1]:.1f}"))
        above, below = up, down
    axes.plot(rounds, above + below, color=INK, lw=1.4)
    axes.axhline(0, color=INK, lw=0.7)
    axes.set_xlim(rounds[0], rounds[-1])
    label_ends(axes, ends, rounds[-1])
    axes.set_xlabel("round")
    axes.set_ylabel("points of a player")
    whole_axis(axes.xaxis)
    first = names[0] if names else "nothing"
    return canvas.drawing(
        "What scores are made of as a game goes on: mean points by source after each round; the"
        " line is their sum, the standing",
        f"Stacked areas, one per source of points; the largest at the end is {first}. All figures"
        " stand in the table below.",
    )
