"""Does a game meet its balance targets? Every target held against what enough games show.

The intervals of all targets hold together: whatever the truth, the chance that any target is called
missed although the game meets it, or met although it does not, is at most 5% for the whole file.
That is so for one look at a number of games fixed beforehand, or for a few looks that were (see
`looks.py`): whoever plays on by hand until a target is told looks more often.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from analyses.experiments.designs import DESIGNS, NEEDS_TWO
from analyses.experiments.experiment import Experiment, experiment
from analyses.experiments.pool import CHANCE, pool_of
from analyses.findings.finding import Finding, Table, begun
from analyses.findings.sample import Sample
from analyses.findings.verdicts import LEVEL, TILTED, UNKNOWN
from analyses.lab.check.target_range import HOLDS, OUT, UNSURE, TargetRange, shown_by
from analyses.lab.metrics import has_members_for, is_of_members, must_be_held, must_be_shown
from analyses.language import count, say
from analyses.statistics.estimate import FEW, NOTHING, Interval, Quantity, games_that_tell
from simulator.errors import UserError
from simulator.titles import Title
from strategies.seat import Seat

VERDICTS = {HOLDS: LEVEL, OUT: TILTED, UNSURE: UNKNOWN}


@dataclass(frozen=True)
class BalanceTargets:
    title: Title
    games: int  # of each table that a target needs
    strategies: tuple[str, ...]  # the first stands for the game; none: all that are shipped
    targets: Mapping[int, tuple[TargetRange, ...]]  # by number of players
    version: Mapping[str, Any]  # seed, setup, changes and files, as `experiment` takes them
    levels: tuple[int, ...] = ()  # of skill, for targets that name none of their own

    @property
    def size(self) -> int:
        return sum(map(len, self.targets.values()))

    def by_level(self) -> dict[int | None, "BalanceTargets"]:
        """The targets of each level of skill; None: by the bots of the file."""
        own = {one.levels or self.levels for some in self.targets.values() for one in some}
        asked = sorted({level for levels in own for level in levels})
        every = [*([None] if () in own else []), *asked]
        return {level: self._at(level) for level in every}

    def _at(self, level: int | None) -> "BalanceTargets":
        kept = {
            players: tuple(one for one in some if level in (one.levels or self.levels or [None]))
            for players, some in self.targets.items()
        }
        return replace(self, targets={players: some for players, some in kept.items() if some})

    @property
    def pool(self) -> list[Seat]:
        return [*map(Seat.parse, self.strategies)] or pool_of(self.title)

    def must_be_sound(self) -> None:
        """Refuses what no number of games could answer."""
        title = self.title
        for players, targets in self.targets.items():
            for target in targets:
                has_members = self._has_members_for(target, players)
                target.must_suit(title.sides(players), players, has_members)
            first, *_ = self.experiments(players)
            try:
                must_be_held([target.name for target in targets if not target.verdict], first)
            except UserError as error:
                if len(self.targets) == 1:
                    raise
                raise UserError(
                    f"{error} That is with {players} players; a target for another number of them"
                    " stands under [targets.NUMBER]."
                ) from None

    def _has_members_for(self, target: TargetRange, players: int) -> bool:
        if not is_of_members(target.name):
            return False
        first, *_ = self.experiments(players)
        return has_members_for(target.name, first)

    def experiments(self, players: int) -> list[Experiment]:
        """The tables that the targets for so many players need, and no others."""
        targets = self.targets[players]
        mixed = [target.name for target in targets if target.design in NEEDS_TWO]
        if mixed and len(self.pool) < 2:
            raise UserError(f"'{min(mixed)}' compares strategies; name at least two.")
        designs = {target.design for target in targets}
        if len(mixed) < len(targets):
            designs.add("self-play")  # luck and forbidden options are held against it
        pools = {
            design: self.pool if design in NEEDS_TWO else self.pool[:1]
            for design in sorted(designs, key=_place)
        }
        return [
            experiment(
                self.title,
                players=players,
                strategies=pool,
                design=[design],
                games=self.games,
                **self.version,
            )
            for design, pool in (*pools.items(), *self._beside_chance(players))
        ]

    def _beside_chance(self, players: int) -> list[tuple[str, list[Seat]]]:
        """Tables of the first strategy and random moves, where a target needs them to be judged."""
        needy = [target.name for target in self.targets[players] if target.meets_chance]
        metrics = [target.name for target in self.targets[players] if target.is_mixed_metric]
        is_alone = self.title.sides(players) == 1
        chance = Seat(CHANCE)
        if not needy or is_alone or self.pool[0] == chance:
            return []
        if metrics and chance not in self.pool:
            raise UserError(
                f"'{needy[0]}' needs games of random moves, which would count for '{metrics[0]}':"
                " name random among the strategies, or write a file for each."
            )
        return [] if metrics else [("one-vs-field", [self.pool[0], chance])]


def _place(design: str) -> tuple[bool, int]:
    """Those that one strategy plays by itself come first."""
    return design in NEEDS_TWO, list(DESIGNS).index(design)


@dataclass(frozen=True)
class CheckedTarget:
    """One target and what the games show of it."""

    target: TargetRange
    players: int
    shown: Quantity
    games: int  # of each table
    claims: int = 1  # made by all targets; the intervals of all of them hold together
    level: int | None = None  # of skill, of those who played, if several were asked

    @property
    def interval(self) -> Interval:
        return self.shown.interval(self.claims)

    @property
    def value(self) -> float:
        """Of a verdict the middle of its interval, which is all that is told of its measure."""
        return self.interval.middle if self.target.verdict else self.shown.value

    @property
    def state(self) -> str:
        return self.target.state(self.interval)

    @property
    def needed(self) -> int | None:
        """How many games would roughly tell, if any number that can be played."""
        times = self.interval.times_as_many(self.value, (self.target.low, self.target.high))
        return games_that_tell(times, self.games)

    @property
    def measured(self) -> str:
        return self.target.measured(self.value, self.interval)

    @property
    def asked(self) -> str:
        """'winning margin with 4 players', 'winning margin with 4 players at level 3'."""
        told = count(
            self.players,
            "{target} with {n} player",
            "{target} with {n} players",
            target=self.target.label,
        )
        if self.level is None:
            return told
        return say("{target} at level {level}", target=told, level=self.level)

    @property
    def sentence(self) -> str:
        shown = {"target": begun(self.asked), "found": self._found()}
        if self.state == HOLDS:
            return say("{target} is met: {found}.", **shown)
        if self.state == OUT:
            return say("{target} is missed: {found}.", **shown)
        if self.games < FEW or not all(map(math.isfinite, self.interval)):
            return say("{target} is inconclusive: {found}; these are too few games.", **shown)
        if self.needed:
            told = "{target} is inconclusive: {found}; about {needed:,} games settle it."
            return say(told, needed=self.needed, **shown)
        return say("{target} is inconclusive: {found}; it lies on the edge.", **shown)

    def _found(self) -> str:
        target = self.target
        told = (
            "{measured}, target {wanted} (at most {threshold})"
            if target.verdict
            else "{measured}, target {wanted}"
        )
        most = target.threshold if target.verdict else ""
        return say(told, measured=self.measured, wanted=target.wanted, threshold=most)

    def as_json(self) -> dict[str, Any]:
        value = math.nan if self.target.verdict else self.value
        ends = {"min": self.target.low, "max": self.target.high}
        numbers = {**ends, "value": value, **self.interval._asdict()}
        known = {key: value if math.isfinite(value) else None for key, value in numbers.items()}
        told = {"target": self.target.name, "players": self.players, "verdict": self.target.verdict}
        needed = self.needed if self.state == UNSURE else None
        told |= {} if self.level is None else {"level": self.level}
        return {**told, **known, "state": self.state, "sentence": self.sentence, "needed": needed}


def check(
    balance: BalanceTargets,
    samples: Mapping[int, Sample],
    claims: int,
    level: int | None = None,
) -> list[CheckedTarget]:
    """Every target, by the games of its number of players; so many claims hold together."""
    checked = []
    for players, targets in balance.targets.items():
        shown = shown_by(samples[players], targets)
        told = [
            target.name for target, one in zip(targets, shown, strict=True) if one is not NOTHING
        ]
        must_be_shown([target.name for target in targets], told, f"the games of {players} players")
        pairs = zip(targets, shown, strict=True)
        checked += [
            CheckedTarget(target, players, one, balance.games, claims, level)
            for target, one in pairs
        ]
    return checked


def state_of(checked: Sequence[CheckedTarget]) -> str:
    """Of all targets: out if one target is, unsure if one is and none is out."""
    states = {one.state for one in checked}
    return next((state for state in (OUT, UNSURE) if state in states), HOLDS)


def lines(checked: Sequence[CheckedTarget]) -> list[str]:
    """The answer, then a sentence for each target that is missed."""
    return [_counted(checked), *(one.sentence for one in checked if one.state == OUT)]


def finding(checked: Sequence[CheckedTarget]) -> Finding:
    """All targets as a finding: those that are missed first."""
    order = [OUT, UNSURE, HOLDS]
    by_state = sorted(checked, key=lambda one: order.index(one.state))
    unsure = [one.sentence for one in by_state if one.state == UNSURE]
    rows = [
        (one.target.label, one.players, one.level, one.target.wanted, one.measured, one.state)
        for one in by_state
    ]
    columns = ["metric", "players", "level", "target", "measured", "state"]
    frame = pl.DataFrame(rows, schema=columns, orient="row")
    if frame["level"].is_null().all():
        frame = frame.drop("level")
    claim, *missed = lines(checked)
    return Finding(
        name="balance_targets",
        question=say("Does the game meet its balance targets?"),
        claim=claim,
        details=tuple(missed),
        games=max((one.games for one in checked), default=0),
        verdict=VERDICTS[state_of(checked)],
        tables=(Table("targets", "Targets", frame),),
        notes=(
            *unsure,
            say("The 95% CIs of all {n} targets hold together.", n=len(checked))
            if len(checked) > 1
            else say("Measured with its 95% CI."),
        ),
    )


def figures(checked: Sequence[CheckedTarget]) -> tuple[Table, ...]:
    """The targets in numbers, shares apart from the rest, for whoever draws or sorts them."""
    columns = {"metric": pl.String, "players": pl.Int64}
    ends = ("value", "low", "high", "at least", "at most")
    schema = columns | dict.fromkeys(ends, pl.Float64) | {"state": pl.String}
    made = []
    for key, name, is_share in (
        ("shares", "Percentages in figures", True),
        ("others", "Other numbers in figures", False),
    ):
        rows = [
            (one.target.label, one.players, None if one.target.verdict else one.value,
             *one.interval, one.target.low, one.target.high, one.state)
            for one in checked
            if one.target.is_share == is_share
        ]  # fmt: skip
        if rows:
            frame = pl.DataFrame(rows, schema=schema, orient="row")
            made.append(Table(key, name, frame, ends if is_share else ()))
    return tuple(made)


def _counted(checked: Sequence[CheckedTarget]) -> str:
    """The one sentence that answers: which targets are missed, or what it takes to know."""
    n = len(checked)
    out, unsure = ([one for one in checked if one.state == state] for state in (OUT, UNSURE))
    if not out and not unsure:
        return say("All {n} targets are met.", n=n) if n > 1 else say("The target is met.")
    if not out:
        return say("No target is clearly missed; {rest}.", rest=_open_told(unsure))
    told = (
        count(
            len(out),
            "{n} of {of} targets is missed: {names}",
            "{n} of {of} targets are missed: {names}",
            of=n,
            names=", ".join(one.asked for one in out),
        )
        if n > 1
        else say("The target is missed: {names}", names=out[0].asked)
    )
    if not unsure:
        return f"{told}."
    return say("{told}; {rest}.", told=told, rest=_open_told(unsure))


def _open_told(unsure: Sequence[CheckedTarget]) -> str:
    """How many are inconclusive, and how many games the most demanding of them needs."""
    needed = [one.needed for one in unsure]
    known = [games for games in needed if games]
    if len(known) == len(needed):
        return count(
            len(unsure),
            "{n} needs more games (about {needed:,})",
            "{n} need more games (about {needed:,})",
            needed=max(known),
        )
    return count(len(unsure), "{n} is inconclusive", "{n} are inconclusive")
