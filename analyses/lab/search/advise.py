"""Advice: a change of the game's values, what it does to the issues, and what else it moves."""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

import polars as pl

from analyses.experiments.experiment import Experiment
from analyses.findings.assumed import assumed_values
from analyses.findings.finding import Finding, Table, begun, listed, number_range
from analyses.findings.verdicts import LEVEL, NOT_TILTED, TILTED, UNDECIDED, UNKNOWN, WATCH
from analyses.findings.win_rate import WinRate
from analyses.lab.compare.differences import SURE
from analyses.lab.compare.versions import differing, name_of
from analyses.lab.search.judgements import (
    DIGITS,
    MIRROR,
    Judgement,
    Judgements,
    called,
    in_json,
    in_words,
    is_plural,
    person,
    rounded,
    share_to,
    without_to,
    worse,
)
from analyses.lab.search.nudges import REACH
from analyses.language import count, say
from analyses.questions import QUESTIONS
from analyses.statistics.estimate import Quantity, games_that_tell, in_figures
from analyses.statistics.order import ordered
from simulator.components import Components
from simulator.doors import setting
from simulator.versions import Changes


@dataclass(frozen=True)
class Mover:
    """A change that was screened for a judgement, and what it does to it on deals of its own."""

    judgement: str
    who: str  # is followed of it; nobody: what its verdict measures
    changes: Changes
    change: Quantity  # of how far off that is, paired by deal
    q: float
    to_level: float  # how far off it is, beyond what is level
    way: str = ""  # the way that the change is a step of; several steps of one may be measured

    @property
    def helps(self) -> bool:
        """Surely so."""
        return self.q < SURE and self.change.value < 0

    @property
    def may_help(self) -> bool:
        """Not surely, but so much that it may be half-way to level."""
        return not self.helps and self.change.interval().low < self._half_way

    @property
    def _half_way(self) -> float:
        return -self.to_level / 2

    @property
    def times(self) -> float:
        """How many times the games would tell: that it helps, or that it is not half-way."""
        (low, high), value = self.change.interval(), self.change.value
        to_nothing = (high - value) / -value if value < 0 else math.inf
        beyond = value - self._half_way
        to_half_way = (value - low) / beyond if beyond > 0 else math.inf
        return max(1.0, min(to_nothing, to_half_way)) ** 2

    def as_json(self) -> dict[str, Any]:
        figures = {**rounded("change", self.change), "q": round(self.q, DIGITS)}
        who = {"who": self.who} if self.who else {}
        return {"issue": self.judgement, **who, "changes": dict(self.changes), **figures}


@dataclass(frozen=True)
class Retuned:
    """The judgements with players that have learnt the game: as it is, and as it is to be."""

    told: str  # whether they could learn
    before: Judgements
    after: Judgements

    def as_json(self) -> dict[str, Any]:
        return {"told": self.told, "before": in_json(self.before), "after": in_json(self.after)}


