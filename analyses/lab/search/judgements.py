"""Judgements: what each verdict is of, and how it moves between two versions on the same deals.

An aim is whom a search follows of a judgement, or all that its verdict measures. The farthest of
several hides what the others do, and one of them shows in fewer games what is true of it. So
whoever is surely out is followed alone.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import Any, TypeVar

import numpy as np
import polars as pl

from analyses.findings.finding import known, percent, percent_told, whole_percent
from analyses.findings.names import spelt
from analyses.findings.question import ALONE, Question
from analyses.findings.sample import Sample
from analyses.findings.verdicts import ENDS, Thresholds
from analyses.findings.win_rate import DIGITS, WinRate, WinRates, farthest_off
from analyses.language import figure, percent_sign, say, spoken, word
from analyses.questions import QUESTIONS
from analyses.questions import scales as scales_of
from analyses.statistics.estimate import (
    NOTHING,
    Estimate,
    Interval,
    MaxDistance,
    Quantity,
    Simultaneous,
    Unpaired,
    in_figures,
)
from analyses.statistics.order import tied_ranks
from analyses.statistics.readings import GROUPS
from strategies.seat import Seat

HALVES = [  # of the groups of deals
    sorted(np.random.default_rng(k).permutation(GROUPS)[: GROUPS // 2].tolist()) for k in range(20)
]
MIRROR = "self-play"
FOLLOWED = 3  # aims of a judgement
CALLED = {  # where a question's name alone would not read well in a sentence
    "coop": "the co-op win rate",
    "solo": "the solo win rate",
    "curves": "scoring curves",
    "length": "game length",
}
Key = TypeVar("Key")


@dataclass(frozen=True)
class Judgement:
    """What a question's verdict is of, and the verdict."""

    question: str
    measure: Quantity
    verdict: str
    rates: WinRates = field(default_factory=dict)  # of whom the farthest is measured

    @property
    def is_out(self) -> bool:
        return self.verdict in ENDS

    def is_worse_than(self, other: "Judgement") -> bool:
        """Surely so: watch is worse than what is level or undecided, tilted worse than watch."""
        return self.gravity > other.gravity

    @property
    def gravity(self) -> int:
        """Tilted is graver than watch, and all else is grave in no way."""
        return ENDS.index(self.verdict) if self.is_out else -1

    @property
    def weight(self) -> tuple[int, bool]:
        """The gravest first; of equally grave ones, who wins before how the game is built."""
        return -self.gravity, not self.is_about_wins

    @property
    def is_about_wins(self) -> bool:
        """Whether it is about who wins, and not about how the game is built."""
        return QUESTIONS[self.question].rates is not None

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
        return next(iter(farthest_off(self.rates)), "")

    def off(self, names: Sequence[str]) -> float:
        """How far off these are on average, as far as they are seen; or what is measured."""
        seen = [abs(self.rates[name].off.value) for name in names if name in self.rates]
        return fmean(seen) if seen else self.measure.value

    @property
    def told(self) -> str:
        """'turn order is tilted: the first player wins 60.1% (58.0–62.2%); fair 50.0%'."""
        start = _verdict_told(self.question, self.verdict)
        if not self.farthest:
            return say("{start!s}, {figure!s}", start=start, figure=percent_told(self.measure))
        wins, even, _, with_it = self.rates[self.farthest]
        who, won = person(self.farthest), percent_told(Simultaneous(wins, len(self.rates)))
        told = "{start!s}: {who!s} wins {won!s}; a fair share is {even!s}"
        if self.is_aimed:
            told = "{start!s}: {who!s} wins {won!s}; the aim is {even!s}"
        elif with_it:
            told = "{start!s}: {with_it!s} {won!s}, without {even!s}"
        return say(told, start=start, who=who, with_it=with_it, won=won, even=percent(even))

    def told_to(self, after: "Judgement") -> str:
        """'borderline → balanced; the first player wins 55.8 → 50.4%'."""
        parts = [f"{in_words(self.verdict)} → {in_words(after.verdict)}"]
        if not (self.farthest and after.farthest):
            measure = f"{_start(self.measure.value)} → {percent_told(after.measure)}"
            return say("; ").join([*parts, measure])
        return say("; ").join([*parts, *self._wins_to(after)])

    def moved_to(self, after: "Judgement") -> str:
        """'the first player 56 → 51%', for a headline; nothing where nobody's wins are measured."""
        who = self.farthest
        if self.is_aimed and after.farthest:
            won = _whole_to(self.rates[who], after.rates[after.farthest])
            return say("{who!s} wins {won!s}", who=_bot(who), won=won)
        if who not in after.rates:
            return ""
        return f"{person(who).removeprefix('the ')} {_whole_to(self.rates[who], after.rates[who])}"

    def _wins_to(self, after: "Judgement") -> list[str]:
        """How the farthest fares, and who is farthest then."""
        who, then = self.farthest, after.farthest
        if self.is_aimed:
            won = share_to(self.rates[who], after.rates[then])
            aim = percent(self.rates[who].even)
            return [say("{who!s} wins {won!s} (aim {aim!s})", who=_bot(who), won=won, aim=aim)]
        told = []
        if who in after.rates:
            told.append(_fares_to(person(who), self.rates[who], after.rates[who]))
        if then != who:
            told.append(_farthest_told(person(then), after.rates[then]))
        return told

    def as_json(self) -> dict[str, Any]:
        name = self.farthest
        who = {"farthest": name, **_in_json(self.rates[name])} if name else {}
        return {"verdict": self.verdict, **who, **rounded("measure", self.measure)}


