"""The page model in the terminal: findings as sentences, with the tables that pages show."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
from rich.markup import escape
from rich.table import Table as Lines

from analyses.findings.assumed import assumed_told
from analyses.findings.finding import Finding
from analyses.findings.verdicts import DEPENDS, LEVEL, NOT_TILTED, TILTED, UNKNOWN, WATCH
from analyses.language import say, word
from reports.console import console
from reports.model import Grid, as_read, grid_of, notes_of

MARKS = {
    LEVEL: "green",
    NOT_TILTED: "cyan",
    WATCH: "yellow",
    TILTED: "red",
    DEPENDS: "magenta",
    UNKNOWN: "dim",
}
BARS = "▁▂▃▄▅▆▇█"
LONGEST = 12  # rows of a table; the rest is in --json
FEW = 2  # rows more that are shown, rather than a line that says they are there


def print_findings(
    findings: Iterable[Finding],
    tables: bool = True,
    longest: int | None = LONGEST,
    named: bool = False,
) -> None:
    """With their tables each question is told; without, its name if it is not in the sentence."""
    out, every = console(), list(findings)
    unasked = [word(one.name, "question") for one in every if not one.is_asked]
    is_short = not tables and len(unasked) < len(every)  # else their reasons are all there is
    shown = [one for one in every if one.is_asked or not is_short]
    width = max((len(word(one.verdict, "verdict")) for one in shown), default=0)
    for finding in shown:
        verdict = word(finding.verdict, "verdict")
        mark = f"[{MARKS.get(finding.verdict, 'dim')}]{verdict:{width}}[/]"
        if not tables:
            name, told = word(finding.name, "question"), finding.sentence
            told = say("{name!s}: {told!s}", name=name, told=told) if named else told
            out.print(f"{mark} {escape(told)}")
            continue
        out.print(f"\n[bold]{escape(finding.question)}[/bold]")
        if finding.sentence:
            out.print(f"{mark} {escape(finding.sentence)}")
        print_behind(finding, longest)
    if unasked and is_short:
        told = say("Not run with these games: {questions!s}.", questions=", ".join(unasked))
        out.print(f"[dim]{told}[/dim]")


def print_behind(finding: Finding, longest: int | None = LONGEST) -> None:
    """The tables and notes behind a sentence."""
    out = console()
    for table in finding.tables:
        print_grid(grid_of(table, table.key), longest)
    for note in filter(None, notes_of(replace(finding, assumed=()))):  # those come last
        out.print(f"[dim]{escape(note)}[/dim]")


def print_assumed(findings: Iterable[Finding]) -> None:
    """The last line of an answer, where it varies or ranks values that no source gives."""
    if told := assumed_told(findings):
        console().print(f"\n{told}", markup=False)


def spark(frame: pl.DataFrame, by: str) -> str:
    """The mean estimate at each value of a column, as a row of bars."""
    levels = frame.group_by(by, maintain_order=True).agg(pl.col("estimate").mean())["estimate"]
    values = levels.to_numpy()
    height = (values - values.min()) / (np.ptp(values) or 1)
    steps = np.round(height * (len(BARS) - 1)).astype(int)
    return "".join(BARS[step] for step in steps)


def print_grid(grid: Grid, longest: int | None = None) -> None:
    """A table of the page model, or the first of its rows."""
    out, shown = console(), as_read(grid)
    if shown.name:
        out.print(f"[dim]{escape(shown.name)}[/dim]")
    made = Lines(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for column in shown.columns:
        justify: Any = "right" if column.is_number else "left"
        made.add_column(escape(column.heading), justify=justify, overflow="fold")  # whole names
    more = 0 if longest is None else len(shown.rows) - longest
    for row in shown.rows if more <= FEW else shown.rows[:longest]:
        made.add_row(*(escape(cell.text) for cell in row))
    out.print(made)
    if more > FEW:
        told = say("… and {n} more rows, all of them in --json", n=more)
        out.print(f"[dim]{told}[/dim]")
