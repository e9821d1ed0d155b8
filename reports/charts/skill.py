"""Does better play win: how often the better of two players is ahead."""

from collections.abc import Iterable

import polars as pl

from analyses.language import say
from reports.canvas import Drawing
from reports.charts.shapes import Found, bars, even_line, rows_canvas, united
from reports.look import Look


def side_by_side(found: Found, look: Look) -> list[Drawing]:
    frames = _one_way_round(finding.frame("pairs") for finding in found.values())
    names = [_pairs(frame) for frame in frames]
    rows = united(names)
    canvas = rows_canvas(len(rows), found=found)
    for frame, pairs, _ in zip(frames, names, canvas.over(found), strict=True):
        bars(canvas, pairs, frame, [look.strategy(one) for one in frame["other"]], rows=rows)
        even_line(canvas.axes, 0.5)
    return [
        canvas.drawing(
            say("How often the first of two players is ahead of the other, with 95% intervals"),
            say("Bar chart of {n} pairs of players.", n=len(rows)),
        )
    ]


def _one_way_round(frames: Iterable[pl.DataFrame]) -> list[pl.DataFrame]:
    """A pair stands in all panels as in the first that has it, whoever is better in the others."""
    first_of: dict[frozenset[str], str] = {}
    turned = []
    for frame in frames:
        rows = frame.to_dicts()
        for row in rows:
            first = first_of.setdefault(frozenset((row["better"], row["other"])), row["better"])
            if first != row["better"]:
                row["better"], row["other"] = row["other"], row["better"]
                row["low"], row["high"] = 1 - row["high"], 1 - row["low"]
                row["estimate"] = 1 - row["estimate"]
        turned.append(pl.DataFrame(rows, frame.schema, orient="row"))
    return turned


def _pairs(frame: pl.DataFrame) -> list[str]:
    return [f"{row['better']} – {row['other']}" for row in frame.iter_rows(named=True)]
