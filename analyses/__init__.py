"""From experiments to findings: plays games in bulk and answers one question per file."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl

    from analyses.findings import Finding

QUESTIONS = ("strategies", "seats", "scores", "length", "endings")


def run(frame: "pl.DataFrame | pl.LazyFrame", only: "tuple[str, ...]" = ()) -> "list[Finding]":
    """Asks every question, or `only` these, of a frame with one row per game and seat."""
    import polars as pl

    from analyses import endings, length, scores, seats, win_share
    from simulator.errors import unknown

    asked = dict(zip(QUESTIONS, (win_share, seats, scores, length, endings), strict=True))
    for name in only:
        if name not in asked:
            raise unknown("question", name, QUESTIONS)
    rows = frame.lazy()
    counts = rows.select(games=pl.col("game").n_unique(), players=pl.col("seat").max()).collect()
    games, players = counts.row(0)
    return [
        asked[name].find(rows, games, players) for name in QUESTIONS if not only or name in only
    ]
