"""What only one title can show, in `analyses/views/<title>.py`; of all others, their boards.

Such a file has `view(sample, replay) -> Finding | None`: tables and a sentence, but no verdict.
"""

from importlib import import_module
from importlib.util import find_spec

from analyses.experiments.replay import Replay
from analyses.findings.finding import Finding
from analyses.findings.sample import Sample
from analyses.views import boards


def view(title: str, sample: Sample, replay: Replay | None) -> Finding | None:
    """None if it needs a replay and there is none, or if there is nothing to show."""
    name = f"{__name__}.{title}"
    module = boards if find_spec(name) is None else import_module(name)
    return module.view(sample, replay)
