"""Plays an experiment on all cores, block by block, and hands over frames in the order of games."""

import logging
import math
import warnings
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any

import polars as pl
from joblib import Parallel, delayed, parallel_config
from joblib.externals.loky.process_executor import BrokenProcessPool

from analyses.experiments.cluster import CLUSTERS, Parcel, connect, must_have_package, packed
from analyses.experiments.designs import Cell
from analyses.experiments.experiment import Experiment
from analyses.experiments.frames import Block, frame_of, number_of
from analyses.experiments.soundness import is_known_as_sound, try_out
from simulator import outside
from simulator.errors import UserError, unknown
from simulator.match import Failed, Match
from simulator.patience import patiently
from simulator.titles import load_title, spoken
from strategies import registry

log = logging.getLogger("tiltmeter")

BLOCK = {"compiled": 4096, "mixed": 16, "python": 8}  # games per task: well under a second each
SEARCHED = 4  # games per task where somebody searches: a second or more each
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

TRIES = 3  # to play a block whose worker ended
LOSSES = {"KilledWorker", "NodeDiedError", "OutOfMemoryError", "WorkerCrashedError"}  # of clusters
PATIENCE = 15  # seconds for some games of a guest
KEPT = 4  # experiments whose tables stay laid
_tables: dict[tuple[str, str], list[Match]] = {}


def frames(
    experiment: Experiment,
    *,
    engine: str = "compiled",
    jobs: int = -1,
    backend: str = "auto",
    address: str = "",
    start: int = 0,
) -> Iterator[pl.DataFrame]:
    """The games from `start` on. What they are does not depend on engine, jobs or backend."""
    engines = {match.engine for match in _tables_of(experiment, engine)}
    slowest = min(engines, key=BLOCK.__getitem__)
    if backend == "auto":
        backend = "threading" if slowest == "compiled" else "loky"
    if experiment.functions:
        jobs = 1  # nobody else knows them
    if experiment.place:
        try_out(experiment)
    games = SEARCHED if _searches(experiment) else BLOCK[slowest]
    lost = 0  # workers, one after the other without a block in between
    while True:
        blocks = _blocks(experiment, engine, games, start, backend in CLUSTERS)
        try:
            for frame, complaint in in_order(blocks, jobs, backend, address):
                if len(frame):
                    yield frame
                    start, lost = int(frame["game"][-1]) + 1, 0
                if complaint:
                    raise UserError(complaint)
            return
        except Exception as error:
            if not _is_loss(error):
                raise
            if (lost := lost + 1) == TRIES:
                raise UserError(
                    f"Workers of --backend {backend} ended {TRIES} times before game {start:,} was"
                    " played (is there too little memory?); the games before are kept, and the"
                    " same command goes on from there, with fewer --jobs for example."
                ) from None
            log.warning("A worker of --backend %s ended; its games are played again.", backend)


def _blocks(
    experiment: Experiment, engine: str, games: int, start: int, elsewhere: bool
) -> Iterator[Any]:
    """The tasks from game `start` on, of so many games each."""
    away = partial(play_elsewhere, packed(experiment)) if elsewhere else None
    play = away or partial(play_block, experiment)
    per_deal = experiment.games_per_deal
    deals, last = max(1, games // per_deal), math.ceil(experiment.games / per_deal)
    for deal in range(start // per_deal, last, deals):
        yield delayed(play)(engine, deal, min(deals, last - deal), start)


def _searches(experiment: Experiment) -> bool:
    title = load_title(experiment.title)
    names = {words.partition(":")[0] for words in experiment.strategies}
    return any(registry.strategy_called(title, name.partition("@")[0]).based for name in names)


def _is_loss(error: Exception) -> bool:
    """Whether a worker ended that could not say why."""
    return isinstance(error, BrokenProcessPool) or type(error).__name__ in LOSSES


def _say_late(experiment: Experiment) -> None:
    if not is_known_as_sound(load_title(experiment.title)):
        log.warning(
            "No game has come back for %d seconds; 'tiltmeter verify %s' looks for a loop that"
            " never ends.", PATIENCE, spoken(experiment.title),
        )  # fmt: skip


def in_order(blocks: Iterator[Any], jobs: int, backend: str, address: str = "") -> Iterator[Any]:
    """The results of tasks in the order of the tasks."""
    connect(backend, address)
    with parallel_config(backend=backend, n_jobs=jobs):
        if backend != "ray":
            yield from Parallel(return_as="generator", pre_dispatch="2*n_jobs")(blocks)
        else:  # it returns lists only, so it is given a few tasks at a time
            while wave := list(islice(blocks, 4 * jobs)):
                yield from Parallel()(wave)


def play_elsewhere(
    parcel: Parcel, engine: str, deal: int, deals: int, start: int
) -> tuple[pl.DataFrame, str]:
    """One task on a cluster; a worker that would play other games says so."""
    try:
        experiment = parcel.opened()
    except UserError as refused:
        return pl.DataFrame(), str(refused)
    return play_block(experiment, engine, deal, deals, start)


def play_block(
    experiment: Experiment, engine: str, deal: int, deals: int, start: int
) -> tuple[pl.DataFrame, str]:
    """One task, for any thread, process or machine: its rows, and what stopped it, if anything.

    It plays every cell of its deals and keeps the games from `start` to the experiment's last.
    """
    rows, complaint, end = [], "", experiment.games
    for cell, match, offset in _seated(experiment, engine):
        first, n = deal * match.rotations, deals * match.rotations
        play = partial(match.play, experiment.seed, first, n, cell.fresh)
        if experiment.place:
            play = partial(patiently, play, PATIENCE, partial(_say_late, experiment))
        try:
            games = play()
        except Failed as error:
            games, told = error.finished, str(error)
            failed = number_of(experiment, first + len(games), match.rotations, offset)
            if failed < end:
                complaint, end = told, int(failed)
        except Exception as error:
            if (told_of := outside.told(error)) is None:
                raise
            return pl.DataFrame(), str(told_of)
        if len(games):
            rows.append(frame_of(Block(games, match, first, experiment, cell, offset)))
    if not rows:
        return pl.DataFrame(), complaint
    frame = pl.concat(rows).filter(pl.col("game").is_between(start, end, closed="left"))
    return (frame.sort("game", maintain_order=True) if len(rows) > 1 else frame), complaint


def _seated(experiment: Experiment, engine: str) -> Iterator[tuple[Cell, Match, int]]:
    """Each cell, its table, and how many games of a deal come before its own."""
    offset = 0
    for cell, match in zip(experiment.cells, _tables_of(experiment, engine), strict=True):
        yield cell, match, offset
        offset += match.rotations


def _tables_of(experiment: Experiment, engine: str) -> list[Match]:
    """The experiment's tables, laid once per process as long as it is one of the latest."""
    key = (experiment.key, engine)
    laid = _tables.get(key)
    if laid is None:
        laid = _tables[key] = [experiment.match(cell, engine) for cell in experiment.cells]
        while len(_tables) > KEPT:
            _tables.pop(next(iter(_tables)), None)
    return laid


def must_be_backend(backend: str) -> None:
    if backend not in BACKENDS:
        raise unknown("backend", backend, BACKENDS)
    must_have_package(backend)
