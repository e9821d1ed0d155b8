"""Plays an experiment on all cores, block by block, and hands over frames in the order of games."""

import importlib
import importlib.util
import warnings
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import polars as pl
from joblib import Parallel, delayed, parallel_config

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
    for frame, complaint in _in_order(blocks, jobs, backend):
        if len(frame):
            yield frame
        if complaint:
            raise UserError(complaint)


def _in_order(blocks: Iterator[Any], jobs: int, backend: str) -> Iterator[Any]:
    """The results of tasks in the order of the tasks."""
    _connect(backend)
    with parallel_config(backend=backend, n_jobs=jobs):
        if backend != "ray":
            yield from Parallel(return_as="generator", pre_dispatch="2*n_jobs")(blocks)
        else:  # it returns lists only, so it is given a few tasks at a time
            while wave := list(islice(blocks, 4 * jobs)):
                yield from Parallel()(wave)


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


def _connect(backend: str) -> None:
    """Joins the cluster that the backend's own settings name, or starts one on this machine."""
    if backend == "dask":
        distributed = importlib.import_module("distributed")
        try:
            distributed.get_client()
        except ValueError:
            distributed.Client()
    elif backend == "ray":
        importlib.import_module("ray.util.joblib").register_ray()


def must_be_backend(backend: str) -> None:
    if backend not in BACKENDS:
        raise unknown("backend", backend, BACKENDS)
    package = {"dask": "distributed", "ray": "ray"}.get(backend)
    if package and importlib.util.find_spec(package) is None:
        raise UserError(
            f"--backend {backend} needs the extra 'cluster': install tiltmeter[cluster]."
        )
