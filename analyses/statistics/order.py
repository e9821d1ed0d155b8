"""Orders by measured numbers: what is equal within rounding is ordered by a rule, not by chance.

The last bits of a sum hang on the order of its terms, and so on threads, rows and processor. The
rule: numbers within ROUNDING of each other are equal. Of equals, more comes before less, then the
first by name, or the first as they stand where that order is declared, as that of seats.
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import numpy as np
import polars as pl

T = TypeVar("T")
Column = TypeVar("Column", pl.Expr, pl.Series)
Row = dict[str, Any]

ROUNDING = 1e-9  # what adding up thirds in another order may make: no distance at all


def tied_ranks(values: Any) -> np.ndarray:
    """The rank of each value from 0, the least; equal ones share it, and NaN comes last.

    Neighbours in order are compared: of rounded numbers an edge could part two that are equal.
    """
    known = np.asarray(values)
    order = np.argsort(known, kind="stable")
    one, next_one = known[order][:-1], known[order][1:]
    is_same = one == next_one
    if known.dtype.kind == "f":
        is_same = np.isclose(one, next_one, ROUNDING, ROUNDING, equal_nan=True)
    found = np.zeros(len(known), int)
    found[order[1:]] = np.cumsum(~is_same)
    return found


def ordered(items: Iterable[T], *keys: Callable[[T], Any]) -> list[T]:
    """The least first; equals by the next key, and at last as they stand.

    A key may give several numbers, of which the first decides first.
    """
    every = list(items)
    columns = [np.atleast_2d(np.asarray([key(one) for one in every]).T) for key in keys]
    ranks = [tied_ranks(column) for several in columns for column in several]
    return [every[k] for k in np.lexsort(ranks[::-1])]


def least_by(items: Iterable[T], *keys: Callable[[T], Any]) -> T:
    return ordered(items, *keys)[0]


def most_by(items: Iterable[T], value: Callable[[T], float]) -> T:
    return least_by(items, lambda one: -value(one))


def farthest_by(items: Iterable[T], value: Callable[[T], float]) -> T:
    """That whose value is farthest from 0; of two as far, that which has more."""
    return least_by(items, lambda one: -abs(value(one)), lambda one: -value(one))


def by_distance(value: Column) -> tuple[Column, Column]:
    """Keys of `sort_rows`: the farthest from 0 first, of two as far that which has more."""
    return -value.abs(), -value


def end_rows(frame: pl.DataFrame, column: str) -> tuple[Row, Row]:
    """The row that has most and the row that has least, of equals the first as they stand."""
    keys = -pl.col(column), column
    highest, lowest = (sort_rows(frame, key).row(0, named=True) for key in keys)
    return highest, lowest


def sort_rows(frame: pl.DataFrame, *keys: pl.Expr | pl.Series | str) -> pl.DataFrame:
    """The least first; equals by the next key, and at last as they stand."""
    columns = [tied_ranks(frame.select(key).to_series().to_numpy()) for key in keys]
    return frame[np.lexsort(columns[::-1])]
