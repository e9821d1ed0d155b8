"""What points are made of: at the end, and round by round."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import polars as pl
from matplotlib.patches import Patch

from analyses.language import figure, say, word
from reports.canvas import NORMAL, WIDE, Canvas, Drawing
from reports.charts.shapes import Found, in_line, panels, united, whole_axis
from reports.look import INK, PAPER, REST, ink_on, source_styles

NOTHING = 0.05  # points: sources that never give as much are in the table only
LARGEST = 5  # sources with a colour of their own, unless there is just one more
OTHERS = "other sources"
LEAST = 0.05  # of a bar: what has its figure written in it
Colours = Mapping[str, str]  # of each source that is drawn, the others as one


def _colours(found: Found) -> Colours:
    """The same for both charts and all panels: the largest at the end, and the rest as one."""
    frames = [_shown(one.frame("sources")) for one in found.values()]
    largest = _largest(frames)
    others = {OTHERS: REST} if _is_more(frames, largest) else {}
    return {**source_styles(largest), **others}


def _largest(frames: Iterable[pl.DataFrame]) -> list[str]:
    """By the share of a score that they are anywhere at most."""
    most: dict[str, float] = {}
    for frame in frames:
        for column in ("points", "winners"):
            sizes = frame[column].fill_null(0.0).abs()
            for source, share in zip(frame["source"], sizes / max(sizes.sum(), 1e-9), strict=True):
                most[source] = max(most.get(source, 0.0), share)
    ranked = sorted(most, key=lambda source: -most[source])
    return ranked if len(ranked) <= LARGEST + 1 else ranked[:LARGEST]


def _is_more(frames: Iterable[pl.DataFrame], largest: Sequence[str]) -> bool:
    return any(not frame["source"].is_in(largest).all() for frame in frames)


def _together(frame: pl.DataFrame, colours: Colours) -> pl.DataFrame:
    """A row for each source that has a colour, in their order, and one for all others."""
    name = pl.when(pl.col("source").is_in([*colours])).then("source").otherwise(pl.lit(OTHERS))
    sums = frame.group_by(name.alias("source"), maintain_order=True).agg(
        pl.when(pl.col(column).count() > 0).then(pl.col(column).sum()).alias(column)
        for column in ("points", "winners")
    )
    order = {source: k for k, source in enumerate(colours)}
    return sums.sort(pl.col("source").replace_strict(order, return_dtype=pl.Int64))


def sources(found: Found) -> Drawing:
    """Two stacked bars in each panel: what everyone's and what winners' points are made of."""
    colours = _colours(found)
    frames = {words: _shown(one.frame("sources")) for words, one in found.items()}
    shown = {words: _together(frame, colours) for words, frame in frames.items()}
    canvas, narrow = (_stacks(shown, colours, width) for width in (WIDE, NORMAL))
    largest = next((frame.row(0, named=True) for frame in frames.values() if len(frame)), None)
    told = (
        say("the largest source is {source}", source=largest["source"])
        if largest
        else say("there are no points")
    )
    return canvas.drawing(
        say("Where points come from: all players and winners. The table has every source."),
        say("Stacked bars; {told}.", told=told),
        narrow,
    )


def _stacks(shown: Mapping[str, pl.DataFrame], colours: Colours, width: float) -> Canvas:
    canvas = Canvas(0.85 + 0.32 * len(shown) + _height([*colours], width), width)
    rows = [
        (f"{words} {word(who)}".strip(), frame, column)
        for words, frame in shown.items()
        for who, column in (("everyone", "points"), ("winners", "winners"))
    ]
    longest = max(float(frame[column].abs().sum()) for _, frame, column in rows)
    for k, (who, frame, column) in enumerate(rows):
        _stack(canvas, k, who, frame.select("source", column), colours, longest)
    axes = canvas.axes
    axes.axvline(0, color=INK, lw=0.7)
    axes.set_yticks(range(len(rows)), [who for who, *_ in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlabel(say("points per player, by source"))
    _legend(canvas, colours, united(frame["source"] for frame in shown.values()))
    return canvas


def _shown(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.filter((pl.col("points").abs() > NOTHING) | (pl.col("winners").abs() > NOTHING))


def _stack(
    canvas: Canvas, k: int, who: str, frame: pl.DataFrame, colours: Colours, longest: float
) -> None:
    right = left = 0.0
    room = 0.06 if canvas.width == WIDE else 0.14  # of the longest bar: what a figure takes
    least = max(LEAST * float(frame.to_series(1).abs().sum()), room * longest)
    for source, points in frame.drop_nulls().iter_rows():
        start = right if points >= 0 else left
        _bar(canvas, k, start, points, who, source, colours[source])
        if abs(points) >= least:
            _figure(canvas, start + points / 2, k, points, colours[source])
        right, left = (right + points, left) if points >= 0 else (right, left + points)


def _height(names: Sequence[str], width: float) -> float:
    n = in_line(names, width)
    return 0.17 * ((len(names) + n - 1) // n)


def _legend(canvas: Canvas, colours: Colours, names: Iterable[str]) -> None:
    drawn = [name for name in colours if name in {*names}]
    handles = [Patch(facecolor=colours[name], edgecolor=PAPER, lw=0.6) for name in drawn]
    if handles:
        words, n = list(map(word, drawn)), in_line(drawn, canvas.width)
        canvas.figure.legend(handles, words, loc="outside lower center", ncols=n)


def _bar(
    canvas: Canvas, k: int, start: float, points: float, who: str, source: str, colour: str
) -> None:
    look = {"height": 0.6, "color": colour, "edgecolor": PAPER, "lw": 0.8}
    (bar,) = canvas.axes.barh(k, points, left=start, **look)
    canvas.tip(
        bar, say("{who}, {source}: {points:.1f} points", who=who, source=source, points=points)
    )


def _figure(canvas: Canvas, x: float, y: float, points: float, ground: str) -> None:
    middle = {"ha": "center", "va": "center_baseline"}
    canvas.axes.text(x, y, figure(points, ".1f"), fontsize=7, color=ink_on(ground), **middle)


def stages(found: Found) -> Drawing | None:
    """Areas on top of each other, those below nothing under the axis."""
    grown = {words: one for words, one in found.items() if one.has("by_round")}
    frames = {words: one.frame("by_round") for words, one in grown.items()}
    frames = {words: frame for words, frame in frames.items() if len(frame) > 1}
    if not frames:
        return None
    colours = _colours(found)
    parts = {words: _by_round(frame, colours) for words, frame in frames.items()}
    names = [name for name in colours if any(_is_seen(one, name) for one in parts.values())]
    canvas = panels(frames, 1.6 + _height(names, WIDE if len(frames) > 1 else NORMAL))
    for words, frame in zip(frames, canvas.over(frames), strict=True):
        _areas(canvas, frame["round"].to_numpy(), parts[words], colours)
        canvas.axes.set_xlabel(say("round"))
    axes = next(iter(canvas.panels.values()))
    axes.set_ylabel(say("points of a player"))
    axes.set_xlim(left=1)
    whole_axis(axes.xaxis)
    _legend(canvas, colours, names)
    return canvas.drawing(
        say("Mean points by source after each round; the line is the current score"),
        say("Stacked areas, one for each of {n} sources of points.", n=len(names)),
    )


def _by_round(frame: pl.DataFrame, colours: Colours) -> dict[str, np.ndarray]:
    """The points of each source after each round, the others as one."""
    sources = [name for name in frame.columns if name not in ("round", "games running")]
    own = {name: frame[name].to_numpy() for name in colours if name in sources}
    others = [frame[name].to_numpy() for name in sources if name not in colours]
    return own | ({OTHERS: np.sum(others, axis=0)} if others else {})


def _is_seen(parts: Mapping[str, np.ndarray], name: str) -> bool:
    return name in parts and bool((np.abs(parts[name]) > NOTHING).any())


def _areas(
    canvas: Canvas, rounds: np.ndarray, parts: Mapping[str, np.ndarray], colours: Colours
) -> None:
    above, below = np.zeros(len(rounds)), np.zeros(len(rounds))
    for name, points in parts.items():
        up, down = above + np.maximum(points, 0), below + np.minimum(points, 0)
        tip = say(
            "{name}: {points:.1f} points after round {round}",
            name=name,
            points=points[-1],
            round=rounds[-1],
        )
        for low, high in ((above, up), (down, below)):
            if (high > low).any():
                look = {"facecolor": colours.get(name, REST), "edgecolor": PAPER, "lw": 0.6}
                canvas.tip(canvas.axes.fill_between(rounds, low, high, **look), tip)
        above, below = up, down
    canvas.axes.plot(rounds, above + below, color=INK, lw=1.4)
    canvas.axes.axhline(0, color=INK, lw=0.7)
