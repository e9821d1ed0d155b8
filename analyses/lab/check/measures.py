"""What games show of the numbers that targets are about: metrics, and the measures of verdicts."""

from collections.abc import Mapping, Sequence

from analyses.findings.finding import Finding
from analyses.findings.sample import Sample
from analyses.lab.check.target_range import TargetRange
from analyses.lab.metrics import fits, members_in, read
from analyses.questions import ask
from analyses.statistics.estimate import NOTHING, Quantity


def answers(sample: Sample, targets: Sequence[TargetRange]) -> dict[str, Finding]:
    """To the questions whose verdicts targets are about."""
    asked = [target.name for target in targets if target.verdict]
    return {one.name: one for one in ask(sample, asked)} if asked else {}


def shown_by(
    sample: Sample, targets: Sequence[TargetRange], answered: Mapping[str, Finding] | None = None
) -> list[Quantity]:
    """What the games show of each target's number, NOTHING where they do not answer."""
    answered = answers(sample, targets) if answered is None else answered
    metrics = [target.name for target in targets if not target.verdict]
    asked = sample.sides, bool(sample.mixed), bool(members_in(sample, metrics))
    metrics = [name for name in metrics if fits(name, *asked)]
    readings = read(sample, metrics) if metrics else {}
    return [
        answered[target.name].measure if target.verdict else readings.get(target.name, NOTHING)
        for target in targets
    ]
