"""Which strategies are viable: what each style wins at a table of strong bots."""

from dataclasses import replace

import polars as pl

from analyses.language import figure, say
from analyses.questions.viable_strategies import COUNTED, SAME
from reports.canvas import Drawing
from reports.charts.shapes import Found, Shares, beside_fair, united
from reports.look import GRID, Look

VIABLE = 0.8  # of a fair share


def side_by_side(found: Found, look: Look) -> list[Drawing]:
    """Who plays as another is left out, and who plays badly is pale: neither is counted."""
    frames = {words: _others(finding.frame("styles")) for words, finding in found.items()}
    shown = {words: _shares(frame, look) for words, frame in frames.items() if len(frame)}
    if not shown:
        return []
    n = len(united(one.names for one in shown.values()))
    return [
        beside_fair(shown, marked=[VIABLE]).drawing(
            say(
                "Win rate of one bot of each style among strong bots, with simultaneous 95% CIs."
                " Dotted: four fifths of a fair share, from which a style is viable. Pale: plays"
                " too badly to count."
            ),
            say("Dot chart of {n} styles.", n=n),
        )
    ]


def _shares(frame: pl.DataFrame, look: Look) -> Shares:
    styles = [
        look.strategy(name) if is_good else replace(look.strategy(name), colour=GRID)
        for name, is_good in zip(frame["style"], frame["counted"] == COUNTED, strict=True)
    ]
    return Shares(_styles(frame), frame, styles)


def _others(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.filter(pl.col("counted") != SAME)


def _styles(frame: pl.DataFrame) -> list[str]:
    doses = frame["dose"] if "dose" in frame.columns else [None] * len(frame)
    return [
        name if dose is None else f"{name} ×{figure(dose, 'g')}"
        for name, dose in zip(frame["style"], doses, strict=True)
    ]
