"""What allround looks at, once per decision.

An arrow is worth what its place gives, how the expedition then stands to goals, and what the next
arrow can take: the player's own if the turn goes on, a rival's if it does not.
"""

import numpy as np

from simulator.games.expeditions.arrows import is_visited, n_left, tip_before
from simulator.games.expeditions.board import CARDS, PLACES, START, Place, read_board
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
    card=1.47,  # an own goal met,
    key=0.85,  # by how much more at an own key place,
    common=1.63,  # and a common goal
    gift=1.48,  # a rival's key place met, shared by all rivals
    finale=0.92,  # the last card, if it wins; against it, if it does not
    ticket=1.9,  # what one is worth,
    first=0.59,  # by how much more if there is no other,
    ticket_late=1.56,  # and by how much less when a hand is empty, or no arrow is left
    arrow=1.11,  # another arrow of the turn, and a blue place, which gives one
    loop=1.04,  # a loop, which gives one from any visited place,
    loop_ahead=1.19,  # and one that the next arrow can close,
    loop_own=0.43,  # by how much more if its arrow can lead to an own goal,
    loop_common=0.4,  # and to a common one
    go_on=-0.4,  # a turn that goes on without a ticket,
    next=0.43,  # and the share that counts of the best its next arrow takes
    ticket_next=0.79,  # likewise of a ticket's arrow, beyond what the ticket is worth
    rival_next=0.2,  # likewise of a rival's next arrow, against the end of the turn
    near=0.4,  # an own goal one arrow ahead of an expedition,
    far=0.16,  # and two
    rival_near=0.27,  # against a rival's key place one arrow ahead,
    rival_far=0.12,  # and two
    undo=0.11,  # what speaks against a removal
    fresh=0.66,  # cards drawn in an exchange, against the promise of the least promising one
    finish=99.0,  # tickets are kept until a hand has only so many cards
)
# Found by CMA-ES, one such player among those of a53aeb9, at two players and at four; then
# confirmed by `benchmarks/older.py` on other deals.
TUNED = {
    2: {
        "card": 1.79,
        "key": 0.63,
        "common": 2.27,
        "gift": 1.34,
        "finale": 1.31,
        "ticket": 2.67,
        "first": 0.5,
        "ticket_late": 2.17,
        "arrow": 1.44,
        "loop": 1.48,
        "loop_ahead": 1.04,
        "loop_own": 0.57,
        "loop_common": 0.52,
        "go_on": -0.69,
        "next": 0.54,
        "ticket_next": 0.74,
        "rival_next": 0.47,
        "near": 0.32,
        "far": 0.19,
        "rival_near": 0.49,
        "rival_far": 0.33,
        "undo": 0.1,
        "fresh": 0.58,
    }
}
W = numbered(*WEIGHTS)

SLOTS = 6  # the most arcs that leave a place
NO_ROUTE = -1
RECENT = 20  # arrows of an expedition that are looked at for a loop's next one
SCARCE = 0.6  # arrows are, once only this share of them is left
TIE = 0.02  # a ticket's worth in one's last turn, where it can but break a tie

N = spans(
    theirs=CARDS,  # what an arrow to each green place gives a rival,
    mine=PLACES,  # and what one to each place gives the player
    arrow=COLOURS * SLOTS,  # what each arrow is worth, by colour and order of the tip's arcs
    removal=COLOURS,  # what each removal is worth
    best=COLOURS,  # the best that the player's next arrow can take from each tip,
    loss=COLOURS,  # and a rival's
    reach=COLOURS,  # how each tip stands to goals
    restart=COLOURS,  # what goals beside an expedition add to its loops
    ticket=1,  # the worth of a ticket gained,
    cost=1,  # and of one used
    later=1,  # 0 in one's last turn, else 1
    rival_next=1,  # the share that counts of what a rival's arrow takes
    free=1,  # arrows that this turn still gives after the one to be placed,
    tickets=1,  # and tickets that may then pay for another
    signs=4,  # own goals and rivals' key places, each in two words
)

