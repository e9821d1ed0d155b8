"""What a player may do and what then happens: which file answers for which decision."""

from simulator.games.excavation.cards import draw_to_hand, has_card
from simulator.games.excavation.command import (
    can_recall,
    legal_order,
    legal_tile,
    order,
    use_tile,
)
from simulator.games.excavation.excavate import can_dig_more, dig, diggable, legal_dig
from simulator.games.excavation.explore import (
    begin_moving,
    go,
    legal_go,
    legal_place,
    legal_step,
    step,
)
from simulator.games.excavation.hands import (
    keep_card,
    leave,
    legal_pay,
    legal_pick,
    legal_redraw,
    only_payment,
    pick,
    redraw,
    take_payment,
)
from simulator.games.excavation.market import bargain, legal_bargain, n_cubes
from simulator.games.excavation.preparation import prepare
from simulator.games.excavation.relics import change_store, n_relics, take_sample
from simulator.games.excavation.scoring import finish, n_samples, score_round
from simulator.games.excavation.sell import (
    choose_bonus,
    close_sale,
    give,
    legal_give,
    legal_promote,
    legal_sale,
    only_gift,
    promote,
    sell,
)
from simulator.games.excavation.smuggle import (
    MOST_RELICS,
    affordable,
    buy,
    can_buy_more,
    legal_buy,
    may_buy_first,
    symbols_here,
)
from simulator.games.excavation.survey import (
    begin_survey,
    can_survey,
    draw_relics,
    find,
    keep,
    legal_find,
    legal_keep,
    legal_replace,
    replace,
)
from simulator.games.excavation.table import (
    ACTED,
    ACTING,
    AQUILLA,
    BARGAINING,
    BONUS_CARDS,
    BUYING,
    CHOOSING,
    COLOURS,
    DAL_HARRAI,
    DIGGING,
    DRAFTING,
    EXPLORERS,
    FINDING,
    GIVING,
    GLYPHS,
    GOING,
    GUL,
    HOLD,
    ISSISINUI,
    JUMPING,
    KEEPING,
    LEAVING,
    LIFTED,
    LIFTING,
    MARKETS,
    ORDERING,
    PAID,
    PAYING,
    PILOTING,
    PLACING,
    PROMOTING,
    REDRAWING,
    RELICS,
    REPLACING,
    SELLING,
    TURN_OVER,
)
from simulator.games.excavation.turns import begin_turn, count_lap, is_zu, pass_turn
from simulator.games.excavation.verbs import (
    BUY,
    COMMAND,
    EXCAVATE,
    GIVE,
    LIFT,
    MARKET,
    MOVE,
    OFFLOAD,
    PASS,
    PAY,
    PICK,
    PLACE,
    PROMOTE,
    SELL,
    SMUGGLE,
    SURVEY,
    add,
    base,
)
from simulator.games.excavation.zu import play_turn
from simulator.kernel import kernel

HUMANS_PLAYED, ZU_BEATEN, ZU_WON = 2, 3, 4  # endings


@kernel
def legal(game, rules, choices):
    phase = game.phase
    if phase == ACTING:
        return legal_act(game, rules, choices)
    if phase == PAYING:
        return legal_pay(game, choices)
    if phase == GOING:
        return legal_go(game, rules, choices)
    if phase == DIGGING:
        return legal_dig(game, rules, choices)
    if phase in (DRAFTING, LEAVING):
        return legal_pick(game, rules, choices)
    if phase == BARGAINING:
        return legal_bargain(game, choices)
    if phase == SELLING:
        return legal_sale(game, rules, choices)
    if phase == GIVING:
        return legal_give(game, choices)
    if phase == ORDERING:
        return legal_order(game, rules, choices)
    if phase == BUYING:
        return legal_buy(game, rules, choices)
    if phase in (PILOTING, JUMPING):
        return legal_step(game, rules, choices)
    return legal_rare(game, rules, choices)


@kernel
def legal_rare(game, rules, choices):
    phase = game.phase
    if phase == PLACING:
        return legal_place(game, choices)
    if phase == REPLACING:
        return legal_replace(game, choices)
    if phase == KEEPING:
        return legal_keep(game, choices)
    if phase == FINDING:
        return legal_find(game, rules, choices)
    if phase == CHOOSING:
        n = add(choices, 0, PICK + game.offer[0])
        return n if game.offer[0] == game.offer[1] else add(choices, n, PICK + game.offer[1])
    if phase == LIFTING:
        return legal_lift(game, choices)
    if phase == REDRAWING:
        return legal_redraw(game, choices)
    if phase == PROMOTING:
        return legal_promote(game, choices)
    return legal_tile(game, rules, choices)


