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
BESIDE = ("#40606e", "#a6761d", "#56b4e9", "#d99ab8", "#7d8590")  # beside named colours
REST = "#b9c1c9"  # what is left after the largest sources
SHARES = (
    "#f6f9fc",
    "#cfe1f1",
    "#9cc6e4",
    "#69a9d6",
)  # none to all; light, so that figures stand out
DIVERGING = ("#9585c4", "#f5f5f5", "#e59a45")  # less, as much, more: colour-blind readers tell them
DARK, LIGHT = "#000000", "#ffffff"  # inks on colours, which a dark page does not change


@dataclass(frozen=True)
class Style:
    """How one strategy or seat is drawn."""

    colour: str
    mark: str
    dash: Any


@dataclass(frozen=True)
class VerdictLook:
    """How a verdict is shown."""

    sign: str
    colour: str
    meaning: str


LIGHTS = {
    LEVEL: VerdictLook("●", "#007a58", "nothing to worry about"),
    NOT_TILTED: VerdictLook("◐", "#1c74b0", "not tilted; more games settle whether it is balanced"),
    WATCH: VerdictLook("▲", "#a66300", "between balanced and tilted"),
    TILTED: VerdictLook("◆", "#c24400", "the game tilts"),
    DEPENDS: VerdictLook("◇", "#a8467c", "a stronger bot finds something else"),
    UNKNOWN: VerdictLook("○", "#626c77", "too few games to say, or not run"),
    FACT: VerdictLook("–", "#626c77", "described, not judged"),
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


def source_styles(names: Sequence[str]) -> dict[str, str]:
    """A colour for each source of points; what the box names by a colour has that one."""
    others = iter((BESIDE if any(name in NAMED for name in names) else HUES) * len(names))
    return {name: NAMED[name] if name in NAMED else next(others) for name in names}


def between(colours: Sequence[str], at: float) -> str:
    """The colour at a share of the way along some colours."""
    place = min(max(at, 0.0), 1.0) * (len(colours) - 1)
    k = min(int(place), len(colours) - 2)
    return mixed(colours[k + 1], colours[k], place - k)


def mixed(colour: str, ground: str, share: float) -> str:
    """So much of a colour on a ground: what a thin wash of it looks like, on any page."""
    parts = zip(_channels(colour), _channels(ground), strict=True)
    return "#" + "".join(f"{round(share * one + (1 - share) * other):02x}" for one, other in parts)


def ink_on(ground: str) -> str:
    """Black or white, whichever is easier to read on a colour."""
    return DARK if contrast(DARK, ground) >= contrast(LIGHT, ground) else LIGHT


def contrast(one: str, other: str) -> float:
    """How well two colours are told apart, from 1 to 21 (WCAG 2); small text needs 4.5."""
    dark, light = sorted(map(_luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = (part / 255 for part in _channels(colour))
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _channels(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour.removeprefix("#")))


def gravest(verdicts: Sequence[str]) -> str:
    return min(verdicts, key=GRAVITY.index)
