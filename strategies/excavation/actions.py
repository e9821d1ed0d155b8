"""What each action of Excavation Earth is worth as a whole, from what `weigh` has noted."""

from simulator.games.excavation.buyers import (
    rank_of,
)
from simulator.games.excavation.sell import (
    sellable_markets,
)
from simulator.games.excavation.smuggle import (
    may_buy_first,
)
from simulator.games.excavation.table import (
    AQUILLA,
    CARDS,
    COLOURS,
    GLYPHS,
    GUL,
    HIDDEN,
    HOLD,
    ISSISINUI,
    KUTU_KUTI,
    MARKETS,
    RELICS,
)
from simulator.games.excavation.verbs import (
    COMMAND,
    EXCAVATE,
    MARKET,
    OFFLOAD,
    PASS,
    SELL,
    SMUGGLE,
    SURVEY,
)
from simulator.kernel import (
    kernel,
)
from strategies.excavation.survey import (
    CARD,
    MARKETING,
    MOVING,
    OF_CARD,
    OF_CENTRE,
    OF_COLOUR,
    OF_MARKET,
    OF_SAMPLE,
    OF_STEP,
    OFFLOADING,
    PATIENCE,
    SALE_CREDITS,
    SAMPLED,
    SMUGGLING,
    SURVEYING,
    best_bargain,
    has_hold,
    is_mine,
)


@kernel
def card_worth(card, mind):
    if card >= CARDS:
        return 0.5 * (card - CARDS)
    symbol = mind.notes[OF_CARD + COLOURS + card % MARKETS]
    return mind.notes[OF_CARD + card // MARKETS] + symbol + 2.0


@kernel
def dig_worth(game, rules, colour, mind):
    """The best relic below an explorer and that of another site; Kutu Kuti reaches more."""
    seat, notes = game.player, mind.notes
    kutu_kuti = game.power[seat] == KUTU_KUTI
    best, second, site = 0.0, 0.0, -1
    for relic in range(GLYPHS * colour, GLYPHS * colour + GLYPHS):
        place = rules.of_place[relic]
        worth = notes[OF_COLOUR + colour] + notes[OF_SAMPLE + relic]
        if game.site[relic] == 0 or not (is_mine(game, seat, place) or kutu_kuti):
            continue
        if worth > best:
            if place != site or kutu_kuti:
                second = best
            best, site = worth, place
        elif place != site or kutu_kuti:
            second = max(second, worth)
    room = rules.hold - game.n_store[HOLD, seat]
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
    if game.power[seat] == AQUILLA:
        stalls |= best_card_market(game, seat, colour)
    elif game.power[seat] == GUL:
        most += may_buy_first(game, rules, seat) >> colour & 1
    most = min(3, most)
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
            worth += mind.notes[OF_CENTRE + rules.centre[chosen]]
    wait = weights[PATIENCE] if game.round_no < 3 or game.n_hand[seat] > 2 else 0.0
    return worth + weights[SALE_CREDITS] * credits - wait


@kernel
def command_worth(game, rules, market, mind):
    return mind.notes[OF_MARKET + market] + mind.notes[OF_CENTRE + rules.centre[market]]


@kernel
def best_offload(game, rules, mind):
    """The best relic to give to the black market, for what it brings beyond a sale."""
    seat, best = game.player, 0.0
    for relic in range(RELICS):
        if game.store[HOLD, seat, relic] + game.store[HIDDEN, seat, relic]:
            best = max(best, rules.value[relic] - 0.5 * mind.notes[OF_COLOUR + relic // GLYPHS])
    return best


@kernel
def rate_action(game, rules, move, mind):
    seat, weights, what = game.player, mind.weights, move % 10
    if move < EXCAVATE:
        return weights[MOVING] * mind.notes[OF_STEP] - 0.5
    if move < MARKET:
        return dig_worth(game, rules, what, mind)
    if move < SELL:
        return mind.notes[OF_MARKET + what] + 2.0 * weights[MARKETING]
    if move < COMMAND:
        return sale_worth(game, rules, what, mind)
    if move < OFFLOAD:
        return command_worth(game, rules, what, mind)
    if move < SMUGGLE:
        return weights[OFFLOADING] * best_offload(game, rules, mind)
    if move < SURVEY:
        return weights[SMUGGLING] * best_bargain(game, rules, mind)
    if move < PASS:
        early = weights[SURVEYING] if game.round_no < 3 else 0.5 * weights[SURVEYING]
        free = game.power[seat] == ISSISINUI and has_hold(game, rules)
        return early + (mind.notes[OF_COLOUR + what] + weights[SAMPLED] if free else 0.0)
    return weights[CARD] * min(2, game.n_hand[seat]) * (game.round_no < 3) - game.n_hand[seat]
