"""What allround looks at, once per decision.

Tables say what an own goal promises by its distance, and every arrow and every removal notes what
it gives and which promises it changes. A rating then is one of those notes.
"""

import numpy as np

from simulator.games.expeditions.arrows import is_visited
from simulator.games.expeditions.table import (
    A_TICKET,
    AN_ARROW,
    BONUS,
    COLOURS,
    COMMON,
    LOOP,
    MAX_TOKENS,
    PAID,
    REST,
    TURN,
)
from simulator.kernel import kernel
from strategies.expeditions.goals import (
    FAR,
    goal_worth,
    is_gift,
    is_own_key,
    tip_before,
    to_start,
    undo_cost,
)

# Weights, in the order that allround names them
(
    NEXT,  # the promise of a goal one segment ahead, per point
    DECAY,  # and how it shrinks with every further segment
    COMMON_WORTH,  # of a common goal
    COMMON_NEAR,  # of leaving one a segment ahead
    RIVAL,  # of a rival's key place, shared by all rivals
    RIVAL_NEAR,  # of leaving one a segment ahead, likewise
    TICKET,  # what one is worth
    TICKET_LATE,  # and the share of it that is left when a hand is empty
    BLUE,  # a blue place's arrow, besides what it reaches
    LOOPING,  # a loop's arrow, besides what it reaches
    REOPENED,  # that arrow once more, after a removal
    UNDO,  # what speaks against a removal
    FRESH,  # the promise of cards drawn in an exchange
    MARK_FAR,  # a key place's distance from the start
    MARK_CLUSTER,  # its nearness to other goals
) = range(15)

NO_BITS = np.uint64(0)
NONE = -100.0  # less than anything is worth

# Notes
PROMISE = 0  # by distance, 0 to FAR: the promise of one point at the end of the turn;
CARD, KEY = 16, 32  # the points an own card promises, without and with a token
ARROWS, SLOTS = 48, 6  # what each arrow is worth, by colour and order of the tip's arcs
REMOVALS = 66  # what each removal is worth
COST, WEAKEST = 70, 71  # of a ticket; the promise of the least promising own card
AHEAD = 72  # a common goal a segment ahead
GIFT, GIFT_AHEAD = 73, 74  # a rival's key place met, and a segment ahead
NOW = 75  # what lies ahead of each tip
AFRESH = 78  # what a loop's arrow of each colour reaches, -1 = not looked at yet
TABLES, OTHERS = 81, 98  # after a loop, of each own card: its table; how near other tips are


@kernel
def survey(game, rules, mind):
    fill_tables(game, rules, mind, note_prices(game, rules, mind))
    if game.phase in (TURN, PAID, BONUS, REST):
        signs = read_signs(game)
        for colour in range(COLOURS):
            weigh_arrows(game, rules, mind, colour, signs)
        if game.tickets[game.player] > 0 and game.phase in (TURN, REST):
            for colour in range(COLOURS):
                weigh_removal(game, rules, mind, colour, signs)
        for k in range(game.n_hand[game.player]):
            weigh_goal(game, rules, mind, game.hand[game.player, k])
    elif game.phase == LOOP:
        note_others(game, rules, mind, game.loop - 1)


@kernel
def note_prices(game, rules, mind):
    """A ticket, a rival's key place and a common goal, and how many tickets are left this turn."""
    notes, weights = mind.notes, mind.weights
    reach = min(game.tickets[game.player], rules.tickets_per_turn - game.tickets_used)
    reach -= game.phase == REST
    notes[COST] = ticket_cost(game, rules, mind)
    notes[GIFT] = weights[RIVAL] / (game.players - 1)
    notes[GIFT_AHEAD] = weights[RIVAL_NEAR] / (game.players - 1)
    notes[AHEAD] = weights[COMMON_NEAR]
    if reach > 0:
        notes[AHEAD] = max(notes[AHEAD], weights[COMMON_WORTH] - notes[COST])
    return reach


@kernel
def fill_tables(game, rules, mind, reach):
    """Promises by distance; what tickets of this turn can still reach promises more."""
    notes, promise = mind.notes, 1.0
    card = float(rules.card_points - rules.unmet_points)
    key = card + float(rules.token_points - rules.left_points)
    for d in range(FAR):
        notes[PROMISE + d] = promise
        notes[CARD + d] = card * promise
        notes[KEY + d] = key * promise
        promise *= mind.weights[DECAY] if d else mind.weights[NEXT]
    notes[PROMISE + FAR], notes[CARD + FAR], notes[KEY + FAR] = 0.0, 0.0, 0.0
    for d in range(1, reach + 1):
        notes[CARD + d] = max(notes[CARD + d], card - d * notes[COST])
        notes[KEY + d] = max(notes[KEY + d], key - d * notes[COST])
    notes[WEAKEST] = card + key


