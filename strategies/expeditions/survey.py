"""What allround looks at, once per decision.

Tables say what an own goal promises by its distance, and every arrow and every removal notes what
it gives and which promises it changes. A rating then is one of those notes.
"""

import numpy as np

from simulator.games.expeditions.arrows import is_visited, tip_before
from simulator.games.expeditions.table import (
    COLOURS,
    MAX_HAND,
    MAX_TOKENS,
    Gives,
    Phase,
    Where,
    is_rivals_token,
)
from simulator.kernel import kernel
from simulator.names import numbered, spans
from strategies.expeditions.goals import FAR, NEVER, goal_worth, is_own_key, to_start, undo_cost

WEIGHTS = dict(
    next=0.33,  # the promise of a goal one segment ahead, per point
    decay=0.7,  # and how it shrinks with every further segment
    common=1.35,  # a common goal
    common_near=-0.04,  # leaving one a segment ahead
    rival=13.5,  # a rival's key place, shared by all rivals
    rival_near=1.5,  # leaving one a segment ahead, likewise
    ticket=2.38,  # what one is worth
    ticket_late=0.41,  # and the share of it that is left when a hand is empty
    blue=1.05,  # a blue place's arrow, besides what it reaches
    loop=2.43,  # a loop's arrow, besides what it reaches
    reopened=0.8,  # that arrow once more, after a removal
    undo=0.1,  # what speaks against a removal
    fresh=0.7,  # the promise of cards drawn in an exchange
    mark_far=-0.16,  # a key place's distance from the start
    mark_cluster=0.57,  # its nearness to other goals
)
W = numbered(*WEIGHTS)

SLOTS = 6  # the most arcs that leave a place
DISTANCES = FAR + 1

N = spans(
    promise=DISTANCES,  # of one point at the end of the turn, by distance
    card=DISTANCES,  # the points an own card promises without a token,
    key=DISTANCES,  # and with one
    arrow=COLOURS * SLOTS,  # what each arrow is worth, by colour and order of the tip's arcs
    removal=COLOURS,  # what each removal is worth
    cost=1,  # of a ticket
    weakest=1,  # the promise of the least promising own card
    common_ahead=1,  # a common goal a segment ahead
    gift=1,  # a rival's key place met,
    gift_ahead=1,  # and a segment ahead
    now=COLOURS,  # what lies ahead of each tip
    restart=COLOURS,  # what a loop's arrow of each colour reaches, -1 = not looked at yet
    table=MAX_HAND,  # after a loop, of each own card: N.card or N.key,
    others=MAX_HAND,  # and how near the tips of other colours are
)

NO_BITS = np.uint64(0)


@kernel
def survey(game, rules, mind):
    fill_tables(game, rules, mind, note_prices(game, rules, mind))
    if game.phase in (Phase.turn, Phase.paid, Phase.bonus, Phase.rest):
        signs = read_signs(game)
        for colour in range(COLOURS):
            weigh_arrows(game, rules, mind, colour, signs)
        if game.tickets[game.player] > 0 and game.phase in (Phase.turn, Phase.rest):
            for colour in range(COLOURS):
                weigh_removal(game, rules, mind, colour, signs)
        for k in range(game.n_hand[game.player]):
            weigh_goal(game, rules, mind, game.hand[game.player, k])
    elif game.phase == Phase.loop:
        note_others(game, rules, mind, game.loop - 1)


@kernel
def note_prices(game, rules, mind):
    """A ticket, a rival's key place and a common goal, and how many tickets are left this turn."""
    notes, weights = mind.notes, mind.weights
    reach = min(game.tickets[game.player], rules.tickets_per_turn - game.tickets_used)
    reach -= game.phase == Phase.rest
    notes[N.cost] = ticket_cost(game, rules, mind)
    notes[N.gift] = weights[W.rival] / (game.players - 1)
    notes[N.gift_ahead] = weights[W.rival_near] / (game.players - 1)
    notes[N.common_ahead] = weights[W.common_near]
    if reach > 0:
        notes[N.common_ahead] = max(notes[N.common_ahead], weights[W.common] - notes[N.cost])
    return reach


