"""Lost Cities in words: names of everything, a position on a few lines, a move as a sentence."""

from typing import Any

from simulator.games.lost_cities.laws import LAW_SENTENCES
from simulator.games.lost_cities.moves import Move, column_of, number_written, ticks_circle
from simulator.games.lost_cities.table import (
    BOXES,
    BRIDGES,
    COLOURS,
    Box,
    Bridge,
    Colour,
    Ending,
    Phase,
    Source,
    Tally,
)
from simulator.kernel import plain
from simulator.names import written
from simulator.telling import tell
from simulator.words import Words, points_told, seat_has, seat_to_act

COLOUR_NAMES, BRIDGE_NAMES = written(Colour), written(Bridge)
PRINTED = {Box.arrow: "{told!s} on an arrow", Box.artefact: "{told!s} on an artefact"}


def heading(game: Any, rules: Any) -> str:
    """What begins when a round begins; once its roller has taken a pair, which dice are left."""
    told = "Turn {n}: seat {roller} has taken a pair, which leaves {dice!s}"
    if game.n_numbers == rules.number_dice:
        told = "Turn {n}: seat {roller} rolls {dice!s}"
    return tell(told, n=game.rounds + 1, roller=game.roller + 1, dice=_dice(game))


def move(game: Any, rules: Any, move: int) -> str:
    """What the seat to act does with this move, as the end of "seat 1 …"."""
    if move == Move.refuse:
        return _refusal(game, rules)
    if move == Move.decline:
        return tell("leaves the arrow unused")
    by_arrow, colour = move >= Move.arrow, plain(column_of)(move)
    name, boxes = COLOUR_NAMES[colour], int(game.filled[game.player, colour])
    if boxes == BOXES:
        told = "ticks the artefact above {colour}" + " by the arrow" * by_arrow
        return _artefact(game, rules, tell(told, colour=name))
    if plain(ticks_circle)(game, rules, move):
        return tell("ticks the double circle of {colour}", colour=name)
    number, kind = plain(number_written)(game, rules, move), int(game.sheet[colour, boxes])
    told = "writes {number}" + " by the arrow" * by_arrow + " in {colour}, box {box}"
    told = tell(told, number=number, colour=name, box=boxes + 1)
    if kind in PRINTED:
        told = tell(PRINTED[kind], told=told)
    told = _crossing(game, rules, colour, boxes + 1, told)
    return _artefact(game, rules, told) if kind == Box.artefact else told


def _refusal(game: Any, rules: Any) -> str:
    marks = int(game.refusals[game.player]) + 1
    if marks > BOXES:
        return tell("refuses the dice, exhausted")
    told = tell("refuses the dice ({marks} of {boxes})", marks=marks, boxes=BOXES)
    told = _crossing(game, rules, Bridge.dice, marks, told)
    return tell("{told!s} and is exhausted", told=told) if marks == BOXES else told


def _artefact(game: Any, rules: Any, told: str) -> str:
    """With what hatching the next artefact announces."""
    return _crossing(game, rules, Bridge.artefact, int(game.artefacts[game.player]) + 1, told)


def _crossing(game: Any, rules: Any, bridge: int, mark: int, told: str) -> str:
    """With the announcement of a bridge, where this mark crosses one."""
    if mark != rules.bridge_mark:
        return told
    before = game.crossed[bridge]
    in_time = before == 0 or (before == game.rounds + 1 and rules.bridges_shared)
    crossing = CROSSINGS.get(bridge, "{told!s}, crossing the {colour} bridge")
    return tell(crossing + " too late" * (not in_time), told=told, colour=BRIDGE_NAMES[bridge])


CROSSINGS = {
    Bridge.artefact: "{told!s}, crossing the artefact bridge",
    Bridge.dice: "{told!s}, crossing the dice bridge",
}


def position(game: Any, rules: Any) -> str:
    """Every sheet on one line, and the dice in the middle."""
    seats = [_sheet(game, seat) for seat in range(game.players)]
    table = [tell("dice {dice!s}", dice=_dice(game)), seat_to_act(game.player + 1)]
    return "\n".join([" | ".join(table), *seats])


def _dice(game: Any) -> str:
    numbers = " ".join(str(n) for n in sorted(game.numbers[: game.n_numbers]))
    colours = _names([COLOUR_NAMES[c] for c in sorted(game.colours[: game.n_colours])])
    return tell(
        "{numbers!s} and {colours!s}",
        numbers=numbers or tell("no number"),
        colours=colours or tell("no colour"),
    )


def _names(names: list[str]) -> str:
    return " ".join(tell("{name}", name=name) for name in names)


def _sheet(game: Any, seat: int) -> str:
    columns = [_column(game, seat, colour) for colour in range(COLOURS)]
    bridges = _names([BRIDGE_NAMES[b] for b in range(BRIDGES) if game.bonus[seat, b]])
    parts = [
        " · ".join(c for c in columns if c) or tell("empty sheet"),
        tell("artefacts {hatched}", hatched=game.artefacts[seat]),
        tell("refusals {hatched}", hatched=game.refusals[seat]),
        tell("bridges {names!s}", names=bridges) if bridges else tell("bridges none"),
        points_told(game.points[seat].sum()),
    ]
    return seat_has(seat + 1, parts)


def _column(game: Any, seat: int, colour: int) -> str:
    """`red ×2 1 3 3` is a red expedition with its circle ticked and three boxes written."""
    written = [str(n) for n in game.written[seat, colour] if n]
    circle = ["×2"] if game.circle[seat, colour] else []
    top = [tell("top")] if game.top[seat, colour] else []
    marks = [*circle, *written, *top]
    return " ".join([tell("{name}", name=COLOUR_NAMES[colour]), *marks]) if marks else ""


WORDS = Words(
    sources=written(Source),
    endings=written(Ending, " "),
    tallies=written(Tally),
    laws=tuple(LAW_SENTENCES.values()),
    phases=written(Phase, " "),
    heading=heading,
    move=move,
    position=position,
)
