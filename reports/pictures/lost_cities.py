"""Lost Cities: Roll & Write: the sheet, and how many players fill each box of it."""

from collections.abc import Mapping
from typing import Any

import polars as pl
from matplotlib.patches import Rectangle

from analyses.findings.finding import Finding
from analyses.language import say, word
from reports.canvas import NORMAL, WIDE, Canvas, Drawing
from reports.look import DARK, FAINT, INK, LIGHT, NAMED, Look, mixed
from simulator.components import Components

HEADING = "The sheet"
SIGNS = {"arrow": "↑", "artefact": "◆", "": ""}
PLAIN = "#7d8590"  # of the two columns on the right
GAP = 0.7  # between the expeditions and those


def draw(finding: Finding, components: Components, look: Look) -> list[Drawing]:
    boxes, marks = finding.frame("boxes"), finding.frame("marks")
    bridge = components["bridges.mark"]
    canvas, narrow = (_sheet(boxes, marks, bridge, width) for width in (WIDE, NORMAL))
    return [
        canvas.drawing(
            say("The sheet: percent of players who have filled a box at the end of the game"),
            say(
                "Sheet of six expeditions, artefacts and dice symbols. {sentence} The table has all"
                " figures.",
                sentence=finding.sentence,
            ),
            narrow,
        )
    ]


def _sheet(boxes: pl.DataFrame, marks: pl.DataFrame, bridge: int, width: float) -> Canvas:
    """On a narrow one the names of the columns stand upright."""
    canvas, upright = Canvas(3.5, width), width == NORMAL
    axes, n = canvas.axes, int(boxes["box"].max())  # type: ignore[arg-type]
    for k, row in enumerate(marks.iter_rows(named=True)):
        x = k + GAP * (row["column"] not in NAMED)
        column = boxes.filter(pl.col("column") == row["column"])
        for box in column.iter_rows(named=True):
            _box(canvas, x, box)
        _mark(canvas, (x, -1.1), "double circle", "◎", row["column"], row["circle"])
        _mark(canvas, (x, n + 0.1), "artefact on top", "◆", row["column"], row["top"])
        _bridge(canvas, x, bridge, row)
        axes.text(
            x + 0.44,
            -1.55,
            word(row["column"]).replace(" ", "\n"),
            rotation=90 * upright,
            ha="center",
            va="top",
            fontsize=7,
            color=INK,
        )
    _legend(canvas, len(marks) + GAP + 0.35, n, bridge)
    axes.set_xlim(-0.15, len(marks) + GAP + 3.6)
    axes.set_ylim(-2.2 - 0.9 * upright, n + 1.2)
    axes.axis("off")
    return canvas


def _hue(column: str) -> str:
    return NAMED.get(column, PLAIN)


def _box(canvas: Canvas, x: float, row: Mapping[str, Any]) -> None:
    """A box as strong as its share, which is written in it."""
    axes, y, hue = canvas.axes, row["box"] - 1, _hue(row["column"])
    share = row["players"]
    wash = mixed(hue, LIGHT, 0.06 + 0.6 * share)
    patch = Rectangle((x, y), 0.88, 0.88, facecolor=wash, lw=0)
    axes.add_artist(patch)
    told = "{column}, box {box}: filled by {share:.0%}"
    of_winners = "{column}, box {box}: filled by {share:.0%}, winners {winners:.0%}"
    canvas.tip(
        patch,
        say(
            told if row["winners"] is None else of_winners,
            column=row["column"],
            box=row["box"],
            share=share,
            winners=row["winners"] or 0.0,
        ),
    )
    axes.add_artist(Rectangle((x, y), 0.88, 0.88, facecolor="none", edgecolor=hue, lw=0.8))
    middle = {"ha": "center", "va": "center", "color": DARK}
    axes.text(x + 0.44, y + 0.3, f"{100 * share:.0f}", fontsize=7.5, **middle)
    axes.text(x + 0.44, y + 0.68, SIGNS[row["sign"]], fontsize=5.5, **middle)


def _mark(
    canvas: Canvas, at: tuple[float, float], what: str, sign: str, column: str, share: float | None
) -> None:
    """A circle or top: a sign and its share."""
    if share is None:
        return
    text = canvas.axes.text(
        at[0] + 0.44, at[1] + 0.4, f"{sign} {100 * share:.0f}", ha="center", va="center", fontsize=7
    )
    canvas.tip(
        text,
        say(
            "{column}, {what}: {share:.0%} of players",
            column=column,
            what=what,
            share=share,
        ),
    )


def _bridge(canvas: Canvas, x: float, mark: int, row: Mapping[str, Any]) -> None:
    """A line under the box that crosses it; who was first is written in the table and the tip."""
    (line,) = canvas.axes.plot([x - 0.06, x + 0.94], [mark - 1.06] * 2, color=INK, lw=1.8)
    canvas.tip(
        line,
        say(
            "{column} bridge: crossed by {bridge_crossed:.0%}, with the bonus {bonus:.0%}",
            column=row["column"],
            bridge_crossed=row["bridge crossed"],
            bonus=row["bonus"],
        ),
    )


def _legend(canvas: Canvas, x: float, n: int, mark: int) -> None:
    lines = (
        ("64", say("percent of players fill the box")),
        ("↑", say("arrow")),
        ("◆", say("artefact")),
        ("◎", say("double circle")),
        ("━", say("bridge: crossed by box {mark}", mark=mark)),
    )
    for k, (sign, words) in enumerate(lines):
        y = n - 0.6 - 0.8 * k
        canvas.axes.text(x, y, sign, ha="center", va="center", fontsize=7.5)
        canvas.axes.text(x + 0.35, y, words, va="center", fontsize=7, color=FAINT)
