"""The parameter that brings a metric to a target: a small search, bisection, then more games."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise

import polars as pl

from analyses.findings.finding import Finding, Table
from analyses.findings.verdicts import LEVEL, TILTED, UNKNOWN
from analyses.lab.compare.differences import (
    bound_told,
    figure,
    figure_within,
    in_words,
    points_apart,
)
from analyses.lab.metrics import WIN, metric_named, must_be_metric
from analyses.lab.search.axes import Axis
from analyses.language import count, say
from analyses.renamed import current
from analyses.statistics.estimate import Interval, games_that_tell, in_figures
from analyses.statistics.order import least_by, ordered
from analyses.statistics.readings import Reading
from analyses.statistics.shares import share_of
from simulator.doors import setting
from simulator.errors import UserError

WORDS = re.compile(rf"\s*((?i:{WIN})[^<>=]+?|\w+)\s*([<>]=?|=)\s*([^<>=]+?)\s*")
START = 5  # values to begin with, evenly over the range
MORE = (4, 16)  # times as many games near the crossing
STEPS = 3  # values beyond the crossing that are tried if the sample cannot tell
BUDGET = 100  # times the games of one value, for the whole search: a flat response has no end
LOOKS = 2 * len(MORE) * STEPS  # intervals that must hold together
LITTLE = 3  # times as far as values lie apart, at least, is a bound that they hardly come nearer to
YES, NO, OPEN = "yes", "no", "inconclusive"

Play = Callable[[Sequence[int], int], Sequence[Reading]]  # (places on the axis, games of each)


@dataclass(frozen=True)
class Target:
    metric: str
    sign: str  # <, > or =
    bound: float

    @property
    def told(self) -> str:
        """'the winning margin below 45 points'."""
        words = {
            "metric": in_words(self.metric),
            "bound": bound_told(self.bound, metric_named(self.metric).unit),
        }
        if self.sign == "=":
            return say("{metric} to {bound}", **words)
        is_below = self.sign == "<"
        return say("{metric} below {bound}" if is_below else "{metric} above {bound}", **words)

    def is_met(self, value: float) -> bool:
        """Of an equation, whether the value has crossed the bound."""
        return value < self.bound if self.sign == "<" else value > self.bound

    def answer(self, value: float, shown: Interval) -> str:
        """What an interval allows to say."""
        if shown.excludes(self.bound):
            return YES if self.is_met(value) else NO
        return OPEN


def target_of(text: str) -> Target:
    """A target as people write it: turn_order_spread<1%, length>=30, margin=12."""
    match = WORDS.fullmatch(text)
    if match is None:
        raise UserError(
            f"The target '{text}' should be written metric<value, as in turn_order_spread<1%."
        )
    metric, sign, value = match.groups()
    metric = current(metric)
    must_be_metric(metric)
    return Target(metric, sign[0], _bound(metric, value))  # on its bound a mean never is


def _bound(metric: str, text: str) -> float:
    unit, least = metric_named(metric).unit, -1 if metric_named(metric).is_signed else 0
    if unit == "share":
        bound = share_of(text)
        if not least <= bound < 1:
            hint = f"{text} is none" if "%" in text else f"write {text}% or {bound / 100:g}"
            raise UserError(f"{metric} is a share below 1; {hint}.")
        return bound
    try:
        return float(text)
    except ValueError:
        raise UserError(f"{metric} is a number of {unit}; '{text}' is not.") from None


def search(target: Target, axis: Axis, play: Play, games: int) -> Finding:
    """The value nearest to the base's that meets the target, and all that were tried."""
    must_be_searchable(axis)
    begun = Search(target, axis, play, games)
    return begun.finding(*begun.search())


def must_be_searchable(axis: Axis) -> None:
    if not axis.is_numeric:
        raise UserError(f"'{axis.path}' is no number; a target needs one, as in path=0..40.")
    if len(axis.values) < 2:
        raise UserError(f"'{axis.path}' needs a range to search, as in {axis.path}=0..40.")


