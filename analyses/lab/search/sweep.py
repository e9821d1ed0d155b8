"""How every metric answers to a parameter: a curve over versions on the same shuffles."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from analyses.findings.finding import Finding, Table, begun, number_range
from analyses.lab.compare.differences import (
    Difference,
    differences,
    figure,
    figure_within,
    from_to,
    in_words,
    label,
    points_apart,
    rank,
    roughly,
)
from analyses.lab.metrics import metric_named
from analyses.lab.played import Measured
from analyses.lab.search.axes import Axis, grid
from analyses.language import count, say
from analyses.statistics.estimate import in_figures
from analyses.statistics.intervals import student
from analyses.statistics.order import farthest_by, least_by, most_by, ordered
from analyses.statistics.readings import TAIL, Reading, on_common_deals

TOLD = 3  # metrics in the sentence on top
COLUMNS = ("estimate", "low", "high", "difference", "from", "to")


def sweep(
    axes: Sequence[Axis], versions: Sequence[Measured], only: Sequence[str] = ()
) -> list[Finding]:
    """A finding on top, then one per metric; those that clearly change come first.

    The versions are the points of the grid, in its order.
    """
    points, at = grid(axes), reference(axes)
    base = versions[at]
    rest = [version for k, version in enumerate(versions) if k != at]
    moves = differences(base, rest)
    moves.insert(at, differences(base, [base])[0])
    curves = []
    for of_metric in zip(*moves, strict=True):
        name = of_metric[0].metric
        if not only or name in only:
            readings = [version.readings[name] for version in versions]
            curves.append(Curve(axes, points, readings, of_metric))
    curves.sort(key=lambda curve: not curve.is_moving)
    return [_top(axes, curves, len(points), only), *(curve.as_finding(base) for curve in curves)]


def reference(axes: Sequence[Axis]) -> int:
    """The point that differences are taken from: the base's own values, or the first."""
    if any(axis.at is None for axis in axes):
        return 0
    return grid(axes).index(tuple(axis.at or 0 for axis in axes))


@dataclass(frozen=True)
class Curve:
    """One metric at every point."""

    axes: Sequence[Axis]
    points: Sequence[tuple[int, ...]]
    readings: Sequence[Reading]
    moves: Sequence[Difference]  # from the reference

    @property
    def name(self) -> str:
        return self.moves[0].metric

    @property
    def is_moving(self) -> bool:
        return any(move.is_sure for move in self.moves)

    def as_finding(self, base: Measured) -> Finding:
        largest = farthest_by(self.moves, lambda move: move.change.value)
        return Finding(
            name=self.name,
            question=say(
                "How does {paths} change {metric}?",
                metric=in_words(self.name),
                paths=_paths(self.axes),
            ),
            claim=self._sentence(base),
            estimate=largest.change,
            unit=self.moves[0].unit,
            games=self.readings[0].deals,
            tables=(self._table(),),
            notes=(say("Differences from {version}, on the same shuffles.", version=base.name),),
        )

    def _sentence(self, base: Measured) -> str:
        if not self.is_moving:
            here = self.moves[0].base
            return say(
                "{metric} does not clearly change; at {version} it is {value}.",
                metric=in_words(self.name),
                version=base.name,
                value=figure_within(here.value, here.interval(), self.moves[0].unit),
            )
        told = [self._along(k).told(self.name, axis) for k, axis in enumerate(self.axes)]
        return say("{metric} {told}.", metric=in_words(self.name), told=say("; ").join(told))

    @property
    def clarity(self) -> float:
        return max(move.clarity for move in self.moves)

    @property
    def course(self) -> str:
        """'the winning margin falls from 61 to 38 points', along the only axis."""
        return self._along(0).course(self.name)

    def _along(self, k: int) -> "Series":
        """The curve along one axis, on average over the others."""
        values, influences, lower_by = [], [], []
        drawn = _influences(self.readings)
        for level in range(len(self.axes[k].values)):
            here = [n for n, at in enumerate(self.points) if at[k] == level]
            values.append(np.mean([self.readings[n].value for n in here]))
            influences.append(np.mean([drawn[n] for n in here], axis=0))
            lower_by.append(np.mean([_lower_by(self.readings[n]) for n in here]))
        units = min(len(drawn[0]), self.readings[0].deals)
        return Series(np.array(values), np.array(influences), units, np.array(lower_by))

    def _table(self) -> Table:
        columns = {
            axis.path: [
                axis.values[at[k]] if axis.is_numeric else axis.words[at[k]] for at in self.points
            ]
            for k, axis in enumerate(self.axes)
        }
        figures = [
            (*in_figures(move.other), *in_figures(move.change), move.q) for move in self.moves
        ]
        frame = pl.DataFrame(figures, [*COLUMNS, "q"], orient="row")
        return Table(
            "curve",
            say("{name}: {words}", name=label(self.name), words=metric_named(self.name).about),
            pl.concat([pl.DataFrame(columns), frame], how="horizontal"),
            COLUMNS if self.moves[0].unit == "share" else (),
        )


