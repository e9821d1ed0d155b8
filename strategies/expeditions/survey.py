"""What allround looks at, once per decision.

An arrow is worth what its place gives, how the expedition then stands to goals, and what the next
arrow can take: the player's own if the turn goes on, a rival's if it does not.
"""

import numpy as np

from simulator.games.expeditions.arrows import is_visited, n_left, n_slots, tip_before
from simulator.games.expeditions.board import (
    ARCS,
    AROUND,
    CARDS,
    PLACES,
    SLOTS,
    START,
    USUAL,
    WAYS,
    Place,
    read_board,
)
from simulator.games.expeditions.table import (
    COLOURS,
    MAX_TOKENS,
    Gives,
    Phase,
    is_key_of,
    is_rivals_token,
)
from simulator.kernel import kernel
from simulator.names import numbered, spans
from simulator.places import score
from strategies.expeditions.goals import FAR, NEVER, goal_worth, to_start, undo_cost

WEIGHTS = dict(
    card=1.45,  # an own goal met,
    key=0.639,  # by how much more at an own key place,
    common=1.42,  # and a common goal
    gift=1.02,  # a rival's key place met, shared by all rivals
    finale=1.25,  # the last card, if it wins; against it, if it does not
    ticket=1.76,  # what one is worth,
    first=0.632,  # by how much more if there is no other,
    ticket_late=1.58,  # and by how much less when a hand is empty, or no arrow is left
    arrow=1.08,  # another arrow of the turn, and a blue place, which gives one
    loop=1.08,  # a loop, which gives one from any visited place,
    loop_ahead=0.843,  # and one that the next arrow can close,
    loop_own=0.552,  # by how much more if its arrow can lead to an own goal,
    loop_common=0.514,  # and to a common one
    go_on=-0.434,  # a turn that goes on without a ticket,
    next=0.533,  # and the share that counts of the best its next arrow takes
    ticket_next=0.665,  # likewise of a ticket's arrow, beyond what the ticket is worth
    rival_next=0.199,  # likewise of a rival's next arrow, against the end of the turn
    near=0.407,  # an own goal one arrow ahead of an expedition,
    far=0.148,  # and two
    rival_near=0.186,  # against a rival's key place one arrow ahead,
    rival_far=0.136,  # and two
    undo=0.127,  # what speaks against a removal
    fresh=0.454,  # cards drawn in an exchange, against the promise of the least promising one
    finish=99.0,  # tickets are kept until a hand has only so many cards
)
# Those above are for four players. Found by CMA-ES, one such player among those of commit a0c2435:
# `tiltmeter tune expeditions allround -p P -n 4000 --generations G --seed S`, for two to six with
# G and S 70 and 2601, 60 and 2602, 55 and 2603, 50 and 2604, 50 and 2605. Confirmed on other deals
# (docs/players.md).
TUNED = {
    2: {
        "card": 2.02,
        "key": 0.311,
        "common": 2.57,
        "gift": 1.39,
        "finale": 2.11,
        "ticket": 3.08,
        "first": 0.957,
        "ticket_late": 2.79,
        "arrow": 1.6,
        "loop": 1.75,
        "loop_ahead": 1.33,
        "loop_own": 0.602,
        "loop_common": 0.789,
        "go_on": -1.22,
        "next": 0.59,
        "ticket_next": 0.647,
        "rival_next": 0.413,
        "near": 0.601,
        "far": 0.221,
        "rival_near": 0.466,
        "rival_far": 0.259,
        "undo": 0.0998,
        "fresh": 0.52,
    },
    3: {
        "card": 1.6,
        "key": 0.623,
        "common": 1.77,
        "gift": 1.28,
        "finale": 0.916,
        "ticket": 2.06,
        "first": 0.766,
        "ticket_late": 1.72,
        "arrow": 1.19,
        "loop": 1.39,
        "loop_ahead": 1.44,
        "loop_own": 0.436,
        "loop_common": 0.425,
        "go_on": -0.423,
        "next": 0.453,
        "ticket_next": 0.621,
        "rival_next": 0.201,
        "near": 0.42,
        "far": 0.128,
        "rival_near": 0.206,
        "rival_far": 0.11,
        "undo": 0.0884,
        "fresh": 0.749,
    },
    5: {
        "card": 1.71,
        "key": 0.556,
        "common": 1.6,
        "gift": 1.63,
        "finale": 1.12,
        "ticket": 1.85,
        "first": 0.66,
        "ticket_late": 1.57,
        "arrow": 1.12,
        "loop": 1.19,
        "loop_ahead": 1.36,
        "loop_own": 0.483,
        "loop_common": 0.519,
        "go_on": -0.394,
        "next": 0.444,
        "ticket_next": 0.631,
        "rival_next": 0.0964,
        "near": 0.524,
        "far": 0.206,
        "rival_near": 0.212,
        "rival_far": 0.153,
        "undo": 0.113,
        "fresh": 0.62,
    },
    6: {
        "card": 1.59,
        "key": 0.666,
        "common": 1.66,
        "gift": 1.3,
        "finale": 1.14,
        "ticket": 1.82,
        "first": 0.801,
        "ticket_late": 1.76,
        "arrow": 1.06,
        "loop": 1.23,
        "loop_ahead": 1.38,
        "loop_own": 0.531,
        "loop_common": 0.251,
        "go_on": -0.402,
        "next": 0.486,
        "ticket_next": 0.639,
        "rival_next": 0.152,
        "near": 0.444,
        "far": 0.217,
        "rival_near": 0.226,
        "rival_far": 0.106,
        "undo": 0.0883,
        "fresh": 0.675,
    },
}
W = numbered(*WEIGHTS)

