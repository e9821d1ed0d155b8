"""The board: how often each place is visited and each route travelled."""

import polars as pl

from analyses.experiments.replay import Replay
from analyses.findings.finding import Finding, Table
from analyses.findings.sample import Sample
from analyses.language import say
from analyses.statistics.order import sort_rows
from simulator.games.expeditions.board import read_board
from simulator.games.expeditions.words import PLACE_NAMES

QUESTION = "Which places are visited, and which ways are travelled?"
SHARES = ("in games",)


def view(sample: Sample, replay: Replay | None) -> Finding | None:
    rows = sample.typical.filter(pl.col("seat") == 1)
    games = rows.select(pl.len()).collect().item()
    places, routes = _places(rows), _routes(rows)
    cards = places.filter(pl.col("kind") == "green")
    most, least = cards.row(0, named=True), cards.row(-1, named=True)
    return Finding(
        name="view",
        question=say(QUESTION),
        claim=say(
            "{most} is the most visited place with a card ({visits:.2f} times a game), {least}"
            " the least visited ({fewest:.2f} times).",
            most=most["place"],
            visits=most["visits"],
            least=least["place"],
            fewest=least["visits"],
        ),
        games=games,
        verdict="",
        tables=(
            Table("places", "Visits of places", places, SHARES),
            Table("routes", "Travels on routes", routes, SHARES),
        ),
        notes=(
            say(
                "Times per game that an expedition came to a place or travelled a route, in"
                " {games:,} games of {line_up}. In games: in how many it did at all.",
                games=games,
                line_up=sample.typical_name,
            ),
        ),
    )


def _per_game(rows: pl.LazyFrame, name: str) -> pl.DataFrame:
    """Mean count of each entry of a list column, and the share of games in which it is not 0."""
    entries = rows.select(pl.col(name)).with_columns(
        k=pl.int_ranges(0, pl.col(name).list.len()), n=pl.col(name)
    )
    counts = entries.explode("k", "n").group_by("k").agg(pl.col("n").mean(), seen=pl.col("n") > 0)
    return counts.with_columns(pl.col("seen").list.mean()).sort("k").collect()


def _places(rows: pl.LazyFrame) -> pl.DataFrame:
    board, counts = read_board(), _per_game(rows, "visits")
    frame = pl.DataFrame(
        {
            "place": PLACE_NAMES,
            "kind": board.kinds,
            "continent": board.continents,
            "visits": counts["n"],
            "in games": counts["seen"],
        }
    )
    return sort_rows(frame, -pl.col("visits"))


def _routes(rows: pl.LazyFrame) -> pl.DataFrame:
    board, counts = read_board(), _per_game(rows, "travels")
    one, other = board.ends.T
    frame = pl.DataFrame(
        {
            "one": [PLACE_NAMES[k] for k in one],
            "other": [PLACE_NAMES[k] for k in other],
            "travels": counts["n"],
            "in games": counts["seen"],
        }
    )
    return sort_rows(frame, -pl.col("travels"))
