"""What each option is worth: what a player loses without it, group by group."""

import polars as pl

from analyses.findings.finding import Finding
from reports.canvas import WIDE, Canvas, Drawing
from reports.charts.shapes import dots, rows_canvas
from reports.look import FAINT, HUES, INK, MARKS, Look, Style

SHARES = ("estimate", "low", "high")


def draw(finding: Finding, look: Look) -> list[Drawing]:
    frame = finding.frame("losses")
    if frame.is_empty():  # the player uses none of the options
        return []
    groups = frame["group"].unique(maintain_order=True).sort().to_list()
    frame = frame.sort("group", "estimate", descending=[False, True], nulls_last=True)
    canvas = rows_canvas(len(frame), WIDE)
    look_of = {
        name: Style(HUES[k % len(HUES)], MARKS[k % len(MARKS)], "-")
        for k, name in enumerate(groups)
    }
    styles = [look_of[name] for name in frame["group"]]
    dots(canvas, frame["option"].to_list(), frame, styles, SHARES, is_share=True)
    _mark_groups(canvas, frame, finding)
    canvas.axes.set_xlabel("games that a player without it wins less")
    return [
        canvas.drawing(
            "What an option is worth: win share lost by a player who must do without it, on the"
            " same deals, with 95 % intervals. Dashed: the mean of a group whose members compete",
            f"Dot chart. {finding.sentence}",
        )
    ]


def _mark_groups(canvas: Canvas, frame: pl.DataFrame, finding: Finding) -> None:
    """A line between groups, their names on the right, and the mean of those that are judged."""
    axes, start = canvas.axes, 0
    left, right = axes.get_xlim()
    axes.set_xlim(left, right + 0.16 * (right - left))  # room for the names
    peers = set(finding.frame("apart")["group"]) if finding.has("apart") else set()
    for (name,), rows in frame.group_by("group", maintain_order=True):
        end = start + len(rows)
        if start:
            axes.axhline(start - 0.5, color=FAINT, lw=0.6)
        axes.annotate(
            name,
            (1, start - 0.35),
            (-2, 0),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            ha="right",
            va="top",
            fontsize=7,
            color=INK,
        )
        if name in peers:
            mean = float(rows["estimate"].to_numpy().mean())
            axes.plot([mean, mean], [start - 0.5, end - 0.5], color=FAINT, lw=0.9, ls=(0, (3, 2)))
        start = end
