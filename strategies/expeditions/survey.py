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
    arrow=COLOURS * SLOTS,  # what each arrow is worth, by colour and order of the tip's arcs
    removal=COLOURS,  # what each removal is worth
    mine=COLOURS,  # the best that the player's next arrow can take from each tip,
    theirs=COLOURS,  # and a rival's
    reach=COLOURS,  # where each tip stands
    restart=COLOURS,  # what a loop's arrow of each colour reaches, or UNKNOWN
    card=1,  # an own goal met,
    key=1,  # and how much more at a key place
    gift=1,  # a rival's key place met,
    prize=1,  # and what it gives the rival
    risk=1,  # of meeting a rival's secret goal
    ticket=1,  # the worth of one gained,
    cost=1,  # and of one used
    later=1,  # 0 in one's last turn, else 1
    rival_next=1,  # the share that counts of what a rival's arrow takes
    signs=12,  # own goals, own and rivals' key places, each in four words of 32 bits
    place=PLACES,  # what a loop's arrow to each place is worth, or UNKNOWN
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
        signs = read_signs(game)
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
    """What goals and tickets are worth by now."""
    notes, weights = mind.notes, mind.weights
    fewest, rivals = fewest_cards(game, rules), game.players - 1
    # The round in which a hand was emptied is finished, and that is all.
    is_last = game.last_round != 0 or fewest == 0
    notes[N.later] = not is_last
    notes[N.rival_next] = weights[W.rival_next] * (not is_last or game.player < rivals)
    note_goals(game, rules, mind, rivals)
    late = weights[W.ticket_late] * (1.0 - fewest / rules.hand)
    tickets = game.tickets[game.player]
    gained = weights[W.ticket] - late + (tickets == 0) * weights[W.first]
    used = weights[W.ticket] - late + (tickets == 1) * weights[W.first]
    notes[N.ticket] = (TIE if is_last else gained) * (game.ticket_supply > 0)
    notes[N.cost] = TIE if is_last else used
    if fewest > weights[W.finish]:
        notes[N.cost] = -NEVER


@kernel
def note_goals(game, rules, mind, rivals):
    notes, weights = mind.notes, mind.weights
    notes[N.card], notes[N.key] = weights[W.card], weights[W.key]
    if game.n_hand[game.player] == 1:
        card = rules.card_points - rules.unmet_points
        key = rules.token_points - rules.left_points
        lead = lead_of(game) + card
        notes[N.card] += weights[W.finale] if lead > 0 else -weights[W.finale]
        if lead <= 0 < lead + key:
            notes[N.key] += 2.0 * weights[W.finale]
    notes[N.gift] = weights[W.gift] / rivals
    notes[N.prize] = weights[W.card] + weights[W.key]
    notes[N.risk] = weights[W.secret] * risk(game, rules) / rivals


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
def read_signs(game):
    """Own goals, own key places and rivals' ones, each as bits of two words."""
    own, own_high, key, key_high = NO_BITS, NO_BITS, NO_BITS, NO_BITS
    for k in range(game.n_hand[game.player]):
        card = game.hand[game.player, k]
        is_key = is_key_of(game, game.player, card)
        low, high = word(card, 0), word(card, 1)
        own, own_high = own | low, own_high | high
        if is_key:
            key, key_high = key | low, key_high | high
    rival, rival_high = NO_BITS, NO_BITS
    for seat in range(game.players):
        for k in range(MAX_TOKENS):
            place = game.key[seat, k]
            if is_rivals_token(game, place):
                rival, rival_high = rival | word(place, 0), rival_high | word(place, 1)
    return own, own_high, key, key_high, rival, rival_high


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
    notes[N.mine + colour], notes[N.theirs + colour], notes[N.reach + colour] = 0.0, 0.0, 0.0
    notes[N.restart + colour] = UNKNOWN
    if game.n_arrows[colour] < rules.arrows and game.loop != 1 + colour:
        tip = game.tip[colour]
        notes[N.mine + colour] = best_ahead(game, rules, mind, colour, tip, NO_ROUTE, True)
        notes[N.theirs + colour] = best_ahead(game, rules, mind, colour, tip, NO_ROUTE, False)
        notes[N.reach + colour] = reach(mind, tip, signs)


