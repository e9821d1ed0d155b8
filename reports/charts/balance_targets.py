"""Every target range and the interval measured, each on a scale of its own."""

import math
from typing import Any

from analyses.findings.finding import Finding, number_range, percent_range
from analyses.lab.check.balance_targets import VERDICTS
from analyses.lab.check.target_range import HOLDS, OUT, UNSURE
from analyses.language import say, word
from reports.canvas import WIDE, Canvas, Drawing
from reports.cells import cell
from reports.charts.shapes import name_rows, rows_canvas
from reports.look import FAINT, INK, LIGHTS, Look

MARKS = {HOLDS: "o", OUT: "D", UNSURE: "s"}
ROOM = 0.2  # of the width, beyond the outermost figure
LOWER = 0.24  # of a row: the interval, below the figures of the target
BESIDE = 1.0  # by the words: where the mark stands of what has an interval and no value
WASH = "#56b4e9"


def draw(finding: Finding, look: Look) -> list[Drawing]:
    rows = [
        (row, key == "shares")
        for key in ("shares", "others")
        if finding.has(key)
        for row in finding.frame(key).iter_rows(named=True)
    ]
    if not rows:
        return []
    canvas = rows_canvas(len(rows), WIDE)
    for k, (row, is_share) in enumerate(rows):
        _band(canvas, k, row, is_share)
    several = len({row["players"] for row, _ in rows}) > 1
    names = [word(row["metric"]) + f" ({row['players']})" * several for row, _ in rows]
    name_rows(canvas.axes, names)
    canvas.axes.set_xlim(0, 1.28)
    canvas.axes.set_xticks([])
    canvas.axes.grid(False)
    canvas.axes.spines[:].set_visible(False)
    return [
        canvas.drawing(
            say(
                "Each target range (shaded, with its ends) and what was measured, with its 95% CI,"
                " on a scale of its own; round: met, diamond: missed, square: inconclusive"
            ),
            say("Chart of {n} targets. {sentence}", n=len(rows), sentence=finding.sentence),
        )
    ]


def _band(canvas: Canvas, k: int, row: dict[str, Any], is_share: bool) -> None:
    figures = [row["low"], row["high"], row["at least"], row["at most"]]
    known = [value for value in figures if value is not None and math.isfinite(value)]
    if not known:
        return
    least, most = min(known), max(known)
    span = (most - least) or abs(most) or 1.0

    def at(value: float, instead: float) -> float:
        if value is None or not math.isfinite(value):
            return instead
        return ROOM + (1 - 2 * ROOM) * (value - least) / span

    axes, colour = canvas.axes, LIGHTS[VERDICTS[row["state"]]].colour
    start, end = at(row["at least"], 0.0), at(row["at most"], 1.0)
    axes.barh(k, end - start, left=start, height=0.7, color=WASH, alpha=0.3, lw=0)
    for value, place, side in ((row["at least"], start, "right"), (row["at most"], end, "left")):
        if value is not None and math.isfinite(value):
            axes.plot([place, place], [k - 0.35, k + 0.35], color=FAINT, lw=1)
            text = f" {cell(value, is_share)} "
            axes.text(place, k - 0.15, text, ha=side, va="center", fontsize=6.5, color=FAINT)
    low, high = at(row["low"], 0.0), at(row["high"], 1.0)
    axes.plot([low, high], [k + LOWER] * 2, color=colour, lw=2.4, solid_capstyle="butt")
    x, y = at(row["value"], BESIDE), k + LOWER * (row["value"] is not None)
    (dot,) = axes.plot(x, y, MARKS[row["state"]], color=colour, ms=5, mec=INK, mew=0.7)
    state, ends = row["state"], _told(row, is_share)
    canvas.tip(dot, say("{target}: {state}, {ends}", target=row["metric"], state=state, ends=ends))
    axes.text(1.02, k, say("{name}: {words}", name=state, words=ends), va="center", fontsize=6.5)


def _told(row: dict[str, Any], is_share: bool) -> str:
    low, high = row["low"], row["high"]
    return percent_range(low, high) if is_share else number_range(low, high, ".2f")
