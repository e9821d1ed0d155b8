"""Plays an experiment on all cores, block by block, and hands over frames in the order of games."""

import logging
import math
import warnings
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any

import polars as pl
from joblib import Parallel, delayed, parallel_config
from joblib.externals.loky.process_executor import BrokenProcessPool

from analyses.experiments import sums
from analyses.experiments.cluster import CLUSTERS, RemoteTask, connect, must_have_package, packed
from analyses.experiments.designs import Cell
from analyses.experiments.experiment import CURVES, ROWS, SUMS, Experiment, engine_for
from analyses.experiments.frames import Block, frame_of, number_of
from analyses.experiments.play import DealsToPlay, FinishedGames
from analyses.experiments.soundness import is_known_as_sound, try_out
from analyses.experiments.tabulated import Played, Seated, end_of, tabulated
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
    lost = 0  # workers, one after the other without a block in between
    while True:
        blocks = _blocks(experiment, engine, start, backend in CLUSTERS)
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


def _games_at_once(experiment: Experiment, engine: str, deal: int) -> int:
    """How many make a block, of all line-ups together."""
    if experiment.searches:  # a GPU plays one line-up after the other, so many games of each
        return SEARCHED[engine] * (len(experiment.cells) if engine == "cuda" else 1)
    is_counted = experiment.keep == SUMS and not _is_drawn(experiment, deal)
    is_quick = is_counted and engine in COUNTED and not experiment.place
    return (COUNTED if is_quick else BLOCK)[engine]


def workers_for(engine: str, jobs: int) -> int:
    """How many play; a GPU needs few, and time to begin."""
    if engine != "cuda":
        return jobs
    told = "Playing on the GPU; bots new to it are compiled first, for up to a minute …"
    log.info(say(told))
    return ON_A_GPU


def _blocks(experiment: Experiment, engine: str, start: int, elsewhere: bool) -> Iterator[Any]:
    """The tasks from game `start` on."""
    away = partial(play_elsewhere, packed(experiment)) if elsewhere else None
    play = away or partial(play_block, experiment)
    slowest = _slowest(experiment, engine)
    per_deal = experiment.games_per_deal
    deal, last = start // per_deal, math.ceil(experiment.games / per_deal)
    while deal < last:
        games = _games_at_once(experiment, slowest, deal)
        deals = min(max(1, games // per_deal), last - deal)
        if experiment.keep == SUMS and deal < sums.CURVED:  # no block is drawn in part
            deals = min(deals, sums.CURVED - deal)
        yield delayed(play)(engine, deal, deals, start)
        deal += deals


def _is_drawn(experiment: Experiment, deal: int) -> bool:
    """Whether the curves of games from a deal on are kept, or counted."""
    return experiment.keep == CURVES or (experiment.keep == SUMS and deal < sums.CURVED)


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
    start = max(start, deal * experiment.games_per_deal)
    if _is_left(experiment, engine, deal):
        with suppress(Failed):  # the games before are looked for
            left = [(*its, None) for its in _seated(experiment, engine, which)]
            return [*tabulated(experiment, left, start, experiment.games)], ""
    seated, complaint, end = _finished(experiment, engine, which)
    if not seated or end <= start:
        return [], complaint
    if experiment.keep == SUMS:
        return [*tabulated(experiment, seated, start, end)], complaint
    return [_rows(experiment, seated, start, end)], complaint


def _is_left(experiment: Experiment, engine: str, deal: int) -> bool:
    """Whether games are counted on the GPU that plays them; teams are, once they have rows."""
    if experiment.keep != SUMS or _is_drawn(experiment, deal) or experiment.title.teams:
        return False
    return all(match.engine == "cuda" for its in _tables_of(experiment, engine) for match in its)


def _finished(experiment: Experiment, engine: str, deals: range) -> tuple[list[Seated], str, int]:
    """The games of each cell, what stopped them, if anything, and the first one missing."""
    seated, complaint, end = [], "", experiment.games
    for cell, offset, plan in _seated(experiment, engine, deals):
        try:
            ends = _play(experiment, plan).ends
        except Failed as error:
            ends, told = error.finished, str(error)
            failed = number_of(experiment, plan.local[len(ends)], plan.match.rotations, offset)
            if failed < end:
                complaint, end = told, int(failed)
        except Exception as error:
            if (told_of := user_files.told(error)) is None:
                raise
            return [], str(told_of), end
        if len(ends):
            seated.append((cell, offset, plan, ends))
    return seated, complaint, end


def _rows(experiment: Experiment, seated: Sequence[Seated], start: int, end: int) -> pl.DataFrame:
    rows = []
    for cell, offset, plan, ends in seated:
        games = FinishedGames(plan.match, plan.local[: len(ends)], ends)
        rows.append(frame_of(Block(games, experiment, cell, offset)))
    frame = pl.concat(rows).filter(pl.col("game").is_between(start, end, closed="left"))
    return frame.sort("game", maintain_order=True) if len(rows) > 1 else frame


def _play(experiment: Experiment, plan: DealsToPlay) -> FinishedGames:
    if experiment.place:
        return patiently(plan.play, PATIENCE, partial(_say_late, experiment))
    return plan.play()


def _seated(
    experiment: Experiment, engine: str, deals: range
) -> Iterator[tuple[Cell, int, DealsToPlay]]:
    """Each cell in each order, how many games of a deal come before its own, and its deals."""
    offset, is_drawn = 0, _is_drawn(experiment, deals.start)
    for cell, tables in zip(experiment.cells, _tables_of(experiment, engine), strict=True):
        n = len(tables)
        for k, match in enumerate(tables):
            if its := deals[(k - deals.start) % n :: n]:
                its_match = match if is_drawn else match.without_curves()
                yield cell, offset, DealsToPlay(its_match, experiment.seed, its, cell.fresh)
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
