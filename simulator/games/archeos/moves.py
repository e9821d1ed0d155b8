"""What a move is: one of a span of numbers, each for a card kind, a site, a role, a side …"""

import numpy as np

from simulator.games.archeos.table import (
    CARDS,
    COLOURS,
    FIRST_LEAD,
    FIRST_STEP,
    ROLES,
    TOKENS,
    Colour,
    Kind,
    Side,
    role_of,
)
from simulator.kernel import kernel
from simulator.names import span_of, spans

Move = spans(
    take=CARDS,  # from the recruiting area
    draw=1,
    by_colour=CARDS,  # leads an expedition of its colour
    by_role=CARDS,  # leads an expedition of its role
    go=1,
    leave_out=CARDS,
    step=COLOURS,
    second_step=1,  # the second vehicle of Ta-sekhet-ma'at
    use_role=1,
    done=1,  # no more, thank you
    cash_in=1,
    keep=CARDS,
    token=TOKENS + 1,  # + value, from 1
    return_hand=1,
    step_back=COLOURS,
    second_back=1,
    choose_role=ROLES,  # in the draft
    choose_side=len(Side),
    dig=1,
)
ANY_SIZE = 99  # for steps that ask for no size


def _kind_of(span: str, place: int) -> int:
    """The leader's role is added to the kind of an expedition."""
    special = {
        "by_colour": FIRST_LEAD,
        "by_role": FIRST_LEAD,
        "step": FIRST_STEP + place,
        "second_step": FIRST_STEP + Colour.yellow,
        "second_back": Kind.step_back,
    }
    return special[span] if span in special else getattr(Kind, span)


KIND_OF = np.array([_kind_of(*span_of(Move, move)) for move in range(Move.end)])


@kernel
def kinds(game, rules, move):
    """Every move is of one kind."""
    role = role_of(game, leader_of(move)) if is_lead(move) else 0
    return 1 << (KIND_OF[move] + role)


@kernel
def is_take(move):
    return Move.take <= move < Move.take + CARDS


@kernel
def is_lead(move):
    return Move.by_colour <= move < Move.by_role + CARDS


@kernel
def is_by_role(move):
    """Of a move that leads an expedition."""
    return move >= Move.by_role


@kernel
def leader_of(move):
    return move - (Move.by_role if is_by_role(move) else Move.by_colour)
