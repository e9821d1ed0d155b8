"""What allround looks at, once per decision.

Tables say what an own goal promises by its distance, and every arrow and every removal notes what
it gives and which promises it changes. A rating then is one of those notes.
"""

import numpy as np

from simulator.games.expeditions.arrows import is_visited, tip_before
from simulator.games.expeditions.board import CARDS, PLACES, Place, read_board
from simulator.games.expeditions.table import (
    COLOURS,
    MAX_HAND,
    MAX_TOKENS,
    Gives,
    Phase,
    Where,
    is_held,
    is_rivals_token,
)
from simulator.kernel import kernel
from simulator.names import numbered, spans
from simulator.places import score
from strategies.expeditions.goals import FAR, NEVER, goal_worth, is_own_key, to_start, undo_cost

WEIGHTS = dict(
    next=0.22,  # the promise of a goal one arrow ahead, per point
    decay=0.45,  # and how it shrinks with every further arrow
    key=1.43,  # the share of it that is left at a key place, as rivals know it
    late=0.76,  # and the share that is left when a hand is empty
    stay=0.55,  # and the share that is left when the tip goes on: loops lead back to where it was
    finale=4.11,  # the last card, if it wins; against it, if it does not
    common=1.55,  # a common goal
    rival=13.81,  # a rival's key place, shared by all rivals
    rival_near=1.04,  # leaving one an arrow ahead, likewise
    rival_far=0.62,  # leaving one two arrows ahead, likewise
    rival_third=0.23,  # leaving one three arrows ahead, likewise
    danger=1.49,  # by how much that weighs more if the rival has a single card left
    secret=0.6,  # a place that is a rival's secret goal, by how likely it is one; likewise
    ticket=7.62,  # what one is worth
    ticket_late=0.16,  # and the share of it that is left when a hand is empty
    hoard=0.71,  # by how much it is worth less with every other ticket
    blue=0.85,  # a blue place's arrow, besides what it reaches
    loop=2.2,  # a loop's arrow, besides what it reaches
    restart=0.36,  # the share that counts of the best own goal it reaches
    again=1.74,  # a loop closed by a loop's arrow
    loop_next=0.45,  # a loop that another arrow of this turn can close
    loop_near=0.07,  # a loop an arrow ahead, for whoever comes next
    reopened=1.38,  # that arrow once more, after a removal
    undo=0.08,  # what speaks against a removal
    fresh=0.23,  # the promise of cards drawn in an exchange
    mark_far=-0.17,  # a key place's distance from the start
    mark_cluster=0.11,  # its nearness to other goals
    finish=99.0,  # tickets are kept until a hand has only so many cards
)
# Both were found by climbing: weights shaken in pairs on the same deals, one such player among
# those of commit 6a101a6 and among its own kind, at two and at four players; then confirmed by
# `benchmarks/older.py` on other deals. At three, five and six players those for four win more.
TUNED = {
    2: {
        "next": 0.34,
        "decay": 0.43,
        "key": 1.28,
        "late": 0.83,
        "stay": 0.51,
        "finale": 3.15,
        "common": 1.98,
        "rival": 13.04,
        "rival_near": 1.06,
        "rival_far": 0.5,
        "rival_third": 0.24,
        "danger": 2.63,
        "secret": 0.89,
        "ticket": 6.27,
        "ticket_late": 0.22,
        "hoard": 0.29,
        "blue": 0.93,
        "loop": 2.51,
        "restart": 0.33,
        "again": 1.99,
        "loop_next": 0.43,
        "loop_near": 0.05,
        "reopened": 1.34,
        "undo": 0.06,
        "fresh": 0.34,
        "mark_far": -0.16,
        "mark_cluster": 0.14,
    }
}
W = numbered(*WEIGHTS)

SLOTS = 6  # the most arcs that leave a place
DISTANCES = FAR + 1
LIKELY = 0.8  # that a last turn's next arrow leads on to a goal
WITHIN = 5  # arrows: a goal farther from all tips promises next to nothing
UNKNOWN = -1000.0
TIE = 0.02  # a ticket's worth in one's last turn, where it can but break a tie

