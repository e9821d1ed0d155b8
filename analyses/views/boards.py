"""The boards of a game of one's own: what lies on each cell when a game is over."""

from collections import Counter
from collections.abc import Iterator

import numpy as np
import polars as pl

from analyses.experiments.replay import Replay
from analyses.findings.finding import Finding, Table, percent
from analyses.findings.sample import Sample
from analyses.language import say
from analyses.statistics.order import sort_rows
from simulator.words import Piece

QUESTION = "What lies where on the board when a game is over?"
FILLED = "filled"
MOST_VALUES = 4  # that have a column of their own


def view(sample: Sample, replay: Replay | None) -> Finding | None:
    """Of every board that positions tell; a board of each player is one for all of them."""
    boards = [] if replay is None else [*_boards(replay)]
    if replay is None or not boards:
        return None
    tables = tuple(_table(name, seen) for name, seen in _by_name(boards).items())
    first = sort_rows(tables[0].frame, -pl.col(FILLED))
    most, least = first.row(0, named=True), first.row(-1, named=True)
    return Finding(
        name="view",
        question=say(QUESTION),
        claim=say(
            "When a game is over, {most} is filled in {often} of cases and {least} in {seldom}.",
            most=most["cell"],
            often=percent(most[FILLED]),
            least=least["cell"],
            seldom=percent(least[FILLED]),
        ),
        games=replay.games,
        verdict="",
        tables=tables,
        notes=(
            say(
                "The first {games:,} games of {line_up}, replayed. A cell is filled if it holds"
                " more than its lowest value.",
                games=replay.games,
                line_up=replay.cell.label,
            ),
        ),
    )


def _boards(replay: Replay) -> Iterator[Piece]:
    match, drawn = replay.match, replay.match.title.words.pieces
    if drawn is None:
        return
    for game in replay.ends:
        yield from (piece for piece in drawn(game, match.rules) if piece.kind == "board")


def _by_name(boards: list[Piece]) -> dict[str, list[Piece]]:
    found: dict[str, list[Piece]] = {}
    for board in boards:
        found.setdefault(board.name, []).append(board)
    return found


def _table(name: str, seen: list[Piece]) -> Table:
    """A row for each cell: how often it is filled, and with what if there are few values."""
    first, n = seen[0], len(seen)
    counts = [Counter(board.numbers[cell] for board in seen) for cell in range(len(first.cells))]
    shares = {FILLED: [1 - one[first.least] / n for one in counts]}
    values = _values(seen)
    if len(values) <= MOST_VALUES:
        shares |= {f"{name} {value}": [one[number] / n for one in counts]
                   for number, value in values}  # fmt: skip
    columns = {"cell": first.cells} | _places(first) | shares
    return Table(name, name, pl.DataFrame(columns), tuple(shares))


def _values(seen: list[Piece]) -> list[tuple[int, str]]:
    """All but the lowest that any cell has held, with what they are called."""
    found = {one for board in seen for one in zip(board.numbers, board.values, strict=True)}
    return sorted(one for one in found if one[0] > seen[0].least)


def _places(board: Piece) -> dict[str, list[float]]:
    """Of a map none. Of hexagons every other row lies half a cell to the right."""
    if not board.columns:
        return {}
    rows, columns = np.divmod(np.arange(len(board.cells)), board.columns)
    shift = 0.5 * board.hexes * (rows % 2)
    return {"row": (1 + rows).tolist(), "column": (1 + columns + shift).tolist()}
