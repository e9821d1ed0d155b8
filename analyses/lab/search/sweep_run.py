"""Plays a game at every value of a range, or at those that a search for a target asks for."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from analyses.experiments.experiment import Experiment
from analyses.experiments.run_folder import RunFolder
from analyses.experiments.runner import Runner
from analyses.findings.assumed import assumed_values
from analyses.findings.finding import Finding
from analyses.lab.compare.versions import Base, metric_plan
from analyses.lab.metrics import (
    METRICS,
    has_members_for,
    is_of_members,
    is_own,
    metric_named,
    must_be_held,
    must_be_shown,
    must_fit,
)
from analyses.lab.played import Measured, play_versions
from analyses.lab.search.axes import Axis, Values, axes_of, versions_on
from analyses.lab.search.sweep import sweep
from analyses.lab.search.target import must_be_searchable, search, target_of
from analyses.renamed import current_names
from analyses.statistics.readings import Reading
from simulator.doors import setting
from simulator.errors import UserError
from simulator.versions import Version

GAMES = 20_000  # at each point


@dataclass(frozen=True)
class Swept:
    """What answers to some rule numbers, or which of them meets a target."""

    base: Experiment
    axes: tuple[Axis, ...]
    top: Finding
    curves: tuple[Finding, ...]  # one per metric; none of a search
    runs: tuple[RunFolder, ...]
    asked: tuple[str, ...] = ()  # metrics that were named; told even if they do not move

    @property
    def findings(self) -> list[Finding]:
        return [self.top, *self.curves]

    @property
    def line_ups(self) -> list[str]:
        """Who plays; metrics of several strategies have tables of their own beside these."""
        return [*dict.fromkeys(cell.label for cell in self.base.cells)]

    @property
    def is_search(self) -> bool:
        return self.top.name == "target"

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.base.title.name,
            "players": self.base.players,
            "seed": self.base.seed,
            "games": self.base.games,
            "line_ups": self.line_ups,
            "changes": self.base.components.changes(),
            "paths": {axis.path: list(axis.values) for axis in self.axes},
            "findings": [finding.as_json() for finding in self.findings],
        }


def sweep_values(runner: Runner, base: Base, values: Values, only: Sequence[str] = ()) -> Swept:
    """A curve over all points for every metric, or only for these."""
    first, table = base.experiment, SweepTable(runner, base)
    axes, only = axes_of(values, first.components), current_names(only)
    for name in only:
        _must_fit(name, base)
    must_be_held(only, first)
    measured = table.play(versions_on(axes), first.games, only)
    top, *curves = sweep(axes, measured, only)
    top = _marked(top, first, axes)
    return Swept(first, tuple(axes), top, tuple(curves), tuple(table.runs), tuple(only))


def _marked(top: Finding, base: Experiment, axes: Sequence[Axis]) -> Finding:
    """With the assumed values among those that are varied."""
    levers, paths = base.title.levers, [axis.path for axis in axes]
    return replace(top, assumed=assumed_values(base.components, levers, paths))


def _must_fit(name: str, base: Base) -> None:
    one = base.experiment
    must_fit(name, one.sides, base.has_mixed_tables, has_members_for(name, one))


def search_target(runner: Runner, base: Base, values: Values, target: str) -> Swept:
    """The value on one axis that brings a metric to a target, as in turn_order_spread<1%."""
    first, table, wanted = base.experiment, SweepTable(runner, base), target_of(target)
    axes = axes_of(values, first.components)
    _must_fit(wanted.metric, base)
    if len(axes) > 1:
        told = "A target is searched along one parameter; fix the others with"
        raise UserError(f"{told} {setting('changes')}.")
    axis = axes[0]
    must_be_searchable(axis)
    must_be_held([wanted.metric], first)

    def read(places: Sequence[int], games: int) -> list[Reading]:
        versions = [axis.version(k) for k in places]
        measured = table.play(versions, games, [wanted.metric])
        return [one.readings[wanted.metric] for one in measured]

    found = search(wanted, axis, read, first.games)
    return Swept(first, (axis,), _marked(found, first, axes), (), tuple(table.runs))


@dataclass
class SweepTable:
    """Where versions of a base are played, and all the runs that were."""

    runner: Runner
    base: Base
    runs: list[RunFolder] = field(default_factory=list)

    def play(self, versions: Sequence[Version], games: int, asked: Sequence[str]) -> list[Measured]:
        """Each version's metrics; its games are let go before the next ones are read."""
        is_mixed = any(metric_named(name).is_mixed for name in asked or METRICS)
        sides = self.base.experiment.sides
        naming = [name for name in asked if is_of_members(name) or not is_own(name, sides)]
        sized, pool = replace(self.base.experiment, games=games), self.base.pool
        plans = [metric_plan(sized.changed(one.changes), pool, is_mixed) for one in versions]
        measured = []
        for played in play_versions(self.runner, [one.name for one in versions], plans):
            self.runs.extend(played.runs)
            measured.append(played.measured(naming))
            must_be_shown(naming, measured[-1].readings, played.name)
        return measured
