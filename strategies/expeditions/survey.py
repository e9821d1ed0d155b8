"""What allround looks at, once per decision.

An arrow is worth what its place gives, where it leaves the expedition, and what the next arrow can
take: the player's own if the turn goes on, a rival's if it does not.
"""

import numpy as np

from simulator.games.expeditions.arrows import is_visited, tip_before
from simulator.games.expeditions.board import CARDS, PLACES, Place, read_board
from simulator.games.expeditions.table import (
    COLOURS,
    MAX_TOKENS,
    Gives,
    Phase,
    Where,
    is_held,
    is_key_of,
    is_rivals_token,
)
from simulator.kernel import kernel
from simulator.names import numbered, spans
from simulator.places import score
from strategies.expeditions.goals import FAR, NEVER, goal_worth, to_start, undo_cost

WEIGHTS = dict(
    card=0.92,  # an own goal met,
    key=0.69,  # by how much more at an own key place,
    common=1.07,  # and a common goal
    gift=1.36,  # a rival's key place, shared by all rivals
    secret=0.2,  # a place that is a rival's secret goal, by how likely it is one; likewise
    finale=1.0,  # the last card, if it wins; against it, if it does not
    ticket=1.17,  # what one is worth,
    first=0.88,  # by how much more if there is no other,
    ticket_late=0.85,  # and by how much less when a hand is empty
    more=0.66,  # every further arrow of the turn,
    turn=-0.52,  # but for the first of them
    next=0.63,  # the share that counts of the best place it reaches
    ticket_next=0.58,  # likewise of a ticket's arrow, beyond what the ticket is worth
    rival_next=0.39,  # the share that counts of the best place a rival's arrow reaches
    end=0.24,  # the end of the turn
    blue_ahead=0.75,  # of the next arrow: a blue place,
    loop_ahead=1.3,  # and a loop
    loop=0.67,  # a loop's arrow,
    restart=0.47,  # and the share that counts of the best own goal it reaches
    near=0.26,  # an own goal one arrow ahead of an expedition,
    far=0.15,  # and two
    key_near=0.1,  # an own key place likewise
    key_far=0.15,
    rival_near=0.51,  # a rival's key place one arrow ahead, shared by all rivals,
    rival_far=0.22,  # two,
    rival_third=0.11,  # and three
    undo=0.07,  # what speaks against a removal
    fresh=0.3,  # cards drawn in an exchange, against the promise of the least promising one
    mark_far=0.16,  # a key place's distance from the start: near ones are met in passing
    finish=99.0,  # tickets are kept until a hand has only so many cards
)
TUNED: dict[int, dict[str, float]] = {}
W = numbered(*WEIGHTS)

SLOTS = 6  # the most arcs that leave a place
NO_ROUTE = -1
UNKNOWN = -1000.0
TIE = 0.02  # a ticket's worth in one's last turn, where it can but break a tie

N = spans(
    theirs=CARDS,  # what an arrow to each green place gives a rival,
    mine=PLACES,  # and what one to each place gives the player
    arrow=COLOURS * SLOTS,  # what each arrow is worth, by colour and order of the tip's arcs
    removal=COLOURS,  # what each removal is worth
    best=COLOURS,  # the best that the player's next arrow can take from each tip,
    loss=COLOURS,  # and a rival's
    reach=COLOURS,  # where each tip stands
    restart=COLOURS,  # what a loop's arrow of each colour is worth, or UNKNOWN
    risk=1,  # of meeting a rival's secret goal
    cost=1,  # of a ticket used
    later=1,  # 0 in one's last turn, else 1
    rival_next=1,  # the share that counts of what a rival's arrow takes
    signs=12,  # own goals, own and rivals' key places, each in four words of 32 bits
)

NO_BITS, ONE_BIT, LOW_BITS = np.uint64(0), np.uint64(1), np.uint64(0xFFFFFFFF)


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


