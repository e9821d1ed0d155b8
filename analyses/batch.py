"""Plays an experiment on all cores, block by block, and hands over frames in the order of games."""

import warnings
from collections.abc import Callable, Iterator

import polars as pl
from joblib import Parallel, delayed

from analyses.experiment import Experiment
from analyses.frames import frame_of
from simulator.errors import UserError, unknown
from simulator.match import BadRating, Match
from strategies.registry import plug_in_error

BLOCK = {"compiled": 4096, "mixed": 16, "python": 8}  # games per task: well under a second each
BACKENDS = {
    "auto": "threads for compiled games, processes for plain Python",
    "threading": "threads of this process",
    "loky": "processes on this machine",
    "dask": "a Dask cluster (needs the extra 'cluster')",
    "ray": "a Ray cluster (needs the extra 'cluster')",
}

# Tasks are dropped on purpose when a run is stopped.
for remark in ("tasks which were still being processed", "tasks have been successfully executed"):
    warnings.filterwarnings("ignore", message=f".*{remark}")

_matches: dict[tuple[str, str], Match] = {}


def frames(
    experiment: Experiment,
    *,
    engine: str = "compiled",
    jobs: int = -1,
    backend: str = "auto",
    start: int = 0,
    say: Callable[[str], None] = lambda text: None,
) -> Iterator[pl.DataFrame]:
    """The games from `start` on. What they are does not depend on engine, jobs or backend."""
    match = _match(experiment, engine, say)
    size = BLOCK[match.engine]
    blocks = (
        delayed(play_block)(experiment, engine, first, min(size, experiment.games - first))
        for first in range(start, experiment.games, size)
    )
    if backend == "auto":
        backend = "threading" if match.engine == "compiled" else "loky"
    parallel = Parallel(
        n_jobs=jobs, backend=backend, return_as="generator", pre_dispatch="2*n_jobs"
    )
    for frame, complaint in parallel(blocks):
        if len(frame):
            yield frame
        if complaint:
            raise UserError(complaint)


def play_block(experiment: Experiment, engine: str, first: int, n: int) -> tuple[pl.DataFrame, str]:
    """One task, for any thread, process or machine: its rows, and what stopped it, if anything."""
    match = _match(experiment, engine)
    try:
        games, complaint = match.play(experiment.seed, first, n), ""
    except BadRating as error:
        games, complaint = error.finished, str(error)
    except Exception as error:
        if (told := plug_in_error(error)) is None:
            raise
        return pl.DataFrame(), str(told)
    return (frame_of(games, match, first) if len(games) else pl.DataFrame()), complaint


def _match(
    experiment: Experiment, engine: str, say: Callable[[str], None] = lambda text: None
) -> Match:
    """The experiment's table, laid once per process."""
    known = (experiment.key, engine)
    if known not in _matches:
        _matches[known] = experiment.match(engine, say)
    return _matches[known]


def _must_be_installed(backend: str) -> None:
    try:
        if backend == "dask":
            import distributed  # noqa: F401  (registers its backend with joblib)
        elif backend == "ray":
            from ray.util.joblib import register_ray

            register_ray()
    except ImportError:
        raise UserError(
            f"--backend {backend} needs the extra 'cluster': install tiltmeter[cluster]."
        ) from None


def must_be_backend(backend: str) -> None:
    if backend not in BACKENDS:
        raise unknown("backend", backend, BACKENDS)
    _must_be_installed(backend)
