"""How a finding goes with the skill of the players: small multiples.

Of one number of players each seat, faction or option has a panel; of several each number has one.
"""

from typing import Any

import polars as pl

from analyses.findings.finding import Finding, Table, percent
from analyses.findings.verdicts import TILTED, WATCH
from analyses.lab.report.for_whom import KEY
from analyses.language import figure, say, word
from analyses.statistics.by_level import HOLDS, OPEN
from reports.canvas import NORMAL, WIDE, Canvas, Drawing, short
from reports.charts.shapes import Found, percent_axis
from reports.look import HUES, MARKS

MOST = len(HUES)  # lines of a panel
HEIGHT, APART = 1.5, 0.12  # inches; levels between two lines
SEVERAL, PANEL_NAME = 3, 14  # panels of a wide chart, and letters over a small one
CAPTION = "By level of skill, with 95% CIs that hold for all levels together"


def levels(found: Found) -> Drawing | None:
    """A line for each that is told of; the table has what finds no room."""
    tables = {words: one[KEY] for words, one in found.items() if one.has(KEY)}
    tables = dict([*tables.items()][:SEVERAL])
    if not tables or not any(map(_is_telling, found.values())):
        return None
    if len(tables) == 1:
        return _one_each(*tables.values())
    canvas = Canvas(HEIGHT, WIDE if len(tables) > 1 else NORMAL, tables)
    for table in canvas.over(tables):
        for k, name in enumerate(_told(table.frame)):
            _line(canvas, k, name, table.frame.filter(about=name), bool(table.shares))
        every = table.frame["level"].unique().sort().to_list()
        canvas.axes.set_xticks(every, [str(level) for level in every])
        canvas.axes.set_xlabel(say("Level of skill"))
        if table.shares:
            percent_axis(canvas.axes.yaxis, float(table.frame["high"].to_numpy().max()))
    _legend(canvas)
    names = dict.fromkeys(name for table in tables.values() for name in _told(table.frame))
    return canvas.drawing(
        say(CAPTION), say("Line chart by level: {names}.", names=", ".join(names))
    )


def _one_each(table: Table) -> Drawing:
    """A panel for each, all on one scale, so that curves that part ways are seen."""
    names = _told(table.frame)
    panels = {short(word(name), PANEL_NAME): name for name in names}
    canvas = Canvas(HEIGHT, WIDE if len(panels) > 2 else NORMAL, panels)
    for name in canvas.over(panels):
        frame = table.frame.filter(about=name)
        low, high = (frame[column].to_numpy() for column in ("low", "high"))
        canvas.axes.fill_between(frame["level"], low, high, color=HUES[0], alpha=0.15, lw=0)
        _line(canvas, 0, name, frame, bool(table.shares), apart=0.0)
        every = frame["level"].to_list()
        canvas.axes.set_xticks(every, [str(level) for level in every])
    if table.shares:
        percent_axis(canvas.axes.yaxis, float(table.frame["high"].to_numpy().max()))
    canvas.figure.supxlabel(say("Level of skill"), fontsize=8)
    alt = say("Line chart by level: {names}.", names=", ".join(map(word, names)))
    return canvas.drawing(say(CAPTION), alt)


def _is_telling(finding: Finding) -> bool:
    """What is balanced at every level needs no picture."""
    return finding.verdict in (TILTED, WATCH) or finding.skill not in ("", HOLDS, OPEN)


def _told(frame: pl.DataFrame) -> list[str]:
    """Those that skill moves most, in the order of the table."""
    names = frame["about"].unique(maintain_order=True).to_list()
    if len(names) <= MOST:
        return names
    spread = frame.group_by("about").agg(moved=pl.col("value").max() - pl.col("value").min())
    moved = set(spread.sort("moved", "about", descending=[True, False])["about"].head(MOST))
    return [name for name in names if name in moved]


def _line(
    canvas: Canvas, k: int, name: str, frame: pl.DataFrame, is_share: bool, apart: float = APART
) -> None:
    colour, mark = HUES[k % len(HUES)], MARKS[k % len(MARKS)]
    at = frame["level"] + apart * (k - MOST / 2 + 0.5)
    value, low, high = (frame[column].to_numpy() for column in ("value", "low", "high"))
    canvas.axes.vlines(at, low, high, color=colour, lw=1.0, alpha=0.6)
    canvas.axes.plot(at, value, color=colour, marker=mark, ms=4, lw=1.2, label=word(name))
    for x, y, level in zip(at, value, frame["level"], strict=True):
        (dot,) = canvas.axes.plot(x, y, mark, color=colour, ms=4)
        told = percent(y) if is_share else figure(y, ".3g")
        canvas.tip(dot, say("{name}, level {level}: {figure}", name=word(name), level=level,
                            figure=told))  # fmt: skip


def _legend(canvas: Canvas) -> None:
    known: dict[Any, Any] = {}
    for axes in canvas.panels.values():
        handles, names = axes.get_legend_handles_labels()
        known |= dict(zip(names, handles, strict=True))
    if len(known) > 1:
        names, n = list(known), 3 * len(canvas.panels)
        canvas.figure.legend(list(known.values()), names, loc="outside lower center", ncols=n)
