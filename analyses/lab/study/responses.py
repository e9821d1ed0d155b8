"""Responses: the metrics that a study compares combinations by.

Only metrics that are means are fit for it. The largest of several shares, or a spread, is too high
in every small sample, and the more so the smaller it is. So how far seats and members are from even
is their imbalance, and dominance the share of the strategy that is best over all combinations.
Where games can be lost, it comes first how many are won.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from analyses.lab.metrics import METRICS, WON, fits
from analyses.renamed import not_found
from analyses.statistics.readings import MEAN, UNEVEN
from simulator.errors import UserError

USUAL = (
    "mean_score",
    WON,
    "score_spread",
    "length",
    "first_player",
    "dominant_strategy",
    "halfway_leader_wins",
    "forced_moves",
    "win_rate_imbalance",
    "turn_order_imbalance",
)
FIRST_SEAT = "seat_1"  # what its metric is not called
RANKING = (
    "win_rate_imbalance",
    "turn_order_imbalance",
)  # what combinations are ranked by, unless said
LOW, EVEN = "low", "even"  # which end is the better one
AIMS = {
    "score_spread": LOW,
    "margin": LOW,
    "dominant_strategy": LOW,
    "halfway_leader_wins": LOW,
    "forced_moves": LOW,
    "round_limit": LOW,
    "first_player": EVEN,
    "win_rate_imbalance": LOW,
    "turn_order_imbalance": LOW,
}


@dataclass(frozen=True)
class Asked:
    """One response: which metric it reads, and which part of it; "" if there is one or the best."""

    name: str
    about: str
    metric: str
    part: str = ""

    @property
    def unit(self) -> str:
        return METRICS[self.metric].unit

    @property
    def is_share(self) -> bool:
        return self.unit == "share"

    @property
    def is_within_one(self) -> bool:
        """A share of games; an imbalance is none."""
        return self.is_share and not METRICS[self.metric].is_signed

    @property
    def bounds(self) -> tuple[float, float]:
        """What it can be; an imbalance comes out below nothing only by chance."""
        if self.is_within_one:
            return 0.0, 1.0
        return (0.0 if METRICS[self.metric].shape == UNEVEN else -math.inf), math.inf

    @property
    def aim(self) -> str:
        return EVEN if self.part else AIMS.get(self.name, "")


def responses_for(sides: int, is_dealt: bool = False) -> dict[str, Asked]:
    """All that can be asked where so many compete, with or without members dealt to seats."""
    means = [name for name, one in METRICS.items() if one.shape in (MEAN, UNEVEN)]
    known = {
        name: Asked(name, METRICS[name].about, name)
        for name in (*means, "dominant_strategy")
        if fits(name, sides, True, is_dealt)
    }
    if sides > 1:
        about = "win rate of the best bot over all combinations, at mixed tables"
        known["dominant_strategy"] = Asked("dominant_strategy", about, "dominant_strategy")
    for seat in range(2, sides + 1):
        name = f"seat_{seat}"
        known[name] = Asked(name, f"win rate of player {seat}", "turn_order_spread", f"seat {seat}")
    return known


def asked_for(sides: int, only: Sequence[str], more: Sequence[str], is_dealt: bool) -> list[Asked]:
    """The responses a user names, or the usual ones and those that the factor is about."""
    known = responses_for(sides, is_dealt)
    for name in only:
        if name in METRICS and name not in known:
            raise UserError(f"This study cannot compare by '{name}'; it can by {', '.join(known)}.")
        if name == FIRST_SEAT and sides > 1:
            raise UserError(
                f"The win rate of the first player is called 'first_player', not '{name}'."
            )
        if name not in known:
            raise not_found("metric", name, known)
    return [known[name] for name in only or dict.fromkeys((*USUAL, *more)) if name in known]


def ranking_of(asked: Sequence[Asked], by: str) -> Asked:
    """The response that ranks: the one named, an imbalance, or the first."""
    names = {one.name: one for one in asked}
    return next((names[name] for name in (by, *RANKING) if name in names), asked[0])
