"""Pictures that only one title can have, in `reports/pictures/<title>.py`; else its boards.

Such a file has a `HEADING` and `draw(finding, components, look) -> list[Drawing]`, where `finding`
is the title's view (analyses/views). It draws what stands in its tables, on the board that the
components describe, and nothing else.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import matplotlib as mpl

from analyses.findings.finding import Finding
from reports.canvas import STYLE, Drawing
from reports.look import Look
from reports.pictures import boards
from simulator.components import Components


def _module(title: str) -> Any:
    name = f"{__name__}.{title}"
    return boards if find_spec(name) is None else import_module(name)


def draw(title: str, finding: Finding, components: Components, look: Look) -> list[Drawing]:
    with mpl.rc_context(STYLE):
        return _module(title).draw(finding, components, look)


def heading(title: str) -> str:
    return _module(title).HEADING
