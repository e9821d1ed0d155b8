"""The few shapes that charts are made of: dots with intervals, bars, bands, tiles."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, MaxNLocator

from analyses.findings.finding import Finding, percent
from analyses.language import figure, percent_sign, say, word
from reports.canvas import LONGEST, NORMAL, WIDE, Canvas, short
from reports.cells import cell
from reports.look import FAINT, INK, PAPER, SHARES, Style

Found = Mapping[str, Finding]  # one question's answers, by the words of their panels
ROW = 0.2  # inches for a row of a chart with names on the left
EDGE = 0.58  # inches above and below them
TITLE = 0.22  # inches for the words above panels


def told(value: float, low: float, high: float, *, is_share: bool) -> str:
    """A figure with its interval."""
    if not (math.isfinite(low) and math.isfinite(high)):
        return cell(value, is_share)
    return say(
        "{figure} ({low} to {high})",
        figure=cell(value, is_share),
        low=cell(low, is_share),
        high=cell(high, is_share),
    )


def percent_axis(axis: Any) -> None:
    """Shares as per cent; room beyond 100% has no labels."""
    axis.set_major_locator(MaxNLocator(nbins=4, steps=[1, 2, 2.5, 5, 10]))
    axis.set_major_formatter(
        FuncFormatter(
            lambda share, _: figure(100 * share, "g") + percent_sign() if abs(share) < 1.001 else ""
        )
    )


def whole_axis(axis: Any) -> None:
    """Whole numbers only, if need be a single one."""
    axis.set_major_locator(MaxNLocator(integer=True, nbins=7, min_n_ticks=1))


def finite(values: Any, instead: Any) -> np.ndarray:
    """Open ends of intervals are drawn at the estimate."""
    numbers = np.asarray(values, float)
    return np.where(np.isfinite(numbers), numbers, instead)


def panels(found: Iterable[str], height: float) -> Canvas:
    """A panel for each of several, or half a page for a single one."""
    names = list(found)
    several = len(names) > 1
    return Canvas(height + TITLE * several, WIDE if several else NORMAL, names)


def rows_canvas(n: int, width: float = NORMAL, found: Iterable[str] = ("",)) -> Canvas:
    """Room for n rows with names on the left, in a panel for each of those found."""
    names = list(found)
    several = len(names) > 1
    height = EDGE + ROW * max(n, 2) + TITLE * several
    canvas = Canvas(height, WIDE if several else width, names)
    for axes in canvas.panels.values():
        axes.grid(axis="x")
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
    return canvas


def united(several: Iterable[Iterable[str]]) -> list[str]:
    """The rows of all panels: every name once, where it comes first."""
    return list(dict.fromkeys(name for names in several for name in names))


def name_rows(axes: Axes, names: Sequence[str], letters: int = LONGEST) -> None:
    """Names on the left, the first one on top."""
    axes.set_yticks(range(len(names)), _apart([word(name) for name in names], letters))
    axes.set_ylim(len(names) - 0.4, -0.6)


def _apart(names: Sequence[str], letters: int) -> list[str]:
    """Shortened, but no more than leaves them different."""
    made = [short(name, letters) for name in names]
    while len({*made}) < len({*names}):
        letters += 1
        made = [short(name, letters) for name in names]
    return made


def bars(
    canvas: Canvas,
    names: Sequence[str],
    frame: pl.DataFrame,
    styles: Sequence[Style],
    *,
    is_share: bool = True,
    columns: tuple[str, str, str] = ("estimate", "low", "high"),
    rows: Sequence[str] = (),
) -> None:
    """A bar and its interval per row, with the figure written at its end."""
    axes, places = canvas.axes, _places(names, rows)
    value, low, high = (frame[name].to_numpy().astype(float) for name in columns)
    value = finite(value, 0.0)
    low, high = finite(low, value), finite(high, value)
    for j, (name, style) in enumerate(zip(names, styles, strict=True)):
        k = places[j]
        (bar,) = axes.barh(k, value[j], height=0.62, color=style.colour, alpha=0.55)
        canvas.tip(
            bar,
            say(
                "{name}: {figure}",
                name=name,
                figure=told(value[j], low[j], high[j], is_share=is_share),
            ),
        )
        axes.plot([low[j], high[j]], [k, k], color=INK, lw=1.3, solid_capstyle="butt")
        axes.plot(value[j], k, style.mark, color=INK, ms=3.6, clip_on=False)  # whole on the edge
        text = percent(value[j]) if is_share else figure(value[j], ".1f")
        _write_value(axes, (max(high[j], value[j], 0.0), k), text)
    _make_room(axes, min(0.0, *low), max(0.0, *high))
    name_rows(axes, rows or names)
    if is_share:
        percent_axis(axes.xaxis)


def _places(names: Sequence[str], rows: Sequence[str]) -> list[int]:
    """Where names stand among the rows of all panels; without those, one below the other."""
    return [rows.index(name) for name in names] if rows else list(range(len(names)))


def _make_room(axes: Axes, low: float, high: float) -> None:
    """For the figures at the ends, in every panel."""
    left, right = axes.get_xlim()
    axes.set_xlim(min(left, low), max(right, high + 0.2 * (high - low)))


def _write_value(axes: Axes, at: tuple[float, float], text: str) -> None:
    paper = {"facecolor": PAPER, "alpha": 0.85, "lw": 0, "pad": 0.6}
    axes.annotate(text, at, (4, 0), textcoords="offset points", va="center", fontsize=7, bbox=paper)


def dots(
    canvas: Canvas,
    names: Sequence[str],
    frame: pl.DataFrame,
    styles: Sequence[Style],
    columns: tuple[str, str, str],
    *,
    is_share: bool = False,
    rows: Sequence[str] = (),
) -> None:
    """A mark and its interval per row, around zero."""
    axes, places = canvas.axes, _places(names, rows)
    value, low, high = (frame[name].to_numpy().astype(float) for name in columns)
    low, high = finite(low, value), finite(high, value)
    axes.axvline(0, color=FAINT, lw=0.9)
    for j, (name, style) in enumerate(zip(names, styles, strict=True)):
        tip = say(
            "{name}: {figure}", name=name, figure=told(value[j], low[j], high[j], is_share=is_share)
        )
        _dot(canvas, places[j], (value[j], low[j], high[j]), style, tip)
    name_rows(axes, rows or names)
    if is_share:
        percent_axis(axes.xaxis)


def _dot(canvas: Canvas, k: int, ends: tuple[float, float, float], style: Style, tip: str) -> None:
    value, low, high = ends
    axes = canvas.axes
    axes.plot([low, high], [k, k], color=style.colour, lw=2.2, solid_capstyle="butt")
    (dot,) = axes.plot(value, k, style.mark, color=style.colour, ms=5.5, mec=INK, mew=0.7)
    dot.set_clip_on(False)  # whole on the edge, too
    canvas.tip(dot, tip)


def beside_even(
    canvas: Canvas,
    names: Sequence[str],
    frame: pl.DataFrame,
    styles: Sequence[Style],
    rows: Sequence[str],
) -> None:
    """Shares in even shares, so that two players and six have one scale; shares are written."""
    axes, even = canvas.axes, float(frame["even"][0])
    value, low, high = (
        frame[name].to_numpy().astype(float) for name in ("estimate", "low", "high")
    )
    low, high = finite(low, value), finite(high, value)
    for j, (name, style) in enumerate(zip(names, styles, strict=True)):
        k = rows.index(name)
        tip = say(
            "{name}: {figure}, even {even:.1f}%",
            name=name,
            figure=told(value[j], low[j], high[j], is_share=True),
            even=100 * even,
        )
        _dot(canvas, k, (value[j] / even, low[j] / even, high[j] / even), style, tip)
        _write_value(axes, (high[j] / even, k), percent(value[j]))
    _make_room(axes, min(0.9, *(low / even)), max(1.1, *(high / even)))
    even_line(axes, even, at=1.0)
    name_rows(axes, rows)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=5, steps=[1, 2, 5, 10]))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda share, _: f"×{figure(share, 'g')}"))


def even_line(axes: Axes, even: float, at: float | None = None) -> None:
    """Where everyone would stand if nothing made a difference."""
    at = even if at is None else at
    axes.axvline(at, color=INK, lw=0.9, ls=(0, (3, 2)))
    axes.annotate(
        say("even {even:.1f}%", even=100 * even),
        (at, 1),
        (2, 1),
        xycoords=("data", "axes fraction"),
        textcoords="offset points",
        fontsize=6.5,
        color=FAINT,
        annotation_clip=False,
    )


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


def tile(
    canvas: Canvas,
    corner: tuple[float, float],
    size: tuple[float, float],
    share: float,
    tip: str,
    colours: str = SHARES,
) -> str:
    """A rectangle in the colour of its share; gives the colour of text on it."""
    colour = colormaps[colours](min(max(share, 0.0), 1.0))
    box = Rectangle(corner, *size, facecolor=colour, edgecolor=PAPER, lw=0.8)
    canvas.axes.add_patch(box)
    canvas.tip(box, tip)
    light = 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]
    return "#000000" if light > 0.45 else "#ffffff"


def heat_map(rows: Sequence[str], columns: Sequence[str]) -> Canvas:
    """Room for a tile for each name and number of players; the first name is on top."""
    canvas = Canvas(0.4 + 0.85 * ROW * max(len(rows), 2))
    axes = canvas.axes
    axes.set_xlim(-0.5, len(columns) - 0.5)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_yticks(range(len(rows)), [short(word(name)) for name in rows])
    axes.set_xticks(range(len(columns)), columns)
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    return canvas


def heat_tile(
    canvas: Canvas, at: tuple[int, int], heat: float, text: str, tip: str, colours: str
) -> None:
    """A tile of a heat map with its figure."""
    corner = (at[0] - 0.5, at[1] - 0.5)
    ink = tile(canvas, corner, (1, 1), heat, tip, colours)
    centred: Any = {"ha": "center", "va": "center_baseline"}
    canvas.axes.text(*at, text, color=ink, fontsize=7.5, **centred)
