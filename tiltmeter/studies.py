"""Plays studies into their folders, with progress; whatever stops it, games are kept."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tiltmeter import options

if TYPE_CHECKING:
    from analyses.experiments.experiment import Experiment
    from analyses.lab.study.folder import Result
    from analyses.lab.study.plan import StudyPlan
    from analyses.lab.study.study import Study
    from tiltmeter.progress import Progress


def play_one(
    plan: "StudyPlan", path: Path, by: str, top: int, budget: int, workers: int, quiet: bool
) -> "tuple[Study, int]":
    from analyses.lab.study.folder import StudyFolder
    from analyses.lab.study.playing import play_study
    from tiltmeter.progress import Progress

    per = plan.tables.games
    total = len(plan.chosen) * per + budget // per * per
    done = len(StudyFolder.for_plan(path, plan).first_pass.done()) * per
    with Progress(total, done, plan.players, quiet) as progress:

        def watch(plan: "StudyPlan", result: "Result") -> None:
            _watch(progress, plan, result)

        try:
            found = play_study(plan, path, jobs=workers, by=by, top=top, budget=budget, watch=watch)
        except KeyboardInterrupt:
            options.say(
                f"\nStopped: {progress.done:,} of {total:,} games are kept in {path};"
                " the same command goes on from there."
            )
            sys.exit(130)
    return found, progress.done - done


def _watch(progress: "Progress", plan: "StudyPlan", result: "Result") -> None:
    number, sums = result
    score = next(one for one in sums if one.gauge == "mean_score").reading.mean[0]
    told = f"{plan.combinations[number].name}: {score:.1f} points"
    progress.step(plan.tables.games, told)


def play_studies(
    plan: "StudyPlan | None", like: "Experiment", folder: Path, workers: int, quiet: bool
) -> "list[Study]":
    """Plays a study, if one is planned; all that the folder holds of the same game are shown."""
    from analyses.lab.study.study import Study

    if plan is not None:
        if not quiet:
            combinations = options.counted(len(plan.chosen), "combination")
            options.say(f"Study of the {plan.factor.name}: {combinations}")
        play_one(plan, folder / plan.folder.name, "", 1, 0, workers, quiet)
    found = sorted(path.parent for path in folder.glob("*/study.json"))
    return [Study(path) for path in found if _is_of(path, like)]


def _is_of(path: Path, like: "Experiment") -> bool:
    """Whether a study is of the same rules and players, and has something to compare."""
    from analyses.lab.study.folder import StudyFolder

    folder, ours = StudyFolder(path), like.settings()
    same = ("title", "seed", "components", "rules", "strategy_sources")
    is_same = all(folder.settings[key] == ours[key] for key in same)
    return is_same and len(folder.first_pass.done()) > 1
