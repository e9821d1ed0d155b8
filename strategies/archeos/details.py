"""Decisions besides a turn's: who stays at home, which step, what the Doctor keeps, Uluru."""

from simulator.games.archeos.moves import Move
from simulator.games.archeos.table import (
    CARDS,
    COLOURS,
    TOKENS,
    Colour,
    Phase,
    Role,
    effect_of,
    is_advanced,
    n_jokers,
)
from simulator.games.archeos.tracks import can_step
from simulator.kernel import kernel
from strategies.archeos.mind import STEP, Note, W
from strategies.archeos.worth import seasons_left


@kernel
def rate_detail(game, rules, move, mind):
    """Go, step where it pays, use what one has."""
    if move == Move.go:
        return 1.0
    if Move.leave_out <= move < Move.leave_out + CARDS:
        return rate_left_out(game, rules, move - Move.leave_out)
    if Move.step <= move < Move.step + COLOURS:
        return rate_step(game, rules, mind, move - Move.step, False)
    if move == Move.second_step:
        return rate_step(game, rules, mind, Colour.yellow, True)
    if Move.keep <= move < Move.keep + CARDS:
        return rate_kept(game, move - Move.keep)
    if Move.step_back <= move < Move.step_back + COLOURS:
        return -step_lost(game, rules, move - Move.step_back, False)
    if move == Move.second_back:
        return -step_lost(game, rules, Colour.yellow, True)
    if move == Move.use_role or move == Move.dig:
        return 1.5  # after the step: a free one can go where this one cannot
    if move == Move.cash_in:
        return cash_worth(game, rules, mind)
    if Move.token < move <= Move.token + TOKENS:
        return float(move - Move.token)
    if move == Move.done and (game.phase == Phase.extra or game.phase == Phase.ur):
        return -50.0  # the hand goes in any case
    return 0.0


@kernel
def rate_left_out(game, rules, card):
    """Where some must stay behind, those that do not score; else Mercenaries that can be saved."""
    if effect_of(game, card) != Role.mercenary:
        return 0.0
    return 2.0 if saves_joker(game, rules, card) else 0.5


@kernel
def saves_joker(game, rules, card):
    """A Mercenary that the step can do without, and that will stay in hand if it does not go."""
    role, size = effect_of(game, game.leader), game.n_cards
    if game.n_ur:
        return False
    left = game.n_hand[game.player] - size
    stays = (role == Role.doctor and left < size - 1) or (
        role == Role.cartographer and can_lead_again(game)
    )
    site = game.leader % COLOURS
    needed = can_step(game, rules, game.player, site, False, size)
    return stays and (not needed or can_step(game, rules, game.player, site, False, size - 1))


@kernel
def can_lead_again(game):
    """Is there a card that does not go and could lead?"""
    seat, jokers_going = game.player, 0
    for colour in range(COLOURS):
        jokers_going += game.member[COLOURS * game.joker[seat] + colour]
    return game.n_hand[seat] - n_jokers(game, seat) > game.n_cards - jokers_going


@kernel
def is_in_front(game, second):
    """Of the two vehicles of Ta-sekhet-ma'at, is it the one that does not score?"""
    front, rear = game.space[game.player, Colour.yellow], game.second[game.player]
    return rear > front if second else front > rear


@kernel
def rate_step(game, rules, mind, site, second):
    """The worth of a step; a free one is best spent where others need many cards."""
    if is_advanced(game, site) and site == Colour.yellow and is_in_front(game, second):
        return 1.6
    if game.phase == Phase.effects and effect_of(game, game.leader) != Role.pilot:
        return 3.0
    worth = 2.0 + mind.notes[STEP + site]
    if game.phase == Phase.effects:
        return worth
    space = game.second[game.player] if second else game.space[game.player, site]
    return worth + mind.weights[W.hard] * rules.thresholds[site, game.side[site], space]


@kernel
def step_lost(game, rules, site, second):
    """What a step back costs: points of this space beyond the one before it, and the way back."""
    side = game.side[site]
    space = game.second[game.player] if second else game.space[game.player, site]
    way = 0.2 * rules.thresholds[site, side, space - 1]
    if is_advanced(game, site):
        if site == Colour.violet:
            return way
        if site == Colour.yellow and is_in_front(game, second):
            return way
    lost = float(rules.points[site, side, space] - rules.points[site, side, space - 1])
    return way + lost * seasons_left(game, rules)


@kernel
def rate_kept(game, card):
    """The Doctor's cards are named in the order of their kinds: the first of the best ones."""
    seat, better = game.player, 0
    if game.n_cards >= game.n_hand[seat]:
        return float(2 * CARDS - card)  # all of them
    fits = fit(game, card)
    for k in range(game.n_kinds[seat]):
        other = game.kinds[seat, k]
        if other >= game.kept and other != card:
            its = fit(game, other)
            if its > fits or (its == fits and other < card):
                better += game.hand[seat, other] - game.keeping[other]
    return float(2 * CARDS - card) if better < game.n_keep else -1.0


@kernel
def fit(game, card):
    """How well a card goes with the hand: the larger of its groups, and a little of the other."""
    seat = game.player
    if card // COLOURS == game.joker[seat]:
        return 10.0
    of_colour, of_role = game.n_colour[seat, card % COLOURS], game.n_role[seat, card // COLOURS]
    return max(of_colour, of_role) + 0.2 * min(of_colour, of_role)


@kernel
def cash_worth(game, rules, mind):
    """Cash in at Uluru when far enough, or when little time is left."""
    space = game.space[game.player, Colour.violet]
    late = game.season == rules.seasons and mind.notes[Note.time] < 0.5
    return 1.0 if space >= 3 or late else -1.0
