"""A target range: where a number of the game must lie, and whether a sample shows that it does.

A target is about a metric, as in turn_order_spread = "<= 5%", or about the verdict of a question,
as in turn_order = "balanced". A verdict is a number within thresholds, so both are held against an
interval.
"""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from analyses.findings.finding import Finding, percent, percent_range
from analyses.findings.question import players_needed
from analyses.findings.sample import MIXED, TYPICAL, Sample
from analyses.findings.verdicts import LEVEL, WATCH
from analyses.lab.compare.differences import label
from analyses.lab.metrics import (
    METRICS,
    WIN,
    fits,
    is_metric,
    members_in,
    metric_named,
    needed,
    read,
)
from analyses.language import marked, say, word
from analyses.questions import QUESTIONS, ask
from analyses.renamed import current, not_found
from analyses.statistics.estimate import NOTHING, Interval, Quantity
from simulator.errors import UserError, unknown
from strategies.levels import must_be_level

HOLDS, OUT, UNSURE = "met", "missed", "inconclusive"
FORMS = 'written "<= 5%", ">= 3", "2 to 4" or {min = 2, max = 4}'
RANGE, AT = "range", "levels"  # keys of a target that has levels of skill of its own
NUMBER = r"(-?\d+(?:\.\d+)?)\s*(%?)"


@dataclass(frozen=True)
class TargetRange:
    name: str  # of a metric, or of a question
    low: float = -math.inf
    high: float = math.inf
    verdict: str = ""  # the worst one a question may get; its threshold is `high`
    levels: tuple[int, ...] = ()  # of skill at which it must be met; none: those of the whole file

    @property
    def label(self) -> str:
        if self.verdict:
            return say("verdict on {topic}", topic=word(self.name, "question"))
        return label(self.name)

    @property
    def unit(self) -> str:
        """Of a question the unit of what its verdict measures."""
        if self.verdict:
            return QUESTIONS[self.name].scale.unit or "share"
        return metric_named(self.name).unit

    @property
    def design(self) -> str:
        """That plays what it is about."""
        if self.verdict:
            return QUESTIONS[self.name].design
        return "round-robin" if self.is_mixed_metric else "self-play"

    @property
    def is_mixed_metric(self) -> bool:
        """Whether every player at a table of several strategies counts."""
        return not self.verdict and metric_named(self.name).is_mixed

    @property
    def meets_chance(self) -> bool:
        return bool(self.verdict) and QUESTIONS[self.name].meets_chance

    @property
    def reads(self) -> tuple[str, ...]:
        """The parts of a sample that it rests on."""
        if self.verdict:
            return QUESTIONS[self.name].reads
        return (MIXED,) if metric_named(self.name).is_mixed else (TYPICAL,)

    @property
    def is_share(self) -> bool:
        return self.unit == "share"

    @property
    def wanted(self) -> str:
        if self.verdict:
            return told_verdict(LEVEL if self.verdict == LEVEL else f"{LEVEL} or {WATCH}")
        return _within(self.told(self.low), self.told(self.high), Interval(self.low, self.high))

    @property
    def threshold(self) -> str:
        """Of a verdict, for people."""
        return self.told(self.high) + self._unit

    @property
    def _unit(self) -> str:
        return "" if self.is_share else f" {word(self.unit)}"

    def told(self, value: float) -> str:
        if self.is_share:
            return percent(value)
        return marked(f"{value:,.2f}".rstrip("0").rstrip("."))

    def measured(self, value: float, shown: Interval) -> str:
        if not math.isfinite(shown.low):
            return self.told(value) if math.isfinite(value) else "–"
        ends = self._range(shown)
        return ends + self._unit if self.verdict else f"{self.told(value)} ({ends})"

    def _range(self, shown: Interval) -> str:
        if self.is_share or not math.isfinite(shown.high):
            low, high = self.told(shown.low), self.told(shown.high)
            return percent_range(*shown) if self.is_share else _within(low, high, shown)
        text = "{first} to {last}" if shown.low < 0 else "{first}–{last}"
        return say(text, first=self.told(shown.low), last=self.told(shown.high))

    def state(self, shown: Interval) -> str:
        """Holds if the whole interval lies within, is out if all of it lies outside."""
        if self.low <= shown.low and shown.high <= self.high:
            return HOLDS
        return OUT if shown.high < self.low or shown.low > self.high else UNSURE

    def must_suit(self, sides: int, players: int, is_dealt: bool) -> None:
        """Refuses what so many who compete, with or without members dealt, cannot answer."""
        is_verdict, name = bool(self.verdict), self.name
        of = QUESTIONS[name].players_judged if is_verdict else metric_named(name).players
        if sides not in of:
            raise UserError(f"'{self.name}' needs {players_needed(of)}.")
        if is_verdict and players not in QUESTIONS[name].seats:
            raise UserError(f"'{self.name}' needs at least two players.")
        if not is_verdict and metric_named(name).is_of_members and not is_dealt:
            raise UserError(f"'{self.name}' needs {needed(name, is_dealt)}.")


def _within(low: str, high: str, ends: Interval) -> str:
    """Two ends, or the only one that there is."""
    if math.isinf(ends.low):
        return say("at most {high}", high=high)
    if math.isinf(ends.high):
        return say("at least {low}", low=low)
    return say("{low} to {high}", low=low, high=high)


