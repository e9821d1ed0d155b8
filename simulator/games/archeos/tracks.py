"""Vehicles on the site tracks: which may advance or step back, and what a step brings."""

from simulator.games.archeos.moves import ANY_SIZE, SECOND_STEP, STEP
from simulator.games.archeos.table import (
    ADVANCED,
    CASH,
    COLOURS,
    RED,
    STEPS,
    VIOLET,
    YELLOW,
)
from simulator.kernel import kernel


@kernel
def has_second(game, site):
    return site == YELLOW and game.side[YELLOW] == ADVANCED


@kernel
def can_step(game, rules, seat, site, second, size):
    """Is the expedition large enough for the next space, if there is one?"""
    space = game.second[seat] if second else game.space[seat, site]
    side = game.side[site]
    return space < rules.last[site, side] and size >= rules.thresholds[site, side, space]


@kernel
def can_step_anywhere(game, rules):
    for site in range(COLOURS):
        if can_step(game, rules, game.player, site, False, ANY_SIZE):
            return True
    return has_second(game, YELLOW) and can_step(game, rules, game.player, YELLOW, True, ANY_SIZE)


@kernel
def can_step_back(game):
    seat = game.player
    for site in range(COLOURS):
        if game.space[seat, site] > 0:
            return True
    return has_second(game, YELLOW) and game.second[seat] > 0


@kernel
def step(game, rules, move, back_to, by_colour):
    """A vehicle advances one space; Chichén Itzá then gives cards, Uluru a choice."""
    seat = game.player
    game.phase = back_to
    game.advanced = 1
    game.tally[seat, STEPS] += 1
    if move == SECOND_STEP:
        game.second[seat] += 1
        return
    site = move - STEP
    if site == RED and game.side[RED] == ADVANCED and game.n_ur == 0:
        game.n_dig += rules.draws[game.space[seat, RED]]
    game.space[seat, site] += 1
    if site == VIOLET and game.side[VIOLET] == ADVANCED and (rules.uluru_any_step or by_colour):
        game.back_to = back_to
        game.phase = CASH