@kernel
def best_ahead(game, rules, mind, colour, place, taken, is_mine):
    """The best that the next arrow of a colour takes from a place, the way `taken` there aside."""
    best, loop = 0.0, mind.weights[W.loop_ahead]
    for arc in range(rules.first[place], rules.first[place + 1]):
        route, ahead = rules.route[arc], rules.head[arc]
        if (game.used[colour, route] == 0) & (route != taken):
            worth = is_visited(game, colour, ahead) * loop
            worth += (rules.gives[ahead] == Gives.arrow) * mind.weights[W.blue_ahead]
            if is_mine:
                worth += taken_there(game, rules, mind, ahead)
            else:
                worth += rivals_there(game, rules, mind, ahead)
            best = max(best, worth)
    return best


@kernel
def taken_there(game, rules, mind, place):
    """What a place gives the player; in sums, as a branch would be a guess."""
    notes, where = mind.notes, game.where[place]
    worth = (rules.gives[place] == Gives.ticket) * notes[N.ticket]
    worth += (where == Where.hand + game.player) * notes[N.card]
    worth += is_key_of(game, game.player, place) * notes[N.key]
    worth += (where == Where.common) * mind.weights[W.common]
    return worth - is_rivals_token(game, place) * notes[N.gift]


@kernel
def rivals_there(game, rules, mind, place):
    """What it gives a rival, as far as it is known."""
    worth = (rules.gives[place] == Gives.ticket) * mind.weights[W.ticket]
    worth += (game.where[place] == Where.common) * mind.weights[W.common]
    return worth + is_rivals_token(game, place) * mind.notes[N.prize]


@kernel
def reach(mind, place, signs):
    """How an expedition stands to own goals and to rivals' key places: the nearest counts."""
    weights, worth = mind.weights, 0.0
    if is_any(ONE_AHEAD, place, signs[0], signs[1]):
        worth += weights[W.near]
    elif is_any(TWO_AHEAD, place, signs[0], signs[1]):
        worth += weights[W.far]
    if is_any(ONE_AHEAD, place, signs[2], signs[3]):
        worth += weights[W.key_near]
    elif is_any(TWO_AHEAD, place, signs[2], signs[3]):
        worth += weights[W.key_far]
    if is_any(ONE_AHEAD, place, signs[4], signs[5]):
        worth -= weights[W.rival_near]
    elif is_any(TWO_AHEAD, place, signs[4], signs[5]):
        worth -= weights[W.rival_far]
    elif is_any(THREE_AHEAD, place, signs[4], signs[5]):
        worth -= weights[W.rival_third]
    return worth * mind.notes[N.later]


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
def arrival_worth(game, rules, mind, colour, place, route, signs):
    """What an arrow of a colour gives by leading to a place, and what comes after it."""
    worth = taken_there(game, rules, mind, place) - is_secret(game, place) * mind.notes[N.risk]
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
        ahead = best_ahead(game, rules, mind, colour, place, route, True)
        return go_on(mind, more, max(ahead, others(mind, N.mine, colour)))
    ahead = best_ahead(game, rules, mind, colour, place, route, False)
    return leave(mind, max(ahead, others(mind, N.theirs, colour)))


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
        worth = taken_there(game, rules, mind, card)
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
        worth += taken_there(game, rules, mind, place)
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
        return leave(mind, others(mind, N.theirs, COLOURS))
    return go_on(mind, 1, others(mind, N.mine, COLOURS))


@kernel
def note_signs(mind, signs):
    """Notes hold 32 bits each without loss."""
    for place in range(PLACES):
        mind.notes[N.place + place] = UNKNOWN
    for k in range(6):
        mind.notes[N.signs + 2 * k] = float(signs[k] & LOW_BITS)
        mind.notes[N.signs + 2 * k + 1] = float(signs[k] >> np.uint64(32))


@kernel
def sign_noted(mind, k):
    low, high = mind.notes[N.signs + 2 * k], mind.notes[N.signs + 2 * k + 1]
    return np.uint64(low) | np.uint64(high) << np.uint64(32)


@kernel
def restart_worth(game, rules, mind, place, route):
    """After a loop an expedition may turn up anywhere; several segments may lead to a place."""
    if mind.notes[N.place + place] == UNKNOWN:
        signs = (
            sign_noted(mind, 0), sign_noted(mind, 1), sign_noted(mind, 2),
            sign_noted(mind, 3), sign_noted(mind, 4), sign_noted(mind, 5),
        )  # fmt: skip
        worth = arrival_worth(game, rules, mind, game.loop - 1, place, route, signs)
        mind.notes[N.place + place] = worth
    return mind.notes[N.place + place]


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
