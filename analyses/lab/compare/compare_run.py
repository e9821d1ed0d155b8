"""Plays versions of a game on the same shuffles and compares each with the base."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Unpack

import polars as pl

from analyses.experiments.experiment import Experiment, RunOptions
from analyses.experiments.offered import removals, swaps
from analyses.experiments.run_folder import RunFolder
from analyses.experiments.runner import Runner
from analyses.findings.assumed import assumed_values
from analyses.findings.finding import Finding, known
from analyses.findings.summary import COLUMNS, FIGURES, Summarised, row_of
from analyses.lab.compare.compare import Compared, compare, each
from analyses.lab.compare.differences import Difference
from analyses.lab.compare.versions import (
    Base,
    idle,
    metric_plan,
    must_pair,
    name_of,
    pool_for,
    whole_plan,
)
from analyses.lab.compare.who_wins import Rates, WinRateChange, rates, who_wins
from analyses.lab.looks import is_settled, sizes, tell
from analyses.lab.metrics import METRICS, metrics_of
from analyses.lab.played import Measured, play_versions
from analyses.lab.subjects import experiment_in
from analyses.language import say
from analyses.questions import QUESTIONS, questions_named
from analyses.statistics.estimate import in_figures
from simulator.components import as_settings
from simulator.doors import by_door
from simulator.errors import UserError, unknown
from simulator.titles import spoken
from simulator.versions import Changes, Version
from simulator.words import counted
from strategies.seat import Seat

SCHEMA: dict[str, type[pl.DataType]] = {
    "version": pl.String,
    "kind": pl.String,  # question, win rate or metric
    **{name: COLUMNS[name] for name in ("name", "players", "verdict")},
    "base": pl.Float64,
    "variant": pl.Float64,
    **{name: COLUMNS[name] for name in (*FIGURES, "unit")},
    "q": pl.Float64,  # of a metric: below 0.05 its change is clear
    "games": COLUMNS["games"],
}

GAMES, GAMES_EACH = 60_000, 10_000  # of a version, unless said otherwise, and of each of many
EACH = {"removed": removals, "swapped": swaps}

log = logging.getLogger("tiltmeter")


@dataclass(frozen=True)
class VersionRuns:
    """A version by its name, and the runs that were played of it."""

    name: str
    runs: tuple[RunFolder, ...]

    def as_json(self) -> dict[str, Any]:
        changes, paths = self.runs[0].settings["changes"], [str(run.path) for run in self.runs]
        return {"name": self.name, "changes": changes, "runs": paths}


@dataclass(frozen=True)
class Comparison(Summarised):
    """Versions compared with a base, and what each of them changes."""

    experiment: Experiment  # of the base
    base: VersionRuns
    versions: tuple[VersionRuns, ...]
    compared: tuple[Compared, ...]  # one for each version, or one for all

    @property
    def findings(self) -> list[Finding]:
        return [one for compared in self.compared for one in (compared.top, *compared.answers)]

    def frame(self) -> pl.DataFrame:
        """A row per version and question, win rate and metric; estimates are of the change.

        `base` and `variant` are the figures before and after, `verdict` is that of the variant.
        """
        return compared_frame(
            self.compared, [one.name for one in self.versions], self.experiment.players
        )

    @property
    def runs(self) -> list[RunFolder]:
        return [run for one in (self.base, *self.versions) for run in one.runs]

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.experiment.title.name,
            "players": self.experiment.players,
            "seed": self.experiment.seed,
            "base": self.base.as_json(),
            "versions": [one.as_json() for one in self.versions],
            "who_wins": [one.as_json() for compared in self.compared for one in compared.who_wins],
            "findings": [finding.as_json() for finding in self.findings],
        }


def compare_versions(
    runner: Runner,
    base: Base,
    versions: Sequence[Version | Changes],
    only: Sequence[str] = (),
    until_sure: bool = False,
) -> Comparison:
    """The base, and versions of it by their changes; every question, or `only` these.

    With `until_sure` fewer games are played where these make clear who wins more or less.
    """
    *_, last = _looks(runner, *_versions(base, versions, only), until_sure)
    return last


def watch_versions(
    runner: Runner, base: Base, versions: Sequence[Version | Changes], only: Sequence[str] = ()
) -> Iterator[Comparison]:
    """The same at each look, as soon as its games are played, until it is clear."""
    return _looks(runner, *_versions(base, versions, only), until_sure=True)


def _versions(
    base: Base, versions: Sequence[Version | Changes], only: Sequence[str]
) -> tuple[list[Experiment], list[str], list[tuple[Seat, ...]], tuple[str, ...]]:
    """What is played: the experiments, base first, then names and pools of the others."""
    first = base.experiment
    only = _must_ask(only, first)
    if not versions or not all(map(_changes, versions)):
        raise UserError(
            f"Name a change, as in {_example()};"
            f" 'tiltmeter games {spoken(first.title.name)}' lists the paths."
        )
    for word in (word for one in versions for word in idle(first.components, _changes(one))):
        log.warning(say("Note: {change!s} equals the value of the base.", change=word))
    others = [first.changed(_changes(one)) for one in versions]
    names = [_name(first, one, other) for one, other in zip(versions, others, strict=True)]
    return [first, *others], names, [base.pool] * len(names), only


def _must_ask(only: Sequence[str], one: Experiment) -> tuple[str, ...]:
    """Refuses questions that no game of it answers, before any is played."""
    names = questions_named(only)
    for name in names:
        if not QUESTIONS[name].is_for(one.sides, one.players):
            seats = counted(one.players, "player")
            raise UserError(f"The question '{name}' does not apply to {one.title} with {seats}.")
    return names


def _changes(one: Version | Changes) -> Changes:
    return one.changes if isinstance(one, Version) else one


def _name(base: Experiment, one: Version | Changes, other: Experiment) -> str:
    if isinstance(one, Version):
        return one.name
    return name_of(other.components, base.components) or _same(", ".join(as_settings(one)))


def _same(what: str) -> str:
    return say("{what} (the same values)", what=what)


def compare_files(
    runner: Runner,
    files: Sequence[Path],
    only: Sequence[str] = (),
    until_sure: bool = False,
    **flags: Unpack[RunOptions],
) -> Comparison:
    """Experiment files, the first being the base; flags go before what the files say."""
    everyone = [experiment_in(file, {"games": GAMES}, **flags) for file in files]
    base, *others = everyone
    only = _must_ask(only, base)
    for file, other in zip(files[1:], others, strict=True):
        must_pair(base, other, (str(files[0]), str(file)))
    names = [
        name_of(other.components, base.components) or _same(str(file))
        for file, other in zip(files[1:], others, strict=True)
    ]
    pools = [pool_for(one) for one in others]
    *_, last = _looks(runner, everyone, names, pools, only, until_sure)
    return last


def _looks(
    runner: Runner,
    experiments: Sequence[Experiment],
    names: Sequence[str],
    pools: Sequence[Sequence[Seat]],  # of the others; the base has that of the first
    only: Sequence[str],
    until_sure: bool,
) -> Iterator[Comparison]:
    """All games at once; or more and more of them, until it is clear who wins more or less.

    The claims of all looks hold together.
    """
    first = experiments[0]
    called, seated = [name_of(first.components), *names], [pools[0], *pools]
    looked = sizes(first.games) if until_sure else [first.games]
    for games in looked:
        sized = [replace(one, games=games) for one in experiments]
        plans = [whole_plan(one, pool, only) for one, pool in zip(sized, seated, strict=True)]
        base, *others = (
            replace(one, sample=replace(one.sample, looks=len(looked)))
            for one in play_versions(runner, called, plans)
        )
        compared = tuple(compare(base, others, only, len(looked)))
        runs = [VersionRuns(one.name, one.runs) for one in (base, *others)]
        yield Comparison(sized[0], runs[0], tuple(runs[1:]), compared)
        if all(map(is_settled, compared)):
            break
    tell(games, looked[-1])


def compare_each(runner: Runner, base: Base, how: str, only: Sequence[str] = ()) -> Comparison:
    """Every version of a list that the game itself gives, compared by metrics alone."""
    first = base.experiment
    only = _must_ask(only, first)
    if not (metrics := metrics_of(only)):
        verb = by_door("--each", "compare_each")
        raise UserError(f"{verb} compares metrics, and no metric answers {', '.join(only)}.")
    versions = _listed(first, how)
    everyone = [first, *(first.changed(one.changes) for one in versions)]
    names = [name_of(first.components), *(one.name for one in versions)]
    is_mixed = any(METRICS[name].is_mixed for name in metrics)
    plans = [metric_plan(one, base.pool, is_mixed) for one in everyone]
    runs: list[VersionRuns] = []
    measured: list[Measured] = []
    won: list[Rates] = []
    games = 0
    for played in play_versions(runner, names, plans):
        runs.append(VersionRuns(played.name, played.runs))
        measured.append(played.measured().about(only))
        won.append(rates(played, only))
        games = games or played.sample.games
    paths = [path for one in versions for path in one.changes]
    assumed = assumed_values(first.components, first.title.levers, paths)
    fared = [
        who_wins(won[0], one, run.name, len(versions))
        for one, run in zip(won[1:], runs[1:], strict=True)
    ]
    found = each(measured[0], measured[1:], games, fared)
    found = replace(found, top=replace(found.top, assumed=assumed))
    return Comparison(first, runs[0], tuple(runs[1:]), (found,))


def _listed(base: Experiment, how: str) -> list[Version]:
    if how not in EACH:
        raise unknown(f"value of {by_door('--each', 'how')}:", how, EACH)
    if not (versions := EACH[how](base)):
        raise UserError(
            f"Nothing of {base.title} can be {how} in this setup; name a change of your own, as in"
            f" {_example()}."
        )
    return versions


def _example() -> str:
    """A change, as a user gives it."""
    return by_door("--set path=value", "{'path': value}")


def compared_frame(
    compared: Iterable[Compared], versions: Iterable[str], players: int
) -> pl.DataFrame:
    """Of each version by its name; where all were compared at once, no question was asked."""
    both = zip(compared, versions, strict=False)
    return pl.DataFrame([row for one, name in both for row in _rows(one, name, players)], SCHEMA)


def _rows(one: Compared, version: str, players: int) -> Iterator[dict[str, Any]]:
    shared = {"players": players, "games": one.top.games}
    for answer in one.answers:
        row = row_of(answer, players)
        mine = {name: row[name] for name in SCHEMA if name in row}
        yield mine | {"version": version, "kind": "question"}
    for fared in one.who_wins:
        yield shared | _of_win_rate(fared)
    for of, metric in one.moves:
        yield shared | _of_metric(metric) | {"version": of}


def _of_win_rate(one: WinRateChange) -> dict[str, Any]:
    figures = dict(zip(FIGURES, (one.change.value, *one.interval), strict=True))
    ends = {"base": one.before.won.value, "variant": one.after.won.value}
    whose = {"version": one.version, "kind": "win rate", "name": one.name, "unit": "share"}
    return {**whose, **known(ends | figures)}


def _of_metric(one: Difference) -> dict[str, Any]:
    figures = dict(zip(FIGURES, in_figures(one.change), strict=True))
    ends = {"base": one.base.value, "variant": one.other.value, "q": one.q}
    return {"kind": "metric", "name": one.metric, "unit": one.unit, **known(ends | figures)}