@kernel
def fill_tables(game, rules, mind, reach):
    """Promises by distance; what tickets of this turn can still reach promises more."""
    notes, promise = mind.notes, 1.0
    card = float(rules.card_points - rules.unmet_points)
    key = card + float(rules.token_points - rules.left_points)
    for d in range(FAR):
        notes[N.promise + d] = promise
        notes[N.card + d] = card * promise
        notes[N.key + d] = key * promise
        promise *= mind.weights[W.decay] if d else mind.weights[W.next]
    notes[N.promise + FAR], notes[N.card + FAR], notes[N.key + FAR] = 0.0, 0.0, 0.0
    for d in range(1, reach + 1):
        notes[N.card + d] = max(notes[N.card + d], card - d * notes[N.cost])
        notes[N.key + d] = max(notes[N.key + d], key - d * notes[N.cost])
    notes[N.weakest] = card + key


@kernel
def ticket_cost(game, rules, mind):
    """Tickets lose their worth as the smallest hand does its cards."""
    fewest = rules.hand
    for seat in range(game.players):
        fewest = min(fewest, game.n_hand[seat])
    late = mind.weights[W.ticket_late]
    return mind.weights[W.ticket] * (late + (1.0 - late) * fewest / rules.hand)


@kernel
def weigh_arrows(game, rules, mind, colour, signs):
    """What the places give, what lies ahead of them, and loops; own goals come later."""
    tip, slot = game.tip[colour], N.arrow + SLOTS * colour
    now = around(rules, mind, signs, tip, mind.weights[W.common_near])
    mind.notes[N.now + colour], mind.notes[N.restart + colour] = now, -1.0
    for arc in range(rules.first[tip], rules.first[tip + 1]):
        place, is_free = rules.head[arc], game.used[colour, rules.route[arc]] == 0
        worth = place_worth(game, rules, mind, place) - now
        worth += around(rules, mind, signs, place, common_ahead(rules, mind, place))
        if is_free & is_visited(game, colour, place):
            worth += mind.weights[W.loop] + loop_worth(game, rules, mind, colour)
        mind.notes[slot] = worth
        slot += 1


@kernel
def weigh_removal(game, rules, mind, colour, signs):
    """The same for the place an expedition then stands at."""
    n, place = game.n_arrows[colour], tip_before(game, rules, colour)
    worth = -undo_cost(game, mind.weights[W.undo]) - mind.notes[N.cost]
    ahead = around(rules, mind, signs, place, mind.notes[N.common_ahead])
    worth += ahead - mind.notes[N.now + colour]
    if n > 1:
        worth += bonus_worth(rules, mind, place)
        if game.closed[colour, n - 2]:
            worth += mind.weights[W.reopened] + loop_worth(game, rules, mind, colour)
    mind.notes[N.removal + colour] = worth


@kernel
def bonus_worth(rules, mind, place):
    """Tickets and arrows; in sums, as a branch would be a guess."""
    is_red = rules.gives[place] == Gives.ticket
    is_blue = rules.gives[place] == Gives.arrow
    return is_red * mind.notes[N.cost] + is_blue * mind.weights[W.blue]


@kernel
def place_worth(game, rules, mind, place):
    """What an arrow gives by leading there, own goals aside."""
    worth = bonus_worth(rules, mind, place)
    worth += (game.where[place] == Where.common) * mind.weights[W.common]
    return worth - is_rivals_token(game, place) * mind.notes[N.gift]


@kernel
def common_ahead(rules, mind, place):
    """A common goal next to a blue place can be taken at once."""
    is_blue = rules.gives[place] == Gives.arrow
    return mind.weights[W.common] if is_blue else mind.notes[N.common_ahead]


@kernel
def around(rules, mind, signs, place, common):
    """Common goals and rivals' key places one segment ahead of a place."""
    low, high = rules.beside[place, 0], rules.beside[place, 1]
    is_open = (low & signs[0] | high & signs[1]) != NO_BITS
    is_rival = (low & signs[2] | high & signs[3]) != NO_BITS
    return is_open * common - is_rival * mind.notes[N.gift_ahead]


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
            rival = is_rivals_token(game, place)
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
    if mind.notes[N.restart + colour] < 0.0:
        mind.notes[N.restart + colour] = 0.5 * best_restart(game, rules, mind, colour)
    return mind.notes[N.restart + colour]


