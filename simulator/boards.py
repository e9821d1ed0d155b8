"""Boards: which cells lie beside which, as tables that rules read.

Board = grid(3, 3)                          # nine cells, row by row: row * 3 + column
Board = grid(8, 8, hexes=True)              # every other row half a cell to the right
Land = numbered("isle", "coast", "hills")
Map = regions(Land, [(Land.isle, Land.coast), (Land.coast, Land.hills)])

A field has a value for each cell by `several(Board, number(0, 2))`, a move a cell by
`spans(mark=Board)`. `Board.near[cell, k]` is the k-th of `Board.n_near[cell]` cells beside a cell.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from simulator.errors import UserError
from simulator.names import as_read

NOWHERE = -1  # a step that leaves the board
MOST_CELLS = 1024  # a table of all distances has a number for each two of them
SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))  # east, south, west, north
CORNERS = ((1, 1), (1, -1), (-1, -1), (-1, 1))
# Each way and, as many places further on, the way back.
SQUARES = (SIDES[0], SIDES[1], CORNERS[0], CORNERS[1], SIDES[2], SIDES[3], CORNERS[2], CORNERS[3])
HEXES = 6


class Board(NamedTuple):
    """Tables of a board; in rules they are constants."""

    cells: int
    rows: int
    columns: int  # 0: regions, which lie in no rows
    hexes: int  # 1: every other row lies half a cell to the right
    lines: int  # ways in which lines run; way + lines is the way back
    near: Any  # [cell, k]: cells beside a cell, then NOWHERE
    n_near: Any  # [cell]: how many those are
    step: Any  # [cell, way]: the next cell that way, or NOWHERE
    distance: Any  # [cell, cell]: steps from one to the other, or NOWHERE
    names: tuple[str, ...]


def grid(
    rows: int, columns: int, *, diagonals: bool = False, hexes: bool = False, wraps: bool = False
) -> Board:
    """Cells in rows; beside a cell lie those across its sides, and with `diagonals` its corners."""
    _must_have_room(f"grid({rows}, {columns})", rows, columns)
    if hexes and (diagonals or wraps):
        raise UserError("grid(…, hexes=True): a hexagon has six sides; leave out the other word.")
    ways = HEXES if hexes else len(SQUARES)
    step = np.full((rows * columns, ways), NOWHERE, np.int64)
    for cell in range(rows * columns):
        for way in range(ways):
            row, column = _moved(*divmod(cell, columns), way, hexes)
            if wraps:
                row, column = row % rows, column % columns
            if 0 <= row < rows and 0 <= column < columns:
                step[cell, way] = row * columns + column
    beside = range(ways) if hexes or diagonals else (0, 1, 4, 5)
    near = [[int(step[cell, way]) for way in beside] for cell in range(rows * columns)]
    names = tuple(
        f"{_letters(column)}{row + 1}" for row in range(rows) for column in range(columns)
    )
    return _board(near, names, step, rows, columns, hexes)


def regions(names: Any, borders: Iterable[tuple[int, int]]) -> Board:
    """Named places, and the pairs of them that lie beside each other."""
    called = as_read(names, " ")
    near: list[list[int]] = [[] for _ in called]
    for pair in borders:
        one, other = pair
        if one == other or not {one, other} <= {*range(len(called))}:
            raise UserError(f"regions(…): {pair} are no two of {len(called)} places, from 0 on.")
        if other in near[one]:
            raise UserError(f"regions(…): {called[one]} and {called[other]} are named twice.")
        near[one].append(other)
        near[other].append(one)
    if lonely := [name for name, one in zip(called, near, strict=True) if not one]:
        raise UserError(f"regions(…): {lonely[0]} has no neighbour.")
    return _board(near, called, np.zeros((len(called), 0), np.int64), 0, 0, False)


def _moved(row: int, column: int, way: int, hexes: bool) -> tuple[int, int]:
    """One step on; ways go round, so that the way back is half of them further on."""
    if not hexes:
        down, right = SQUARES[way]
        return row + down, column + right
    if way in (0, 3):  # east and west
        return row, column + (1 if way == 0 else -1)
    down = 1 if way in (1, 2) else -1
    right = (way in (1, 5)) - (1 - row % 2)  # a row that lies half a cell to the right
    return row + down, column + right


def _board(
    near: list[list[int]], names: tuple[str, ...], step: Any, rows: int, columns: int, hexes: bool
) -> Board:
    beside = [sorted({*one} - {NOWHERE, cell}) for cell, one in enumerate(near)]
    n_near = np.array([len(one) for one in beside], np.int64)
    table = np.full((len(beside), max(1, int(n_near.max()))), NOWHERE, np.int64)
    for cell, one in enumerate(beside):
        table[cell, : len(one)] = one
    lines = step.shape[1] // 2
    distance = _distances(beside)
    return Board(
        len(beside), rows, columns, int(hexes), lines, table, n_near, step, distance, names
    )


def _distances(beside: list[list[int]]) -> Any:
    """From every cell outwards, one step after the other."""
    distance = np.full((len(beside), len(beside)), NOWHERE, np.int64)
    for first in range(len(beside)):
        edge, steps = [first], 0
        while edge:
            distance[first, edge] = steps
            edge = [one for one in {other for cell in edge for other in beside[cell]}
                    if distance[first, one] == NOWHERE]  # fmt: skip
            steps += 1
    return distance


def _letters(column: int) -> str:
    """a to z, then aa, ab …, as on squared paper."""
    first, last = divmod(column, 26)
    return ("" if first == 0 else chr(96 + first)) + chr(97 + last)


def _must_have_room(told: str, rows: int, columns: int) -> None:
    if rows < 1 or columns < 1 or rows * columns > MOST_CELLS:
        raise UserError(f"{told}: a board has 1 to {MOST_CELLS:,} cells.")


def rows_told(board: Board, cells: list[str], signs: Mapping[str, str]) -> list[str]:
    """A picture in letters: the columns' letters, then a line for each row."""
    signed = [signs.get(cell, cell) for cell in cells]
    wide = max(map(len, (*signed, _letters(board.columns - 1))))
    high = len(str(board.rows))
    heads = " ".join(_letters(column).rjust(wide) for column in range(board.columns))
    lines = [" " * high + " " + heads]
    for row in range(board.rows):
        one = signed[row * board.columns : (row + 1) * board.columns]
        shift = " " * ((wide + 1) // 2) if board.hexes and row % 2 else ""
        line = f"{row + 1:{high}} {shift}" + " ".join(cell.rjust(wide) for cell in one)
        lines.append(line)
    return lines
