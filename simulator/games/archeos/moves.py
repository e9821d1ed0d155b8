"""What a move is. Within a phase, `FIRST + n` names a card kind, a site, a role or a token."""

from simulator.games.archeos.table import ROLES, YELLOW, role_of
from simulator.kernel import kernel

TAKE = 0  # + card: from the recruiting area
DRAW = 36
BY_COLOUR = 40  # + card: leads an expedition of its colour
BY_ROLE = 80  # + card: leads an expedition of its role
GO = 120
LEAVE_OUT = 130  # + card
STEP = 170  # + site
SECOND_STEP = 176  # the second vehicle of Ta-sekhet-ma'at
USE_ROLE = 180
DONE = 181  # no more, thank you
CASH_IN = 182
KEEP_CARD = 190  # + card
TAKE_TOKEN = 230  # + value
RETURN_HAND = 239
BACK = 240  # + site
SECOND_BACK = 246
CHOOSE = 250  # + role, in the draft
SHOW_COMPASS, SHOW_ADVANCED = 270, 271
DIG_CARD = 272

ALL_SEASONS = 2  # the only ending
ANY_SIZE = 99  # for steps that ask for no size

# Kinds of moves, as restricted play forbids them: each leader's role and each site is one.
(
    K_TAKE,
    K_DRAW,
    K_GO,
    K_LEAVE_OUT,
    K_USE_ROLE,
    K_DONE,
    K_CASH,
    K_KEEP,
    K_TOKEN,
    K_RETURN,
    K_BACK,
    K_CHOOSE,
    K_SIDE,
    K_DIG,
) = range(14)
K_LEAD = 14  # + role
K_STEP = K_LEAD + ROLES  # + site; what a role does comes next, from POWER on


@kernel
def kinds(game, rules, move):
    """Every move is of one kind."""
    return 1 << kind_of(game, move)


@kernel
def kind_of(game, move):
    if move < DRAW:
        return K_TAKE
    if move < BY_COLOUR:
        return K_DRAW
    if move < GO:
        return K_LEAD + role_of(game, move - (BY_ROLE if move >= BY_ROLE else BY_COLOUR))
    if move < LEAVE_OUT:
        return K_GO
    if move < STEP:
        return K_LEAVE_OUT
    if move < USE_ROLE:
        return K_STEP + (YELLOW if move == SECOND_STEP else move - STEP)
    if move < KEEP_CARD:
        return K_USE_ROLE + move - USE_ROLE
    if move < TAKE_TOKEN:
        return K_KEEP
    if move < RETURN_HAND:
        return K_TOKEN
    if move < BACK:
        return K_RETURN
    if move < CHOOSE:
        return K_BACK
    if move < SHOW_COMPASS:
        return K_CHOOSE
    return K_SIDE if move < DIG_CARD else K_DIG
