"""Responses: the gauges that a study compares combinations by.

Only gauges that are plain means are fit for it. The largest of several shares, or a spread, is too
high in every small sample, and the more so the smaller it is. So seat advantage is the share of the
seat that begins, and dominance that of the strategy that is best over all combinations.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from analyses.lab.gauges import GAUGES, fits
from analyses.statistics.readings import MEAN
from simulator.errors import UserError, unknown

USUAL = (
    "mean_score",
    "score_spread",
    "length",
    "first_seat",
    "dominance",
    "decisiveness",
    "dead_turns",
)
LOW, EVEN = "low", "even"  # which end is the better one
AIMS = {
    "score_spread": LOW,
    "margin": LOW,
    "dominance": LOW,
    "decisiveness": LOW,
    "dead_turns": LOW,
    "cut_off": LOW,
    "first_seat": EVEN,
}


@dataclass(frozen=True)
class Asked:
    """One response: which gauge it reads, and which part of it; "" if there is one or the best."""

    name: str
    about: str
    gauge: str
    part: str = ""

    @property
    def unit(self) -> str:
        return GAUGES[self.gauge].unit

    @property
    def is_share(self) -> bool:
        return self.unit == "share"

    @property
    def aim(self) -> str:
        return EVEN if self.part else AIMS.get(self.name, "")


def responses_for(sides: int) -> dict[str, Asked]:
    """All that can be asked where so many compete."""
    plain = [name for name, one in GAUGES.items() if one.shape == MEAN or name == "dominance"]
    known = {
        name: Asked(name, GAUGES[name].about, name) for name in plain if fits(name, sides, True)
    }
    if sides > 1:
        about = "win share of the strategy that is best over all combinations, at mixed tables"
        known["dominance"] = Asked("dominance", about, "dominance")
    for seat in range(2, sides + 1):
        name = f"seat_{seat}"
        known[name] = Asked(name, f"win share of seat {seat}", "seat_spread", f"seat {seat}")
    return known


def asked_for(sides: int, only: Sequence[str], more: Sequence[str] = ()) -> list[Asked]:
    """The responses a user names, or the usual ones and those that the factor is about."""
    known = responses_for(sides)
    for name in only:
        if name in GAUGES and name not in known:
            raise UserError(f"This study cannot compare by '{name}'; it can by {', '.join(known)}.")
        if name not in known:
            raise unknown("response", name, known)
    return [known[name] for name in only or dict.fromkeys((*USUAL, *more)) if name in known]
