"""Of a table of members, those that are told by name, group by group.

Members of one group can be told from each other, as roles; those of another, as the cards of a
hand, may lie farther from even and still are no reason to be silent about the roles.
"""

from typing import Any

import polars as pl

TOLD = 3  # groups

Row = dict[str, Any]


def groups_told(table: pl.DataFrame) -> list[pl.DataFrame]:
    """The first groups of a table, which has the weightiest on top."""
    return table.partition_by("group", maintain_order=True)[:TOLD] if len(table) else []


def farthest(group: pl.DataFrame) -> Row:
    """Whose holders win farthest from an even share."""
    return group.sort((pl.col("estimate") - pl.col("even")).abs()).row(-1, named=True)


def surely_off(table: pl.DataFrame) -> pl.Series:
    """Who is: those whose interval, of all that hold together, leaves even out.

    Not those that q-values discover: beside many that are far off, as the cards of a hand, they
    discover too easily, and would name roles that are even.
    """
    return (table["low"] > table["even"]) | (table["high"] < table["even"])


def standouts(table: pl.DataFrame) -> list[list[Row]]:
    """Of each of the first groups in which any is surely off: the strongest, then the weakest."""
    return [_ends(group) for group in groups_told(table.filter(surely_off(table)))]


def _ends(sure: pl.DataFrame) -> list[Row]:
    ranked = sure.sort(pl.col("estimate") - pl.col("even"), descending=True)
    best, worst = (ranked.row(k, named=True) for k in (0, -1))
    above = [best] if best["estimate"] > best["even"] else []
    return [*above, worst] if worst["estimate"] < worst["even"] else above
