"""What allround looks at, once per decision.

It notes what tickets, places and rivals' arrows are worth by now, how the turn can go on, what lies
ahead of each expedition, and what removals are worth: `notes.py` says where.
"""

from simulator.games.expeditions.arrows import n_left, place_of_removal
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
from strategies.expeditions.ahead import best_ahead, best_of_others, both_ahead, reach
from strategies.expeditions.board_tables import BEFORE, NO_BITS, WORDS
from strategies.expeditions.goals import NEVER, gain, undo_cost
from strategies.expeditions.loops import bared_worth, note_restart, note_restarts, with_goal
from strategies.expeditions.notes import N
from strategies.expeditions.weights import W

SCARCE = 0.6  # arrows are, once only this share of them is left
DECIDED = 10.0  # more than anything else is worth: the end of a game, won or lost
TIE = 0.02  # a ticket's worth in one's last turn, where it can but break a tie


@kernel
def survey(game, rules, mind):
    late = note_prices(game, rules, mind)
    if game.phase in (Phase.turn, Phase.paid, Phase.bonus, Phase.rest, Phase.loop):
        note_arrows(game, rules, mind)
        commons = note_gifts(game, rules, mind, late)
        goals = note_goals(game, rules, mind), commons
        note_end(game, rules, mind)
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
    """What tickets, promises and rivals' arrows are worth by now; how late it is, 0 to 1."""
    notes, weights, fewest = mind.notes, mind.weights, fewest_cards(game, rules)
    # The round in which a hand was emptied is finished, and that is all.
    is_last = game.last_round != 0 or fewest == 0
    left = min(fewest / rules.hand, n_left(game, rules) / (SCARCE * COLOURS * rules.arrows))
    note_tickets(game, mind, 1.0 - left, is_last)
    if fewest > weights[W.finish]:
        notes[N.cost] = -NEVER
    notes[N.paid] = notes[N.cost] if game.phase == Phase.rest else 0.0
    later = 1.0 + weights[W.reach_few] * share_met(game, rules)
    notes[N.later] = 0.0 if is_last else later
    notes[N.rival_next] = weights[W.rival_next] * (not is_last or game.player + 1 < game.players)
    return 1.0 - left


@kernel
def note_tickets(game, mind, late, is_last):
    """What one gained is worth, and one used: less beside others, since a turn uses few."""
    notes, weights, tickets = mind.notes, mind.weights, game.tickets[game.player]
    ticket, first = weights[W.ticket] - weights[W.ticket_late] * late, weights[W.first]
    if is_last:
        ticket, first = TIE, 0.0
    plenty = weights[W.plenty] + weights[W.plenty_late] * late
    gained, used = ticket / (1.0 + plenty * tickets), ticket / (1.0 + plenty * max(0, tickets - 1))
    notes[N.ticket] = (gained + first * (tickets == 0)) * (game.ticket_supply > 0)
    notes[N.cost] = used + first * (tickets == 1)


@kernel
def share_met(game, rules):
    """Of the goals of the own hand."""
    return 1.0 - game.n_hand[game.player] / rules.hand


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
        note_after(mind, gives, goes_on, can_pay)


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
def note_after(mind, gives, goes_on, can_pay):
    notes, at = mind.notes, N.after + 3 * gives
    notes[at], notes[at + 1], notes[at + 2] = how_it_counts(mind, goes_on, can_pay)


@kernel
def how_it_counts(mind, goes_on, can_pay):
    """Of the best that the next arrow can take, the share that counts, and beyond which price."""
    notes, weights = mind.notes, mind.weights
    base, share, price = 0.0, -notes[N.rival_next], 0.0
    if can_pay:
        share, price = weights[W.ticket_next], notes[N.cost]
    if goes_on:
        base, share, price = weights[W.go_on], weights[W.next], 0.0
    return base, share, price


@kernel
def note_gifts(game, rules, mind, late):
    """What places give whoever leads an expedition there: arrows, tickets and common goals."""
    notes, common, commons = mind.notes, common_price(rules, mind, late), (NO_BITS, NO_BITS)
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
        commons = with_goal(commons, place)
        notes[N.mine + place], notes[N.theirs + place] = common, common
    return commons


@kernel
def common_price(rules, mind, late):
    """In one's last turn its points, as of all goals; nothing to who wants none."""
    common = mind.weights[W.common]
    if mind.notes[N.later] > 0.0:
        return common - late * mind.weights[W.common_late]
    return float(rules.card_points) * (common > 0.0)


