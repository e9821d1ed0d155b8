"""How figures are written for people, the same in the terminal, the page and the PDF."""

import math
from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

import numpy as np
import polars as pl

from analyses.language import figure, say, spoken, word

HEADINGS = {
    "estimate": "mean",
    "even": "fair share",
    "low": "95% from",
    "high": "to",
    "p5": "5%",
    "p10": "10%",
    "p25": "25%",
    "p50": "50%",
    "p75": "75%",
    "p90": "90%",
    "p95": "95%",
    "rows": "seats",
    "line_up": "line-up",
    "q": "q-value",
    "shapley_low": "95% from",
    "shapley_high": "to",
    "surprise_low": "95% from",
    "surprise_high": "to",
}
NOTHING = "–"
ENDS = {  # columns with the lower ends of intervals, and those with their upper ends
    "low": "high",
    "from": "to",
    "match from": "match to",
    "shapley_low": "shapley_high",
    "surprise_low": "surprise_high",
}
LEAST_Q = 0.001


def heading(name: str, is_share: bool) -> str:
    return word("share" if name == "estimate" and is_share else HEADINGS.get(name, name))


def cell(value: Any, is_share: bool) -> str:
    if value is None or value != value or value in (float("inf"), -float("inf")):
        return NOTHING
    if is_share:
        return figure(float(value), "z.1%")
    if isinstance(value, bool):
        return word("yes" if value else "no")
    if isinstance(value, float):
        return figure(value, "z,.2f")
    return figure(value, ",") if isinstance(value, int) else word(str(value))


def cell_in(column: str, value: Any, is_share: bool) -> str:
    """A value of a column; a team has its name there."""
    is_team = column == "seat" and spoken().teams
    return word(f"seat {value}") if is_team else cell(value, is_share)


def cells_in(column: str, values: pl.Series, is_share: bool) -> list[str]:
    """The values of a column, with as many decimals as tell them apart."""
    if is_share or not values.dtype.is_float():
        return [cell_in(column, value, is_share) for value in values]
    form = _form(values)
    return [_number(column, value, form) for value in values]


def _number(column: str, value: float | None, form: str) -> str:
    if value is None or not math.isfinite(value):
        return NOTHING
    if column != "q":
        return figure(value, form)
    return figure(value, ".3f") if value >= LEAST_Q else f"<{figure(LEAST_Q, '.3f')}"


def _form(values: pl.Series) -> str:
    """Whole numbers without decimals; of large numbers one, of small ones more."""
    known = values.drop_nulls().to_numpy()
    known = known[np.isfinite(known)]
    if (known == np.round(known)).all():
        return "z,.0f"
    largest = np.abs(known).max()
    return "z,.1f" if largest >= 10 else "z,.2f" if largest >= 0.1 else "z,.3f"


def day_of(begun: Sequence[str]) -> date:
    """When the latest games were begun, so that the same games give the same report."""
    return datetime.fromisoformat(max(begun)).date()


def day_told(day: date) -> str:
    return say("{day} {month} {year}", day=day.day, month=MONTHS[day.month - 1], year=day.year)


MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
