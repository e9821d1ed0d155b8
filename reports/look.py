"""One visual language: a colour and a mark for each strategy, seat, place and verdict.

Hues are those of Okabe and Ito, which colour-blind readers can tell apart; marks, dashes and labels
carry the same meaning for readers of a grey print.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from analyses.findings.verdicts import DEPENDS, FACT, LEVEL, NOT_TILTED, TILTED, UNKNOWN, WATCH

INK, FAINT, GRID, PAPER = "#1b1f24", "#5b6570", "#d5dae0", "#fdfdfe"  # the page recolours these
HUES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
MARKS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "p", "h", "*")
DASHES: tuple[Any, ...] = ("-", (0, (4, 1.5)), (0, (1, 1.2)), (0, (6, 1.5, 1, 1.5)), (0, (3, 1)))
STEPS = (  # seats and places
    "#6a5acd", "#0072b2", "#1b9e9e", "#6fae3a", "#c9a227", "#d55e00", "#a03c6e", "#777777",
)  # fmt: skip
NAMED = {  # what the box calls by a colour has it
    "red": "#d55e00",
    "orange": "#e69f00",
    "yellow": "#c9b400",
    "green": "#009e73",
    "blue": "#0072b2",
    "purple": "#8e6bb0",
    "violet": "#8e6bb0",
    "pink": "#cc79a7",
}
OTHERS = ("#7d8590", "#56b4e9", "#a6761d", "#b5bdc6", "#40606e")  # beside named colours
HATCHES = ("", "//", "\\\\", "--", "xx", "||", "++")  # lines: dots would be long in an SVG
SHARES = "cividis"  # the colour map of shares: rises in grey too
DIVERGING = "PuOr_r"  # told apart by colour-blind readers; its middle is near white


@dataclass(frozen=True)
class Style:
    """How one strategy or seat is drawn."""

    colour: str
    mark: str
    dash: Any


@dataclass(frozen=True)
class Light:
    """How a verdict is shown."""

    sign: str
    colour: str
    meaning: str


LIGHTS = {
    LEVEL: Light("●", "#009e73", "nothing to worry about"),
    NOT_TILTED: Light("◐", "#56b4e9", "not tilted; more games settle whether it is balanced"),
    WATCH: Light("▲", "#e69f00", "between balanced and tilted"),
    TILTED: Light("◆", "#d55e00", "the game tilts"),
    DEPENDS: Light("◇", "#cc79a7", "a stronger bot finds something else"),
    UNKNOWN: Light("○", "#7d8590", "too few games to say, or not run"),
    FACT: Light("–", "#7d8590", "described, not judged"),
}
GRAVITY = (TILTED, WATCH, DEPENDS, UNKNOWN, NOT_TILTED, LEVEL, FACT)  # the gravest first


@dataclass(frozen=True)
class Look:
    """The styles of one report, whose strategies keep theirs on every page."""

    strategies: tuple[str, ...]

    def strategy(self, name: str) -> Style:
        k = self.strategies.index(name) if name in self.strategies else len(self.strategies)
        return Style(HUES[k % len(HUES)], MARKS[k % len(MARKS)], DASHES[k % len(DASHES)])

    def seat(self, number: int) -> Style:
        k = number - 1
        return Style(STEPS[k % len(STEPS)], MARKS[k % len(MARKS)], DASHES[k % len(DASHES)])


def source_styles(names: Sequence[str]) -> dict[str, Style]:
    """A colour and a hatch, in the place of a dash, for each source of points."""
    named = [name for name in names if name in NAMED]
    others = [name for name in names if name not in NAMED]
    hues = OTHERS if named else HUES
    styles = {
        name: Style(hues[k % len(hues)], "", HATCHES[(1 + k if named else k) % len(HATCHES)])
        for k, name in enumerate(others)
    }
    styles |= {name: Style(NAMED[name], "", HATCHES[k % 2 * 2]) for k, name in enumerate(named)}
    return {name: styles[name] for name in names}


def gravest(verdicts: Sequence[str]) -> str:
    return min(verdicts, key=GRAVITY.index)
