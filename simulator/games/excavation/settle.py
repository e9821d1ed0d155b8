"""What follows by itself from a move: payment, rewards, the next turn, the end of a round."""

from simulator.games.excavation.cards import can_draw, draw_to_hand, has_card
from simulator.games.excavation.excavate import can_dig_more
from simulator.games.excavation.explore import begin_moving
from simulator.games.excavation.hands import leave, only_payment, take_payment
from simulator.games.excavation.preparation import prepare
from simulator.games.excavation.relics import has_room, n_relics
from simulator.games.excavation.scoring import finish, n_samples, score_round
from simulator.games.excavation.sell import close_sale, give, only_gift
from simulator.games.excavation.smuggle import MOST_RELICS, can_buy_more, may_buy_first
from simulator.games.excavation.survey import begin_survey, draw_relics
from simulator.games.excavation.table import GLYPHS, Ending, Faction, Phase, Store, Tally
from simulator.games.excavation.turns import begin_turn, count_lap, is_zu, pass_turn
from simulator.games.excavation.verbs import Kind, Move
from simulator.games.excavation.zu import play_turn
from simulator.kernel import kernel

TALLIES = {  # of actions: both ways to smuggle are one
    Kind.move: Tally.moves,
    Kind.excavate: Tally.excavations,
    Kind.market: Tally.markets,
    Kind.sell: Tally.sales,
    Kind.command: Tally.commands,
    Kind.offload: Tally.smuggles,
    Kind.smuggle: Tally.smuggles,
    Kind.survey: Tally.surveys,
}
TALLY_OF = tuple(TALLIES[action] for action in range(len(TALLIES)))


@kernel
def pay(game, rules):
    """The card is played and the action begins."""
    action = game.action
    take_payment(game)
    game.tally[game.player, TALLY_OF[action]] += 1
    game.n_done, game.first, game.n_offer = 0, 0, 0
    if action == Kind.move:
        begin_moving(game, rules.fuel[game.card])
    elif action == Kind.excavate:
        game.phase = Phase.digging
    elif action == Kind.market:
        game.phase = Phase.bargaining
    elif action == Kind.sell:
        game.phase = Phase.buying if may_buy_first(game, rules, game.player) else Phase.selling
    elif action == Kind.command:
        game.phase = Phase.ordering
    elif action == Kind.offload:
        game.n_left = MOST_RELICS
        game.phase = Phase.giving
    elif action == Kind.smuggle:
        game.phase = Phase.buying
    else:
        begin_survey(game)


@kernel
def settle(game, rules):
    """Plays on by itself until there is something to decide, or the game is over."""
    going = True
    while going and game.ended == 0:
        going = complete(game) and go_on(game, rules)
    game.rounds += game.lap_over
    game.lap_over = 0


@kernel
def complete(game):
    """Guards for cubes that were not there, cards for full columns, cards to draw."""
    seat = game.player
    if game.supply[seat] < 0:
        game.back_to, game.phase = game.phase, Phase.lifting
        return False
    if game.sampled:
        reward_column(game, seat, (game.sampled - 1) // GLYPHS)
        game.sampled = 0
    while game.n_draw > 0:
        game.n_draw -= 1
        draw_to_hand(game, seat, game.table)
    return True


@kernel
def reward_column(game, seat, colour):
    """A card for a full column of samples, once."""
    if game.rewarded[seat] >> colour & 1 or n_samples(game, seat, colour) < GLYPHS:
        return
    game.rewarded[seat] |= 1 << colour
    game.n_draw += 1
    game.tally[seat, Tally.bonus_cards] += can_draw(game)


@kernel
def go_on(game, rules):
    """Is there nothing to decide, so that the game went on?"""
    phase = game.phase
    if phase == Phase.acted:
        game.actions -= 1
        game.phase = Phase.acting if game.actions else Phase.turn_over
        return True
    if phase == Phase.turn_over:
        return next_turn(game, rules)
    if phase in (Phase.paying, Phase.paid):
        if phase == Phase.paying:
            game.card = only_payment(game)
        if game.card >= 0:
            pay(game, rules)
        return game.card >= 0
    if phase == Phase.acting and not has_card(game, game.player):
        leave(game, rules)
        return True
    if phase == Phase.digging and game.n_done and not can_dig_more(game, rules):
        game.phase = Phase.acted
        return True
    if phase == Phase.giving:
        return go_on_giving(game, rules)
    if phase == Phase.keeping:
        return go_on_surveying(game, rules)
    if phase == Phase.finding and game.n_offer == 0:
        game.phase = Phase.acted
        return True
    if phase == Phase.buying and game.n_done and not can_buy_more(game, rules):
        game.phase = Phase.acted
        return True
    return False


@kernel
def go_on_giving(game, rules):
    if game.action == Kind.offload:
        if game.n_left == 0 or n_relics(game, game.player) == 0:
            game.phase = Phase.acted
            return True
        return False
    if game.n_left > 0:
        only = only_gift(game)
        if only < 0:
            return False
        give(game, rules, Move.give + only)
        return True
    return not close_sale(game, rules)


@kernel
def go_on_surveying(game, rules):
    """Relics are drawn; only Is'sisinui with room in the hold has a choice before the rest."""
    if game.n_offer == 0:
        draw_relics(game)
    seat = game.player
    room = has_room(game, rules, Store.hold, seat)
    if game.power[seat] == Faction.issisinui and room and game.n_offer > 0:
        return False
    game.phase = Phase.finding
    return True


@kernel
def next_turn(game, rules):
    """The next side's turn; Zu's is played at once. After the last pass the round is scored."""
    if game.n_passed == game.sides:
        return end_round(game, rules)
    side = pass_turn(game)
    if is_zu(game, rules, side):
        play_turn(game, rules)
    else:
        begin_turn(game, side)
    return True


@kernel
def end_round(game, rules):
    count_lap(game)
    score_round(game, rules)
    if game.round_no < 3:
        game.round_no += 1
        prepare(game, rules)
        return False
    finish(game, rules)
    game.ended = Ending.three_rounds_played
    if rules.solo:
        game.ended = Ending.Zu_beaten if game.place[0] == 1 else Ending.Zu_won
    return False