def called(question: str) -> str:
    """A question as a sentence names it."""
    told = word(question, "issue")
    return CALLED.get(question, told) if told == spelt(question) else told


def in_words(verdict: str) -> str:
    return word(verdict, "verdict")


def is_plural(question: str) -> bool:
    return CALLED.get(question, question).endswith("s")


def _verdict_told(question: str, verdict: str) -> str:
    """'turn order is tilted'."""
    told = "{question!s} is {verdict!s}"
    if is_plural(question):
        told = "{question!s} are {verdict!s}"
    return say(told, question=called(question), verdict=in_words(verdict))


def person(name: str) -> str:
    """'the first player', 'player 2'; of teams and of all else, its name."""
    number = name.removeprefix("seat ")
    if number == name or spoken().teams:
        return word(name)
    return say("the first player") if number == "1" else word(f"player {number}", "person")


def _bot(who: str) -> str:
    """Without its weights: a bot that learns has others."""
    return Seat.parse(who).name


def _whole_to(one: WinRate, two: WinRate) -> str:
    """'56 → 51%'."""
    return f"{figure(100 * one.wins.value, '.0f')} → {whole_percent(two.wins.value)}"


def _in_json(fare: WinRate) -> dict[str, float]:
    without = {"without": round(fare.even, DIGITS)} if fare.with_it else {}
    return {"wins": round(fare.wins.value, DIGITS), **without}


def _start(value: float) -> str:
    """A figure from which an arrow goes to another."""
    return percent(value).removesuffix(percent_sign())


def share_to(one: WinRate, two: WinRate) -> str:
    """'11.8 → 26.2%'."""
    return f"{_start(one.wins.value)} → {percent(two.wins.value)}"


def without_to(one: WinRate, two: WinRate) -> str:
    """What is won without it, '41.4 → 60.2%'."""
    return f"{_start(one.even)} → {percent(two.even)}"


def _fares_to(who: str, one: WinRate, two: WinRate) -> str:
    """'seat 1 wins 55.8 → 50.4%'; of one side also what is won without."""
    won = share_to(one, two)
    if one.with_it:
        told = "{with_it!s} {won!s}, without {without!s}"
        return say(told, with_it=one.with_it, won=won, without=without_to(one, two))
    return say("{who!s} wins {won!s}", who=who, won=won)


def _farthest_told(who: str, fare: WinRate) -> str:
    """'… with 30.1%'; of one side '… (82.2% with it, 60.4% without)'."""
    told = "now {who!s} is farthest off with {won!s}"
    if fare.with_it:
        told = "now {who!s} is farthest off ({won!s} with it, {without!s} without)"
    return say(told, who=who, won=percent(fare.wins.value), without=percent(fare.even))


def rounded(name: str, number: Quantity) -> dict[str, Any]:
    """For files: sums are added up in any order, so the last digits are anything."""
    value, low, high = (round(one, DIGITS) for one in in_figures(number))
    return known({name: value, "low": low, "high": high})


Judgements = Mapping[str, Judgement]


def in_json(judgements: Judgements) -> dict[str, Any]:
    return {name: judgement.as_json() for name, judgement in judgements.items()}


def judged(sample: Sample, is_mirror: bool) -> list[Question]:
    """The questions that give a verdict on the game; those of one strategy's games, or all."""
    return [
        one
        for one in QUESTIONS.values()
        if one.judges(sample) and one.is_about_game and one.is_asked(sample)
        if not one.is_played_on
        if one.design == MIRROR or not is_mirror
    ]


