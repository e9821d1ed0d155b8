"""Players of Expéditions – Autour du Monde. Ratings are in points unless said otherwise.

All of them look at where an arrow leads: what it gives at once (`gain`), what it hands to a rival
(`is_gift`), and how near the expeditions then are to goals. Distances are the board's own, as if no
segment were used. Only cards in the own hand, open cards and tokens are looked at.
"""

from simulator.games.expeditions.arrows import is_visited
from simulator.games.expeditions.board import ARCS, FIRST_BLUE, FIRST_RED, START
from simulator.games.expeditions.moves import (
    DECLINE,
    END_TURN,
    EXCHANGE,
    GIVE_CARD,
    KEEP_CARD,
    KEEP_NONE,
    MARK_PLACE,
    PAY_FIRST,
    REMOVE,
)
from simulator.games.expeditions.table import (
    BONUS,
    COLOURS,
    COMMON,
    IN_HAND,
    LOOP,
    PAID,
    REST,
    TURN,
    n_keys,
)
from simulator.games.expeditions.table import REMOVALS as REMOVED
from simulator.kernel import kernel
from strategies.registry import strategy

FAR = 14  # farther than any two places are
NEVER = -100.0  # the rating of what a player does not do


@kernel
def colour_of(move):
    return int(move >= ARCS) + int(move >= 2 * ARCS)


@kernel
def head_of(rules, move):
    """The place an arrow leads to."""
    return rules.head[move - ARCS * colour_of(move)]


@kernel
def is_own_key(game, place):
    return game.token[place] == 1 + game.player and game.orphan[place] == 0


@kernel
def is_gift(game, place):
    """Does a rival's token lie there?"""
    return game.token[place] > 0 and game.token[place] != 1 + game.player


@kernel
def goal_worth(game, rules, card):
    """Points that meeting a goal of the own hand gives, losses avoided included."""
    worth = rules.card_points - rules.unmet_points
    if is_own_key(game, card):
        worth += rules.token_points - rules.left_points
    return worth


@kernel
def gain(game, rules, place):
    """Points at once for the seat to act when an arrow leads there."""
    if game.where[place] == IN_HAND + game.player:
        return float(goal_worth(game, rules, place))
    return float(rules.card_points) if game.where[place] == COMMON else 0.0


@kernel
def to_own_goal(game, rules, place):
    """Segments to the nearest goal of the own hand."""
    nearest = FAR
    for k in range(game.n_hand[game.player]):
        nearest = min(nearest, rules.distance[place, game.hand[game.player, k]])
    return nearest


@kernel
def to_common(game, rules, place):
    nearest = FAR
    for k in range(game.n_commons):
        nearest = min(nearest, rules.distance[place, game.commons[k]])
    return nearest


@kernel
def rate_cards(game, rules, move):
    """Key places and exchanges as players without a plan handle them: near places first."""
    if move >= MARK_PLACE:
        return -0.1 * to_start(rules, move - MARK_PLACE)
    if move >= GIVE_CARD:
        card = move - GIVE_CARD
        return 0.1 * to_start(rules, card) - goal_worth(game, rules, card)
    if move >= KEEP_CARD:
        return 0.1 * (FAR - to_start(rules, move - KEEP_CARD))
    return 0.0


@kernel
def to_start(rules, place):
    return float(rules.distance[START, place])


@strategy("expeditions", weights={"gift": 3})
@kernel
def greedy(game, rules, move, mind):
    """Nearest goal: the arrow that meets a goal or comes closest to one; tickets to meet one."""
    if move < END_TURN:
        place = head_of(rules, move)
        met = gain(game, rules, place)
        if game.phase == REST:
            return met - 0.5
        nearest = min(to_own_goal(game, rules, place), to_common(game, rules, place))
        return 10.0 * met - nearest - mind.weights[0] * is_gift(game, place)
    if move >= KEEP_NONE:
        return rate_cards(game, rules, move)
    return 0.0 if move == END_TURN else NEVER


@kernel
def nearness(rules, place, goal):
    """1 at the goal, half as much with every segment before it."""
    return 1.0 / (1 << int(rules.distance[place, goal]))


@kernel
def served(game, rules, place):
    """Points of all goals of the own hand, each by how near an expedition at `place` is."""
    total = 0.0
    for k in range(game.n_hand[game.player]):
        card = game.hand[game.player, k]
        total += goal_worth(game, rules, card) * nearness(rules, place, card)
    return total


