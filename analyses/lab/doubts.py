"""What else the game might be, and who else might play it: the doubts a finding must survive.

Where no source confirms a component, or the rulebook is unclear, each of the listed alternatives
takes its place in turn. Then each strategy is left out of the pool in turn; in place of the one
that stands for the game itself comes the best of the others.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import polars as pl

from analyses.experiments.designs import Cell
from analyses.experiments.experiment import Experiment
from analyses.findings.sample import Sample
from simulator.errors import UserError
from simulator.versions import Version

# What the players choose, and what the rulebook states, is not in doubt.
DOUBTFUL = ("reconstructed", "heritage", "ruling")


@dataclass(frozen=True)
class Doubt:
    """Another version of the game, or the same played without one of the strategies."""

    name: str
    experiments: tuple[Experiment, ...]  # what is played
    without: str = ""  # the strategy whose tables do not count

    def sample(self, played: Sample) -> Sample:
        """What counts of the games played."""
        if not self.without:
            return played
        strategies = pl.col("strategy").cast(pl.List(pl.String))
        is_gone = strategies.list.eval(
            (pl.element() == self.without) | pl.element().str.starts_with(f"{self.without}:never=")
        ).list.any()
        gone = played.cells.filter(is_gone)["line_up"].cast(pl.String)
        rows = played.rows.filter(~pl.col("line_up").cast(pl.String).is_in(gone.to_list()))
        return replace(played, rows=rows)


def doubts(experiments: Sequence[Experiment], sample: Sample) -> list[Doubt]:
    """Of experiments with one number of players, and the sample that they gave."""
    others = [_of_version(experiments, version) for version in alternatives(experiments[0])]
    return [*others, *_pools(experiments, sample)]


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
        yield Doubt(f"without {name}", played, name)


def _by_strength(experiments: Sequence[Experiment], sample: Sample) -> list[str]:
    """The strategies of all tables, those that win more of the mixed ones first."""
    cells = [cell for one in experiments for cell in one.cells if not cell.forbids]
    names = dict.fromkeys(name for cell in cells for name in cell.line_up)
    if not sample.mixed:
        return list(names)
    wins = sample.of(*sample.mixed).group_by(pl.col("strategy").cast(pl.String)).agg(
        pl.col("win").mean()
    )  # fmt: skip
    share = dict(wins.collect(engine="streaming").iter_rows())
    return sorted(names, key=lambda name: -share.get(name, 0.0))


def _played_by(one: Experiment, name: str, other: str) -> Experiment:
    """An experiment that one strategy plays alone, played by another; any other as it is."""
    if any(player.split(":never=")[0] != name for cell in one.cells for player in cell.line_up):
        return one

    def swapped(cell: Cell) -> Cell:
        line_up = tuple(other + player.removeprefix(name) for player in cell.line_up)
        return replace(cell, line_up=line_up)

    return replace(one, cells=tuple(map(swapped, one.cells)))


def _told(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value).replace(" ", "")
