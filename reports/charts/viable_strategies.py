"""Which ways there are to win: what each style wins at a table of strong players."""

from dataclasses import replace

import polars as pl

from analyses.language import figure, say
from analyses.questions.viable_strategies import COUNTED, SAME
from reports.canvas import Drawing
from reports.charts.shapes import Found, beside_even, rows_canvas, united
from reports.look import FAINT, GRID, Look

VIABLE = 0.8  # of an even share


def side_by_side(found: Found, look: Look) -> list[Drawing]:
    """Who plays as another is left out, and who plays badly is pale: neither is counted."""
    frames = {words: _others(finding.frame("styles")) for words, finding in found.items()}
    found = {words: finding for words, finding in found.items() if len(frames[words])}
    names = {words: _styles(frames[words]) for words in found}
    rows = united(names.values())
    if not rows:
        return []
    canvas = rows_canvas(len(rows), found=found)
    for words, _ in zip(found, canvas.over(found), strict=True):
        frame = frames[words]
        styles = [
            look.strategy(name) if is_good else replace(look.strategy(name), colour=GRID)
            for name, is_good in zip(frame["style"], frame["counted"] == COUNTED, strict=True)
        ]
        beside_even(canvas, names[words], frame, styles, rows)
        canvas.axes.axvline(VIABLE, color=FAINT, lw=0.9, ls=(0, (1, 1.2)))
    return [
        canvas.drawing(
            say(
                "Games won by one of a style among strong players, in even shares, with intervals"
                " that hold together; dotted: four fifths of even, from which a style is a way to"
                " win; pale: plays too badly to count as one"
            ),
            say("Dot chart of {n} styles.", n=len(rows)),
        )
    ]


def _others(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.filter(pl.col("counted") != SAME)


def _styles(frame: pl.DataFrame) -> list[str]:
    doses = frame["dose"] if "dose" in frame.columns else [None] * len(frame)
    return [
        name if dose is None else f"{name} ×{figure(dose, 'g')}"
        for name, dose in zip(frame["style"], doses, strict=True)
    ]