WAYS_ON, USUAL_ON = SLOTS - 1, USUAL - 1  # from a place, but not back
NO_ROUTE = -1
RECENT = 20  # arrows of an expedition that are looked at for a loop's next one
SCARCE = 0.6  # arrows are, once only this share of them is left
TIE = 0.02  # a ticket's worth in one's last turn, where it can but break a tie

WORD = 26  # places to a word, each with two bits: as much as a note holds without loss
WORDS = 5
NO_BITS, ONE_AHEAD, TWO_AHEAD = np.uint64(0), np.uint64(1), np.uint64(1 << WORD)

N = spans(
    theirs=CARDS,  # what an arrow to each green place gives a rival,
    mine=PLACES,  # and what one to each place gives the player
    removal=COLOURS,  # what each removal is worth
    best=COLOURS,  # the best that the player's next arrow can take from each tip,
    loss=COLOURS,  # and a rival's
    other_best=COLOURS,  # the highest of these of the two other colours
    other_loss=COLOURS,
    reach=COLOURS,  # how each tip stands to goals
    restart=COLOURS,  # what goals beside an expedition add to its loops
    ticket=1,  # the worth of a ticket gained,
    cost=1,  # and of one used,
    paid=1,  # if the arrow to be placed is a ticket's
    later=1,  # 0 in one's last turn, else 1
    rival_next=1,  # the share that counts of what a rival's arrow takes
    own=2,  # the next arrow is the player's after one to places from here on, and up to here
    after=3 * len(Gives),  # how that counts, by what the place gives: see `note_after`
    removed=3,  # and after a removal
    signs=2 * WORDS,  # which places have own goals ahead, and which have rivals' key places
)


def _arrows_between() -> np.ndarray:
    """Arrows that a way between two places costs: one to a blue place gives the next."""
    board = read_board()
    is_blue = np.zeros(PLACES, bool)
    is_blue[Place.blue : Place.red] = True
    paid = np.where(np.eye(PLACES, dtype=bool), 0, FAR)
    for _ in range(2 * FAR):
        for tail, head in zip(board.tail, board.head, strict=True):
            onward = paid[head] + (0 if is_blue[head] else 1)
            onward[head] = 1
            paid[tail] = np.minimum(paid[tail], onward)
    return paid.astype(np.uint8)


