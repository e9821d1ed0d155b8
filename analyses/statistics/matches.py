"""What the chance to win one game means for matches, and for telling two players apart."""

import math

from scipy import special

from analyses.statistics.intervals import LEVEL

SEEN = 0.8  # of samples so large show the difference
LEAST = 6  # wins in a row, fewer could be a coin's


def match_share(share: float, games: int = 7) -> float:
    """How often the winner of this share of games wins most of an odd number of them."""
    return float(special.betainc((games + 1) / 2, (games + 1) / 2, share))


def games_to_tell(share: float) -> float:
    """So many games put the whole 95 % interval of a share above one half, four times in five."""
    if not share > 0.5:
        return math.inf
    reach = special.ndtri(1 - (1 - LEVEL) / 2) + special.ndtri(SEEN)
    return max(LEAST, math.ceil(reach**2 * share * (1 - share) / (share - 0.5) ** 2))
