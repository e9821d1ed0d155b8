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
from simulator.words import Words, counted

COLOUR_NAMES, BRIDGE_NAMES = written(Colour), written(Bridge)
PRINTED = {Box.plain: "", Box.arrow: " on an arrow", Box.artefact: " on an artefact"}


def heading(game: Any, rules: Any) -> str:
    """What begins when a round begins; once its roller has taken a pair, which dice are left."""
    turn, roller = f"Turn {game.rounds + 1}", f"seat {game.roller + 1}"
    if game.n_numbers == rules.number_dice:
        return f"{turn}: {roller} rolls {_dice(game)}"
    return f"{turn}: {roller} has taken a pair, which leaves {_dice(game)}"


def move(game: Any, rules: Any, move: int) -> str:
    """What the seat to act does with this move, as the end of "seat 1 …"."""
    if move == Move.refuse:
        return _refusal(game, rules)
    if move == Move.decline:
        return "leaves the arrow unused"
    by_arrow, colour = move >= Move.arrow, plain(column_of)(move)
    name, boxes = COLOUR_NAMES[colour], int(game.filled[game.player, colour])
    how = " by the arrow" if by_arrow else ""
    if boxes == BOXES:
        return f"ticks the artefact above {name}{how}{_artefact(game, rules)}"
    if plain(ticks_circle)(game, rules, move):
        return f"ticks the double circle of {name}"
    number, kind = plain(number_written)(game, rules, move), int(game.sheet[colour, boxes])
    told = f"writes {number}{how} in {name}, box {boxes + 1}"
    told += PRINTED[kind] + _crossing(game, rules, colour, boxes + 1)
    return told + _artefact(game, rules) if kind == Box.artefact else told


def _refusal(game: Any, rules: Any) -> str:
    marks = int(game.refusals[game.player]) + 1
    if marks > BOXES:
        return "refuses the dice, exhausted"
    told = f"refuses the dice ({marks} of {BOXES})"
    told += _crossing(game, rules, Bridge.dice, marks)
    return told + " and is exhausted" if marks == BOXES else told


def _artefact(game: Any, rules: Any) -> str:
    """What hatching the next artefact announces."""
    return _crossing(game, rules, Bridge.artefact, int(game.artefacts[game.player]) + 1)


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
    return f"{numbers or 'no number'} and {colours or 'no colour'}"


def _sheet(game: Any, rules: Any, seat: int) -> str:
    columns = [_column(game, seat, colour) for colour in range(COLOURS)]
    bridges = " ".join(BRIDGE_NAMES[b] for b in range(BRIDGES) if game.bonus[seat, b])
    return (
        f"seat {seat + 1}: {' · '.join(c for c in columns if c) or 'empty sheet'}"
        f" | artefacts {game.artefacts[seat]} | refusals {game.refusals[seat]}"
        f" | bridges {bridges or 'none'} | {counted(game.points[seat].sum(), 'point')}"
    )


def _column(game: Any, seat: int, colour: int) -> str:
    """`red ×2 1 3 3` is a red expedition with its circle ticked and three boxes written."""
    written = [str(n) for n in game.written[seat, colour] if n]
    circle = ["×2"] if game.circle[seat, colour] else []
    top = ["top"] if game.top[seat, colour] else []
    marks = [*circle, *written, *top]
    return " ".join([COLOUR_NAMES[colour], *marks]) if marks else ""


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
