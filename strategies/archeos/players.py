"""Players of Archeos Society. Ratings are in points unless a docstring says otherwise."""

from simulator.games.archeos.moves import Move, is_lead, is_take, leader_of
from simulator.games.archeos.table import COLOURS, MONKEYS, Role, effect_of, n_jokers, role_of
from simulator.games.archeos.tracks import can_step
from simulator.kernel import kernel
from simulator.names import numbered, written
from strategies.archeos.worth import (
    Note,
    best_step,
    fit,
    is_left_out,
    lead_size,
    lead_worth,
    rate_others,
    rate_rest,
    survey,
)
from strategies.registry import strategy


@strategy("archeos", look=survey)
@kernel
def greedy(game, rules, move, mind):
    """Plays the expedition worth most as soon as one is worth anything; else takes what fits."""
    if is_lead(move):
        return lead_worth(game, rules, move, mind) - 1.0
    return rate_others(game, rules, move, mind, 0.1, 0.05)


BUILDER = {"enough": 6}
Builder = numbered(*BUILDER)


@strategy("archeos", look=survey, weights=BUILDER)
@kernel
def builder(game, rules, move, mind):
    """Few large expeditions: collects until one has `enough` cards, or the hand is full."""
    if is_lead(move):
        size = lead_size(game, move)
        full = game.n_hand[game.player] >= rules.hand_limit - 1
        ready = size >= mind.weights[Builder.enough] or full or game.monkeys == MONKEYS - 1
        return lead_worth(game, rules, move, mind) + (10.0 if ready else -100.0)
    return rate_others(game, rules, move, mind, 1.0, 0.9)


RUSHER = {"step": 3}
Rusher = numbered(*RUSHER)


@strategy("archeos", look=survey, weights=RUSHER)
@kernel
def rusher(game, rules, move, mind):
    """Many small expeditions, each for a step on a track; never waits for points."""
    if is_lead(move):
        card, size = leader_of(move), lead_size(game, move)
        step = best_step(game, rules, game.player, effect_of(game, card), card % COLOURS, size)
        return mind.weights[Rusher.step] * step - 2.0
    return rate_others(game, rules, move, mind, 0.1, 0.15)


SPECIALIST = {"role": Role.botanist}
Specialist = numbered(*SPECIALIST)


@strategy("archeos", look=survey, weights=SPECIALIST, names={"role": written(Role)})
@kernel
def specialist(game, rules, move, mind):
    """Prefers cards and leaders of one role, as in specialist:role=curator."""
    wanted = int(mind.weights[Specialist.role])
    if is_lead(move):
        bonus = 4.0 if role_of(game, leader_of(move)) == wanted else 0.0
        return lead_worth(game, rules, move, mind) + bonus - 4.0
    if move == Move.choose_role + wanted:
        return 1.0
    rating = rate_others(game, rules, move, mind, 0.1, 0.3)
    likes = is_take(move) and role_of(game, move - Move.take) == wanted
    return rating + 2.0 if likes else rating


DENIER = {"gift": 0.6, "patience": 3}
Denier = numbered(*DENIER)


@strategy("archeos", look=survey, weights=DENIER)
@kernel
def denier(game, rules, move, mind):
    """Weighs what it hands to rivals: every card returned to the recruiting area costs."""
    if is_lead(move):
        gift = mind.weights[Denier.gift] * (game.n_hand[game.player] - lead_size(game, move))
        return lead_worth(game, rules, move, mind) - gift - mind.weights[Denier.patience]
    return rate_others(game, rules, move, mind, 0.2, 0.3)


ALLROUND = {
    "gift": 0.5,
    "patience": 3.3,
    "taking": 1.45,
    "drawing": 1.0,
    "late_card": 0.1,
    "joker": 0.77,
}
Allround = numbered(*ALLROUND)


@strategy("archeos", look=survey, weights=ALLROUND)
@kernel
def allround(game, rules, move, mind):
    """Plays when an expedition is worth more than waiting; waits less as the season runs out.

    In two-player matches it wins this share of 2,000 games against each of the others:
    random 100.0 %, greedy 97.6 %, builder 98.5 %, rusher 96.2 %, specialist 100.0 %, denier 89.8 %
    (tiltmeter simulate archeos -n 2000 -p 2 -s allround,denier). At tables with three different
    ones it wins 84 to 96 of 100 games (-p 4 -s allround,denier,rusher,greedy).
    """
    if is_lead(move):
        seat, time = game.player, mind.notes[Note.time]
        worth = lead_worth(game, rules, move, mind) - mind.weights[Allround.patience] * time
        jokers = mind.weights[Allround.joker] * time * n_jokers(game, seat)
        given = game.n_hand[seat] - lead_size(game, move)
        return worth - jokers - mind.weights[Allround.gift] * given
    late = mind.weights[Allround.late_card] * (1.0 - mind.notes[Note.time])
    if is_take(move):
        return mind.weights[Allround.taking] * fit(game, move - Move.take) - late
    if move == Move.draw:
        return mind.weights[Allround.drawing] - late
    if is_left_out(move) and saves_joker(game, rules, move - Move.leave_out):
        return 1.0 + mind.weights[Allround.joker] * mind.notes[Note.time]
    return rate_rest(game, rules, move, mind)


@kernel
def saves_joker(game, rules, card):
    """A Mercenary that the step can do without, and that will stay in hand if it does not go."""
    role, size = effect_of(game, game.leader), game.n_cards
    if effect_of(game, card) != Role.mercenary or game.n_ur:
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
