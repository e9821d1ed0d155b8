"""What must hold after every move: no card, arrow, token or ticket out of nowhere."""

import numpy as np

from simulator.games.expeditions.arrows import is_free, n_left
from simulator.games.expeditions.board import ARCS, CARDS, PLACES, START
from simulator.games.expeditions.choices import can_spend
from simulator.games.expeditions.scoring import n_common, n_met, n_on_board, points_from
from simulator.games.expeditions.table import (
    COLOURS,
    Ending,
    Phase,
    Source,
    Tally,
    Where,
    is_far,
    is_held,
    is_key_of,
    n_keys,
)
from simulator.kernel import kernel
from simulator.names import numbered

LAW_SENTENCES = dict(
    cards="every card is once in the deck, open, drawn for an exchange, in a hand or laid out",
    arrows="a colour has no more arrows than the box, each placed by somebody and not removed",
    segments="no segment carries two arrows of one colour",
    chain="an expedition goes on from its tip, or after a loop from a place it has visited",
    closings="an arrow closed a loop if it leads to a place visited before",
    tickets="every ticket is in the supply or a hand, and was gained or spent by somebody",
    tokens="tokens lie on far places whose card their owner holds or has given away",
    commons="common goals are replaced while the deck lasts",
    points="the points are what the table says",
    goals="goals and tokens are counted as the table says",
    pending="what is to be decided follows from what is pending",
    turns="all players have had as many turns, those after the player to act one fewer",
    visits="visits and travels are the arrows on each place and route, and those removed",
    ended="the game ends with the last arrow, or with the round in which a hand was emptied",
)
Law = numbered(*LAW_SENTENCES, start=1)


@kernel
def check(game, rules):
    """0 when every law holds, else the number of the first broken one, from 1."""
    if not are_cards_sound(game, rules):
        return Law.cards
    if not are_arrows_sound(game, rules):
        return Law.arrows
    for colour in range(COLOURS):
        broken = check_expedition(game, rules, colour)
        if broken:
            return broken
    if not are_tickets_sound(game, rules):
        return Law.tickets
    if not are_tokens_sound(game, rules):
        return Law.tokens
    if game.n_commons != rules.commons and game.n_deck > 0:
        return Law.commons
    for seat in range(game.players):
        for source in range(len(Source)):
            if game.points[seat, source] != points_from(game, rules, seat, source):
                return Law.points
        if not are_goals_sound(game, rules, seat):
            return Law.goals
    if not is_phase_sound(game, rules):
        return Law.pending
    if not are_turns_equal(game):
        return Law.turns
    if not are_visits_sound(game, rules):
        return Law.visits
    return 0 if is_end_sound(game, rules) else Law.ended


@kernel
def are_cards_sound(game, rules):
    """The lists of hands, deck, common goals and drawn cards say the same as `where`."""
    in_deck, open_, drawn, held = 0, 0, 0, 0
    for card in range(CARDS):
        where = game.where[card]
        in_deck += where == Where.deck
        open_ += where == Where.common
        drawn += where == Where.offer
        held += is_held(where)
        if where >= Where.laid + game.players:
            return False
    for seat in range(game.players):
        held -= game.n_hand[seat]
        for k in range(game.n_hand[seat]):
            if game.where[game.hand[seat, k]] != Where.hand + seat:
                return False
            if is_twice(game, seat, k):
                return False
    return (
        held == 0
        and open_ == game.n_commons
        and drawn == game.n_offer + (game.kept > 0)
        and in_deck == game.n_deck
        and is_deck_sound(game)
    )


@kernel
def is_twice(game, seat, k):
    for other in range(k):
        if game.hand[seat, other] == game.hand[seat, k]:
            return True
    return False


