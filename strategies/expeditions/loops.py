"""What goals beside an expedition add to the loops it can close."""

from simulator.games.expeditions.arrows import is_free, n_slots
from simulator.games.expeditions.board import AROUND, START
from simulator.games.expeditions.table import COLOURS
from simulator.kernel import kernel
from strategies.expeditions.board_tables import BESIDE, BESIDE_START, BIT, NO_BITS
from strategies.expeditions.notes import N
from strategies.expeditions.weights import W

RECENT = 12  # arrows of an expedition that are looked at for a loop's next one


@kernel
def note_restarts(game, rules, mind, goals):
    """A loop's arrow may lead to any place beside those that its expedition has visited.

    One without arrows closes none, and one without more only after a removal.
    """
    for colour in range(COLOURS):
        if 0 < game.n_arrows[colour] < rules.arrows:
            note_restart(game, mind, colour, goals)


@kernel
def note_restart(game, mind, colour, goals):
    (own, own_high), (common, common_high) = goals
    low, high = beside(game, colour)
    is_own = (low & own | high & own_high) != NO_BITS
    is_common = (low & common | high & common_high) != NO_BITS
    worth = is_own * mind.weights[W.loop_own] + is_common * mind.weights[W.loop_common]
    mind.notes[N.restart + colour] = worth


@kernel
def with_goal(bits, card):
    """Goals are bits of two words."""
    low, high = bits
    return low | BIT[card, 0], high | BIT[card, 1]


@kernel
def beside(game, colour):
    """The green places beside an expedition's latest arrows, as bits of two words.

    Every second arrow shows them: the one between begins where the last one led, or follows a
    loop, which led to a place visited before. As many in any case: their number would be a guess.
    """
    low, high = BESIDE_START
    last = game.n_arrows[colour] - 1
    for k in range(0, RECENT, 2):
        arc = game.stack[colour, max(0, last - k)]
        low, high = low | BESIDE[arc, 0], high | BESIDE[arc, 1]
    return low, high


@kernel
def bared_worth(game, rules, mind, colour):
    """Of a loop that a removal bares: no more than its arrow takes, or it is laid for nothing."""
    loop = mind.weights[W.loop] + mind.notes[N.restart + colour]
    return min(loop, mind.weights[W.bared] + best_restart(game, rules, mind, colour))


@kernel
def best_restart(game, rules, mind, colour):
    """The most that the arrow of a bared loop takes at once, the one taken off included."""
    last = game.n_arrows[colour] - 1
    best = max(0.0, mind.notes[N.mine + int(rules.head[game.stack[colour, last]])])
    best = max(best, best_from(game, rules, mind, colour, START))
    for k in range(last):
        if not game.closed[colour, k]:
            place = int(rules.head[game.stack[colour, k]])
            best = max(best, best_from(game, rules, mind, colour, place))
    return best


@kernel
def best_from(game, rules, mind, colour, place):
    best = 0.0
    for k in range(n_slots(rules, place)):
        taken = mind.notes[N.mine + int(AROUND[place, k])]
        best = max(best, taken if is_free(game, colour, place, k) else 0.0)
    return best
