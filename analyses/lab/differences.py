"""What moves between versions of a game on the same deals, gauge by gauge."""

from collections.abc import Sequence
from dataclasses import dataclass

from analyses.findings.finding import number_range, percent, percent_range
from analyses.lab.gauges import gauge_named, member_of
from analyses.lab.played import Measured
from analyses.language import is_singular, marked, say, without_last_bits, word
from analyses.statistics.estimate import Interval, Quantity
from analyses.statistics.intervals import SURE, discoveries
from analyses.statistics.order import ROUNDING
from analyses.statistics.readings import Reading

NAMES = {  # where a gauge's name alone would not read well in a sentence
    "first_player": "the first seat's win share",
    "win_rate": "the share of games won",
    "comebacks": "the share of comebacks",
    "length_p95": "the length of 95 in 100 games",
    "decisions": "the number of decisions",
    "forced_moves": "the share of dead turns",
    "round_limit": "the share of games cut off",
}


@dataclass(frozen=True)
class Difference:
    gauge: str
    base: Reading
    other: Reading
    change: Quantity  # other minus base, paired by deal
    q: float  # among all gauges of all versions
    gain: float  # how many times wider the interval would be on deals of its own; NaN: not known

    @property
    def is_sure(self) -> bool:
        return self.q < SURE

    @property
    def unit(self) -> str:
        return gauge_named(self.gauge).unit

    @property
    def clarity(self) -> float:
        """The change in widths of its interval."""
        low, high = self.change.interval()
        width = high - low
        return abs(self.change.value) / max(ROUNDING, width)

    @property
    def told(self) -> str:
        """'mean score rises by 1.20 points (1.10 to 1.30)'."""
        moves = moved(self.change, self.unit)
        return say("{what} {moves}", what=in_words(self.gauge), moves=moves)


def differences(base: Measured, others: Sequence[Measured]) -> list[list[Difference]]:
    """For each of the others what moves, gauge by gauge."""
    shared = [[name for name in base.readings if name in other.readings] for other in others]
    p = [
        other.readings[name].chance_of(base.readings[name])
        for other, names in zip(others, shared, strict=True)
        for name in names
    ]
    q = iter(discoveries(p))
    return [
        [_difference(name, base, other, float(next(q))) for name in names]
        for other, names in zip(others, shared, strict=True)
    ]


def _difference(name: str, base: Measured, other: Measured, q: float) -> Difference:
    here, there = base.readings[name], other.readings[name]
    return Difference(name, here, there, there.minus(here), q, there.gain_over(here))


def in_words(gauge: str) -> str:
    """As it stands in a sentence."""
    if member := member_of(gauge):
        return say("the win share of {member}", member=member)
    return word(_name(gauge), "gauge")


def label(gauge: str) -> str:
    """As it stands alone."""
    if member := member_of(gauge):
        return say("win share of {member}", member=member)
    return word(_name(gauge).removeprefix("the "))


def _name(gauge: str) -> str:
    return NAMES.get(gauge, gauge.replace("_", " "))


def figure(value: float, unit: str) -> str:
    if unit == "share":
        return percent(value)
    number = f"{without_last_bits(value):.2f}"
    return f"{marked(number)} {word(unit.removesuffix('s') if is_singular(number) else unit)}"


def figure_within(value: float, ends: Interval, unit: str) -> str:
    """'50.53 points (46.58 to 54.48)'."""
    spread = percent_range(*ends) if unit == "share" else number_range(*ends, form=".2f")
    return f"{figure(value, unit)} ({spread})"


def from_to(first: float, last: float, unit: str) -> str:
    """'1.20 → 1.30 points'; a single figure if they read the same."""
    one, two = figure(first, unit), figure(last, unit)
    return two if one == two else f"{one.partition(' ')[0]} → {two}"


def points_apart(share: float, form: str = ".1f") -> str:
    """What lies between two shares."""
    size = f"{100 * share:{form}}"
    told = "{size} percentage point" if is_singular(size) else "{size} percentage points"
    return say(told, size=marked(size))


def moved(change: Quantity, unit: str) -> str:
    """'rises by 1.20 points (1.10 to 1.30)'; the interval has the sign of the verb."""
    falls, (low, high) = change.value < 0, change.interval()
    low, high = (-high, -low) if falls else (low, high)
    size, by_share = abs(change.value), unit == "share"
    ends = number_range(100 * low, 100 * high) if by_share else number_range(low, high, ".2f")
    if not falls and not change.value > 0:
        return say("stays ({ends})", ends=ends)
    told = "falls by {size} ({ends})" if falls else "rises by {size} ({ends})"
    return say(told, size=points_apart(size) if by_share else figure(size, unit), ends=ends)
