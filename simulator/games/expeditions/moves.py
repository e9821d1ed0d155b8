"""What a move is: one int, and its kinds.

`Move.arrow + ARCS * colour + arc` places an arrow of that colour along that arc; who pays for it
depends on the phase: the turn's own arrow, a loop's, a blue place's, or a ticket's.
"""

from simulator.games.expeditions.arrows import is_visited
from simulator.games.expeditions.board import ARCS, CARDS
from simulator.games.expeditions.table import COLOURS, Gives, Phase
from simulator.kernel import kernel
from simulator.names import numbered, spans

Move = spans(
    arrow=COLOURS * ARCS,
    end_turn=1,
    decline=1,  # the arrow of a blue place
    pay_first=1,  # a ticket for an arrow before the turn's own
    exchange=1,
    remove=COLOURS,
    keep_none=1,
    keep=CARDS,
    give=CARDS,
    mark=CARDS,
)

Kind = numbered(
    "mark",
    "arrow",
    "loop_arrow",
    "blue_arrow",
    "ticket_arrow",
    "remove",
    "exchange",
    "keep",
    "keep_none",
    "give",
    "decline",
    "end_turn",
    "close_loop",
    "to_blue",
    "to_red",
)


@kernel
def is_arrow(move):
    return move < Move.end_turn


@kernel
def colour_of(move):
    """Of an arrow; without a division, which costs more than the comparisons."""
    return int(move >= ARCS) + int(move >= 2 * ARCS)


@kernel
def arc_of(move):
    """Where an arrow is placed."""
    return move - ARCS * colour_of(move)


@kernel
def is_removal(move):
    return Move.remove <= move < Move.keep_none


@kernel
def kinds(game, rules, move):
    """What it is paid with or does; of an arrow also where it leads."""
    if not is_arrow(move):
        return 1 << kind_of(move)
    place = rules.head[arc_of(move)]
    bits = 1 << arrow_kind(game.phase)
    bits |= int(is_visited(game, colour_of(move), place)) << Kind.close_loop
    bits |= int(rules.gives[place] == Gives.arrow) << Kind.to_blue
    bits |= int(rules.gives[place] == Gives.ticket) << Kind.to_red
    return bits


@kernel
def arrow_kind(phase):
    if phase == Phase.turn:
        return Kind.arrow
    if phase == Phase.loop:
        return Kind.loop_arrow
    return Kind.blue_arrow if phase == Phase.bonus else Kind.ticket_arrow


@kernel
def kind_of(move):
    """Of a move that places no arrow."""
    if move >= Move.mark:
        return Kind.mark
    if move >= Move.give:
        return Kind.give
    if move >= Move.keep:
        return Kind.keep
    if move == Move.keep_none:
        return Kind.keep_none
    if is_removal(move):
        return Kind.remove
    if move == Move.exchange:
        return Kind.exchange
    if move == Move.pay_first:
        return Kind.ticket_arrow
    return Kind.decline if move == Move.decline else Kind.end_turn
