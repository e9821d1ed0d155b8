"""A change at several levels of skill: what gets better and what worse, and at which of them.

Every level plays both versions on the same shuffles. Verdicts and win rates of all levels hold
together, so a change that only looks good among beginners is told as that. What a verdict is of
may clearly move although the verdict stays open: that counts too, paired by shuffle.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Unpack

import polars as pl

from analyses.experiments.experiment import Experiment, RunOptions
from analyses.experiments.run_folder import RunFolder
from analyses.experiments.runner import Runner
from analyses.findings.finding import Finding, Table, begun, listed
from analyses.findings.sample import Sample
from analyses.findings.verdicts import LEVEL, contradict
from analyses.lab.compare import who_wins as winners
from analyses.lab.compare.compare_run import GAMES
from analyses.lab.compare.versions import name_of
from analyses.lab.compare.who_wins import WinRateChange, rates, who_wins
from analyses.lab.played import play_versions
from analyses.lab.search.judgements import (
    HalfSamples,
    Judgement,
    Judgements,
    in_words,
    is_plural,
)
from analyses.lab.search.judgements import called as topic
from analyses.lab.skill import at_each, judgements_at
from analyses.language import level_called, say
from analyses.questions import QUESTIONS
from analyses.statistics.estimate import Quantity, Simultaneous, in_figures
from simulator.titles import Title
from simulator.versions import Changes


@dataclass(frozen=True)
class LevelCompared:
    """One level: what is judged and who wins, before and after."""

    level: int
    experiment: Experiment
    before: Judgements
    after: Judgements
    fared: tuple[WinRateChange, ...]
    runs: tuple[RunFolder, ...]
    shifts: Mapping[str, Quantity]  # of what verdicts are of, unless they are balanced

    @property
    def helped(self) -> list[str]:
        return [name for name in self._both if self._way(name) < 0]

    @property
    def harmed(self) -> list[str]:
        return [name for name in self._both if self._way(name) > 0]

    @property
    def _both(self) -> list[str]:
        return [name for name in self.before if name in self.after]

    def _way(self, name: str) -> int:
        """Nearer to what is balanced, −1, or farther from it, 1, if that is clear."""
        before, after = self.before[name], self.after[name]
        graver = (after.gravity > before.gravity) - (after.gravity < before.gravity)
        if graver and contradict(before.verdict, after.verdict):
            return graver
        if name not in self.shifts:
            return 0
        low, high = self.shifts[name].interval()
        return int(low > 0) - int(high < 0)

    def told(self, name: str) -> str:
        """'level 3 (casual): balanced → tilted', with who wins unless that is told by level."""
        before, after = self.before[name], self.after[name]
        moved = f"{in_words(before.verdict)} → {in_words(after.verdict)}"
        if before.verdict == after.verdict:
            moved = say("still {verdict!s}", verdict=in_words(after.verdict))
        wins = "" if any(one.is_clear for one in self.fared) else before.moved_to(after)
        words = f"{moved}, {wins}" if wins else moved
        return say("{name}: {words}", name=level_called(self.level), words=words)


@dataclass(frozen=True)
class LevelComparison:
    """A version at several levels of skill."""

    version: str
    levels: tuple[LevelCompared, ...]

    @property
    def lines(self) -> list[str]:
        """What gets better and worse, question by question; then who wins, level by level."""
        return [self.headline, *self._by_question, *self._by_level]

    @property
    def headline(self) -> str:
        if not self.moved:
            return say("No verdict clearly changes at {levels}.", levels=_named(self.levels))
        told = [self._gets(name) for name in self.moved]
        if not any(one.harmed for one in self.levels):
            told.append(say("nothing gets worse"))
        if not any(one.helped for one in self.levels):
            told.append(say("nothing gets better"))
        return f"{begun(say('; ').join(told))}."

    def _gets(self, name: str) -> str:
        """'game length gets better at level 5 (regular)'."""
        helped, harmed = self._where(name)
        words = {"what": topic(name), "some": _named(helped), "others": _named(harmed)}
        if helped and harmed:
            told = "{what!s} gets better at {some}, and worse at {others}"
            if is_plural(name):
                told = "{what!s} get better at {some}, and worse at {others}"
        elif helped:
            told = "{what!s} gets better at {some}"
            if is_plural(name):
                told = "{what!s} get better at {some}"
        else:
            told = "{what!s} gets worse at {others}"
            if is_plural(name):
                told = "{what!s} get worse at {others}"
        return say(told, **words)

    def _where(self, name: str) -> tuple[list[LevelCompared], list[LevelCompared]]:
        """At which levels it gets better, and worse."""
        return (
            [one for one in self.levels if name in one.helped],
            [one for one in self.levels if name in one.harmed],
        )

    @cached_property
    def moved(self) -> list[str]:
        """The questions of which anything clearly changes at any level, better ones first."""
        names = [name for one in self.levels for name in one.helped]
        return [*dict.fromkeys([*names, *(name for one in self.levels for name in one.harmed)])]

    @property
    def _by_question(self) -> Iterator[str]:
        for name in self.moved:
            helped, harmed = self._where(name)
            told = [one.told(name) for one in self.levels if one in helped or one in harmed]
            yield say("{topic}: {told}.", topic=begun(topic(name)), told=say("; ").join(told))

    @property
    def _by_level(self) -> Iterator[str]:
        for one in self.levels:
            if one.fared:
                told = winners.told(one.fared)
                yield say("{topic}: {told}.", topic=begun(level_called(one.level)), told=told)

    @property
    def finding(self) -> Finding:
        first, *others = self.lines
        return Finding(
            name="compare",
            question=say("What gets better, and at which levels?"),
            claim=first,
            details=tuple(others),
            games=sum(one.experiment.games for one in self.levels),
            tables=(self._table,),
            notes=(say("Verdicts and win rates hold at all levels together."),),
        )

    @property
    def _table(self) -> Table:
        rows = [
            (topic(name), one.level, in_words(before.verdict), in_words(one.after[name].verdict),
             *in_figures(one.after[name].measure))
            for one in self.levels
            for name, before in one.before.items()
            if name in one.after
        ]  # fmt: skip
        columns = ["question", "level", "base", "variant", "measure", "low", "high"]
        frame = pl.DataFrame(rows, columns, orient="row").sort("question", "level")
        return Table("levels", "By level of skill", frame)

    @property
    def runs(self) -> list[RunFolder]:
        return [run for one in self.levels for run in one.runs]

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.levels[0].experiment.title.name,
            "players": self.levels[0].experiment.players,
            "version": self.version,
            "levels": [_as_json(one) for one in self.levels],
            "finding": self.finding.as_json(),
        }


def _named(levels: Sequence[LevelCompared]) -> str:
    return listed([level_called(one.level) for one in levels])


def _as_json(one: LevelCompared) -> dict[str, Any]:
    def verdicts(judgements: Judgements) -> dict[str, Any]:
        return {name: Judgement.as_json(judgement) for name, judgement in judgements.items()}

    return {
        "level": one.level,
        "bot": str(one.experiment.seats[0]),
        "games": one.experiment.games,
        "before": verdicts(one.before),
        "after": verdicts(one.after),
        "helped": one.helped,
        "harmed": one.harmed,
        "who_wins": [fared.as_json() for fared in one.fared],
    }


def compare_levels(
    runner: Runner,
    title: Title,
    change: Changes,
    levels: Sequence[int],
    only: Sequence[str] = (),
    **wanted: Unpack[RunOptions],
) -> LevelComparison:
    """One version and the base at each level; `changes` are those of both."""
    compared = [
        _compared(runner, level, one, change, len(levels), only)
        for level, one in at_each(title, levels, GAMES, **wanted)
    ]
    first = compared[0].experiment
    name = name_of(first.changed(change).components, first.components)
    return LevelComparison(name, tuple(compared))


def _compared(
    runner: Runner, level: int, one: Experiment, change: Changes, n: int, only: Sequence[str]
) -> LevelCompared:
    both = [one, one.changed(change)]
    names = [name_of(each.components) for each in both]
    base, other = play_versions(runner, names, [[each] for each in both])
    fared = who_wins(rates(base, only), rates(other, only), other.name, n)
    before, after = (judgements_at(each.sample, n, only) for each in (base, other))
    runs = (*base.runs, *other.runs)
    asked = [n for n in before if n in after and {before[n].verdict, after[n].verdict} != {LEVEL}]
    shifts = _shifts(asked, base.sample, other.sample, n * len(before))
    return LevelCompared(level, one, before, after, tuple(fared), runs, shifts)


def _shifts(names: Sequence[str], base: Sample, other: Sample, tests: int) -> dict[str, Quantity]:
    """How what their verdicts are of moves, paired by shuffle; all of them hold together."""
    questions = {name: QUESTIONS[name] for name in names}
    return {
        name: Simultaneous(HalfSamples.of(one, other).minus(HalfSamples.of(one, base)), tests)
        for name, one in questions.items()
    }