@dataclass(frozen=True)
class Advice:
    """A change as fresh deals show it."""

    changes: Changes
    name: str
    size: float  # shares by which numbers move; a switch counts 1
    before: Judgements
    after: Judgements
    effects: Mapping[str, Quantity]  # on each judgement that is to be mended
    moved: Sequence[str]  # metrics, in words
    retuned: Retuned
    command: str
    nearer: Sequence[str] = ()  # who was out and surely is nearer to even, whoever else is out
    assumed: Sequence[str] = ()  # values without a source, among those it changes
    search_on: str = ""  # a command, where a number went as far as was tried

    @property
    def last(self) -> Judgements:
        """As the game is to be once players have learnt it."""
        return {**self.after, **self.retuned.after}

    @property
    def _first(self) -> Judgements:
        """As it is, with players who have learnt that as well."""
        return {**self.before, **self.retuned.before}

    def graver(self, name: str) -> Judgement:
        """A judgement as it is left, or, if worse, with players that have learnt the change."""
        return max(self.after[name], self.last[name], key=lambda judgement: judgement.gravity)

    @property
    def out_again(self) -> list[str]:
        """Judgements that are to be mended and were out on these deals too."""
        return [name for name in self.effects if self.before[name].is_out]

    @property
    def vanished(self) -> list[str]:
        """Judgements that were out by chance, or not clearly: these deals do not show them so."""
        return [name for name in self.effects if not self.before[name].is_out]

    @property
    def mended(self) -> list[str]:
        """Judgements that were out, clearly moved and are level, whether players learn or not."""
        both = self.after, self.last
        return [
            name
            for name in self.out_again
            if name in self.eased and all(one[name].verdict == LEVEL for one in both)
        ]

    @property
    def still_out(self) -> list[str]:
        return [n for n in self.effects if self.graver(n).is_out]

    @property
    def pushed(self) -> list[str]:
        """Judgements that were not out and are, with players as they are or re-tuned."""
        both = [*worse(self.after, self.before), *self._worse_if_learnt]
        return [name for name in dict.fromkeys(both) if name not in self.out_again]

    @property
    def harmed(self) -> list[str]:
        """Those that were out and are clearly farther out, or graver with players who learnt it.

        Of those who learn only verdicts are compared: what they learn differs by more than
        intervals tell.
        """
        before, learnt = self.retuned.before, self._worse_if_learnt
        graver = [name for name in learnt if name in before and before[name].is_out]
        moved = {name: self.effects[name].interval() for name in self.out_again}
        return [name for name, one in moved.items() if name in graver or one.low > 0]

    @property
    def _worse_if_learnt(self) -> list[str]:
        return worse(self.last, self._first)

    @property
    def eased(self) -> list[str]:
        """Judgements that were not level and surely are nearer to it."""
        moved = {name: one.interval() for name, one in self.effects.items()}
        was_level = [name for name in moved if self.before[name].verdict == LEVEL]
        others = (*was_level, *self.harmed)
        return [name for name, one in moved.items() if one.high < 0 and name not in others]

    @property
    def is_good(self) -> bool:
        """Every judgement that was out is mended, and no other is out."""
        return bool(self.mended) and self.mended == self.out_again and not self.pushed

    @property
    def may_be_good(self) -> bool:
        """No judgement is surely out or farther out, and something is better."""
        better = self.mended or self.eased
        return bool(better) and not (self.pushed or self.harmed or self.still_out)

    @property
    def is_worth_telling(self) -> bool:
        """Not if it harms a judgement that was as grave as the gravest that it eases."""
        return not self.harmed or self._gravest(self.harmed) < self._gravest(self.eased)

    def _gravest(self, names: Sequence[str]) -> int:
        """Of judgements that were out, if not for sure on these deals."""
        return max((max(0, self.before[name].gravity) for name in names), default=-1)

    @property
    def rank(self) -> tuple[float, ...]:
        """What is enough, then what may be, then what eases the gravest at the least price.

        Who wins comes before how the game is built, such as what scores are made of.

        Of the others what brings judgements nearest to level, to a tenth of each; then what changes
        no assumed value, then the smallest.
        """
        kind = 0 if self.is_good else 1 if self.may_be_good else 2
        tilted = [name for name in self.eased if self.before[name].verdict == TILTED]
        down = [name for name in tilted if self.graver(name).verdict != TILTED]
        who_wins = [name for name in self.eased if self.before[name].is_about_wins]
        price = len(self.pushed) + len(self.harmed)
        left = 0.0 if self.is_good else round(left_of(self.last, self._first, self.effects), 1)
        return (
            kind, *(-sum(name in who_wins for name in names) for names in (down, tilted)),
            -len(down), -len(tilted), price, -len(self.mended), len(self.still_out),
            0 if self.is_good else -len(self.nearer), left, len(self.assumed), self.size,
        )  # fmt: skip

    @property
    def state(self) -> str:
        """What a reader should make of it."""
        if self.is_good:
            return _fixes(self.mended)
        if not (self.out_again or self.eased):
            return say("; ").join([vanished_told(self.vanished), *self._price])
        if self.may_be_good:
            told = "may be enough; these games are too few to be sure"
            if self.mended:
                told = "fixes {issues!s} and may be enough; these games are too few to be sure"
            return say(told, issues=_all_called(self.mended))
        if not self.eased:
            return say("; ").join([self._brings_nearer or say("is not enough"), *self._price])
        return ", ".join([*self._helped, *self._unmoved, *self._price])

    @property
    def moved_told(self) -> str:
        """'turn order goes from tilted to balanced (first player 56 → 51%)', for the headline."""
        names = self.mended
        if len(names) != 1:
            told = [f"{called(name)}{self._wins(name)}" for name in names]
            return say("{issues!s} become balanced", issues=listed(told))
        (name,) = names
        text = "{issue!s} goes from {before!s} to {after!s}{wins!s}"
        if is_plural(name):
            text = "{issue!s} go from {before!s} to {after!s}{wins!s}"
        before, after = in_words(self.before[name].verdict), in_words(LEVEL)
        return say(text, issue=called(name), before=before, after=after, wins=self._wins(name))

    @property
    def hoped(self) -> str:
        """'fixes scores and may fix turn order (first player 69 → 32%)', for the headline."""
        maybe = [name for name in self.effects if name in (*self.eased, *self.out_again)]
        maybe = [name for name in maybe if name not in self.mended]
        told = [_fixes(self.mended)] if self.mended else []
        if maybe:
            issues = listed([f"{called(name)}{self._wins(name)}" for name in maybe])
            told.append(say("may fix {issues!s}", issues=issues))
        return listed(told)

    def _wins(self, name: str) -> str:
        moved = self.before[name].moved_to(self.after[name])
        return f" ({moved})" if moved else ""

    @property
    def _brings_nearer(self) -> str:
        """Where others, who are out as well, hide it."""
        if not self.nearer:
            return ""
        told = "brings {who!s} nearer to a fair share"
        if self._is_one_side:
            told = "brings {who!s} nearer to the win rate without it"
        nearer = say(told, who=listed([self._moved(who) for who in self.nearer]))
        out = [self._judged(name, self.graver(name).verdict) for name in self.still_out]
        return ", ".join([nearer, *([_leaves(out)] if out else [])])

    @property
    def _is_one_side(self) -> bool:
        """Whether what is followed is compared with games without it, not with a fair share."""
        rates = [fare for judgement in self.before.values() for fare in judgement.rates.values()]
        return any(fare.with_it for fare in rates)

    @staticmethod
    def _judged(name: str, verdict: str) -> str:
        """'turn order tilted', 'turn order borderline → tilted'."""
        return say("{issue!s} {verdict!s}", issue=called(name), verdict=in_words(verdict))

    def _moved(self, who: str) -> str:
        """'forester (38.1 → 26.0%)', as far as both show it."""
        both = [(one.rates, self.after[name].rates) for name, one in self.before.items()]
        found = [_moved_told(one[who], two[who]) for one, two in both if who in one and who in two]
        return f"{person(who)} ({found[0]})" if found else person(who)

    @property
    def _helped(self) -> list[str]:
        """'fixes turn order', 'eases win rates to borderline', 'eases luck (still borderline)'."""
        better = [name for name in self.eased if name not in self.mended]
        maybe = [name for name in better if not self.graver(name).is_out]
        later = [name for name in better if name not in maybe and self._is_only_learnt(name)]
        down = [
            name
            for name in better
            if name not in (*maybe, *later) and self.before[name].is_worse_than(self.graver(name))
        ]
        told = [_fixes(self.mended)] if self.mended else []
        told += [say("may fix {issues!s}", issues=_all_called(maybe))] if maybe else []
        told += [say("eases {issues!s} to borderline", issues=_all_called(down))] if down else []
        now = "eases {issue!s} (still {verdict!s})"
        learnt = "eases {issue!s} ({verdict!s} once bots have learned it)"
        return told + [
            say(
                learnt if name in later else now,
                issue=called(name),
                verdict=in_words(self.graver(name).verdict),
            )
            for name in better
            if name not in (*maybe, *down)
        ]

    def _is_only_learnt(self, name: str) -> bool:
        """Whether bots that have learnt the change show another verdict than those before."""
        return self.after[name].verdict != self.graver(name).verdict

    @property
    def _unmoved(self) -> list[str]:
        """'leaves win rates tilted and scoring curves borderline'."""
        rest = [name for name in self.still_out if name not in (*self.eased, *self.harmed)]
        later = [name for name in rest if self._is_only_learnt(name)]
        now = self._by_verdict([name for name in rest if name not in later])
        told = "leaves {issues!s} once bots have learned it"
        learnt = [say(told, issues=listed(self._by_verdict(later)))] if later else []
        return [*([_leaves(now)] if now else []), *learnt]

    def _by_verdict(self, names: Sequence[str]) -> list[str]:
        by = {
            verdict: [name for name in names if self.graver(name).verdict == verdict]
            for verdict in (TILTED, WATCH)
        }
        return [
            say("{issue!s} {verdict!s}", issue=_all_called(some), verdict=in_words(verdict))
            for verdict, some in by.items()
            if some
        ]

    @property
    def _price(self) -> list[str]:
        """What is worse than before, at once or when bots have learned it."""
        now = [name for name in self.pushed if self.after[name].is_out]
        later = [name for name in self.pushed if name not in now]
        harmed = _all_called(self.harmed)
        told = [say("makes {issues!s} worse", issues=harmed)] if self.harmed else []
        told += [
            say("makes {issues!s}", issues=self._judged(name, self.after[name].verdict))
            for name in now
        ]
        learnt = [self._judged(name, self.graver(name).verdict) for name in later]
        text = "makes {issues!s} once bots have learned it"
        return told + ([say(text, issues=listed(learnt))] if later else [])

    @property
    def told(self) -> list[str]:
        """For each issue what the change does to it, and what it does once it is learnt."""
        names = [*self.effects, *(name for name in self.pushed if name not in self.effects)]
        return [
            say("{issue!s}: {told!s}", issue=begun(called(name)), told=self._told(name))
            for name in names
        ]

    def _told(self, name: str) -> str:
        told = [self.before[name].told_to(self.after[name])]
        if name in self.effects:
            value, low, high = (100 * one for one in in_figures(self.effects[name]))
            ends = number_range(low, high, "+.1f")
            told.append(say("measure {value:+.1f} points ({ends!s})", value=value, ends=ends))
        before, after = self.retuned.before, self.retuned.after
        if name in after:
            learnt = before[name].told_to(after[name])
            told.append(say("with re-tuned bots {told!s}", told=learnt))
        return say("; ").join(told)

    @property
    def side_effects(self) -> str:
        others = [name for name in self.before if name not in self.effects]
        judgements = [
            self._judged(name, f"{in_words(was)} → {in_words(is_now)}")
            for name in others
            if (was := self.before[name].verdict) != (is_now := self.after[name].verdict)
        ]
        if effects := say("; ").join([*judgements, *self.moved]):
            return say("Side effects: {effects!s}.", effects=effects)
        return say("Side effects: none that is clear.")

    @property
    def goes_on(self) -> str:
        """That a number went as far as was tried, and how to look further."""
        told = "The value lies at the edge of what was tried; search on: {command!s}"
        return say(told, command=self.search_on) if self.search_on else ""

    @property
    def marked(self) -> str:
        """What it changes that no source gives."""
        values = ", ".join(self.assumed)
        return say("Assumed values: {values!s}.", values=values) if values else ""

    def as_json(self) -> dict[str, Any]:
        return {
            "changes": dict(self.changes),
            "assumed": list(self.assumed),
            "size": self.size,
            "is_good": self.is_good,
            "fixed": self.mended,
            "not_confirmed": self.vanished,
            "eased": self.eased,
            "nearer": list(self.nearer),
            "worsened": self.harmed,
            "new_issues": self.pushed,
            "before": in_json(self.before),
            "after": in_json(self.after),
            "effects": {name: rounded("change", one) for name, one in self.effects.items()},
            "retuned": self.retuned.as_json(),
            "side_effects": self.side_effects,
            "command": self.command,
            "search_on": self.search_on,
        }