N = spans(
    promise=DISTANCES,  # of one point at the end of the turn, by distance
    card=DISTANCES,  # the points an own card promises without a token,
    key=DISTANCES,  # and with one
    arrow=COLOURS * SLOTS,  # what each arrow is worth, by colour and order of the tip's arcs
    removal=COLOURS,  # what each removal is worth
    nearer=COLOURS,  # the most that an arrow after it adds to one own goal
    best=COLOURS,  # the best arrow of each colour
    cost=1,  # of a ticket used
    ticket=1,  # the worth of one gained
    weakest=1,  # the promise of the least promising own card
    gift=1,  # a rival's key place met,
    gift_ahead=1,  # an arrow ahead,
    gift_far=1,  # two,
    gift_third=1,  # and three
    loop_next=1,  # a loop that the next arrow can close
    risk=1,  # of meeting a rival's secret goal
    now=COLOURS,  # what lies ahead of each tip
    restart=COLOURS,  # what a loop's arrow of each colour reaches, -1 = not looked at yet
    table=MAX_HAND,  # after a loop, of each own card: N.card or N.key,
    others=MAX_HAND,  # and how near the tips of other colours are
    place=PLACES,  # what a loop's arrow to each place is worth, or UNKNOWN
    signs=8,  # and where common goals and rivals' tokens lie, in words of 32 bits
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
PAID_AFTER = PAID.copy()  # by an expedition that has just come there: a blue place gives an arrow
PAID_AFTER[Place.blue : Place.red] -= PAID[Place.blue : Place.red] > 0
ONE_AHEAD, TWO_AHEAD, THREE_AHEAD = (_green_within(arrows) for arrows in (1, 2, 3))


@kernel
def arrows_to(rules, place, goal):
    """Arrows from a place to a goal, as if no segment were used."""
    if rules.gives[Place.blue] == Gives.arrow:
        return int(PAID[place, goal])
    return int(rules.distance[place, goal])


@kernel
def survey(game, rules, mind):
    note_prices(game, rules, mind)
    fill_tables(game, rules, mind)
    if game.phase in (Phase.turn, Phase.paid, Phase.bonus, Phase.rest):
        signs = read_signs(game)
        for colour in range(COLOURS):
            weigh_arrows(game, rules, mind, colour, signs)
        may_remove = game.tickets[game.player] > 0 and game.phase in (Phase.turn, Phase.rest)
        if may_remove:
            for colour in range(COLOURS):
                weigh_removal(game, rules, mind, colour, signs)
        for k in range(game.n_hand[game.player]):
            weigh_goal(game, rules, mind, game.hand[game.player, k], may_remove)
        if game.phase == Phase.turn:
            note_best(game, rules, mind)
    elif game.phase == Phase.loop:
        for place in range(PLACES):
            mind.notes[N.place + place] = UNKNOWN
        note_others(game, rules, mind, game.loop - 1)
        note_signs(game, mind)


@kernel
def fewest_cards(game, rules):
    fewest = rules.hand
    for seat in range(game.players):
        fewest = min(fewest, game.n_hand[seat])
    return fewest


@kernel
def fewest_of_rivals(game):
    fewest = MAX_HAND
    for seat in range(game.players):
        if seat != game.player:
            fewest = min(fewest, game.n_hand[seat])
    return fewest


@kernel
def is_last_turn(game, fewest):
    """The round in which a hand was emptied is finished, and that is all."""
    return game.last_round != 0 or fewest == 0


@kernel
def note_prices(game, rules, mind):
    """A ticket, rivals' goals and a common goal."""
    notes, weights = mind.notes, mind.weights
    fewest = fewest_cards(game, rules)
    late = weights[W.ticket_late]
    ticket = weights[W.ticket] * (late + (1.0 - late) * fewest / rules.hand)
    ticket /= 1.0 + weights[W.hoard] * game.tickets[game.player]
    if is_last_turn(game, fewest):
        ticket = TIE
    notes[N.ticket] = ticket if game.ticket_supply > 0 else 0.0
    notes[N.cost] = ticket if fewest <= weights[W.finish] else -NEVER
    rivals = game.players - 1
    notes[N.gift] = weights[W.rival] / rivals
    danger = (1.0 + weights[W.danger] / max(fewest_of_rivals(game), 1)) / rivals
    notes[N.gift_ahead] = weights[W.rival_near] * danger
    notes[N.gift_far] = weights[W.rival_far] * danger
    notes[N.gift_third] = weights[W.rival_third] * danger
    notes[N.risk] = weights[W.secret] * risk(game, rules) / rivals


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
def fill_tables(game, rules, mind):
    """Promises by distance; in one's last turn of what it can still reach."""
    notes, weights = mind.notes, mind.weights
    card = float(rules.card_points - rules.unmet_points)
    key = card + float(rules.token_points - rules.left_points)
    if game.n_hand[game.player] == 1:
        lead = lead_of(game)
        card += weights[W.finale] if lead + card > 0.0 else -weights[W.finale]
        key += weights[W.finale] if lead + key > 0.0 else -weights[W.finale]
    fewest = fewest_cards(game, rules)
    promise = weights[W.next] * (weights[W.late] + (1.0 - weights[W.late]) * fewest / rules.hand)
    promise *= not is_last_turn(game, fewest)
    notes[N.promise], notes[N.card], notes[N.key] = 1.0, card, key
    for d in range(1, FAR):
        notes[N.promise + d] = promise
        notes[N.card + d] = card * promise
        notes[N.key + d] = key * promise * weights[W.key]
        promise *= weights[W.decay]
    notes[N.promise + FAR], notes[N.card + FAR], notes[N.key + FAR] = 0.0, 0.0, 0.0
    free = free_arrows(game)
    reach = free + min(game.tickets[game.player], rules.tickets_per_turn - game.tickets_used)
    reach -= game.phase == Phase.rest
    notes[N.loop_next] = weights[W.loop_near]
    if reach > 0:
        ahead = weights[W.loop_next] * weights[W.loop] - (free == 0) * notes[N.cost]
        notes[N.loop_next] = max(notes[N.loop_next], ahead)
    if is_last_turn(game, fewest):
        for d in range(1, min(reach, FAR) + 1):
            notes[N.card + d] = LIKELY * notes[N.card + d - 1]
            notes[N.key + d] = LIKELY * notes[N.key + d - 1]
    notes[N.weakest] = card + key


@kernel
def lead_of(game):
    """Points ahead of the best rival."""
    best = -1000
    for seat in range(game.players):
        if seat != game.player:
            best = max(best, score(game, seat))
    return float(score(game, game.player) - best)


@kernel
def free_arrows(game):
    """Arrows that this turn still gives after the one to be placed."""
    free = game.n_bonus - (game.phase == Phase.bonus)
    return free + (game.main_done == 0 and game.phase != Phase.turn)


@kernel
def weigh_arrows(game, rules, mind, colour, signs):
    """What the places give, what lies ahead of them, and loops; own goals come later."""
    tip, slot = game.tip[colour], N.arrow + SLOTS * colour
    now = -threat(mind, signs[2], signs[3], tip)
    if mind.notes[N.loop_next] > 0.0 and can_loop(game, rules, colour, tip, 0):
        now += mind.notes[N.loop_next]
    mind.notes[N.now + colour], mind.notes[N.restart + colour] = now, -1.0
    for arc in range(rules.first[tip], rules.first[tip + 1]):
        place, is_free = rules.head[arc], game.used[colour, rules.route[arc]] == 0
        worth = place_worth(game, rules, mind, place) - now
        worth -= threat(mind, signs[2], signs[3], place)
        if rules.gives[place] == Gives.arrow:
            worth += is_any(ONE_AHEAD, place, signs[0], signs[1]) * mind.weights[W.common]
        if is_free & is_visited(game, colour, place):
            worth += mind.weights[W.loop] + loop_worth(game, rules, mind, colour)
        elif mind.notes[N.loop_next] > 0.0 and can_loop(game, rules, colour, place, 1):
            worth += mind.notes[N.loop_next]
        mind.notes[slot] = worth
        slot += 1


@kernel
def weigh_removal(game, rules, mind, colour, signs):
    """The same for the place an expedition then stands at."""
    n, place = game.n_arrows[colour], tip_before(game, rules, colour)
    worth = -undo_cost(game, mind.weights[W.undo]) - mind.notes[N.cost]
    worth -= threat(mind, signs[2], signs[3], place) + mind.notes[N.now + colour]
    if mind.notes[N.loop_next] > 0.0 and can_loop(game, rules, colour, place, 0):
        worth += mind.notes[N.loop_next]
    if n > 1:
        worth += bonus_worth(rules, mind, place)
        if game.closed[colour, n - 2]:
            worth += mind.weights[W.reopened] + loop_worth(game, rules, mind, colour)
    mind.notes[N.removal + colour], mind.notes[N.nearer + colour] = worth, 0.0


@kernel
def bonus_worth(rules, mind, place):
    """Tickets and arrows; in sums, as a branch would be a guess."""
    is_red = rules.gives[place] == Gives.ticket
    is_blue = rules.gives[place] == Gives.arrow
    return is_red * mind.notes[N.ticket] + is_blue * mind.weights[W.blue]


@kernel
def place_worth(game, rules, mind, place):
    """What an arrow gives by leading there, own goals aside."""
    worth = bonus_worth(rules, mind, place)
    worth += (game.where[place] == Where.common) * mind.weights[W.common]
    worth -= is_secret(game, place) * mind.notes[N.risk]
    return worth - is_rivals_token(game, place) * mind.notes[N.gift]


@kernel
def is_secret(game, place):
    """May it be a rival's goal? A green place whose card is nowhere to be seen."""
    where = game.where[place]
    hidden = (where == Where.deck) | (is_held(where) & (where != Where.hand + game.player))
    return hidden & (place < CARDS) & (game.token[place] == 0)


@kernel
def threat(mind, low, high, place):
    """What speaks against a tip there: the nearest of rivals' key places."""
    if is_any(ONE_AHEAD, place, low, high):
        return mind.notes[N.gift_ahead]
    if is_any(TWO_AHEAD, place, low, high):
        return mind.notes[N.gift_far]
    return is_any(THREE_AHEAD, place, low, high) * mind.notes[N.gift_third]


@kernel
def is_any(places, place, low, high):
    """Does any of these bits lie so far from a place?"""
    return (places[place, 0] & low | places[place, 1] & high) != NO_BITS


@kernel
def read_signs(game):
    """Where common goals and where rivals' tokens lie, each as bits of two words."""
    open_low, open_high, rival_low, rival_high = NO_BITS, NO_BITS, NO_BITS, NO_BITS
    for k in range(game.n_commons):
        place = game.commons[k]
        if place < 64:
            open_low |= bit(place)
        else:
            open_high |= bit(place)
    for seat in range(game.players):
        for k in range(MAX_TOKENS):
            place = game.key[seat, k]
            if is_rivals_token(game, place):
                if place < 64:
                    rival_low |= bit(place)
                else:
                    rival_high |= bit(place)
    return open_low, open_high, rival_low, rival_high


@kernel
def bit(place):
    """The bit of a place in its word."""
    return ONE_BIT << np.uint64(place & 63)


@kernel
def loop_worth(game, rules, mind, colour):
    """A free arrow from any visited place: a share of the best own goal beside one of them."""
    if mind.notes[N.restart + colour] < 0.0:
        best = best_restart(game, rules, mind, colour)
        mind.notes[N.restart + colour] = mind.weights[W.restart] * best
    return mind.notes[N.restart + colour]


@kernel
def can_loop(game, rules, colour, place, taken):
    """Do more free segments lead to visited places than the one `taken` to come here?"""
    for arc in range(rules.first[place], rules.first[place + 1]):
        taken -= (game.reached[colour, rules.head[arc]] > 0) & (
            game.used[colour, rules.route[arc]] == 0
        )
    return taken < 0


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
    return arrows_to(rules, game.tip[colour], goal)


@kernel
def table_of(game, card):
    """The promises by distance that hold for an own card."""
    return N.key if is_own_key(game, card) else N.card


@kernel
def weigh_goal(game, rules, mind, goal, may_remove):
    """Adds what arrows and removals change in a goal's promise; only the nearest tips can."""
    notes, table = mind.notes, table_of(game, goal)
    d0 = tip_distance(game, rules, 0, goal)
    d1 = tip_distance(game, rules, 1, goal)
    d2 = tip_distance(game, rules, 2, goal)
    near = min(d0, d1, d2)
    promised = notes[table] * notes[N.promise + near]
    notes[N.weakest] = min(notes[N.weakest], promised)
    if near > WITHIN:
        return
    now = notes[table + near]
    stays = mind.weights[W.stay] * promised
    for colour in range(COLOURS):
        mine = d0 if colour == 0 else d1 if colour == 1 else d2
        if mine > near:
            continue
        others = min(d1, d2) if colour == 0 else min(d0, d2) if colour == 1 else min(d0, d1)
        tip, slot = game.tip[colour], N.arrow + SLOTS * colour
        for arc in range(rules.first[tip], rules.first[tip + 1]):
            then = notes[table + min(after(rules, rules.head[arc], goal), others)]
            notes[slot] += max(then, stays) - now
            slot += 1
        if not may_remove:
            continue
        before = min(others, arrows_to(rules, tip_before(game, rules, colour), goal))
        notes[N.removal + colour] += notes[table + before] - now
        closer = notes[table + max(before - 1, 0)] - notes[table + before]
        notes[N.nearer + colour] = max(notes[N.nearer + colour], closer)


@kernel
def after(rules, place, goal):
    """Arrows to a goal with an expedition just led to `place`."""
    if rules.gives[Place.blue] == Gives.arrow:
        return int(PAID_AFTER[place, goal])
    return int(rules.distance[place, goal])


@kernel
def note_best(game, rules, mind):
    """The best arrow of each colour, for comparison with what may be done before it."""
    for colour in range(COLOURS):
        tip, slot, best = game.tip[colour], N.arrow + SLOTS * colour, NEVER
        if game.n_arrows[colour] < rules.arrows:
            for arc in range(rules.first[tip], rules.first[tip + 1]):
                if game.used[colour, rules.route[arc]] == 0:
                    best = max(best, mind.notes[slot])
                slot += 1
        mind.notes[N.best + colour] = best


@kernel
def best_arrow(mind, but):
    """The turn's arrow, if it is of another colour than `but`."""
    best = NEVER
    for colour in range(COLOURS):
        if colour != but:
            best = max(best, mind.notes[N.best + colour])
    return best


@kernel
def removal_worth(game, mind, colour):
    """Before the turn's arrow: with that arrow, one nearer to a goal or one of another colour."""
    worth = mind.notes[N.removal + colour]
    if game.phase == Phase.turn:
        worth += max(mind.notes[N.nearer + colour], best_arrow(mind, colour))
    return worth


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
def note_signs(game, mind):
    """Notes hold 32 bits each without loss."""
    signs = read_signs(game)
    for k in range(4):
        mind.notes[N.signs + 2 * k] = float(signs[k] & LOW_BITS)
        mind.notes[N.signs + 2 * k + 1] = float(signs[k] >> np.uint64(32))


@kernel
def sign_noted(mind, k):
    low, high = mind.notes[N.signs + 2 * k], mind.notes[N.signs + 2 * k + 1]
    return np.uint64(low) | np.uint64(high) << np.uint64(32)


@kernel
def restart_worth(game, rules, mind, place):
    """After a loop an expedition may turn up anywhere; several segments may lead to a place."""
    if mind.notes[N.place + place] == UNKNOWN:
        mind.notes[N.place + place] = weigh_restart(game, rules, mind, game.loop - 1, place)
    return mind.notes[N.place + place]


@kernel
def weigh_restart(game, rules, mind, colour, place):
    """What the new tip gives and promises."""
    worth = place_worth(game, rules, mind, place)
    worth -= threat(mind, sign_noted(mind, 2), sign_noted(mind, 3), place)
    if rules.gives[place] == Gives.arrow:
        is_open = is_any(ONE_AHEAD, place, sign_noted(mind, 0), sign_noted(mind, 1))
        worth += is_open * mind.weights[W.common]
    if is_visited(game, colour, place):
        worth += mind.weights[W.again]
    elif mind.notes[N.loop_next] > 0.0 and can_loop(game, rules, colour, place, 1):
        worth += mind.notes[N.loop_next]
    for k in range(game.n_hand[game.player]):
        table, others = int(mind.notes[N.table + k]), int(mind.notes[N.others + k])
        ahead = after(rules, place, game.hand[game.player, k])
        worth += mind.notes[table + min(ahead, others)]
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
    return better + best_arrow(mind, COLOURS) if better > 0.0 else NEVER
