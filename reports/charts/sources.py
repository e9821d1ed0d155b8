"""What points are made of: at the end, and round by round."""

from collections.abc import Mapping, Sequence, Sized
from typing import Any

import numpy as np
import polars as pl
from matplotlib.patches import Patch

from analyses.language import figure, say, word
from reports.canvas import NORMAL, WIDE, Canvas, Drawing
from reports.charts.shapes import Found, panels, united, whole_axis
from reports.look import INK, PAPER, Style, source_styles

NOTHING = 0.05  # points: sources that never give as much are in the table only
LEGEND, HALF = 5, 3  # names in a line of it, on a whole page and on half of one


def _styles(found: Found) -> dict[str, Style]:
    """The same for both charts and all panels: by what a source brings in the end."""
    return source_styles(united(one.frame("sources")["source"] for one in found.values()))


def sources(found: Found) -> Drawing:
    """Two stacked bars in each panel: what everyone's and what winners' points are made of."""
    shown = {words: _shown(one.frame("sources")) for words, one in found.items()}
    canvas, narrow = (_stacks(shown, _styles(found), width) for width in (WIDE, NORMAL))
    largest = next((frame.row(0, named=True) for frame in shown.values() if len(frame)), None)
    told = (
        say("the largest source is {source}", source=largest["source"])
        if largest
        else say("there are no points")
    )
    return canvas.drawing(
        say("Where the points come from: an average player and a winner"),
        say("Stacked bars; {told}.", told=told),
        narrow,
    )


def _stacks(shown: Mapping[str, pl.DataFrame], styles: Mapping[str, Style], width: float) -> Canvas:
    canvas = Canvas(1.1 + 0.32 * len(shown) + _height(styles, _in_line(width)), width)
    rows = [
        (f"{words} {word(who)}".strip(), frame, column)
        for words, frame in shown.items()
        for who, column in (("everyone", "points"), ("winners", "winners"))
    ]
    for k, (who, frame, column) in enumerate(rows):
        _stack(canvas, k, who, frame.select("source", column), styles)
    axes = canvas.axes
    axes.axvline(0, color=INK, lw=0.7)
    axes.set_yticks(range(len(rows)), [who for who, *_ in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlabel(say("points per player, by source"))
    _legend(canvas, styles, united(frame["source"] for frame in shown.values()))
    return canvas


def _shown(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.filter((pl.col("points").abs() > NOTHING) | (pl.col("winners").abs() > NOTHING))


def _stack(
    canvas: Canvas, k: int, who: str, frame: pl.DataFrame, styles: Mapping[str, Style]
) -> None:
    right = left = 0.0
    room = 0.05 if canvas.width == WIDE else 0.13  # of a bar: what a figure takes
    least = room * float(frame.to_series(1).abs().sum())
    for source, points in frame.drop_nulls().iter_rows():
        start = right if points >= 0 else left
        _bar(canvas, k, start, points, who, source, styles[source])
        if abs(points) > least:
            _figure(canvas, start + points / 2, k, points)
        right, left = (right + points, left) if points >= 0 else (right, left + points)


def _height(names: Sized, in_line: int = LEGEND) -> float:
    return 0.17 * ((len(names) + in_line - 1) // in_line)


def _in_line(width: float) -> int:
    return LEGEND if width == WIDE else HALF


def _legend(canvas: Canvas, styles: Mapping[str, Style], names: Sequence[str]) -> None:
    handles = [
        Patch(facecolor=styles[name].colour, hatch=styles[name].dash, edgecolor=PAPER, lw=0.6)
        for name in names
    ]
    if handles:
        words, in_line = list(map(word, names)), _in_line(canvas.width)
        canvas.figure.legend(handles, words, loc="outside lower center", ncols=in_line)


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
    )
    canvas.tip(
        bar, say("{who}, {source}: {points:.1f} points", who=who, source=source, points=points)
    )


def _figure(canvas: Canvas, x: float, y: float, points: float) -> None:
    canvas.axes.text(
        x,
        y,
        figure(points, ".1f"),
        ha="center",
        va="center",
        fontsize=7,
        color="#000000",
        bbox={"facecolor": "#ffffff", "alpha": 0.8, "lw": 0, "pad": 0.8},
    )


def _area(axes: Any, ends: tuple[np.ndarray, ...], style: Any) -> Any:
    look = {"facecolor": style.colour, "hatch": style.dash, "edgecolor": PAPER, "lw": 0.5}
    return axes.fill_between(*ends, **look)


def stages(found: Found) -> Drawing | None:
    """Areas on top of each other, those below nothing under the axis."""
    grown = {words: one for words, one in found.items() if one.has("by_round")}
    frames = {words: one.frame("by_round") for words, one in grown.items()}
    frames = {words: frame for words, frame in frames.items() if len(frame) > 1}
    if not frames:
        return None
    styles = _styles(found)
    names = [name for name in styles if any(_is_seen(frame, name) for frame in frames.values())]
    canvas = panels(frames, 1.9 + _height(names, LEGEND if len(frames) > 1 else HALF))
    for frame in canvas.over(frames):
        _areas(canvas, frame, {name: styles[name] for name in names if name in frame.columns})
        canvas.axes.set_xlabel(say("round"))
    axes = next(iter(canvas.panels.values()))
    axes.set_ylabel(say("points of a player"))
    axes.set_xlim(left=1)
    whole_axis(axes.xaxis)
    _legend(canvas, styles, names)
    return canvas.drawing(
        say(
            "What scores are made of as a game goes on: mean points by source after each round;"
            " the line is their sum, the standing"
        ),
        say("Stacked areas, one for each of {n} sources of points.", n=len(names)),
    )


def _is_seen(frame: pl.DataFrame, name: str) -> bool:
    return name in frame.columns and bool((frame[name].abs() > NOTHING).any())


def _areas(canvas: Canvas, frame: pl.DataFrame, styles: Mapping[str, Style]) -> None:
    rounds = frame["round"].to_numpy()
    above, below = np.zeros(len(frame)), np.zeros(len(frame))
    for name, style in styles.items():
        points = frame[name].to_numpy()
        up, down = above + np.maximum(points, 0), below + np.minimum(points, 0)
        tip = say(
            "{name}: {points:.1f} points after round {round}",
            name=name,
            points=points[-1],
            round=rounds[-1],
        )
        for low, high in ((above, up), (down, below)):
            if (high > low).any():
                canvas.tip(_area(canvas.axes, (rounds, low, high), style), tip)
        above, below = up, down
    canvas.axes.plot(rounds, above + below, color=INK, lw=1.4)
    canvas.axes.axhline(0, color=INK, lw=0.7)
