"""Who holds one thing that is named: a seat, or a member that chance deals to seats."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
import polars as pl

from analyses.experiments.openings import Deals
from analyses.findings.holdings import Group, laid_out
from analyses.findings.sample import Sample
from simulator.components import Components
from simulator.errors import UserError, did_you_mean
from simulator.levers import Levers
from simulator.titles import Title

LISTED = 20  # members of a group that a mistake is told
SOME = 256  # deals that tell what chance deals at all


@dataclass(frozen=True)
class Holder:
    """Where to look who holds it: at a tally, or at a place among a group's members."""

    group: str  # "" for seats
    place: int
    tally: str = ""
    is_named: bool = True  # or it is a plain number, as a card of money
    is_dealt: bool = True  # by chance, as far as some deals tell
    is_held: bool = True  # by somebody when a game begins, by chance or not

    def of(self, sample: Sample, rows: pl.LazyFrame) -> np.ndarray:
        """[game, seat], in the order of games."""
        columns = [f"tally_{self.tally}"] if self.tally else []
        asked = rows.select("game", "seat", "deal", pl.col("same").cast(pl.String), *columns)
        table = asked.collect(engine="streaming").sort("game", "seat")
        if self.tally:
            return table[columns[0]].to_numpy().reshape(-1, sample.players) > 0
        if not self.group:
            return table["seat"].to_numpy().reshape(-1, sample.players) == self.place + 1
        if sample.seed is None or sample.box is None:
            raise UserError(
                f"These rows do not hold how the {self.group} were dealt; simulate again."
            )
        held = laid_out(self.group, table, sample)[..., self.place] > 0
        return held if held.ndim == 2 else np.repeat(held[:, None], sample.players, axis=1)


def holders(title: Title, box: Components, players: int, seed: int = 0) -> dict[str, Holder]:
    """All that can be named, by their names: seats, then members, those that a tally counts first.

    What chance lays there for the whole table has no holder; but those who play together, whose
    seats win alike, have all of it.
    """
    levers, is_one_side = title.levers, title.sides(players) == 1
    found = {} if is_one_side else {f"seat {k + 1}": Holder("", k) for k in range(players)}
    found |= {team: Holder("", k) for k, team in enumerate(title.teams)}
    found |= tallied(levers)
    deals = Deals(title, box, players, seed)
    for group, opening in levers.opening.items():
        held = deals.held(group, np.arange(SOME))
        if held.ndim == 3 or is_one_side:
            dealt = {*Group(group, opening.members, held).dealt.members}
            named = len(opening.members) - opening.unnamed
            for k, name in enumerate(opening.members):
                is_held = bool(held[..., k].any())
                one = Holder(group, k, "", k < named, name in dealt, is_held)
                found.setdefault(name, one)
    return found


def tallied(levers: Levers) -> dict[str, Holder]:
    """Members whose holders a tally counts."""
    return {
        name: Holder(group, k, tally)
        for group, members in levers.dealt.items()
        for k, (name, tally) in enumerate(members.items())
    }


def members_of(title: Title, box: Components, players: int, seed: int = 0) -> dict[str, Holder]:
    """Those with names that chance deals to seats: by tallies, or where none counts any, laid out
    before the first move, as a guest's roles."""
    if counted := tallied(title.levers):
        return counted
    known = holders(title, box, players, seed)
    return {name: one for name, one in known.items() if one.group and one.is_named and one.is_dealt}


def holder(name: str, known: Mapping[str, Holder]) -> Holder:
    """By a name in any case, its words parted by spaces, hyphens or low lines."""
    bare = {_bare(one): each for one, each in known.items()}
    if _bare(name) not in bare:
        dealt = {one: each for one, each in known.items() if each.is_dealt}
        hint = did_you_mean(name.title(), dealt)
        raise UserError(f"Nothing is called '{name}'.{hint} Known: {_listed(dealt)}.")
    return bare[_bare(name)]


def _listed(known: Mapping[str, Holder]) -> str:
    """Group by group; of long ones the first. Plain numbers come last."""
    groups: dict[str, list[str]] = {}
    for name, one in known.items():
        if one.is_named:
            groups.setdefault(one.group, []).append(name)
    numbers: dict[str, list[int]] = {}
    for name, one in known.items():
        if not one.is_named:
            numbers.setdefault(one.group, []).append(int(name.rpartition(" ")[2]))
    for group, of in numbers.items():
        groups.setdefault(group, []).extend(_in_ranges(group, of))
    told = []
    for group, names in groups.items():
        more = [f"{len(names) - LISTED} more"] if len(names) > LISTED else []
        told.append((f"{group}: " if group else "") + ", ".join([*names[:LISTED], *more]))
    return "; ".join(told)


def _in_ranges(group: str, numbers: Sequence[int]) -> Iterator[str]:
    """'hand 1 to 8, hand 12'."""
    rows = groupby(enumerate(numbers), key=lambda one: one[1] - one[0])
    for _, row in rows:
        found = [number for _, number in row]
        first, last = found[0], found[-1]
        yield f"{group} {first}" if first == last else f"{group} {first} to {last}"


def _bare(name: str) -> str:
    return "".join(name.casefold().replace("_", " ").replace("-", " ").split())
