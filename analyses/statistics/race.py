"""A race without memory: the same games, but each goes on as another did, whoever leads.

Seats, small scores, gains that grow and scores at the end stay as they are; all that is lost is
what the first half has to do with the second.
"""

from collections.abc import Sequence

import numpy as np

from analyses.statistics.estimate import Estimate, Share
from analyses.statistics.intervals import clustered_mean

REPEATS = 16  # other games that each goes on as: of 20,000, more move the race by about 0.1%


def shared_wins(points: np.ndarray) -> np.ndarray:
    """What each seat wins [game, seat] if the most points do and equals share."""
    best = points == points.max(axis=1, keepdims=True)
    return best / best.sum(axis=1, keepdims=True)


def beside_a_race(
    half: np.ndarray,
    later: np.ndarray,
    leader: np.ndarray,
    won: np.ndarray,
    alike: Sequence[np.ndarray],
    deal: np.ndarray,
) -> tuple[Share, Estimate]:
    """How often leaders win a race without memory, and how much more often they won.

    `half` and the gains `later` are [game, seat]; these come from another game, as nearly alike as
    there is. `leader` is the seat that leads alone, -1 = nobody, `won` what it won. Of this mean
    over pairs of games each counts as the one that is led, and as that whose gains others are given
    (Hájek's projection), by what these won beyond the mean: so chance in the race is in the error.
    """
    led, (kept, given, lent) = leader >= 0, np.zeros((3, len(half)))
    chance = np.random.default_rng(1)
    for _ in range(REPEATS):
        other = _another(alike, chance)
        end = whole(half + later[other], chance)
        wins = np.where(led, shared_wins(end)[np.arange(len(end)), leader], 0) / REPEATS
        kept += wins
        given[other] += wins
        lent[other] += led / REPEATS
    given -= lent * kept.sum() / led.sum()
    more = np.where(led, won, 0) - kept
    return Share(*_per_led(led, kept, given, deal)), Estimate(*_per_led(led, more, -given, deal))


def whole(points: np.ndarray, chance: np.random.Generator) -> np.ndarray:
    """Points are, so that ties are ties: of 2.3 three in ten are three."""
    if not (points % 1).any():
        return points
    return np.floor(points + chance.random(points.shape))


def _per_led(
    led: np.ndarray, total: np.ndarray, drawn: np.ndarray, deal: np.ndarray
) -> tuple[float, float, int]:
    """A total over the games that are led, its error and their deals; `drawn` pulls too."""
    value = total.sum() / led.sum()
    linear = value + (total - value * led + drawn) / led.mean()
    found = Estimate.of(clustered_mean(deal, linear))
    return found.value, found.error, len(np.unique(deal[led]))


def _another(alike: Sequence[np.ndarray], chance: np.random.Generator) -> np.ndarray:
    """Another game for each: by chance one that has all keys alike, or else the nearest."""
    order = np.lexsort((chance.random(len(alike[0])), *alike))
    other = np.empty_like(order)
    other[order] = np.roll(order, -1)
    return other