def judgements_of(sample: Sample, questions: Iterable[Question]) -> Judgements:
    judgements = {}
    for one in questions:
        measure = one.measured(sample)
        verdict = one.scale_for(sample).verdict(*measure.interval())
        judgements[one.name] = Judgement(one.name, measure, verdict, one.fared(sample))
    return judgements


def worse(after: Judgements, before: Judgements) -> list[str]:
    """The judgements that were pushed out, or further out."""
    return [name for name in before if after[name].is_worse_than(before[name])]


def farther_out(after: Judgements, before: Judgements) -> list[str]:
    """Those that were out and are clearly farther out, though their verdict may be the same.

    Nothing is paired here, so that a little is not seen.
    """
    moves = {name: Unpaired(after[name].measure, one.measure) for name, one in before.items()}
    return [name for name, move in moves.items() if before[name].is_out and move.interval().low > 0]


@dataclass(frozen=True)
class PairedShift(Estimate):
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
class HalfSamples:
    """What a verdict is of, in all games and in several halves of them.

    Halves, since leaving out a little tells nothing of a quantile (Shao and Wu, 1989).
    """

    value: float
    halves: np.ndarray
    is_nothing: bool = False  # as far as these games can tell: a distance that may be 0

    @classmethod
    def of(cls, question: Question, sample: Sample) -> "HalfSamples":
        return weighed(lambda part: {question.name: question.measured(part)}, sample)[question.name]

    def minus(self, other: "HalfSamples") -> PairedShift:
        """The difference on the same deals: what both owe to a half cancels out."""
        value, halves = self.value - other.value, self.halves - other.halves
        error = float(np.sqrt(np.mean((halves - value) ** 2)))
        before, after = (one.value if one.is_nothing else 0.0 for one in (other, self))
        return PairedShift(value, error, len(halves), before, after)


def weighed(
    measures: Callable[[Sample], Mapping[Key, Quantity]], sample: Sample
) -> dict[Key, HalfSamples]:
    """All that is measured of a sample."""
    group = pl.col("deal") % GROUPS
    parts = [replace(sample, rows=sample.rows.filter(group.is_in(half))) for half in HALVES]
    whole, halves = measures(sample), [measures(part) for part in parts]
    return {
        key: HalfSamples(
            one.value,
            np.array([half[key].value for half in halves]),
            is_nothing=one.interval().low == 0,
        )
        for key, one in whole.items()
    }


@dataclass(frozen=True)
class Aim:
    """A judgement, and who of it is to come nearer to even; nobody: what its verdict measures."""

    judgement: str
    who: str = ""


def aims_of(judgement: Judgement, thresholds: Thresholds) -> list[Aim]:
    """The farthest, and others who surely are out as well; two sides of one coin count once."""
    rates = judgement.rates
    if not rates or QUESTIONS[judgement.question].players == ALONE:
        return [Aim(judgement.question)]
    watch, distinct = scales_of(thresholds)[judgement.question].borderline, dict[int, str]()
    off = {name: MaxDistance([rates[name].off]) for name in farthest_off(rates)}
    for rank, name in zip(tied_ranks([one.value for one in off.values()]), off, strict=True):
        if not distinct or off[name].interval(len(rates)).low >= watch:
            distinct.setdefault(rank, name)
    return [Aim(judgement.question, name) for name in distinct.values()][:FOLLOWED]


def measures(aims: Iterable[Aim], sample: Sample) -> dict[Aim, Quantity]:
    """How far off each is; nothing is known of who is in no game."""
    by_judgement: dict[str, list[Aim]] = {}
    for aim in aims:
        by_judgement.setdefault(aim.judgement, []).append(aim)
    return {
        aim: one for name, of in by_judgement.items() for aim, one in _of(name, of, sample).items()
    }


def _of(name: str, aims: Iterable[Aim], sample: Sample) -> Mapping[Aim, Quantity]:
    question = QUESTIONS[name]
    found = {aim: question.measured(sample) for aim in aims if not aim.who}
    if followed := [aim for aim in aims if aim.who]:
        rates = question.fared(sample)
        for aim in followed:
            one = rates.get(aim.who)
            found[aim] = NOTHING if one is None else MaxDistance([one.off])
    return found


def weighed_aims(aims: Iterable[Aim], sample: Sample) -> dict[Aim, HalfSamples]:
    """Each in all games, and in halves of them."""
    asked = list(aims)
    return weighed(lambda part: measures(asked, part), sample)
