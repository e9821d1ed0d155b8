"""What games show of the numbers that bands are about: gauges, and the measures of verdicts."""

from collections.abc import Sequence

from analyses.findings.sample import Sample
from analyses.lab.bands import Band
from analyses.lab.gauges import fits, read
from analyses.questions import ask
from analyses.statistics.estimate import NOTHING, Quantity


def measures(sample: Sample, questions: Sequence[str]) -> dict[str, Quantity]:
    """What the verdict on each question is of, NOTHING where the games do not answer."""
    return {one.name: one.measure for one in ask(sample, questions)} if questions else {}


def shown_by(sample: Sample, bands: Sequence[Band]) -> list[Quantity]:
    """What the games show of each band's number, NOTHING where they do not answer."""
    gauges = [band.name for band in bands if not band.verdict]
    asked = sample.sides, bool(sample.mixed), bool(sample.levers.dealt)
    gauges = [name for name in gauges if fits(name, *asked)]
    readings = read(sample, gauges) if gauges else {}
    verdicts = measures(sample, [band.name for band in bands if band.verdict])
    return [
        verdicts[band.name] if band.verdict else readings.get(band.name, NOTHING) for band in bands
    ]
