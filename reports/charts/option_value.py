"""What each option is worth: what a player loses without it, group by group."""

from collections.abc import Sequence

import polars as pl

from analyses.language import say, words_of
from analyses.statistics.order import sort_rows
from reports.canvas import Canvas, Drawing
from reports.charts.shapes import Found, dots, rows_canvas
from reports.look import FAINT, HUES, MARKS, Look, Style

SHARES = ("estimate", "low", "high")
MOST = 11  # rows: those that compete, then those that are missed most


def side_by_side(found: Found, look: Look) -> list[Drawing]:
    rows = _rows(found)
    if rows.is_empty():  # the player uses none of the options
        return []
    groups = rows["group"].unique(maintain_order=True).to_list()
    names = rows["option"].to_list()
    canvas = rows_canvas(len(names), found=found)
    for finding in canvas.over(found):
        frame = finding.frame("losses").filter(pl.col("option").is_in(names))
        styles = [_style(groups.index(name)) for name in frame["group"]]
        dots(canvas, frame["option"].to_list(), frame, styles, SHARES, is_share=True, rows=names)
        _part_groups(canvas, rows["group"].to_list())
        canvas.axes.set_xlabel(say("win rate lost without it"))
    return [
        canvas.drawing(
            say(
                "Value of each option: win rate that a player loses without it, on the same"
                " shuffles, with 95% CIs. From the top: {groups}",
                groups=words_of(groups),
            ),
            say("Dot chart of {n} options; {first} stands on top.", n=len(names), first=names[0]),
        )
    ]


def _rows(found: Found) -> pl.DataFrame:
    """The options shown: groups whose members compete come first, the most needed on top."""
    every = pl.concat(finding.frame("losses") for finding in found.values())
    peers = {
        name
        for finding in found.values()
        if finding.has("apart")
        for name in finding.frame("apart")["group"]
    }
    mean = every.group_by("group", "option", maintain_order=True).agg(pl.col("estimate").mean())
    order = mean.with_columns(
        unnamed=~pl.col("option").is_in(_named(found)),
        other=~pl.col("group").is_in(peers),
        size=pl.col("estimate").abs(),
    )
    shown = sort_rows(order, "unnamed", "other", -pl.col("size")).head(MOST)
    return sort_rows(shown, "other", "group", -pl.col("estimate"))


def _named(found: Found) -> list[str]:
    """Options that the text names: the farthest from its peers, and the one missed most."""
    first = [(one, key) for one in found.values() for key in ("apart", "losses") if one.has(key)]
    return [name for one, key in first for name in one.frame(key)["option"].head(1)]


def _style(k: int) -> Style:
    return Style(HUES[k % len(HUES)], MARKS[k % len(MARKS)], "-")


def _part_groups(canvas: Canvas, groups: Sequence[str]) -> None:
    for k in range(1, len(groups)):
        if groups[k] != groups[k - 1]:
            canvas.axes.axhline(k - 0.5, color=FAINT, lw=0.6)
