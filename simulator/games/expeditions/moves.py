"""What a player may do in a turn and what then happens.

A move is one int. `ARCS * colour + arc` places an arrow of that colour along that arc; who pays for
it depends on the phase: the turn's own arrow, a loop's, a blue place's, or a ticket's.
"""

from simulator.games.expeditions.arrows import arrive, extend, is_visited, n_left, retract
from simulator.games.expeditions.board import ARCS, START
from simulator.games.expeditions.cards import give, keep, offer_cards
from simulator.games.expeditions.scoring import rank
from simulator.games.expeditions.table import (
    A_TICKET,
    AN_ARROW,
    BLUE_ARROWS,
    BONUS,
    COLOURS,
    DEAD_TURNS,
    DECLINED,
    GIVE,
    KEEP,
    LEFT_POINTS,
    LOOP,
    LOOP_ARROWS,
    MAIN_ARROWS,
    MARK,
    PAID,
    REST,
    TICKET_ARROWS,
    TURN,
    TURNS,
    is_far,
    n_keys,
)
from simulator.kernel import kernel
from simulator.turns import next_seat

END_TURN = 1240
DECLINE = 1241  # the arrow of a blue place
PAY_FIRST = 1242  # a ticket for an arrow before the turn's own
EXCHANGE = 1243
REMOVE = 1244  # + colour
KEEP_NONE = 1250
KEEP_CARD = 1300  # + card
GIVE_CARD = 1400  # + card
MARK_PLACE = 1500  # + card

(
    K_MARK,
    K_ARROW,
    K_LOOP,
    K_BLUE,
    K_TICKET_ARROW,
    K_REMOVE,
    K_EXCHANGE,
    K_KEEP,
    K_KEEP_NONE,
    K_GIVE,
    K_DECLINE,
    K_END,
    K_CLOSE_LOOP,
    K_TO_BLUE,
    K_TO_RED,
) = range(15)

HAND_EMPTY, NO_ARROWS = 2, 3  # endings


@kernel
def kinds(game, rules, move):
    """What it is paid with or does; of an arrow also where it leads."""
    bits = 1 << kind_of(game, move)
    if move < END_TURN:
        colour, place = move // ARCS, rules.head[move % ARCS]
        bits |= int(is_visited(game, colour, place)) << K_CLOSE_LOOP
        bits |= int(rules.gives[place] == AN_ARROW) << K_TO_BLUE
        bits |= int(rules.gives[place] == A_TICKET) << K_TO_RED
    return bits


@kernel
def kind_of(game, move):
    if move < END_TURN:
        if game.phase == TURN:
            return K_ARROW
        if game.phase == LOOP:
            return K_LOOP
        return K_BLUE if game.phase == BONUS else K_TICKET_ARROW
    if move >= KEEP_CARD:
        if move >= MARK_PLACE:
            return K_MARK
        return K_GIVE if move >= GIVE_CARD else K_KEEP
    if move == END_TURN:
        return K_END
    if move == DECLINE:
        return K_DECLINE
    if move == PAY_FIRST:
        return K_TICKET_ARROW
    if move == KEEP_NONE:
        return K_KEEP_NONE
    return K_EXCHANGE if move == EXCHANGE else K_REMOVE


# What is legal


@kernel
def add(choices, n, move):
    choices.move[n] = move
    return n + 1


@kernel
def legal(game, rules, choices):
    phase = game.phase
    if phase == LOOP:
        return legal_restarts(game, rules, choices)
    if phase in (MARK, KEEP, GIVE):
        return legal_cards(game, rules, choices)
    n = legal_arrows(game, rules, choices)
    if phase == PAID:
        return n
    if phase == BONUS:
        return n if rules.blue_mandatory else add(choices, n, DECLINE)
    if phase == REST or n == 0:
        n = add(choices, n, END_TURN)
    elif can_spend(game, rules):
        n = add(choices, n, PAY_FIRST)
    return add_tickets(game, rules, choices, n) if can_spend(game, rules) else n


@kernel
def legal_arrows(game, rules, choices):
    """From the tip of each expedition along segments that carry no arrow of its colour."""
    n = 0
    for colour in range(COLOURS):
        if game.n_arrows[colour] < rules.arrows:
            n = add_arrows(game, rules, choices, n, colour, game.tip[colour])
    return n


@kernel
def add_arrows(game, rules, choices, n, colour, place):
    for arc in range(rules.first[place], rules.first[place + 1]):
        # Written in any case and counted if it is free: a branch would be a guess.
        choices.move[n] = ARCS * colour + arc
        n += game.used[colour, rules.route[arc]] == 0
    return n


@kernel
def legal_restarts(game, rules, choices):
    """From the start or any place visited: those that an arrow reached without closing a loop."""
    colour = game.loop - 1
    n = add_arrows(game, rules, choices, 0, colour, START)
    for k in range(game.n_arrows[colour]):
        if not game.closed[colour, k]:
            place = rules.head[game.stack[colour, k]]
            n = add_arrows(game, rules, choices, n, colour, place)
    return n


@kernel
def can_spend(game, rules):
    return game.tickets[game.player] > 0 and game.tickets_used < rules.tickets_per_turn