def _moved_told(one: WinRate, two: WinRate) -> str:
    """'38.1 → 26.0%'; of one side '71.5 → 60.2% with it, 41.4 → 50.0% without'."""
    won = share_to(one, two)
    if not one.with_it:
        return won
    text = "{won!s} with it, {without!s} without"
    return say(text, won=won, without=without_to(one, two))


def left_of(after: Judgements, before: Judgements, names: Iterable[str]) -> float:
    """How much is left of a judgement that was out, on average over them."""
    return fmean(_part(after[name], before[name]) for name in names)


def _part(after: Judgement, before: Judgement) -> float:
    """Of what learnt players do not show at all nothing is mended; nor of what is not known."""
    if not (after.is_seen and before.is_seen):
        return 1.0
    was, is_now = before.measure.value, after.measure.value
    return is_now / was if was > 0 else float(is_now > 0)


def _all_called(names: Iterable[str]) -> str:
    """Questions by their names, in a row."""
    return listed([*map(called, names)])


def _fixes(names: Sequence[str]) -> str:
    return say("fixes {issues!s}", issues=_all_called(names))


def vanished_told(names: Sequence[str]) -> str:
    """'turn order was no clear issue on fresh shuffles'."""
    issues, is_many = _all_called(names), len(names) > 1 or is_plural(names[0])
    text = "{issues!s} was no clear issue on fresh shuffles"
    if is_many:
        text = "{issues!s} were no clear issue on fresh shuffles"
    return say(text, issues=issues)