@kernel
def best_restart(game, rules, mind, colour):
    best = 0.0
    for k in range(game.n_hand[game.player]):
        card = game.hand[game.player, k]
        for arc in range(rules.first[card], rules.first[card + 1]):
            free = game.used[colour, rules.route[arc]] == 0
            if free and is_visited(game, colour, rules.head[arc]):
                best = max(best, mind.notes[table_of(game, card)])
    return best


@kernel
def tip_distance(game, rules, colour, goal):
    """Segments from an expedition's tip; FAR if it has no arrow left."""
    if game.n_arrows[colour] == rules.arrows:
        return FAR
    return int(rules.distance[game.tip[colour], goal])


@kernel
def table_of(game, card):
    """The promises by distance that hold for an own card."""
    return N.key if is_own_key(game, card) else N.card


@kernel
def weigh_goal(game, rules, mind, goal):
    """Adds what arrows and removals change in a goal's promise; only the nearest tips can."""
    notes, table = mind.notes, table_of(game, goal)
    d0 = tip_distance(game, rules, 0, goal)
    d1 = tip_distance(game, rules, 1, goal)
    d2 = tip_distance(game, rules, 2, goal)
    near = min(d0, d1, d2)
    now = notes[table] * notes[N.promise + near]
    notes[N.weakest] = min(notes[N.weakest], now)
    for colour in range(COLOURS):
        mine = d0 if colour == 0 else d1 if colour == 1 else d2
        if mine > near:
            continue
        others = min(d1, d2) if colour == 0 else min(d0, d2) if colour == 1 else min(d0, d1)
        tip, slot = game.tip[colour], N.arrow + SLOTS * colour
        for arc in range(rules.first[tip], rules.first[tip + 1]):
            notes[slot] += notes[table + after(rules, rules.head[arc], goal, others)] - now
            slot += 1
        before = rules.distance[tip_before(game, rules, colour), goal]
        before -= game.phase == Phase.turn and before > 0  # the turn's arrow is still to come
        notes[N.removal + colour] += notes[table + min(others, before)] - now


@kernel
def after(rules, place, goal, others):
    """Segments to a goal with an expedition at `place`; a blue place is a segment ahead."""
    ahead = int(rules.distance[place, goal])
    ahead -= rules.gives[place] == Gives.arrow
    return min(ahead, others)


@kernel
def best_arrow(game, rules, mind):
    """For comparison with what may be done before it."""
    best = NEVER
    for colour in range(COLOURS):
        tip, slot = game.tip[colour], N.arrow + SLOTS * colour
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
    return goal_worth(game, rules, card) * mind.notes[N.promise + near]


@kernel
def note_others(game, rules, mind, colour):
    """How near the other two expeditions are to each card of the own hand."""
    for k in range(game.n_hand[game.player]):
        card, near = game.hand[game.player, k], FAR
        for other in range(COLOURS):
            if other != colour:
                near = min(near, tip_distance(game, rules, other, card))
        mind.notes[N.others + k] = near
        mind.notes[N.table + k] = table_of(game, card)


@kernel
def restart_worth(game, rules, mind, place):
    """After a loop an expedition may turn up anywhere: what its new tip gives and promises."""
    worth = place_worth(game, rules, mind, place)
    for k in range(game.n_hand[game.player]):
        card = game.hand[game.player, k]
        ahead = after(rules, place, card, int(mind.notes[N.others + k]))
        worth += mind.notes[int(mind.notes[N.table + k]) + ahead]
    return worth


@kernel
def mark_worth(game, rules, mind, place):
    """Near other goals; and far, as `mark_far` is below 0: near places are met in passing."""
    worth = -mind.weights[W.mark_far] * to_start(rules, place)
    for k in range(game.n_hand[game.player]):
        other = game.hand[game.player, k]
        worth += mind.weights[W.mark_cluster] * mind.notes[N.promise + rules.distance[place, other]]
    return worth


@kernel
def exchange_worth(game, rules, mind):
    """New cards for the least promising one; before the turn's arrow, if at all, as it may help."""
    better = mind.weights[W.fresh] - mind.notes[N.weakest] - mind.notes[N.cost]
    if game.phase == Phase.rest:
        return better
    return better + best_arrow(game, rules, mind) if better > 0.0 else NEVER
