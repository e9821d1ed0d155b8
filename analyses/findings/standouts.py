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


def above(table: pl.DataFrame) -> pl.Series:
    """How far above an even share holders win; of a table that plays together, what it brings."""
    if "difference" in table.columns:
        return table["difference"]
    return table["estimate"] - table["even"]


def farthest(group: pl.DataFrame) -> Row:
    """Who lies farthest from even."""
    return group.row(above(group).abs().arg_sort()[-1], named=True)


def ranked(table: pl.DataFrame, is_named: pl.Series) -> pl.DataFrame:
    """The strongest first, and before that the group whose members lie farthest from even.

    Groups with names, as roles, come before plain numbers, as cards of money.
    """
    off = above(table)
    keys = {"is_named": is_named, "surely": off.abs() * surely_off(table), "far": off.abs()}
    of_group = pl.col("surely", "far").max().over("group")
    by_rank = table.with_columns(**keys, above=off).with_columns(of_group)
    order = [*keys, "group", "above"]
    return by_rank.sort(order, descending=[True, True, True, False, True]).drop(*keys, "above")


def surely_off(table: pl.DataFrame) -> pl.Series:
    """Who is: those whose interval, of all that hold together, leaves even out.

    Not those that q-values discover: beside many that are far off, as the cards of a hand, they
    discover too easily, and would name roles that are even.
    """
    even = table["even"] if "even" in table.columns else 0.0
    return (table["low"] > even) | (table["high"] < even)


def standouts(table: pl.DataFrame) -> list[list[Row]]:
    """Of each of the first groups in which any is surely off: the strongest, then the weakest."""
    return [_ends(group) for group in groups_told(table.filter(surely_off(table)))]


def _ends(sure: pl.DataFrame) -> list[Row]:
    by_rank = sure.with_columns(above=above(sure)).sort("above", descending=True)
    best, worst = (by_rank.row(k, named=True) for k in (0, -1))
    ends = [best] if best["above"] > 0 else []
    return [*ends, worst] if worst["above"] < 0 else ends
