"""Who holds what in the games of a sample, as far as chance dealt it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from analyses.experiments.designs import ALL
from analyses.experiments.openings import Deals
from analyses.findings.sample import MANY, Sample
from analyses.language import say
from analyses.statistics.holders import number_bands
from analyses.statistics.intervals import HANDFUL

SELDOM = 0.01  # of all games: what fewer have is not asked


@dataclass(frozen=True)
class Group:
    """Members that chance deals to seats, [game, seat, member], or to a table, [game, member]."""

    name: str
    members: tuple[str, ...]
    held: np.ndarray
    is_named: bool = True  # or its members are plain numbers, as cards of money
    number: np.ndarray | None = None  # [game, seat]: how many a seat has, unless always as many
    is_by_deal: bool = True  # or play decides who holds them in the end

    @property
    def is_for_all(self) -> bool:
        return self.held.ndim == 2

    @property
    def dealt(self) -> "Group":
        """Without those that every game, or every game of a seat, deals the same way.

        What a seat always holds cannot be told from the seat.
        """
        often = self.held.mean(axis=0).reshape(-1, len(self.members))
        return self._only(((often > 0) & (often < 1)).any(axis=0))

    @property
    def frequent(self) -> "Group":
        """Without those that so few games have that nothing can be said of them."""
        return self._only(self._seen >= SELDOM)

    @property
    def seldom(self) -> tuple[str, ...]:
        return self._only(self._seen < SELDOM).members

    @property
    def _seen(self) -> np.ndarray:
        """The share of games that have each."""
        return (self.held if self.is_for_all else self.held.any(axis=1)).mean(axis=0)

    @property
    def parts_all(self) -> bool:
        """Whether everybody holds exactly one of its members, as a role."""
        return bool((self.held.sum(axis=-1) == 1).all())

    def follows_from(self, role: "Group") -> np.ndarray:
        """Which of its members all holders of a role have, or none of them, whatever the role.

        A handful of holders may have it by chance.
        """
        several = tuple(range(self.held.ndim - 1))  # games, and seats if they have it
        holders = role.held.sum(axis=several)
        if self.held.ndim != role.held.ndim or holders.min() < HANDFUL:
            return np.zeros(len(self.members), bool)
        together = np.tensordot(
            role.held.astype(float), self.held.astype(float), (several, several)
        )
        return ((together == 0) | (together == holders[:, None])).all(axis=0)

    def _only(self, which: np.ndarray) -> "Group":
        names = tuple(name for name, it_is in zip(self.members, which, strict=True) if it_is)
        return replace(self, members=names, held=self.held[..., which])


@dataclass(frozen=True)
class Holdings:
    """Typical games as arrays, and what chance dealt in them."""

    deal: np.ndarray
    win: np.ndarray  # [game, seat]
    score: np.ndarray  # [game, seat]
    groups: tuple[Group, ...]
    seldom: tuple[str, ...] = ()  # members of theirs that are left out

    @property
    def to_seats(self) -> list[Group]:
        return [one for one in self.groups if not one.is_for_all]

    @property
    def to_all(self) -> list[Group]:
        return [one for one in self.groups if one.is_for_all]

    def called(self, group: Group) -> list[str]:
        """Its members; who is in several groups is called by its group too."""
        names = Counter(name for one in self.to_seats for name in one.members)
        return [
            name if names[name] == 1 else say("{member} ({group})", member=name, group=group.name)
            for name in group.members
        ]


def holdings(sample: Sample, games: int = MANY) -> Holdings:
    """Of the first typical rows; groups in which chance decides nothing are left out."""
    levers, players = sample.levers, sample.players
    tallies = [tally for members in levers.dealt.values() for tally in members.values()]
    columns = ("game", "seat", "deal", "win", "score", *(f"tally_{name}" for name in tallies))
    rows = sample.some(sample.typical, games).select(*columns, pl.col("same").cast(pl.String))
    table = rows.collect(engine="streaming").sort("game", "seat")
    groups = [*_counted(table, sample), *_laid_out(table, sample)]
    groups += [_sizes(one) for one in groups if one.number is not None and sample.sides > 1]
    by_seat = (table[name].to_numpy().reshape(-1, players) for name in ("deal", "win", "score"))
    deal, win, score = by_seat
    dealt = [*_without_twins([group.dealt for group in groups])]
    frequent = tuple(one for one in (group.frequent for group in dealt) if one.members)
    seldom = tuple(name for group in dealt for name in group.seldom)
    return Holdings(deal[:, 0], win, score, frequent, seldom)


def _without_twins(groups: Sequence[Group]) -> Iterator[Group]:
    """What follows from what else a seat holds, as coins from a role, is not told once more.

    Those of a group are told apart by others of it, so only groups before it count. What several
    roles have in common is asked if it has a name, as the side they are on.
    """
    seen, parting = set[bytes](), list[Group]()
    for group in groups:
        marks = [group.held[..., k].tobytes() for k in range(len(group.members))]
        is_new = np.array([mark not in seen for mark in marks], bool)
        for other in [] if group.is_named else parting:
            is_new &= ~group.follows_from(other)
        yield group._only(is_new)
        seen.update(marks)
        parting += [group] if group.parts_all else []


def _counted(table: pl.DataFrame, sample: Sample) -> Iterator[Group]:
    """Groups whose holders a tally counts."""
    for name, members in sample.levers.dealt.items():
        columns = [table[f"tally_{tally}"].to_numpy() > 0 for tally in members.values()]
        held = np.stack(columns, axis=1).reshape(-1, sample.players, len(members))
        number, is_by_deal = _varying(held.sum(axis=-1)), _is_by_deal(table, held)
        yield Group(name, tuple(members), held, number=number, is_by_deal=is_by_deal)


def _varying(number: np.ndarray) -> np.ndarray | None:
    """How many each seat has, if that is not the same in all games."""
    return number if (number != number[:1]).any() else None


def _sizes(group: Group) -> Group:
    """How many of a group each seat has, as members of a group of its own: 'hand of 8'."""
    assert group.number is not None
    names, band = number_bands(group.number)
    members = tuple(say("{group} of {n!s}", group=group.name, n=name) for name in names)
    held = band[..., None] == np.arange(len(names))
    name, is_by_deal = say("size of {group}", group=group.name), group.is_by_deal
    return Group(name, members, held, is_named=False, is_by_deal=is_by_deal)


def _is_by_deal(table: pl.DataFrame, held: np.ndarray) -> bool:
    """Whether games of one deal that went on otherwise have the same holders."""
    games = table.filter(pl.col("seat") == 1)
    is_dealt_so = games["same"].is_in([ALL, "deal"]).to_numpy()
    deal, theirs = games["deal"].to_numpy()[is_dealt_so], held[is_dealt_so]
    order = np.argsort(deal, kind="stable")
    is_again = np.diff(deal[order]) == 0
    return not (theirs[order][1:] != theirs[order][:-1])[is_again].any()


def openings_are_unread(sample: Sample) -> bool:
    """Whether chance deals something before the first move, and rows alone do not say what."""
    return bool(sample.levers.opening) and (sample.seed is None or sample.box is None)


def _laid_out(table: pl.DataFrame, sample: Sample) -> Iterator[Group]:
    """Groups that are read off the games before their first move."""
    if sample.seed is None or sample.box is None:
        return
    for name, opening in sample.levers.opening.items():
        is_named = opening.unnamed < len(opening.members)
        counts = laid_out(name, table, sample)
        is_counted = counts.ndim == 3 and counts.dtype != bool
        number = _varying(counts.sum(axis=-1, dtype=int)) if is_counted else None
        yield Group(name, opening.members, counts > 0, is_named, number)


def laid_out(group: str, table: pl.DataFrame, sample: Sample) -> np.ndarray:
    """How many of a group each holds in the games of a table, whose seed and box must be known."""
    assert sample.seed is not None
    assert sample.known is not None
    assert sample.box is not None
    deals = Deals(sample.known, sample.box, sample.players, sample.seed)
    games = table.filter(pl.col("seat") == 1)
    deal, same = games["deal"].to_numpy(), games["same"].to_numpy()
    kept = {one: deals.counts(group, deal[same == one], one) for one in np.unique(same)}
    first = next(iter(kept.values()))
    counts = np.zeros((len(deal), *first.shape[1:]), first.dtype)
    for one, its in kept.items():
        counts[same == one] = its
    return counts
