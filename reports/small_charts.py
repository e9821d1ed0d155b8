"""The small chart of each issue on page one: who wins how much, or where a figure lies."""

import math
import os
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import matplotlib as mpl
import polars as pl

from analyses.findings.finding import Finding, Judged
from analyses.findings.names import bot_called
from analyses.findings.standouts import above
from analyses.findings.verdicts import LEVEL, TILTED, WATCH, Scale
from analyses.language import figure, say, word
from analyses.questions.solo import EVEN
from analyses.questions.viable_strategies import SAME, VIABLE
from analyses.statistics.order import farthest_by, ordered
from reports.canvas import STYLE, Canvas, Drawing, short
from reports.look import FAINT, INK, LIGHTS
from reports.subjects import seat_meant, standing_out
from simulator.levers import Levers

WIDTH, BAR, FRAME = 2.5, 0.17, 0.24  # inches
MOST = 6  # bars
LABEL = 0.2  # of the longest bar: a figure beside one
LETTERS = 20  # of a name beside its bar
OTHERS = "#9aa4af"  # bars that the issue is not about


def small_chart(finding: Finding, players: str, levers: Levers) -> Drawing | None:
    """Bars against what would be fair, in the figures of the sentence beside them.

    Where nothing of the kind is known, the judged figure between its limits.
    """
    drawn = BARS[finding.name](finding, players, levers) if finding.name in BARS else None
    with mpl.rc_context(STYLE):
        if drawn:
            return _bars(drawn, finding)
        judged, scale = finding.judged, finding.scale
        return _strip(finding, judged, scale, players) if judged and scale else None


class Bars(NamedTuple):
    """A row of bars: what each is of, its share, and whether the issue is about it."""

    rows: Sequence[tuple[str, float, bool]]
    line: float  # dashed: what would be fair
    caption: str
    form: str = ".0%"
    times: float = 1.0  # the shares as figures show them


def _seats(finding: Finding, players: str, levers: Levers) -> Bars | None:
    if not finding.has("shares"):
        return None
    shares, meant = finding.frame("shares"), seat_meant(finding)
    rows = [
        (say("player {seat}", seat=row["seat"]), row["estimate"], row["seat"] == meant)
        for row in shares.iter_rows(named=True)
    ]
    return Bars(rows, shares["even"][0], _won(players, shares["even"][0]))


def _holders(finding: Finding, players: str, levers: Levers) -> Bars | None:
    """Of the group that the issue is about: its strongest and its weakest."""
    named = standing_out(finding)
    if not named or "even" not in named[0]:
        return None
    far = farthest_by(named, lambda row: row["above"])
    table = finding.frame("win_rates")
    group = table.with_columns(above=above(table)).filter(group=far["group"])
    rows = ordered(group.iter_rows(named=True), lambda row: -row["above"])
    shown = [
        (word(row["member"]), row["estimate"], row["member"] == far["member"])
        for row in _ends(rows)
    ]
    return Bars(shown, named[0]["even"], _won(players, named[0]["even"]))


def _won(players: str, fair: float) -> str:
    told = "{players}: games won; dashed: a fair share, {fair}"
    return say(told, players=players, fair=figure(fair, ".0%"))


def _options(finding: Finding, players: str, levers: Levers) -> Bars | None:
    """Of the group of the option that is farthest from the others: what each is worth."""
    if not finding.has("apart") or "alone" not in finding.frame("apart").columns:
        return None
    far = finding.frame("apart").row(0, named=True)
    group = finding.frame("apart").filter(group=far["group"])
    rows = ordered(group.iter_rows(named=True), lambda row: -row["alone"])
    shown = [(row["option"], row["alone"], row["option"] == far["option"]) for row in _ends(rows)]
    told = (
        "{players}: win rate lost without each, in percentage points; dashed: the average of the"
        " others, {others}"
    )
    others = figure(100 * far["peers"], ".0f")
    return Bars(shown, far["peers"], say(told, players=players, others=others), ".0f", 100)


def _styles(finding: Finding, players: str, levers: Levers) -> Bars | None:
    """Each bot at its best; the issue is about the one that comes nearest to being viable."""
    if not finding.has("styles"):
        return None
    table = finding.frame("styles").filter(pl.col("counted") != SAME)
    best = list(table.unique("style", keep="first", maintain_order=True).iter_rows(named=True))
    short = [row["style"] for row in best if row["estimate"] < VIABLE * row["even"]]
    if not short:
        return None
    rows = [
        (bot_called(row["style"], levers), row["estimate"], row["style"] == short[0])
        for row in best[:MOST]
    ]
    needed = VIABLE * best[0]["even"]
    told = (
        "{players}: games won by each bot alone against the best one; dashed: viable from {needed}"
    )
    return Bars(rows, needed, say(told, players=players, needed=figure(needed, ".0%")))


