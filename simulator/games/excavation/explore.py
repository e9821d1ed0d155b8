"""Explorers: the third one's place, the Move action, Dal-Harrai's free step, and tile 3's jump.

Explorers pass through any place and only where they end counts, so a Move asks each explorer in
turn for its destination, within the fuel that is left.
"""

from simulator.games.excavation.table import EXPLORERS, PLACES, Phase, Tally
from simulator.games.excavation.verbs import Kind, Move, offer_if
from simulator.kernel import kernel
from simulator.titles import offer


@kernel
def stands_on(game, seat, place):
    """Has the seat an explorer there?"""
    return (
        (game.explorer[seat, 0] == place)
        | (game.explorer[seat, 1] == place)
        | (game.explorer[seat, 2] == place)
    )


@kernel
def places_of(game, seat, first, end):
    """Where the explorers from the first to before the end stand, as bits."""
    bits = 0
    for explorer in range(first, end):
        bits |= 1 << game.explorer[seat, explorer]
    return bits


@kernel
def legal_place(game, choices):
    n = 0
    for place in range(PLACES):
        n = offer_if(choices, n, Move.place + place, not stands_on(game, game.player, place))
    return n


@kernel
def legal_step(game, rules, choices):
    """One explorer to a free place: an adjacent one, or any if it jumps."""
    n, seat, jumps = offer(choices, 0, Move.done), game.player, game.phase == Phase.jumping
    own = places_of(game, seat, 0, EXPLORERS)
    for explorer in range(EXPLORERS):
        here = game.explorer[seat, explorer]
        for place in range(PLACES):
            near = (rules.distance[here, place] == 1) | jumps
            free = near & (own >> place & 1 == 0)
            n = offer_if(choices, n, Move.step + PLACES * explorer + place, free)
    return n


@kernel
def step(game, rules, move):
    if move != Move.done:
        what = move - Move.step
        game.explorer[game.player, what // PLACES] = what % PLACES
        game.tally[game.player, Tally.steps] += 1
    if game.phase == Phase.jumping:
        begin_moving(game, game.fuel)
    else:
        game.phase = Phase.acting


@kernel
def begin_moving(game, fuel):
    game.fuel, game.mover, game.n_done = fuel, 0, 0
    game.phase = Phase.going


@kernel
def legal_go(game, rules, choices):
    """Where this explorer may end: not on one that has moved, nor on one that could not leave.

    Every place has two neighbours at least, so whoever must leave with one step can.
    """
    n, seat, mover = 0, game.player, game.mover
    here, fuel = game.explorer[seat, mover], game.fuel
    taken = places_of(game, seat, 0, mover)
    later = places_of(game, seat, mover + 1, EXPLORERS)
    owed = int(taken & later > 0)  # the step that a later explorer needs to leave a taken place
    for place in range(PLACES):
        leaves = owed | later >> place & 1
        within = rules.distance[here, place] + leaves <= fuel
        n = offer_if(choices, n, Move.go + place, within & (taken >> place & 1 == 0))
    return n


@kernel
def go(game, rules, move):
    seat, place = game.player, move - Move.go
    steps = rules.distance[game.explorer[seat, game.mover], place]
    game.explorer[seat, game.mover] = place
    game.fuel -= steps
    game.n_done += steps
    game.tally[seat, Tally.steps] += steps
    game.mover += 1
    if game.mover == EXPLORERS or game.fuel == 0:
        game.tally[seat, Tally.idle] += game.action == Kind.move and game.n_done == 0
        game.phase = Phase.acted
