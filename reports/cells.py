"""How figures are written for people, the same in the terminal, the page and the PDF."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from analyses.language import figure, percent_sign, say, spoken, word

HEADINGS = {
    "estimate": "mean",
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


def heading(name: str, is_share: bool) -> str:
    return word("share" if name == "estimate" and is_share else HEADINGS.get(name, name))


def cell(value: Any, is_share: bool) -> str:
    if value is None or value != value or value in (float("inf"), -float("inf")):
        return NOTHING
    if is_share:
        return figure(100 * value, "z.2f") + percent_sign()
    if isinstance(value, bool):
        return word("yes" if value else "no")
    if isinstance(value, float):
        return figure(value, "z,.2f")
    return figure(value, ",") if isinstance(value, int) else word(str(value))


def cell_in(column: str, value: Any, is_share: bool) -> str:
    """A value of a column; a team has its name there."""
    is_team = column == "seat" and spoken().teams
    return word(f"seat {value}") if is_team else cell(value, is_share)


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
