"""For whom a finding holds: asked again of players of other levels of skill, from 1 to 9.

What is judged has a curve over levels with a band over all of them, and one word
(`analyses/statistics/by_level.py`). Of seats or factions each has its own; the finding's is that of
one that turns round, or else of the one farthest from a fair share.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
import polars as pl

from analyses.experiments.designs import Cell
from analyses.experiments.experiment import Experiment, RunOptions
from analyses.experiments.plan import Sizes, plan
from analyses.experiments.pool import best_of
from analyses.experiments.purposes import FORBIDDEN, GAME, LEVEL, RIVALS, Purpose
from analyses.findings.finding import Finding, Table
from analyses.findings.question import Question
from analyses.findings.sample import Sample
from analyses.findings.win_rate import WinRate, WinRates
from analyses.language import say, word
from analyses.questions import QUESTIONS
from analyses.statistics.by_level import (
    BEGINNERS,
    EXPERTS,
    FADES,
    GROWS,
    HOLDS,
    OPEN,
    TURNS,
    Curve,
    of_several,
)
from analyses.statistics.estimate import Monotone, Quantity
from analyses.statistics.intervals import student
from analyses.statistics.order import least_by
from simulator.titles import Title
from strategies import registry
from strategies.levels import (
    CASUAL,
    ERRS,
    LEVELS,
    REGULAR,
    Level,
    as_level,
    level_of,
    read_levels,
)
from strategies.seat import Seat

KEY = "levels"  # of the table
ENDS = "value", "low", "high"
QUICK, FULL = (3, 7), (1, 3, 7, 9)  # beside the default bot, level 5
FIVE = 5  # levels of a full report at least, if the game has so many
ERRING, LEARNED, SEARCHED = 4000, 400, 9600  # games; with one copy; rollouts of a decision in all
PART = 8  # of the games of a full report, for all designs among casual players
WHOLE = (GAME, RIVALS, FORBIDDEN)  # purposes of its runs
MOST_ROWS = 12  # curves that are all shown
FEWEST = 100  # games that tell anything of a level
MANY = 4  # times as many games in a full report


def at_levels(one: Experiment, is_quick: bool) -> list[Experiment]:
    """The game once more by players of other levels, as far as they are known and quick enough."""
    title, base = one.title, base_level(one)
    known = read_levels(title, one.players) if base else None
    games = {n: _games(level, is_quick) for n, level in (known or {}).items()}
    fast = {n: level for n, level in (known or {}).items() if games[n] >= FEWEST and n != base}
    asked = []
    wanted = [level for level in (QUICK if is_quick else FULL) if level != base]
    for level in _nearest(fast, wanted, 0 if is_quick else FIVE - 1):
        who = registry.spelled_out(title, as_level(level.level), one.players)
        cell = Cell((who,) * one.players)
        asked.append(_played_by(one, cell, games[level.level], level.level))
    return asked


def whole_at(one: Experiment, sizes: Sizes, wanted: RunOptions) -> list[Experiment]:
    """What tells of luck, options and strategies among casual players: a small plan of theirs."""
    known = read_levels(one.title, one.players) if base_level(one) == REGULAR else None
    if CASUAL not in (known or {}):
        return []
    mine: RunOptions = {**wanted, "strategies": [as_level(CASUAL)]}
    planned = plan(one.title, [one.players], sizes.part(PART), **mine)
    why = Purpose(LEVEL, str(CASUAL))
    return [replace(each, purpose=why) for each in planned if each.purpose.kind in WHOLE]


def base_level(one: Experiment) -> int | None:
    """Of who plays in every seat: the default bot's, or one that was asked for."""
    who = {seat for cell in one.cells for seat in cell.line_up}
    if who == {Seat(best_of(one.title))}:
        return REGULAR
    return level_of(who.pop()) if len(who) == 1 else None


def _played_by(one: Experiment, cell: Cell, games: int, level: int) -> Experiment:
    return replace(one, cells=(cell,), games=games, design=(), purpose=Purpose(LEVEL, str(level)))


def _nearest(known: Mapping[int, Level], wanted: Sequence[int], least: int) -> list[Level]:
    """Those wanted, or the nearest to the default bot's that the game has, and that one.

    Where these are too few, more between them.
    """
    below = [n for n in known if n < REGULAR]
    above = [n for n in known if n > REGULAR]
    found = {*known} & {REGULAR}
    for level in wanted:
        if side := below if level < REGULAR else above:
            found.add(least_by(side, lambda n: abs(n - level)))  # noqa: B023
    more = [n for n in sorted(known, key=lambda n: abs(n - REGULAR)) if n not in found]
    found.update(more[: max(0, least - len(found))])
    return [known[level] for level in sorted(found)]