def _against_automa(finding: Finding, players: str, levers: Levers) -> Bars | None:
    if not finding.has("wins"):
        return None
    rows = [
        (bot_called(row["strategy"], levers), row["estimate"], k == 0)
        for k, row in enumerate(finding.frame("wins").head(MOST).iter_rows(named=True))
    ]
    told = "{players}: games won by each bot; dashed: an even match, {even}"
    return Bars(rows, EVEN, say(told, players=players, even=figure(EVEN, ".0%")))


def _ends(rows: Sequence[dict[str, Any]]) -> Sequence[dict[str, Any]]:
    return rows if len(rows) <= MOST else [*rows[: MOST // 2], *rows[-(MOST // 2) :]]


def _bars(bars: Bars, finding: Finding) -> Drawing:
    canvas = Canvas(FRAME + BAR * len(bars.rows), WIDTH)
    axes, colour = canvas.axes, LIGHTS[finding.verdict].colour
    shares = [bars.line, *(share for _, share, _ in bars.rows)]
    most, least = max(shares), min(0.0, *shares)
    written = (figure(bars.times * share, bars.form) for _, share, _ in bars.rows)
    figures = [one.replace("-", "\u2212") for one in written]
    for k, ((name, share, is_it), shown) in enumerate(zip(bars.rows, figures, strict=True)):
        (bar,) = axes.barh(k, share, height=0.72, color=colour if is_it else OTHERS)
        canvas.tip(bar, f"{name}: {shown}")
        is_struck = share < bars.line < max(share, 0.0) + LABEL * (most - least)
        at = (bars.line if is_struck else max(share, 0.0)) + 0.02 * (most - least)
        axes.text(at, k, shown, va="center", fontsize=7)
    axes.axvline(bars.line, color=INK, lw=0.9, dashes=(3, 1.5))
    axes.set_xlim(least, most + 0.22 * (most - least))
    axes.set_yticks(range(len(bars.rows)), [short(name, LETTERS) for name in _apart(bars)])
    axes.invert_yaxis()
    _bare(canvas)
    named = zip(bars.rows, figures, strict=True)
    told = ", ".join(f"{name} {shown}" for (name, _, _), shown in named)
    return canvas.drawing(bars.caption, say("Bar chart: {bars}.", bars=told))


def _apart(bars: Bars) -> list[str]:
    """Names without the words that all begin or end with, as in 'a hand of Asia'."""
    names = [name for name, _, _ in bars.rows]
    if len(names) < 2:
        return names
    first = os.path.commonprefix(names).rpartition(" ")[0]  # noqa: RUF071
    last = os.path.commonprefix([name[::-1] for name in names])[::-1].partition(" ")[2]  # noqa: RUF071
    bare = [name.removeprefix(first).removesuffix(last).strip() for name in names]
    return names if any(not one or one.isdecimal() for one in bare) else bare


def _strip(finding: Finding, judged: Judged, scale: Scale, players: str) -> Drawing:
    """The judged figure with its interval, and where borderline and tilted begin."""
    canvas = Canvas(FRAME + 2.6 * BAR, WIDTH)
    axes, value = canvas.axes, finding.measure.value
    low, high = (value if not math.isfinite(end) else end for end in finding.measure.interval())
    start = min(0.0, low)
    end = max(1.35 * scale.tilted, 1.1 * high)
    ends = (start, scale.borderline, scale.tilted, end)
    for verdict, left, right in zip((LEVEL, WATCH, TILTED), ends, ends[1:], strict=False):
        axes.axvspan(left, right, color=LIGHTS[verdict].colour, alpha=0.18, lw=0)
        axes.text((left + right) / 2, 1.06, word(verdict, "verdict"), ha="center", fontsize=6,
                  transform=axes.get_xaxis_transform())  # fmt: skip
    axes.plot([low, high], [0, 0], color=INK, lw=2, solid_capstyle="butt")
    axes.annotate(
        judged.value, (value, 0), (0, 5), textcoords="offset points", ha="center", fontsize=6.5
    )
    axes.plot(value, 0, "o", color=LIGHTS[finding.verdict].colour, mec=INK, mew=0.6, ms=6)
    limits = [scale.borderline, scale.tilted]
    axes.set_xticks(limits, [judged.borderline, judged.tilted], fontsize=6.5)
    axes.set_xlim(start, end)
    axes.set_yticks([])
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    caption = say("{players}: {measure}", players=players, measure=judged.label)
    if scale.verdict(value, value) != finding.verdict:
        reaches = "{caption!s}. The verdict counts the whole range, not only the dot"
        caption = say(reaches, caption=caption)
    return canvas.drawing(caption, f"{caption}: {judged.value}")


def _bare(canvas: Canvas) -> None:
    canvas.axes.set_xticks([])
    canvas.axes.spines[:].set_visible(False)
    canvas.axes.tick_params(length=0, colors=FAINT, labelcolor=INK)


BARS: dict[str, Callable[[Finding, str, Levers], Bars | None]] = {
    "turn_order": _seats,
    "win_rates": _holders,
    "option_value": _options,
    "viable_strategies": _styles,
    "solo": _against_automa,
}
