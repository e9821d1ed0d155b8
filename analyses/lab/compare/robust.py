"""Does a finding hold with other values for what is assumed, and with other bots?

A finding claims that its measure lies in a zone: within a verdict's thresholds, or within a target.
A variant confirms it if the whole interval lies in the zone, and contradicts it if all of it lies
outside. Where a finding says who stands above even and who below, a variant must confirm that too,
of several groups the farthest of each, and contradicts it if one of them surely stands on the other
side. What a variant cannot tell counts neither way. The intervals of a finding hold together
over all variants, so that a contradiction by chance somewhere happens in at most 5 of 100 checks.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from analyses.findings.finding import Finding, Table, listed
from analyses.findings.names import player_told
from analyses.findings.sample import MIXED, TYPICAL, Sample
from analyses.findings.standouts import standouts
from analyses.findings.verdicts import LEVEL, NOT_TILTED, TILTED, UNKNOWN, WATCH, Scale
from analyses.lab.check.balance_targets import CheckedTarget
from analyses.lab.check.target_range import (
    HOLDS,
    OUT,
    UNSURE,
    TargetRange,
    answers,
    questions,
    shown_by,
    told_verdict,
)
from analyses.language import count, say, word
from analyses.questions import QUESTIONS, ask
from analyses.statistics.estimate import NOTHING, Interval, Quantity
from analyses.statistics.order import farthest_by, least_by, most_by

ALL, MOST, FLIPS, UNTOLD = "holds in all", "holds in most", "does not hold", "inconclusive"
VERDICTS = {ALL: LEVEL, MOST: WATCH, FLIPS: TILTED, UNTOLD: UNKNOWN}
TOLD = 4  # variants in a sentence
ENOUGH = 0.75  # of the variants that can tell must confirm what holds in most
SAME = "unchanged"  # the games behind a finding are the same, so they tell nothing new
MARKS = {HOLDS: "=", OUT: "≠", UNSURE: "?", SAME: "·"}
LEGEND = "= confirmed, ≠ contradicted, ? inconclusive, · the same games as before."


@dataclass(frozen=True)
class Claim:
    """What a finding says of the game as it is, and the zone in which that is so."""

    name: str
    says: str
    zone: TargetRange
    sides: Mapping[str, int] = field(default_factory=dict)  # who is above even, 1, or below, -1
    first: frozenset[str] = frozenset()  # of them, who must be confirmed; if none is named, all

    @property
    def is_tilt(self) -> bool:
        """Or that all is level, as far as it goes."""
        return math.isfinite(self.zone.low)

    @property
    def told(self) -> str:
        """With those who stand out."""
        sides = [
            say("{name} more" if side > 0 else "{name} less", name=player_told(name))
            for name, side in self.sides.items()
        ]
        return f"{self.says} ({', '.join(sides)})" if sides else self.says

    def state(self, shown: Quantity, stands: Mapping[str, Quantity], tests: int) -> str:
        """What a variant says of it: confirmed, contradicted, or neither."""
        state = self.zone.state(shown.interval(tests))
        same = {
            name: side * _side(stands.get(name, NOTHING), tests)
            for name, side in self.sides.items()
        }
        if any(one < 0 for one in same.values()):
            return OUT
        is_open = not all(same[name] for name in self.first or same)
        return UNSURE if state == HOLDS and is_open else state


def _side(stands: Quantity, tests: int = 1) -> int:
    """Surely above even, 1, surely below, -1, or 0."""
    low, high = stands.interval(tests)
    return int(low > 0) - int(high < 0)


@dataclass(frozen=True)
class Graded:
    claim: Claim
    states: dict[str, str]  # by variant
    by: frozenset[str] = frozenset()  # the variants in which others play

    def count(self, state: str) -> int:
        return list(self.states.values()).count(state)

    @property
    def grade(self) -> str:
        confirmed, against = self.count(HOLDS), self.count(OUT)
        if not confirmed + against:
            return UNTOLD
        if not against:
            return ALL
        return MOST if confirmed >= ENOUGH * (confirmed + against) else FLIPS

    @property
    def is_supported(self) -> bool:
        return self.grade != FLIPS and not self.depends_on_players

    @property
    def depends_on_players(self) -> bool:
        """Others who play the same game say otherwise: then it is no claim about the game."""
        return any(self.states[name] == OUT for name in self.by)

    @property
    def sentence(self) -> str:
        """Of a finding that flips."""
        against = [name for name, state in self.states.items() if state == OUT]
        if self.depends_on_players:
            told = "Skill-dependent: {claim} {says}, but not {variants}."
            variants = say(" or ").join(name for name in against if name in self.by)
        else:
            told = "Does not hold: {claim} {says}, but not with {variants}."
            more = [say("and others")] if len(against) > TOLD else []
            variants = say("; ").join([*against[:TOLD], *more])
        return say(told, claim=self.claim.name, says=self.claim.told, variants=variants)

    def as_json(self) -> dict[str, Any]:
        told = {"finding": self.claim.name, "says": self.claim.says, "grade": self.grade}
        return {**told, "supported": self.is_supported, "variants": self.states}


def headlines(sample: Sample, only: Sequence[str] = ()) -> list[Claim]:
    """What the verdict on each question, or some, claims; nothing where it is unknown."""
    asked = [name for name in questions() if not only or name in only]
    return claims_of(sample, ask(sample, asked) if asked else [])


def claims_of(sample: Sample, found: Iterable[Finding]) -> list[Claim]:
    """What findings with a verdict claim."""
    claims = []
    for one in found:
        scale = QUESTIONS[one.name].scale_for(sample)
        says, low, high = _zone(scale, one.measure.interval())
        if says != UNKNOWN:
            zone = TargetRange(one.name, low, high, says)
            groups = _sides(one) if math.isfinite(low) else []
            sides = {name: side for group in groups for name, side in group.items()}
            told = word(one.name, "question"), told_verdict(says)
            claims.append(Claim(*told, zone, sides, _first(groups, one.stands)))
    return claims


def _sides(finding: Finding) -> list[dict[str, int]]:
    """Group by group, who stands out most above even and who below, where they surely do."""
    stands = finding.stands
    sides = [
        {name: side for name in ends if (side := _side(stands[name]))} for ends in _ends(finding)
    ]
    return [group for group in sides if group]


def _ends(finding: Finding) -> list[list[str]]:
    """The strongest and the weakest; of members, those of each group that are told by name."""
    if finding.has("win_rates"):
        return [[row["member"] for row in ends] for ends in standouts(finding.frame("win_rates"))]
    stands = finding.stands
    ends = (most_by, least_by) if stands else ()
    return [[end(stands, lambda name: stands[name].value) for end in ends]]


def _first(groups: Sequence[Mapping[str, int]], stands: Mapping[str, Quantity]) -> frozenset[str]:
    """The farthest of each of several groups: of many ends some are hardly sure by chance."""
    if len(groups) < 2:
        return frozenset()
    return frozenset(farthest_by(group, lambda name: stands[name].value) for group in groups)


def _zone(scale: Scale, shown: Interval) -> tuple[str, float, float]:
    """The verdicts that an interval allows, and where they lie."""
    verdict = scale.verdict(*shown)
    if verdict == LEVEL:
        return LEVEL, -math.inf, scale.borderline
    if verdict == TILTED:
        return TILTED, scale.tilted, math.inf
    if verdict == UNKNOWN:
        return UNKNOWN, -math.inf, math.inf
    if verdict == NOT_TILTED:
        return NOT_TILTED, -math.inf, scale.tilted
    if shown.high > scale.tilted:
        return f"{WATCH} or {TILTED}", scale.borderline, math.inf
    return WATCH, scale.borderline, scale.tilted


def of_targets(checked: Iterable[CheckedTarget]) -> list[Claim]:
    """What checked targets claim of the game; nothing where they cannot tell."""
    claims = []
    for one in checked:
        target = zone = one.target
        if one.state == OUT and one.interval.low > target.high:
            zone = TargetRange(target.name, target.high, math.inf, target.verdict)
        elif one.state == OUT:
            zone = TargetRange(target.name, -math.inf, target.low, target.verdict)
        if one.state != UNSURE:
            wanted = target.wanted
            says = wanted if one.state == HOLDS else say("not {wanted}", wanted=wanted)
            claims.append(Claim(word(target.label), says, zone))
    return claims


def grade(
    claims: Sequence[Claim],
    base: Sample,
    samples: Iterable[tuple[str, Sample]],
    n: int,
    by: frozenset[str] = frozenset(),
) -> list[Graded]:
    """Claims of a base held against the samples of n variants, which may come one by one."""
    zones, before = [claim.zone for claim in claims], _fingerprints(base)
    states: list[dict[str, str]] = [{} for _ in claims]
    for name, sample in samples:
        now, answered = _fingerprints(sample), answers(sample, zones)
        shown_here = shown_by(sample, zones, answered)
        for of, claim, shown in zip(states, claims, shown_here, strict=True):
            is_same = all(now[part] == before[part] for part in claim.zone.reads)
            stands = answered[claim.zone.name].stands if claim.sides else {}
            of[name] = SAME if is_same else claim.state(shown, stands, n)
    return [Graded(claim, of, by) for claim, of in zip(claims, states, strict=True)]


def _fingerprints(sample: Sample) -> dict[str, int]:
    """Of the games in each part of a sample: the same games have the same."""
    result = pl.struct("deal", "seat", "score", "win", "rounds", "decisions")
    return {
        name: sample.part(name).select(result.hash(seed=1).sum()).collect(engine="streaming").item()
        for name in (TYPICAL, MIXED)
    }


def finding(graded: Sequence[Graded], players: int) -> Finding:
    """The grades as a finding; what flips is named as unsupported."""
    names, worst = _that_change(graded), _worst(graded)
    flips = [one.sentence for one in graded if not one.is_supported]
    seats = count(players, "{n} player", "{n} players")
    return Finding(
        name="robust",
        question=say(
            "Do the findings hold with other values for what is assumed, and with other bots?"
        ),
        claim=_headline(graded, names, seats)
        if names
        else say("Nothing to vary with {players}.", players=seats),
        details=tuple(flips) if names else (),
        verdict=VERDICTS[worst],
        tables=(_grades(graded), _variants(graded, names)) if names else (),
        notes=(say(LEGEND),) if names else (),
    )


def _headline(graded: Sequence[Graded], names: Sequence[str], seats: str) -> str:
    """'Re-tested with 2 players, with the bot random: 3 of 4 findings hold.'"""
    flipped = [one.claim.name for one in graded if not one.is_supported]
    is_open = [one for one in graded if one.is_supported and one.grade == UNTOLD]
    hold, n = len(graded) - len(flipped) - len(is_open), len(graded)
    told = [say("{n} of {of} findings hold", n=hold, of=n)]
    if flipped:
        not_so = "{names!s} does not" if len(flipped) == 1 else "{names!s} do not"
        told.append(say(not_so, names=listed([word(name) for name in flipped])))
    if is_open:
        told.append(count(len(is_open), "{n} is inconclusive", "{n} are inconclusive"))
    is_one = len(names) == 1 and {*names} <= graded[0].by
    how = names[0] if is_one else count(len(names), "over {n} variant", "over {n} variants")
    start = say("Re-tested with {players}, {how!s}", players=seats, how=how)
    return say("{start!s}: {told!s}.", start=start, told=say("; ").join(told))


def _worst(graded: Sequence[Graded]) -> str:
    """What stands for all of them; of tilts that nobody could confirm nothing holds."""
    grades = {one.grade for one in graded}
    if FLIPS in grades or any(one.depends_on_players for one in graded):
        return FLIPS
    if MOST in grades:
        return MOST
    is_open = any(one.grade == UNTOLD and one.claim.is_tilt for one in graded)
    return UNTOLD if is_open or ALL not in grades else ALL


def _that_change(graded: Sequence[Graded]) -> list[str]:
    """The variants that change anything; some are rules for other numbers of players."""
    names = graded[0].states if graded else ()
    return [name for name in names if any(one.states[name] != SAME for one in graded)]


def _grades(graded: Sequence[Graded]) -> Table:
    columns = ("finding", "as it is", "grade", "confirmed", "contradicted", "inconclusive")
    rows = [
        (
            one.claim.name,
            one.claim.says,
            _graded(one),
            *map(one.count, (HOLDS, OUT, UNSURE)),
        )
        for one in graded
    ]
    return Table("grades", "Grades", pl.DataFrame(rows, schema=columns, orient="row"))


def _graded(one: Graded) -> str:
    if one.depends_on_players:
        return say("skill-dependent")
    return one.grade


def _variants(graded: Sequence[Graded], names: Sequence[str]) -> Table:
    marks = {one.claim.name: [MARKS[one.states[name]] for name in names] for one in graded}
    return Table("variants", "Variants", pl.DataFrame({"variant": names, **marks}))