def _leaves(judged: Sequence[str]) -> str:
    """'leaves win rates tilted and scoring curves borderline'."""
    return say("leaves {issues!s}", issues=listed(judged))


def change_told(box: Components, changes: Changes) -> str:
    """'bridges.bonus from 20 to 35'."""
    moved = differing(box, box.with_changes(changes)).items()
    told = "{path!s} from {old!s} to {new!s}"
    return listed(
        [say(told, path=path, old=_value(old), new=_value(new)) for path, (old, new) in moved]
    )


def _value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


@dataclass(frozen=True)
class Advised:
    """What the issues are, which values move them, and what fixes them, the best first."""

    experiment: Experiment
    judgements: Judgements
    tried: int  # ways to change the game
    movers: tuple[Mover, ...] = ()
    advice: tuple[Advice, ...] = ()
    elsewhere: str = ""  # how to see the best with other numbers of players

    @property
    def out(self) -> list[Judgement]:
        return [judgement for judgement in self.judgements.values() if judgement.is_out]

    @property
    def good(self) -> list[Advice]:
        return [one for one in self.advice if one.is_good]

    @property
    def verdict(self) -> str:
        """Level if nothing is to do or something mends it, unknown if something may.

        Else that of what is out.
        """
        if not self.out:
            return NOT_TILTED if self._undecided else LEVEL
        if self.good:
            return LEVEL
        if self.in_doubt or any(one.may_be_good for one in self.advice) or self._is_vanished:
            return UNKNOWN
        return max(self.out, key=lambda judgement: judgement.gravity).verdict

    @property
    def vanished(self) -> list[str]:
        """What was out and is not clearly so on the deals that confirm; all advice has them."""
        return self.advice[0].vanished if self.advice else []

    @property
    def _is_vanished(self) -> bool:
        """Nothing that was out is so once more."""
        return bool(self.vanished) and not self.advice[0].out_again

    @property
    def in_doubt(self) -> list[Mover]:
        """What may help, where nothing surely does; the most promising first."""
        if any(mover.helps for mover in self.movers):
            return []
        doubtful = [mover for mover in self.movers if mover.may_help]
        return ordered(doubtful, lambda mover: mover.change.value)

    @property
    def needed(self) -> int | None:
        """So many games would tell of all that is in doubt."""
        times = max((mover.times for mover in self.in_doubt), default=math.inf)
        return games_that_tell(times, self.experiment.games)

    @property
    def sentence(self) -> str:
        """What to change; then what is wrong."""
        return " ".join([self.answer, *self.more])

    @property
    def answer(self) -> str:
        """The one sentence that says what to change."""
        if not self.out:
            if self._undecided:
                return say("Nothing needs to change: no issue is clear.")
            return say("Nothing needs to change: no issue was found.")
        return self._answer

    @property
    def more(self) -> list[str]:
        """What stands behind the answer."""
        if not self.out:
            return [self._undecided] if self._undecided else []
        issues = say("; ").join(judgement.told for judgement in self.out)
        told = count(len(self.out), "Issue: {issues!s}.", "Issues: {issues!s}.", issues=issues)
        gone = [] if self._is_vanished or not self.vanished else self.vanished
        again = [f"{begun(vanished_told(gone))}."] if gone else []
        return [*self._behind, told, *again]

    @property
    def _undecided(self) -> str:
        seen = [one for one in self.judgements.values() if one.is_seen]
        names = [called(one.question) for one in seen if one.verdict in UNDECIDED]
        text = "Inconclusive with so few games: {issues!s}."
        return say(text, issues=listed(names)) if names else ""

    @property
    def _answer(self) -> str:
        """What fixes it, or what comes nearest."""
        issues = _all_called(one.question for one in self.out)
        if self.good:
            told = "Change {change!s}: {moved!s}, and no other verdict gets worse."
            return say(told, change=self._told(self.good[0]), moved=self.good[0].moved_told)
        if self.in_doubt:
            return say(
                "These games are too few to say whether a change within ±{reach:.0%} of the game's"
                " values fixes {issues!s}.",
                reach=REACH,
                issues=issues,
            )
        if not self.advice:
            told = "No change within ±{reach:.0%} of the game's values fixes {issues!s}."
            return say(told, reach=REACH, issues=issues)
        best = self.advice[0]
        if self._is_vanished and not best.may_be_good:
            told = "No change is advised: {gone!s}; more games must confirm it ({games!s})."
            return say(told, gone=vanished_told(self.vanished), games=setting("games"))
        if self.verdict == UNKNOWN:
            told = "Change {change!s}: it {hoped!s}; more games must confirm it ({games!s})."
            return say(told, change=self._told(best), hoped=best.hoped, games=setting("games"))
        return say(
            "No change tried fixes {issues!s}; the nearest is {change!s}.",
            issues=issues,
            change=self._told(best),
        )

    @property
    def _behind(self) -> list[str]:
        """What the nearest does, or why nothing helps."""
        if self.good or (self.verdict == UNKNOWN and not self.in_doubt):
            return []
        if self.in_doubt:
            return [f"{self._followed} {self._doubted}"]
        if not any(mover.helps for mover in self.movers):
            none = say("None clearly helps, and none can be half-way to balanced.")
            return [f"{self._followed} {none}"]
        if not self.advice:
            return [say("Every change that helps one issue makes it, or another one, worse.")]
        best = self.advice[0]
        return [say("It {does!s}.", does=best.state)] if best.eased or best.nearer else []

    @property
    def _doubted(self) -> str:
        """What may help, and how many games settle it."""
        told = "None clearly helps, but {change!s} may; play more ({setting!s})."
        if self.needed:
            told = (
                "None clearly helps, but {change!s} may; about {games:,} games settle it"
                " ({setting!s})."
            )
        first = change_told(self.experiment.components, self.in_doubt[0].changes)
        return say(told, change=first, games=self.needed or 0, setting=setting("games"))

    def _told(self, best: Advice) -> str:
        return change_told(self.experiment.components, best.changes)

    @property
    def _followed(self) -> str:
        """How many ways it is said of: screening leaves the others behind."""
        followed = len({one.way or json.dumps(dict(one.changes)) for one in self.movers})
        if not followed or followed == self.tried:
            one = "{n:,} way to change the game was tried."
            return count(self.tried, one, "{n:,} ways to change the game were tried.")
        told = "{n:,} ways to change the game were tried and the best {followed} followed."
        return say(told, n=self.tried, followed=followed)

    @property
    def notes(self) -> list[str]:
        """What the figures are of, and which questions were not searched for."""
        sides = self.experiment.sides
        measured = {one.question: QUESTIONS[one.question].measured_of(sides) for one in self.out}
        text = "{issue!s}: judged by {measure}."
        figures = [
            say(text, issue=begun(called(name)), measure=what) for name, what in measured.items()
        ]
        others = [
            name
            for name, one in QUESTIONS.items()
            if one.is_judged and one.is_about_game and one.design != MIRROR
            if one.is_for(self.experiment.sides, self.experiment.players)
        ]
        players = listed(self.experiment.strategies)
        asked = say(
            "Tested with {bots!s} in every seat: {issues!s}.",
            bots=players,
            issues=_all_called(self.judgements),
        )
        if others:
            rest = "Not searched, because it needs other tables: {issues!s}."
            asked = f"{asked} {say(rest, issues=_all_called(others))}"
        return [*figures, asked]

    @property
    def finding(self) -> Finding:
        return Finding(
            name="advise",
            question=say("What should you change?"),
            claim=self.answer,
            details=tuple(self.more),
            games=self.experiment.games,
            verdict=self.verdict,
            tables=(self._movers(),) if self.movers else (),
            notes=tuple(self.notes),
            assumed=self.assumed,
        )

    @property
    def assumed(self) -> tuple[str, ...]:
        """Values without a source, among those that advice and what moves an issue change."""
        changed = [one.changes for one in self.advice] + [one.changes for one in self.movers]
        paths = [path for changes in changed for path in changes]
        levers = self.experiment.title.levers
        return assumed_values(self.experiment.components, levers, paths)

    def _movers(self) -> Table:
        base = self.experiment.components
        rows = [
            (name_of(base.with_changes(one.changes), base), called(one.judgement),
             person(one.who) if one.who else "all",
             *in_figures(one.change), one.q)
            for one in self.movers
        ]  # fmt: skip
        columns = ["change", "issue", "of", "difference", "low", "high", "q"]
        frame = pl.DataFrame(rows, columns, orient="row")
        return Table("movers", "What moves it", frame, tuple(columns[3:6]))

    def as_json(self) -> dict[str, Any]:
        one = self.experiment
        return {
            "game": one.title.name,
            "players": one.players,
            "seed": one.seed,
            "games": one.games,
            "changes": one.components.changes(),
            "verdict": self.verdict,
            "sentence": self.sentence,
            "findings": in_json(self.judgements),
            "tried": self.tried,
            "movers": [mover.as_json() for mover in self.movers],
            "advice": [one.as_json() for one in self.advice],
            "assumed": list(self.assumed),
            "needed": self.needed,
            "elsewhere": self.elsewhere,
        }
