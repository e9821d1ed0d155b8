"""What each action of Excavation Earth is worth as a whole, from what `weigh` has noted."""

from simulator.games.excavation.buyers import rank_of
from simulator.games.excavation.explore import stands_on
from simulator.games.excavation.relics import has_room
from simulator.games.excavation.sell import MOST_MARKETS, sellable_markets
from simulator.games.excavation.smuggle import may_buy_first
from simulator.games.excavation.table import CARDS, COLOURS, GLYPHS, MARKETS, RELICS, Faction, Store
from simulator.games.excavation.verbs import Move
from simulator.kernel import kernel
from strategies.excavation.weighing import N, W, best_bargain


@kernel
def card_worth(card, mind):
    if card >= CARDS:
        return 0.5 * (card - CARDS)
    symbol = mind.notes[N.card + COLOURS + card % MARKETS]
    return mind.notes[N.card + card // MARKETS] + symbol + 2.0


@kernel
def dig_worth(game, rules, colour, mind):
    """The best relic below an explorer and that of another site; Kutu Kuti reaches more."""
    seat, notes = game.player, mind.notes
    kutu_kuti = game.power[seat] == Faction.kutu_kuti
    best, second, site = 0.0, 0.0, -1
    for relic in range(GLYPHS * colour, GLYPHS * colour + GLYPHS):
        place = rules.of_place[relic]
        worth = notes[N.colour + colour] + notes[N.sample + relic]
        if game.site[relic] == 0 or not (stands_on(game, seat, place) or kutu_kuti):
            continue
        if worth > best:
            if place != site or kutu_kuti:
                second = best
            best, site = worth, place
        elif place != site or kutu_kuti:
            second = max(second, worth)
    room = rules.hold - game.n_store[Store.hold, seat]
    return best + second if room > 1 else best


@kernel
def best_card_market(game, seat, colour):
    """The market with most buyers where only a card of Aquilla's could sell, as a bit."""
    best, buyers = 0, 0
    for market in range(MARKETS):
        if game.of_symbol[seat, market] and game.trader[seat, market] == 0:
            best = 1 << market if game.interest[market, colour] > buyers else best
            buyers = max(buyers, game.interest[market, colour])
    return best


@kernel
def sale_worth(game, rules, colour, mind):
    """Credits and envoys of the best sale, less what one would rather wait for."""
    seat, weights = game.player, mind.weights
    stalls, most = sellable_markets(game, seat, colour, CARDS), game.held[seat, colour]
    if game.power[seat] == Faction.aquilla:
        stalls |= best_card_market(game, seat, colour)
    elif game.power[seat] == Faction.gul:
        most += may_buy_first(game, rules, seat) >> colour & 1
    most = min(MOST_MARKETS, most)
    credits = rules.popularity[rank_of(game, colour)]
    worth, used = 0.0, 0
    for n in range(most):
        chosen, buyers = -1, 0
        for market in range(MARKETS):
            if (stalls & ~used) >> market & 1 and game.interest[market, colour] > buyers:
                chosen, buyers = market, game.interest[market, colour]
        if chosen >= 0:
            used |= 1 << chosen
            credits += rules.buyer * buyers + rules.several[n + 1] - rules.several[n]
            worth += mind.notes[N.centre + rules.centre[chosen]]
    wait = weights[W.patience] if game.round_no < 3 or game.n_hand[seat] > 2 else 0.0
    return worth + weights[W.sale] * credits - wait


@kernel
def command_worth(game, rules, market, mind):
    return mind.notes[N.market + market] + mind.notes[N.centre + rules.centre[market]]


@kernel
def best_offload(game, rules, mind):
    """The best relic to give to the black market, for what it brings beyond a sale."""
    seat, best = game.player, 0.0
    for relic in range(RELICS):
        if game.store[Store.hold, seat, relic] + game.store[Store.hidden, seat, relic]:
            best = max(best, rules.value[relic] - 0.5 * mind.notes[N.colour + relic // GLYPHS])
    return best


@kernel
def rate_action(game, rules, move, mind):
    seat, weights = game.player, mind.weights
    if move < Move.excavate:
        return weights[W.move] * mind.notes[N.step] - 0.5
    if move < Move.market:
        return dig_worth(game, rules, move - Move.excavate, mind)
    if move < Move.sell:
        return mind.notes[N.market + move - Move.market] + 2.0 * weights[W.market]
    if move < Move.command:
        return sale_worth(game, rules, move - Move.sell, mind)
    if move < Move.offload:
        return command_worth(game, rules, move - Move.command, mind)
    if move < Move.smuggle:
        return weights[W.offload] * best_offload(game, rules, mind)
    if move < Move.survey:
        return weights[W.smuggle] * best_bargain(game, rules, mind)
    if move < Move.pass_:
        colour = move - Move.survey
        early = weights[W.survey] if game.round_no < 3 else 0.5 * weights[W.survey]
        free = game.power[seat] == Faction.issisinui and has_room(game, rules, Store.hold, seat)
        return early + (mind.notes[N.colour + colour] + weights[W.sample] if free else 0.0)
    return weights[W.card] * min(2, game.n_hand[seat]) * (game.round_no < 3) - game.n_hand[seat]
