"""An arm: one version of a game, and what its games show. Arms on the same seed share deals."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass

from analyses.experiments.run_folder import RunFolder
from analyses.findings.finding import Finding
from analyses.findings.sample import Sample
from analyses.findings.together import sample_of_runs
from analyses.lab.gauges import read
from analyses.questions import ask
from analyses.statistics.readings import Reading


@dataclass(frozen=True)
class Arm:
    name: str
    runs: tuple[RunFolder, ...]

    @functools.cached_property
    def sample(self) -> Sample:
        return sample_of_runs(self.runs)

    @functools.cached_property
    def readings(self) -> dict[str, Reading]:
        """Every gauge that the runs can answer."""
        return read(self.sample)

    def settled(self) -> "Arm":
        """The same arm, its gauges read and its games let go: hundreds of them fit into memory."""
        _ = self.readings
        vars(self).pop("sample", None)
        return self

    def findings(self, only: Sequence[str] = ()) -> list[Finding]:
        return ask(self.sample, only)
