"""Plays versions of a game on the same deals and puts them beside the base."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Unpack

from analyses.experiments.designs import Cell
from analyses.experiments.experiment import Experiment, Wanted, experiment
from analyses.experiments.plan import middle_count
from analyses.experiments.pool import best_of
from analyses.experiments.run_folder import RunFolder
from analyses.experiments.runner import Runner
from analyses.findings.finding import Finding
from analyses.lab.compare import Compared, compare, each
from analyses.lab.played import Measured, play_versions
from analyses.lab.removal import removals, swaps
from analyses.lab.subjects import experiment_in
from analyses.lab.versions import gauge_plan, idle, must_pair, name_of, whole_plan
from simulator.components import as_settings
from simulator.errors import UserError, unknown
from simulator.titles import load_title
from simulator.versions import Changes, Version

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
class Comparison:
    """Versions beside a base, and what each of them changes."""

    experiment: Experiment  # of the base
    base: VersionRuns
    versions: tuple[VersionRuns, ...]
    compared: tuple[Compared, ...]  # one for each version, or one for all

    @property
    def findings(self) -> list[Finding]:
        return [one for compared in self.compared for one in (compared.top, *compared.answers)]

    @property
    def runs(self) -> list[RunFolder]:
        return [run for one in (self.base, *self.versions) for run in one.runs]

    def as_json(self) -> dict[str, Any]:
        return {
            "title": self.experiment.title,
            "players": self.experiment.players,
            "seed": self.experiment.seed,
            "base": self.base.as_json(),
            "versions": [one.as_json() for one in self.versions],
            "findings": [finding.as_json() for finding in self.findings],
        }


def base_of(title: str, usual: int, **wanted: Unpack[Wanted]) -> Experiment:
    """What all versions have in common: a middle number of players and the usual number of games,
    unless said otherwise."""
    if wanted.get("players") is None:
        wanted["players"] = middle_count(load_title(title).players)
    if wanted.get("games") is None:
        wanted["games"] = usual
    return experiment(title, **wanted)


def compare_versions(
    runner: Runner, base: Experiment, versions: Sequence[Version | Changes]
) -> Comparison:
    """The base, and versions of it by their changes."""
    if not versions or not all(map(_changes, versions)):
        raise UserError(
            f"Name a change, as in --set path=value; 'tiltmeter games {base.title}' lists the"
            " paths."
        )
    for word in (word for one in versions for word in idle(base.components, _changes(one))):
        log.warning("Note: %s equals the value of the base.", word)
    others = [base.changed(_changes(one)) for one in versions]
    names = [_name(base, one, other) for one, other in zip(versions, others, strict=True)]
    everyone = [base, *others]
    return _compared(runner, everyone, names, [whole_plan(one) for one in everyone])


def _changes(one: Version | Changes) -> Changes:
    return one.changes if isinstance(one, Version) else one


def _name(base: Experiment, one: Version | Changes, other: Experiment) -> str:
    if isinstance(one, Version):
        return one.name
    same = f"{', '.join(as_settings(one))} (the same values)"
    return name_of(other.components, base.components) or same


def compare_files(runner: Runner, files: Sequence[Path], **flags: Unpack[Wanted]) -> Comparison:
    """Experiment files, the first being the base; flags go before what the files say."""
    everyone = [experiment_in(file, {"games": GAMES}, **flags) for file in files]
    base, *others = everyone
    for file, other in zip(files[1:], others, strict=True):
        must_pair(base, other, (str(files[0]), str(file)))
    names = [
        name_of(other.components, base.components) or f"{file} (the same values)"
        for file, other in zip(files[1:], others, strict=True)
    ]
    plans = [whole_plan(one) if _is_plain(one) else [one] for one in everyone]
    return _compared(runner, everyone, names, plans)


def _is_plain(one: Experiment) -> bool:
    """Whether a file leaves open who plays."""
    return one.cells == (Cell((best_of(load_title(one.title)),) * one.players),)


def _compared(
    runner: Runner,
    experiments: Sequence[Experiment],
    names: Sequence[str],
    plans: Sequence[Sequence[Experiment]],
) -> Comparison:
    first = experiments[0]
    base, *others = play_versions(runner, [name_of(first.components), *names], plans)
    return Comparison(
        first,
        VersionRuns(base.name, base.runs),
        tuple(VersionRuns(other.name, other.runs) for other in others),
        tuple(compare(base, others)),
    )


def compare_each(runner: Runner, base: Experiment, how: str) -> Comparison:
    """Every version of a list that the title itself gives, beside the base, by gauges alone."""
    versions = _listed(base, how)
    everyone = [base, *(base.changed(one.changes) for one in versions)]
    names = [name_of(base.components), *(one.name for one in versions)]
    plans = [gauge_plan(one, is_mixed=True) for one in everyone]
    runs: list[VersionRuns] = []
    measured: list[Measured] = []
    games = 0
    for played in play_versions(runner, names, plans):
        runs.append(VersionRuns(played.name, played.runs))
        measured.append(played.measured())
        games = games or played.sample.games
    top = each(measured[0], measured[1:], games)
    return Comparison(base, runs[0], tuple(runs[1:]), (Compared(top),))


def _listed(base: Experiment, how: str) -> list[Version]:
    if how not in EACH:
        raise unknown("value of --each:", how, EACH)
    if not (versions := EACH[how](base)):
        raise UserError(
            f"Nothing of {base.title} can be {how} in this setup; name a change of your own, as in"
            " --set path=value."
        )
    return versions