def _influences(readings: Sequence[Reading]) -> list[np.ndarray]:
    """Not known for a tail."""
    if readings[0].shape == TAIL:
        return [np.full(1, math.nan) for _ in readings]
    return on_common_deals(readings)


def _lower_by(reading: Reading) -> float:
    """How far below its value it may lie where chance may have chosen which part is the largest.

    The largest of several that are alike is too large, by more than the influences on it tell.
    """
    if reading.shape == TAIL or reading.contenders(reading.together).sum() == 1:
        return 0.0
    return reading.value - reading.interval().low


@dataclass(frozen=True)
class Series:
    """A value per level of an axis, and the influence of each deal on it."""

    values: np.ndarray  # [level]
    influences: np.ndarray  # [level, deal]
    units: int
    lower_by: np.ndarray  # [level]: how far it may lie below its value, beside chance

    def told(self, metric: str, axis: Axis) -> str:
        unit = metric_named(metric).unit
        rises, falls = self._sure_steps()
        if not (rises or falls) and not np.isnan(self.influences).any():
            return say("does not clearly change with {path}", path=axis.path)
        if axis.is_numeric and rises != falls:
            step, slope, low, high = self._slope(axis, 1 if rises else -1)
            if low > 0:
                change = from_to(self.values[0], self.values[-1], unit)
                told = (
                    "rises with {path}, {change}, by {size} per {step:g} ({ends})"
                    if rises
                    else "falls with {path}, {change}, by {size} per {step:g} ({ends})"
                )
                by = _per_step(slope, low, high, unit)
                return say(told, path=axis.path, change=change, step=step, **by)
        turns = (
            "goes up and down with {path}: lowest {low} at {where}, highest {high} at {there}"
            if axis.is_numeric and rises and falls
            else "changes with {path}: lowest {low} at {where}, highest {high} at {there}"
        )
        low, high = (end(range(len(self.values)), self.values.item) for end in (least_by, most_by))
        return say(
            turns,
            path=axis.path,
            low=figure(self.values[low], unit),
            where=axis.words[low],
            high=figure(self.values[high], unit),
            there=axis.words[high],
        )

    def course(self, metric: str) -> str:
        """From one end to the other; or between which figures it goes up and down."""
        unit, (rises, falls) = metric_named(metric).unit, self._sure_steps()
        first, last = self.values[0], self.values[-1]
        if rises == falls:
            first, last = self.values.min(), self.values.max()
            told = "{metric} varies between {first} and {last}"
        else:
            told = (
                "{metric} rises from {first} to {last}"
                if rises
                else "{metric} falls from {first} to {last}"
            )
        one, two = roughly(float(first), float(last), unit)
        return say(told, metric=in_words(metric), first=one, last=two)

    def _sure_steps(self) -> tuple[bool, bool]:
        """Whether it clearly rises, and clearly falls, between any two levels in order of value."""
        n = len(self.values)
        one, two = np.triu_indices(n, 1)
        gap = self.values[two] - self.values[one]
        reach = self._reach(self.influences[two] - self.influences[one], len(one))
        return bool((gap > reach).any()), bool((-gap > reach).any())

    def _slope(self, axis: Axis, sign: int) -> tuple[float, float, float, float]:
        """The smallest step between two levels; its slope by least squares, upwards or down."""
        x = np.array(axis.values, float)
        step = float(np.diff(x).min())
        weight = sign * step * (x - x.mean()) / ((x - x.mean()) ** 2).sum()
        slope = float(weight @ self.values)
        reach = float(self._reach((weight @ self.influences)[None], 1)[0])
        low = slope - reach - float(weight.clip(min=0) @ self.lower_by)
        return step, slope, low, slope + reach - float(weight.clip(max=0) @ self.lower_by)

    def _reach(self, influences: np.ndarray, tests: int) -> np.ndarray:
        error = np.sqrt(self.units / max(self.units - 1, 1) * (influences**2).sum(axis=1))
        return student(np.asarray(self.units), tests) * error