@kernel
def ticket_cost(game, rules, mind):
    """Tickets lose their worth as the smallest hand does its cards."""
    fewest = rules.hand
    for seat in range(game.players):
        fewest = min(fewest, game.n_hand[seat])
    late = mind.weights[TICKET_LATE]
    return mind.weights[TICKET] * (late + (1.0 - late) * fewest / rules.hand)


@kernel
def weigh_arrows(game, rules, mind, colour, signs):
    """What the places give, what lies ahead of them, and loops; own goals come later."""
    tip, slot = game.tip[colour], ARROWS + SLOTS * colour
    now = around(rules, mind, signs, tip, mind.weights[COMMON_NEAR])
    mind.notes[NOW + colour], mind.notes[AFRESH + colour] = now, -1.0
    for arc in range(rules.first[tip], rules.first[tip + 1]):
        place, is_free = rules.head[arc], game.used[colour, rules.route[arc]] == 0
        worth = place_worth(game, rules, mind, place) - now
        worth += around(rules, mind, signs, place, common_ahead(rules, mind, place))
        if is_free & is_visited(game, colour, place):
            worth += mind.weights[LOOPING] + loop_worth(game, rules, mind, colour)
        mind.notes[slot] = worth
        slot += 1


@kernel
def weigh_removal(game, rules, mind, colour, signs):
    """The same for the place an expedition then stands at."""
    n, place = game.n_arrows[colour], tip_before(game, rules, colour)
    worth = -undo_cost(game, mind.weights[UNDO]) - mind.notes[COST]
    worth += around(rules, mind, signs, place, mind.notes[AHEAD]) - mind.notes[NOW + colour]
    if n > 1:
        worth += bonus_worth(rules, mind, place)
        if game.closed[colour, n - 2]:
            worth += mind.weights[REOPENED] + loop_worth(game, rules, mind, colour)
    mind.notes[REMOVALS + colour] = worth


@kernel
def bonus_worth(rules, mind, place):
    """Tickets and arrows; in sums, as a branch would be a guess."""
    is_red = rules.gives[place] == A_TICKET
    is_blue = rules.gives[place] == AN_ARROW
    return is_red * mind.notes[COST] + is_blue * mind.weights[BLUE]


@kernel
def place_worth(game, rules, mind, place):
    """What an arrow gives by leading there, own goals aside."""
    worth = bonus_worth(rules, mind, place)
    worth += (game.where[place] == COMMON) * mind.weights[COMMON_WORTH]
    return worth - is_gift(game, place) * mind.notes[GIFT]


@kernel
def common_ahead(rules, mind, place):
    """A common goal next to a blue place can be taken at once."""
    is_blue = rules.gives[place] == AN_ARROW
    return mind.weights[COMMON_WORTH] if is_blue else mind.notes[AHEAD]


@kernel
def around(rules, mind, signs, place, common):
    """Common goals and rivals' key places one segment ahead of a place."""
    low, high = rules.beside[place, 0], rules.beside[place, 1]
    is_open = (low & signs[0] | high & signs[1]) != NO_BITS
    is_rival = (low & signs[2] | high & signs[3]) != NO_BITS
    return is_open * common - is_rival * mind.notes[GIFT_AHEAD]


@kernel
def read_signs(game):
    """Where common goals and where rivals' tokens lie, each as bits of two words."""
    open_low, open_high, rival_low, rival_high = NO_BITS, NO_BITS, NO_BITS, NO_BITS
    for k in range(game.n_commons):
        place = game.commons[k]
        open_low |= bit(place, True, 0)
        open_high |= bit(place, True, 1)
    for seat in range(game.players):
        for k in range(MAX_TOKENS):
            place = game.key[seat, k]
            rival = is_gift(game, place)
            rival_low |= bit(place, rival, 0)
            rival_high |= bit(place, rival, 1)
    return open_low, open_high, rival_low, rival_high


@kernel
def bit(place, is_set, word):
    """The bit of a place, if it lies in this word."""
    return np.uint64(is_set and place >> 6 == word) << np.uint64(place & 63)


@kernel
def loop_worth(game, rules, mind, colour):
    """A free arrow from any visited place: half of the best own goal beside one of them."""
    if mind.notes[AFRESH + colour] < 0.0:
        mind.notes[AFRESH + colour] = 0.5 * best_restart(game, rules, mind, colour)
    return mind.notes[AFRESH + colour]