WORD = CARDS // 2  # green places are bits of two words, each of which a note holds without loss
NO_BITS, ONE_BIT, WORD_BITS = np.uint64(0), np.uint64(1), np.uint64(WORD)


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
        words[place, card // WORD] |= np.uint64(1 << int(card) % WORD)
    return words


def _beside(places: np.ndarray) -> np.ndarray:
    """The green places one segment from any of these, by rows, as bits of two words."""
    near = (read_board().distance[places, :CARDS] == 1).any(axis=1)
    words = np.zeros((len(places), 2), np.uint64)
    for row, card in zip(*np.nonzero(near), strict=True):
        words[row, card // WORD] |= np.uint64(1 << int(card) % WORD)
    return words


PAID = _arrows_between()
ONE_AHEAD, TWO_AHEAD = _green_within(1), _green_within(2)
BESIDE = _beside(np.stack([read_board().tail, read_board().head], axis=1))  # of both ends of an arc
BESIDE_START = tuple(_beside(np.array([[START]]))[0])


@kernel
def survey(game, rules, mind):
    note_prices(game, rules, mind)
    if game.phase in (Phase.turn, Phase.paid, Phase.bonus, Phase.rest, Phase.loop):
        note_arrows(game, rules, mind)
        commons = note_gifts(game, rules, mind)
        signs = note_goals(game, rules, mind)
        for colour in range(COLOURS):
            note_restart(game, mind, colour, signs, commons)
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
    notes[N.later] = not is_last
    notes[N.rival_next] = weights[W.rival_next] * (not is_last or game.player + 1 < game.players)


@kernel
def note_arrows(game, rules, mind):
    """How the turn can go on after the arrow to be placed."""
    is_paid = game.phase == Phase.rest
    free = game.n_bonus - (game.phase == Phase.bonus)
    mind.notes[N.free] = free + (game.main_done == 0 and game.phase != Phase.turn)
    may_pay = game.tickets_used + is_paid < rules.tickets_per_turn
    mind.notes[N.tickets] = game.tickets[game.player] - is_paid if may_pay else -1


@kernel
def note_gifts(game, rules, mind):
    """What places give whoever leads an expedition there: arrows, tickets and common goals.

    These are bits of two words, too.
    """
    notes, common, signs, signs_high = mind.notes, mind.weights[W.common], NO_BITS, NO_BITS
    blue = mind.weights[W.arrow] * (rules.gives[Place.blue] == Gives.arrow)
    red = notes[N.ticket] * (rules.gives[Place.red] == Gives.ticket)
    for note in range(N.theirs, N.mine + Place.blue):
        notes[note] = 0.0
    for note in range(N.mine + Place.blue, N.mine + Place.red):
        notes[note] = blue
    for note in range(N.mine + Place.red, N.mine + PLACES):
        notes[note] = red
    for k in range(game.n_commons):
        place = game.commons[k]
        low, high = words_of(place)
        signs, signs_high = signs | low, signs_high | high
        notes[N.mine + place], notes[N.theirs + place] = common, common
    return signs, signs_high


@kernel
def note_goals(game, rules, mind):
    """What own goals and rivals' key places give; both as bits of two words, too."""
    notes, weights = mind.notes, mind.weights
    own, own_high, rival, rival_high = NO_BITS, NO_BITS, NO_BITS, NO_BITS
    card, key = goal_prices(game, rules, mind)
    for k in range(game.n_hand[game.player]):
        place = game.hand[game.player, k]
        low, high = words_of(place)
        own, own_high = own | low, own_high | high
        notes[N.mine + place] = key if is_key_of(game, game.player, place) else card
    gift, prize = weights[W.gift] / (game.players - 1), weights[W.card] + weights[W.key]
    for seat in range(game.players):
        for k in range(MAX_TOKENS):
            place = game.key[seat, k]
            if is_rivals_token(game, place):
                low, high = words_of(place)
                rival, rival_high = rival | low, rival_high | high
                notes[N.mine + place] -= gift
                notes[N.theirs + place] += prize
    return own, own_high, rival, rival_high


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
def words_of(place):
    """The two words with the bit of a green place; no branch, as it would be a guess."""
    is_high = np.uint64(place >= WORD)
    bit = ONE_BIT << (np.uint64(place) - WORD_BITS * is_high)
    return bit * (ONE_BIT - is_high), bit * is_high


@kernel
def is_any(places, place, low, high):
    """Does any of these bits lie so far from a place?"""
    return (places[place, 0] & low | places[place, 1] & high) != NO_BITS


@kernel
def note_restart(game, mind, colour, signs, commons):
    """A loop's arrow may lead to any place beside those that its expedition has visited.

    Every second arrow shows them: the one between begins where the last one led, or follows a
    loop, which led to a place visited before.
    """
    low, high = BESIDE_START
    last = game.n_arrows[colour] - 1
    for k in range(0, RECENT, 2):  # so many in any case: their number would be a guess
        arc = game.stack[colour, max(0, last - k)]
        low, high = low | BESIDE[arc, 0], high | BESIDE[arc, 1]
    is_own = (low & signs[0] | high & signs[1]) != NO_BITS
    is_common = (low & commons[0] | high & commons[1]) != NO_BITS
    worth = is_own * mind.weights[W.loop_own] + is_common * mind.weights[W.loop_common]
    mind.notes[N.restart + colour] = worth


@kernel
def note_tip(game, rules, mind, colour, signs):
    """What lies ahead of an expedition; nothing, if it has no arrow left or is about to restart."""
    notes = mind.notes
    notes[N.best + colour], notes[N.loss + colour], notes[N.reach + colour] = 0.0, 0.0, 0.0
    if game.n_arrows[colour] < rules.arrows and game.loop != 1 + colour:
        tip = game.tip[colour]
        best, loss = both_ahead(game, rules, mind, colour, tip)
        notes[N.best + colour], notes[N.loss + colour] = best, loss
        notes[N.reach + colour] = reach(mind, tip, signs)


@kernel
def both_ahead(game, rules, mind, colour, place):
    """The best that the next arrow of a colour takes from a place: the player's, and a rival's."""
    best, loss, notes = 0.0, 0.0, mind.notes
    ahead_of = mind.weights[W.loop_ahead] + notes[N.restart + colour]
    for arc in range(rules.first[place], rules.first[place + 1]):
        ahead, is_free = rules.head[arc], game.used[colour, rules.route[arc]] == 0
        loop = ahead_of if is_visited(game, colour, ahead) else 0.0
        mine, theirs = notes[N.mine + ahead], notes[N.mine + ahead - CARDS * (ahead < CARDS)]
        best, loss = max(best, (mine + loop) * is_free), max(loss, (theirs + loop) * is_free)
    return best, loss


@kernel
def best_ahead(game, rules, mind, colour, place, taken, back):
    """The best that the next arrow of a colour takes from a place, the way `taken` there aside.

    A rival's, if notes of green places are read so far `back`. In sums, as a branch would be a
    guess.
    """
    best, loop = 0.0, mind.weights[W.loop_ahead] + mind.notes[N.restart + colour]
    for arc in range(rules.first[place], rules.first[place + 1]):
        route, ahead = rules.route[arc], rules.head[arc]
        worth = mind.notes[N.mine + ahead - back * (ahead < CARDS)]
        worth += loop if is_visited(game, colour, ahead) else 0.0
        is_free = (game.used[colour, route] == 0) & (route != taken)
        best = max(best, worth * is_free)
    return best


@kernel
def reach(mind, place, signs):
    """How an expedition stands to own goals and to rivals' key places: the nearest counts."""
    weights, (own, own_high, rival, rival_high) = mind.weights, signs
    one = is_any(ONE_AHEAD, place, own, own_high)
    two = is_any(TWO_AHEAD, place, own, own_high) & (not one)
    worth = one * weights[W.near] + two * weights[W.far]
    near, far = weights[W.rival_near], weights[W.rival_far]  # read first: no branch is a guess
    far = far if is_any(TWO_AHEAD, place, rival, rival_high) else 0.0
    worth -= near if is_any(ONE_AHEAD, place, rival, rival_high) else far
    return worth * mind.notes[N.later]


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
    worth = mind.notes[N.mine + place]
    if is_visited(game, colour, place) and game.n_arrows[colour] + 1 < rules.arrows:
        return worth + mind.weights[W.loop] + mind.notes[N.restart + colour]
    worth += reach(mind, place, signs)
    goes_on = mind.notes[N.free] + (rules.gives[place] == Gives.arrow) > 0.0
    can_pay = mind.notes[N.tickets] + (rules.gives[place] == Gives.ticket) > 0.0
    return worth + after(game, rules, mind, goes_on, can_pay, colour, place, route)


@kernel
def after(game, rules, mind, goes_on, can_pay, colour, place, route):
    """What the next arrow can take with an expedition led to a place."""
    is_mine = goes_on | can_pay
    ahead = best_ahead(game, rules, mind, colour, place, route, 0 if is_mine else CARDS)
    best = max(ahead, best_of_others(mind, N.best if is_mine else N.loss, colour))
    arrow, ticket, rival = next_arrow(mind, best), next_ticket(mind, best), next_rival(mind, best)
    return arrow if goes_on else ticket if can_pay else rival


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
def next_ticket(mind, best):
    return mind.weights[W.ticket_next] * max(0.0, best - mind.notes[N.cost])


@kernel
def next_rival(mind, best):
    return -mind.notes[N.rival_next] * best


@kernel
def weigh_removal(game, rules, mind, colour, signs):
    """The same for the place an expedition then stands at, if that gives anything."""
    n, place = game.n_arrows[colour], tip_before(game, rules, colour)
    mind.notes[N.removal + colour] = NEVER
    if n < 2:
        return
    given, closed = rules.gives[place], game.closed[colour, n - 2]
    if given == Gives.nothing and not closed:
        return
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
        worth += reach(mind, place, signs)
        worth += after(game, rules, mind, goes_on, can_pay, colour, place, NO_ROUTE)
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
def note_signs(mind, signs):
    for k in range(4):
        mind.notes[N.signs + k] = float(signs[k])


@kernel
def sign_noted(mind, k):
    return np.uint64(mind.notes[N.signs + k])


@kernel
def restart_worth(game, rules, mind, place, route):
    """After a loop an expedition may turn up anywhere."""
    signs = (sign_noted(mind, 0), sign_noted(mind, 1), sign_noted(mind, 2), sign_noted(mind, 3))
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
