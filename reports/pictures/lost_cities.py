"""Lost Cities: Roll & Write: the sheet, and how far players fill it."""

from collections.abc import Mapping

from matplotlib.patches import Rectangle

from analyses.findings import Finding
from reports.canvas import WIDE, Canvas, Drawing
from reports.charts.shapes import table
from reports.look import FAINT, INK, Look
from simulator.components import Components
from simulator.games.lost_cities.table import BOXES
from simulator.games.lost_cities.words import COLOUR_NAMES

HEADING = "The sheet"
QUESTION = "How far is the sheet filled, and what does each expedition bring?"
HUES = ("#d55e00", "#e69f00", "#b8a200", "#009e73", "#0072b2", "#8e6bb0")
SIGNS = {"A": "↑", "V": "◆", ".": ""}


def draw(findings: Mapping[str, Finding], components: Components, look: Look) -> list[Drawing]:
    if not {"curves", "options"} <= set(findings):
        return []
    sources = table(findings["curves"], "Points by source")
    used = table(findings["options"], "Options, and what winners use")
    if sources is None or used is None:
        return []
    points = {row["source"]: row for row in sources.iter_rows(named=True)}
    mean = dict(used.select("option", "mean").iter_rows())
    filled = (mean["dice boxes"] + mean["arrow boxes"]) / len(COLOUR_NAMES)
    canvas = Canvas(3.7, WIDE)
    axes = canvas.axes
    is_fixed = components["setup.layout"] == "reconstructed"
    for k, colour in enumerate(COLOUR_NAMES):
        signs = components["layouts.reconstructed"][k] if is_fixed else "." * BOXES
        _column(canvas, k, signs, filled)
        _worth(canvas, k, points[colour])
    _tallies(canvas, mean, filled)
    axes.set_xlim(-0.3, 12.2)
    axes.set_ylim(-3.1, BOXES + 1.1)
    axes.axis("off")
    return [
        canvas.drawing(
            "The sheet, filled as far as an average expedition is; ↑ arrow, ◆ artefact"
            f"{'' if is_fixed else ' (not shown: another sheet in every game)'}. Below: points of"
            " each expedition, and of winners.",
            f"Sheet of six expeditions with nine boxes; {filled:.1f} boxes of each are written on"
            " average; points stand in the table of points by source.",
        )
    ]


def _column(canvas: Canvas, k: int, signs: str, filled: float) -> None:
    """Box by box from the bottom; a box begun on average is half as strong."""
    axes = canvas.axes
    for size in (9, 6):  # the double circle below every expedition
        axes.plot(k + 0.43, -0.6, "o", ms=size, mfc="none", mec=HUES[k], mew=0.9)
    for box in range(BOXES):
        share = min(max(filled - box, 0.0), 1.0)
        patch = Rectangle((k, box), 0.86, 0.86, facecolor=HUES[k], alpha=0.08 + 0.6 * share)
        axes.add_patch(patch)
        axes.add_patch(Rectangle((k, box), 0.86, 0.86, facecolor="none", edgecolor=HUES[k], lw=0.8))
        axes.text(k + 0.43, box + 0.4, SIGNS[signs[box]], ha="center", va="center", fontsize=8)


def _worth(canvas: Canvas, k: int, row: Mapping[str, float]) -> None:
    axes = canvas.axes
    text = axes.text(
        k + 0.43, -1.5, f"{row['points']:.1f}", ha="center", va="center", fontsize=8, color=INK
    )
    canvas.tip(text, f"{row['source']}: {row['points']:.1f} points on average")
    axes.text(
        k + 0.43, -2.1, str(row["source"]), ha="center", va="center", fontsize=6.5, color=FAINT
    )
    if row["winners"] is not None:
        told = f"winners {row['winners']:.1f}"
        axes.text(k + 0.43, -2.65, told, ha="center", va="center", fontsize=5.6, color=FAINT)


def _tallies(canvas: Canvas, mean: Mapping[str, float], filled: float) -> None:
    """What else a player does in a game."""
    axes = canvas.axes
    lines = [
        (f"{filled / BOXES:.0%}", "of the boxes written"),
        (f"{mean['dice boxes']:.1f}", "boxes by dice"),
        (f"{mean['arrow boxes']:.1f}", "boxes by arrows"),
        (f"{mean['circles']:.1f}", "double circles ticked"),
        (f"{mean['dice tops'] + mean['arrow tops']:.1f}", "artefacts on top"),
        (f"{mean['refusals']:.1f}", "refusals"),
        (f"{mean['crossings']:.1f}", "bridges crossed"),
        (f"{mean['bridge bonuses']:.1f}", "bonuses for being first"),
    ]
    axes.text(6.9, BOXES + 0.3, "A player in a game", fontsize=8, va="center", color=FAINT)
    for k, (figure, words) in enumerate(lines):
        y = BOXES - 0.8 - 1.15 * k
        axes.text(8.1, y, figure, ha="right", va="center", fontsize=9)
        axes.text(8.35, y, words, va="center", fontsize=7.5, color=FAINT)
