"""Lights: what each verdict is of, and how it moves between two versions on the same deals."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import Any, TypeVar

import numpy as np
import polars as pl

from analyses.findings.fares import DIGITS, Fare, Fares, farthest_off
from analyses.findings.finding import known, percent, percent_told, whole_percent
from analyses.findings.question import ALONE, Question
from analyses.findings.sample import Sample
from analyses.findings.verdicts import ENDS
from analyses.language import figure, percent_sign, word
from analyses.questions import QUESTIONS
from analyses.statistics.estimate import Apart, Estimate, Interval, Quantity, Together, in_figures
from analyses.statistics.readings import GROUPS
from strategies.seat import Seat

HALVES = [  # of the groups of deals
    sorted(np.random.default_rng(k).permutation(GROUPS)[: GROUPS // 2].tolist()) for k in range(20)
]
MIRROR = "self-play"
CALLED = {  # where a question's name alone would not read well in a sentence
    "coop": "the co-op win rate",
    "solo": "the solo win rate",
    "curves": "scoring curves",
    "length": "game length",
}
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
        """'turn order is tilted: the first player wins 60.1% (58.0–62.2%); fair 50.0%'."""
        start = f"{called(self.question)} {_are(self.question)} {self.verdict}"
        if not self.farthest:
            return f"{start}, {percent_told(self.measure)}"
        wins, even, _, with_it = self.fares[self.farthest]
        who, won = person(self.farthest), percent_told(Together(wins, len(self.fares)))
        if self.is_aimed:
            return f"{start}: {who} wins {won}; the aim is {percent(even)}"
        if with_it:
            return f"{start}: {with_it} {won}, without {percent(even)}"
        return f"{start}: {who} wins {won}; a fair share is {percent(even)}"

    def told_to(self, after: "Light") -> str:
        """'borderline → balanced; the first player wins 55.8 → 50.4%'."""
        parts = [f"{self.verdict} → {after.verdict}"]
        if not (self.farthest and after.farthest):
            return "; ".join(
                [*parts, f"{_start(self.measure.value)} → {percent_told(after.measure)}"]
            )
        return "; ".join([*parts, *self._wins_to(after)])

    def moved_to(self, after: "Light") -> str:
        """'the first player 56 → 51%', for a headline; nothing where nobody's wins are measured."""
        who = self.farthest
        if self.is_aimed and after.farthest:
            return f"{_bot(who)} wins {_whole_to(self.fares[who], after.fares[after.farthest])}"
        if who not in after.fares:
            return ""
        return f"{person(who).removeprefix('the ')} {_whole_to(self.fares[who], after.fares[who])}"

    def _wins_to(self, after: "Light") -> list[str]:
        """How the farthest fares, and who is farthest then."""
        who, then = self.farthest, after.farthest
        if self.is_aimed:
            won = share_to(self.fares[who], after.fares[then])
            return [f"{_bot(who)} wins {won} (aim {percent(self.fares[who].even)})"]
        told = []
        if who in after.fares:
            told.append(_fares_to(person(who), self.fares[who], after.fares[who]))
        if then != who:
            told.append(f"now {person(then)} is farthest off {_farthest_told(after.fares[then])}")
        return told

    def as_json(self) -> dict[str, Any]:
        name = self.farthest
        who = {"farthest": name, **_in_json(self.fares[name])} if name else {}
        return {"verdict": self.verdict, **who, **rounded("measure", self.measure)}


def called(question: str) -> str:
    """A question as a sentence names it."""
    return CALLED.get(question, question.replace("_", " "))


def _are(question: str) -> str:
    return "are" if called(question).endswith("s") else "is"


def person(name: str) -> str:
    """'the first player', 'player 2'; of teams and of all else, its name."""
    told = word(name)
    if told != name or not name.startswith("seat "):
        return told
    number = name.removeprefix("seat ")
    return "the first player" if number == "1" else f"player {number}"


def _bot(who: str) -> str:
    """Without its weights: a bot that learns has others."""
    return Seat.parse(who).name


def _whole_to(one: Fare, two: Fare) -> str:
    """'56 → 51%'."""
    return f"{figure(100 * one.wins.value, '.0f')} → {whole_percent(two.wins.value)}"


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
