"""Lights: what each verdict is of, and how it moves between two versions on the same deals."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import Any, TypeVar

import numpy as np
import polars as pl

from analyses.findings.fares import DIGITS, Fare, Fares, farthest_off
from analyses.findings.finding import known, percent, percent_range, percent_told
from analyses.findings.question import ALONE, Question
from analyses.findings.sample import Sample
from analyses.findings.verdicts import ENDS
from analyses.language import percent_sign
from analyses.questions import QUESTIONS
from analyses.statistics.estimate import Apart, Estimate, Interval, Quantity, in_figures
from analyses.statistics.readings import GROUPS

HALVES = [  # of the groups of deals
    sorted(np.random.default_rng(k).permutation(GROUPS)[: GROUPS // 2].tolist()) for k in range(20)
]
MIRROR = "self-play"
Key = TypeVar("Key")


@dataclass(frozen=True)
class Light:
    """What a question's verdict is of, and the verdict."""

    question: str
    measure: Quantity
    verdict: str
    fares: Fares = field(default_factory=dict)  # of whom the farthest is measured

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
    def is_aimed(self) -> bool:
        """Whether it is about games won by one side, and not about who of several wins."""
        return QUESTIONS[self.question].players == ALONE

    @property
    def farthest(self) -> str:
        """Who is, by name; nobody, where nobody's wins are measured."""
        return next(iter(farthest_off(self.fares)), "")

    def off(self, names: Sequence[str]) -> float:
        """How far off these are on average, as far as they are seen; or what is measured."""
        seen = [abs(self.fares[name].off.value) for name in names if name in self.fares]
        return fmean(seen) if seen else self.measure.value

    @property
    def told(self) -> str:
        """'seats tilted: seat 1 wins 60.1% where 50.0% is even, 20.1% off (18.0–22.2%)'."""
        start = f"{self.question} {self.verdict}"
        if not self.farthest:
            return f"{start}, {percent_told(self.measure)}"
        wins, even, _, with_it = self.fares[self.farthest]
        if self.is_aimed:
            return f"{start}: {self.farthest} wins {percent_told(wins)}, aim {percent(even)}"
        if with_it:
            won = f"{with_it} {percent(wins.value)}, without {percent(even)}"
            return f"{start}: {won}, apart by {percent_told(self.measure)} of what is won"
        won = f"{self.farthest} wins {percent(wins.value)} where {percent(even)} is even"
        value, low, high = in_figures(self.measure)
        return f"{start}: {won}, {percent(value)} off ({percent_range(low, high)})"

    def told_to(self, after: "Light") -> str:
        """'watch → level, seat 1 wins 55.8 → 50.4%, off even 11.5 → 0.9% (0.0–3.0%)'."""
        moved = f"{_start(self.measure.value)} → {percent_told(after.measure)}"
        parts = [f"{self.verdict} → {after.verdict}"]
        if not (self.farthest and after.farthest):
            return ", ".join([*parts, moved])
        off = f"off it {moved}" if self.is_aimed else f"off even {moved}"
        if self.fares[self.farthest].with_it:
            off = f"apart by {moved} of what is won"
        return ", ".join([*parts, *self._wins_to(after), off])

    def _wins_to(self, after: "Light") -> list[str]:
        """How the farthest fares, and who is farthest then."""
        who, then = self.farthest, after.farthest
        if self.is_aimed:
            won = share_to(self.fares[who], after.fares[then])
            player = who.partition(":")[0]  # who learns has other weights
            return [f"{player} wins {won} (aim {percent(self.fares[who].even)})"]
        told = []
        if who in after.fares:
            told.append(_fares_to(who, self.fares[who], after.fares[who]))
        if then != who:
            told.append(f"then {then} is farthest {_farthest_told(after.fares[then])}")
        return told

    def as_json(self) -> dict[str, Any]:
        name = self.farthest
        who = {"farthest": name, **_in_json(self.fares[name])} if name else {}
        return {"verdict": self.verdict, **who, **rounded("measure", self.measure)}


def _in_json(fare: Fare) -> dict[str, float]:
    without = {"without": round(fare.even, DIGITS)} if fare.with_it else {}
    return {"wins": round(fare.wins.value, DIGITS), **without}


def _start(value: float) -> str:
    """A figure from which an arrow goes to another."""
    return percent(value).removesuffix(percent_sign())


def share_to(one: Fare, two: Fare) -> str:
    """'11.8 → 26.2%'."""
    return f"{_start(one.wins.value)} → {percent(two.wins.value)}"


def without_to(one: Fare, two: Fare) -> str:
    """What is won without it, '41.4 → 60.2%'."""
    return f"{_start(one.even)} → {percent(two.even)}"


def _fares_to(who: str, one: Fare, two: Fare) -> str:
    """'seat 1 wins 55.8 → 50.4%'; of one side also what is won without."""
    won = share_to(one, two)
    if one.with_it:
        return f"{one.with_it} {won}, without {without_to(one, two)}"
    return f"{who} wins {won}"


def _farthest_told(fare: Fare) -> str:
    """'with 30.1%'; of one side '(82.2% with it, 60.4% without)'."""
    won = percent(fare.wins.value)
    return f"({won} with it, {percent(fare.even)} without)" if fare.with_it else f"with {won}"


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
        lights[one.name] = Light(one.name, measure, verdict, one.fared(sample))
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
        return weighed(lambda part: {question.name: question.measured(part)}, sample)[question.name]

    def minus(self, other: "Weighed") -> Shift:
        """The difference on the same deals: what both owe to a half cancels out."""
        value, halves = self.value - other.value, self.halves - other.halves
        error = float(np.sqrt(np.mean((halves - value) ** 2)))
        before, after = (one.value if one.is_nothing else 0.0 for one in (other, self))
        return Shift(value, error, len(halves), before, after)


def weighed(
    measures: Callable[[Sample], Mapping[Key, Quantity]], sample: Sample
) -> dict[Key, Weighed]:
    """All that is measured of a sample."""
    group = pl.col("deal") % GROUPS
    parts = [replace(sample, rows=sample.rows.filter(group.is_in(half))) for half in HALVES]
    whole, halves = measures(sample), [measures(part) for part in parts]
    return {
        key: Weighed(
            one.value,
            np.array([half[key].value for half in halves]),
            is_nothing=one.interval().low == 0,
        )
        for key, one in whole.items()
    }
