"""Charts, one file per question: `draw(finding, look)` gives the charts of a finding.

A chart draws what stands in a finding's tables and nothing else.
"""

from importlib import import_module
from importlib.util import find_spec

import matplotlib as mpl

from analyses.findings.finding import Finding
from reports.canvas import STYLE, Drawing
from reports.look import Look


def draw(finding: Finding, look: Look, name: str = "") -> list[Drawing]:
    """The charts of a finding; one without tables, or without a file here, has none.

    A `name` draws a finding as one of many of a kind: every gauge of a sweep is a curve.
    """
    file = f"reports.charts.{name or finding.name}"
    if not finding.tables or find_spec(file) is None:
        return []
    with mpl.rc_context(STYLE):
        return import_module(file).draw(finding, look)
