"""A change at several levels of skill: whom it helps, and whom it harms.

Every level plays both versions on the same shuffles. Verdicts and win rates of all levels hold
together, so a change that only looks good among beginners is told as that.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Unpack

import polars as pl

from analyses.experiments.experiment import Experiment, RunOptions
from analyses.experiments.run_folder import RunFolder
from analyses.experiments.runner import Runner
from analyses.findings.finding import Finding, Table, begun, listed
from analyses.findings.verdicts import contradict
from analyses.lab.compare import who_wins as winners
from analyses.lab.compare.compare_run import GAMES
from analyses.lab.compare.versions import name_of
from analyses.lab.compare.who_wins import WinRateChange, rates, who_wins
from analyses.lab.played import play_versions
from analyses.lab.search.judgements import Judgement, Judgements, in_words
from analyses.lab.search.judgements import called as topic
from analyses.lab.skill import at_each, called, judgements_at
from analyses.language import say
from analyses.statistics.estimate import in_figures
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

    def changes(self, name: str) -> bool:
        """Whether both verdicts cannot be true of one game."""
        return contradict(self.before[name].verdict, self.after[name].verdict)

    @property
    def helped(self) -> list[str]:
        return [n for n in self._both if self.changes(n) and self._gravity(n) < 0]

    @property
    def harmed(self) -> list[str]:
        return [n for n in self._both if self.changes(n) and self._gravity(n) > 0]

    @property
    def _both(self) -> list[str]:
        return [name for name in self.before if name in self.after]

    def _gravity(self, name: str) -> int:
        return self.after[name].gravity - self.before[name].gravity

    def told(self, name: str) -> str:
        """'level 3 (casual): balanced → tilted, first player 50 → 58%'."""
        before, after = self.before[name], self.after[name]
        moved = f"{in_words(before.verdict)} → {in_words(after.verdict)}"
        wins = before.moved_to(after)
        return f"{called(self.level)}: {moved}" + (f", {wins}" if wins else "")


@dataclass(frozen=True)
class LevelComparison:
    """A version at several levels of skill."""

    version: str
    levels: tuple[LevelCompared, ...]

    @property
    def lines(self) -> list[str]:
        """Whom it helps and harms, question by question; then who wins, level by level."""
        return [self.headline, *self._by_question, *self._by_level]

    @property
    def headline(self) -> str:
        helped, harmed = self._levels("helped"), self._levels("harmed")
        if helped and harmed:
            told = "Not the same for all: the change helps at {some}, and harms at {others}."
            return say(told, some=_named(helped), others=_named(harmed))
        if helped:
            return say("The change helps at {some}, and harms at no level.", some=_named(helped))
        if harmed:
            return say("The change harms at {some}, and helps at no level.", some=_named(harmed))
        every = listed([str(one.level) for one in self.levels])
        return say("No verdict clearly changes at levels {levels}.", levels=every)

    def _levels(self, how: str) -> list[LevelCompared]:
        return [one for one in self.levels if getattr(one, how)]

    @cached_property
    def moved(self) -> list[str]:
        """The questions whose verdict clearly changes at any level."""
        names = [name for one in self.levels for name in (*one.helped, *one.harmed)]
        return [*dict.fromkeys(names)]

    @property
    def _by_question(self) -> Iterator[str]:
        for name in self.moved:
            told = [one.told(name) for one in self.levels if name in one.before]
            yield say("{topic}: {told}.", topic=begun(topic(name)), told=say("; ").join(told))

    @property
    def _by_level(self) -> Iterator[str]:
        for one in self.levels:
            if one.fared:
                told = winners.told(one.fared)
                yield say("{topic}: {told}.", topic=begun(called(one.level)), told=told)

    @property
    def finding(self) -> Finding:
        first, *others = self.lines
        return Finding(
            name="compare",
            question=say("Whom does the change help?"),
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
    return listed([called(one.level) for one in levels])


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
    return LevelCompared(level, one, before, after, tuple(fared), runs)