@kernel
def can_remove(game, rules, colour):
    """Not where the colour's last arrow of all closed a loop: nothing can be placed from there."""
    n = game.n_arrows[colour]
    if n < rules.arrows or rules.last_loop_removable:
        return n > 0
    return game.closed[colour, n - 1] == 0


@kernel
def add_tickets(game, rules, choices, n):
    """Removals and the exchange; arrows are paid for by other moves."""
    for colour in range(COLOURS):
        if can_remove(game, rules, colour):
            n = add(choices, n, REMOVE + colour)
    if game.n_deck > 0 and game.n_hand[game.player] > 0:
        n = add(choices, n, EXCHANGE)
    return n


@kernel
def legal_cards(game, rules, choices):
    n, seat = 0, game.player
    if game.phase == KEEP:
        for k in range(game.n_offer):
            n = add(choices, n, KEEP_CARD + int(game.offer[k]))
        return add(choices, n, KEEP_NONE)
    for k in range(game.n_hand[seat]):
        card = int(game.hand[seat, k])
        if game.phase == GIVE:
            n = add(choices, n, GIVE_CARD + card)
        elif game.token[card] == 0 and is_far(rules, card):
            n = add(choices, n, MARK_PLACE + card)
    return n


# What happens


@kernel
def apply(game, rules, move):
    if move < END_TURN:
        place_arrow(game, rules, move)
    elif REMOVE <= move < KEEP_NONE:
        remove_arrow(game, rules, move - REMOVE)
    elif move == EXCHANGE:
        spend(game)
        offer_cards(game, rules)
    elif move >= MARK_PLACE:
        mark(game, rules, move - MARK_PLACE)
    elif move >= GIVE_CARD:
        give(game, move - GIVE_CARD)
    elif move >= KEEP_NONE:
        keep(game, move - KEEP_CARD)
    elif move == PAY_FIRST:
        spend(game)
        game.paid = 1
    elif move == DECLINE:
        game.tally[game.player, DECLINED] += game.n_bonus
        game.n_bonus = 0
    else:
        game.turn_over = 1
    settle(game, rules)


@kernel
def mark(game, rules, card):
    """Each player in turn puts a token on a place of an own card, which is known from then on."""
    seat = game.player
    game.key[seat, n_keys(game, seat)] = card
    game.token[card] = 1 + seat
    game.points[seat, LEFT_POINTS] += rules.left_points
    game.n_marked += 1
    game.player = next_seat(game, seat)


@kernel
def place_arrow(game, rules, move):
    colour = int(move >= ARCS) + int(move >= 2 * ARCS)
    extend(game, rules, colour, move - ARCS * colour)
    pay(game)
    arrive(game, rules, colour, True)


@kernel
def pay(game):
    """Who gives the arrow: the loop, the blue place, a ticket, or the turn itself."""
    seat, phase = game.player, game.phase
    if phase == LOOP:
        game.loop = 0
        game.tally[seat, LOOP_ARROWS] += 1
    elif phase == BONUS:
        game.n_bonus -= 1
        game.tally[seat, BLUE_ARROWS] += 1
    elif phase == TURN:
        game.main_done = 1
        game.tally[seat, MAIN_ARROWS] += 1
    else:
        game.tally[seat, TICKET_ARROWS] += 1
        if phase == REST:
            spend(game)
        game.paid = 0


@kernel
def remove_arrow(game, rules, colour):
    spend(game)
    retract(game, rules, colour)
    arrive(game, rules, colour, False)


@kernel
def spend(game):
    """A ticket goes back to the supply."""
    game.tickets[game.player] -= 1
    game.ticket_supply += 1
    game.tickets_used += 1


@kernel
def settle(game, rules):
    """What is to be decided next follows from what is pending; the last arrow ends the game."""
    if n_left(game, rules) == 0:
        game.n_bonus = 0
        if rules.last_arrow_ends:
            finish(game, NO_ARROWS)
            return
        game.last_round = NO_ARROWS if game.last_round == 0 else game.last_round
    if game.n_marked < game.players * rules.tokens:
        game.phase = MARK
    elif game.n_offer > 0:
        game.phase = KEEP
    elif game.kept > 0:
        game.phase = GIVE
    elif game.loop > 0:
        game.phase = LOOP
    elif game.n_bonus > 0:
        game.phase = BONUS
    elif game.paid:
        game.phase = PAID
    elif game.turn_over or (game.main_done and not can_spend(game, rules)):
        end_turn(game)
    else:
        game.phase = REST if game.main_done else TURN


@kernel
def end_turn(game):
    """The round is finished, so that all have as many turns, once somebody has no card left."""
    for seat in range(game.players):
        if game.n_hand[seat] == 0 and game.last_round == 0:
            game.last_round = HAND_EMPTY
    count_turn(game)
    game.phase = TURN
    game.player = next_seat(game, game.player)
    if game.player == 0:
        if game.last_round:
            game.ended = game.last_round
            rank(game)
        game.rounds += 1


@kernel
def count_turn(game):
    game.tally[game.player, TURNS] += 1
    game.tally[game.player, DEAD_TURNS] += 1 - game.gained
    game.gained, game.main_done, game.turn_over, game.tickets_used = 0, 0, 0, 0


@kernel
def finish(game, ending):
    """In the middle of a round, which counts as the last one."""
    count_turn(game)
    game.ended = ending
    game.rounds += 1
    rank(game)