@kernel
def legal_act(game, rules, choices):
    """The eight actions, as far as there is a card for them and they can do anything."""
    n, seat = add(choices, add(choices, 0, PASS), MOVE), game.player
    digs, stalls = diggable(game, rules, seat), stalls_of(game, rules, seat)
    n = add_colours(game, rules, choices, n, digs)
    black, cubes = symbols_here(game, rules, seat), n_cubes(game, seat)
    sells = black > 0 and n_relics(game, seat) > 0
    buys = black > 0 and affordable(game, rules, seat, rules.surcharge) > 0
    for symbol in range(MARKETS):
        if game.of_symbol[seat, symbol] == 0:
            continue
        choices.move[n] = MARKET + symbol
        n += stalls >> symbol & 1
        choices.move[n] = COMMAND + symbol
        n += cubes > 0 or can_recall(game, rules, seat, symbol)
        choices.move[n] = OFFLOAD + symbol
        n += (black >> symbol & 1) & sells
        choices.move[n] = SMUGGLE + symbol
        n += (black >> symbol & 1) & buys
    return n


@kernel
def add_colours(game, rules, choices, n, digs):
    """Excavate, sell and survey."""
    seat, stalls, first = game.player, game.traders[game.player], 0
    if game.faction[seat] == AQUILLA:
        for symbol in range(MARKETS):
            stalls |= (game.of_symbol[seat, symbol] > 0) << symbol
    if game.faction[seat] == GUL:
        first = may_buy_first(game, rules, seat)
    for colour in range(COLOURS):
        choices.move[n] = SELL + colour
        has = (game.held[seat, colour] > 0) | (first >> colour & 1)
        n += has & ((stalls & game.interested[colour]) > 0)
        if game.of_colour[seat, colour]:
            choices.move[n] = EXCAVATE + colour
            n += digs >> colour & 1
            choices.move[n] = SURVEY + colour
            n += can_survey(game, colour)
    return n


@kernel
def stalls_of(game, rules, seat):
    """Markets where the seat has an explorer, as bits."""
    bits = 0
    for explorer in range(EXPLORERS):
        market = rules.market[game.explorer[seat, explorer]]
        if market >= 0:
            bits |= 1 << market
    return bits


@kernel
def legal_lift(game, choices):
    """Any guard but the one just placed; of two, the second is further on than the first."""
    n, seat = 0, game.player
    after = game.guards[seat] - (game.sampled > 0)
    for relic in range(RELICS):
        here = (game.gallery[seat, relic] > 0) & (relic + 1 != game.sampled)
        choices.move[n] = LIFT + relic
        n += here & (relic >= game.lifted) & (after + game.supply[seat] >= 0)
        after -= here
    return n


@kernel
def apply(game, rules, move):
    """Plays a move; a relic it brings is stored at one place, for all actions alike."""
    phase = game.phase
    relic, where, sample = -1, HOLD, move & 1
    game.n_told = 0
    if phase == ACTING:
        choose_action(game, rules, move)
    elif phase == PAYING:
        game.card = move - PAY
        game.phase = PAID
    elif phase == GOING:
        go(game, rules, move)
    elif phase == DIGGING:
        relic = dig(game, rules, move)
    elif phase == DRAFTING:
        pick(game, rules, move)
    elif phase == BARGAINING:
        bargain(game, move)
    elif phase == SELLING:
        sell(game, rules, move)
    elif phase == GIVING:
        give(game, rules, move)
    elif phase == ORDERING:
        order(game, rules, move)
    elif phase == BUYING:
        where = (move - BUY) // 2 % 2
        relic = buy(game, rules, move)
    elif phase == KEEPING:
        relic = keep(game, move)
    elif phase == FINDING:
        relic = find(game, rules, move)
    else:
        apply_rare(game, rules, move)
    if relic >= 0:
        change_store(game, where, game.player, relic, 1)
        if sample:
            take_sample(game, game.player, relic)
            game.sampled = 1 + relic
    settle(game, rules)


@kernel
def apply_rare(game, rules, move):
    phase, seat = game.phase, game.player
    if phase == PLACING:
        game.explorer[seat, EXPLORERS - 1] = move - PLACE
        game.phase = PILOTING if game.faction[seat] == DAL_HARRAI else ACTING
    elif phase in (PILOTING, JUMPING):
        step(game, rules, move)
    elif phase == LEAVING:
        keep_card(game, rules, move)
    elif phase == REPLACING:
        replace(game, move)
        game.phase = KEEPING
    elif phase == CHOOSING:
        choose_bonus(game, move)
        game.phase = ACTED
    elif phase == LIFTING:
        game.gallery[seat, move - LIFT] = 0
        game.guards[seat] -= 1
        game.supply[seat] += 1
        game.tally[seat, LIFTED] += 1
        game.lifted = 1 + move - LIFT if game.supply[seat] < 0 else 0
        game.phase = game.back_to
    elif phase == REDRAWING:
        redraw(game, rules, move)
    elif phase == PROMOTING:
        promote(game, rules, seat, move - PROMOTE)
        game.sold = 0
        game.phase = GIVING
    else:
        relic = use_tile(game, move)
        if relic >= 0:
            take_sample(game, seat, relic)
            game.sampled = 1 + relic


@kernel
def choose_action(game, rules, move):
    if move == PASS:
        leave(game, rules)
        return
    game.action = base(move)
    game.what = move - game.action
    game.phase = PAYING


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
    game.tally[seat, BONUS_CARDS] += 1


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
    if game.faction[seat] == ISSISINUI and room and game.n_offer > 0:
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
