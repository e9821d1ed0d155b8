"""Plays experiments into run folders, with progress; whatever stops it, games are kept."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tiltmeter import options

if TYPE_CHECKING:
    from analyses.experiments.experiment import Experiment
    from analyses.experiments.run_folder import RunFolder
    from analyses.lab.arms import Arm


def play_all(
    plan: "Sequence[Experiment]", folder: Path, workers: int, quiet: bool
) -> "list[RunFolder]":
    """Plays what the folder does not hold yet; a run per experiment, in their order."""
    from analyses.experiments.run_folder import RunFolder
    from analyses.experiments.simulation import default_folder, simulate
    from tiltmeter.progress import Progress

    say = options.hush if quiet else options.say
    runs = []
    for k, experiment in enumerate(plan, 1):
        path = folder / default_folder(experiment).name
        run = RunFolder.for_experiment(path, experiment)
        if not run.is_complete():
            say(f"Run {k} of {len(plan)}: {_told(experiment)}")
        with Progress(experiment.games, run.games_done(), experiment.players, quiet) as progress:
            try:
                runs.append(simulate(experiment, path, jobs=workers, say=say, watch=progress.watch))
            except KeyboardInterrupt:
                options.say(
                    f"\nStopped: the games so far are kept in {folder};"
                    " the same command goes on from there."
                )
                sys.exit(130)
    return [RunFolder(run.path) for run in runs]


def play_arms(
    names: Sequence[str],
    plans: "Sequence[Sequence[Experiment]]",
    folder: Path,
    workers: int,
    quiet: bool,
) -> "list[Arm]":
    """Versions of a game as arms, each with the runs of its own plan."""
    from analyses.lab.arms import Arm

    runs = iter(play_all([one for plan in plans for one in plan], folder, workers, quiet))
    return [
        Arm(name, tuple(next(runs) for _ in plan)) for name, plan in zip(names, plans, strict=True)
    ]


def _told(experiment: "Experiment") -> str:
    parts = {"player": experiment.players, "game": experiment.games}
    parts["line-up"] = len(experiment.cells)
    return ", ".join(options.counted(n, what) for what, n in parts.items())