@kernel
def rate_plan(game, rules, move, ticket):
    """An arrow by how many goals it serves better than before; `ticket` is what one is worth."""
    if move < END_TURN:
        colour, place = colour_of(move), head_of(rules, move)
        better = served(game, rules, place) - served(game, rules, game.tip[colour])
        better += 0.5 * gain(game, rules, place) - 2.0 * is_gift(game, place)
        return better - ticket if game.phase == REST else better
    if move >= KEEP_NONE:
        return rate_cards(game, rules, move)
    return 0.0 if move == END_TURN else NEVER


@strategy("expeditions", weights={"ticket": 1.5})
@kernel
def planner(game, rules, move, mind):
    """Routes that serve several goals: goals count by nearness, so clusters draw expeditions."""
    if move >= MARK_PLACE:
        return served(game, rules, move - MARK_PLACE)
    return rate_plan(game, rules, move, mind.weights[0])


@strategy("expeditions", weights={"common": 3, "ticket": 0.8})
@kernel
def hunter(game, rules, move, mind):
    """Common goals first, with tickets if they are within two arrows; own goals on the way."""
    if move < END_TURN:
        place = head_of(rules, move)
        met = gain(game, rules, place)
        if game.where[place] == COMMON:
            met *= mind.weights[0]
        worth = met - 0.2 * to_common(game, rules, place) - 0.05 * to_own_goal(game, rules, place)
        if game.phase != REST:
            return worth - is_gift(game, place)
        return met + 2.0 * (to_common(game, rules, place) == 1) - mind.weights[1] - 0.5
    if move >= KEEP_NONE:
        return rate_cards(game, rules, move)
    return 0.0 if move == END_TURN else NEVER


@strategy("expeditions", weights={"finish": 3, "ticket": 0.5})
@kernel
def saver(game, rules, move, mind):
    """Plans, and keeps its tickets until it, or a rival, has only `finish` cards left in hand."""
    fewest = FAR
    for seat in range(game.players):
        fewest = min(fewest, game.n_hand[seat])
    return rate_plan(game, rules, move, mind.weights[1] if fewest <= mind.weights[0] else 100.0)


@kernel
def menace(game, rules, place):
    """How near an expedition at `place` is to rivals' tokens."""
    total = 0.0
    for seat in range(game.players):
        for k in range(n_keys(game, seat)):
            key = game.key[seat, k]
            if is_gift(game, key):
                total += nearness(rules, place, key)
    return total


@strategy("expeditions", weights={"menace": 3, "ticket": 1.2})
@kernel
def blocker(game, rules, move, mind):
    """Steers away from rivals' key places, and removes arrows that point towards them."""
    if move < END_TURN:
        colour, place = colour_of(move), head_of(rules, move)
        eased = menace(game, rules, game.tip[colour]) - menace(game, rules, place)
        return rate_plan(game, rules, move, mind.weights[1]) + mind.weights[0] * eased
    if REMOVE <= move < KEEP_NONE and game.n_arrows[move - REMOVE] > 1:
        colour = move - REMOVE
        before = rules.head[game.stack[colour, game.n_arrows[colour] - 2]]
        eased = menace(game, rules, game.tip[colour]) - menace(game, rules, before)
        eased -= 0.3 * (served(game, rules, game.tip[colour]) - served(game, rules, before))
        return mind.weights[0] * eased - undo_cost(game, mind.weights[1])
    return rate_plan(game, rules, move, mind.weights[1])


# The best player by hand. It looks once per decision: tables say what an own goal promises by its
# distance, and every arrow and removal notes what it gives and which promises it changes. A rating
# then is one of those notes.

