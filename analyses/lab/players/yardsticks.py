"""What a bot is measured by: its win rate among rivals, games won together, or points alone.

Duels give numbers, deal by deal; here it is known what they are, how much of them is much, and in
which words they are told.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from analyses.findings.finding import (
    number_range,
    percent,
    percent_range,
    whole_percent,
    whole_told,
)
from analyses.language import figure as numeral
from analyses.language import say
from analyses.statistics.estimate import Estimate, Quantity, Share, in_figures

PART = 0.1  # of an even share, or of points: what is much to gain
GAMES_MORE = 0.05  # of all games: the same for two rivals


@dataclass(frozen=True)
class Shown:
    """What one player reached, what another did in its place, and how much more that is."""

    by: "Yardstick"
    one: Quantity
    par: Quantity
    gain: Quantity
    deals: int

    @property
    def is_better(self) -> bool:
        return self.gain.interval().low > 0

    @property
    def told(self) -> str:
        return self.by.told(self)

    def as_json(self) -> dict[str, Any]:
        value, low, high = in_figures(self.one)
        gain, least, most = in_figures(self.gain)
        shown = {self.by.key: value, "low": low, "high": high, self.by.par: self.par.value}
        return shown | {"gain": gain, "gain_low": least, "gain_high": most}


class Yardstick(ABC):
    """What all have; figures are shares, unless said otherwise."""

    name: str
    par: str  # what figures call that which another reaches
    key = "share"  # what they call that which one reaches
    columns: tuple[str, ...]
    has_rivals = False
    kind: type[Estimate] = Share
    figure: Callable[[float], str] = staticmethod(percent)
    ends: Callable[[float, float], str] = staticmethod(percent_range)

    @property
    @abstractmethod
    def among(self) -> str:
        """Where changed bots sit."""

    @abstractmethod
    def tables(self, base: str, even: float) -> str:
        """Where the bots of a ladder sit; the base is the default bot."""

    def reached(self, told: str) -> str:
        """'wins 51.0% (50.1–51.9%)'."""
        return say("wins {figure}", figure=told)

    @abstractmethod
    def much(self, par: float) -> float:
        """What is much to gain, for one that reaches so much."""

    @abstractmethod
    def amount(self, gain: float, par: float) -> str:
        """A gain in words."""

    @abstractmethod
    def told(self, shown: Shown) -> str:
        """What one reached beside another, as the end of a headline about it."""

    @abstractmethod
    def row(self, shown: Shown) -> list[str]:
        """As the columns show it."""


class Rivals(Yardstick):
    """One player at a table of another's copies, who would win an even share."""

    name, par, has_rivals = "share among rivals", "even", True
    columns = ("win rate", "95% from", "to")

    @property
    def among(self) -> str:
        return say("one changed bot among its copies")

    def tables(self, base: str, even: float) -> str:
        told = "one of each bot among copies of {base!s}, which has Elo 0; a fair share is {even}"
        return say(told, base=base, even=percent(even))

    def much(self, par: float) -> float:
        return PART * par

    def amount(self, gain: float, par: float) -> str:
        return say("{points:.1f} percentage points", points=100 * gain)

    def told(self, shown: Shown) -> str:
        told = "wins {share} of games (fair {fair})"
        return say(told, share=whole_told(shown.one), fair=whole_percent(shown.par.value))

    def row(self, shown: Shown) -> list[str]:
        return [percent(value) for value in in_figures(shown.one)]


class Comrades(Yardstick):
    """A player in every seat, or alone against the game, and another there on the same deals."""

    name, par = "games won", "instead_of"
    columns = ("win rate", "instead of", "more", "95% from", "to")

    @property
    def among(self) -> str:
        return say("each in every seat, on the same shuffles")

    def tables(self, base: str, even: float) -> str:
        told = "each in every seat, on the same shuffles; {base!s} is the default bot"
        return say(told, base=base)

    def much(self, par: float) -> float:
        return GAMES_MORE

    def amount(self, gain: float, par: float) -> str:
        return say("{points:.1f} percentage points", points=100 * gain)

    def told(self, shown: Shown) -> str:
        gain, low, high = (100 * value for value in in_figures(shown.gain))
        return say(
            "wins {share} of games instead of {par} ({gain:+.1f} points, {ends})",
            share=whole_percent(shown.one.value),
            par=whole_percent(shown.par.value),
            gain=gain,
            ends=number_range(low, high),
        )

    def row(self, shown: Shown) -> list[str]:
        values = (shown.one.value, shown.par.value, *in_figures(shown.gain))
        return [self.figure(value) for value in values]


class Points(Comrades):
    """The same where nobody can lose: one player, and how many points it makes."""

    name, key, kind = "points", "points", Estimate
    columns = ("mean score", *Comrades.columns[1:])
    figure = staticmethod(lambda value: numeral(value, ".1f"))
    ends = staticmethod(number_range)

    def reached(self, told: str) -> str:
        """'scores 51.0 (50.1–51.9)'."""
        return say("scores {figure}", figure=told)

    def much(self, par: float) -> float:
        return PART * abs(par)

    def amount(self, gain: float, par: float) -> str:
        return say("{points:.1f} points", points=gain)

    def told(self, shown: Shown) -> str:
        gain, low, high = in_figures(shown.gain)
        return say(
            "scores {points:.1f} points instead of {par:.1f} ({gain:+.1f}, {ends})",
            points=shown.one.value,
            par=shown.par.value,
            gain=gain,
            ends=number_range(low, high),
        )


RIVALS, COMRADES, POINTS = Rivals(), Comrades(), Points()
YARDSTICKS = {one.name: one for one in (RIVALS, COMRADES, POINTS)}