@dataclass
class Search:
    """What was tried so far."""

    target: Target
    axis: Axis
    play: Play
    games: int
    shown: dict[int, Reading] = field(default_factory=dict)  # by place; the latest, with most games
    tried: list[tuple[int, int, Reading]] = field(default_factory=list)  # place, games, reading

    def search(self) -> tuple[str, list[str]]:
        """The verdict and the sentences."""
        verdict, told = self._searched()
        return verdict, told if verdict == LEVEL else [*told, *self._flat_told()]

    def _searched(self) -> tuple[str, list[str]]:
        last = len(self.axis.values) - 1
        home = [] if self.axis.at is None else [self.axis.at]
        self._try([*(last * k // (START - 1) for k in range(START)), *home])
        pair = self._pair()
        if pair is None:
            self._settle_all()
            pair = self._pair()
        if pair is None:
            return self._one_side()
        return self._equation(pair) if self.target.sign == "=" else self._edge(*pair)

    def _pair(self) -> tuple[int, int] | None:
        """A miss and a hit side by side, as sure as the games allow."""
        pair = None
        for times in (1, *MORE):
            pair = self._narrow(times)
            if pair is None or OPEN not in map(self._answer, pair):
                break
        return pair

    def _narrow(self, times: int) -> tuple[int, int] | None:
        """A miss and a hit side by side, each surely so or tried with so many times the games."""
        while (pair := self._crossing()) is not None:
            new = [sum(pair) // 2]
            if abs(pair[0] - pair[1]) == 1:
                new = [k for k in pair if self._answer(k) == OPEN and not self._has(k, times)]
            if not new or not self._can_pay(len(new) * times):
                break
            self._try(new, times)
        return pair

    def _try(self, places: Sequence[int], times: int = 1) -> None:
        new = [k for k in dict.fromkeys(places) if not self._has(k, times)]
        for k, reading in zip(new, self.play(new, self.games * times) if new else (), strict=True):
            self.shown[k] = reading
            self.tried.append((k, self.games * times, reading))

    def _can_pay(self, times: int) -> bool:
        return sum(games for _, games, _ in self.tried) + times * self.games <= BUDGET * self.games

    def _has(self, place: int, times: int) -> bool:
        return any(k == place and games >= self.games * times for k, games, _ in self.tried)

    def _times(self, place: int) -> int:
        """The games of a place, as a multiple of the least."""
        return max((games // self.games for k, games, _ in self.tried if k == place), default=1)

    def _is_met(self, place: int) -> bool:
        return self.target.is_met(self.shown[place].value)

    def _answer(self, place: int) -> str:
        return self._answered(self.shown[place])

    def _answered(self, reading: Reading) -> str:
        return self.target.answer(reading.value, reading.interval(LOOKS))

    def _interval(self, place: int) -> Interval:
        return self.shown[place].interval(LOOKS)

    def _settle(self, place: int) -> str:
        """The answer at a place, with more games as long as it is open."""
        self._try([place])
        for times in MORE:
            if self._answer(place) != OPEN or not self._can_pay(times):
                break
            self._try([place], times)
        return self._answer(place)

    def _settle_all(self) -> None:
        """Every value tried, nearest to the bound first, as long as all lie on one side of it."""
        for place in ordered(self.shown, self._off):
            if self._crossing() is None:
                self._settle(place)

    def _crossing(self) -> tuple[int, int] | None:
        """Neighbours tried, a miss and a hit; those nearest to the base's value."""
        known = sorted(self.shown)
        pairs = [
            (one, two) if self._is_met(two) else (two, one)
            for one, two in pairwise(known)
            if self._is_met(one) != self._is_met(two)
        ]
        return min(pairs, key=lambda pair: min(map(self._off_home, pair)), default=None)

    def _off(self, place: int) -> float:
        """How far from the bound."""
        return abs(self.shown[place].value - self.target.bound)

    def _off_home(self, place: int) -> int:
        return abs(place - (self.axis.at or 0))

    def _one_side(self) -> tuple[str, list[str]]:
        """No crossing: all values tried lie on one side of the bound, as far as they tell."""
        answers = {k: self._answer(k) for k in self.shown}
        unsure = [k for k, answer in answers.items() if answer == OPEN]
        sure = [k for k, answer in answers.items() if answer == YES and self.target.sign != "="]
        if sure and unsure:
            return LEVEL, self._some_sure(sure, unsure)
        if self.target.sign == "=" and len(unsure) == 1 and self._is_end(unsure[0]):
            return LEVEL, [self._at_the_end(unsure[0])]
        if unsure:
            verdict = UNKNOWN
            told = (
                "Inconclusive: {path} from {first} to {last} may or may not bring {target}; the"
                " nearest value gives {near}."
            )
        elif sure:
            verdict = LEVEL
            told = (
                "Every value of {path} tried from {first} to {last} brings {target}; the nearest"
                " gives {near}."
            )
        else:
            verdict = TILTED
            told = (
                "No value of {path} from {first} to {last} brings {target}; the nearest gives"
                " {near}."
            )
        near = self._told(least_by(self.shown, self._off))
        ends = {"first": self.axis.words[0], "last": self.axis.words[-1]}
        return verdict, [say(told, near=near, **ends, **self._asked)]

    def _is_end(self, place: int) -> bool:
        """Whether nothing lies beyond it on one side."""
        return place in (0, len(self.axis.values) - 1)

    def _at_the_end(self, place: int) -> str:
        """It cannot be told from the bound, all others can, and nothing lies beyond it."""
        unit, bound = metric_named(self.target.metric).unit, self.target.bound
        off = max(abs(end - bound) for end in self._interval(place))
        return say(
            "{path}={value} brings {target}: it is the end of the range, and within {off} of the"
            " target ({met}).",
            value=self.axis.words[place],
            off=points_apart(off) if unit == "share" else figure(off, unit),
            met=self._told(place),
            **self._asked,
        )

    def _some_sure(self, sure: Sequence[int], unsure: Sequence[int]) -> list[str]:
        """The sure value nearest to the base's, and the nearest of which nothing is sure."""
        near = self._told(least_by(unsure, self._off))
        rest = count(
            len(unsure),
            "{n} other value tried is inconclusive: {near}.",
            "{n} other values tried are inconclusive; the nearest gives {near}.",
            near=near,
        )
        return [self._surely_met(min(sure, key=self._off_home)), rest]

    def _surely_met(self, place: int) -> str:
        return say(
            "{path}={value} brings {target}: {met}.",
            value=self.axis.words[place],
            met=self._told(place),
            **self._asked,
        )

    @property
    def _answers(self) -> str:
        """What the answers are to."""
        return "above" if self.target.sign == "=" else "met"

    @property
    def _asked(self) -> dict[str, str]:
        return {"path": self.axis.path, "target": self.target.told}

    def _equation(self, pair: Sequence[int]) -> tuple[str, list[str]]:
        """Where the bound is crossed: found if at most one value between two sure ones is open."""
        for times in MORE:  # as many games of both, or chance and not distance would choose
            is_open = OPEN in map(self._answer, pair)
            if is_open or self._is_told_apart(pair) or not self._can_pay(2 * times):
                break
            self._try(pair, times)
        below, above = self._bracket(pair)
        is_inside = below >= 0 and above < len(self.axis.values)
        if is_inside and above - below <= 2:
            return LEVEL, [self._between(below, above), *self._turns_told()]
        if above - below == 2 and self._is_end(below + 1):
            return LEVEL, [self._at_the_end(below + 1), *self._turns_told()]
        return UNKNOWN, [*self._not_told_from(pair, below, above), *self._turns_told()]

    def _bracket(self, pair: Sequence[int]) -> tuple[int, int]:
        """The nearest values that surely lie on the two sides, sought where most are not told."""
        below, above = self._sure_ends(pair)
        inside = [k for k in range(below + 1, above) if self._has(k, MORE[-1])] or sorted(pair)
        gaps = (below, inside[0]), (inside[-1], above)
        first, last = max(gaps, key=lambda gap: gap[1] - gap[0])
        if last - first < 2:
            return below, above
        self._settle(middle := (first + last) // 2)
        is_new = self._sure_ends(pair) != (below, above) or self._has(middle, MORE[-1])
        return self._bracket(pair) if is_new else (below, above)

    def _sure_ends(self, pair: Sequence[int]) -> tuple[int, int]:
        """Of the values tried, those next to the crossing that surely lie on its sides.

        Where there is none, the place before the first value or after the last.
        """
        (low, high), n = sorted(pair), len(self.axis.values)
        return self._first_sure(range(low, -1, -1)), self._first_sure(range(high, n))

    def _first_sure(self, places: range) -> int:
        """The first place that surely lies where the first of all seems to."""
        side = YES if self._is_met(places[0]) else NO
        known = (k for k in places if k in self.shown and self._answer(k) == side)
        return next(known, places.stop)

    def _between(self, below: int, above: int) -> str:
        """What is sure: two neighbours, or a value between two."""
        pair, words = (below, above), self.axis.words
        best = least_by(pair, self._off)
        if above - below > 1:
            best = below + 1
            told = (
                "{path}={best} brings {target}, which lies between {low} and {high}: {met},"
                " {below}, {above}."
            )
        elif self._is_told_apart(pair):
            told = (
                "{path}={best} comes nearest to bringing {target}, which lies between {low} and"
                " {high}: {below}, {above}."
            )
        else:
            told = (
                "A value between {path}={low} and {high} would bring {target}; which of both is"
                " nearer is inconclusive: {below}, {above}."
            )
        places = {"best": words[best], "low": words[below], "high": words[above]}
        shown = {"met": self._told(best), "below": self._told(below), "above": self._told(above)}
        return say(told, **self._asked, **places, **shown)

    def _not_told_from(self, pair: Sequence[int], below: int, above: int) -> list[str]:
        """The values that may all lie on the bound, and how many games would tell some of them."""
        (low, high), words = sorted(pair), self.axis.words
        told = say(
            "About {path}={best} brings {target}, but any value from {first} to {last} may:"
            " {below}, {above}.",
            best=words[least_by(pair, self._off)],
            first=words[below + 1],
            last=words[above - 1],
            below=self._told(low),
            above=self._told(high),
            **self._asked,
        )
        more = "Narrowing it needs about {needed:,} games ({setting!s})."
        needed = self._needed(range(below + 1, above))
        return [told, *([say(more, needed=needed, setting=setting("games"))] if needed else [])]

    def _needed(self, places: Sequence[int]) -> int | None:
        """With how many games the same search would tell one more of some values from the bound."""
        found = []
        for place in set(places) & self.shown.keys():
            value, bound = self.shown[place].value, self.target.bound
            times = self._interval(place).times_as_many(value, (bound,))
            found.append(games_that_tell(times, self.games))
        return min((games for games in found if games), default=None)

    def _is_told_apart(self, pair: Sequence[int]) -> bool:
        """Whether both surely lie on their sides of the bound, one surely nearer than the other."""
        near, far = ordered(pair, self._off)
        bound = self.target.bound
        reach = max(abs(end - bound) for end in self._interval(near))
        least = min(abs(end - bound) for end in self._interval(far))
        return OPEN not in map(self._answer, pair) and reach < least

    def _edge(self, miss: int, hit: int) -> tuple[str, list[str]]:
        """Walks on from the crossing until a value surely meets the target."""
        onward = 1 if hit > miss else -1
        ahead = [hit + onward * k for k in range(STEPS)]
        ahead = [k for k in ahead if 0 <= k < len(self.axis.values)]
        sure = next((k for k in ahead if self._is_confirmed(k, k - onward)), None)
        if sure is None:
            told = say(
                "About {path}={value} brings {target}, but where exactly is inconclusive: {hit},"
                " {miss}.",
                value=self.axis.words[hit],
                hit=self._told(hit),
                miss=self._told(miss),
                **self._asked,
            )
            return UNKNOWN, [told]
        sure, beside = self._nearest(sure, sure - onward)
        before = self._before(beside, miss)
        return LEVEL, [self._surely_met(sure), *before, *self._turns_told()]

    def _nearest(self, sure: int, beside: int) -> tuple[int, int]:
        """The sure value nearest to the base's, unless that itself is one; and the one before it.

        With more games a value on the way may have come to be as sure as the one walked to.
        """
        home = self.axis.at
        if home is None or self._answer(home) == YES:
            return sure, beside
        known = [k for k in self.shown if self._answer(k) == YES]
        best = min(known, key=self._off_home)
        if self._off_home(best) == self._off_home(sure):
            return sure, beside
        return best, best + (1 if home > best else -1)

    def _is_confirmed(self, place: int, beside: int) -> bool:
        """Whether a value surely meets the target with as many games as the one beside it had."""
        if self._settle(place) == YES and self._can_pay(self._times(beside)):
            self._try([place], self._times(beside))
        return self._answer(place) == YES

    def _before(self, beside: int, miss: int) -> list[str]:
        """What is known of the value just short of the one that surely does."""
        if beside not in self.shown:
            told = say(
                "Values just before it were not played; the next one gives {short}.",
                short=self._told(miss),
            )
        elif self._answer(beside) == NO:
            told = say("The value before it clearly does not: {short}.", short=self._told(beside))
        else:
            told = say("The value before it is inconclusive: {short}.", short=self._told(beside))
        at = self.axis.at
        if at is not None and self._answer(at) == YES:
            now = say("The present value {value} does so already.", value=self.axis.words[at])
            return [told, now]
        return [told]

    def _turns_told(self) -> list[str]:
        met = [self._is_met(k) for k in sorted(self.shown)]
        turns = sum(one != two for one, two in pairwise(met))
        if turns < 2:
            return []
        told = (
            "The target is crossed {turns} times over the values tried; this answer is the nearest"
            " to the present value."
        )
        return [say(told, turns=turns)]

    def _flat_told(self) -> list[str]:
        """That the values tried make no sure difference, or a small one beside what is missing."""
        shown = sorted(self.shown.values(), key=lambda reading: reading.value)
        low, high = shown[0].value, shown[-1].value
        if not _any_differ(shown):
            told = "No two of the values tried clearly differ: {low} to {high}."
        elif LITTLE * (high - low) <= min(map(self._off, self.shown)):
            told = "{path} hardly changes it: {low} to {high} over all values tried."
        else:
            return []
        unit = metric_named(self.target.metric).unit
        ends = {"low": figure(low, unit), "high": figure(high, unit)}
        return [say(told, path=self.axis.path, **ends)]

    def _told(self, place: int) -> str:
        shown, unit = self.shown[place], metric_named(self.target.metric).unit
        return say(
            "{figure} at {value}",
            figure=figure_within(shown.value, self._interval(place), unit),
            value=self.axis.words[place],
        )

    def finding(self, verdict: str, told: Sequence[str]) -> Finding:
        unit, bound = metric_named(self.target.metric).unit, self.target.bound
        rows = [
            (self.axis.values[k], games, *in_figures(shown, LOOKS), bound, self._answered(shown))
            for k, games, shown in sorted(self.tried, key=lambda one: one[:2])
        ]
        columns = [self.axis.path, "games", "estimate", "low", "high", "bound", self._answers]
        frame = pl.DataFrame(rows, columns, orient="row")
        shares = ("estimate", "low", "high", "bound") if unit == "share" else ()
        return Finding(
            name="target",
            question=say("Which {path} brings {target}?", **self._asked),
            claim=told[0],
            details=tuple(told[1:]),
            unit=unit,
            games=sum(games for _, games, _ in self.tried),
            verdict=verdict,
            tables=(Table("tried", "All that was tried", frame, shares),),
            notes=(say("Intervals are so wide that all {n} of them hold together.", n=LOOKS),),
        )


def _any_differ(shown: Sequence[Reading]) -> bool:
    """Whether any two surely do, of all pairs that are looked at."""
    pairs = [*combinations(shown, 2)]
    return any(two.minus(one).interval(len(pairs)).excludes(0) for one, two in pairs)
