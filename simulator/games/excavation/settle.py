"""What follows by itself from a move: payment, rewards, the next turn, the end of a round."""

from simulator.games.excavation.cards import can_draw, draw_to_hand, has_card
from simulator.games.excavation.excavate import can_dig_more
from simulator.games.excavation.explore import (
    begin_moving,
)
from simulator.games.excavation.hands import (
    leave,
    only_payment,
    take_payment,
)
from simulator.games.excavation.preparation import prepare
from simulator.games.excavation.relics import n_relics
from simulator.games.excavation.scoring import finish, n_samples, score_round
from simulator.games.excavation.sell import (
    close_sale,
    give,
    only_gift,
)
from simulator.games.excavation.smuggle import (
    MOST_RELICS,
    can_buy_more,
    may_buy_first,
)
from simulator.games.excavation.survey import (
    begin_survey,
    draw_relics,
)
from simulator.games.excavation.table import (
    ACTED,
    ACTING,
    BARGAINING,
    BONUS_CARDS,
    BUYING,
    DIGGING,
    FINDING,
    GIVING,
    GLYPHS,
    HOLD,
    ISSISINUI,
    KEEPING,
    LIFTING,
    ORDERING,
    PAID,
    PAYING,
    SELLING,
    TURN_OVER,
)
from simulator.games.excavation.turns import begin_turn, count_lap, is_zu, pass_turn
from simulator.games.excavation.verbs import (
    COMMAND,
    EXCAVATE,
    GIVE,
    MARKET,
    MOVE,
    OFFLOAD,
    SELL,
    SMUGGLE,
)
from simulator.games.excavation.zu import play_turn
from simulator.kernel import kernel

HUMANS_PLAYED, ZU_BEATEN, ZU_WON = 2, 3, 4  # endings


@kernel
def pay(game, rules):
    """The card is played and the action begins."""
    action = game.action
    take_payment(game)
    game.tally[game.player, TALLY_OF[action // 10]] += 1
    game.n_done, game.first, game.n_offer = 0, 0, 0
    if action == MOVE:
        begin_moving(game, rules.fuel[game.card])
    elif action == EXCAVATE:
        game.phase = DIGGING
    elif action == MARKET:
        game.phase = BARGAINING
    elif action == SELL:
        game.phase = BUYING if may_buy_first(game, rules, game.player) else SELLING
    elif action == COMMAND:
        game.phase = ORDERING
    elif action == OFFLOAD:
        game.n_left = MOST_RELICS
        game.phase = GIVING
    elif action == SMUGGLE:
        game.phase = BUYING
    else:
        begin_survey(game)


TALLY_OF = (0, 1, 2, 3, 4, 5, 5, 6)  # of actions by their tens: both ways to smuggle are one


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
        game.back_to, game.phase = game.phase, LIFTING
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
    game.tally[seat, BONUS_CARDS] += can_draw(game)


@kernel
def go_on(game, rules):
    """Is there nothing to decide, so that the game went on?"""
    phase = game.phase
    if phase == ACTED:
        game.actions -= 1
        game.phase = ACTING if game.actions else TURN_OVER
        return True
    if phase == TURN_OVER:
        return next_turn(game, rules)
    if phase in (PAYING, PAID):
        if phase == PAYING:
            game.card = only_payment(game)
        if game.card >= 0:
            pay(game, rules)
        return game.card >= 0
    if phase == ACTING and not has_card(game, game.player):
        leave(game, rules)
        return True
    if phase == DIGGING and game.n_done and not can_dig_more(game, rules):
        game.phase = ACTED
        return True
    if phase == GIVING:
        return go_on_giving(game, rules)
    if phase == KEEPING:
        return go_on_surveying(game, rules)
    if phase == FINDING and game.n_offer == 0:
        game.phase = ACTED
        return True
    if phase == BUYING and game.n_done and not can_buy_more(game, rules):
        game.phase = ACTED
        return True
    return False


@kernel
def go_on_giving(game, rules):
    if game.action == OFFLOAD:
        if game.n_left == 0 or n_relics(game, game.player) == 0:
            game.phase = ACTED
            return True
        return False
    if game.n_left > 0:
        only = only_gift(game)
        if only < 0:
            return False
        give(game, rules, GIVE + only)
        return True
    return not close_sale(game, rules)


@kernel
def go_on_surveying(game, rules):
    """Relics are drawn; only Is'sisinui with room in the hold has a choice before the rest."""
    if game.n_offer == 0:
        draw_relics(game)
    seat = game.player
    room = game.n_store[HOLD, seat] < rules.hold
    if game.power[seat] == ISSISINUI and room and game.n_offer > 0:
        return False
    game.phase = FINDING
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
    game.ended = HUMANS_PLAYED
    if rules.solo:
        game.ended = ZU_BEATEN if game.place[0] == 1 else ZU_WON
    return False
