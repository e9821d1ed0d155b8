"""What else the game might be, and who else might play it: the doubts a finding must survive.

Where no source confirms a component, or the rulebook is unclear, each of the listed alternatives
takes its place in turn. Then each strategy is left out of the pool in turn; in place of the one
that stands for the game itself comes the best of the others. And whoever is asked for, a player
that searches for example, plays the tables of equal players.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import polars as pl

from analyses.experiments.designs import Cell
from analyses.experiments.experiment import Experiment
from analyses.findings.sample import Sample
from analyses.language import say
from analyses.statistics.intervals import clustered
from analyses.statistics.order import ordered
from simulator.errors import UserError
from simulator.versions import Version
from strategies import registry
from strategies.seat import Seat

# What the players choose, and what the rulebook states, is not in doubt.
DOUBTFUL = ("reconstructed", "heritage", "ruling")
BY_GAMES = 400  # of another player, who may think for long


@dataclass(frozen=True)
class Doubt:
    """Another version of the game, or the same played without one of the strategies."""

    name: str
    experiments: tuple[Experiment, ...]  # what is played
    without: Seat | None = None  # whose tables do not count
    by: str = ""  # who plays instead

    def sample(self, played: Sample) -> Sample:
        """What counts of the games played."""
        if self.without is None:
            return played
        without = self.without
        gone = played.cells_with(lambda one: without in (one, one.without("never")))
        line_ups = gone["line_up"].cast(pl.String).to_list()
        rows = played.rows.filter(~pl.col("line_up").cast(pl.String).is_in(line_ups))
        return replace(played, rows=rows)


@dataclass(frozen=True)
class Doubts:
    """What is doubted: the box and the pool, the player, or both."""

    robust: bool = True  # the box and the pool
    by: tuple[str, ...] = ()  # who else plays
    by_games: int = BY_GAMES  # of each

    def of(self, experiments: Sequence[Experiment], sample: Sample) -> list[Doubt]:
        """Of experiments with one number of players, and the sample that they gave."""
        made = doubts(experiments, sample) if self.robust else []
        return [*made, *(_by(experiments, name, self.by_games) for name in self.by)]


def doubts(experiments: Sequence[Experiment], sample: Sample) -> list[Doubt]:
    """Other versions of the game, and other pools."""
    others = [_of_version(experiments, version) for version in alternatives(experiments[0])]
    return [*others, *_pools(experiments, sample)]


def _by(experiments: Sequence[Experiment], name: str, games: int) -> Doubt:
    """The tables of equal players in the hands of others, who may be slow: so many games."""
    one = next((one for one in experiments if _mirrors(one)), None)
    if one is None:
        raise UserError(f"No table has the same bot in every seat, so {name} cannot replace it.")
    who = registry.spelled_out(one.title, name, one.players)
    registry.seat(one.title, who, one.players)  # a mistake in its words shows now
    played = replace(one, cells=(Cell((who,) * one.players),), games=games)
    return Doubt(say("with the bot {strategy!s}", strategy=str(who)), (played,), by=str(who))


def _mirrors(one: Experiment) -> list[Cell]:
    return [cell for cell in one.cells if len({*cell.line_up}) == 1 and not cell.forbids]


def alternatives(one: Experiment) -> list[Version]:
    """One doubtful component at a time; what a user has changed is not in doubt."""
    listed = [
        Version(f"{path}={_told(value)}", {path: value})
        for path, entry in one.components.entries.items()
        for value in (entry.alternatives if entry.source in DOUBTFUL else ())
    ]
    return [version for version in listed if _can_be_played(one, version)]


def _can_be_played(one: Experiment, version: Version) -> bool:
    """Some are for other numbers of players."""
    try:
        one.changed(version.changes)
    except UserError:
        return False
    return True


def _of_version(experiments: Sequence[Experiment], version: Version) -> Doubt:
    return Doubt(version.name, tuple(one.changed(version.changes) for one in experiments))


def _pools(experiments: Sequence[Experiment], sample: Sample) -> Iterator[Doubt]:
    pool = _by_strength(experiments, sample)
    for name in pool if len(pool) > 1 else ():
        other = next(one for one in pool if one != name)
        played = tuple(_played_by(one, name, other) for one in experiments)
        yield Doubt(say("without {part}", part=str(name)), played, name)


def _by_strength(experiments: Sequence[Experiment], sample: Sample) -> list[Seat]:
    """The strategies of all tables, those that win more of the mixed ones first."""
    cells = [cell for one in experiments for cell in one.cells if not cell.forbids]
    seats = dict.fromkeys(one for cell in cells for one in cell.line_up)
    if not sample.mixed:
        return list(seats)
    mixed = sample.of(*sample.mixed).with_columns(pl.col("strategy").cast(pl.String))
    wins = clustered(mixed, "strategy", pl.col("win"))
    share = dict(wins.select("strategy", "estimate").iter_rows())
    return ordered(seats, lambda one: -share.get(str(one), 0.0))


def _played_by(one: Experiment, who: Seat, other: Seat) -> Experiment:
    """An experiment that one strategy plays alone, played by another; any other as it is."""
    if any(player.without("never") != who for player in one.seats):
        return one

    def swapped(cell: Cell) -> Cell:
        line_up = (other.adding("never", p.never) if p.never else other for p in cell.line_up)
        return replace(cell, line_up=tuple(line_up))

    return replace(one, cells=tuple(map(swapped, one.cells)))


def _told(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value).replace(" ", "")
