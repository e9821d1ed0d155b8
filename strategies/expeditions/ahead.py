"""What the next arrow can take, and how a place stands to goals, read off the notes."""

import numpy as np

from simulator.games.expeditions.arrows import is_visited, n_slots
from simulator.games.expeditions.board import AROUND, CARDS, USUAL_ON, WAYS, WAYS_ON
from simulator.games.expeditions.table import COLOURS
from simulator.kernel import kernel
from strategies.expeditions.board_tables import (
    NO_BITS,
    ONE_AHEAD,
    TWO_AHEAD,
    WORD,
)
from strategies.expeditions.notes import N
from strategies.expeditions.weights import W

NO_ROUTE = -1


@kernel
def both_ahead(game, rules, mind, colour, place):
    """The best that the next arrow of a colour takes from a place: the player's, and a rival's."""
    best, loss = 0.0, 0.0
    for k in range(n_slots(rules, place)):
        mine = free_ahead(game, mind, colour, place, k, NO_ROUTE, 0)
        theirs = free_ahead(game, mind, colour, place, k, NO_ROUTE, CARDS)
        best, loss = max(best, mine), max(loss, theirs)
    return best, loss


@kernel
def best_ahead(game, rules, mind, colour, place, taken, back):
    """The best that the next arrow takes, of a colour from a place or of another from its tip.

    The way `taken` there is not free. A rival's, if notes of green places are read so far `back`.
    """
    best = best_elsewhere(mind, colour, back)
    for k in range(n_slots(rules, place)):
        best = max(best, free_ahead(game, mind, colour, place, k, taken, back))
    return best


@kernel
def free_ahead(game, mind, colour, place, k, taken, back):
    worth, route = worth_ahead(game, mind, colour, int(AROUND[place, k]), back), WAYS[place, k]
    return worth if (game.used[colour, route] == 0) & (route != taken) else 0.0


@kernel
def best_onward(game, rules, mind, colour, arc, back):
    """The same after an arc to a place new to the expedition: no arrow has left it yet.

    As many ways are gone through for all but a few places: how many there are is a guess.
    """
    best = best_elsewhere(mind, colour, back)
    one = worth_ahead(game, mind, colour, int(rules.onward[arc, 0]), back)
    two = worth_ahead(game, mind, colour, int(rules.onward[arc, 1]), back)
    three = worth_ahead(game, mind, colour, int(rules.onward[arc, 2]), back)
    best = max(max(best, one), max(two, three))
    if rules.onward[arc, USUAL_ON] != rules.onward[arc, USUAL_ON - 1]:
        for k in range(USUAL_ON, WAYS_ON):
            best = max(best, worth_ahead(game, mind, colour, int(rules.onward[arc, k]), back))
    return best


@kernel
def best_elsewhere(mind, colour, back):
    return mind.notes[(N.other_loss if back else N.other_best) + colour]


@kernel
def worth_ahead(game, mind, colour, ahead, back):
    """What is selected is read first: a branch would be a guess."""
    worth = mind.notes[N.mine + ahead - back * (ahead < CARDS)]
    loop = mind.notes[N.loop_ahead + colour]
    return worth + (loop if is_visited(game, colour, ahead) else 0.0)


@kernel
def best_of_others(mind, first, colour):
    """The highest of the notes of other colours."""
    best = 0.0
    for other in range(COLOURS):
        if other != colour:
            best = max(best, mind.notes[first + other])
    return best


@kernel
def reach(mind, place):
    """How an expedition stands to own goals and to rivals' key places: the nearest counts."""
    word = place // WORD
    at, bit = N.signs + 2 * word, np.uint64(place - WORD * word)
    own, rivals = np.uint64(mind.notes[at]) >> bit, np.uint64(mind.notes[at + 1]) >> bit
    worth = nearest(own, mind.weights[W.near], mind.weights[W.far])
    worth -= nearest(rivals, mind.weights[W.rival_near], mind.weights[W.rival_far])
    return worth * mind.notes[N.later]


@kernel
def nearest(signs, near, far):
    far = far if signs & TWO_AHEAD != NO_BITS else 0.0
    return near if signs & ONE_AHEAD != NO_BITS else far


@kernel
def after(mind, at, best):
    """How it counts that the next arrow can take its best."""
    return mind.notes[at] + mind.notes[at + 1] * max(0.0, best - mind.notes[at + 2])
