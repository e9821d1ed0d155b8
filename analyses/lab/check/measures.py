"""What games show of the numbers that bands are about: gauges, and the measures of verdicts."""

from collections.abc import Mapping, Sequence

from analyses.findings.finding import Finding
from analyses.findings.sample import Sample
from analyses.lab.check.bands import Band
from analyses.lab.gauges import fits, members_in, read
from analyses.questions import ask
from analyses.statistics.estimate import NOTHING, Quantity


def answers(sample: Sample, bands: Sequence[Band]) -> dict[str, Finding]:
    """To the questions whose verdicts bands are about."""
    asked = [band.name for band in bands if band.verdict]
    return {one.name: one for one in ask(sample, asked)} if asked else {}


def shown_by(
    sample: Sample, bands: Sequence[Band], answered: Mapping[str, Finding] | None = None
) -> list[Quantity]:
    """What the games show of each band's number, NOTHING where they do not answer."""
    answered = answers(sample, bands) if answered is None else answered
    gauges = [band.name for band in bands if not band.verdict]
    asked = sample.sides, bool(sample.mixed), bool(members_in(sample, gauges))
    gauges = [name for name in gauges if fits(name, *asked)]
    readings = read(sample, gauges) if gauges else {}
    return [
        answered[band.name].measure if band.verdict else readings.get(band.name, NOTHING)
        for band in bands
    ]
