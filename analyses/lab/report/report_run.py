"""What a report is made of: runs and studies of one title, played for it or opened."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Unpack

from analyses.experiments.experiment import Experiment, RunOptions
from analyses.experiments.plan import QUICK, THOROUGH, Sizes, counts_of, middle_count, plan
from analyses.experiments.progress import games_kept_in, stoppable
from analyses.experiments.purposes import DEALT, EQUALS, LEVEL, PLAYER, SWITCH
from analyses.experiments.run_folder import RunFolder
from analyses.experiments.runner import Runner
from analyses.findings.sample import TYPICAL
from analyses.findings.together import sample_of_runs
from analyses.lab import looks as looking
from analyses.lab.players.deviations import deviations
from analyses.lab.report.asked_again import searched
from analyses.lab.report.chapters import Chapter, chapters_of, samples_of_equals, with_equals
from analyses.lab.report.for_whom import at_levels, whole_at
from analyses.lab.skill import SLOWER
from analyses.lab.study.folder import is_study
from analyses.lab.study.plan import telling_study
from analyses.lab.study.study import Study
from analyses.lab.study.study_run import Studied, play_short, studied, studies_in
from analyses.language import say
from analyses.questions import QUESTIONS, ask
from analyses.statistics.estimate import TELLING
from simulator.doors import setting
from simulator.errors import UserError
from simulator.titles import Title, load_title
from strategies import registry
from strategies.levels import as_level, level_for, looks_ahead

LONGER = 4  # times the games of equal players may be played, to decide what they left open
APART = (SWITCH, DEALT, EQUALS, PLAYER, LEVEL)  # purposes of runs that are read for themselves
LOOKS = 2  # at the games of equal players: verdicts of both must hold together

log = logging.getLogger("tiltmeter")


@dataclass(frozen=True)
class ReportGames:
    """The games of a report, before anything is asked of them."""

    runs: tuple[RunFolder, ...]
    studies: tuple[Study, ...] = ()
    deviations: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)  # by players
    looks: int = 1  # after which its games may have ended

    @property
    def title(self) -> str:
        return self.runs[0].title.name


@dataclass(frozen=True)
class Material:
    """All that a report shows, asked and ready to be drawn."""

    chapters: tuple[Chapter, ...]
    studies: tuple[Studied, ...] = ()


def play_for_report(
    runner: Runner,
    title: str | Title,
    counts: Sequence[int] = (),
    is_quick: bool = False,
    until_sure: bool = False,
    audience: str = "",
    **wanted: Unpack[RunOptions],
) -> ReportGames:
    """Plays what is missing in the runner's folder: runs and, unless quick, a short study.

    With `until_sure` fewer games are played where these give every verdict. An `audience` is
    families, experts or a level of skill: its bots play, and the verdicts are those of its games.
    """
    with stoppable(lambda: games_kept_in(runner.folder)):
        whole, playing = QUICK if is_quick else THOROUGH, runner.within(runner.folder / "runs")
        if audience:
            whole = _meant_for(load_title(title), counts, audience, whole, wanted)
        if until_sure:
            every = sorted(set(counts)) or counts_of(load_title(title))
            played = [_until_sure(playing, title, count, whole, wanted) for count in every]
            experiments = [one for some, _ in played for one in some]
            runs = [run for _, some in played for run in some]
        else:
            experiments = plan(title, sorted(set(counts)), whole, **wanted)
            runs = playing.play(experiments)
        levels = _at_levels(experiments, is_quick)
        if not is_quick:
            levels += _whole_at_levels(experiments, whole, wanted)
        inside = runner.within(runner.folder / "studies")
        tried: dict[int, dict[str, Any]] = {}
        if not is_quick:
            if not until_sure:
                experiments, runs = _with_more(playing, experiments, runs)
            runs += playing.play(_by_search(experiments, runs))
            tried = _deviations(runner.within(runner.folder / "deviations"), experiments)
            _play_study(inside, experiments, wanted)
        runs += playing.play(levels)
        studies = studies_in(inside.folder, experiments[0].settings())
        looks = looking.LOOKS if until_sure else 1 if is_quick else LOOKS
        return ReportGames(tuple(runs), tuple(studies), tried, looks)


def _meant_for(
    title: Title, counts: Sequence[int], audience: str, whole: Sizes, wanted: RunOptions
) -> Sizes:
    """Their bots play; fewer games, if they look ahead."""
    if wanted.get("strategies") or wanted.get("design"):
        told = f"{setting('audience')} chooses who plays; leave {setting('strategies')} out."
        raise UserError(told)
    every = sorted(set(counts)) or counts_of(title)
    who = as_level(level_for(title, every, audience))
    wanted["strategies"] = [who]
    is_slow = any(looks_ahead(registry.spelled_out(title, who, n)) for n in every)
    return whole.part(SLOWER) if is_slow else whole


def _until_sure(
    runner: Runner, title: str | Title, players: int, whole: Sizes, wanted: RunOptions
) -> tuple[list[Experiment], list[RunFolder]]:
    """All parts of the plan for a number of players, with so many games as give every verdict."""
    for part in looking.PARTS:
        experiments = plan(title, [players], whole.part(part), **wanted)
        runs = runner.play(experiments)
        own = [run for run in runs if run.purpose.kind not in APART]
        equals = [run for run in runs if run.purpose.kind == EQUALS]
        sample = replace(sample_of_runs(own), looks=looking.LOOKS)
        found = with_equals(ask(sample), samples_of_equals(runs[0], equals, looking.LOOKS))
        if part == 1 or looking.are_settled(found, 1 / part):
            break
    looking.tell(
        sum(run.games_done() for run in runs), part * sum(one.games for one in experiments)
    )
    return experiments, runs


def _with_more(
    runner: Runner, experiments: list[Experiment], runs: list[RunFolder]
) -> tuple[list[Experiment], list[RunFolder]]:
    """With so many games of equal players that what was not decided is, where that is not long.

    They are looked at once more and then no more: verdicts allow for two looks.
    """
    for k, one in enumerate(experiments):
        if one.players in [other.players for other in experiments[:k]]:
            continue
        if games := _wanted(runs[k], LONGER * one.games):
            experiments[k] = replace(one, games=games)
            (runs[k],) = runner.play([experiments[k]])
    return experiments, runs


def _wanted(run: RunFolder, most: int) -> int:
    """The games that would decide what is open, or at most so many if their chance to is even.

    0 if nothing is open, or too many would be needed.
    """
    judged = [one for one in QUESTIONS.values() if one.is_judged and not one.is_played_on]
    asked = [one.name for one in judged if one.reads == (TYPICAL,)]
    sample = replace(sample_of_runs([run]), looks=LOOKS)
    needed = [one.needed for one in ask(sample, asked) if one.needed]
    likely = [min(games, most) for games in needed if games <= TELLING * most]
    return max((games for games in likely if games > run.games_done()), default=0)


def _by_search(experiments: Sequence[Experiment], runs: Sequence[RunFolder]) -> list[Experiment]:
    """Of one player alone, and of the middle one of the numbers of players."""
    first: dict[int, tuple[Experiment, RunFolder]] = {}
    for one, run in zip(experiments, runs, strict=True):
        first.setdefault(one.players, (one, run))
    asked = sorted({*first} & {1, middle_count(sorted(first))})
    return [one for count in asked for one in searched(*first[count])]


def _at_levels(experiments: Sequence[Experiment], is_quick: bool) -> list[Experiment]:
    """The first part of each number of players, by players of other levels of skill."""
    first: dict[int, Experiment] = {}
    for one in experiments:
        first.setdefault(one.players, one)
    return [level for one in first.values() for level in at_levels(one, is_quick)]


def _whole_at_levels(
    experiments: Sequence[Experiment], sizes: Sizes, wanted: RunOptions
) -> list[Experiment]:
    first: dict[int, Experiment] = {}
    for one in experiments:
        first.setdefault(one.players, one)
    return [each for one in first.values() for each in whole_at(one, sizes, wanted)]


def _deviations(runner: Runner, experiments: Sequence[Experiment]) -> dict[int, dict[str, Any]]:
    """Of the middle one of the numbers of players."""
    middle = middle_count(sorted({one.players for one in experiments}))
    found = deviations(runner, next(one for one in experiments if one.players == middle))
    return {middle: found} if found else {}


def _play_study(runner: Runner, experiments: Sequence[Experiment], wanted: RunOptions) -> None:
    """Of the middle one of the numbers of players."""
    if any(looks_ahead(seat) for seat in experiments[0].seats):
        return  # hundreds of combinations would take hours
    wanted["players"] = middle_count(sorted({one.players for one in experiments}))
    chosen = telling_study(experiments[0].title, **wanted)
    if chosen is not None:
        play_short(runner, chosen)


def open_for_report(paths: Sequence[Path]) -> ReportGames:
    """Runs and studies of one title."""
    studies = [Study(path) for path in paths if is_study(path)]
    runs = [RunFolder(path) for path in paths if not is_study(path)]
    if not runs:
        raise UserError(
            "A report needs a run as well as its studies; 'tiltmeter study … --report FOLDER'"
            " writes one of a study alone."
        )
    titles = {run.settings["title"] for run in runs} | {one.settings["title"] for one in studies}
    if len(titles) > 1:
        raise UserError(f"A report is about one game, not about {' and '.join(sorted(titles))}.")
    for run in runs:
        run.frame()
    return ReportGames(tuple(runs), tuple(studies))


def material(played: ReportGames) -> Material:
    """Asks everything of the games."""
    log.info(say("Analysing {n:,} games …", n=sum(run.games_done() for run in played.runs)))
    with stoppable(lambda: say("all games are kept")):
        chapters = tuple(
            chapter.with_deviations(played.deviations.get(chapter.players))
            for chapter in chapters_of(played.runs, played.looks)
        )
        return Material(chapters, tuple(studied(study) for study in played.studies))