@kernel
def is_deck_sound(game):
    """Different cards of the deck in the ring, and open cards in their row."""
    total, squares = 0, 0
    for card in range(CARDS):
        if game.where[card] == Where.deck:
            total += card
            squares += card * card
    for k in range(game.n_deck):
        card = int(game.deck[(game.top + k) % CARDS])
        total -= card
        squares -= card * card
        if game.where[card] != Where.deck:
            return False
    for k in range(game.n_commons):
        if game.where[game.commons[k]] != Where.common:
            return False
    for k in range(game.n_offer):
        if game.where[game.offer[k]] != Where.offer:
            return False
    return total == 0 and squares == 0


@kernel
def are_arrows_sound(game, rules):
    placed, on_board = 0, 0
    for seat in range(game.players):
        tally = game.tally[seat]
        placed += tally[Tally.main_arrows] + tally[Tally.blue_arrows] + tally[Tally.loop_arrows]
        placed += tally[Tally.ticket_arrows] - tally[Tally.removals]
        if tally[Tally.loop_arrows] > tally[Tally.loops] + tally[Tally.reopened_loops]:
            return False
    for colour in range(COLOURS):
        on_board += game.n_arrows[colour]
        if not 0 <= game.n_arrows[colour] <= rules.arrows:
            return False
    return placed == on_board


@kernel
def check_expedition(game, rules, colour):
    """Follows the arrows of a colour from the first one to the tip."""
    tip = START
    for k in range(game.n_arrows[colour]):
        broken = check_arrow(game, rules, colour, k, tip)
        if broken:
            return broken
        tip = rules.head[game.stack[colour, k]]
    if game.tip[colour] != tip:
        return Law.chain
    return Law.segments if has_stray_mark(game, rules, colour) else 0


@kernel
def check_arrow(game, rules, colour, k, tip):
    """An arrow against all earlier ones of its colour: its segment, its base and its head."""
    arc = game.stack[colour, k]
    base, place, route = rules.tail[arc], rules.head[arc], rules.route[arc]
    again, base_known, place_known = False, base == START, place == START
    for earlier in range(k):
        other = game.stack[colour, earlier]
        again |= rules.route[other] == route
        base_known |= rules.head[other] == base
        place_known |= rules.head[other] == place
    if again or not is_marked(game, rules, colour, arc):
        return Law.segments
    after_loop = k > 0 and game.closed[colour, k - 1] == 1
    if not base_known or (base != tip and not after_loop):
        return Law.chain
    return 0 if game.closed[colour, k] == place_known else Law.closings


@kernel
def has_stray_mark(game, rules, colour):
    """Are segments or places marked that no arrow stands for?"""
    marks, arrivals = 0, 0
    for arc in range(ARCS):
        marks += is_marked(game, rules, colour, arc)
    for place in range(PLACES):
        arrivals += n_arrivals(game, colour, place)
    for k in range(game.n_arrows[colour]):
        if n_arrivals(game, colour, rules.head[game.stack[colour, k]]) < 1:
            return True
    return marks != 2 * game.n_arrows[colour] or arrivals != game.n_arrows[colour]


@kernel
def is_marked(game, rules, colour, arc):
    """Where it begins: the other end is that of the arc back."""
    place = rules.tail[arc]
    return not is_free(game, colour, place, arc - rules.first[place])


@kernel
def n_arrivals(game, colour, place):
    """Arrows of a colour that point there; where it began it counts as one more."""
    return np.int64(game.reached[colour, place]) - (place == START)


@kernel
def are_tickets_sound(game, rules):
    total = game.ticket_supply
    for seat in range(game.players):
        tally = game.tally[seat]
        spent = tally[Tally.ticket_arrows] + tally[Tally.removals] + tally[Tally.exchanges]
        if seat == game.player:
            spent += game.paid
        gained = rules.tickets + tally[Tally.tickets_gained]
        if game.tickets[seat] < 0 or game.tickets[seat] != gained - spent:
            return False
        total += game.tickets[seat]
    return total == rules.ticket_box and 0 <= game.tickets_used <= rules.tickets_per_turn


