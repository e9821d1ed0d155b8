"""What players use, and what winners have more of."""

import math

import polars as pl

from analyses.findings.finding import Finding
from analyses.language import figure, say
from analyses.questions.choices import surely_more
from analyses.statistics.order import sort_rows
from reports.canvas import Drawing
from reports.charts.shapes import Found, heat_map, heat_tile
from reports.look import SHARES, Look

MOST, TELLING = 11, 6  # rows, and those of them that tell most of who wins


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
        pl.col("telling", "rare").max(), pl.col("used by").mean()
    )
    rows = sort_rows(_chosen(most), -pl.col("used by"))["option"].to_list()
    canvas = heat_map(rows, list(told))
    for column, (words, frame) in enumerate(told.items()):
        for row in frame.filter(pl.col("option").is_in(rows)).iter_rows(named=True):
            heat_tile(
                canvas,
                (column, rows.index(row["option"])),
                row["used by"],
                f"{figure(row['used by'], '.0%')} {_sign(row)}",
                _tip(row, words),
                SHARES,
            )
    return [
        canvas.drawing(
            say(
                "Players who use what winners surely have more of (▲) or less of (▼), and what few"
                " use; it is no cause: who is ahead may have more to spend"
            ),
            say("Heat map of {n} options by how many players use them.", n=len(rows)),
        )
    ]


def _tip(row: dict, words: str) -> str:
    """Counted games may not tell what winners have more of."""
    told = "{option}, {players}: used by {used_by:.1f}%, {mean:.2f} on average"
    more = (
        "{option}, {players}: used by {used_by:.1f}%, {mean:.2f} on average, winners have"
        " {winners_more:+.2f}"
    )
    return say(
        told if math.isnan(row["winners more"]) else more,
        option=row["option"],
        players=words,
        used_by=100 * row["used by"],
        mean=row["mean"],
        winners_more=row["winners more"],
    )


def _worth_telling(finding: Finding) -> pl.DataFrame:
    """What winners surely have more of, and what hardly anybody uses."""
    return surely_more(finding.frame("choices")).with_columns(rare=1 - pl.col("used by"))


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
