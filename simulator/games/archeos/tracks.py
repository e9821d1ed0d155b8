"""Vehicles on the site tracks: which may advance or step back, and what a step brings."""

from simulator.games.archeos.moves import ANY_SIZE, Move
from simulator.games.archeos.table import COLOURS, Colour, Phase, Side, Source, Tally, is_advanced
from simulator.kernel import kernel


@kernel
def has_second(game, site):
    return site == Colour.yellow and is_advanced(game, site)


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
    site = Colour.yellow
    return has_second(game, site) and can_step(game, rules, game.player, site, True, ANY_SIZE)


@kernel
def can_step_back(game):
    seat = game.player
    for site in range(COLOURS):
        if game.space[seat, site] > 0:
            return True
    return has_second(game, Colour.yellow) and game.second[seat] > 0


@kernel
def step(game, rules, move, back_to, by_colour):
    """A vehicle advances one space; Chichén Itzá then gives cards, Uluru a choice."""
    seat = game.player
    game.phase = back_to
    game.advanced = 1
    game.tally[seat, Tally.steps] += 1
    if move == Move.second_step:
        game.second[seat] += 1
        return
    site = move - Move.step
    if site == Colour.red and is_advanced(game, site) and game.n_ur == 0:
        game.n_dig += rules.draws[game.space[seat, Colour.red]]
    game.space[seat, site] += 1
    pays = rules.uluru_any_step or by_colour
    if site == Colour.violet and is_advanced(game, site) and pays:
        game.back_to = back_to
        game.phase = Phase.cash


@kernel
def cash_in(game, rules):
    """A vehicle on Uluru scores its space and goes back to the start."""
    seat, site = game.player, Colour.violet
    game.points[seat, Source.violet] += rules.points[site, Side.advanced, game.space[seat, site]]
    game.space[seat, site] = 0


@kernel
def step_back(game, move):
    if move == Move.second_back:
        game.second[game.player] -= 1
    else:
        game.space[game.player, move - Move.step_back] -= 1
