"""Plays a study, and tells what it shows of what was asked.

First every combination is played equally, then on where it tells most of the ranking.
"""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from joblib import delayed

from analyses.experiments.batch import in_order, workers_for
from analyses.experiments.progress import some_kept_in, stoppable
from analyses.experiments.runner import Runner
from analyses.findings.finding import Finding
from analyses.lab.study.findings import headline, study_findings
from analyses.lab.study.folder import Parts, Result, StudyFolder
from analyses.lab.study.plan import StudyPlan
from analyses.lab.study.responses import Asked, asked_for, ranking_of
from analyses.lab.study.study import TOP, Study
from analyses.language import say
from analyses.renamed import current, current_names, not_found
from simulator.doors import setting
from simulator.errors import UserError
from simulator.titles import factors_of

SAME = ("title", "seed", "components", "rules", "strategy_sources")  # of a study beside runs
Watch = Callable[[StudyPlan, Result], None]

log = logging.getLogger("tiltmeter")


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
        _play_round(plan, folder.first_pass, everyone, jobs, watch)
        left, number = budget // plan.tables.games, 1
        while left > 0:
            wanted = Study(path, by, top, rounds=number - 1).helpings(by, top)[:left]
            if not wanted:
                break
            _play_round(plan, folder.round(by, top, number), wanted, jobs, watch)
            left, number = left - len(wanted), number + 1
    return Study(path, by if budget else "", top)


def _play_round(
    plan: StudyPlan, parts: Parts, wanted: Sequence[tuple[int, int]], jobs: int, watch: Watch
) -> None:
    """Combinations, and how many batches each had before."""
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


@dataclass(frozen=True)
class Ranking:
    """Which responses are asked for, by which combinations are ranked, and how surely."""

    only: tuple[str, ...] = ()  # responses; none: the usual ones
    by: str = ""  # the response that ranks; none: an imbalance, or the first
    top: int = TOP  # the ranks that `budget` is for
    budget: int = 0  # games more, where they tell most of the ranking

    def __post_init__(self) -> None:
        object.__setattr__(self, "only", current_names(self.only))
        object.__setattr__(self, "by", current(self.by))

    @property
    def wants_mixed(self) -> bool:
        return not self.only or "dominant_strategy" in (*self.only, self.by)

    def must_fit(self, plan: StudyPlan) -> None:
        """Refuses what the plan cannot answer, before it is played."""
        if self.budget < 0 or self.top < 1:
            budget, top = setting("budget"), setting("top")
            raise UserError(f"{budget} cannot be below 0, nor {top} below 1.")
        title = plan.title
        sides, is_dealt = title.sides(plan.players), bool(title.levers.dealt)
        known = asked_for(sides, self.only, plan.factor.responses, is_dealt)
        names = [one.name for one in known]
        if self.by and self.by not in names:
            raise not_found("metric to rank by:", self.by, names)
        if self.by == "dominant_strategy" and not plan.is_mixed:
            told = f"name several with {setting('strategies')}"
            raise UserError(f"To rank by dominant_strategy, bots must meet: {told}.")

    def asked(self, study: Study, plan: StudyPlan) -> list[Asked]:
        return study.asked(self.only, plan.factor.responses)


@dataclass(frozen=True)
class Studied:
    study: Study
    asked: tuple[Asked, ...]  # the one that ranks first
    findings: tuple[Finding, ...]  # one for each response asked, in the usual order
    played: int = 0  # games, this time

    @property
    def main(self) -> Asked:
        return self.asked[0]

    @property
    def headline(self) -> str:
        """The sentence that answers what the study was asked by."""
        return headline(self.study, self.main)

    @property
    def path(self) -> Path:
        return self.study.folder.path

    def as_json(self) -> dict[str, Any]:
        settings = self.study.settings
        return {
            "study": str(self.path),
            "played": self.played,
            "games": settings["games"],
            "by": self.main.name,
            "sentence": self.headline,
            **{key: settings[key] for key in ("title", "factor", "players", "seed")},
            "findings": [finding.as_json() for finding in self.findings],
        }


def studied(study: Study, asked: Sequence[Asked] = (), by: str = "", played: int = 0) -> Studied:
    """What a study shows of some responses, or of all that its factor is about."""
    asked = asked or study.asked(more=_own_responses(study))
    main = ranking_of(asked, by)
    findings = tuple(study_findings(study, asked))
    return Studied(study, (main, *(one for one in asked if one is not main)), findings, played)


def _own_responses(study: Study) -> tuple[str, ...]:
    """What the factor is about beside the usual, if the title still has it."""
    settings = study.settings
    factor = factors_of(study.title, settings["players"]).get(settings["factor"])
    return factor.responses if factor else ()


def play_and_ask(runner: Runner, plan: StudyPlan, ranking: Ranking, path: Path) -> Studied:
    """Plays what the folder does not hold yet, and asks."""
    ranking.must_fit(plan)
    study, played = _play(runner, plan, path, ranking)
    return studied(study, ranking.asked(study, plan), ranking.by, played)


def _play(runner: Runner, plan: StudyPlan, path: Path, ranking: Ranking) -> tuple[Study, int]:
    """All combinations equally; what they show may say by what the budget is to rank them."""
    plan = plan.played_by(runner.engine)
    per = plan.tables.games
    total = len(plan.chosen) * per + ranking.budget // per * per
    before = done = StudyFolder.for_plan(path, plan).first_pass.n_done() * per

    def watch(plan: StudyPlan, result: Result) -> None:
        nonlocal done
        done += per
        runner.progress.advanced(per, _told(plan, result))

    runner.progress.begun(total, before)
    try:
        with stoppable(lambda: some_kept_in(path, done, total)):
            play = partial(
                play_study, plan, path, jobs=runner.workers, top=ranking.top, watch=watch
            )
            study = play()
            if ranking.budget:
                by = ranking_of(ranking.asked(study, plan), ranking.by).name
                study = play(by=by, budget=ranking.budget)
    finally:
        runner.progress.ended()
    if ranking.budget and study.looks == 1:
        text = "The {budget!s} of {games:,} games is not played: the ranking needs no more."
        if ranking.budget < per:
            text = (
                "The {budget!s} of {games:,} games is not played: a combination takes {per:,} at a"
                " time."
            )
        told = say(text, budget=setting("budget"), games=ranking.budget, per=per)
        log.info(told)
    return study, done - before


def _told(plan: StudyPlan, result: Result) -> str:
    number, sums = result
    score = next(one for one in sums if one.metric == "mean_score").reading.mean[0]
    text = "{combination}: {score:.1f} points"
    return say(text, combination=plan.combinations[number].name, score=score)


def studies_in(folder: Path, like: Mapping[str, Any]) -> list[Study]:
    """The studies of a folder by the same rules and players, if they have something to compare."""
    found = [StudyFolder(file.parent) for file in sorted(folder.glob("*/study.json"))]
    same = [one for one in found if all(one.settings[key] == like[key] for key in SAME)]
    return [Study(one.path) for one in same if one.first_pass.n_done() > 1]


def play_short(runner: Runner, plan: StudyPlan) -> None:
    """A study for a report, into the runner's folder; few games of many tables, none for a GPU."""
    runner = replace(runner, engine="compiled")
    n = len(plan.chosen)
    log.info(say("Study of the {factor}: {n} combinations", factor=plan.factor.name, n=n))
    _play(runner, plan, runner.folder / plan.folder_name, Ranking(top=1))
