"""Does a game keep its balance budget? Every band held against what enough games show.

The intervals of all bands hold together: whatever the truth, the chance that any band is called
out although the game keeps it, or held although it does not, is at most 5% for the whole budget.
That is so for one look at a number of games fixed beforehand: who plays on until a band is told
looks several times.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from analyses.experiments.designs import DESIGNS, NEEDS_TWO
from analyses.experiments.experiment import Experiment, experiment
from analyses.experiments.pool import CHANCE, pool_of
from analyses.findings.finding import Finding, Table
from analyses.findings.sample import Sample
from analyses.findings.verdicts import LEVEL, TILTED, UNKNOWN
from analyses.lab.bands import HOLDS, OUT, UNSURE, Band
from analyses.lab.gauges import has_members_for, is_of_members, must_be_held, must_be_shown
from analyses.lab.measures import shown_by
from analyses.language import count, say
from analyses.statistics.estimate import FEW, NOTHING, Interval, Quantity, games_that_tell
from simulator.errors import UserError
from simulator.titles import load_title

VERDICTS = {HOLDS: LEVEL, OUT: TILTED, UNSURE: UNKNOWN}


@dataclass(frozen=True)
class Budget:
    title: str
    games: int  # of each table that a band needs
    strategies: tuple[str, ...]  # the first stands for the game; none: all that are shipped
    bands: Mapping[int, tuple[Band, ...]]  # by number of players
    version: Mapping[str, Any]  # seed, setup, changes and files, as `experiment` takes them

    @property
    def size(self) -> int:
        return sum(map(len, self.bands.values()))

    @property
    def pool(self) -> list[str]:
        return list(self.strategies) or pool_of(load_title(self.title))

    def must_be_sound(self) -> None:
        """Refuses what no number of games could answer."""
        title = load_title(self.title)
        for players, bands in self.bands.items():
            for band in bands:
                has_members = self._has_members_for(band, players)
                band.must_suit(title.sides(players), players, has_members)
            first, *_ = self.experiments(players)
            try:
                must_be_held([band.name for band in bands if not band.verdict], first)
            except UserError as error:
                if len(self.bands) == 1:
                    raise
                raise UserError(
                    f"{error} That is with {players} players; a band for another number of them"
                    " stands under [bands.NUMBER]."
                ) from None

    def _has_members_for(self, band: Band, players: int) -> bool:
        if not is_of_members(band.name):
            return False
        first, *_ = self.experiments(players)
        return has_members_for(band.name, first)

    def experiments(self, players: int) -> list[Experiment]:
        """The tables that the bands for so many players need, and no others."""
        bands = self.bands[players]
        mixed = [band.name for band in bands if band.design in NEEDS_TWO]
        if mixed and len(self.pool) < 2:
            raise UserError(f"'{min(mixed)}' compares strategies; name at least two.")
        designs = {band.design for band in bands}
        if len(mixed) < len(bands):
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

    def _beside_chance(self, players: int) -> list[tuple[str, list[str]]]:
        """Tables of the first strategy and random moves, where a band needs them to be judged."""
        needy = [band.name for band in self.bands[players] if band.meets_chance]
        gauges = [band.name for band in self.bands[players] if band.is_mixed_gauge]
        is_alone = load_title(self.title).sides(players) == 1
        if not needy or is_alone or self.pool[0] == CHANCE:
            return []
        if gauges and CHANCE not in self.pool:
            raise UserError(
                f"'{needy[0]}' needs games of random moves, which would count for '{gauges[0]}':"
                " name random among the strategies, or write a budget for each."
            )
        return [] if gauges else [("one-vs-field", [self.pool[0], CHANCE])]


def _place(design: str) -> tuple[bool, int]:
    """Those that one strategy plays by itself come first."""
    return design in NEEDS_TWO, list(DESIGNS).index(design)


@dataclass(frozen=True)
class Checked:
    """One band and what the games show of it."""

    band: Band
    players: int
    shown: Quantity
    games: int  # of the budget
    claims: int = 1  # that the budget makes; the intervals of all of them hold together

    @property
    def interval(self) -> Interval:
        return self.shown.interval(self.claims)

    @property
    def value(self) -> float:
        """Of a verdict the middle of its interval, which is all that is told of its measure."""
        return self.interval.middle if self.band.verdict else self.shown.value

    @property
    def state(self) -> str:
        return self.band.state(self.interval)

    @property
    def needed(self) -> int | None:
        """How many games would roughly tell, if any number that can be played."""
        times = self.interval.times_as_many(self.value, (self.band.low, self.band.high))
        return games_that_tell(times, self.games)

    @property
    def measured(self) -> str:
        return self.band.measured(self.value, self.interval)

    @property
    def sentence(self) -> str:
        asked = count(
            self.players,
            "{band} with {n} player",
            "{band} with {n} players",
            band=self.band.label,
        )
        shown = {"band": asked, "found": self._found()}
        if self.state == HOLDS:
            return say("{band} holds: {found}.", **shown)
        if self.state == OUT:
            return say("{band} is out: {found}.", **shown)
        if self.games < FEW or not all(map(math.isfinite, self.interval)):
            return say("{band} cannot be told: {found}; too few games to say how surely.", **shown)
        if self.needed:
            told = "{band} cannot be told: {found}; about {needed:,} games would tell."
            return say(told, needed=self.needed, **shown)
        return say("{band} cannot be told: {found}; it lies on the edge.", **shown)

    def _found(self) -> str:
        band = self.band
        told = (
            "{measured}, wanted {wanted} (at most {threshold})"
            if band.verdict
            else "{measured}, wanted {wanted}"
        )
        most = band.threshold if band.verdict else ""
        return say(told, measured=self.measured, wanted=band.wanted, threshold=most)

    def as_json(self) -> dict[str, Any]:
        value = math.nan if self.band.verdict else self.value
        ends = {"min": self.band.low, "max": self.band.high}
        numbers = {**ends, "value": value, **self.interval._asdict()}
        known = {key: value if math.isfinite(value) else None for key, value in numbers.items()}
        told = {"band": self.band.name, "players": self.players, "verdict": self.band.verdict}
        needed = self.needed if self.state == UNSURE else None
        return {**told, **known, "state": self.state, "sentence": self.sentence, "needed": needed}


def check(budget: Budget, samples: Mapping[int, Sample]) -> list[Checked]:
    """Every band of a budget, by the games of its number of players."""
    checked = []
    for players, bands in budget.bands.items():
        shown = shown_by(samples[players], bands)
        told = [band.name for band, one in zip(bands, shown, strict=True) if one is not NOTHING]
        must_be_shown([band.name for band in bands], told, f"the games of {players} players")
        pairs = zip(bands, shown, strict=True)
        checked += [Checked(band, players, one, budget.games, budget.size) for band, one in pairs]
    return checked


def state_of(checked: Sequence[Checked]) -> str:
    """Of the whole budget: out if one band is, unsure if one is and none is out."""
    states = {one.state for one in checked}
    return next((state for state in (OUT, UNSURE) if state in states), HOLDS)


def finding(checked: Sequence[Checked]) -> Finding:
    """The budget as a finding: the bands that are out first."""
    order = [OUT, UNSURE, HOLDS]
    by_state = sorted(checked, key=lambda one: order.index(one.state))
    out, unsure = ([one.sentence for one in by_state if one.state == s] for s in (OUT, UNSURE))
    rows = [
        (one.band.label, one.players, one.band.wanted, one.measured, one.state) for one in by_state
    ]
    columns = ["band", "players", "wanted", "measured", "state"]
    frame = pl.DataFrame(rows, schema=columns, orient="row")
    return Finding(
        name="budget",
        question=say("Does the game keep its balance budget?"),
        sentence=" ".join([_counted(checked), *out]),
        games=max((one.games for one in checked), default=0),
        verdict=VERDICTS[state_of(checked)],
        tables=(Table("bands", "Bands", frame),),
        notes=(
            *unsure,
            say("The intervals of all {n} bands hold together in 95 of 100 checks.", n=len(checked))
            if len(checked) > 1
            else say("A 95% interval."),
        ),
    )


def figures(checked: Sequence[Checked]) -> tuple[Table, ...]:
    """The bands in numbers, shares apart from the rest, for whoever draws or sorts them."""
    columns = {"band": pl.String, "players": pl.Int64}
    ends = ("value", "low", "high", "at least", "at most")
    schema = columns | dict.fromkeys(ends, pl.Float64) | {"state": pl.String}
    made = []
    for key, name, is_share in (
        ("shares", "Shares in figures", True),
        ("others", "Other numbers in figures", False),
    ):
        rows = [
            (one.band.label, one.players, None if one.band.verdict else one.value, *one.interval,
             one.band.low, one.band.high, one.state)
            for one in checked
            if one.band.is_share == is_share
        ]  # fmt: skip
        if rows:
            frame = pl.DataFrame(rows, schema=schema, orient="row")
            made.append(Table(key, name, frame, ends if is_share else ()))
    return tuple(made)


def _counted(checked: Sequence[Checked]) -> str:
    n, states = len(checked), [one.state for one in checked]
    out, unsure, held = (states.count(state) for state in (OUT, UNSURE, HOLDS))
    if held == n:
        return say("All {n} bands hold.", n=n) if n > 1 else say("The band holds.")
    told = [
        *([say("{n} out", n=out)] if out else ()),
        *([say("{n} cannot be told", n=unsure)] if unsure else ()),
        *([count(held, "{n} holds", "{n} hold")] if held else ()),
    ]
    return count(n, "Of {n} band: {told}.", "Of {n} bands: {told}.", told=", ".join(told))