def told_verdict(words: str) -> str:
    """One verdict, or those a target allows: 'balanced or borderline'."""
    return say(" or ").join(word(one, "verdict") for one in words.split(" or "))


def questions() -> list[str]:
    """Those whose verdicts are about the game."""
    return [name for name, one in QUESTIONS.items() if one.is_about_game and one.is_judged]


def targets_of(name: str, words: Any) -> list[TargetRange]:
    """One, or a list of them, as for several levels of skill."""
    return [target(name, one) for one in (words if isinstance(words, list) else [words])]


def target(name: str, words: Any) -> TargetRange:
    """A target range from what a file says of it; mistakes are told in one sentence."""
    if not isinstance(words, Mapping) or AT not in words:
        return _target(name, words)
    rest = {key: value for key, value in words.items() if key != AT}
    if RANGE in rest and len(rest) > 1:
        raise UserError(f"The target of '{name}' has a {RANGE}; leave min and max out.")
    found = _target(name, rest.get(RANGE, rest))
    return replace(found, levels=levels_in(words[AT]))


def levels_in(words: Any) -> tuple[int, ...]:
    """Levels of skill as a file lists them; each counts once."""
    if not isinstance(words, list) or not words:
        raise UserError(f"'{AT}' is a list of levels of skill, as in levels = [3, 5].")
    return tuple(sorted({must_be_level(one) for one in words}))


def _target(name: str, words: Any) -> TargetRange:
    name = current(name)
    words = current(words) if isinstance(words, str) else words
    if words in (LEVEL, WATCH, "tilted"):
        return _verdict_band(name, words)
    if name in questions() and name not in METRICS:
        raise UserError(
            f"'{name}' is a question, so its target is the worst verdict it may get:"
            f' "{LEVEL}" or "{WATCH}".'
        )
    if not is_metric(name):
        raise not_found("metric or question", name, (*METRICS, f"{WIN}NAME", *questions()))
    low, high = _ends(name, words)
    if low > high:
        raise UserError(
            f"The target range of '{name}' is empty: min {low:g} lies above max {high:g}."
        )
    metric = metric_named(name)
    least = -1 if metric.is_signed else 0
    for end in (low, high):
        if metric.unit == "share" and math.isfinite(end) and not least <= end <= 1:
            raise UserError(
                f"'{name}' goes from {least} to 1, so its target range cannot end at {end:g};"
                " write 5% or 0.05 for five of a hundred."
            )
    return TargetRange(name, low, high)


def _verdict_band(name: str, verdict: str) -> TargetRange:
    if name not in questions():
        raise not_found("question", name, questions())
    if verdict not in (LEVEL, WATCH):
        raise UserError(f"The worst verdict of '{name}' may be {LEVEL} or {WATCH}, not {verdict}.")
    scale = QUESTIONS[name].scale
    return TargetRange(
        name, high=scale.borderline if verdict == LEVEL else scale.tilted, verdict=verdict
    )


def _ends(name: str, words: Any) -> tuple[float, float]:
    if isinstance(words, Mapping):
        for key in words:
            if key not in ("min", "max"):
                raise unknown(f"key of the target '{name}':", key, ("min", "max"))
        if words:
            low, high = words.get("min", -math.inf), words.get("max", math.inf)
            return _number(name, low), _number(name, high)
    if isinstance(words, str):
        text = words.strip()
        if found := re.fullmatch(rf"(<=|>=)\s*{NUMBER}", text):
            end = _number(name, found[2] + found[3])
            return (-math.inf, end) if found[1] == "<=" else (end, math.inf)
        if found := re.fullmatch(rf"{NUMBER}\s+to\s+{NUMBER}", text):
            return _number(name, found[1] + found[2]), _number(name, found[3] + found[4])
    raise UserError(f"The target of '{name}' must be {FORMS}, not {words!r}.")


def _number(name: str, words: Any) -> float:
    """A number, or a text with a number and a per cent sign."""
    if isinstance(words, int | float) and not isinstance(words, bool) and not math.isnan(words):
        return float(words)
    found = re.fullmatch(NUMBER, words.strip()) if isinstance(words, str) else None
    if not found:
        raise UserError(f"The target of '{name}' ends with numbers, not with {words!r}.")
    if found[2] and metric_named(name).unit != "share":
        raise UserError(
            f"'{name}' counts {metric_named(name).unit}, so its target takes no percent sign."
        )
    return float(found[1]) / (100 if found[2] else 1)


def answers(sample: Sample, targets: Sequence[TargetRange]) -> dict[str, Finding]:
    """To the questions whose verdicts targets are about."""
    asked = [target.name for target in targets if target.verdict]
    return {one.name: one for one in ask(sample, asked)} if asked else {}


def shown_by(
    sample: Sample, targets: Sequence[TargetRange], answered: Mapping[str, Finding] | None = None
) -> list[Quantity]:
    """What the games show of each target's number, NOTHING where they do not answer."""
    answered = answers(sample, targets) if answered is None else answered
    metrics = [target.name for target in targets if not target.verdict]
    asked = sample.sides, bool(sample.mixed), bool(members_in(sample, metrics))
    metrics = [name for name in metrics if fits(name, *asked)]
    readings = read(sample, metrics) if metrics else {}
    return [
        answered[target.name].measure if target.verdict else readings.get(target.name, NOTHING)
        for target in targets
    ]