@kernel
def best_restart(game, rules, mind, colour):
    best = 0.0
    for k in range(game.n_hand[game.player]):
        card = game.hand[game.player, k]
        for arc in range(rules.first[card], rules.first[card + 1]):
            free = game.used[colour, rules.route[arc]] == 0
            if free and is_visited(game, colour, rules.head[arc]):
                best = max(best, mind.notes[KEY if is_own_key(game, card) else CARD])
    return best


@kernel
def tip_distance(game, rules, colour, goal):
    """Segments from an expedition's tip; FAR if it has no arrow left."""
    if game.n_arrows[colour] == rules.arrows:
        return FAR
    return int(rules.distance[game.tip[colour], goal])


@kernel
def weigh_goal(game, rules, mind, goal):
    """Adds what arrows and removals change in a goal's promise; only the nearest tips can."""
    notes, table = mind.notes, KEY if is_own_key(game, goal) else CARD
    d0 = tip_distance(game, rules, 0, goal)
    d1 = tip_distance(game, rules, 1, goal)
    d2 = tip_distance(game, rules, 2, goal)
    near = min(d0, d1, d2)
    now = notes[table] * notes[PROMISE + near]
    notes[WEAKEST] = min(notes[WEAKEST], now)
    for colour in range(COLOURS):
        mine = d0 if colour == 0 else d1 if colour == 1 else d2
        if mine > near:
            continue
        others = min(d1, d2) if colour == 0 else min(d0, d2) if colour == 1 else min(d0, d1)
        tip, slot = game.tip[colour], ARROWS + SLOTS * colour
        for arc in range(rules.first[tip], rules.first[tip + 1]):
            notes[slot] += notes[table + after(rules, rules.head[arc], goal, others)] - now
            slot += 1
        before = rules.distance[tip_before(game, rules, colour), goal]
        before -= game.phase == TURN and before > 0  # the turn's arrow is still to come
        notes[REMOVALS + colour] += notes[table + min(others, before)] - now


@kernel
def after(rules, place, goal, others):
    """Segments to a goal with an expedition at `place`; a blue place is a segment ahead."""
    ahead = int(rules.distance[place, goal])
    ahead -= rules.gives[place] == AN_ARROW
    return min(ahead, others)


@kernel
def best_arrow(game, rules, mind):
    """For comparison with what may be done before it."""
    best = NONE
    for colour in range(COLOURS):
        tip, slot = game.tip[colour], ARROWS + SLOTS * colour
        if game.n_arrows[colour] < rules.arrows:
            for arc in range(rules.first[tip], rules.first[tip + 1]):
                if game.used[colour, rules.route[arc]] == 0:
                    best = max(best, mind.notes[slot])
                slot += 1
    return best


@kernel
def promise_of(game, rules, mind, card):
    """Points an own card promises, from where the expeditions stand."""
    near = FAR
    for colour in range(COLOURS):
        near = min(near, tip_distance(game, rules, colour, card))
    return goal_worth(game, rules, card) * mind.notes[PROMISE + near]


@kernel
def note_others(game, rules, mind, colour):
    """How near the other two expeditions are to each card of the own hand."""
    for k in range(game.n_hand[game.player]):
        card, near = game.hand[game.player, k], FAR
        for other in range(COLOURS):
            if other != colour:
                near = min(near, tip_distance(game, rules, other, card))
        mind.notes[OTHERS + k] = near
        mind.notes[TABLES + k] = KEY if is_own_key(game, card) else CARD


@kernel
def restart_worth(game, rules, mind, place):
    """After a loop an expedition may turn up anywhere: what its new tip gives and promises."""
    worth = place_worth(game, rules, mind, place)
    for k in range(game.n_hand[game.player]):
        card = game.hand[game.player, k]
        ahead = after(rules, place, card, int(mind.notes[OTHERS + k]))
        worth += mind.notes[int(mind.notes[TABLES + k]) + ahead]
    return worth


@kernel
def mark_worth(game, rules, mind, place):
    """Near other goals; and far, as MARK_FAR is below 0: near places are met in passing."""
    worth = -mind.weights[MARK_FAR] * to_start(rules, place)
    for k in range(game.n_hand[game.player]):
        other = game.hand[game.player, k]
        worth += mind.weights[MARK_CLUSTER] * mind.notes[PROMISE + rules.distance[place, other]]
    return worth


@kernel
def exchange_worth(game, rules, mind):
    """New cards for the least promising one; before the turn's arrow, if at all, as it may help."""
    better = mind.weights[FRESH] - mind.notes[WEAKEST] - mind.notes[COST]
    if game.phase == REST:
        return better
    return better + best_arrow(game, rules, mind) if better > 0.0 else NONE