def _green_within(arrows: int) -> np.ndarray:
    """The green places so many arrows away, as bits of two words."""
    words = np.zeros((PLACES, 2), np.uint64)
    for place, card in zip(*np.nonzero(PAID[:, :CARDS] == arrows), strict=True):
        words[place, card // 64] |= np.uint64(1 << int(card) % 64)
    return words


PAID = _arrows_between()
ONE_AHEAD, TWO_AHEAD, THREE_AHEAD = (_green_within(arrows) for arrows in (1, 2, 3))


@kernel
def survey(game, rules, mind):
    note_prices(game, rules, mind)
    if game.phase in (Phase.turn, Phase.paid, Phase.bonus, Phase.rest, Phase.loop):
        note_gifts(game, rules, mind)
        signs = note_goals(game, rules, mind)
        for colour in range(COLOURS):
            note_tip(game, rules, mind, colour, signs)
        if game.phase == Phase.loop:
            note_signs(mind, signs)
            return
        for colour in range(COLOURS):
            weigh_arrows(game, rules, mind, colour, signs)
        if game.tickets[game.player] > 0 and game.phase in (Phase.turn, Phase.rest):
            for colour in range(COLOURS):
                weigh_removal(game, rules, mind, colour, signs)


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
    fewest, rivals = fewest_cards(game, rules), game.players - 1
    # The round in which a hand was emptied is finished, and that is all.
    is_last = game.last_round != 0 or fewest == 0
    notes[N.later] = not is_last
    notes[N.rival_next] = weights[W.rival_next] * (not is_last or game.player < rivals)
    notes[N.risk] = weights[W.secret] * risk(game, rules) / rivals
    ticket = weights[W.ticket] - weights[W.ticket_late] * (1.0 - fewest / rules.hand)
    if is_last:
        ticket = TIE
    tickets = game.tickets[game.player]
    notes[N.cost] = ticket + (tickets == 1) * weights[W.first] * notes[N.later]
    if fewest > weights[W.finish]:
        notes[N.cost] = -NEVER
    gained = ticket + (tickets == 0) * weights[W.first] * notes[N.later]
    notes[N.mine + Place.red] = gained * (game.ticket_supply > 0)


@kernel
def note_gifts(game, rules, mind):
    """What places give whoever leads an expedition there: arrows, tickets and common goals."""
    notes, weights = mind.notes, mind.weights
    ticket = notes[N.mine + Place.red] * (rules.gives[Place.red] == Gives.ticket)
    blue = weights[W.blue_ahead] * (rules.gives[Place.blue] == Gives.arrow)
    for green in range(2 * CARDS + 1):
        notes[N.theirs + green] = 0.0
    for place in range(Place.blue, Place.red):
        notes[N.mine + place] = blue
    for place in range(Place.red, PLACES):
        notes[N.mine + place] = ticket
    for k in range(game.n_commons):
        notes[N.mine + game.commons[k]] = weights[W.common]
        notes[N.theirs + game.commons[k]] = weights[W.common]


@kernel
def note_goals(game, rules, mind):
    """Own goals and rivals' key places; own goals, own and rivals' key places as bits, too."""
    notes, weights = mind.notes, mind.weights
    card, key = goal_prices(game, rules, mind)
    own, own_high, keys, keys_high = NO_BITS, NO_BITS, NO_BITS, NO_BITS
    for k in range(game.n_hand[game.player]):
        place = game.hand[game.player, k]
        low, high = word(place, 0), word(place, 1)
        own, own_high = own | low, own_high | high
        notes[N.mine + place] = card
        if is_key_of(game, game.player, place):
            keys, keys_high = keys | low, keys_high | high
            notes[N.mine + place] = key
    rival, rival_high, rivals = NO_BITS, NO_BITS, game.players - 1
    for seat in range(game.players):
        for k in range(MAX_TOKENS):
            place = game.key[seat, k]
            if is_rivals_token(game, place):
                rival, rival_high = rival | word(place, 0), rival_high | word(place, 1)
                notes[N.mine + place] -= weights[W.gift] / rivals
                notes[N.theirs + place] += weights[W.card] + weights[W.key]
    return own, own_high, keys, keys_high, rival, rival_high


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
def risk(game, rules):
    """How likely a card that nobody has shown is in a rival's hand."""
    held = 0
    for seat in range(game.players):
        if seat != game.player:
            held += game.n_hand[seat]
            for k in range(rules.tokens):
                held -= game.token[game.key[seat, k]] == 1 + seat
    held = max(held, 0)
    return held / (held + game.n_deck + 1.0)


@kernel
def word(place, k):
    """Word k of the two in which this place has its bit."""
    return ONE_BIT << np.uint64(place & 63) if place >> 6 == k else NO_BITS


@kernel
def is_any(places, place, low, high):
    """Does any of these bits lie so far from a place?"""
    return (places[place, 0] & low | places[place, 1] & high) != NO_BITS


@kernel
def note_tip(game, rules, mind, colour, signs):
    """What lies ahead of an expedition; nothing, if it has no arrow left or none of the turn's."""
    notes = mind.notes
    notes[N.best + colour], notes[N.loss + colour], notes[N.reach + colour] = 0.0, 0.0, 0.0
    notes[N.restart + colour] = UNKNOWN
    if game.n_arrows[colour] < rules.arrows and game.loop != 1 + colour:
        tip = game.tip[colour]
        notes[N.best + colour] = best_ahead(game, rules, mind, colour, tip, NO_ROUTE, 0)
        notes[N.loss + colour] = best_ahead(game, rules, mind, colour, tip, NO_ROUTE, CARDS)
        notes[N.reach + colour] = reach(mind, tip, signs)


@kernel
def best_ahead(game, rules, mind, colour, place, taken, back):
    """The best that the next arrow of a colour takes from a place, the way `taken` there aside.

    A rival's, where the notes of green places lie so far `back`.
    """
    best, loop = 0.0, mind.weights[W.loop_ahead]
    for arc in range(rules.first[place], rules.first[place + 1]):
        route, ahead = rules.route[arc], rules.head[arc]
        worth = mind.notes[N.mine + ahead - back * (ahead < CARDS)]
        worth += is_visited(game, colour, ahead) * loop
        is_free = (game.used[colour, route] == 0) & (route != taken)
        best = max(best, worth * is_free)
    return best


@kernel
def reach(mind, place, signs):
    """How an expedition stands to own goals and to rivals' key places: the nearest counts."""
    weights = mind.weights
    one = is_any(ONE_AHEAD, place, signs[0], signs[1])
    two = is_any(TWO_AHEAD, place, signs[0], signs[1]) & (not one)
    worth = one * weights[W.near] + two * weights[W.far]
    one = is_any(ONE_AHEAD, place, signs[2], signs[3])
    two = is_any(TWO_AHEAD, place, signs[2], signs[3]) & (not one)
    worth += one * weights[W.key_near] + two * weights[W.key_far]
    one = is_any(ONE_AHEAD, place, signs[4], signs[5])
    two = is_any(TWO_AHEAD, place, signs[4], signs[5]) & (not one)
    three = is_any(THREE_AHEAD, place, signs[4], signs[5]) & (not (one | two))
    worth -= one * weights[W.rival_near] + two * weights[W.rival_far]
    return (worth - three * weights[W.rival_third]) * mind.notes[N.later]


@kernel
def others(mind, first, colour):
    """The best of a note of the two other colours."""
    best = 0.0
    for other in range(COLOURS):
        if other != colour:
            best = max(best, mind.notes[first + other])
    return best


@kernel
def weigh_arrows(game, rules, mind, colour, signs):
    """Every arrow from a tip; what a ticket's costs included."""
    if game.n_arrows[colour] == rules.arrows:
        return
    tip, slot = game.tip[colour], N.arrow + SLOTS * colour
    before = mind.notes[N.reach + colour]
    before += (game.phase == Phase.rest) * mind.notes[N.cost]
    for arc in range(rules.first[tip], rules.first[tip + 1]):
        route, place = rules.route[arc], rules.head[arc]
        if game.used[colour, route] == 0:
            worth = arrival_worth(game, rules, mind, colour, place, route, signs)
            mind.notes[slot] = worth - before
        slot += 1


@kernel
def taken_there(mind, place):
    """What a place gives at once; an arrow counts when the turn goes on."""
    return 0.0 if Place.blue <= place < Place.red else mind.notes[N.mine + place]


@kernel
def arrival_worth(game, rules, mind, colour, place, route, signs):
    """What an arrow of a colour gives by leading to a place, and what comes after it."""
    worth = taken_there(mind, place) - is_secret(game, place) * mind.notes[N.risk]
    if is_visited(game, colour, place) and game.n_arrows[colour] + 1 < rules.arrows:
        return worth + loop_worth(game, rules, mind, colour)
    worth += reach(mind, place, signs)
    more = free_arrows(game) + (rules.gives[place] == Gives.arrow)
    is_paid = game.phase == Phase.rest
    tickets = game.tickets[game.player] - is_paid + (rules.gives[place] == Gives.ticket)
    can_pay = tickets > 0 and game.tickets_used + is_paid < rules.tickets_per_turn
    return worth + after(game, rules, mind, more, can_pay, colour, place, route)


@kernel
def free_arrows(game):
    """Arrows that this turn still gives after the one to be placed."""
    free = game.n_bonus - (game.phase == Phase.bonus)
    return free + (game.main_done == 0 and game.phase != Phase.turn)


@kernel
def after(game, rules, mind, more, can_pay, colour, place, route):
    """What the next arrow can take with an expedition led to a place."""
    if more > 0 or can_pay:
        ahead = best_ahead(game, rules, mind, colour, place, route, 0)
        return go_on(mind, more, max(ahead, others(mind, N.best, colour)))
    ahead = best_ahead(game, rules, mind, colour, place, route, CARDS)
    return leave(mind, max(ahead, others(mind, N.loss, colour)))


@kernel
def go_on(mind, more, best):
    """The turn goes on, with further arrows or else with a ticket's."""
    weights = mind.weights
    if more > 0:
        return weights[W.turn] + weights[W.more] * more + weights[W.next] * best
    return weights[W.ticket_next] * max(0.0, best - mind.notes[N.cost])


@kernel
def leave(mind, best):
    """The turn is over, and a rival takes the best there is."""
    return mind.weights[W.end] - mind.notes[N.rival_next] * best


@kernel
def is_secret(game, place):
    """May it be a rival's goal? A green place whose card is nowhere to be seen."""
    where = game.where[place]
    hidden = (where == Where.deck) | (is_held(where) & (where != Where.hand + game.player))
    return hidden & (place < CARDS) & (game.token[place] == 0)


@kernel
def loop_worth(game, rules, mind, colour):
    """A free arrow from any visited place: a share of the best own goal beside one of them."""
    if mind.notes[N.restart + colour] == UNKNOWN:
        best = best_restart(game, rules, mind, colour)
        mind.notes[N.restart + colour] = mind.weights[W.loop] + mind.weights[W.restart] * best
    return mind.notes[N.restart + colour]


@kernel
def best_restart(game, rules, mind, colour):
    best = 0.0
    for k in range(game.n_hand[game.player]):
        card = game.hand[game.player, k]
        worth = mind.notes[N.mine + card]
        if worth > best and is_beside(game, rules, colour, card):
            best = worth
    return best


@kernel
def is_beside(game, rules, colour, place):
    """Does a free segment lead there from a place that the expedition has visited?"""
    for arc in range(rules.first[place], rules.first[place + 1]):
        if game.used[colour, rules.route[arc]] == 0 and is_visited(game, colour, rules.head[arc]):
            return True
    return False


@kernel
def weigh_removal(game, rules, mind, colour, signs):
    """The same for the place an expedition then stands at; its old segment is free again."""
    n, place = game.n_arrows[colour], tip_before(game, rules, colour)
    worth = -undo_cost(game, mind.weights[W.undo]) - mind.notes[N.cost]
    worth -= mind.notes[N.reach + colour]
    more, tickets = int(game.phase == Phase.turn), game.tickets[game.player] - 1
    if n > 1:
        worth += taken_there(mind, place)
        more += rules.gives[place] == Gives.arrow
        tickets += rules.gives[place] == Gives.ticket
    if n > 1 and game.closed[colour, n - 2]:
        worth += loop_worth(game, rules, mind, colour)
    else:
        can_pay = tickets > 0 and game.tickets_used + 1 < rules.tickets_per_turn
        worth += reach(mind, place, signs)
        worth += after(game, rules, mind, more, can_pay, colour, place, NO_ROUTE)
    mind.notes[N.removal + colour] = worth


@kernel
def end_worth(game, mind):
    """Of a turn that is over, or goes on with its own arrow."""
    if game.main_done:
        return leave(mind, others(mind, N.loss, COLOURS))
    return go_on(mind, 1, others(mind, N.best, COLOURS))


@kernel
def note_signs(mind, signs):
    """Notes hold 32 bits each without loss."""
    for k in range(6):
        mind.notes[N.signs + 2 * k] = float(signs[k] & LOW_BITS)
        mind.notes[N.signs + 2 * k + 1] = float(signs[k] >> np.uint64(32))


@kernel
def sign_noted(mind, k):
    low, high = mind.notes[N.signs + 2 * k], mind.notes[N.signs + 2 * k + 1]
    return np.uint64(low) | np.uint64(high) << np.uint64(32)


@kernel
def restart_worth(game, rules, mind, place, route):
    """After a loop an expedition may turn up anywhere."""
    signs = (
        sign_noted(mind, 0), sign_noted(mind, 1), sign_noted(mind, 2),
        sign_noted(mind, 3), sign_noted(mind, 4), sign_noted(mind, 5),
    )  # fmt: skip
    return arrival_worth(game, rules, mind, game.loop - 1, place, route, signs)


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
def mark_worth(rules, mind, place):
    return mind.weights[W.mark_far] * to_start(rules, place)


@kernel
def exchange_worth(game, rules, mind):
    """New cards for the least promising one."""
    weakest = 1.0
    for k in range(game.n_hand[game.player]):
        weakest = min(weakest, promise_of(game, rules, game.hand[game.player, k]))
    return mind.weights[W.fresh] - weakest - mind.notes[N.cost] + end_worth(game, mind)
