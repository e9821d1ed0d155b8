"""What the seat to act may do."""

from simulator.games.archeos.expedition import has_effect
from simulator.games.archeos.moves import (
    ANY_SIZE,
    BACK,
    BY_COLOUR,
    BY_ROLE,
    CASH_IN,
    CHOOSE,
    DIG_CARD,
    DONE,
    DRAW,
    GO,
    KEEP_CARD,
    LEAVE_OUT,
    RETURN_HAND,
    SECOND_BACK,
    SECOND_STEP,
    SHOW_ADVANCED,
    SHOW_COMPASS,
    STEP,
    TAKE,
    TAKE_TOKEN,
    USE_ROLE,
)
from simulator.games.archeos.season import cap
from simulator.games.archeos.table import (
    AREA,
    CARDS,
    CASH,
    COLOURS,
    DIG,
    EFFECTS,
    EXTRA,
    FREE_STEP,
    GUIDE,
    KEEP,
    MEMBERS,
    PICK_SIDE,
    PILOT,
    ROLES,
    STEP_BACK,
    STEP_UP,
    STUDENT,
    TOKEN,
    TOKENS,
    TURN,
    UR,
    YELLOW,
    effect_of,
)
from simulator.games.archeos.tracks import can_step, has_second
from simulator.kernel import kernel


@kernel
def add(choices, n, move):
    choices.move[n] = move
    return n + 1


@kernel
def legal(game, rules, choices):
    seat = game.player
    if game.phase == TURN:
        return legal_turn(game, rules, choices)
    if game.phase == MEMBERS:
        return legal_members(game, rules, choices)
    if game.phase == EFFECTS:
        return legal_effects(game, rules, choices)
    if game.phase == EXTRA or game.phase == UR:
        return add(choices, legal_leaders(game, choices, 0), DONE)
    if game.phase == KEEP:
        n = add(choices, 0, DONE)
        for card in range(game.kept, CARDS):
            if game.hand[seat, card] > game.keeping[card]:
                n = add(choices, n, KEEP_CARD + card)
        return n
    if game.phase == FREE_STEP or game.phase == STEP_UP:
        return add(choices, add_steps(game, rules, choices, 0, ANY_SIZE, -1), DONE)
    if game.phase == STEP_BACK:
        n = add_steps_back(game, choices, 0)
        return n if rules.professor_back_mandatory else add(choices, n, DONE)
    return legal_small(game, rules, choices)


@kernel
def legal_small(game, rules, choices):
    """Phases with a handful of moves."""
    n = 0
    if game.phase == TOKEN:
        for value in range(1, min(game.n_cards, TOKENS) + 1):
            if game.token[value] == 0:
                n = add(choices, n, TAKE_TOKEN + value)
        return add(choices, n, DONE)
    if game.phase == CASH:
        return add(choices, add(choices, 0, CASH_IN), DONE)
    if game.phase == DIG:
        return add(choices, add(choices, 0, DIG_CARD), DONE)
    if game.phase == PICK_SIDE:
        return add(choices, add(choices, 0, SHOW_COMPASS), SHOW_ADVANCED)
    for role in range(ROLES):
        if game.offer[role]:
            n = add(choices, n, CHOOSE + role)
    return n


@kernel
def legal_turn(game, rules, choices):
    """Acquire a card while there is room in the hand, or lead an expedition."""
    n, seat = 0, game.player
    if game.n_hand[seat] < rules.hand_limit:
        for k in range(game.n_kinds[AREA]):
            choices.move[k] = TAKE + game.kinds[AREA, k]
        n = game.n_kinds[AREA]
        n = add(choices, n, DRAW)
    n = legal_leaders(game, choices, n)
    return n if n else add(choices, 0, RETURN_HAND)


@kernel
def legal_leaders(game, choices, n):
    """Any card but a Mercenary leads; by its role only where that differs from its colour."""
    seat = game.player
    for k in range(game.n_kinds[seat]):
        card = game.kinds[seat, k]
        slot = card // COLOURS
        leads = slot != game.joker[seat]
        # Written in any case and counted if it is legal: a branch would be a guess.
        choices.move[n] = BY_COLOUR + card
        n += leads
        choices.move[n] = BY_ROLE + card
        n += leads & (game.n_role[seat, slot] > game.hand[seat, card])
    return n


@kernel
def legal_members(game, rules, choices):
    """Go with the cards chosen so far, or leave one more out; too many must be left out."""
    n, excess = 0, game.n_cards - cap(game, rules)
    if excess <= 0:
        n = add(choices, n, GO)
    for k in range(game.n_kinds[game.player]):
        card = game.kinds[game.player, k]
        enough = excess <= 1 or n_spare_from(game, card) >= excess  # only later ones may follow
        choices.move[n] = LEAVE_OUT + card
        n += (card >= game.dropped) & (n_spare(game, card) > 0) & enough
    return n


@kernel
def n_spare(game, card):
    """Cards of a kind that may still be left out: all but the leader itself."""
    return game.member[card] - (card == game.leader)


@kernel
def n_spare_from(game, card):
    """The same for this kind and those after it."""
    n = 0
    for k in range(game.n_kinds[game.player]):
        other = game.kinds[game.player, k]
        n += n_spare(game, other) if other >= card else 0
    return n


@kernel
def add_steps(game, rules, choices, n, size, only):
    """Steps on one site, or on any if `only` is -1."""
    seat = game.player
    for site in range(COLOURS):
        if only < 0 or site == only:
            if can_step(game, rules, seat, site, False, size):
                n = add(choices, n, STEP + site)
            differs = game.second[seat] != game.space[seat, site]
            if has_second(game, site) and differs and can_step(game, rules, seat, site, True, size):
                n = add(choices, n, SECOND_STEP)
    return n


@kernel
def add_steps_back(game, choices, n):
    seat = game.player
    for site in range(COLOURS):
        if game.space[seat, site] > 0:
            n = add(choices, n, BACK + site)
    differs = game.second[seat] != game.space[seat, YELLOW]
    if has_second(game, YELLOW) and differs and game.second[seat] > 0:
        n = add(choices, n, SECOND_BACK)
    return n


@kernel
def legal_effects(game, rules, choices):
    n, role = 0, effect_of(game, game.leader)
    if not game.stepped and role != STUDENT:
        size = game.n_cards + (role == GUIDE)
        only = -1 if role == PILOT else game.leader % COLOURS
        n = add_steps(game, rules, choices, n, size, only)
    if not game.used and has_effect(game, rules, role):
        n = add(choices, n, USE_ROLE)
    return add(choices, n, DONE)
