"""How strong players are: ratings from finishing orders, and what a win rate means for matches."""

import math

import numpy as np
from scipy import special

from analyses.statistics.intervals import LEVEL, SEEN, jackknife

ELO = 400 / np.log(10)  # points of a rating per unit of log strength
ROUNDS = 500


def plackett_luce(orders: np.ndarray, counts: np.ndarray, n: int) -> np.ndarray:
    """Log strengths, zero on average, that make the finishing orders most likely.

    `orders[k]` names the strategies from first to last place, the same one perhaps several times;
    it was seen `counts[k]` times. Hunter's minorise-maximise steps (2004), with one imagined game
    in which everyone beats everyone once, so that who never loses has a finite rating.
    """
    strength = np.ones(n)
    wins = np.zeros(n)
    np.add.at(wins, orders[:, :-1], counts[:, None])
    wins += (n - 1) / n
    for _ in range(ROUNDS):
        rest = np.cumsum(strength[orders][:, ::-1], axis=1)[:, ::-1]
        passed = np.cumsum(counts[:, None] / rest[:, :-1], axis=1)  # chances to be taken so far
        passed = np.concatenate([passed, passed[:, -1:]], axis=1)
        chances = np.bincount(orders.ravel(), passed.ravel(), n)
        pairs = strength[:, None] + strength
        chances += (2 / n * (1 - np.eye(n)) / pairs).sum(axis=1)
        new = wins / chances
        new /= np.exp(np.log(new).mean())
        close = np.abs(np.log(new / strength)).max() < 1e-9
        strength = new
        if close:
            break
    return np.log(strength)


def rating_of(share: float, rivals: int) -> float:
    """Of who wins this share at a table of so many others, all rated 0; of none or all, no end."""
    if not 0 < share < 1:
        return math.inf if share else -math.inf
    return float(ELO * math.log(rivals * share / (1 - share)))


def elo(
    orders: np.ndarray, counts: np.ndarray, groups: np.ndarray, n: int, zero: int | None = None
) -> tuple[np.ndarray, np.ndarray, int]:
    """Ratings in the points chess players use, their standard errors, and of how many groups.

    `groups` says to which group of deals each order belongs; each is left out once. They are zero
    on average, or for the strategy `zero`.
    """

    def rated(kept: np.ndarray) -> np.ndarray:
        made = ELO * plackett_luce(orders[kept], counts[kept], n)
        return made if zero is None else made - made[zero]

    whole = rated(np.full(len(orders), True))
    known = [g for g in np.unique(groups) if counts[groups != g].sum() > 0]
    left_out = np.array([rated(groups != g) for g in known])
    errors = [jackknife(left_out[:, k]) if len(known) > 1 else np.nan for k in range(n)]
    return whole, np.array(errors), len(known)


def match_share(share: float, games: int = 7) -> float:
    """How often the winner of this share of games wins most of an odd number of them."""
    return float(special.betainc((games + 1) / 2, (games + 1) / 2, share))


def games_to_tell(share: float) -> float:
    """So many games put Wilson's interval of a share above one half, four times in five."""
    if not share > 0.5:
        return math.inf
    coin, player = 0.5, math.sqrt(share * (1 - share))  # how a game of theirs varies
    reach = special.ndtri(1 - (1 - LEVEL) / 2) * coin + special.ndtri(SEEN) * player
    return math.ceil((reach / (share - 0.5)) ** 2)
