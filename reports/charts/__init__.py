"""Charts, one file per question: `draw(finding, look)` gives the charts of a finding.

A chart draws what stands in a finding's tables and nothing else.
"""

from importlib import import_module
from importlib.util import find_spec

import matplotlib as mpl

from analyses.findings import Finding
from reports.canvas import STYLE, Drawing
from reports.look import Look


def draw(finding: Finding, look: Look) -> list[Drawing]:
    """The charts of a finding; a question without a file here has none."""
    if find_spec(f"reports.charts.{finding.name}") is None:
        return []
    with mpl.rc_context(STYLE):
        return import_module(f"reports.charts.{finding.name}").draw(finding, look)
