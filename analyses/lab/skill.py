"""One thing done at several levels of skill: who plays at each, and how many games."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Unpack

from analyses.experiments.experiment import Experiment, RunOptions, experiment
from analyses.experiments.plan import middle_count
from analyses.findings.question import Question
from analyses.findings.sample import Sample
from analyses.lab.search.judgements import Judgement, Judgements, judged
from analyses.statistics.estimate import Simultaneous
from simulator.doors import setting
from simulator.errors import UserError
from simulator.titles import Title, load_title
from strategies.levels import as_level, looks_ahead

SLOWER = 16  # times fewer games of bots that look ahead


def at_each(
    title: str | Title, levels: Sequence[int], usual: int, **wanted: Unpack[RunOptions]
) -> Iterator[tuple[int, Experiment]]:
    """The game by bots of each level in every seat, on the same shuffles."""
    if wanted.get("strategies") or wanted.get("design"):
        told = f"{setting('levels')} chooses who plays; leave {setting('strategies')} out."
        raise UserError(told)
    known = load_title(title)
    wanted["players"] = wanted.get("players") or middle_count(known.players)
    wanted["games"] = wanted.get("games") or usual
    for level in levels:
        wanted["strategies"] = [as_level(level)]
        yield level, sized(experiment(known, **wanted))


def sized(one: Experiment) -> Experiment:
    """With fewer games, where its bots look ahead."""
    is_slow = any(map(looks_ahead, one.seats))
    return replace(one, games=max(1, one.games // SLOWER)) if is_slow else one


def judgements_at(sample: Sample, levels: int, only: Sequence[str] = ()) -> Judgements:
    """What games of one level say, with verdicts that hold at all levels together."""
    asked = [one for one in judged(sample, is_mirror=True) if not only or one.name in only]
    return {one.name: _judgement(one, sample, levels) for one in asked}


def _judgement(question: Question, sample: Sample, levels: int) -> Judgement:
    measure = Simultaneous(question.measured(sample), levels)
    verdict = question.scale_for(sample).verdict(*measure.interval())
    return Judgement(question.name, measure, verdict, question.fared(sample))


def table_in_json(experiments: Mapping[int, Experiment]) -> dict[str, Any]:
    """What was played at each level, at the head of an answer."""
    one = next(iter(experiments.values()))
    games = {level: each.games for level, each in experiments.items()}
    return {"game": one.title.name, "players": one.players, "seed": one.seed, "games": games}
