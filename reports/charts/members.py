"""Who or what is too strong: what holders win, for each number of players."""

from typing import Any

import polars as pl

from analyses.findings.finding import percent
from analyses.language import say
from reports.canvas import Canvas, Drawing
from reports.charts.shapes import Found, heat_map, heat_tile, told
from reports.look import DIVERGING, Look

MOST = 0.5  # of an even share more or less: the strongest colours
SURE = 0.05
ENDS = 8  # of many, so many of the strongest and of the weakest are drawn


def side_by_side(found: Found, look: Look) -> list[Drawing]:
    """The strongest on top; a sign says that it surely is not even."""
    every = pl.concat(finding.frame("members") for finding in found.values())
    if every.is_empty():
        return []
    strength = every.group_by("member", maintain_order=True).agg(
        (pl.col("estimate") / pl.col("even")).mean()
    )
    ranked = strength.sort("estimate", descending=True)["member"].to_list()
    rows = ranked if len(ranked) <= 2 * ENDS else [*ranked[:ENDS], *ranked[-ENDS:]]
    canvas = heat_map(rows, list(found))
    for column, (words, finding) in enumerate(found.items()):
        shown = finding.frame("members").filter(pl.col("member").is_in(rows))
        for row in shown.iter_rows(named=True):
            _tile(canvas, (column, rows.index(row["member"])), words, row)
    alt = say(
        "Heat map of {n} members; {strongest} wins most, {weakest} least.",
        n=len(rows),
        strongest=rows[0],
        weakest=rows[-1],
    )
    return [canvas.drawing(_caption(found, len(ranked) - len(rows)), alt)]


def _tile(canvas: Canvas, at: tuple[int, int], players: str, row: dict[str, Any]) -> None:
    off = row["estimate"] / row["even"] - 1
    sign = ("+ " if off > 0 else "− ") if row["q"] < SURE else ""
    tip = say(
        "{member}, {players}: {share}, even {even:.1f} %",
        member=row["member"],
        players=players,
        share=told(row["estimate"], row["low"], row["high"], is_share=True),
        even=100 * row["even"],
    )
    shade, shown = 0.5 + 0.5 * off / MOST, f"{sign}{percent(row['estimate'])}"
    heat_tile(canvas, at, shade, shown, tip, DIVERGING)


def _caption(found: Found, left: int) -> str:
    evens = (
        f"{words} {percent(one.frame('members')['even'][0])}"
        for words, one in found.items()
        if len(one.frame("members"))
    )
    caption = say(
        "Games won by who holds each; orange and +: surely more than even, violet and −:"
        " surely less. Even is: {evens}.",
        evens=", ".join(evens),
    )
    return caption + (" " + say("The {n} between are in the table.", n=left) if left else "")
