"""What happens when a move is made, up to the next decision."""

from simulator.games.expeditions.arrows import arrive, extend, n_left, place_of_removal, retract
from simulator.games.expeditions.cards import give, keep, offer_cards
from simulator.games.expeditions.choices import can_spend
from simulator.games.expeditions.moves import Move, arc_of, colour_of, is_arrow, is_removal
from simulator.games.expeditions.scoring import rank
from simulator.games.expeditions.table import Ending, Phase, Source, Tally, n_keys
from simulator.kernel import kernel
from simulator.turns import next_seat


@kernel
def apply(game, rules, move):
    if is_arrow(move):
        place_arrow(game, rules, move)
    elif is_removal(move):
        remove_arrow(game, rules, move - Move.remove)
    elif move == Move.exchange:
        spend(game)
        offer_cards(game, rules)
    elif move >= Move.mark:
        mark(game, rules, move - Move.mark)
    elif move >= Move.give:
        give(game, move - Move.give)
    elif move >= Move.keep_none:
        keep(game, move - Move.keep)
    elif move == Move.pay_first:
        spend(game)
        game.paid = 1
    elif move == Move.decline:
        game.tally[game.player, Tally.declined_blue] += game.n_bonus
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
    game.points[seat, Source.keys_left] += rules.left_points
    game.n_marked += 1
    game.player = next_seat(game, seat)


@kernel
def place_arrow(game, rules, move):
    colour = colour_of(move)
    extend(game, rules, colour, arc_of(move))
    pay(game)
    arrive(game, rules, colour, game.tip[colour], True)


@kernel
def pay(game):
    """Who gives the arrow: the loop, the blue place, a ticket, or the turn itself."""
    seat, phase = game.player, game.phase
    if phase == Phase.loop:
        game.loop = 0
        game.tally[seat, Tally.loop_arrows] += 1
    elif phase == Phase.bonus:
        game.n_bonus -= 1
        game.tally[seat, Tally.blue_arrows] += 1
    elif phase == Phase.turn:
        game.main_done = 1
        game.tally[seat, Tally.main_arrows] += 1
    else:
        game.tally[seat, Tally.ticket_arrows] += 1
        if phase == Phase.rest:
            spend(game)
        game.paid = 0


@kernel
def remove_arrow(game, rules, colour):
    spend(game)
    place = place_of_removal(game, rules, colour)
    retract(game, rules, colour)
    arrive(game, rules, colour, place, False)


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
            finish(game, Ending.all_arrows_placed)
            return
        game.last_round = Ending.all_arrows_placed if game.last_round == 0 else game.last_round
    if game.n_marked < game.players * rules.tokens:
        game.phase = Phase.mark
    elif game.n_offer > 0:
        game.phase = Phase.keep
    elif game.kept > 0:
        game.phase = Phase.give
    elif game.loop > 0:
        game.phase = Phase.loop
    elif game.n_bonus > 0:
        game.phase = Phase.bonus
    elif game.paid:
        game.phase = Phase.paid
    elif game.turn_over or (game.main_done and not can_spend(game, rules)):
        end_turn(game)
    else:
        game.phase = Phase.rest if game.main_done else Phase.turn


@kernel
def end_turn(game):
    """The round is finished, so that all have as many turns, once somebody has no card left."""
    for seat in range(game.players):
        if game.n_hand[seat] == 0 and game.last_round == 0:
            game.last_round = Ending.a_hand_was_emptied
    count_turn(game)
    game.phase = Phase.turn
    game.player = next_seat(game, game.player)
    if game.player == 0:
        if game.last_round:
            game.ended = game.last_round
            rank(game)
        game.rounds += 1


@kernel
def count_turn(game):
    game.tally[game.player, Tally.turns] += 1
    game.tally[game.player, Tally.dead_turns] += 1 - game.gained
    game.gained, game.main_done, game.turn_over, game.tickets_used = 0, 0, 0, 0


@kernel
def finish(game, ending):
    """In the middle of a round, which counts as the last one."""
    count_turn(game)
    game.ended = ending
    game.rounds += 1
    rank(game)
