"""The few shapes that charts are made of: dots with intervals, bars, bands, tiles."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, MaxNLocator

from reports.canvas import LONGEST, NORMAL, Canvas, short
from reports.cells import cell
from reports.look import FAINT, INK, PAPER, SHARES, Style

ROW = 0.24  # inches for a row of a chart with names on the left
EDGE = 0.62  # inches above and below them


def told(value: float, low: float, high: float, *, is_share: bool) -> str:
    """A figure with its interval."""
    if not (math.isfinite(low) and math.isfinite(high)):
        return cell(value, is_share)
    return f"{cell(value, is_share)} ({cell(low, is_share)} to {cell(high, is_share)})"


def percent_axis(axis: Any) -> None:
    """Shares as per cent; room beyond 100 % has no labels."""
    axis.set_major_locator(MaxNLocator(nbins=6))
    axis.set_major_formatter(
        FuncFormatter(lambda share, _: f"{100 * share:g} %" if abs(share) < 1.001 else "")
    )


def whole_axis(axis: Any) -> None:
    axis.set_major_locator(MaxNLocator(integer=True, nbins=7))


def finite(values: Any, instead: Any) -> np.ndarray:
    """Open ends of intervals are drawn at the estimate."""
    numbers = np.asarray(values, float)
    return np.where(np.isfinite(numbers), numbers, instead)


def rows_canvas(n: int, width: float = NORMAL) -> Canvas:
    """Room for n rows with names on the left."""
    canvas = Canvas(EDGE + ROW * max(n, 2), width)
    canvas.axes.grid(axis="x")
    canvas.axes.tick_params(axis="y", length=0)
    canvas.axes.spines["left"].set_visible(False)
    return canvas


def name_rows(axes: Axes, names: Sequence[str], letters: int = LONGEST) -> None:
    """Names on the left, the first one on top."""
    axes.set_yticks(range(len(names)), [short(name, letters) for name in names])
    axes.set_ylim(len(names) - 0.4, -0.6)


def bars(
    canvas: Canvas,
    names: Sequence[str],
    frame: pl.DataFrame,
    styles: Sequence[Style],
    *,
    is_share: bool = True,
    columns: tuple[str, str, str] = ("estimate", "low", "high"),
) -> None:
    """A bar and its interval per row, with the figure written at its end."""
    axes = canvas.axes
    value, low, high = (frame[name].to_numpy().astype(float) for name in columns)
    value = finite(value, 0.0)
    low, high = finite(low, value), finite(high, value)
    for k, (name, style) in enumerate(zip(names, styles, strict=True)):
        (bar,) = axes.barh(k, value[k], height=0.62, color=style.colour, alpha=0.55)
        canvas.tip(bar, f"{name}: {told(value[k], low[k], high[k], is_share=is_share)}")
        axes.plot([low[k], high[k]], [k, k], color=INK, lw=1.3, solid_capstyle="butt")
        axes.plot(value[k], k, style.mark, color=INK, ms=3.6)
    _write_values(axes, value, high, is_share)
    name_rows(axes, names)
    if is_share:
        percent_axis(axes.xaxis)


def _write_values(axes: Axes, value: np.ndarray, high: np.ndarray, is_share: bool) -> None:
    left, right = min(axes.get_xlim()[0], 0.0), max(axes.get_xlim()[1], float(np.max(high)))
    axes.set_xlim(left, right + 0.2 * (right - left))
    for k, end in enumerate(np.maximum(high, value)):
        text = f"{100 * value[k]:.1f} %" if is_share else f"{value[k]:.1f}"
        axes.annotate(
            text,
            (max(end, 0), k),
            (4, 0),
            textcoords="offset points",
            va="center",
            fontsize=7,
            bbox={"facecolor": PAPER, "alpha": 0.85, "lw": 0, "pad": 0.6},
        )


def dots(
    canvas: Canvas,
    names: Sequence[str],
    frame: pl.DataFrame,
    styles: Sequence[Style],
    columns: tuple[str, str, str],
    *,
    is_share: bool = False,
    zero: bool = True,
) -> None:
    """A mark and its interval per row, around zero."""
    axes = canvas.axes
    value, low, high = (frame[name].to_numpy().astype(float) for name in columns)
    low, high = finite(low, value), finite(high, value)
    if zero:
        axes.axvline(0, color=FAINT, lw=0.9)
    for k, (name, style) in enumerate(zip(names, styles, strict=True)):
        axes.plot([low[k], high[k]], [k, k], color=style.colour, lw=2.2, solid_capstyle="butt")
        (dot,) = axes.plot(
            value[k], k, style.mark, color=style.colour, ms=5.5, mec=INK, mew=0.7, ls="none"
        )
        canvas.tip(dot, f"{name}: {told(value[k], low[k], high[k], is_share=is_share)}")
    name_rows(axes, names)
    if is_share:
        percent_axis(axes.xaxis)


def even_line(axes: Axes, even: float) -> None:
    """Where everyone would stand if nothing made a difference."""
    axes.axvline(even, color=INK, lw=0.9, ls=(0, (3, 2)))
    axes.annotate(
        f"even {100 * even:.1f} %",
        (even, 1),
        (2, 1),
        xycoords=("data", "axes fraction"),
        textcoords="offset points",
        fontsize=6.5,
        color=FAINT,
        annotation_clip=False,
    )


def bands(
    canvas: Canvas,
    frame: pl.DataFrame,
    styles: dict[str, Style],
    *,
    filled: Sequence[str],
) -> None:
    """A line per group of a standings table; `filled` groups with the middle 80 of 100 games."""
    axes, ends = canvas.axes, []
    for name, style in styles.items():
        rows = frame.filter(pl.col("group") == name)
        rounds, mean = rows["round"].to_numpy(), rows["mean"].to_numpy()
        if name in filled:
            axes.fill_between(
                rounds, rows["p10"], rows["p90"], color=style.colour, alpha=0.16, lw=0
            )
        (line,) = axes.plot(
            rounds,
            mean,
            color=style.colour,
            ls=style.dash,
            marker=style.mark,
            ms=3.4,
            markevery=max(1, len(rounds) // 6),
            mec=INK,
            mew=0.3,
        )
        last = rows.row(-1, named=True)
        canvas.tip(
            line,
            f"{name}, round {last['round']}: {last['mean']:.1f} points on average,"
            f" 80 of 100 between {last['p10']:.0f} and {last['p90']:.0f}",
        )
        ends.append((float(mean[-1]), short(name, 14)))
    label_ends(axes, ends, int(frame["round"].max()))  # type: ignore[arg-type]
    axes.grid(axis="y")
    axes.set_xlabel("round")
    axes.set_ylabel("points")
    whole_axis(axes.xaxis)


def label_ends(axes: Axes, ends: list[tuple[float, str]], last: float) -> None:
    """Names at the ends of the lines, spread so that they do not touch."""
    low, high = axes.get_ylim()
    gap = (high - low) * 0.075
    heights, at = [], -math.inf
    for y, _ in sorted(ends):
        at = max(y, at + gap)
        heights.append(at)
    above = np.mean(heights) - np.mean([y for y, _ in ends])  # as many move down as up
    room = max(1, last) * 0.05
    for (y, name), height in zip(sorted(ends), heights, strict=True):
        axes.annotate(
            name,
            (last, y),
            (last + room, height - above),
            fontsize=7,
            va="center",
            annotation_clip=False,
            arrowprops={
                "arrowstyle": "-",
                "lw": 0.5,
                "color": FAINT,
                "relpos": (0, 0.5),
                "shrinkA": 0.5,
                "shrinkB": 1,
            },
        )


def around(share: float, even: float) -> float:
    """A share on a scale from 0 to 1 whose middle is an even share."""
    return 0.5 * share / even if share < even else 1 - 0.5 * (1 - share) / (1 - even)


def tile(
    canvas: Canvas, corner: tuple[float, float], size: tuple[float, float], share: float, tip: str
) -> str:
    """A rectangle in the colour of its share; gives the colour of text on it."""
    colour = colormaps[SHARES](min(max(share, 0.0), 1.0))
    box = Rectangle(corner, *size, facecolor=colour, edgecolor=PAPER, lw=0.8)
    canvas.axes.add_patch(box)
    canvas.tip(box, tip)
    light = 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]
    return "#000000" if light > 0.45 else "#ffffff"
