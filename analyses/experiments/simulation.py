"""From an experiment to a run folder: plays what is missing and stores it."""

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any, TypedDict, Unpack

import polars as pl

from analyses.experiments.batch import played
from analyses.experiments.experiment import Experiment
from analyses.experiments.run_folder import RunFolder
from analyses.experiments.stopping import WATCHED, Stopping
from analyses.experiments.tabulated import Played


class PlayMeans(TypedDict, total=False):
    """By what games are played; none of it has an influence on them."""

    engine: str
    backend: str
    address: str  # of a cluster


def folder_name(experiment: Experiment) -> str:
    """Of its run, so that repeating a command finds it again."""
    return f"{experiment.title.name}-{experiment.players}p-{experiment.key[:8]}"


def play_missing(
    experiment: Experiment,
    run: RunFolder,
    watch: Callable[[Any], None],
    jobs: int,
    **means: Unpack[PlayMeans],
) -> None:
    """Plays the games that a run does not hold yet; `watch` sees every block of rows."""
    with run.alone():
        run.drop_damaged()
        for hole in run.holes():
            lost = played(
                replace(experiment, games=hole.stop), start=hole.start, jobs=jobs, **means
            )
            _store(run.write(lost, None), watch)
        if not run.is_complete():
            unplayed = played(experiment, start=run.games_done(), jobs=jobs, **means)
            rest = _until(experiment, run, unplayed)
            _store(run.write(rest, run.unfinished_part()), watch)


def _store(stored: Generator[Played], watch: Callable[[Any], None]) -> None:
    with closing(stored):
        for frame in stored:
            watch(frame)


def _until(experiment: Experiment, run: RunFolder, unplayed: Iterator[Any]) -> Iterator[Played]:
    """Passes frames on until every interval is as narrow as was asked for."""
    if experiment.until is None:
        yield from unplayed
        return
    stopping = Stopping(experiment)
    enough = stopping.feed(run.frame().select(WATCHED).collect()) if run.parts else None
    while enough is None and (frame := next(unplayed, None)) is not None:
        enough = stopping.feed(frame.select(WATCHED))
        yield frame if enough is None else frame.filter(pl.col("game") < enough)
    if enough is not None:
        run.enough(enough)
