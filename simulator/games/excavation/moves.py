"""What a player may do and what then happens: which file answers for which decision."""

from simulator.games.excavation.command import can_recall, legal_order, legal_tile, order, use_tile
from simulator.games.excavation.excavate import dig, diggable, legal_dig
from simulator.games.excavation.explore import go, legal_go, legal_place, legal_step, step
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
from simulator.games.excavation.relics import NO_RELIC, change_store, n_relics, take_sample
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
    can_draw_relic,
    can_replace,
    find,
    keep,
    legal_find,
    legal_keep,
    legal_replace,
    replace,
)
from simulator.games.excavation.table import (
    COLOURS,
    EXPLORERS,
    MARKETS,
    RELICS,
    Faction,
    Phase,
    Store,
    Tally,
)
from simulator.games.excavation.verbs import Move, kind_of, offer_if, store_of, takes_sample
from simulator.kernel import kernel
from simulator.titles import offer


@kernel
def legal(game, rules, choices):
    phase = game.phase
    if phase == Phase.acting:
        return legal_act(game, rules, choices)
    if phase == Phase.paying:
        return legal_pay(game, choices)
    if phase == Phase.going:
        return legal_go(game, rules, choices)
    if phase == Phase.digging:
        return legal_dig(game, rules, choices)
    if phase in (Phase.drafting, Phase.leaving):
        return legal_pick(game, rules, choices)
    if phase == Phase.bargaining:
        return legal_bargain(game, choices)
    if phase == Phase.selling:
        return legal_sale(game, rules, choices)
    if phase == Phase.giving:
        return legal_give(game, choices)
    if phase == Phase.ordering:
        return legal_order(game, rules, choices)
    if phase == Phase.buying:
        return legal_buy(game, rules, choices)
    if phase in (Phase.piloting, Phase.jumping):
        return legal_step(game, rules, choices)
    return legal_rare(game, rules, choices)


@kernel
def legal_rare(game, rules, choices):
    phase = game.phase
    if phase == Phase.placing:
        return legal_place(game, choices)
    if phase == Phase.replacing:
        return legal_replace(game, choices)
    if phase == Phase.keeping:
        return legal_keep(game, choices)
    if phase == Phase.finding:
        return legal_find(game, rules, choices)
    if phase == Phase.choosing:
        n = offer(choices, 0, Move.pick + game.offer[0])
        return n if game.offer[0] == game.offer[1] else offer(choices, n, Move.pick + game.offer[1])
    if phase == Phase.lifting:
        return legal_lift(game, choices)
    if phase == Phase.redrawing:
        return legal_redraw(game, choices)
    if phase == Phase.promoting:
        return legal_promote(game, choices)
    return legal_tile(game, rules, choices)


@kernel
def legal_act(game, rules, choices):
    """The eight actions, as far as there is a card for them and they can do anything."""
    n, seat = offer(choices, offer(choices, 0, Move.pass_), Move.move), game.player
    digs, stalls = diggable(game, rules, seat), stalls_of(game, rules, seat)
    n = add_colours(game, rules, choices, n, digs)
    black, cubes = symbols_here(game, rules, seat), n_cubes(game, seat)
    sells = black > 0 and n_relics(game, seat) > 0
    buys = black > 0 and affordable(game, rules, seat, rules.surcharge) > 0
    for symbol in range(MARKETS):
        has = game.of_symbol[seat, symbol] > 0
        commands = (cubes > 0) | can_recall(game, rules, seat, symbol)
        smuggles = has & (black >> symbol & 1)
        n = offer_if(choices, n, Move.market + symbol, has & (stalls >> symbol & 1))
        n = offer_if(choices, n, Move.command + symbol, has & commands)
        n = offer_if(choices, n, Move.offload + symbol, smuggles & sells)
        n = offer_if(choices, n, Move.smuggle + symbol, smuggles & buys)
    return n