(
    NEXT,  # the promise of a goal one segment ahead, per point
    DECAY,  # and how it shrinks with every further segment
    COMMON_WORTH,  # of a common goal
    COMMON_NEAR,  # of leaving one a segment ahead
    RIVAL,  # of a rival's key place
    RIVAL_NEAR,  # of leaving one a segment ahead
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

PROMISE = 0  # notes by distance, 0 to FAR: the promise of one point at the end of the turn;
CARD, KEY = 16, 32  # the points an own card promises, without and with a token
ARROWS, SLOTS = 48, 6  # what each arrow is worth, by colour and order of the tip's arcs
REMOVALS = 66  # what each removal is worth
COST, WEAKEST = 70, 71  # of a ticket; the promise of the least promising own card
AHEAD = 72  # a common goal a segment ahead
NOW = 73  # what lies ahead of each tip
AFRESH = 76  # what a loop's arrow of each colour reaches, -1 = not looked at yet
TABLES, OTHERS = 80, 97  # after a loop, of each own card: its table; how near other tips are


@kernel
def survey(game, rules, mind):
    fill_tables(game, rules, mind)
    if game.phase in (TURN, PAID, BONUS, REST):
        for colour in range(COLOURS):
            weigh_arrows(game, rules, mind, colour)
        if game.tickets[game.player] > 0 and game.phase in (TURN, REST):
            for colour in range(COLOURS):
                weigh_removal(game, rules, mind, colour)
        for k in range(game.n_hand[game.player]):
            weigh_goal(game, rules, mind, game.hand[game.player, k])
    elif game.phase == LOOP:
        note_others(game, rules, mind, game.loop - 1)


@kernel
def fill_tables(game, rules, mind):
    """Promises by distance; what tickets of this turn can still reach promises more."""
    notes, weights = mind.notes, mind.weights
    cost = ticket_cost(game, rules, mind)
    card = float(rules.card_points - rules.unmet_points)
    key = card + float(rules.token_points - rules.left_points)
    reach = min(game.tickets[game.player], rules.tickets_per_turn - game.tickets_used)
    reach -= game.phase == REST
    promise = 1.0
    for d in range(FAR):
        notes[PROMISE + d] = promise
        notes[CARD + d] = card * promise
        notes[KEY + d] = key * promise
        promise *= weights[DECAY] if d else weights[NEXT]
    notes[PROMISE + FAR], notes[CARD + FAR], notes[KEY + FAR] = 0.0, 0.0, 0.0
    for d in range(1, reach + 1):
        notes[CARD + d] = max(notes[CARD + d], card - d * cost)
        notes[KEY + d] = max(notes[KEY + d], key - d * cost)
    notes[COST], notes[WEAKEST] = cost, 100.0
    notes[AHEAD] = weights[COMMON_NEAR]
    if reach > 0:
        notes[AHEAD] = max(notes[AHEAD], weights[COMMON_WORTH] - cost)


@kernel
def ticket_cost(game, rules, mind):
    """Tickets lose their worth as the smallest hand does its cards."""
    fewest = rules.hand
    for seat in range(game.players):
        fewest = min(fewest, game.n_hand[seat])
    late = mind.weights[TICKET_LATE]
    return mind.weights[TICKET] * (late + (1.0 - late) * fewest / rules.hand)


@kernel
def weigh_arrows(game, rules, mind, colour):
    """What the places give, what lies ahead of them, and loops; own goals come later."""
    tip, slot = game.tip[colour], ARROWS + SLOTS * colour
    now = around(game, rules, mind, tip, mind.weights[COMMON_NEAR])
    mind.notes[NOW + colour], mind.notes[AFRESH + colour] = now, -1.0
    for arc in range(rules.first[tip], rules.first[tip + 1]):
        place, worth = rules.head[arc], NEVER
        if game.used[colour, rules.route[arc]] == 0:
            worth = place_worth(game, mind, place) - now
            if is_visited(game, colour, place):
                worth += mind.weights[LOOPING] + loop_worth(game, rules, mind, colour)
            else:
                worth += around(game, rules, mind, place, common_ahead(mind, place))
        mind.notes[slot] = worth
        slot += 1


@kernel
def weigh_removal(game, rules, mind, colour):
    """The same for the place an expedition then stands at."""
    n, place = game.n_arrows[colour], tip_before(game, rules, colour)
    worth = -undo_cost(game, mind.weights[UNDO]) - mind.notes[COST]
    worth += around(game, rules, mind, place, mind.notes[AHEAD]) - mind.notes[NOW + colour]
    if n > 1:
        worth += mind.notes[COST] if place >= FIRST_RED else 0.0
        if game.closed[colour, n - 2]:
            worth += mind.weights[REOPENED] + loop_worth(game, rules, mind, colour)
    mind.notes[REMOVALS + colour] = worth


@kernel
def undo_cost(game, first):
    """More with every removal: two players who undo each other's arrows must come to an end."""
    return first * (1 + game.tally[game.player, REMOVED])


@kernel
def tip_before(game, rules, colour):
    """Where an expedition stands without its last arrow."""
    n = game.n_arrows[colour]
    return int(rules.head[game.stack[colour, n - 2]]) if n > 1 else START


@kernel
def place_worth(game, mind, place):
    """What an arrow gives by leading there, own goals aside."""
    if place >= FIRST_RED:
        return mind.notes[COST]
    if place >= FIRST_BLUE:
        return mind.weights[BLUE]
    worth = mind.weights[COMMON_WORTH] if game.where[place] == COMMON else 0.0
    return worth - mind.weights[RIVAL] if is_gift(game, place) else worth


@kernel
def common_ahead(mind, place):
    """A common goal next to a blue place can be taken at once."""
    is_blue = FIRST_BLUE <= place < FIRST_RED
    return mind.weights[COMMON_WORTH] if is_blue else mind.notes[AHEAD]


@kernel
def around(game, rules, mind, place, common):
    """Common goals and rivals' key places one segment ahead of a place."""
    commons, rivals = 0, 0
    for arc in range(rules.first[place], rules.first[place + 1]):
        ahead = rules.head[arc]
        commons |= game.where[ahead] == COMMON
        rivals += is_gift(game, ahead)
    return commons * common - rivals * mind.weights[RIVAL_NEAR]


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
    ahead -= FIRST_BLUE <= place < FIRST_RED
    return min(ahead, others)


@kernel
def best_arrow(game, rules, mind):
    """For comparison with what may be done before it."""
    best = NEVER
    for colour in range(COLOURS):
        tip, slot = game.tip[colour], ARROWS + SLOTS * colour
        if game.n_arrows[colour] < rules.arrows:
            for _ in range(rules.first[tip], rules.first[tip + 1]):
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
    worth = place_worth(game, mind, place)
    for k in range(game.n_hand[game.player]):
        card = game.hand[game.player, k]
        ahead = after(rules, place, card, int(mind.notes[OTHERS + k]))
        worth += mind.notes[int(mind.notes[TABLES + k]) + ahead]
    return worth


@kernel
def mark_worth(game, rules, mind, place):
    """A key place should be reached for sure: not far, and near other goals."""
    worth = -mind.weights[MARK_FAR] * to_start(rules, place)
    for k in range(game.n_hand[game.player]):
        other = game.hand[game.player, k]
        worth += mind.weights[MARK_CLUSTER] * mind.notes[PROMISE + rules.distance[place, other]]
    return worth


@kernel
def rate_exchange(game, rules, move, mind):
    """Keeps the most promising card and gives the least promising one."""
    if move >= GIVE_CARD:
        return -promise_of(game, rules, mind, move - GIVE_CARD)
    if move >= KEEP_CARD:
        return promise_of(game, rules, mind, move - KEEP_CARD)
    return 0.5


@strategy(
    "expeditions",
    look=survey,
    weights={
        "next": 0.33,
        "decay": 0.7,
        "common": 1.35,
        "common_near": -0.04,
        "rival": 1.23,
        "rival_near": 0.53,
        "ticket": 2.38,
        "ticket_late": 0.41,
        "blue": 0.99,
        "loop": 2.43,
        "reopened": 0.1,
        "undo": 0.1,
        "fresh": 0.7,
        "mark_far": -0.19,
        "mark_cluster": 0.73,
    },
)
@kernel
def allround(game, rules, move, mind):
    """Weighs own goals, common ones and rivals' key places; uses tickets for what they reach."""
    notes = mind.notes
    if move < END_TURN:
        colour = colour_of(move)
        if game.phase == LOOP:
            return restart_worth(game, rules, mind, head_of(rules, move))
        slot = move - ARCS * colour - rules.first[game.tip[colour]]
        worth = notes[ARROWS + SLOTS * colour + slot]
        return worth - notes[COST] if game.phase == REST else worth
    if move >= MARK_PLACE:
        return mark_worth(game, rules, mind, move - MARK_PLACE)
    if move >= KEEP_NONE:
        return rate_exchange(game, rules, move, mind)
    if move in (END_TURN, DECLINE):
        return 0.0
    if move == PAY_FIRST:
        return NEVER
    if move == EXCHANGE:
        better = mind.weights[FRESH] - notes[WEAKEST] - notes[COST]
        if game.phase == REST or better <= 0.0:
            return better if game.phase == REST else NEVER
        return better + best_arrow(game, rules, mind)
    return notes[REMOVALS + move - REMOVE]
