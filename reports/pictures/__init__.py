"""Pictures that only one title can have, in `reports/pictures/<title>.py`, if there is one.

Such a file has a `HEADING`, a `QUESTION` and `draw(findings, components, look) -> list[Drawing]`,
where `findings` go by their names. It draws from findings and components and nothing else.
"""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import matplotlib as mpl

from analyses.findings import Finding
from reports.canvas import STYLE, Drawing
from reports.look import Look
from simulator.components import Components


def _module(title: str) -> Any:
    name = f"reports.pictures.{title}"
    return None if find_spec(name) is None else import_module(name)


def draw(
    title: str, findings: Sequence[Finding], components: Components, look: Look
) -> list[Drawing]:
    """The pictures of a title; none if nobody has drawn any."""
    module = _module(title)
    if module is None:
        return []
    with mpl.rc_context(STYLE):
        return module.draw({finding.name: finding for finding in findings}, components, look)


def heading(title: str) -> tuple[str, str]:
    module = _module(title)
    return module.HEADING, module.QUESTION
