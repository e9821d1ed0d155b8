"""Findings as sentences and tables in the terminal."""

from collections.abc import Iterable
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from analyses.findings import Finding

SHARES = {"estimate", "low", "high", "even"}
HEADINGS = {
    "estimate": "mean",
    "low": "95 % from",
    "high": "to",
    "p5": "5 %",
    "p95": "95 %",
    "rows": "seats",
}


def console(stderr: bool = False) -> Console:
    """Wide enough for tables when there is no terminal to measure."""
    made = Console(stderr=stderr, highlight=False)
    return made if made.is_terminal else Console(stderr=stderr, highlight=False, width=110)


def print_findings(findings: Iterable[Finding], tables: bool = True) -> None:
    out = console()
    for finding in findings:
        if not tables:
            out.print(f"• {escape(finding.sentence)}")
            continue
        out.print(f"\n[bold]{escape(finding.question)}[/bold]")
        out.print(escape(finding.sentence))
        out.print(_table(finding))
        for note in finding.notes:
            out.print(f"[dim]{escape(note)}[/dim]")


def _table(finding: Finding) -> Table:
    shown = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for number, name in enumerate(finding.table.columns):
        heading = (
            "share" if name == "estimate" and finding.unit == "share" else HEADINGS.get(name, name)
        )
        shown.add_column(heading, justify="right" if number else "left")
    for row in finding.table.iter_rows(named=True):
        shown.add_row(*(escape(_cell(name, value, finding.unit)) for name, value in row.items()))
    return shown


def _cell(name: str, value: Any, unit: str) -> str:
    if value is None:
        return "–"
    if unit == "share" and name in SHARES:
        return f"{100 * value:.2f} %"
    if isinstance(value, float):
        return f"{value:,.2f}"
    return f"{value:,}" if isinstance(value, int) else str(value)
