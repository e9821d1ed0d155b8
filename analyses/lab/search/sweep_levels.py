"""Values of a parameter at several levels of skill: which suit all, and where levels disagree."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Unpack

import polars as pl

from analyses.experiments.experiment import Experiment, RunOptions
from analyses.experiments.run_folder import RunFolder
from analyses.experiments.runner import Runner
from analyses.findings.finding import Finding, Table, begun, listed
from analyses.findings.verdicts import LEVEL, TILTED, UNKNOWN
from analyses.lab.compare.differences import figure_within, from_to, in_words, label
from analyses.lab.compare.versions import Base
from analyses.lab.metrics import METRICS, metric_named
from analyses.lab.search.axes import Axis, Values, axes_of, versions_on
from analyses.lab.search.sweep_run import GAMES, SweepTable
from analyses.lab.search.target import OPEN, YES, Target, target_of
from analyses.lab.skill import at_each, table_in_json
from analyses.language import level_called, say
from analyses.statistics.estimate import in_figures
from analyses.statistics.order import least_by
from analyses.statistics.readings import Reading
from simulator.doors import setting
from simulator.errors import UserError
from simulator.titles import Title

MOST = 6  # metrics in sentences
Readings = Mapping[str, Reading]  # by metric


@dataclass(frozen=True)
class LevelSweep:
    """Metrics by level of skill and value; with a target, which values meet it everywhere."""

    experiments: Mapping[int, Experiment]  # by level
    axes: tuple[Axis, ...]
    names: tuple[str, ...]  # of the points
    shown: Mapping[int, Sequence[Readings]]  # by level, then point
    metrics: tuple[str, ...]
    target: Target | None
    runs: tuple[RunFolder, ...]

    @property
    def _tests(self) -> int:
        return len(self.shown) * len(self.names)

    def answer(self, level: int, point: int) -> str:
        """Whether a point meets the target at a level: yes, no or inconclusive."""
        assert self.target is not None
        reading = self.shown[level][point][self.target.metric]
        return self.target.answer(reading.value, reading.interval(self._tests))

    def _answered(self, level: int, answers: Sequence[str]) -> list[int]:
        return [k for k in range(len(self.names)) if self.answer(level, k) in answers]

    @property
    def everywhere(self) -> list[str]:
        """The points that clearly meet the target at every level."""
        met = [{*self._answered(level, [YES])} for level in self.shown]
        return [self.names[k] for k in sorted(set.intersection(*met))]

    @property
    def _is_open(self) -> bool:
        """Whether a point may meet it everywhere."""
        may = [{*self._answered(level, [YES, OPEN])} for level in self.shown]
        return bool(set.intersection(*may))

    @property
    def verdict(self) -> str:
        if self.target is None or self.everywhere:
            return LEVEL
        return UNKNOWN if self._is_open else TILTED

    @property
    def lines(self) -> list[str]:
        return [*self._target_told()] if self.target else [*self._moves_told()]

    def _target_told(self) -> Iterator[str]:
        assert self.target is not None
        words = {"target": self.target.told, "values": listed(self.everywhere)}
        if self.everywhere:
            yield say("At every level asked, {values!s} clearly brings {target!s}.", **words)
        elif self._is_open:
            yield say("No value clearly brings {target!s} at every level asked; more games may"
                      " tell ({setting!s}).", setting=setting("games"), **words)  # fmt: skip
        else:
            yield say("No value brings {target!s} at every level asked.", **words)
        for level in self.shown:
            yield self._answers_told(level)

    def _answers_told(self, level: int) -> str:
        """Values that clearly meet the target, and those that may, each with its figure."""
        met, unsure = (
            say("; ").join(self._figure(level, k) for k in self._answered(level, [answer]))
            for answer in (YES, OPEN)
        )
        words = {"level": begun(level_called(level)), "values": met, "open": unsure}
        if not (met or unsure):
            near = self._figure(level, self._nearest(level))
            return say("{level}: none; the nearest is {near!s}.", near=near, **words)
        if not unsure:
            return say("{level}: {values!s}.", **words)
        told = "{level}: {values!s}. Open: {open!s}."
        if not met:
            told = "{level}: none clearly. Open: {open!s}."
        return say(told, **words)

    def _figure(self, level: int, point: int) -> str:
        """'steady=200 3.1% (2.4–3.9%)'."""
        assert self.target is not None
        reading, unit = self.shown[level][point][self.target.metric], self._unit
        ends = reading.interval(self._tests)
        return f"{self.names[point]} {figure_within(reading.value, ends, unit)}"

    @property
    def _unit(self) -> str:
        assert self.target is not None
        return metric_named(self.target.metric).unit

    def _nearest(self, level: int) -> int:
        """The point that comes nearest to the target."""
        assert self.target is not None
        name, bound = self.target.metric, self.target.bound
        points = range(len(self.names))
        return least_by(points, lambda k: abs(self.shown[level][k][name].value - bound))

    def _moves_told(self) -> Iterator[str]:
        """From the first value to the last, metrics on which levels disagree first."""
        moved = {name: self._ways(name) for name in self.metrics}
        clear = [name for name in self.metrics if any(moved[name].values())]
        clear.sort(key=lambda name: len({*moved[name].values()} - {0}) < 2)
        if not clear:
            yield say("No metric clearly changes at any level asked.")
        for name in clear[:MOST]:
            told = say("; ").join(self._moved(name, level) for level in self.shown)
            both = len({*moved[name].values()} - {0}) > 1
            text = "{metric} from {first!s} to {last!s}: {told!s}."
            if both:
                text = "{metric} from {first!s} to {last!s} goes opposite ways: {told!s}."
            first, last = self.names[0], self.names[-1]
            yield say(text, metric=begun(in_words(name)), first=first, last=last, told=told)

    def _ways(self, name: str) -> dict[int, int]:
        """Whether it clearly rises, 1, or falls, −1, by level."""
        return {level: self._way(name, level) for level in self.shown}

    def _way(self, name: str, level: int) -> int:
        change = self.shown[level][-1][name].minus(self.shown[level][0][name])
        low, high = change.interval(self._tests)
        return int(low > 0) - int(high < 0)

    def _moved(self, name: str, level: int) -> str:
        first, last = (self.shown[level][k][name].value for k in (0, -1))
        told = "{level} {figures}" if self._way(name, level) else "{level} {figures} (not clear)"
        figures = from_to(first, last, metric_named(name).unit)
        return say(told, level=level_called(level), figures=figures)

    @property
    def finding(self) -> Finding:
        first, *others = self.lines
        return Finding(
            name="sweep",
            question=say("Which values suit every level of skill?"),
            claim=first,
            details=tuple(others),
            games=sum(one.games for one in self.experiments.values()),
            verdict=self.verdict,
            tables=tuple(self._tables),
        )

    @property
    def _tables(self) -> Iterator[Table]:
        """One for each metric, whose figures are then in its own form."""
        for name in self.metrics:
            rows = [
                (point, level, *in_figures(reading, self._tests))
                for k, point in enumerate(self.names)
                for level in self.shown
                if (reading := self.shown[level][k][name]).is_known
            ]
            figures = ("estimate", "low", "high")
            frame = pl.DataFrame(rows, ["version", "level", *figures], orient="row")
            shares = figures if metric_named(name).unit == "share" else ()
            yield Table(f"{name}_by_level", self._heading(name), frame, shares)

    @staticmethod
    def _heading(name: str) -> str:
        metric = metric_named(name)
        return say("{name}: {words}", name=label(name), words=metric.about)

    def as_json(self) -> dict[str, Any]:
        return {
            **table_in_json(self.experiments),
            "paths": {axis.path: list(axis.values) for axis in self.axes},
            "everywhere": self.everywhere if self.target else None,
            "finding": self.finding.as_json(),
        }


def sweep_levels(
    runner: Runner,
    title: Title,
    values: Values,
    levels: Sequence[int],
    only: Sequence[str] = (),
    target: str = "",
    **wanted: Unpack[RunOptions],
) -> LevelSweep:
    """All values at all levels, on the same shuffles; a target is held against each."""
    aim = target_of(target) if target else None
    if aim is not None and aim.sign == "=":
        raise UserError(f"With levels of skill a target is < or >; '{target}' is neither.")
    if any(metric_named(name).is_mixed for name in (*only, *([aim.metric] if aim else []))):
        raise UserError("At one level of skill all play alike, so no metric compares bots.")
    experiments, shown, runs = {}, {}, list[RunFolder]()
    asked = [aim.metric] if aim else [*only]
    for level, one in at_each(title, levels, GAMES, **wanted):
        axes = axes_of(values, one.components)
        table = SweepTable(runner, Base(one, ()))
        alone = asked or [name for name in METRICS if not METRICS[name].is_mixed]
        measured = table.play(versions_on(axes), one.games, asked)
        experiments[level], shown[level] = one, [each.readings for each in measured]
        names = tuple(each.name for each in measured)
        runs += table.runs
    every = [readings for each in shown.values() for readings in each]
    known = tuple(n for n in alone if all(n in one and one[n].is_known for one in every))
    return LevelSweep(experiments, tuple(axes), names, shown, known, aim, tuple(runs))
