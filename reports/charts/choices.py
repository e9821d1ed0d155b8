"""What players use, and what winners have more of."""

import math

import polars as pl

from analyses.findings.finding import Finding
from analyses.language import figure, say
from analyses.questions.choices import surely_more
from analyses.statistics.order import sort_rows
from reports.canvas import Drawing
from reports.charts.shapes import Found, heat_map, heat_tile
from reports.look import DIVERGING, Look

MOST, TELLING = 11, 6  # rows, and those of them that tell most of who wins
STRONGEST = 0.5  # of a spread that winners have more or less: the strongest colours


def side_by_side(found: Found, look: Look) -> list[Drawing]:
    """Nothing of a title that counts nothing, or of games that do not say how many use it."""
    told = {
        words: _worth_telling(finding)
        for words, finding in found.items()
        if "used by" in finding.frame("choices").columns
    }
    every = pl.concat(told.values()) if told else pl.DataFrame()
    if every.is_empty():
        return []
    most = every.group_by("option", maintain_order=True).agg(
        pl.col("telling", "rare").max(), pl.col("winners", "used by").mean()
    )
    rows = sort_rows(_chosen(most), -pl.col("winners"), -pl.col("used by"))["option"].to_list()
    canvas = heat_map(rows, list(told))
    for column, (words, frame) in enumerate(told.items()):
        for row in frame.filter(pl.col("option").is_in(rows)).iter_rows(named=True):
            heat_tile(
                canvas,
                (column, rows.index(row["option"])),
                0.5 + 0.5 * row["winners"] / STRONGEST,
                f"{figure(row['used by'], '.0%')} {_sign(row)}".strip(),
                _tip(row, words),
                DIVERGING,
            )
    return [
        canvas.drawing(
            say(
                "Pick rate: players who use each choice in a game. ▲ orange: winners clearly use it"
                " more than others, ▼ violet: less. It need not be the cause: leaders may have more"
                " to spend."
            ),
            say("Heat map of {n} choices by pick rate and by what winners use more.", n=len(rows)),
        )
    ]


def _tip(row: dict, words: str) -> str:
    """Counted games may not tell what winners have more of."""
    told = "{option}, {players}: pick rate {used_by:.1%}, {mean:.2f} on average"
    more = (
        "{option}, {players}: pick rate {used_by:.1%}, {mean:.2f} on average, winners"
        " {winners_more:+.2f}"
    )
    return say(
        told if math.isnan(row["winners more"]) else more,
        option=row["option"],
        players=words,
        used_by=row["used by"],
        mean=row["mean"],
        winners_more=row["winners more"],
    )


def _worth_telling(finding: Finding) -> pl.DataFrame:
    """What winners clearly have more of, and what hardly anybody uses."""
    sign = pl.col("winners more").fill_nan(0.0).sign()
    return surely_more(finding.frame("choices")).with_columns(
        rare=1 - pl.col("used by"), winners=(pl.col("telling") * sign).fill_null(0.0)
    )


def _chosen(most: pl.DataFrame) -> pl.DataFrame:
    """The first tell of who wins; of the others those that do, or that few use."""
    first = sort_rows(most.drop_nulls("telling"), -pl.col("telling")).head(TELLING)
    others = most.filter(~pl.col("option").is_in(first["option"].to_list()))
    rest = sort_rows(others, -pl.max_horizontal("telling", "rare")).head(MOST - len(first))
    return pl.concat([first, rest])


def _sign(row: dict) -> str:
    if row["telling"] is None:
        return ""
    return "▲" if row["winners more"] > 0 else "▼"
