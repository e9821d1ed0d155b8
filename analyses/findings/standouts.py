"""Of a table of members, those that are told by name, group by group.

Members of one group can be told from each other, as roles; those of another, as the cards of a
hand, may lie farther from even and still are no reason to be silent about the roles.
"""

import polars as pl

from analyses.statistics.order import Row, by_distance, end_rows, sort_rows

TOLD = 3  # groups


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
    return sort_rows(group, *by_distance(above(group))).row(0, named=True)


def ranked(table: pl.DataFrame, is_named: pl.Series) -> pl.DataFrame:
    """The strongest first, and before that the group whose members lie farthest from even.

    Groups with names, as roles, come before plain numbers, as cards of money.
    """
    off = above(table)
    keys = {"is_named": is_named, "surely": off.abs() * surely_off(table), "far": off.abs()}
    of_group = pl.col("surely", "far").max().over("group")
    by_rank = table.with_columns(**keys, above=off).with_columns(of_group)
    weighty = [~pl.col("is_named"), -pl.col("surely"), -pl.col("far")]
    return sort_rows(by_rank, *weighty, "group", -pl.col("above")).drop(*keys, "above")


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
    best, worst = end_rows(sure.with_columns(above=above(sure)), "above")
    ends = [best] if best["above"] > 0 else []
    return [*ends, worst] if worst["above"] < 0 else ends