@kernel
def are_tokens_sound(game, rules):
    for seat in range(game.players):
        given, tally = 0, game.tally[seat]
        for k in range(n_keys(game, seat)):
            place = game.key[seat, k]
            if not is_far(rules, place):
                return False
            on_board = game.token[place] == 1 + seat
            if is_key_of(game, seat, place) and game.where[place] != Where.hand + seat:
                return False
            if not on_board and game.where[place] != Where.laid + seat:
                return False
            given += game.orphan[place]
        if given != tally[Tally.keys_given_away] or given > tally[Tally.exchanges]:
            return False
    return True


@kernel
def are_goals_sound(game, rules, seat):
    tally = game.tally[seat]
    return (
        tally[Tally.goals_met] + tally[Tally.goals_met_by_rivals] == n_met(game, rules, seat)
        and tally[Tally.commons] == n_common(game, rules, seat)
        and tally[Tally.keys] == n_keys(game, seat) - n_on_board(game, seat)
    )


@kernel
def is_phase_sound(game, rules):
    phase = game.phase
    if game.ended:
        return game.tickets_used == 0 and not game.main_done
    if phase == Phase.mark:
        return game.n_marked < game.players * rules.tokens
    if phase == Phase.keep:
        return game.n_offer > 0 and game.kept == 0
    if phase == Phase.give:
        return game.n_offer == 0 and game.kept > 0
    if phase == Phase.loop or game.loop:
        return phase == Phase.loop and game.n_arrows[game.loop - 1] < rules.arrows
    if phase == Phase.bonus or game.n_bonus:
        return phase == Phase.bonus and game.n_bonus > 0 and n_left(game, rules) > 0
    if phase == Phase.paid or game.paid:
        return phase == Phase.paid and game.tickets_used > 0 and not game.main_done
    if phase == Phase.rest:
        return game.main_done == 1 and can_spend(game, rules)
    return phase == Phase.turn and not game.main_done


@kernel
def are_turns_equal(game):
    for seat in range(game.players):
        has_played = seat < game.player and game.phase != Phase.mark
        played = game.rounds + (0 if game.ended else has_played)
        turns = game.tally[seat, Tally.turns]
        cut_short = game.ended and turns == played - 1 and seat > game.player
        if turns != played and not cut_short:
            return False
        if game.tally[seat, Tally.dead_turns] > turns:
            return False
    return True


@kernel
def are_visits_sound(game, rules):
    """Every place and route has seen the arrows that lie there; the others were removed."""
    visits, travels = 0, 0
    for seat in range(game.players):
        visits -= game.tally[seat, Tally.removals]
        travels -= game.tally[seat, Tally.removals]
    for place in range(PLACES):
        gone = np.int64(game.visits[place])  # signed: below zero is what is looked for
        for colour in range(COLOURS):
            gone -= n_arrivals(game, colour, place)
        visits += gone
        if gone < 0:
            return False
    for arc in range(ARCS):
        if rules.tail[arc] > rules.head[arc]:
            continue  # the other way of the same route
        gone = np.int64(game.travels[rules.route[arc]])
        for colour in range(COLOURS):
            gone -= is_marked(game, rules, colour, arc)
        travels += gone
        if gone < 0:
            return False
    return visits == 0 and travels == 0


@kernel
def is_end_sound(game, rules):
    """Nobody plays on without arrows, nor in a round after that in which a hand was emptied."""
    empty = False
    for seat in range(game.players):
        empty = empty or game.n_hand[seat] == 0
    if game.ended == Ending.a_hand_was_emptied:
        return empty and game.player == 0
    if game.ended == Ending.all_arrows_placed:
        return n_left(game, rules) == 0 or game.last_round == Ending.all_arrows_placed
    if n_left(game, rules) == 0 and rules.last_arrow_ends:
        return False
    if game.phase != Phase.turn or game.player > 0 or game.tickets_used > 0:
        return True
    return not empty and not game.last_round
