"""What games show of the numbers that bands are about: gauges, and the measures of verdicts."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import analyses
from analyses.findings.sample import Sample
from analyses.findings.verdicts import Scale
from analyses.lab.bands import Band
from analyses.lab.gauges import fits, read
from analyses.statistics.readings import Estimate

NOTHING = Estimate(math.nan, math.nan, math.nan)


@dataclass(frozen=True)
class Heard(Scale):
    """A scale that remembers the interval it was asked about."""

    heard: list[tuple[float, float]] = field(default_factory=list)

    def verdict(self, low: float, high: float) -> str:
        self.heard.append((low, high))
        return super().verdict(low, high)


def measures(sample: Sample, questions: Sequence[str]) -> dict[str, Estimate]:
    """The interval behind the verdict on each question, NOTHING where the games do not answer."""
    scales = {name: Heard(s.measure, s.watch, s.tilted) for name, s in sample.scales.items()}
    if questions:
        analyses.ask(replace(sample, scales=scales), questions)
    shown = dict.fromkeys(questions, NOTHING)
    for name in questions:
        for low, high in scales[name].heard:
            shown[name] = Estimate((low + high) / 2, low, high)
    return shown


def shown_by(sample: Sample, bands: Sequence[Band]) -> list[Estimate]:
    """What the games show of each band's number, NOTHING where they do not answer."""
    gauges = [band.name for band in bands if not band.verdict]
    gauges = [name for name in gauges if fits(name, sample.players, bool(sample.mixed))]
    readings = read(sample, gauges) if gauges else {}
    shown = {name: reading.estimate for name, reading in readings.items()}
    verdicts = measures(sample, [band.name for band in bands if band.verdict])
    return [(verdicts if band.verdict else shown).get(band.name, NOTHING) for band in bands]
