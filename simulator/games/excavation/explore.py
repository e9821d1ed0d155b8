"""Explorers: the third one's place, the Move action, Dal-Harrai's free step, and tile 3's jump.

Explorers pass through any place and only where they end counts, so a Move asks each explorer in
turn for its destination, within the fuel that is left.
"""

from simulator.games.excavation.table import (
    ACTED,
    ACTING,
    EXPLORERS,
    GOING,
    IDLE,
    JUMPING,
    PLACES,
    STEPS,
)
from simulator.games.excavation.verbs import (
    DONE,
    GO,
    MOVE,
    PLACE,
    STEP,
    add,
    explorer_of,
    place_of,
)
from simulator.kernel import kernel


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
        choices.move[n] = PLACE + place
        n += not stands_on(game, game.player, place)
    return n


@kernel
def legal_step(game, rules, choices):
    """One explorer to a free place: an adjacent one, or any if it jumps."""
    n, seat = add(choices, 0, DONE), game.player
    for explorer in range(EXPLORERS):
        here = game.explorer[seat, explorer]
        for place in range(PLACES):
            near = rules.distance[here, place] == 1 or game.phase == JUMPING
            choices.move[n] = STEP + PLACES * explorer + place
            n += near and not stands_on(game, seat, place)
    return n


@kernel
def step(game, rules, move):
    if move != DONE:
        game.explorer[game.player, explorer_of(move)] = place_of(move)
        game.tally[game.player, STEPS] += 1
    if game.phase == JUMPING:
        begin_moving(game, game.fuel)
    else:
        game.phase = ACTING


@kernel
def begin_moving(game, fuel):
    game.fuel, game.mover, game.n_done = fuel, 0, 0
    game.phase = GOING


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
        choices.move[n] = GO + place
        n += within & (not is_taken(game, seat, mover, place))
    return n


@kernel
def go(game, rules, move):
    seat, place = game.player, move - GO
    steps = rules.distance[game.explorer[seat, game.mover], place]
    game.explorer[seat, game.mover] = place
    game.fuel -= steps
    game.n_done += steps
    game.tally[seat, STEPS] += steps
    game.mover += 1
    if game.mover == EXPLORERS or game.fuel == 0:
        game.tally[seat, IDLE] += game.action == MOVE and game.n_done == 0
        game.phase = ACTED
