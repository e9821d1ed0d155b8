"""How several fare: seats, the holders of something, who plays; and who is farthest off."""

from collections.abc import Mapping
from typing import NamedTuple

from analyses.statistics.estimate import Quantity
from analyses.statistics.order import ordered


class WinRate(NamedTuple):
    """How often somebody wins, and how far off that is what a verdict holds it against."""

    wins: Quantity
    even: float  # what is even for them, or what is aimed at, or what is won without
    off: Quantity  # in the unit of the verdict's measure; below 0 they win too little
    with_it: str = ""  # 'tables with medic win', of one side that is held against those without


DIGITS = 9  # sums are added up in any order, so the last digits are anything
WinRates = Mapping[str, WinRate]


def farthest_off(rates: WinRates) -> list[str]:
    """Their names, the farthest first; of two sides of one coin, that which is named first."""
    return ordered(rates, lambda name: -abs(rates[name].off.value))
