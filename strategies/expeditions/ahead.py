"""What the next arrow can take, and how a place stands to goals, read off the notes."""

from simulator.games.expeditions.arrows import is_free, is_visited, n_slots
from simulator.games.expeditions.board import AROUND, CARDS, USUAL_ON, WAYS_ON
from simulator.games.expeditions.table import COLOURS
from simulator.kernel import kernel
from strategies.expeditions.board_tables import (
    HALF,
    WORD,
)
from strategies.expeditions.notes import N
from strategies.expeditions.weights import W


@kernel
def both_ahead(game, rules, mind, colour, place):
    """The best that the next arrow of a colour takes from a place: the player's, and a rival's."""
    best, loss = 0.0, 0.0
    for k in range(n_slots(rules, place)):
        mine = free_ahead(game, mind, colour, place, k, 0)
        theirs = free_ahead(game, mind, colour, place, k, CARDS)
        best, loss = max(best, mine), max(loss, theirs)
    return best, loss


@kernel
def best_ahead(game, rules, mind, colour, place, back):
    """The best that the next arrow takes, of a colour from a place or of another from its tip.

    A rival's, if notes of green places are read so far `back`.
    """
    best = best_elsewhere(mind, colour, back)
    for k in range(n_slots(rules, place)):
        best = max(best, free_ahead(game, mind, colour, place, k, back))
    return best


@kernel
def free_ahead(game, mind, colour, place, k, back):
    worth = worth_ahead(game, mind, colour, int(AROUND[place, k]), back)
    return worth if is_free(game, colour, place, k) else 0.0


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
    loop = mind.weights[W.loop_ahead] + mind.notes[N.restart + colour]
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
    word = int(place) // HALF
    bit, odd = int(place) - HALF * word, word & 1
    own = int(mind.notes[N.signs + word]) >> bit
    rivals = int(mind.notes[N.rival_signs + (word >> 1)]) >> bit + HALF * odd
    worth = nearest(own >> 2 * HALF, HALF, mind.weights[W.third], mind.weights[W.fourth], 0.0)
    worth = nearest(own, HALF, mind.weights[W.near], mind.weights[W.far], worth)
    worth -= nearest(rivals, WORD, mind.weights[W.rival_near], mind.weights[W.rival_far], 0.0)
    return worth * mind.notes[N.later]


@kernel
def nearest(signs, second, near, far, beyond):
    """By the first bit, or by a second one."""
    far = far if signs >> second & 1 else beyond
    return near if signs & 1 else far


@kernel
def after(mind, gives, best):
    """How it counts, by what a place gives, that the next arrow can take its best."""
    at = N.after + 3 * gives
    return mind.notes[at] + mind.notes[at + 1] * max(0.0, best - mind.notes[at + 2])
