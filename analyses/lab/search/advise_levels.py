"""Advice for several levels of skill: a change that leaves the game balanced at each of them.

Each level looks for changes of its own. What one level needs may go with what another needs, so
some are joined, and one more is sought that mends what the nearest leaves. All are then played at
every level on shuffles that chose none of them; the one that leaves least to mend comes first.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Unpack

from analyses.experiments.experiment import Experiment, RunOptions
from analyses.experiments.runner import Runner
from analyses.findings.finding import begun, listed
from analyses.findings.sample import Sample
from analyses.findings.verdicts import ENDS, LEVEL, UNKNOWN
from analyses.lab.compare.versions import Base
from analyses.lab.search.advise import Advised, change_told
from analyses.lab.search.advise_run import GAMES, SEEDS, advise, ways_of
from analyses.lab.search.judgements import Judgements, in_json, in_words, judged
from analyses.lab.search.judgements import called as topic
from analyses.lab.search.line_search import not_tried
from analyses.lab.search.nudges import Nudge, can_be_played, roots_of, size_of
from analyses.lab.search.trials import Trials
from analyses.lab.skill import at_each, judgements_at, table_in_json
from analyses.language import level_called, say
from analyses.statistics.order import ordered
from simulator.errors import UserError
from simulator.titles import Title
from simulator.versions import Changes

CANDIDATES = 6  # changes that are played at every level, beside those that are joined
JOINED = 2  # with one more
OTHERS = 2  # changes beside the nearest whose remains are told
LOOKED = 15  # the part of the games that shows what a joined change leaves
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
        return self.is_clean and not self._unsettled(issues)

    def _unsettled(self, issues: Sequence[str]) -> int:
        """How many issues are not balanced, over all levels."""
        held = [one[name].verdict for one in self.after.values() for name in issues if name in one]
        return sum(verdict != LEVEL for verdict in held)

    def rank(self, issues: Sequence[str]) -> tuple[float, ...]:
        """By what is left: the worst level, then all of them; what is open; the smallest change."""
        grave = [
            sum(1 + one.gravity for one in judgements.values() if one.is_out)
            for judgements in self.after.values()
        ]
        unsettled = self._unsettled(issues)
        return not self.is_good(issues), max(grave), sum(grave), unsettled, self.size

    @property
    def left_told(self) -> str:
        """'turn order tilted at level 3 (casual); scores borderline at level 7 (strong)'."""
        told = "{issue!s} {verdict!s} at {level!s}"
        return say("; ").join(
            say(told, issue=topic(name), verdict=in_words(self.after[level][name].verdict),
                level=level_called(level))
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
        levels = listed([level_called(level) for level in self.experiments])
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
            name = begun(level_called(level))
            yield say("{level!s} alone: {answer!s}", level=name, answer=advised.answer)
        if self.verdict == ENDS[-1]:
            yield from self._others_told()

    def _others_told(self) -> Iterator[str]:
        """What other changes leave, so that it is seen why they do not suit every level."""
        for one in self.advice[1 : 1 + OTHERS]:
            told = "Another one, {change!s}, leaves {left!s}."
            yield say(told, change=one.told, left=one.left_told)

    def as_json(self) -> dict[str, Any]:
        return {
            **table_in_json(self.experiments),
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
    ways = ways_of(Base(next(iter(experiments.values())), ()), keep, only)
    before, *found = _confirmed(runner, experiments, _joined(runner, experiments, advised, ways))
    made = LevelAdvised(experiments, advised, before, ())
    return replace(made, advice=tuple(ordered(found, lambda one: one.rank(made.issues))))


def _candidates(advised: Mapping[int, Advised]) -> list[Changes]:
    """The best of each level in turn."""
    lists = [[one.changes for one in each.advice] for each in advised.values()]
    longest = max(map(len, lists), default=0)
    turns = [each[k] for k in range(longest) for each in lists if k < len(each)]
    return _distinct(turns)[:CANDIDATES]


def unions(advised: Mapping[int, Advised]) -> list[Changes]:
    """The best of each level at once; and the best two that move a single parameter each."""
    best = [each.advice[0].changes for each in advised.values() if each.advice]
    singles = [one for one in _candidates(advised) if len(one) == 1]
    pairs = [(one, two) for one, two in combinations(singles, 2) if are_apart(one, two)]
    whole: Changes = {}
    for one in best:
        whole = {**one, **whole}  # the first level's word, where two move the same
    joined = [{**one, **two} for one, two in pairs[:1]]
    return _distinct([one for one in (whole, *joined) if one])


def are_apart(one: Changes, other: Changes) -> bool:
    """Whether they move different parameters."""
    return roots_of(one).isdisjoint(roots_of(other))


def _distinct(changes: Sequence[Changes]) -> list[Changes]:
    return [one for k, one in enumerate(changes) if one not in changes[:k]]


def _joined(
    runner: Runner,
    experiments: Mapping[int, Experiment],
    advised: Mapping[int, Advised],
    ways: Sequence[Nudge],
) -> list[Changes]:
    """What levels found, joined, and with one more that mends what the nearest of them leaves."""
    first = next(iter(experiments.values()))
    tried = [one for one in unions(advised) if can_be_played(first, one)]
    known = _distinct([*_candidates(advised), *tried])
    if not known:
        return []
    desks = _desks(runner, experiments, SEEDS + 2)
    others = [one.tried for way in ways for one in way.tries]
    games = sum(desk.version({}, LOOKED).games for desk in desks)
    with desks[0].watched(say("At every level: joining changes"), games * len(known + others)):
        (grave, nearest), *_ = ordered(
            [(_left(desks, one), one) for one in known], lambda pair: pair[0]
        )
        if not any(grave):
            return known
        more = [{**nearest, **one} for one in others if are_apart(nearest, one)]
        found = [(_left(desks, one), one) for one in more if can_be_played(first, one)]
    better = ordered([pair for pair in found if pair[0] < grave], lambda pair: pair[0])
    return [*known, *(one for _, one in better[:JOINED])]


def _left(desks: Sequence[Trials], changes: Changes) -> tuple[float, ...]:
    """What seems to be left, as few games show it: the worst level, then all of them."""
    try:
        grave = [_grave(desk.play(desk.version(changes, LOOKED))) for desk in desks]
    except UserError as reason:
        not_tried(changes, reason)
        return math.inf, math.inf
    return max(grave), sum(grave)


def _grave(sample: Sample) -> float:
    """Tilted counts two, borderline one, by what is measured alone."""
    seen = [(one, one.measured(sample).value) for one in judged(sample, is_mirror=True)]
    verdicts = [one.scale_for(sample).verdict(value, value) for one, value in seen]
    return sum(1 + ENDS.index(one) for one in verdicts if one in ENDS)


def _desks(runner: Runner, experiments: Mapping[int, Experiment], seeds: int) -> list[Trials]:
    """Where versions are played at each level, on a seed that no search has seen."""
    return [
        Trials(runner, Base(replace(one, seed=one.seed + seeds), ()))
        for one in experiments.values()
    ]


def _confirmed(
    runner: Runner, experiments: Mapping[int, Experiment], candidates: Sequence[Changes]
) -> Iterator[LevelAdvice]:
    """The game as it is, then each at every level; the verdicts of all that are tried hold."""
    desks = _desks(runner, experiments, SEEDS + 1)
    box = next(iter(experiments.values())).components
    games = sum(desk.version({}, CONFIRMED).games for desk in desks) * (1 + len(candidates))
    told = say("At every level: confirming {n} changes", n=len(candidates))
    with desks[0].watched(told, games):
        for k, changes in enumerate([{}, *candidates]):
            tests = len(desks) * (len(candidates) if k else 1)
            played = (desk.play(desk.version(changes, CONFIRMED)) for desk in desks)
            after = [judgements_at(sample, tests) for sample in played]
            by_level = dict(zip(experiments, after, strict=True))
            yield LevelAdvice(changes, change_told(box, changes), size_of(changes, box), by_level)
