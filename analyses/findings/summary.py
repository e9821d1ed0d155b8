"""Findings as one table: a row each, for polars, pandas and notebooks."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Any

import polars as pl

from analyses.findings.finding import Finding, known
from analyses.statistics.estimate import in_figures

if TYPE_CHECKING:
    import pandas as pd

FIGURES = ("estimate", "low", "high")  # of what the sentence tells, in `unit`
JUDGED = ("measure", "measure_low", "measure_high", "borderline", "tilted")  # by the verdict
COLUMNS: dict[str, type[pl.DataType]] = {
    "name": pl.String,
    "players": pl.Int64,
    "verdict": pl.String,
    **dict.fromkeys(FIGURES, pl.Float64),
    "unit": pl.String,
    **dict.fromkeys(JUDGED, pl.Float64),
    "games": pl.Int64,
}


class Summarised(ABC):
    """What holds findings, and shows them as a table."""

    @property
    @abstractmethod
    def findings(self) -> list[Finding]: ...

    @abstractmethod
    def frame(self) -> pl.DataFrame:
        """A row per finding."""

    def to_pandas(self) -> "pd.DataFrame":
        """The same rows as `frame`, for pandas."""
        return self.frame().to_pandas()

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return html_of(self.findings)


def row_of(finding: Finding, players: int) -> dict[str, Any]:
    """One finding by the names of `COLUMNS`; what is not known is None."""
    row = {
        "name": finding.name,
        "players": players,
        "verdict": finding.verdict,
        **dict(zip(FIGURES, in_figures(finding.estimate), strict=True)),
        "unit": finding.unit or None,
        "games": finding.games,
    }
    if finding.scale is not None and finding.is_measured:
        limits = finding.scale.borderline, finding.scale.tilted
        row |= dict(zip(JUDGED, (*in_figures(finding.measure), *limits), strict=True))
    return known(row)


def html_of(findings: Iterable[Finding]) -> str:
    """A small table: what was asked, its verdict, what was found."""
    head = "".join(f"<th>{name}</th>" for name in ("question", "verdict", "finding"))
    rows = "".join(
        f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in cells)}</tr>"
        for cells in ((one.name, one.verdict, one.sentence) for one in findings)
    )
    style = "<style scoped>td, th {text-align: left !important}</style>"
    return f"{style}<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