def _per_step(slope: float, low: float, high: float, unit: str) -> dict[str, str]:
    """How much, and its interval."""
    scale = 100 if unit == "share" else 1
    ends = number_range(scale * low, scale * high, form=".2f")
    size = points_apart(slope, ".2f") if unit == "share" else figure(slope, unit)
    return {"size": size, "ends": ends}


def _top(
    axes: Sequence[Axis], curves: Sequence[Curve], points: int, only: Sequence[str]
) -> Finding:
    moving = [curve for curve in curves if curve.is_moving]
    first = ordered(moving, lambda curve: (rank(curve.name), -curve.clarity))
    if only:
        first = ordered(moving, lambda curve: only.index(curve.name))
    if not moving:
        told = say("No metric clearly changes with {paths}.", paths=_paths(axes))
        if len(curves) == 1:
            told = say(
                "{metric} does not clearly change with {paths}.",
                metric=begun(in_words(curves[0].name)),
                paths=_paths(axes),
            )
        return _headed(axes, told)
    is_line = len(axes) == 1 and axes[0].is_numeric
    told = _along_told(axes[0], first) if is_line else _over_told(axes, first, points)
    more = len(moving) - TOLD
    if more > 0:
        rest = count(more, "{n} more metric clearly changes.", "{n} more metrics clearly change.")
    elif len(curves) > len(moving):
        rest = say("Nothing else clearly changes.")
    else:
        rest = ""
    return _headed(axes, told, *filter(None, [rest]))


def _headed(axes: Sequence[Axis], claim: str, *details: str) -> Finding:
    question = say("What changes with {paths}?", paths=_paths(axes))
    return Finding("sweep", question, claim, details)


def _along_told(axis: Axis, curves: Sequence[Curve]) -> str:
    """'As bridges.bonus goes from 0 to 60, the winning margin falls from 61 to 38 points.'"""
    return say(
        "As {path} goes from {first} to {last}, {moves}.",
        path=axis.path,
        first=axis.words[0],
        last=axis.words[-1],
        moves=say("; ").join(curve.course for curve in curves[:TOLD]),
    )


def _over_told(axes: Sequence[Axis], curves: Sequence[Curve], points: int) -> str:
    return (
        say(
            "Over {points} points of {paths}, {metrics} clearly change.",
            points=points,
            paths=_paths(axes),
            metrics=", ".join(in_words(curve.name) for curve in curves[:TOLD]),
        )
        if len(curves) > 1
        else say(
            "Over {points} points of {paths}, {metric} clearly changes.",
            points=points,
            paths=_paths(axes),
            metric=in_words(curves[0].name),
        )
    )


def _paths(axes: Sequence[Axis]) -> str:
    return say(" and ").join(axis.path for axis in axes)
