"""How fast games are: plain Python, one core compiled, two workers, a GPU; what a game takes."""

import math
import pickle
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from joblib import Parallel, delayed

from analyses.experiments.batch import BLOCK
from analyses.experiments.experiment import Experiment
from simulator.doors import setting
from simulator.errors import UserError
from simulator.match import Match

ROUNDS = 5  # measurements of each engine, taken in turns; the best counts
ALONE = """
import pickle, sys
one = pickle.load(sys.stdin.buffer)
one.match(one.cells[0], "compiled").play(1, 0, 1)
"""


@dataclass(frozen=True)
class Speed:
    """Games per second of a line-up, and what a game takes."""

    line_up: tuple[str, ...]
    python: float
    compiled: float
    two_workers: float
    decisions: float  # in a game, on average
    bytes_per_game: int  # while it is played
    startup: float  # seconds until a new process, whose machine code is on disk, has played a game
    cuda: float = 0.0  # with all rows copied back; 0 if it was not measured
    cuda_alone: float = 0.0  # with rows left on the GPU

    @property
    def ratio(self) -> float:
        return self.compiled / self.python

    @property
    def scaling(self) -> float:
        return self.two_workers / self.compiled

    def as_json(self) -> dict[str, float]:
        names = ["python", "compiled", "two_workers", "ratio", "scaling"]
        names += ["decisions", "bytes_per_game", "startup"]
        names += ["cuda", "cuda_alone"] if self.cuda else []
        return {name: getattr(self, name) for name in names}


def speed_of(experiment: Experiment, seconds: float, engine: str = "compiled") -> Speed:
    """Of the first line-up; each measurement takes so long. A GPU is measured if it is named."""
    if not 0 < seconds < math.inf:
        raise UserError(f"{setting('seconds')} must be more than 0, not {seconds:g}.")
    cell = experiment.cells[0]
    compiled, plain = (experiment.match(cell, by) for by in ("compiled", "python"))
    block = BLOCK[compiled.engine]  # python, if the rules cannot be compiled
    one = partial(_play_blocks, compiled, block)

    def slow(n: int) -> None:
        plain.play(1, 0, n)

    two = _two_workers(compiled, block)
    two(2 * block)
    pairs = math.ceil(_rate(one, 2 * block) * seconds / (2 * block))
    several = 2 * block * pairs
    works: list[tuple[Callable[[int], None], int]] = [
        (slow, math.ceil(_rate(slow, 1) * seconds)),
        (one, several),
        (two, several),
    ]
    rounds = [[_rate(work, n) for work, n in works] for _ in range(ROUNDS)]
    python, alone, both = map(max, zip(*rounds, strict=True))
    games = compiled.play(1, 0, block)
    decisions, startup = float(games["n_moves"].mean()), _startup(experiment)
    on_gpu = _on_gpu(experiment.match(cell, engine), seconds) if engine == "cuda" else ()
    return Speed(
        tuple(map(str, cell.line_up)),
        python,
        alone,
        both,
        decisions,
        games.itemsize,
        startup,
        *on_gpu,
    )


def _on_gpu(match: Match, seconds: float) -> tuple[float, ...]:
    """Rows copied back, and left there."""
    block = BLOCK["cuda"]
    match.play(1, 0, block)  # compiled by now
    rates = []
    for one in (match, match.leaving_rows()):
        work = partial(_play_blocks, one, block)
        several = block * math.ceil(_rate(work, block) * seconds / block)
        rates.append(max(_rate(work, several) for _ in range(ROUNDS)))
    return tuple(rates)


def _play_blocks(match: Match, block: int, n: int) -> None:
    for first in range(0, n, block):
        _play_block(match, block, first)


def _two_workers(match: Match, block: int) -> Callable[[int], None]:
    def play(n: int) -> None:
        tasks = (delayed(_play_block)(match, block, first) for first in range(0, n, block))
        Parallel(n_jobs=2, backend="threading")(tasks)

    return play


def _play_block(match: Match, block: int, first: int) -> None:
    """Hands no rows over: one worker drops them too, and memory of its own takes time."""
    match.play(1, first, block)


def _startup(experiment: Experiment) -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", ALONE], input=pickle.dumps(experiment), check=True)
    return time.perf_counter() - started


def _rate(work: Callable[[int], None], n: int) -> float:
    started = time.perf_counter()
    work(n)
    return n / (time.perf_counter() - started)
