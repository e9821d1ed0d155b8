"""A finding: one question answered, with its error bar, its verdict and the tables behind it."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from analyses.findings.verdicts import UNKNOWN
from analyses.language import figure, percent_sign, say
from analyses.statistics.estimate import NOTHING, Quantity, in_figures


@dataclass(frozen=True)
class Table:
    """Figures behind a finding. Columns in `shares` hold shares from 0 to 1."""

    key: str  # one of its finding's, for charts to find it by
    name: str  # for people
    frame: pl.DataFrame
    shares: tuple[str, ...] = ()


@dataclass(frozen=True)
class Finding:
    """What terminal, page and budget check all render."""

    name: str  # short, as in --only
    question: str
    sentence: str
    estimate: Quantity = NOTHING  # what is shown
    measure: Quantity = NOTHING  # what the verdict is of
    measured: str = ""  # the measure in words, where a question has a scale
    unit: str = ""  # of the estimate: "share" (0 to 1), "points" or "rounds"
    games: int = 0  # that the answer rests on
    verdict: str = UNKNOWN
    needed: int | None = (
        None  # so many games would decide more; None: decided, or nobody plays them
    )
    is_asked: bool = True  # or its games are of another design
    power: str = ""  # the smallest difference this sample could have seen
    tables: tuple[Table, ...] = ()
    notes: tuple[str, ...] = field(default=())
    assumed: tuple[str, ...] = ()  # values without a source, among those it varies or ranks
    is_retested: bool = False  # by a stronger player, who did not contradict it
    is_confirmed: bool = False  # by a stronger player, who shows the same
    claim: str = ""  # the sentence that the verdict is about, if it is not the first
    stands: Mapping[str, Quantity] = field(default_factory=dict)  # of those it is about, each by
    # its name: how far above even it is, or below

    @property
    def is_measured(self) -> bool:
        """Or the question has no meaning here, as who leads a game alone."""
        return not math.isnan(self.measure.value)

    @property
    def said(self) -> str:
        """In one sentence."""
        return self.claim or re.split(r"(?<=\.) ", self.sentence)[0]

    @property
    def undecided(self) -> str:
        """What a reader must know of a verdict that says little."""
        if self.needed is None:
            return ""
        return say("Not decided: about {needed:,} games would tell.", needed=self.needed)

    @property
    def table(self) -> pl.DataFrame:
        """The main table."""
        return self.tables[0].frame

    def __getitem__(self, key: str) -> Table:
        """A table by its key; who asks for one that is not there has made a mistake."""
        for table in self.tables:
            if table.key == key:
                return table
        known = ", ".join(table.key for table in self.tables) or "none"
        raise LookupError(f"The finding '{self.name}' has no table '{key}'; it has {known}.")

    def frame(self, key: str) -> pl.DataFrame:
        return self[key].frame

    def has(self, key: str) -> bool:
        """Whether a table that only some samples give is there."""
        return any(table.key == key for table in self.tables)

    def as_json(self) -> dict[str, Any]:
        """Plain values; what is not known is null."""
        tables = [
            {
                "key": t.key,
                "name": t.name,
                "rows": [known(row) for row in t.frame.to_dicts()],
                "shares": list(t.shares),
            }
            for t in self.tables
        ]
        value, low, high = in_figures(self.estimate)
        figures = known({"estimate": value, "low": low, "high": high})
        return {
            "name": self.name,
            "question": self.question,
            "sentence": self.sentence,
            **figures,
            "unit": self.unit,
            "games": self.games,
            "verdict": self.verdict,
            "needed": self.needed,
            "power": self.power,
            "tables": tables,
            "notes": list(self.notes),
            "assumed": list(self.assumed),
        }


def known(values: dict[str, Any]) -> dict[str, Any]:
    return {name: None if _is_unknown(value) else value for name, value in values.items()}


def _is_unknown(value: Any) -> bool:
    return isinstance(value, float) and not math.isfinite(value)


def percent(share: float) -> str:
    return figure(100 * share, ".1f") + percent_sign()


def whole_percent(share: float) -> str:
    """For headlines: '51%'."""
    return figure(100 * share, ".0f") + percent_sign()


def whole_told(estimate: Quantity) -> str:
    """For headlines: '51% (50–52%)'."""
    value, low, high = in_figures(estimate)
    return f"{whole_percent(value)} ({whole_range(low, high)})"


def whole_range(low: float, high: float) -> str:
    """For headlines: '45–49%'."""
    return _range(figure(100 * low, ".0f"), whole_percent(high), low, high)


def percent_told(estimate: Quantity) -> str:
    """A share with its interval: '51.0% (50.1–51.9%)'."""
    value, low, high = in_figures(estimate)
    return f"{percent(value)} ({percent_range(low, high)})"


def percent_range(low: float, high: float) -> str:
    return _range(figure(100 * low, ".1f"), percent(high), low, high)


def number_range(low: float, high: float, form: str = ".1f") -> str:
    return _range(figure(low, form), figure(high, form), low, high)


def _range(first: str, last: str, low: float, high: float) -> str:
    if math.isfinite(low) and math.isfinite(high):
        told = "{first} to {last}" if low < 0 else "{first}–{last}"
        return say(told, first=first, last=last)
    if math.isfinite(low):
        return say("at least {low}", low=first)
    if math.isfinite(high):
        return say("at most {high}", high=last)
    return say("too few games to say how surely")


def listed(names: Sequence[str]) -> str:
    """In a row: 'a, b and c'."""
    *some, last = [*names] or [""]
    return say("{some!s} and {last!s}", some=", ".join(some), last=last) if some else last


def begun(sentence: str) -> str:
    """With a capital, as a sentence begins."""
    return f"{sentence[:1].upper()}{sentence[1:]}"
