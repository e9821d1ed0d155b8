"""Plays an experiment on all cores, block by block, and hands over frames in the order of games."""

import logging
import math
import warnings
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any

import polars as pl
from joblib import Parallel, delayed, parallel_config
from joblib.externals.loky.process_executor import BrokenProcessPool

from analyses.experiments.cluster import CLUSTERS, RemoteTask, connect, must_have_package, packed
from analyses.experiments.designs import Cell
from analyses.experiments.experiment import ROWS, SUMS, Experiment, engine_for
from analyses.experiments.frames import Block, frame_of, number_of
from analyses.experiments.play import DealsToPlay, FinishedGames
from analyses.experiments.soundness import is_known_as_sound, try_out
from analyses.experiments.sums import CURVED
from analyses.experiments.tabulated import Played, end_of, tabulated
from analyses.language import say
from simulator import user_files
from simulator.doors import setting
from simulator.errors import UserError, unknown
from simulator.match import Failed, Match
from simulator.patience import patiently
from simulator.titles import spoken

log = logging.getLogger("tiltmeter")

BLOCK = {"compiled": 4096, "mixed": 16, "python": 8, "cuda": 65536}  # games per task: some seconds
COUNTED = {"compiled": 16384, "cuda": 524288}  # where no rows are made of them
SEARCHED = {"compiled": 4, "mixed": 4, "python": 4, "cuda": 4096}  # where somebody searches
ON_A_GPU = 3  # workers: while it plays a block, those before become frames
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
_tables: dict[tuple[str, str], list[list[Match]]] = {}


def frames(experiment: Experiment, **means: Any) -> Iterator[pl.DataFrame]:
    """The rows of all games, whatever would be kept of them on disk."""
    rows = replace(experiment, keep=ROWS) if experiment.keep == SUMS else experiment
    return played(rows, **means)


def played(
    experiment: Experiment,
    *,
    engine: str = "compiled",
    jobs: int = -1,
    backend: str = "auto",
    address: str = "",
    start: int = 0,
) -> Iterator[Any]:
    """The games from `start` on, as rows or `Counted`.

    What they are does not depend on engine, jobs or backend.
    """
    engine = engine_for(experiment, engine)
    slowest = _slowest(experiment, engine)
    if backend == "auto":
        backend = "threading" if slowest in ("compiled", "cuda") else "loky"
    jobs = 1 if experiment.functions else workers_for(slowest, jobs)  # nobody else knows them
    try_out(experiment.title, experiment.components, experiment.players, experiment.seed)
    games = _games_at_once(experiment, slowest)
    lost = 0  # workers, one after the other without a block in between
    while True:
        blocks = _blocks(experiment, engine, games, start, backend in CLUSTERS)
        try:
            for some, complaint in in_order(blocks, jobs, backend, address):
                for one in some:
                    yield one
                    start, lost = end_of(one), 0
                if complaint:
                    raise UserError(experiment.components.told_with(complaint))
            return
        except Exception as error:
            if not _is_loss(error):
                raise
            if (lost := lost + 1) == TRIES:
                raise UserError(
                    f"Workers of {setting('backend', backend)} ended {TRIES} times before game"
                    f" {start:,} was played (is there too little memory?); the games before are"
                    f" kept, and the same command goes on from there, with fewer {setting('jobs')}"
                    " for example."
                ) from None
            told = "A worker of {backend!s} ended; its games are played again."
            log.warning(say(told, backend=setting("backend", backend)))


def _slowest(experiment: Experiment, engine: str) -> str:
    """The engine that sets the pace: what cannot be compiled is played in plain Python."""
    engines = {match.engine for tables in _tables_of(experiment, engine) for match in tables}
    return min(engines, key=BLOCK.__getitem__)


def _games_at_once(experiment: Experiment, engine: str) -> int:
    """How many make a block, of all line-ups together."""
    games = (SEARCHED if experiment.searches else BLOCK)[engine]
    if engine == "cuda" and experiment.searches:
        games *= len(experiment.cells)  # it plays one after the other, so many games of each
    return games


def workers_for(engine: str, jobs: int) -> int:
    """How many play; a GPU needs few, and time to begin."""
    if engine != "cuda":
        return jobs
    told = "Playing on the GPU; bots new to it are compiled first, for up to a minute …"
    log.info(say(told))
    return ON_A_GPU