def _games(level: Level, is_quick: bool) -> int:
    """So many that they take about as long, whoever plays them; a quick report has no searches."""
    times = 1 if is_quick else MANY
    if level.by == ERRS:
        return times * ERRING
    who = Seat.parse(level.by)
    copies, rollouts = who.get("copies"), who.get("rollouts")
    if copies:
        return times * LEARNED // int(copies)
    return 0 if is_quick else SEARCHED // int(rollouts or SEARCHED)


class NotTested(NamedTuple):
    """What lies above the levels that a report tested."""

    for_full: int | None = None  # up to which level a full report has the time
    too_slow: int | None = None  # up to which a bot is known, though nobody has the time
    highest: int | None = None  # above which no bot is known


def not_tested(title: Title, players: int, tested: int) -> NotTested | None:
    """Stronger levels than the highest one tested; None if nobody knows the game's levels."""
    known = read_levels(title, players)
    if known is None:
        return None
    above = [n for n in known if n > tested]
    with_time = [n for n in above if _games(known[n], is_quick=False) >= FEWEST]
    return NotTested(
        for_full=max(with_time, default=None),
        too_slow=max(above) if above and not with_time else None,
        highest=max(known) if max(known) < LEVELS[-1] else None,
    )


class Shown(NamedTuple):
    """From how far something is off what is fair to how often it wins."""

    fair: float = 0.0
    slope: float = 1.0

    def __call__(self, off: np.ndarray) -> list[float]:
        return [float(one) for one in self.fair + self.slope * off]

    @classmethod
    def of(cls, rate: WinRate) -> "Shown":
        off = rate.off.value
        return cls(rate.even, (rate.wins.value - rate.even) / off if off else 1.0)


AS_IT_IS = Shown()


@dataclass(frozen=True)
class ForWhom:
    """What the levels say of one finding."""

    curves: Mapping[str, Curve]  # by what they are about
    shown: Mapping[str, Shown] = field(default_factory=dict)  # how their values are written
    is_share: bool = True
    base: int = REGULAR  # the level that the finding itself is of

    @property
    def curve(self) -> Curve:
        return of_several([*self.curves.values()])

    @property
    def levels(self) -> tuple[int, ...]:
        return self.curve.levels

    @property
    def word(self) -> str:
        return self.curve.settled[0]

    @property
    def is_sure(self) -> bool:
        """At stronger levels than its own too."""
        word, last = self.curve.settled
        return word in (HOLDS, GROWS) and last is not None and last > self.base

    @property
    def sentence(self) -> str:
        word, last = self.curve.settled
        low, high = self.levels[0], self.levels[-1]
        if word == OPEN or last is None:
            told = "How it depends on skill is not settled (levels {low} to {high})."
            return say(told, low=low, high=high)
        first = _said(word, self.curve.matters, low, last)
        if last == high:
            return first
        return f"{first} {say('Not settled above level {last}.', last=last)}"

    def _worth_a_row(self) -> list[tuple[str, Curve]]:
        """All of a few; of many, as of a deck of cards, those that are not fair at every level."""
        every = [*self.curves.items()]
        apart = [each for each in every if not each[1].is_balanced]
        return every if len(every) <= MOST_ROWS else apart or every[:1]

    def table(self) -> Table:
        rows = []
        for name, curve in self._worth_a_row():
            as_shown = self.shown.get(name, AS_IT_IS)
            low, high = curve.band(len(self.curves))
            seen = np.clip(curve.value, low, high)  # by its own games, as elsewhere in a report
            figures = (as_shown(one) for one in (seen, low, high))
            for level, *told in zip(curve.levels, *figures, strict=True):
                rows.append((name, level, *told, word(curve.settled[0], "skill")))
        columns = ["about", "level", "value", "low", "high", "with skill"]
        frame = pl.DataFrame(rows, schema=columns, orient="row")
        return Table(KEY, "By level of skill", frame, ENDS if self.is_share else ())


def _said(word: str, matters: bool, low: int, last: int) -> str:
    """The word in a sentence."""
    told = "It holds at every level of skill tested ({low} to {last})."
    if word == HOLDS and not matters:
        told = "Balanced at every level of skill tested ({low} to {last})."
    elif word == GROWS:
        told = "It grows with skill, from level {low} to level {last}."
    elif word == FADES:
        told = "It fades with skill, from level {low} to level {last}."
    elif word == TURNS:
        told = "It turns round with skill, between level {low} and level {last}."
    elif word == BEGINNERS:
        told = "It holds only among beginners: at level {last} it no longer matters."
    elif word == EXPERTS:
        told = "It holds only among experts: at level {low} it does not matter yet."
    return say(told, low=low, last=last)


