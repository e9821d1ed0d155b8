"""Archeos Society: the six boards, both sides, and where vehicles end on them."""

from collections.abc import Mapping
from typing import Any

import polars as pl
from matplotlib.patches import Rectangle

from analyses.findings.finding import Finding
from analyses.language import say
from reports.canvas import WIDE, Canvas, Drawing, short
from reports.look import DARK, FAINT, LIGHT, NAMED, Look, mixed
from simulator.components import Components

HEADING = "The six boards"
BOX, PITCH = 0.9, 1.5  # width of a space, and distance of two tracks


def draw(finding: Finding, components: Components, look: Look) -> list[Drawing]:
    frame = finding.frame("tracks")
    tracks = [rows for _, rows in frame.group_by("site", maintain_order=True)]
    tracks = [rows for rows in tracks if rows["vehicles"].is_not_null().any()]
    left = [rows for rows in tracks if rows["side"][0] == "compass"]
    right = [rows for rows in tracks if rows["side"][0] == "advanced"]
    canvas = Canvas(0.5 + 0.42 * max(len(left), len(right), 1), WIDE)
    axes, widest = canvas.axes, max(frame["space"]) + 1
    offset = widest + 4.6 if left else 0.0
    for x, side in ((0.0, left), (offset, right)):
        for k, rows in enumerate(side):
            _track(canvas, x, PITCH * k, rows)
        if side:
            axes.text(
                x, -1.05, say("{side} side", side=side[0]["side"][0]), fontsize=7.5, color=FAINT
            )
    axes.set_xlim(-3.9, (offset if right else 0) + widest + 0.2)
    axes.set_ylim(PITCH * max(len(left), len(right)) - 0.6, -1.5)
    axes.axis("off")
    return [
        canvas.drawing(
            say(
                "Where vehicles stand at the end of the game, in percent of vehicles. Above each"
                " space: its points; below: the smallest expedition that steps there."
            ),
            say(
                "Track view of {n} sides of the six boards. {sentence}",
                n=len(tracks),
                sentence=finding.sentence,
            ),
        )
    ]


def _track(canvas: Canvas, x: float, y: float, rows: pl.DataFrame) -> None:
    site = rows["site"][0]
    canvas.axes.text(x - 0.2, y, short(site, 19), ha="right", va="center", fontsize=7)
    for row in rows.iter_rows(named=True):
        _space(canvas, x + row["space"], y, row)


def _space(canvas: Canvas, x: float, y: float, row: Mapping[str, Any]) -> None:
    """As strong as the share of vehicles that end there."""
    axes, hue, share = canvas.axes, NAMED[row["board"]], row["vehicles"] or 0.0
    corner = (x, y - 0.36)
    wash = mixed(hue, LIGHT, 0.05 + 0.65 * min(1, 1.6 * share))
    patch = Rectangle(corner, BOX, 0.72, facecolor=wash, lw=0)
    axes.add_patch(patch)
    axes.add_patch(Rectangle(corner, BOX, 0.72, facecolor="none", edgecolor=hue, lw=0.8))
    told = "{site}, space {space}, {points} points: {share:.0%} of vehicles end here"
    of_winners = (
        "{site}, space {space}, {points} points: {share:.0%} of vehicles end here, winners'"
        " {winners:.0%}"
    )
    canvas.tip(
        patch,
        say(
            told if row["winners"] is None else of_winners,
            site=row["site"],
            space=row["space"],
            points=row["points"],
            share=share,
            winners=row["winners"] or 0.0,
        ),
    )
    middle = x + BOX / 2
    figure = {"ha": "center", "va": "center", "fontsize": 7, "color": DARK}
    axes.text(middle, y + 0.02, f"{100 * share:.0f}", **figure)
    small: dict[str, Any] = {"ha": "center", "fontsize": 5.4, "color": FAINT}
    axes.text(middle, y - 0.4, str(row["points"]), va="bottom", **small)
    if row["needs"] is not None:
        axes.text(middle, y + 0.4, f"≥{row['needs']}", va="top", **small)
