"""Archeos Society: the six boards, both sides, and what each is worth to a player."""

from collections.abc import Mapping

import numpy as np
import polars as pl
from matplotlib.patches import Rectangle

from analyses.findings import Finding
from reports.canvas import WIDE, Canvas, Drawing, short
from reports.charts.shapes import table
from reports.look import FAINT, GRID, INK, Look
from simulator.components import Components
from simulator.games.archeos.table import COLOUR_NAMES
from simulator.games.archeos.words import SITES

HEADING = "The six boards"
QUESTION = "What do the tracks offer, and what do players make of them?"
SIDES = ("compass", "advanced")
HUES = ("#d55e00", "#009e73", "#0072b2", "#e69f00", "#cc79a7", "#7b5ea7")  # the boards' colours
BOX, BARS = 0.86, 8.6  # width of a space; where the bars begin, in spaces


def draw(findings: Mapping[str, Finding], components: Components, look: Look) -> list[Drawing]:
    points = table(findings["curves"], "Points by source") if "curves" in findings else None
    if points is None:
        return []
    canvas = Canvas(5.0, WIDE)
    axes = canvas.axes
    mine = {row["source"]: row for row in points.iter_rows(named=True)}
    most = max(max(mine[c]["points"], mine[c]["winners"] or 0.0) for c in COLOUR_NAMES) or 1.0
    for k, colour in enumerate(COLOUR_NAMES):
        for side, face in enumerate(SIDES):
            _track(
                canvas, 2.3 * k + side, SITES[k][side], HUES[k], *_spaces(components, colour, face)
            )
        _worth(canvas, 2.3 * k, colour, HUES[k], mine[colour], most)
    axes.set_xlim(-3.4, BARS + 5.4)
    axes.set_ylim(2.3 * len(COLOUR_NAMES) - 0.7, -1.2)
    axes.axis("off")
    best = points.filter(pl.col("source").is_in(COLOUR_NAMES)).row(0, named=True)
    return [
        canvas.drawing(
            "The tracks: points of each space, above it the smallest expedition that steps there;"
            " upper side compass, lower side advanced. Right: points a board brings a player in a"
            " game (bar) and a winner (mark).",
            f"Track view of six boards; {best['source']} brings most, {best['points']:.1f} points"
            " a game; all figures stand in the table of points by source.",
        )
    ]


def _spaces(components: Components, colour: str, face: str) -> tuple[list[int], list[int]]:
    """Thresholds of the steps and points of the spaces, by the reconstruction that was played."""
    other = f"tracks_b.{colour}_{face}"
    if components["setup.tracks"] == "B" and other in components.entries:
        thresholds, points = components[other]
        return thresholds, points
    path = f"tracks.{colour}_{face}"
    return components[f"{path}.thresholds"], components[f"{path}.points"]


def _track(
    canvas: Canvas, y: float, site: str, hue: str, thresholds: list[int], points: list[int]
) -> None:
    axes = canvas.axes
    axes.text(-0.3, y, short(site, 18), ha="right", va="center", fontsize=7)
    for k, worth in enumerate(points):
        depth = 0.15 + 0.6 * k / len(points)
        axes.add_patch(
            Rectangle((k, y - 0.32), BOX, 0.64, facecolor=hue, alpha=depth, edgecolor=INK, lw=0.5)
        )
        axes.text(k + BOX / 2, y, str(worth), ha="center", va="center", fontsize=7, color=INK)
        if k:
            axes.text(
                k + BOX / 2,
                y - 0.34,
                f"≥{thresholds[k - 1]}",
                ha="center",
                va="bottom",
                fontsize=4.6,
                color=FAINT,
            )


def _worth(
    canvas: Canvas, y: float, colour: str, hue: str, row: Mapping[str, float], most: float
) -> None:
    """A bar for everyone and a mark for winners."""
    axes, scale = canvas.axes, 3.6 / most
    winners = row["winners"] if row["winners"] is not None else np.nan
    (bar,) = axes.barh(y + 0.5, row["points"] * scale, left=BARS, height=0.8, color=hue, alpha=0.6)
    canvas.tip(bar, f"{colour}: {row['points']:.1f} points, winners {winners:.1f}")
    axes.plot([BARS, BARS], [y - 0.2, y + 1.2], color=GRID, lw=0.8)
    axes.plot(BARS + winners * scale, y + 0.5, "D", color=INK, ms=3.5)
    end = BARS + max(row["points"], winners) * scale + 0.2
    axes.text(end, y + 0.5, f"{row['points']:.1f}", va="center", fontsize=7)
