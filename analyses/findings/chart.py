"""How a table is drawn: rows of bars or dots, declared beside it; reports carry it out."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any, Literal

import polars as pl

CLEAREST = 24  # rows of a chart; the table has all
NONE, ALL = pl.lit(False), pl.lit(True)


@dataclass(frozen=True)
class Chart:
    """Rows with their names on the left; figures and marks are columns, or made of some."""

    caption: str
    by: tuple[str, ...]  # columns that name a row, those of them that the table has
    marks: Literal["bars", "dots"] = "dots"
    figures: tuple[str | pl.Expr, ...] = ("estimate", "low", "high")  # or one without an interval
    is_share: bool = True
    before: str = ""  # a column: dots then lead from it, and figures have no interval
    fair: str = ""  # a column with the fair share that dots stand around, else zero
    lines: tuple[float, ...] = ()  # more lines, in fair shares
    like: Literal["", "bot", "seat"] = ""  # whose colours its first name has
    shown: pl.Expr = ALL
    pale: pl.Expr = NONE  # rows that say nothing clear
    other: pl.Expr = NONE  # rows in the other colour
    axis: str = ""
    is_wide: bool = False

    def lacks(self, columns: Collection[str]) -> list[str]:
        """What it reads that is no column; of those that name a row one is enough."""
        read = [] if any(name in columns for name in self.by) else [*self.by]
        for one in (*self.figures, self.shown, self.pale, self.other):
            read += [one] if isinstance(one, str) else one.meta.root_names()
        return [name for name in dict.fromkeys(read) if name not in columns]

    def with_(self, **other: Any) -> "Chart":
        return replace(self, **other)
