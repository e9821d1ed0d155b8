"""A finding: one question answered, with its error bar and the table behind it."""

from dataclasses import dataclass, field
from typing import Any

import polars as pl


@dataclass(frozen=True)
class Finding:
    """What terminal, page and budget check all render."""

    name: str  # short, as in --only
    question: str
    sentence: str
    estimate: float
    low: float  # the 95 % interval of the estimate
    high: float
    unit: str  # "share" (0 to 1), "points" or "rounds"
    games: int
    table: pl.DataFrame
    notes: tuple[str, ...] = field(default=())

    def as_json(self) -> dict[str, Any]:
        return {**vars(self), "notes": list(self.notes), "table": self.table.to_dicts()}


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def percent_range(low: float, high: float) -> str:
    return f"{100 * low:.1f} to {100 * high:.1f} %"
