"""From an experiment to a run folder: plays what is missing and stores it."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import polars as pl

from analyses.experiments.batch import frames
from analyses.experiments.experiment import Experiment
from analyses.experiments.run_folder import RunFolder
from analyses.experiments.stopping import WATCHED, Stopping


def default_folder(experiment: Experiment) -> Path:
    """Named by the experiment, so that repeating a command finds its run again."""
    return Path("runs") / f"{experiment.title}-{experiment.players}p-{experiment.key[:8]}"


def simulate(
    experiment: Experiment,
    path: Path,
    *,
    engine: str = "compiled",
    jobs: int = -1,
    backend: str = "auto",
    say: Callable[[str], None] = lambda text: None,
    watch: Callable[[pl.DataFrame], None] = lambda frame: None,
) -> RunFolder:
    """Plays the games the folder does not hold yet; `watch` sees every block of rows."""
    run = RunFolder.for_experiment(path, experiment)
    if run.is_complete():
        return run
    unplayed = frames(
        experiment, engine=engine, jobs=jobs, backend=backend, start=run.games_done(), say=say
    )
    with closing(run.write(_until(experiment, run, unplayed), run.unfinished_part())) as stored:
        for frame in stored:
            watch(frame)
    return run


def _until(
    experiment: Experiment, run: RunFolder, unplayed: Iterator[pl.DataFrame]
) -> Iterator[pl.DataFrame]:
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
