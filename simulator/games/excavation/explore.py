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
def legal_place(game, choices):
    n = 0
    for place in range(PLACES):
        n = offer_if(choices, n, Move.place + place, not stands_on(game, game.player, place))
    return n


@kernel
def legal_step(game, rules, choices):
    """One explorer to a free place: an adjacent one, or any if it jumps."""
    n, seat = offer(choices, 0, Move.done), game.player
    for explorer in range(EXPLORERS):
        here = game.explorer[seat, explorer]
        for place in range(PLACES):
            near = rules.distance[here, place] == 1 or game.phase == Phase.jumping
            free = near and not stands_on(game, seat, place)
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
def is_taken(game, seat, mover, place):
    """Does an explorer that has already moved stand there?"""
    taken = False
    for other in range(mover):
        taken |= game.explorer[seat, other] == place
    return taken


@kernel
def legal_go(game, rules, choices):
    """Where this explorer may end: not on one that has moved, nor on one that could not leave.

    Every place has two neighbours at least, so whoever must leave with one step can.
    """
    n, seat, mover = 0, game.player, game.mover
    here = game.explorer[seat, mover]
    owed = 0  # steps that later explorers need to leave a place that was taken
    for later in range(mover + 1, EXPLORERS):
        owed |= is_taken(game, seat, mover, game.explorer[seat, later])
    for place in range(PLACES):
        leaves = owed
        for later in range(mover + 1, EXPLORERS):
            leaves |= game.explorer[seat, later] == place
        within = rules.distance[here, place] + leaves <= game.fuel
        free = not is_taken(game, seat, mover, place)
        n = offer_if(choices, n, Move.go + place, within & free)
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
