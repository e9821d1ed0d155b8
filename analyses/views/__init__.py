"""What only one title can show, in `analyses/views/<title>.py`, if there is one.

Such a file has `view(sample, replay) -> Finding | None`: tables and a sentence, but no verdict.
"""

from importlib import import_module
from importlib.util import find_spec

from analyses.experiments.replay import Replay
from analyses.findings.finding import Finding
from analyses.findings.sample import Sample


def view(title: str, sample: Sample, replay: Replay | None) -> Finding | None:
    """None if nobody has written one, or if it needs a replay and there is none."""
    name = f"{__name__}.{title}"
    return None if find_spec(name) is None else import_module(name).view(sample, replay)
