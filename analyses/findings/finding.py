"""A finding: one question answered, with its error bar, its verdict and the tables behind it."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import polars as pl

from analyses.findings.chart import Chart
from analyses.findings.verdicts import LEVEL, NOT_TILTED, UNKNOWN, Scale
from analyses.language import figure, percent_sign, say
from analyses.statistics.estimate import NOTHING, Quantity, in_figures


@dataclass(frozen=True)
class Table:
    """Figures behind a finding. Columns in `shares` hold shares from 0 to 1."""

    key: str  # one of its finding's, for charts to find it by
    name: str  # for people
    frame: pl.DataFrame
    shares: tuple[str, ...] = ()
    chart: Chart | None = None  # where it is drawn as rows of bars or dots

    def __post_init__(self) -> None:
        """A misspelt column would show late, when reports draw it."""
        columns = self.frame.columns
        if self.chart and (lacking := self.chart.lacks(columns)):
            told = f"The chart of the table '{self.key}' reads {', '.join(lacking)}"
            raise ValueError(f"{told}; its columns are {', '.join(columns)}.")


class Judged(NamedTuple):
    """The number that a verdict is of, as a table shows it: what it is, and its limits."""

    label: str  # 'largest distance from a fair share, in percent of that share'
    value: str  # '22.3%'
    ends: str  # '18.6–26.0%'
    borderline: str  # '5%'
    tilted: str  # '15%'


@dataclass(frozen=True)
class Finding:
    """What terminal, page and check all render."""

    name: str  # short, as in --only
    question: str
    claim: str  # what the verdict is about, in a sentence or two
    details: tuple[str, ...] = ()  # the sentences after it
    estimate: Quantity = NOTHING  # what the claim tells
    measure: Quantity = NOTHING  # what the verdict is of
    measured: str = ""  # the measure in words, where a question has a scale
    scale: Scale | None = None  # that the measure is judged by, if it is
    unit: str = ""  # of the estimate: "share" (0 to 1), "points", "rounds" or "strategies"
    games: int = 0  # that the answer rests on
    verdict: str = UNKNOWN
    needed: int | None = (
        None  # so many games would decide more; None: decided, or nobody plays them
    )
    is_if_balanced: bool = False  # so many games show that it is balanced, if it is
    ruled_out: str = ""  # what a balanced verdict leaves no room for, in a sentence
    is_asked: bool = True  # or its games are of another design
    power: str = ""  # the smallest difference this sample can detect
    tables: tuple[Table, ...] = ()
    notes: tuple[str, ...] = field(default=())
    assumed: tuple[str, ...] = ()  # values without a source, among those it varies or ranks
    is_confirmed: bool = False  # by a stronger player, who shows the same
    opening: str = ""  # a sentence before the claim
    objection: str = ""  # which of the details a stronger player brings against the claim
    skill: str = ""  # how it goes with the skill of the players, in a word, if that was asked
    stands: Mapping[str, Quantity] = field(default_factory=dict)  # of those it is about, each by
    # its name: how far above even it is, or below

    @property
    def is_measured(self) -> bool:
        """Or the question has no meaning here, as who leads a game alone."""
        return not math.isnan(self.measure.value)

    @property
    def sentence(self) -> str:
        """All that it says."""
        return in_a_row(self.opening, self.claim, *self.details)

    @property
    def said(self) -> str:
        """The claim, with what a stronger player objects to it."""
        return in_a_row(self.claim, self.objection)

    @property
    def besides(self) -> str:
        """What it says beside that."""
        return in_a_row(self.opening, *(one for one in self.details if one != self.objection))

    @property
    def undecided(self) -> str:
        """What a reader must know of a verdict that says little."""
        is_ruled_out = self.verdict == NOT_TILTED
        if self.needed is None:
            return say("Inconclusive: tilted is ruled out.") if is_ruled_out else ""
        half = "Inconclusive: tilted is ruled out. About {needed:,} games settle it."
        open_ = "Inconclusive: about {needed:,} games settle it."
        if self.is_if_balanced:
            half = (
                "Inconclusive: tilted is ruled out. If it is balanced, about {needed:,} games"
                " show it."
            )
            open_ = "Inconclusive: if it is balanced, about {needed:,} games show it."
        return say(half if is_ruled_out else open_, needed=self.needed)

    @property
    def certainty(self) -> str:
        """How many games an open verdict needs, or what a balanced one rules out."""
        return self.undecided or (self.ruled_out if self.verdict == LEVEL else "")

    @property
    def judged(self) -> Judged | None:
        """The number behind the verdict; None where nothing was measured, or it only describes."""
        if self.scale is None or not self.is_measured:
            return None
        value, (low, high) = self.measure.value, self.measure.interval()
        limits = self.scale.borderline, self.scale.tilted
        if not self.scale.unit and not self.scale.in_points:
            figures, ends = (
                (percent(value), percent_range(low, high)),
                map(self.scale.written, limits),
            )
            return Judged(say(self.measured), *figures, *ends)
        times, form = (1, "g") if self.scale.unit else (100, ".1f")
        figures = figure(times * value, form), number_range(times * low, times * high, form)
        return Judged(say(self.measured), *figures, *(figure(times * one, "g") for one in limits))

    def __str__(self) -> str:
        return self.sentence

    @property
    def table(self) -> pl.DataFrame:
        """The main table."""
        if not self.tables:
            raise LookupError(f"The finding '{self.name}' has no table: {self.sentence}")
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
            **({"skill": self.skill} if self.skill else {}),
            "needed_if_balanced": self.is_if_balanced,
            "ruled_out": self.ruled_out if self.verdict == LEVEL else "",
            "measure": self._measure_as_json(),
            "detectable": self.power,
            "tables": tables,
            "notes": list(self.notes),
            "assumed": list(self.assumed),
        }

    def _measure_as_json(self) -> dict[str, Any] | None:
        """The number that the verdict is of, with its limits."""
        if self.scale is None or not self.is_measured:
            return None
        value, low, high = in_figures(self.measure)
        ends = {"borderline": self.scale.borderline, "tilted": self.scale.tilted}
        return {**known({"value": value, "low": low, "high": high}), "label": self.measured, **ends}


def known(values: dict[str, Any]) -> dict[str, Any]:
    return {name: None if _is_unknown(value) else value for name, value in values.items()}


def _is_unknown(value: Any) -> bool:
    return isinstance(value, float) and not math.isfinite(value)


def percent(share: float) -> str:
    return figure(100 * share, ".1f") + percent_sign()


def whole_percent(share: float) -> str:
    """For headlines: '51%'."""
    return figure(100 * share, ".0f") + percent_sign()


def apart(share: float, other: float) -> tuple[Callable[[float], str], Callable[..., str]]:
    """How shares and ranges are written in a headline: in whole percents, unless two that must be
    told apart would look the same."""
    if whole_percent(share) != whole_percent(other) or percent(share) == percent(other):
        return whole_percent, whole_range
    return percent, percent_range


def percent_told(estimate: Quantity) -> str:
    """A share with its interval: '51.0% (50.1–51.9%)'."""
    value, low, high = in_figures(estimate)
    return f"{percent(value)} ({percent_range(low, high)})"


def whole_told(estimate: Quantity) -> str:
    """For headlines: '51% (50–52%)'."""
    value, low, high = in_figures(estimate)
    return f"{whole_percent(value)} ({whole_range(low, high)})"


def percent_range(low: float, high: float) -> str:
    return _range(figure(100 * low, ".1f"), percent(high), low, high)


def whole_range(low: float, high: float) -> str:
    """For headlines: '45–49%'."""
    return _range(figure(100 * low, ".0f"), whole_percent(high), low, high)


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
    return say("too few games for an interval")


def in_a_row(*sentences: str) -> str:
    """Those that say something, one after the other."""
    return " ".join(filter(None, sentences))


def listed(names: Sequence[str]) -> str:
    """In a row: 'a, b and c'."""
    *some, last = [*names] or [""]
    return say("{some!s} and {last!s}", some=", ".join(some), last=last) if some else last


def signed(points: int) -> str:
    """With a plus or a minus of its own: '+3', '−2'."""
    return figure(points, "+d").replace("-", "−")


def begun(sentence: str) -> str:
    """With a capital, as a sentence begins."""
    return f"{sentence[:1].upper()}{sentence[1:]}"
