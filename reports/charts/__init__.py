"""Charts, one file per question or result of the lab; they draw what stands in a finding's tables.

A question's file has `side_by_side(found, look)`, which draws its answers for every number of
players on one scale; a result's has `draw(finding, look)`.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import matplotlib as mpl

from analyses.findings.finding import Finding
from reports.canvas import STYLE, Drawing
from reports.charts.shapes import Found
from reports.look import Look


def side_by_side(found: Found, look: Look) -> list[Drawing]:
    """The charts of a question; none if nobody has drawn any, or no answer has tables."""
    told = {words: finding for words, finding in found.items() if finding.tables}
    if not told:
        return []
    file = _file(next(iter(told.values())).name)
    with mpl.rc_context(STYLE):
        return file.side_by_side(told, look) if file else []


def draw(finding: Finding, look: Look, name: str = "") -> list[Drawing]:
    """The charts of a result of the lab.

    A `name` draws a finding as one of many of a kind: every metric of a sweep is a curve.
    """
    file = _file(name or finding.name)
    if not finding.tables or file is None:
        return []
    with mpl.rc_context(STYLE):
        return file.draw(finding, look)


def _file(name: str) -> Any:
    path = f"reports.charts.{name}"
    return None if find_spec(path) is None else import_module(path)