@kernel
def note_goals(game, rules, mind):
    """What own goals and rivals' key places give, and from where they are near."""
    notes = mind.notes
    low = high = rivals = (0, 0, 0, 0, 0)
    (card, key), goals = goal_prices(game, rules, mind), (NO_BITS, NO_BITS)
    for k in range(game.n_hand[game.player]):
        place = game.hand[game.player, k]
        goals = with_goal(goals, place)
        low, high = with_places(low, place, 0), with_places(high, place, WORDS)
        notes[N.mine + place] = key if is_key_of(game, game.player, place) else card
    for seat in range(game.players):
        if seat != game.player:
            rivals = note_keys(game, rules, mind, seat, rivals)
    note_signs(mind, low, high, rivals)
    return goals


@kernel
def note_keys(game, rules, mind, seat, rivals):
    """What a rival's key places give, and with them the places before those of all rivals."""
    notes, weights, last = mind.notes, mind.weights, finale_of(game, rules, mind, seat)
    gift, prize = weights[W.gift] / (game.players - 1), weights[W.card] + weights[W.key]
    for k in range(MAX_TOKENS):
        place = game.key[seat, k]
        if game.token[place] == 1 + seat:
            rivals = with_places(rivals, place, 2 * WORDS)
            notes[N.mine + place] -= gift + last
            notes[N.theirs + place] += prize + last
    return rivals


@kernel
def with_places(words, card, at):
    """With those before a card: its words from `at` on, as many as there are."""
    one, two, three, four, five = words
    one, two = one | BEFORE[card, at], two | BEFORE[card, at + 1]
    three, four = three | BEFORE[card, at + 2], four | BEFORE[card, at + 3]
    return one, two, three, four, five | BEFORE[card, at + 4]


@kernel
def note_signs(mind, low, high, rivals):
    for k in range(WORDS):
        mind.notes[N.signs + k], mind.notes[N.signs + WORDS + k] = float(low[k]), float(high[k])
        mind.notes[N.rival_signs + k] = float(rivals[k])


@kernel
def finale_of(game, rules, mind, seat):
    """What speaks against a rival's last card, a key place: the end, unless one stays ahead."""
    if game.n_hand[seat] > 1:
        return 0.0
    behind = score(game, seat) + key_points(rules) >= score(game, game.player)
    return mind.weights[W.finale] * (1.0 if behind or lead_of(game) <= 0 else -1.0)


@kernel
def key_points(rules):
    """Points that meeting a key place gives its owner, losses avoided included."""
    return rules.card_points - rules.unmet_points + rules.token_points - rules.left_points


@kernel
def note_end(game, rules, mind):
    """The last arrow of all ends the game: what counts is who is ahead then."""
    if n_left(game, rules) > 1 or not rules.last_arrow_ends:
        return
    lead = lead_of(game)
    for place in range(PLACES):
        ahead = lead + gain(game, rules, place)
        ahead -= key_points(rules) * is_rivals_token(game, place)
        mind.notes[N.mine + place] = DECIDED if ahead > 0 else -DECIDED


@kernel
def goal_prices(game, rules, mind):
    """Of an own goal without and with a token; the last card of all ends the game."""
    if mind.notes[N.later] == 0.0:  # one's last turn
        return float(rules.card_points - rules.unmet_points), float(key_points(rules))
    card = mind.weights[W.card] + share_met(game, rules) * mind.weights[W.card_few]
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
    """The same for the place whose effect it has, if that gives anything."""
    n = game.n_arrows[colour]
    mind.notes[N.removal + colour] = NEVER
    if n < 2:
        return
    place = place_of_removal(game, rules, colour)
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
        worth += bared_worth(game, rules, mind, colour)
    else:
        tickets = game.tickets[game.player] - 1 + (given == Gives.ticket)
        can_pay = tickets > 0 and game.tickets_used + 1 < rules.tickets_per_turn
        goes_on = is_first or given == Gives.arrow
        base, share, price = how_it_counts(mind, goes_on, can_pay)
        back = 0 if goes_on or can_pay else CARDS
        best = best_ahead(game, rules, mind, colour, place, back)
        worth += reach(mind, place)
        worth += base + share * max(0.0, best - price)
    mind.notes[N.removal + colour] = worth