def _places_before() -> np.ndarray:
    """Of each green place, as words: which places lie one arrow before it, and which two."""
    words = np.zeros((CARDS, WORDS), np.uint64)
    for arrows, bit in ((1, ONE_AHEAD), (2, TWO_AHEAD)):
        for place, card in zip(*np.nonzero(PAID[:, :CARDS] == arrows), strict=True):
            words[card, place // WORD] |= bit << np.uint64(place % WORD)
    return words


def _places_onward() -> np.ndarray:
    """Where an expedition can go on to after each arc, the last place again if there are few."""
    board = read_board()
    onward = np.zeros((ARCS, WAYS_ON), np.uint8)
    for arc, (tail, place) in enumerate(zip(board.tail, board.head, strict=True)):
        around = board.head[board.first[place] : board.first[place + 1]]
        onward[arc] = np.pad(around[around != tail], (0, 1 + WAYS_ON - len(around)), mode="edge")
    return onward


def _bits_of_cards() -> np.ndarray:
    """The bit of each green place, in one of two words."""
    bits = np.zeros((CARDS, 2), np.uint64)
    for card in range(CARDS):
        bits[card, card // 64] = np.uint64(1 << card % 64)
    return bits


def _beside_ends() -> np.ndarray:
    """The green places beside either end of each arc, as such bits."""
    board = read_board()
    return board.beside[board.tail] | board.beside[board.head]


PAID = _arrows_between()
BEFORE = _places_before()
ONWARD = _places_onward()
BIT = _bits_of_cards()
BESIDE, BESIDE_START = _beside_ends(), tuple(read_board().beside[START])


@kernel
def survey(game, rules, mind):
    note_prices(game, rules, mind)
    if game.phase in (Phase.turn, Phase.paid, Phase.bonus, Phase.rest, Phase.loop):
        note_arrows(game, rules, mind)
        note_gifts(game, rules, mind)
        note_goals(game, rules, mind)
        goals = goals_as_bits(game)
        note_restarts(game, rules, mind, goals)
        for colour in range(COLOURS):
            note_tip(game, rules, mind, colour)
        for colour in range(COLOURS):
            note_others(mind, colour)
        if game.tickets[game.player] > 0 and game.phase in (Phase.turn, Phase.rest):
            for colour in range(COLOURS):
                weigh_removal(game, rules, mind, colour, goals)


@kernel
def fewest_cards(game, rules):
    fewest = rules.hand
    for seat in range(game.players):
        fewest = min(fewest, game.n_hand[seat])
    return fewest


@kernel
def note_prices(game, rules, mind):
    """What tickets and rivals' arrows are worth by now."""
    notes, weights = mind.notes, mind.weights
    fewest, tickets = fewest_cards(game, rules), game.tickets[game.player]
    # The round in which a hand was emptied is finished, and that is all.
    is_last = game.last_round != 0 or fewest == 0
    left = min(fewest / rules.hand, n_left(game, rules) / (SCARCE * COLOURS * rules.arrows))
    ticket = weights[W.ticket] - weights[W.ticket_late] * (1.0 - left)
    first = weights[W.first]
    if is_last:
        ticket, first = TIE, 0.0
    notes[N.ticket] = (ticket + first * (tickets == 0)) * (game.ticket_supply > 0)
    notes[N.cost] = ticket + first * (tickets == 1)
    if fewest > weights[W.finish]:
        notes[N.cost] = -NEVER
    notes[N.paid] = notes[N.cost] if game.phase == Phase.rest else 0.0
    notes[N.later] = not is_last
    notes[N.rival_next] = weights[W.rival_next] * (not is_last or game.player + 1 < game.players)


@kernel
def note_arrows(game, rules, mind):
    """How the turn can go on after the arrow to be placed."""
    is_paid = game.phase == Phase.rest
    free = game.n_bonus - (game.phase == Phase.bonus)
    free += game.main_done == 0 and game.phase != Phase.turn
    may_pay = game.tickets_used + is_paid < rules.tickets_per_turn
    tickets = game.tickets[game.player] - is_paid if may_pay else -1
    note_own(rules, mind, free, tickets)
    for gives in range(len(Gives)):
        goes_on, can_pay = free + (gives == Gives.arrow) > 0, tickets + (gives == Gives.ticket) > 0
        note_after(mind, N.after + 3 * gives, goes_on, can_pay)


@kernel
def note_own(rules, mind, free, tickets):
    """Blue places lie before the red ones: what the arrow leads to need not be asked for gifts."""
    notes = mind.notes
    blue = free + (rules.gives[Place.blue] == Gives.arrow) > 0
    red = tickets + (rules.gives[Place.red] == Gives.ticket) > 0
    notes[N.own], notes[N.own + 1] = Place.blue if blue else Place.red, PLACES if red else Place.red
    if free > 0 or tickets > 0:
        notes[N.own], notes[N.own + 1] = 0, PLACES


@kernel
def note_after(mind, at, goes_on, can_pay):
    """Of the best that the next arrow can take, the share that counts, and beyond which price."""
    notes, weights = mind.notes, mind.weights
    base, share, price = 0.0, -notes[N.rival_next], 0.0
    if can_pay:
        share, price = weights[W.ticket_next], notes[N.cost]
    if goes_on:
        base, share, price = weights[W.go_on], weights[W.next], 0.0
    notes[at], notes[at + 1], notes[at + 2] = base, share, price


@kernel
def note_gifts(game, rules, mind):
    """What places give whoever leads an expedition there: arrows, tickets and common goals."""
    notes, common = mind.notes, mind.weights[W.common]
    blue = mind.weights[W.arrow] * (rules.gives[Place.blue] == Gives.arrow)
    red = notes[N.ticket] * (rules.gives[Place.red] == Gives.ticket)
    for note in range(N.theirs, N.mine + Place.blue):
        notes[note] = 0.0
    for note in range(N.mine + Place.blue, N.mine + Place.red):
        notes[note] = blue
    for note in range(N.mine + Place.red, N.mine + PLACES):
        notes[note] = red
    for k in range(game.n_commons):
        notes[N.mine + game.commons[k]], notes[N.theirs + game.commons[k]] = common, common


@kernel
def note_goals(game, rules, mind):
    """What own goals and rivals' key places give, and from where they are near."""
    notes, weights = mind.notes, mind.weights
    own = rivals = (NO_BITS, NO_BITS, NO_BITS, NO_BITS, NO_BITS)
    card, key = goal_prices(game, rules, mind)
    for k in range(game.n_hand[game.player]):
        place = game.hand[game.player, k]
        own = with_places_before(own, place)
        notes[N.mine + place] = key if is_key_of(game, game.player, place) else card
    gift, prize = weights[W.gift] / (game.players - 1), weights[W.card] + weights[W.key]
    for seat in range(game.players):
        for k in range(MAX_TOKENS):
            place = game.key[seat, k]
            if is_rivals_token(game, place):
                rivals = with_places_before(rivals, place)
                notes[N.mine + place] -= gift
                notes[N.theirs + place] += prize
    note_signs(mind, own, rivals)


@kernel
def with_places_before(words, card):
    one, two, three, four, five = words
    one, two, three = one | BEFORE[card, 0], two | BEFORE[card, 1], three | BEFORE[card, 2]
    return one, two, three, four | BEFORE[card, 3], five | BEFORE[card, 4]


@kernel
def note_signs(mind, own, rivals):
    for k in range(WORDS):
        mind.notes[N.signs + 2 * k] = float(own[k])
        mind.notes[N.signs + 2 * k + 1] = float(rivals[k])


@kernel
def goal_prices(game, rules, mind):
    """Of an own goal without and with a token; the last card of all ends the game."""
    card = mind.weights[W.card]
    key = card + mind.weights[W.key]
    if game.n_hand[game.player] == 1:
        finale, lead = mind.weights[W.finale], lead_of(game)
        lead += rules.card_points - rules.unmet_points
        card += finale if lead > 0 else -finale
        lead += rules.token_points - rules.left_points
        key += finale if lead > 0 else -finale
    return card, key


@kernel
def lead_of(game):
    """Points ahead of the best rival."""
    best = -1000
    for seat in range(game.players):
        if seat != game.player:
            best = max(best, score(game, seat))
    return score(game, game.player) - best


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
    own, own_high, common, common_high = goals
    low, high = beside(game, colour)
    is_own = (low & own | high & own_high) != NO_BITS
    is_common = (low & common | high & common_high) != NO_BITS
    worth = is_own * mind.weights[W.loop_own] + is_common * mind.weights[W.loop_common]
    mind.notes[N.restart + colour] = worth


@kernel
def goals_as_bits(game):
    """Own goals and common ones, as bits of two words each."""
    own = own_high = common = common_high = NO_BITS
    for k in range(game.n_hand[game.player]):
        card = game.hand[game.player, k]
        own, own_high = own | BIT[card, 0], own_high | BIT[card, 1]
    for k in range(game.n_commons):
        card = game.commons[k]
        common, common_high = common | BIT[card, 0], common_high | BIT[card, 1]
    return own, own_high, common, common_high


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
def note_tip(game, rules, mind, colour):
    """What lies ahead of an expedition; nothing, if it has no arrow left or is about to restart."""
    notes = mind.notes
    notes[N.best + colour], notes[N.loss + colour], notes[N.reach + colour] = 0.0, 0.0, 0.0
    if game.n_arrows[colour] < rules.arrows and game.loop != 1 + colour:
        tip = game.tip[colour]
        best, loss = both_ahead(game, rules, mind, colour, tip)
        notes[N.best + colour], notes[N.loss + colour] = best, loss
        notes[N.reach + colour] = reach(mind, tip)


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
def best_onward(game, mind, colour, arc, back):
    """The same after an arc to a place new to the expedition: no arrow has left it yet.

    As many ways are gone through for all but a few places: how many there are is a guess.
    """
    best = best_elsewhere(mind, colour, back)
    one = worth_ahead(game, mind, colour, int(ONWARD[arc, 0]), back)
    two = worth_ahead(game, mind, colour, int(ONWARD[arc, 1]), back)
    three = worth_ahead(game, mind, colour, int(ONWARD[arc, 2]), back)
    best = max(max(best, one), max(two, three))
    if ONWARD[arc, USUAL_ON] != ONWARD[arc, USUAL_ON - 1]:
        for k in range(USUAL_ON, WAYS_ON):
            best = max(best, worth_ahead(game, mind, colour, int(ONWARD[arc, k]), back))
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
def note_others(mind, colour):
    mind.notes[N.other_best + colour] = best_of_others(mind, N.best, colour)
    mind.notes[N.other_loss + colour] = best_of_others(mind, N.loss, colour)


@kernel
def arrow_worth(game, rules, mind, colour, arc):
    """Of an arrow, beyond how the expedition stands now; after a loop it turns up anywhere."""
    before = mind.notes[N.reach + colour] + mind.notes[N.paid]
    if is_visited(game, colour, rules.head[arc]):
        return return_worth(game, rules, mind, colour, arc) - before
    return arrival_worth(game, rules, mind, colour, arc) - before


@kernel
def arrival_worth(game, rules, mind, colour, arc):
    """What an arrow gives by leading to a new place, and what comes after it."""
    place = rules.head[arc]
    best = best_onward(game, mind, colour, arc, how_far_back(mind, place))
    worth = mind.notes[N.mine + place] + reach(mind, place)
    return worth + after(mind, N.after + 3 * rules.gives[place], best)


@kernel
def return_worth(game, rules, mind, colour, arc):
    """Of a loop; but the last arrow of a colour closes none."""
    place = rules.head[arc]
    worth = mind.notes[N.mine + place]
    if game.n_arrows[colour] + 1 < rules.arrows:
        return worth + mind.weights[W.loop] + mind.notes[N.restart + colour]
    back, taken = how_far_back(mind, place), rules.route[arc]
    best = best_ahead(game, rules, mind, colour, place, taken, back)
    return worth + reach(mind, place) + after(mind, N.after + 3 * rules.gives[place], best)


@kernel
def how_far_back(mind, place):
    """To read notes of green places: a rival's, if a rival comes next after an arrow there."""
    is_own = (place >= int(mind.notes[N.own])) & (place < int(mind.notes[N.own + 1]))
    return 0 if is_own else CARDS


@kernel
def after(mind, at, best):
    """How it counts that the next arrow can take its best."""
    return mind.notes[at] + mind.notes[at + 1] * max(0.0, best - mind.notes[at + 2])


@kernel
def best_of_others(mind, first, colour):
    """The highest of the notes of other colours."""
    best = 0.0
    for other in range(COLOURS):
        if other != colour:
            best = max(best, mind.notes[first + other])
    return best


@kernel
def next_arrow(mind, best):
    return mind.weights[W.go_on] + mind.weights[W.next] * best


@kernel
def next_rival(mind, best):
    return -mind.notes[N.rival_next] * best


@kernel
def weigh_removal(game, rules, mind, colour, goals):
    """The same for the place an expedition then stands at, if that gives anything."""
    n, place = game.n_arrows[colour], tip_before(game, rules, colour)
    mind.notes[N.removal + colour] = NEVER
    if n < 2:
        return
    given, closed = rules.gives[place], game.closed[colour, n - 2]
    if given == Gives.nothing and not closed:
        return
    if n == rules.arrows:
        note_restart(game, mind, colour, goals)
    worth = mind.notes[N.mine + place] - mind.notes[N.reach + colour] - mind.notes[N.cost]
    worth -= undo_cost(game, mind.weights[W.undo])
    is_first = game.phase == Phase.turn
    worth += is_first * mind.weights[W.arrow]
    if closed:
        worth += mind.weights[W.loop] + mind.notes[N.restart + colour]
    else:
        tickets = game.tickets[game.player] - 1 + (given == Gives.ticket)
        can_pay = tickets > 0 and game.tickets_used + 1 < rules.tickets_per_turn
        goes_on = is_first or given == Gives.arrow
        note_after(mind, N.removed, goes_on, can_pay)
        back = 0 if goes_on or can_pay else CARDS
        best = best_ahead(game, rules, mind, colour, place, NO_ROUTE, back)
        worth += reach(mind, place)
        worth += after(mind, N.removed, best)
    mind.notes[N.removal + colour] = worth


@kernel
def pause_worth(game, mind):
    """Of a move without an arrow: the turn's own comes next, or a rival's.

    It is kept for later in the turn, but not by declining a blue one, beside which it comes anyway.
    """
    if game.main_done:
        return next_rival(mind, best_of_others(mind, N.loss, COLOURS))
    kept = mind.weights[W.arrow] if game.phase == Phase.turn else 0.0
    return kept + next_arrow(mind, best_of_others(mind, N.best, COLOURS))


@kernel
def promise_of(game, rules, card):
    """Points an own card promises, from where the expeditions stand."""
    near = FAR
    for colour in range(COLOURS):
        if game.n_arrows[colour] < rules.arrows:
            near = min(near, arrows_to(rules, game.tip[colour], card))
    return goal_worth(game, rules, card) / (1.0 + near)


@kernel
def arrows_to(rules, place, goal):
    """Arrows from a place to a goal, as if no segment were used."""
    if rules.gives[Place.blue] == Gives.arrow:
        return int(PAID[place, goal])
    return int(rules.distance[place, goal])


@kernel
def mark_worth(rules, place):
    """The nearest key place: near ones are met in passing."""
    return -1.0 * to_start(rules, place)


@kernel
def exchange_worth(game, rules, mind):
    """New cards for the least promising one, where tickets are worth less than that."""
    better = mind.weights[W.fresh] * mind.notes[N.later] - mind.notes[N.cost]
    if better <= 0.0:
        return NEVER
    weakest = 1.0
    for k in range(game.n_hand[game.player]):
        weakest = min(weakest, promise_of(game, rules, game.hand[game.player, k]))
    return better - weakest + pause_worth(game, mind)
