"""The small chart of each issue on page one: who wins how much, or where a figure lies."""

import math
import os
from collections.abc import Sequence

import matplotlib as mpl

from analyses.findings.finding import Finding, Judged, percent
from analyses.findings.standouts import above
from analyses.findings.verdicts import LEVEL, TILTED, WATCH, Scale
from analyses.language import figure, say, word
from analyses.statistics.order import farthest_by, ordered
from reports.canvas import STYLE, Canvas, Drawing, short
from reports.look import FAINT, INK, LIGHTS
from reports.subjects import seat_meant, standing_out

WIDTH, BAR, FRAME = 2.5, 0.17, 0.24  # inches
MOST = 6  # bars
LABEL = 0.2  # of the longest bar: a figure beside one
LETTERS = 20  # of a name beside its bar
OTHERS = "#9aa4af"  # bars that the issue is not about
Bars = Sequence[tuple[str, float, bool]]  # name, share, whether the issue is about it


def small_chart(finding: Finding, players: str) -> Drawing | None:
    """Bars where somebody wins more than others, else the judged figure between its limits."""
    with mpl.rc_context(STYLE):
        if finding.name == "turn_order" and finding.has("shares"):
            return _wins(_seats(finding), finding.frame("shares")["even"][0], finding, players)
        if finding.name == "win_rates" and (bars := _holders(finding)):
            return _wins(bars, standing_out(finding)[0]["even"], finding, players)
        judged, scale = finding.judged, finding.scale
        return _strip(finding, judged, scale, players) if judged and scale else None


def _seats(finding: Finding) -> Bars:
    rows = list(finding.frame("shares").iter_rows(named=True))
    meant = seat_meant(finding)
    return [
        (say("player {seat}", seat=row["seat"]), row["estimate"], row["seat"] == meant)
        for row in rows
    ]


def _holders(finding: Finding) -> Bars:
    """Of the group that the issue is about: its strongest and its weakest."""
    named = standing_out(finding)
    if not named or "even" not in named[0]:
        return []
    far = farthest_by(named, lambda row: row["above"])
    table = finding.frame("win_rates")
    group = table.with_columns(above=above(table)).filter(group=far["group"])
    rows = ordered(group.iter_rows(named=True), lambda row: -row["above"])
    shown = rows if len(rows) <= MOST else [*rows[: MOST // 2], *rows[-(MOST // 2) :]]
    return [(word(row["member"]), row["estimate"], row["member"] == far["member"]) for row in shown]


def _wins(bars: Bars, fair: float, finding: Finding, players: str) -> Drawing:
    canvas = Canvas(FRAME + BAR * len(bars), WIDTH)
    axes, colour = canvas.axes, LIGHTS[finding.verdict].colour
    most = max(*(share for _, share, _ in bars), fair)
    for k, (name, share, is_it) in enumerate(bars):
        (bar,) = axes.barh(k, share, height=0.72, color=colour if is_it else OTHERS)
        canvas.tip(bar, f"{name}: {percent(share)}")
        is_struck = share < fair < share + LABEL * most
        at = (fair if is_struck else share) + 0.02 * most
        axes.text(at, k, figure(share, ".0%"), va="center", fontsize=7)
    axes.axvline(fair, color=INK, lw=0.9, dashes=(3, 1.5))
    axes.set_xlim(0, 1.22 * most)
    axes.set_yticks(range(len(bars)), [short(name, LETTERS) for name in _apart(bars)])
    axes.invert_yaxis()
    _bare(canvas)
    caption = say("{players}: games won; dashed: a fair share, {fair}", players=players,
                  fair=figure(fair, ".0%"))  # fmt: skip
    told = ", ".join(f"{name} {figure(share, '.0%')}" for name, share, _ in bars)
    return canvas.drawing(caption, say("Bar chart of games won: {bars}.", bars=told))


def _apart(bars: Bars) -> list[str]:
    """Names without the words that all begin with, as in 'a hand of Asia'."""
    names = [name for name, _, _ in bars]
    shared = os.path.commonprefix(names).rpartition(" ")[0]  # noqa: RUF071
    is_place = any(name.removeprefix(shared).strip().isdecimal() for name in names)
    return names if is_place else [name.removeprefix(shared).strip() or name for name in names]


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
