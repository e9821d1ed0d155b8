"""A race without memory: the same games, but each goes on as another did, whoever leads.

Seats, small scores, gains that grow and scores at the end stay as they are; all that is lost is
what the first half has to do with the second.
"""

from dataclasses import dataclass
from typing import Self

import numpy as np

from analyses.statistics.estimate import Estimate, Share
from analyses.statistics.intervals import clustered_mean

REPEATS = 16  # other games that each goes on as: of 20,000, more move the race by about 0.1%
AROUND = 8  # places before and after a game where another one is looked for


def shared_wins(points: np.ndarray) -> np.ndarray:
    """What each seat wins [game, seat] if the most points do and equals share."""
    best = points == points.max(axis=1, keepdims=True)
    return best / best.sum(axis=1, keepdims=True)


@dataclass(frozen=True)
class Race:
    """Games without memory: which one lent each its second half, and who won then."""

    other: np.ndarray  # [repeat, game]
    wins: np.ndarray  # [repeat, game, seat]
    deal: np.ndarray

    @classmethod
    def of(
        cls,
        half: np.ndarray,
        later: np.ndarray,
        stratum: np.ndarray,
        near: np.ndarray,
        deal: np.ndarray,
    ) -> Self:
        """`half` and the gains `later` are [game, seat].

        Gains come from another game of the stratum and of another deal, as `near` as there is.
        """
        chance = np.random.default_rng(1)
        other = [_another(stratum, near, deal, chance) for _ in range(REPEATS)]
        wins = [shared_wins(whole(half + later[one], chance)) for one in other]
        return cls(np.array(other), np.array(wins), deal)

    def beside(
        self, who: np.ndarray, counted: np.ndarray, won: np.ndarray
    ) -> tuple[Share, Estimate]:
        """How often `who` [game, seat] wins in the race, and how much more often it `won` [game].

        Only games that are `counted` are. Of this mean over pairs of games each counts as the one
        that goes on, and as that whose gains others are given (Hájek's projection), by what these
        won beyond the mean: so chance in the race is in the error.
        """
        n = len(counted)
        wins = (self.wins * who).sum(axis=2) * counted / len(self.wins)
        kept, lenders = wins.sum(axis=0), self.other.ravel()
        given = np.bincount(lenders, wins.ravel(), n)
        lent = np.bincount(lenders, np.tile(counted / len(self.wins), len(self.wins)), n)
        given -= lent * kept.sum() / counted.sum()
        more = np.where(counted, won, 0) - kept
        race = Share(*_per_counted(counted, kept, given, self.deal))
        return race, Estimate(*_per_counted(counted, more, -given, self.deal))


def whole(points: np.ndarray, chance: np.random.Generator) -> np.ndarray:
    """Points are, so that ties are ties: of 2.3 three in ten are three."""
    if not (points % 1).any():
        return points
    return np.floor(points + chance.random(points.shape))


def _per_counted(
    counted: np.ndarray, total: np.ndarray, drawn: np.ndarray, deal: np.ndarray
) -> tuple[float, float, int]:
    """A total over the games that are counted, its error and their deals; `drawn` pulls too."""
    value = total.sum() / counted.sum()
    linear = value + (total - value * counted + drawn) / counted.mean()
    found = Estimate.of(clustered_mean(deal, linear))
    return found.value, found.error, len(np.unique(deal[counted]))


def _another(
    stratum: np.ndarray, near: np.ndarray, deal: np.ndarray, chance: np.random.Generator
) -> np.ndarray:
    """Another game for each: one of the nearest of its stratum, by chance among equals.

    Games of one deal have chance in common, so they lend each other nothing, as long as there is
    another deal near.
    """
    order = np.lexsort((chance.random(len(deal)), near, stratum))
    place, found = np.arange(len(order)), order[_mates(stratum[order])]
    same_deal = deal[found] == deal[order]
    for step in (k for far in range(1, AROUND + 1) for k in (far, -far)):
        if not same_deal.any():
            break
        other = order[(place + step).clip(0, len(order) - 1)]
        fits = same_deal & (stratum[other] == stratum[order]) & (deal[other] != deal[order])
        found = np.where(fits, other, found)
        same_deal &= ~fits
    lent = np.empty_like(order)
    lent[order] = found
    return lent


def _mates(stratum: np.ndarray) -> np.ndarray:
    """Places in pairs that lend each other, and three in a ring where they are odd.

    So every game lends once. Strata are in order; one of a single game takes the next one's first.
    """
    _, first, which, n = np.unique(
        stratum, return_index=True, return_inverse=True, return_counts=True
    )
    at, size = np.arange(len(stratum)) - first[which], n[which]
    left = size - at
    ring = np.where(left == 1, at - 2, at + 1)
    mate = np.where((size % 2 == 1) & (size > 1) & (left <= 3), ring, at ^ 1)
    return (first[which] + mate) % len(stratum)
