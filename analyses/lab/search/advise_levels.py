"""Advice for several levels of skill: a change that leaves the game balanced at each of them.

Each level looks for changes of its own. All that any of them confirmed are played at every level
on shuffles that chose none of them, and the one that leaves least to mend anywhere comes first.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Unpack

from analyses.experiments.experiment import Experiment, RunOptions
from analyses.experiments.runner import Runner
from analyses.findings.finding import listed
from analyses.findings.verdicts import ENDS, LEVEL, UNKNOWN
from analyses.lab.compare.versions import Base
from analyses.lab.search.advise import Advised, change_told
from analyses.lab.search.advise_run import GAMES, SEEDS, advise
from analyses.lab.search.judgements import Judgements, in_json, in_words
from analyses.lab.search.judgements import called as topic
from analyses.lab.search.nudges import size_of
from analyses.lab.search.trials import Trials
from analyses.lab.skill import at_each, called, judgements_at
from analyses.language import say
from analyses.statistics.order import ordered
from simulator.titles import Title
from simulator.versions import Changes

CANDIDATES = 6  # changes that are played at every level
CONFIRMED = 2  # the part of the games by which they are


@dataclass(frozen=True)
class LevelAdvice:
    """A change as fresh shuffles show it, by level."""

    changes: Changes
    told: str
    size: float
    after: Mapping[int, Judgements]

    @property
    def left(self) -> dict[int, list[str]]:
        """What is borderline or tilted, by level."""
        return {
            level: [name for name, one in judgements.items() if one.is_out]
            for level, judgements in self.after.items()
        }

    @property
    def is_clean(self) -> bool:
        """Nothing is clearly out at any level."""
        return not any(self.left.values())

    def is_good(self, issues: Sequence[str]) -> bool:
        """What was an issue anywhere is balanced at every level, and nothing else is out."""
        held = [one[name].verdict for one in self.after.values() for name in issues if name in one]
        return self.is_clean and all(verdict == LEVEL for verdict in held)

    def rank(self, issues: Sequence[str]) -> tuple[float, ...]:
        """By what is left: the worst level first, then all of them, then the smallest change."""
        grave = [
            sum(1 + one.gravity for one in judgements.values() if one.is_out)
            for judgements in self.after.values()
        ]
        return not self.is_good(issues), max(grave), sum(grave), self.size

    @property
    def left_told(self) -> str:
        """'turn order tilted at level 3 (casual); scores borderline at level 7 (strong)'."""
        told = "{issue!s} {verdict!s} at {level!s}"
        return say("; ").join(
            say(told, issue=topic(name), verdict=in_words(self.after[level][name].verdict),
                level=called(level))
            for level, names in self.left.items()
            for name in names
        )  # fmt: skip


@dataclass(frozen=True)
class LevelAdvised:
    """What to change so that a game suits every level asked, the best first."""

    experiments: Mapping[int, Experiment]
    advised: Mapping[int, Advised]  # what each level would have alone
    before: LevelAdvice  # nothing changed
    advice: tuple[LevelAdvice, ...]

    @property
    def issues(self) -> list[str]:
        """Whatever is out at any level, on fresh shuffles or on the first."""
        first = [one.question for each in self.advised.values() for one in each.out]
        fresh = [name for names in self.before.left.values() for name in names]
        return [*dict.fromkeys((*first, *fresh))]

    @property
    def best(self) -> LevelAdvice | None:
        return self.advice[0] if self.advice else None

    @property
    def verdict(self) -> str:
        """Balanced if nothing is to do or the best change suits all; else of what is left."""
        if not self.issues or (self.best and self.best.is_good(self.issues)):
            return LEVEL
        if self.best and self.best.is_clean:
            return UNKNOWN
        return ENDS[-1]

    @property
    def lines(self) -> list[str]:
        return [self.answer, *self._by_level]

    @property
    def answer(self) -> str:
        levels = listed([called(level) for level in self.experiments])
        if not self.issues:
            return say("Nothing needs to change: no issue was found at {levels!s}.", levels=levels)
        if self.best is None:
            return say("No change tried helps at any level asked.")
        words = {"change": self.best.told, "levels": levels, "left": self.best.left_told}
        if self.verdict == LEVEL:
            told = "Change {change!s}: that is balanced at {levels!s}."
        elif self.verdict == UNKNOWN:
            told = "Change {change!s}: no issue is clear at {levels!s}; more games must confirm it."
        else:
            told = "No change tried suits every level; the nearest is {change!s}."
        return say(told, **words)

    @property
    def _by_level(self) -> Iterator[str]:
        """What is wrong as it is, and what the nearest change leaves."""
        if before := self.before.left_told:
            yield say("As it is: {issues!s}.", issues=before)
        if self.best and (left := self.best.left_told):
            yield say("With that change: {issues!s}.", issues=left)
        for level, advised in self.advised.items():
            yield say("{level!s} alone: {answer!s}", level=called(level), answer=advised.answer)

    def as_json(self) -> dict[str, Any]:
        one = next(iter(self.experiments.values()))
        return {
            "game": one.title.name,
            "players": one.players,
            "seed": one.seed,
            "games": {level: each.games for level, each in self.experiments.items()},
            "verdict": self.verdict,
            "sentences": self.lines,
            "before": _in_json(self.before),
            "advice": [self._advice_in_json(each) for each in self.advice],
            "levels": {level: each.as_json() for level, each in self.advised.items()},
        }

    def _advice_in_json(self, one: LevelAdvice) -> dict[str, Any]:
        told = {"changes": dict(one.changes), "size": one.size}
        return {**told, "is_good": one.is_good(self.issues), "after": _in_json(one)}


def _in_json(one: LevelAdvice) -> dict[int, Any]:
    return {level: in_json(judgements) for level, judgements in one.after.items()}


def advise_levels(
    runner: Runner,
    title: Title,
    levels: Sequence[int],
    keep: Sequence[str] = (),
    only: Sequence[str] = (),
    **wanted: Unpack[RunOptions],
) -> LevelAdvised:
    """The change that leaves least to mend at any of these levels."""
    experiments = dict(at_each(title, levels, GAMES, **wanted))
    advised = {n: advise(runner, Base(one, ()), keep, only) for n, one in experiments.items()}
    before, *found = _confirmed(runner, experiments, [{}, *_candidates(advised)])
    made = LevelAdvised(experiments, advised, before, ())
    return replace(made, advice=tuple(ordered(found, lambda one: one.rank(made.issues))))


def _candidates(advised: Mapping[int, Advised]) -> list[Changes]:
    """The best of each level in turn."""
    lists = [[one.changes for one in each.advice] for each in advised.values()]
    longest = max(map(len, lists), default=0)
    turns = [each[k] for k in range(longest) for each in lists if k < len(each)]
    distinct = [one for k, one in enumerate(turns) if one not in turns[:k]]
    return distinct[:CANDIDATES]


def _confirmed(
    runner: Runner, experiments: Mapping[int, Experiment], candidates: Sequence[Changes]
) -> Iterator[LevelAdvice]:
    """Each at every level, on shuffles of a seed that no search has seen."""
    desks = {
        level: Trials(runner, Base(replace(one, seed=one.seed + SEEDS + 1), ()))
        for level, one in experiments.items()
    }
    box = next(iter(experiments.values())).components
    games = sum(desk.version({}, CONFIRMED).games for desk in desks.values()) * len(candidates)
    told = say("At every level: confirming {n} changes", n=len(candidates) - 1)
    first = next(iter(desks.values()))
    with first.watched(told, games):
        for changes in candidates:
            after = {
                level: judgements_at(desk.play(desk.version(changes, CONFIRMED)), len(desks))
                for level, desk in desks.items()
            }
            yield LevelAdvice(changes, change_told(box, changes), size_of(changes, box), after)
