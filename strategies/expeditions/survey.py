"""What allround looks at, once per decision.

It notes what tickets, places and rivals' arrows are worth by now, how the turn can go on, what lies
ahead of each expedition, and what removals are worth: `notes.py` says where.
"""

from simulator.games.expeditions.arrows import n_left, tip_before
from simulator.games.expeditions.board import CARDS, PLACES, Place
from simulator.games.expeditions.table import (
    COLOURS,
    MAX_TOKENS,
    Gives,
    Phase,
    is_key_of,
    is_rivals_token,
)
from simulator.kernel import kernel
from simulator.places import score
from strategies.expeditions.ahead import (
    NO_ROUTE,
    after,
    best_ahead,
    best_of_others,
    both_ahead,
    reach,
)
from strategies.expeditions.board_tables import BEFORE, NO_BITS, WORDS
from strategies.expeditions.goals import NEVER, undo_cost
from strategies.expeditions.loops import goals_as_bits, note_restart, note_restarts
from strategies.expeditions.notes import N
from strategies.expeditions.weights import W

SCARCE = 0.6  # arrows are, once only this share of them is left
TIE = 0.02  # a ticket's worth in one's last turn, where it can but break a tie


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
def note_others(mind, colour):
    mind.notes[N.other_best + colour] = best_of_others(mind, N.best, colour)
    mind.notes[N.other_loss + colour] = best_of_others(mind, N.loss, colour)


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
