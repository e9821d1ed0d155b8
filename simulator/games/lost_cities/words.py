"""Lost Cities in words: names of everything, a position on a few lines, a move as a sentence."""

from typing import Any

from simulator.games.lost_cities.factors import factors as factors
from simulator.games.lost_cities.laws import LAWS as LAWS
from simulator.games.lost_cities.moves import ARROW_TO, DECLINE, REFUSE, ticks_circle
from simulator.games.lost_cities.table import (
    ARROW,
    ARTEFACT,
    ARTEFACT_BRIDGE,
    BOXES,
    BRIDGES,
    COLOURS,
    DICE_BRIDGE,
    NUMBERS,
    PLAIN,
)
from simulator.kernel import plain

COLOUR_NAMES = ("red", "orange", "yellow", "green", "blue", "purple")
BRIDGE_NAMES = (*COLOUR_NAMES, "artefact", "dice")
SOURCES = (*COLOUR_NAMES, "artefacts", "refusals", "bridges")
TALLIES = (
    "dice_boxes",
    "arrow_boxes",
    "circles",
    "dice_tops",
    "arrow_tops",
    "declined_arrows",
    "refusals",
    "crossings",
    "bridge_bonuses",
)
KINDS = (
    "circle",
    "write",
    "top",
    "refuse",
    "arrow",
    "arrow-top",
    "decline",
    "to-arrow",
    "to-artefact",
    *COLOUR_NAMES,
)
# What restricted play asks about; kinds in no group are what every turn is made of.
GROUPS = {
    "options": (
        "circle",
        "top",
        "refuse",
        "arrow",
        "arrow-top",
        "decline",
        "to-arrow",
        "to-artefact",
    ),
    "expeditions": COLOUR_NAMES,
}
PEERS = ("expeditions",)  # groups whose members compete with each other
REMOVALS = {
    "circles": ("circles.active=false",),
    "arrows": ("arrows.active=false",),
    "artefacts": ("ladders.artefacts=[0, 0, 0, 0, 0, 0, 0, 0, 0]", "rulings.no_artefact=0"),
    "refusals": ("ladders.refusals=[0, 0, 0, 0, 0, 0, 0, 0, 0]", "rulings.no_refusal=0"),
    "bridges": ("bridges.bonus=0",),
}
ENDINGS = ("running", "move limit", "all exhausted", "all bridges crossed", "both at once")

BOX_SIGNS = {PLAIN: "", ARROW: " on an arrow", ARTEFACT: " on an artefact"}


def heading(game: Any, rules: Any) -> str:
    """What begins when a round begins."""
    return f"Turn {game.rounds + 1}: seat {game.roller + 1} rolls {_dice(game)}"


def move(game: Any, rules: Any, move: int) -> str:
    """What the seat to act does with this move, as the end of "seat 1 …"."""
    if move == REFUSE:
        return _refusal(game, rules)
    if move == DECLINE:
        return "leaves the arrow unused"
    by_arrow = move >= ARROW_TO
    colour = move - ARROW_TO if by_arrow else move // NUMBERS
    name, boxes = COLOUR_NAMES[colour], int(game.filled[game.player, colour])
    if boxes == BOXES:
        how = " by the arrow" if by_arrow else ""
        return f"ticks the artefact above {name}{how}{_artefact(game, rules)}"
    if not by_arrow and plain(ticks_circle)(game, rules, game.player, colour, move % NUMBERS):
        return f"ticks the double circle of {name}"
    if by_arrow:
        number = game.floor[game.player, colour] if boxes else rules.first_number
    else:
        number = move % NUMBERS or rules.zero_counts
    kind = int(game.sheet[colour, boxes])
    told = f"{'the arrow writes' if by_arrow else 'writes'} {number} in {name}, box {boxes + 1}"
    told += BOX_SIGNS[kind] + _crossing(game, rules, colour, boxes + 1)
    return told + _artefact(game, rules) if kind == ARTEFACT else told


def _refusal(game: Any, rules: Any) -> str:
    marks = int(game.refusals[game.player]) + 1
    if marks > BOXES:
        return "refuses the dice, exhausted"
    told = f"refuses the dice ({marks} of {BOXES})"
    told += _crossing(game, rules, DICE_BRIDGE, marks)
    return told + " and is exhausted" if marks == BOXES else told


def _artefact(game: Any, rules: Any) -> str:
    """What hatching the next artefact announces."""
    return _crossing(game, rules, ARTEFACT_BRIDGE, int(game.artefacts[game.player]) + 1)


def _crossing(game: Any, rules: Any, bridge: int, mark: int) -> str:
    """The announcement of a bridge, where this mark crosses one."""
    if mark != rules.bridge_mark:
        return ""
    before = game.crossed[bridge]
    in_time = before == 0 or (before == game.rounds + 1 and rules.bridges_shared)
    return f", crossing the {BRIDGE_NAMES[bridge]} bridge{'' if in_time else ' too late'}"


def position(game: Any, rules: Any) -> str:
    """Every sheet on one line, and the dice in the middle."""
    seats = [_sheet(game, rules, seat) for seat in range(game.players)]
    return "\n".join([f"dice {_dice(game)} | seat {game.player + 1} to act", *seats])


def _dice(game: Any) -> str:
    numbers = " ".join(str(n) for n in sorted(game.numbers[: game.n_numbers]))
    colours = " ".join(COLOUR_NAMES[c] for c in sorted(game.colours[: game.n_colours]))
    return f"{numbers} and {colours}"


def _sheet(game: Any, rules: Any, seat: int) -> str:
    columns = [_column(game, seat, colour) for colour in range(COLOURS)]
    bridges = " ".join(BRIDGE_NAMES[b] for b in range(BRIDGES) if game.bonus[seat, b])
    return (
        f"seat {seat + 1}: {' · '.join(c for c in columns if c) or 'empty sheet'}"
        f" | artefacts {game.artefacts[seat]} | refusals {game.refusals[seat]}"
        f" | bridges {bridges or 'none'} | {game.points[seat].sum()} points"
    )


def _column(game: Any, seat: int, colour: int) -> str:
    """`red ×2 1 3 3` is a red expedition with its circle ticked and three boxes written."""
    written = [str(n) for n in game.written[seat, colour] if n]
    circle = ["×2"] if game.circle[seat, colour] else []
    top = ["top"] if game.top[seat, colour] else []
    marks = [*circle, *written, *top]
    return " ".join([COLOUR_NAMES[colour], *marks]) if marks else ""
