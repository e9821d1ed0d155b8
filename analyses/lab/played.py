"""A version that was played, and what its games show. Versions on the same seed share deals."""

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from analyses.experiments.experiment import Experiment
from analyses.experiments.run_folder import RunFolder
from analyses.experiments.runner import Runner
from analyses.findings.finding import Finding
from analyses.findings.sample import Sample
from analyses.findings.together import sample_of_runs
from analyses.lab.metrics import metrics_of, read
from analyses.questions import ask
from analyses.statistics.readings import Reading


@dataclass(frozen=True)
class Measured:
    """A version by its metrics alone: hundreds of them fit into memory."""

    name: str
    readings: Mapping[str, Reading]

    def about(self, questions: Sequence[str]) -> "Measured":
        """By the metrics of some questions, or by all."""
        kept = metrics_of(questions, self.readings)
        return Measured(self.name, {name: self.readings[name] for name in kept})


@dataclass(frozen=True)
class Played:
    """A version with its games."""

    name: str
    runs: tuple[RunFolder, ...]
    sample: Sample

    @functools.cached_property
    def readings(self) -> dict[str, Reading]:
        """Every metric that the runs can answer."""
        return read(self.sample)

    def measured(self, naming: Sequence[str] = ()) -> Measured:
        """With metrics that are read only if asked for, as those that name a seat or member."""
        named = read(self.sample, naming) if naming else {}
        return Measured(self.name, {**self.readings, **named})

    def findings(self, only: Sequence[str] = ()) -> list[Finding]:
        return ask(self.sample, only)


def play_versions(
    runner: Runner, names: Sequence[str], plans: Sequence[Sequence[Experiment]]
) -> Iterator[Played]:
    """Plays all versions, each by a plan of its own, then reads them one by one."""
    runs = iter(runner.play([one for plan in plans for one in plan]))
    for name, plan in zip(names, plans, strict=True):
        mine = tuple(next(runs) for _ in plan)
        yield Played(name, mine, sample_of_runs(mine))