@kernel
def add_colours(game, rules, choices, n, digs):
    """Excavate, sell and survey."""
    seat, stalls, first = game.player, game.traders[game.player], 0
    if game.power[seat] == Faction.aquilla:
        for symbol in range(MARKETS):
            stalls |= (game.of_symbol[seat, symbol] > 0) << symbol
    if game.power[seat] == Faction.gul:
        first = may_buy_first(game, rules, seat)
    surveys = can_replace(game)
    for colour in range(COLOURS):
        held = (game.held[seat, colour] > 0) | (first >> colour & 1)
        sells = held & ((stalls & game.interested[colour]) > 0)
        has = game.of_colour[seat, colour] > 0
        n = offer_if(choices, n, Move.sell + colour, sells)
        n = offer_if(choices, n, Move.excavate + colour, has & (digs >> colour & 1))
        finds = has & surveys & can_draw_relic(game, colour)
        n = offer_if(choices, n, Move.survey + colour, finds)
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
        enough = after + game.supply[seat] >= 0
        n = offer_if(choices, n, Move.lift + relic, here & (relic >= game.lifted) & enough)
        after -= here
    return n


@kernel
def apply(game, rules, move):
    """Plays a move; a relic it brings is stored at one place, for all actions alike."""
    phase = game.phase
    relic, where = NO_RELIC, Store.hold
    game.n_told = 0
    if phase == Phase.acting:
        choose_action(game, rules, move)
    elif phase == Phase.paying:
        game.card = move - Move.pay
        game.phase = Phase.paid
    elif phase == Phase.going:
        go(game, rules, move)
    elif phase == Phase.digging:
        relic = dig(game, rules, move)
    elif phase == Phase.drafting:
        pick(game, rules, move)
    elif phase == Phase.bargaining:
        bargain(game, move)
    elif phase == Phase.selling:
        sell(game, rules, move)
    elif phase == Phase.giving:
        give(game, rules, move)
    elif phase == Phase.ordering:
        order(game, rules, move)
    elif phase == Phase.buying:
        where = store_of(move)
        relic = buy(game, rules, move)
    elif phase == Phase.keeping:
        relic = keep(game, move)
    elif phase == Phase.finding:
        relic = find(game, rules, move)
    else:
        apply_rare(game, rules, move)
    if relic != NO_RELIC:
        change_store(game, where, game.player, relic, 1)
        if takes_sample(move):
            take_sample(game, game.player, relic)
            game.sampled = 1 + relic
    settle(game, rules)


@kernel
def apply_rare(game, rules, move):
    phase, seat = game.phase, game.player
    if phase == Phase.placing:
        game.explorer[seat, EXPLORERS - 1] = move - Move.place
        game.phase = Phase.piloting if game.power[seat] == Faction.dal_harrai else Phase.acting
    elif phase in (Phase.piloting, Phase.jumping):
        step(game, rules, move)
    elif phase == Phase.leaving:
        keep_card(game, rules, move)
    elif phase == Phase.replacing:
        replace(game, move)
        game.phase = Phase.keeping
    elif phase == Phase.choosing:
        choose_bonus(game, move)
        game.phase = Phase.acted
    elif phase == Phase.lifting:
        game.gallery[seat, move - Move.lift] = 0
        game.guards[seat] -= 1
        game.supply[seat] += 1
        game.tally[seat, Tally.lifted] += 1
        game.lifted = 1 + move - Move.lift if game.supply[seat] < 0 else 0
        game.phase = game.back_to
    elif phase == Phase.redrawing:
        redraw(game, rules, move)
    elif phase == Phase.promoting:
        promote(game, rules, seat, move - Move.promote)
        game.sold = 0
        game.phase = Phase.giving
    else:
        relic = use_tile(game, move)
        if relic != NO_RELIC:
            take_sample(game, seat, relic)
            game.sampled = 1 + relic


@kernel
def choose_action(game, rules, move):
    if move == Move.pass_:
        leave(game, rules)
        return
    game.action = kind_of(move)
    game.what = move - Move[game.action]
    game.phase = Phase.paying
