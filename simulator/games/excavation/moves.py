"""What a player may do and what then happens: which file answers for which decision."""

from simulator.games.excavation.command import (
    can_recall,
    legal_order,
    legal_tile,
    order,
    use_tile,
)
from simulator.games.excavation.excavate import dig, diggable, legal_dig
from simulator.games.excavation.explore import (
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
    pick,
    redraw,
)
from simulator.games.excavation.market import bargain, legal_bargain, n_cubes
from simulator.games.excavation.relics import change_store, n_relics, take_sample
from simulator.games.excavation.sell import (
    choose_bonus,
    give,
    legal_give,
    legal_promote,
    legal_sale,
    promote,
    sell,
)
from simulator.games.excavation.settle import settle
from simulator.games.excavation.smuggle import (
    affordable,
    buy,
    legal_buy,
    may_buy_first,
    symbols_here,
)
from simulator.games.excavation.survey import (
    can_survey,
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
    BUYING,
    CHOOSING,
    COLOURS,
    DAL_HARRAI,
    DIGGING,
    DRAFTING,
    EXPLORERS,
    FINDING,
    GIVING,
    GOING,
    GUL,
    HOLD,
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
)
from simulator.games.excavation.verbs import (
    BUY,
    COMMAND,
    EXCAVATE,
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
from simulator.kernel import kernel


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
    if game.power[seat] == AQUILLA:
        for symbol in range(MARKETS):
            stalls |= (game.of_symbol[seat, symbol] > 0) << symbol
    if game.power[seat] == GUL:
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
        game.phase = PILOTING if game.power[seat] == DAL_HARRAI else ACTING
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
