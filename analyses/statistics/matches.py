"""What the chance to win one game means for matches, and for telling two players apart."""

import math

from scipy import special

from analyses.statistics.intervals import LEVEL, SEEN


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
