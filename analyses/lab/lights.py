"""Lights: what each verdict is of, and how it moves between two versions on the same deals."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import polars as pl

from analyses.findings.finding import known, percent, percent_range
from analyses.findings.question import Question
from analyses.findings.sample import Sample
from analyses.findings.verdicts import ENDS
from analyses.questions import QUESTIONS
from analyses.statistics.estimate import Apart, Estimate, Interval, Quantity, in_figures
from analyses.statistics.readings import GROUPS

HALVES = [  # of the groups of deals
    sorted(np.random.default_rng(k).permutation(GROUPS)[: GROUPS // 2].tolist()) for k in range(20)
]
MIRROR = "mirror"
DIGITS = 9


@dataclass(frozen=True)
class Light:
    """What a question's verdict is of, and the verdict."""

    question: str
    measure: Quantity
    verdict: str

    @property
    def is_out(self) -> bool:
        return self.verdict in ENDS

    def is_worse_than(self, other: "Light") -> bool:
        """Surely so: watch is worse than what is level or undecided, tilted worse than watch."""
        return self.gravity > other.gravity

    @property
    def gravity(self) -> int:
        """Tilted is graver than watch, and all else is grave in no way."""
        return ENDS.index(self.verdict) if self.is_out else -1

    @property
    def is_seen(self) -> bool:
        """Whether the games say anything of it."""
        return math.isfinite(self.measure.value)

    @property
    def told(self) -> str:
        """'seats tilted, 20.1 % (18.0 to 22.2 %)'."""
        value, low, high = in_figures(self.measure)
        return f"{self.question} {self.verdict}, {percent(value)} ({percent_range(low, high)})"

    def as_json(self) -> dict[str, Any]:
        return {"verdict": self.verdict, **rounded("measure", self.measure)}


def rounded(name: str, number: Quantity) -> dict[str, Any]:
    """For files: sums are added up in any order, so the last digits are anything."""
    value, low, high = (round(one, DIGITS) for one in in_figures(number))
    return known({name: value, "low": low, "high": high})


Lights = Mapping[str, Light]


def in_json(lights: Lights) -> dict[str, Any]:
    return {name: light.as_json() for name, light in lights.items()}


def judged(sample: Sample, is_mirror: bool) -> list[Question]:
    """The questions that give a verdict on the game; those of one strategy's games, or all."""
    return [
        one
        for one in QUESTIONS.values()
        if one.judges(sample) and one.is_about_game and one.is_asked(sample)
        if one.design == MIRROR or not is_mirror
    ]


def lights_of(sample: Sample, questions: Iterable[Question]) -> Lights:
    lights = {}
    for one in questions:
        measure = one.measured(sample)
        verdict = one.scale_for(sample).verdict(*measure.interval())
        lights[one.name] = Light(one.name, measure, verdict)
    return lights


def worse(after: Lights, before: Lights) -> list[str]:
    """The lights that were pushed out, or further out."""
    return [name for name in before if after[name].is_worse_than(before[name])]


def farther_out(after: Lights, before: Lights) -> list[str]:
    """The lights that were out and surely stand farther out, though their verdict may be the same.

    Nothing is paired here, so that a little is not seen.
    """
    moves = {name: Apart(after[name].measure, one.measure) for name, one in before.items()}
    return [name for name, move in moves.items() if before[name].is_out and move.interval().low > 0]


@dataclass(frozen=True)
class Shift(Estimate):
    """How far what a verdict is of moves; down to nothing, where no more can be told from it.

    Of seats that are level the farthest still looks a little off, so a change that levels them
    would seem to do less than it does, and so would one that makes level ones uneven.
    """

    before: float  # what it moves from, if that may be nothing at all; else 0
    after: float  # and what it moves to

    def interval(self, tests: float = 1) -> Interval:
        low, high = super().interval(tests)
        return Interval(low - self.after, high + self.before)


@dataclass(frozen=True)
class Weighed:
    """What a verdict is of, in all games and in several halves of them.

    Halves, since leaving out a little tells nothing of a quantile (Shao and Wu, 1989).
    """

    value: float
    halves: np.ndarray
    is_nothing: bool = False  # as far as these games can tell: a distance that may be 0

    @classmethod
    def of(cls, question: Question, sample: Sample) -> "Weighed":
        group = pl.col("deal") % GROUPS
        parts = [replace(sample, rows=sample.rows.filter(group.is_in(half))) for half in HALVES]
        values = [question.measured(part).value for part in parts]
        measure = question.measured(sample)
        return cls(measure.value, np.array(values), measure.interval().low == 0)

    def minus(self, other: "Weighed") -> Shift:
        """The difference on the same deals: what both owe to a half cancels out."""
        value, halves = self.value - other.value, self.halves - other.halves
        error = float(np.sqrt(np.mean((halves - value) ** 2)))
        before, after = (one.value if one.is_nothing else 0.0 for one in (other, self))
        return Shift(value, error, len(halves), before, after)