def _blocks(
    experiment: Experiment, engine: str, games: int, start: int, elsewhere: bool
) -> Iterator[Any]:
    """The tasks from game `start` on, of so many games each."""
    away = partial(play_elsewhere, packed(experiment)) if elsewhere else None
    play = away or partial(play_block, experiment)
    per_deal = experiment.games_per_deal
    deal, last = start // per_deal, math.ceil(experiment.games / per_deal)
    while deal < last:
        at_once = COUNTED[engine] if _is_counted(experiment, engine, deal) else games
        deals = min(max(1, at_once // per_deal), last - deal)
        if experiment.keep == SUMS and deal < CURVED:  # rows end where curves do
            deals = min(deals, CURVED - deal)
        yield delayed(play)(engine, deal, deals, start)
        deal += deals


def _is_counted(experiment: Experiment, engine: str, deal: int) -> bool:
    """Whether games from a deal on are counted where they are played, without their curves."""
    if experiment.keep != SUMS or deal < CURVED or experiment.place or experiment.functions:
        return False
    if experiment.title.teams:  # seats are what is counted there
        return False
    engines = {match.engine for tables in _tables_of(experiment, engine) for match in tables}
    return engines <= {*COUNTED} and not experiment.searches


def _is_loss(error: Exception) -> bool:
    """Whether a worker ended that could not say why."""
    return isinstance(error, BrokenProcessPool) or type(error).__name__ in LOSSES


def _say_late(experiment: Experiment) -> None:
    if not is_known_as_sound(experiment.title):
        told = say(
            "No game has come back for {n} seconds; 'tiltmeter verify {title!s}' looks for a loop"
            " that never ends.",
            n=PATIENCE,
            title=spoken(experiment.title.name),
        )
        log.warning(told)


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
    parcel: RemoteTask, engine: str, deal: int, deals: int, start: int
) -> tuple[list[Played], str]:
    """One task on a cluster; a worker that would play other games says so."""
    try:
        experiment = parcel.opened()
    except UserError as refused:
        return [], str(refused)
    return play_block(experiment, engine, deal, deals, start)


def play_block(
    experiment: Experiment, engine: str, deal: int, deals: int, start: int
) -> tuple[list[Played], str]:
    """One task, for any thread, process or machine: its games, and what stopped it, if anything.

    It plays every cell of its deals and keeps the games from `start` to the experiment's last.
    """
    which = range(deal, deal + deals)
    if _is_counted(experiment, engine, deal):
        try:
            if counted := tabulated(experiment, [*_seated(experiment, engine, which)], start):
                return [*counted], ""
        except Failed:
            pass  # the rows of those before it are looked for
    rows, complaint = _play_rows(experiment, engine, which, start)
    return ([rows] if len(rows) else []), complaint


def _play_rows(
    experiment: Experiment, engine: str, deals: range, start: int
) -> tuple[pl.DataFrame, str]:
    rows, complaint, end = [], "", experiment.games
    for cell, offset, plan in _seated(experiment, engine, deals):
        try:
            games = _play(experiment, plan)
        except Failed as error:
            n, told = len(error.finished), str(error)
            games = FinishedGames(plan.match, plan.local[:n], error.finished)
            failed = number_of(experiment, plan.local[n], plan.match.rotations, offset)
            if failed < end:
                complaint, end = told, int(failed)
        except Exception as error:
            if (told_of := user_files.told(error)) is None:
                raise
            return pl.DataFrame(), str(told_of)
        if len(games.ends):
            rows.append(frame_of(Block(games, experiment, cell, offset)))
    if not rows:
        return pl.DataFrame(), complaint
    together = pl.concat(rows, how="diagonal")  # beyond CURVED deals sums have no curves
    frame = together.filter(pl.col("game").is_between(start, end, closed="left"))
    return (frame.sort("game", maintain_order=True) if len(rows) > 1 else frame), complaint


def _play(experiment: Experiment, plan: DealsToPlay) -> FinishedGames:
    if experiment.place:
        return patiently(plan.play, PATIENCE, partial(_say_late, experiment))
    return plan.play()


def _seated(
    experiment: Experiment, engine: str, deals: range
) -> Iterator[tuple[Cell, int, DealsToPlay]]:
    """Each cell in each order, how many games of a deal come before its own, and its deals."""
    offset = 0
    for cell, tables in zip(experiment.cells, _tables_of(experiment, engine), strict=True):
        n = len(tables)
        for k, match in enumerate(tables):
            if its := deals[(k - deals.start) % n :: n]:
                yield cell, offset, DealsToPlay(match, experiment.seed, its, cell.fresh)
        offset += cell.rotations


def _tables_of(experiment: Experiment, engine: str) -> list[list[Match]]:
    """The tables of each cell, one for each order, laid once per process while it is a late one."""
    key = (experiment.key, engine)
    laid = _tables.get(key)
    if laid is None:
        laid = _tables[key] = [
            [experiment.match(cell.at(k), engine) for k in range(len(cell.orders))]
            for cell in experiment.cells
        ]
        while len(_tables) > KEPT:
            _tables.pop(next(iter(_tables)), None)
    return laid


def must_be_backend(backend: str) -> None:
    if backend not in BACKENDS:
        raise unknown("backend", backend, BACKENDS)
    must_have_package(backend)