def with_levels(
    found: Sequence[Finding],
    sample: Sample,
    levels: Mapping[int, Sample],
    base: int = REGULAR,
    apart: Mapping[str, Sample] | None = None,
) -> list[Finding]:
    """The findings, which are of a base level, with what players of other levels show.

    Those that are asked of other games of the base level have these in `apart`.
    """
    if not levels:
        return [*found]
    samples = dict(sorted({**levels, base: sample}.items()))
    own = apart or {}
    return [_told(one, {**samples, base: own.get(one.name, sample)}, base) for one in found]


def _told(finding: Finding, samples: Mapping[int, Sample], base: int) -> Finding:
    asked = for_whom(finding, samples, base)
    if asked is None:
        return finding
    details, tables = (asked.sentence, *finding.details), (*finding.tables, asked.table())
    told = replace(finding, details=details, tables=tables, skill=asked.word)
    if asked.is_sure:
        return replace(told, is_confirmed=True)
    is_against = asked.word in (FADES, TURNS, BEGINNERS)
    return replace(told, objection=asked.sentence, is_confirmed=False) if is_against else told


def for_whom(
    finding: Finding, samples: Mapping[int, Sample], base: int = REGULAR
) -> ForWhom | None:
    """Of a judged finding that several levels tell; None of all others."""
    question = QUESTIONS.get(finding.name)
    if question is None or not _is_asked(question, finding):
        return None
    rates = {level: _fared(question, sample) for level, sample in samples.items()}
    rates = {level: of for level, of in rates.items() if of or level == base}
    if all(len(of) == 1 for of in rates.values()):  # the best bot, whichever that is
        rates = {
            level: {say("the best bot"): one} for level, of in rates.items() for one in of.values()
        }
    if curves := _of_each(question, samples, rates, base):
        return ForWhom(curves, {name: Shown.of(rates[base][name]) for name in curves}, base=base)
    if curves := _of_measure(question, finding, samples, base):
        is_share = not question.scale_for(samples[base]).unit
        return ForWhom(curves, is_share=is_share, base=base)
    return None


def _is_asked(question: Question, finding: Finding) -> bool:
    is_of_game = question.is_about_game and not question.is_played_on
    return question.is_judged and finding.is_asked and is_of_game


def _fared(question: Question, sample: Sample) -> WinRates:
    """Seats and factions by what they win; options by what they are worth beyond their group."""
    if question.design != "ablation" or sample.sides == 1:
        return question.fared(sample)
    if not question.is_asked(sample):
        return {}
    even = sample.even
    worth = {name: getattr(one, "of", one) for name, one in question.answer(sample).stands.items()}
    return {
        name: WinRate(one, 0.0, Monotone(one, lambda points: points / even))
        for name, one in worth.items()
    }


def _of_each(
    question: Question,
    samples: Mapping[int, Sample],
    rates: Mapping[int, WinRates],
    base: int,
) -> dict[str, Curve]:
    """A curve for each seat or faction, of how far it is from what is fair."""
    first, *others = rates.values()
    names = [name for name in first if all(name in of for of in others)]
    scale = question.scale_for(samples[base])
    curves = {}
    for name in names:
        told = {level: of[name].off for level, of in rates.items()}
        if (curve := _curve(told, samples, scale.borderline, len(names), base)) is not None:
            curves[name] = curve
    return curves


def _of_measure(
    question: Question, finding: Finding, samples: Mapping[int, Sample], base: int
) -> dict[str, Curve]:
    """The one curve of what the verdict is of."""
    scale = question.scale_for(samples[base])
    others = {n: one for n, one in samples.items() if n != base and question.is_asked(one)}
    told = {level: question.measured(sample) for level, sample in others.items()}
    told = dict(sorted({**told, base: finding.measure}.items()))
    curve = _curve(told, samples, scale.borderline, 1, base)
    return {} if curve is None else {question.name: curve}


def _curve(
    told: Mapping[int, Quantity],
    samples: Mapping[int, Sample],
    margin: float,
    tests: int,
    base: int,
) -> Curve | None:
    """Of the levels whose games tell it, if several do."""
    known = {level: (one.value, _error(one, samples[level].games)) for level, one in told.items()}
    known = {level: one for level, one in known.items() if all(map(math.isfinite, one))}
    if len(known) < 2 or base not in known or not margin > 0:
        return None
    values, errors = (np.array(column) for column in zip(*known.values(), strict=True))
    return Curve(tuple(known), values, errors, margin, tests)


def _error(one: Quantity, games: int) -> float:
    """The standard error that its interval amounts to."""
    low, high = one.interval()
    return (high - low) / 2 / float(student(np.array(max(games, 2))))
