"""Charts: rows that a table declares, and one file for each question or result with others.

A question's file has `side_by_side(found, look)`, which draws its answers for every number of
players on one scale; a result's has `draw(finding, look)`. They draw what stands in tables.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import matplotlib as mpl

from analyses.findings.finding import Finding
from reports.canvas import STYLE, Drawing
from reports.charts.levels import levels
from reports.charts.rows import rows_chart
from reports.charts.shapes import Found, united
from reports.look import Look


def side_by_side(found: Found, look: Look) -> list[Drawing]:
    """The charts of a question; none if nobody has drawn any, or no answer has tables."""
    told = {words: finding for words, finding in found.items() if finding.tables}
    if not told:
        return []
    file = _file(next(iter(told.values())).name)
    with mpl.rc_context(STYLE):
        return [*_declared(told, look), *(file.side_by_side(told, look) if file else [])]


def by_level(found: Found) -> list[Drawing]:
    """How a question's answers go with the skill of the players, where that tells something."""
    with mpl.rc_context(STYLE):
        drawn = levels(found)
    return [drawn] if drawn else []


def draw(finding: Finding, look: Look, name: str = "") -> list[Drawing]:
    """The charts of a result of the lab.

    A `name` draws a finding as one of many of a kind: every metric of a sweep is a curve.
    """
    file = _file(name or finding.name) if finding.tables else None
    with mpl.rc_context(STYLE):
        return [*_declared({"": finding}, look), *(file.draw(finding, look) if file else [])]


def _declared(found: Found, look: Look) -> list[Drawing]:
    """Each table that has rows to draw, for all numbers of players that have it."""
    made = []
    for key in united((table.key for table in one.tables) for one in found.values()):
        tables = {words: one[key] for words, one in found.items() if one.has(key)}
        chart = next((table.chart for table in tables.values() if table.chart), None)
        frames = {words: table.frame for words, table in tables.items()}
        first, *others = frames.values()
        if all(first.equals(frame) for frame in others):  # as where the values come from
            frames = {"": first}
        if chart and (drawing := rows_chart(chart, frames, look)):
            made.append(drawing)
    return made


def _file(name: str) -> Any:
    path = f"reports.charts.{name}"
    return None if find_spec(path) is None else import_module(path)
