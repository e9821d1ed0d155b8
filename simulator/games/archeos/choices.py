"""What the seat to act may do."""

from simulator.games.archeos.expedition import has_effect, step_size
from simulator.games.archeos.moves import ANY_SIZE, Move
from simulator.games.archeos.season import cap
from simulator.games.archeos.table import (
    AREA,
    CARDS,
    COLOURS,
    ROLES,
    TOKENS,
    Colour,
    Phase,
    Role,
    Side,
    effect_of,
)
from simulator.games.archeos.tracks import can_step, has_second
from simulator.kernel import kernel
from simulator.titles import offer


@kernel
def legal(game, rules, choices):
    seat = game.player
    if game.phase == Phase.turn:
        return legal_turn(game, rules, choices)
    if game.phase == Phase.members:
        return legal_members(game, rules, choices)
    if game.phase == Phase.effects:
        return legal_effects(game, rules, choices)
    if game.phase == Phase.extra or game.phase == Phase.ur:
        return offer(choices, legal_leaders(game, choices, 0), Move.done)
    if game.phase == Phase.keep:
        n = offer(choices, 0, Move.done)
        for card in range(game.kept, CARDS):
            if game.hand[seat, card] > game.keeping[card]:
                n = offer(choices, n, Move.keep + card)
        return n
    if game.phase == Phase.free_step or game.phase == Phase.step_up:
        return offer(choices, offer_steps(game, rules, choices, 0, ANY_SIZE, -1), Move.done)
    if game.phase == Phase.step_back:
        n = offer_steps_back(game, choices, 0)
        return n if rules.professor_back_mandatory else offer(choices, n, Move.done)
    return legal_small(game, rules, choices)


@kernel
def legal_small(game, rules, choices):
    """Phases with a handful of moves."""
    n = 0
    if game.phase == Phase.token:
        for value in range(1, min(game.n_cards, TOKENS) + 1):
            if game.token[value] == 0:
                n = offer(choices, n, Move.token + value)
        return offer(choices, n, Move.done)
    if game.phase == Phase.cash:
        return offer(choices, offer(choices, 0, Move.cash_in), Move.done)
    if game.phase == Phase.dig:
        return offer(choices, offer(choices, 0, Move.dig), Move.done)
    if game.phase == Phase.pick_side:
        for side in range(len(Side)):
            n = offer(choices, n, Move.choose_side + side)
        return n
    for role in range(ROLES):
        if game.offer[role]:
            n = offer(choices, n, Move.choose_role + role)
    return n


@kernel
def legal_turn(game, rules, choices):
    """Acquire a card while there is room in the hand, or lead an expedition."""
    n, seat = 0, game.player
    if game.n_hand[seat] < rules.hand_limit:
        for k in range(game.n_kinds[AREA]):
            n = offer(choices, n, Move.take + game.kinds[AREA, k])
        n = offer(choices, n, Move.draw)
    n = legal_leaders(game, choices, n)
    return n if n else offer(choices, 0, Move.return_hand)


@kernel
def legal_leaders(game, choices, n):
    """Any card but a Mercenary leads; by its role only where that differs from its colour."""
    seat = game.player
    for k in range(game.n_kinds[seat]):
        card = game.kinds[seat, k]
        slot = card // COLOURS
        leads = slot != game.joker[seat]
        # Written in any case and counted if it is legal: a branch would be a guess. There is room:
        # two moves for each kind of a hand are less than what Title.max_choices allows for.
        choices.move[n] = Move.by_colour + card
        n += leads
        choices.move[n] = Move.by_role + card
        n += leads & (game.n_role[seat, slot] > game.hand[seat, card])
    return n


@kernel
def legal_members(game, rules, choices):
    """Go with the cards chosen so far, or leave one more out; too many must be left out."""
    n, excess = 0, game.n_cards - cap(game, rules)
    if excess <= 0:
        n = offer(choices, n, Move.go)
    for k in range(game.n_kinds[game.player]):
        card = game.kinds[game.player, k]
        enough = excess <= 1 or n_spare_from(game, card) >= excess  # only later ones may follow
        choices.move[n] = Move.leave_out + card  # in any case, as above
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
def offer_steps(game, rules, choices, n, size, only):
    """Steps on one site, or on any if `only` is -1."""
    seat = game.player
    for site in range(COLOURS):
        if only < 0 or site == only:
            if can_step(game, rules, seat, site, False, size):
                n = offer(choices, n, Move.step + site)
            differs = game.second[seat] != game.space[seat, site]
            if has_second(game, site) and differs and can_step(game, rules, seat, site, True, size):
                n = offer(choices, n, Move.second_step)
    return n


@kernel
def offer_steps_back(game, choices, n):
    seat = game.player
    for site in range(COLOURS):
        if game.space[seat, site] > 0:
            n = offer(choices, n, Move.step_back + site)
    differs = game.second[seat] != game.space[seat, Colour.yellow]
    if has_second(game, Colour.yellow) and differs and game.second[seat] > 0:
        n = offer(choices, n, Move.second_back)
    return n


@kernel
def legal_effects(game, rules, choices):
    n, role = 0, effect_of(game, game.leader)
    if not game.stepped and role != Role.student:
        size = step_size(role, game.n_cards)
        only = -1 if role == Role.pilot else game.leader % COLOURS
        n = offer_steps(game, rules, choices, n, size, only)
    if not game.used and has_effect(game, rules, role):
        n = offer(choices, n, Move.use_role)
    return offer(choices, n, Move.done)
