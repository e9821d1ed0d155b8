"""Does better play win: how often the better of two bots is ahead."""

from collections.abc import Iterable

import polars as pl

from analyses.language import say
from reports.canvas import Drawing
from reports.charts.shapes import Found, Rows, beside_fair, united
from reports.look import HUES, Look, Style

EVEN = 0.5  # of two who play as well
PLAIN = Style(HUES[0], "o", "-")


def side_by_side(found: Found, look: Look) -> list[Drawing]:
    frames = _one_way_round(finding.frame("pairs") for finding in found.values())
    shown = {words: _shares(frame) for words, frame in zip(found, frames, strict=True)}
    n = len(united(one.names for one in shown.values()))
    return [
        beside_fair(shown, of_two=True).drawing(
            say("How often the first bot of a pair finishes ahead of the second, with 95% CIs"),
            say("Dot chart of {n} pairs of bots.", n=n),
        )
    ]


def _shares(frame: pl.DataFrame) -> Rows:
    """All in one colour: what differs is their place."""
    return Rows(_pairs(frame), frame.with_columns(even=pl.lit(EVEN)), [PLAIN] * len(frame))


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
