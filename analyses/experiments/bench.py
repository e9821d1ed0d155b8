"""Games per second: plain Python, one core compiled, two workers compiled."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from joblib import Parallel, delayed

from analyses.experiments.batch import BLOCK
from analyses.experiments.experiment import Experiment
from simulator.match import Match

ROUNDS = 5  # measurements of each engine, taken in turns; the best counts


@dataclass(frozen=True)
class Speed:
    """Games per second of a line-up."""

    line_up: tuple[str, ...]
    python: float
    compiled: float
    two_workers: float

    @property
    def ratio(self) -> float:
        return self.compiled / self.python

    @property
    def scaling(self) -> float:
        return self.two_workers / self.compiled

    def as_json(self) -> dict[str, float]:
        names = ("python", "compiled", "two_workers", "ratio", "scaling")
        return {name: getattr(self, name) for name in names}


def speed_of(experiment: Experiment, seconds: float) -> Speed:
    """Of the first line-up; each measurement takes so long."""
    cell = experiment.cells[0]
    compiled, plain = (experiment.match(cell, engine) for engine in ("compiled", "python"))
    block = BLOCK[compiled.engine]  # python, if the rules cannot be compiled

    def one(n: int) -> None:
        for first in range(0, n, block):
            compiled.play(1, first, block)

    def slow(n: int) -> None:
        plain.play(1, 0, n)

    two = _two_workers(compiled, block)
    two(2 * block)
    pairs = math.ceil(_rate(one, 2 * block) * seconds / (2 * block))
    several = 2 * block * pairs
    works = [(slow, math.ceil(_rate(slow, 1) * seconds)), (one, several), (two, several)]
    rounds = [[_rate(work, n) for work, n in works] for _ in range(ROUNDS)]
    return Speed(cell.line_up, *map(max, zip(*rounds, strict=True)))


def _two_workers(match: Match, block: int) -> Callable[[int], None]:
    def play(n: int) -> None:
        tasks = (delayed(match.play)(1, first, block) for first in range(0, n, block))
        Parallel(n_jobs=2, backend="threading")(tasks)

    return play


def _rate(work: Callable[[int], None], n: int) -> float:
    started = time.perf_counter()
    work(n)
    return n / (time.perf_counter() - started)
