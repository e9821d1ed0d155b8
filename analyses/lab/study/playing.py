"""Plays a study: first every combination equally, then on where it tells most of the ranking."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

from joblib import delayed

from analyses.experiments.batch import in_order, workers_for
from analyses.lab.study.folder import Parts, Result, StudyFolder
from analyses.lab.study.plan import StudyPlan
from analyses.lab.study.study import TOP, Study

Watch = Callable[[StudyPlan, Result], None]


def nothing(plan: StudyPlan, result: Result) -> None:
    """What to do with results if nobody watches."""


def play_study(
    plan: StudyPlan,
    path: Path,
    *,
    jobs: int = -1,
    by: str = "",
    top: int = TOP,
    budget: int = 0,
    watch: Watch = nothing,
) -> Study:
    """Plays what the folder does not hold yet; `budget` are games beyond the equal pass."""
    folder = StudyFolder.for_plan(path, plan)
    everyone = [(number, 0) for number in range(len(plan.chosen))]
    with folder.alone():
        folder.drop_damaged()
        _play(plan, folder.first_pass, everyone, jobs, watch)
        left, number = budget // plan.tables.games, 1
        while left > 0:
            wanted = Study(path, by, top, rounds=number - 1).helpings(by, top)[:left]
            if not wanted:
                break
            _play(plan, folder.round(by, top, number), wanted, jobs, watch)
            left, number = left - len(wanted), number + 1
    return Study(path, by if budget else "", top)


def _play(
    plan: StudyPlan, parts: Parts, wanted: Sequence[tuple[int, int]], jobs: int, watch: Watch
) -> None:
    """One round: combinations, and how many batches each had before."""
    missing = parts.missing([number for number, _ in wanted])
    if not missing:
        return
    combinations, tables = plan.combinations, plan.tables

    def one(number: int, batch: int) -> Result:
        return number, tables.play(plan.rules(combinations[number]), batch, number)

    tasks = (delayed(one)(*wanted[place]) for place in missing)
    workers = workers_for(tables.alone.engine, jobs)
    results: Iterator[Result] = in_order(tasks, workers, "threading")
    with closing(parts.write(results, missing)) as stored:
        for result in stored:
            watch(plan, result)
