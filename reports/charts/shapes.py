"""The few shapes that charts are made of: dots with intervals, bars, bands, tiles."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, MaxNLocator

from analyses.findings.finding import Finding, number_range, percent, percent_range
from analyses.language import figure, say, word
from reports.canvas import LONGEST, NORMAL, WIDE, Canvas, short
from reports.cells import cell
from reports.look import FAINT, INK, PAPER, SHARES, Style, between, ink_on

Found = Mapping[str, Finding]  # one question's answers, by the words of their panels
ROW = 0.2  # inches for a row of a chart with names on the left
EDGE = 0.58  # inches above and below them
TITLE = 0.22  # inches for the words above panels
LEGEND, KEY = 6, 0.5  # names in a line of a legend at most; inches beside each
LETTER = 0.066  # inches: as wide as a letter of names and figures is, or wider


def told(value: float, low: float, high: float, *, is_share: bool) -> str:
    """A figure with its interval."""
    if not (math.isfinite(low) and math.isfinite(high)):
        return cell(value, is_share)
    ends = percent_range(low, high) if is_share else number_range(low, high, ".2f")
    return f"{cell(value, is_share)} ({ends})"


def percent_axis(axis: Any, most: float = 1.0) -> None:
    """Shares as per cent; room beyond 100% has no labels, unless sums are more."""
    axis.set_major_locator(MaxNLocator(nbins=4, steps=[1, 2, 2.5, 5, 10]))
    axis.set_major_formatter(
        FuncFormatter(lambda share, _: in_percent(share) if abs(share) < max(1.001, most) else "")
    )


def in_percent(share: float) -> str:
    """As short as it can be told: 25%, 2.5%."""
    digits = len(f"{abs(100 * share):.4g}".partition(".")[2])
    return figure(share, f".{digits}%")


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


def rows_canvas(
    n: int, width: float = NORMAL, found: Iterable[str] = ("",), *, own_scales: bool = False
) -> Canvas:
    """Room for n rows with names on the left, in a panel for each of those found."""
    names = list(found)
    several = len(names) > 1
    height = EDGE + ROW * max(n, 2) + TITLE * several
    canvas = Canvas(height, WIDE if several else width, names, own_scales)
    for axes in canvas.panels.values():
        axes.grid(axis="x")
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
    return canvas


def in_line(names: Sequence[str], width: float) -> int:
    """As many names as a legend of this width holds side by side."""
    words = [word(name) for name in names]
    for n in range(min(len(words), LEGEND), 1, -1):
        columns = [max(map(len, column)) for column in np.array_split(words, n)]
        if sum(KEY + LETTER * letters for letters in columns) <= width:
            return n
    return 1


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
    rows: Sequence[str] = (),
) -> None:
    """A bar and its interval per row, with the figure written at its end; counts have none."""
    axes, places = canvas.axes, _places(names, rows)
    value, low, high = (
        frame[name].to_numpy().astype(float) for name in ("estimate", "low", "high")
    )
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
                figure=told(value[j], low[j], high[j], is_share=True)
                if is_share
                else figure(value[j], ",.0f"),
            ),
        )
        if is_share:
            axes.plot([low[j], high[j]], [k, k], color=INK, lw=1.3, solid_capstyle="butt")
            axes.plot(value[j], k, style.mark, color=INK, ms=3.6, clip_on=False)  # on the edge
        text = percent(value[j]) if is_share else figure(value[j], ",.0f")
        write_value(axes, (max(high[j], value[j], 0.0), k), text)
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


def write_value(axes: Axes, at: tuple[float, float], text: str, side: str = "left") -> None:
    """A figure that begins right of a place, or ends left of it."""
    offset = (6 if side == "left" else -6, 0)
    how: Any = {"textcoords": "offset points", "ha": side, "va": "center", "fontsize": 7}
    paper = {"facecolor": PAPER, "alpha": 0.85, "lw": 0, "pad": 0.6}
    axes.annotate(text, at, offset, bbox=paper, **how)


def dots(
    canvas: Canvas,
    names: Sequence[str],
    frame: pl.DataFrame,
    styles: Sequence[Style],
    columns: tuple[str, str, str] = ("estimate", "low", "high"),
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


@dataclass(frozen=True)
class Rows:
    """What one panel shows: names, their figures, and how each looks."""

    names: Sequence[str]
    frame: pl.DataFrame  # estimate, low and high; even, beside a fair share
    styles: Sequence[Style]

    @property
    def fair(self) -> float:
        return float(self.frame["even"][0])

    @property
    def ends(self) -> np.ndarray:
        """A row for each name: value, low, high."""
        value, low, high = (
            self.frame[name].to_numpy().astype(float) for name in ("estimate", "low", "high")
        )
        return np.column_stack([value, finite(low, value), finite(high, value)])


def beside_fair(
    found: Mapping[str, Rows], marked: Sequence[float] = (), *, of_two: bool = False
) -> Canvas:
    """Marks with intervals around a fair share, on an axis in percent.

    Panels are to the same scale in fair shares, so that two players and six can be compared;
    further lines are `marked` in fair shares. Of two alone half is even, not fair.
    """
    rows = united(shown.names for shown in found.values())
    canvas = rows_canvas(len(rows), found=found, own_scales=True)
    every = np.concatenate([shown.ends / shown.fair for shown in found.values()])
    low, high = min(0.9, every.min()), max(1.1, every.max())
    room = LETTER * len("100.0 %") * (high - low) / (_inches(canvas, rows) - 0.5)
    for shown in canvas.over(found):
        canvas.axes.set_xlim((low - 0.02) * shown.fair, (high + room) * shown.fair)
        _marks(canvas, shown, rows, [shown.fair * at for at in (1.0, *marked)])
        words = "even {share}" if of_two else "fair share {share}"
        fair_line(canvas.axes, shown.fair, say(words, share=in_percent(round(shown.fair, 3))))
        for at in marked:
            canvas.axes.axvline(at * shown.fair, color=FAINT, lw=0.9, ls=(0, (1, 1.2)))
        name_rows(canvas.axes, rows)
        canvas.axes.xaxis.set_major_locator(MaxNLocator(nbins=4, steps=[1, 2, 2.5, 5, 10]))
        canvas.axes.xaxis.set_major_formatter(FuncFormatter(lambda share, _: in_percent(share)))
    return canvas


def _inches(canvas: Canvas, rows: Sequence[str]) -> float:
    """How wide a panel is, or a little less."""
    names = LETTER * max(min(len(word(name)), LONGEST) for name in rows)
    return (canvas.width - names) / len(canvas.panels) - 0.2


def _marks(canvas: Canvas, shown: Rows, rows: Sequence[str], lines: Sequence[float]) -> None:
    left, right = canvas.axes.get_xlim()
    letter = LETTER * (right - left) / _inches(canvas, rows)
    for name, style, (value, low, high) in zip(shown.names, shown.styles, shown.ends, strict=True):
        tip = say(
            "{name}: {figure}; a fair share is {fair}",
            name=name,
            figure=told(value, low, high, is_share=True),
            fair=in_percent(round(shown.fair, 3)),
        )
        k, text = rows.index(name), percent(value)
        _dot(canvas, k, (value, low, high), style, tip)
        at, side = _beside((low, high), lines, (len(text) + 1) * letter, left)
        write_value(canvas.axes, (at, k), text, side)


def _beside(
    ends: tuple[float, float], lines: Sequence[float], width: float, edge: float
) -> tuple[float, str]:
    """Where a figure stands so that no line strikes it: right of the interval, left of it, or
    beyond the last line that is in its way.
    """
    low, high = ends
    in_way = [at for at in lines if high <= at <= high + width]
    if not in_way:
        return high, "left"
    if low - width > edge and not any(low - width <= at <= low for at in lines):
        return low, "right"
    beyond = max(in_way)
    return next((at for at in sorted(lines) if beyond < at <= beyond + width), beyond), "left"


def fair_line(axes: Axes, at: float, words: str) -> None:
    """Where everyone would stand if nothing made a difference."""
    axes.axvline(at, color=INK, lw=0.9, ls=(0, (3, 2)))
    axes.annotate(
        words,
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
    colours: Sequence[str] = SHARES,
) -> str:
    """A rectangle in the colour of its share; gives the colour of text on it."""
    colour = between(colours, share)
    box = Rectangle(corner, *size, facecolor=colour, edgecolor=PAPER, lw=0.8)
    canvas.axes.add_patch(box)
    canvas.tip(box, tip)
    return ink_on(colour)


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
    canvas: Canvas,
    at: tuple[int, int],
    heat: float,
    text: str,
    tip: str,
    colours: Sequence[str] = SHARES,
) -> None:
    """A tile of a heat map with its figure."""
    corner = (at[0] - 0.5, at[1] - 0.5)
    ink = tile(canvas, corner, (1, 1), heat, tip, colours)
    centred: Any = {"ha": "center", "va": "center_baseline"}
    canvas.axes.text(*at, text, color=ink, fontsize=7.5, **centred)
