"""What changes between versions of a game on the same shuffles, metric by metric."""

from collections.abc import Sequence
from dataclasses import dataclass

from analyses.findings.finding import number_range, percent, percent_range
from analyses.lab.metrics import member_of, metric_named
from analyses.lab.played import Measured
from analyses.language import figure as numeral
from analyses.language import is_singular, marked, percent_sign, say, without_last_bits, word
from analyses.statistics.estimate import Interval, Quantity
from analyses.statistics.intervals import SURE, discoveries
from analyses.statistics.order import ROUNDING
from analyses.statistics.readings import Reading

WHOLE = 5  # points or percentage points apart: figures without decimals show it
NAMES = {  # how a metric is called in a sentence
    "mean_score": "the mean score",
    "winning_score": "the winning score",
    "score_spread": "the gap between first and last score",
    "margin": "the winning margin",
    "win_rate_spread": "the gap between the highest and the lowest win rate",
    "win_rate_imbalance": "the imbalance of win rates",
    "turn_order_imbalance": "the imbalance of the turn order",
    "turn_order_spread": "the gap between the best and the worst seat",
    "turn_order_trend": "the last player's advantage over the first",
    "first_player": "the first player's win rate",
    "win_rate": "the win rate",
    "dominant_strategy": "the best strategy's win rate",
    "halfway_leader_wins": "the halfway leader's win rate",
    "comebacks": "the comeback rate",
    "length": "the game length",
    "length_p95": "the length of a long game (95th percentile)",
    "decisions": "the number of decisions",
    "forced_moves": "the share of forced moves",
    "round_limit": "the share of games at the round limit",
}


FIRST = (  # what a designer asks for first, where several change
    "win_rate", "first_player", "turn_order_spread", "win_rate_spread", "dominant_strategy",
    "margin", "halfway_leader_wins", "comebacks", "length", "mean_score",
)  # fmt: skip


def rank(metric: str) -> int:
    """Its place among the metrics of a headline; one that is named goes first."""
    if member_of(metric):
        return -1
    return FIRST.index(metric) if metric in FIRST else len(FIRST)


@dataclass(frozen=True)
class Difference:
    metric: str
    base: Reading
    other: Reading
    change: Quantity  # other minus base, paired by deal
    q: float  # among all metrics of all versions
    gain: float  # how many times wider the interval would be on deals of its own; NaN: not known

    @property
    def is_sure(self) -> bool:
        return self.q < SURE

    @property
    def unit(self) -> str:
        return metric_named(self.metric).unit

    @property
    def clarity(self) -> float:
        """The change in widths of its interval."""
        low, high = self.change.interval()
        width = high - low
        return abs(self.change.value) / max(ROUNDING, width)

    @property
    def told(self) -> str:
        """'the mean score rises by 1.20 points (1.10–1.30)'."""
        moves = moved(self.change, self.unit)
        return say("{what} {moves}", what=in_words(self.metric), moves=moves)


def differences(
    base: Measured, others: Sequence[Measured], looks: int = 1
) -> list[list[Difference]]:
    """For each of the others what moves, metric by metric; clear at any of so many looks."""
    shared = [[name for name in base.readings if name in other.readings] for other in others]
    p = [
        min(1.0, looks * other.readings[name].chance_of(base.readings[name]))
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


def in_words(metric: str) -> str:
    """As it stands in a sentence."""
    if member := member_of(metric):
        return say("the win rate of {member}", member=member)
    return word(_name(metric), "metric")


def label(metric: str) -> str:
    """As it stands alone."""
    if member := member_of(metric):
        return say("win rate of {member}", member=member)
    return word(_name(metric).removeprefix("the "))


def _name(metric: str) -> str:
    return NAMES.get(metric, metric.replace("_", " "))


def figure(value: float, unit: str) -> str:
    if unit == "share":
        return percent(value)
    number = f"{without_last_bits(value):.2f}"
    return f"{marked(number)} {word(unit.removesuffix('s') if is_singular(number) else unit)}"


def figure_within(value: float, ends: Interval, unit: str) -> str:
    """'50.53 points (46.58–54.48)'."""
    spread = percent_range(*ends) if unit == "share" else number_range(*ends, form=".2f")
    return f"{figure(value, unit)} ({spread})"


def from_to(first: float, last: float, unit: str) -> str:
    """'1.20 → 1.30 points'; a single figure if they read the same."""
    one, two = figure(first, unit), figure(last, unit)
    before = one.removesuffix(percent_sign()) if unit == "share" else one.partition(" ")[0]
    return two if one == two else f"{before} → {two}"


def percents_told(before: float, after: float) -> str:
    """'47 → 9%', in whole percents if these differ."""
    for form in (".0f", ".1f"):
        one, two = (numeral(100 * share, form) for share in (before, after))
        if one != two:
            return f"{one} → {two}{percent_sign()}"
    return numeral(100 * after, ".0f") + percent_sign()


def roughly(first: float, last: float, unit: str) -> tuple[str, str]:
    """Two figures for a headline, with as few digits as show how far they lie apart."""
    if unit == "share":
        first, last = 100 * first, 100 * last
    apart = abs(last - first)
    form = ".0f" if apart >= WHOLE else ".1f" if apart >= WHOLE / 10 else ".2f"
    one, two = numeral(first, form), numeral(last, form)
    if unit == "share":
        return one, two + percent_sign()
    return one, two if unit == "decisions" else f"{two} {word(unit)}"


def bound_told(bound: float, unit: str) -> str:
    """As a user would write it."""
    if unit == "share":
        return numeral(100 * bound, ",.10g") + percent_sign()
    told = f"{bound:g}"
    return (
        f"{numeral(bound, ',.10g')} {word(unit.removesuffix('s') if is_singular(told) else unit)}"
    )


def points_apart(share: float, form: str = ".1f") -> str:
    """What lies between two shares."""
    size = f"{100 * share:{form}}"
    told = "{size} percentage point" if is_singular(size) else "{size} percentage points"
    return say(told, size=marked(size))


def moved(change: Quantity, unit: str) -> str:
    """'rises by 1.20 points (1.10–1.30)'; the interval has the sign of the verb."""
    falls, (low, high) = change.value < 0, change.interval()
    low, high = (-high, -low) if falls else (low, high)
    size, by_share = abs(change.value), unit == "share"
    ends = number_range(100 * low, 100 * high) if by_share else number_range(low, high, ".2f")
    if not falls and not change.value > 0:
        return say("stays ({ends})", ends=ends)
    told = "falls by {size} ({ends})" if falls else "rises by {size} ({ends})"
    return say(told, size=points_apart(size) if by_share else figure(size, unit), ends=ends)
