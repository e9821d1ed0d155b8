"""How figures are written for people, the same in the terminal, the page and the PDF."""

import math
from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

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


class Written(NamedTuple):
    """A value as people read it, and how it was written."""

    text: str
    decimals: int = 0
    is_share: bool = False  # in percent
    is_plain: bool = True  # whether the text begins with the value, or says that there is none


def cell(value: Any, is_share: bool) -> str:
    return written(value, is_share).text


def written(value: Any, is_share: bool) -> Written:
    if value is None or value != value or value in (float("inf"), -float("inf")):
        return Written(NOTHING)
    if is_share:
        return Written(figure(float(value), "z.1%"), 1, is_share=True)
    if isinstance(value, bool):
        return Written(word("yes" if value else "no"), is_plain=False)
    if isinstance(value, float):
        return Written(figure(value, "z,.2f"), 2)
    return Written(figure(value, ",") if isinstance(value, int) else word(str(value)))


def written_in(column: str, value: Any, is_share: bool) -> Written:
    """A value of a column; a team has its name there."""
    is_team = column == "seat" and spoken().teams
    return Written(word(f"seat {value}"), is_plain=False) if is_team else written(value, is_share)


def cells_in(column: str, values: pl.Series, is_share: bool) -> list[Written]:
    """The values of a column, with as many decimals as tell them apart."""
    if is_share or not values.dtype.is_float():
        return [written_in(column, value, is_share) for value in values]
    decimals = _decimals(values)
    return [_number(column, value, decimals) for value in values]


def _number(column: str, value: float | None, decimals: int) -> Written:
    if value is None or not math.isfinite(value):
        return Written(NOTHING)
    if column != "q":
        return Written(figure(value, f"z,.{decimals}f"), decimals)
    if value < LEAST_Q:
        return Written(f"<{figure(LEAST_Q, '.3f')}", 3, is_plain=False)
    return Written(figure(value, ".3f"), 3)


def _decimals(values: pl.Series) -> int:
    """Whole numbers have none; large numbers one, small ones more."""
    known = values.drop_nulls().to_numpy()
    known = known[np.isfinite(known)]
    if (known == np.round(known)).all():
        return 0
    largest = np.abs(known).max()
    return 1 if largest >= 10 else 2 if largest >= 0.1 else 3


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
