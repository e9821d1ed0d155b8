"""Sell: relics of one colour to the buyers of up to three markets where one has a trader."""

from simulator.games.excavation.buyers import board_mothership, leave_mothership, rank_of
from simulator.games.excavation.cards import can_draw, change_hand, discard, draw_card, symbol_of
from simulator.games.excavation.relics import change_store, earn, put_under
from simulator.games.excavation.table import (
    GLYPHS,
    MARKETS,
    RELICS,
    Faction,
    Phase,
    Source,
    Store,
    Tally,
)
from simulator.games.excavation.verbs import Kind, Move, offer_if
from simulator.kernel import kernel
from simulator.titles import offer

MOST_MARKETS = 3


@kernel
def sellable_markets(game, seat, colour, card):
    """Markets with a trader and a buyer for the colour, as bits; Aquilla's card is a trader."""
    stalls = game.traders[seat]
    if game.power[seat] == Faction.aquilla and symbol_of(card) >= 0:
        stalls |= 1 << symbol_of(card)
    return stalls & game.interested[colour]


@kernel
def legal_sale(game, rules, choices):
    """Every set of such markets, as many as there are relics at most."""
    n, seat, colour = 0, game.player, game.what
    all_of_them = sellable_markets(game, seat, colour, game.card)
    most = min(MOST_MARKETS, game.held[seat, colour])
    markets = all_of_them
    while markets > 0:
        n = offer_if(choices, n, Move.sale + markets, rules.bits[markets] <= most)
        markets = (markets - 1) & all_of_them
    return n


@kernel
def earn_sale(game, rules, side, colour, markets):
    """Popularity, then two credits a buyer, then the bonus for several markets."""
    earn(game, side, Source.popularity, rules.popularity[rank_of(game, colour)])
    leave_mothership(game)
    n_buyers = 0
    for market in range(MARKETS):
        if markets >> market & 1:
            n_buyers += board_mothership(game, market, colour)
    earn(game, side, Source.buyers, rules.buyer * n_buyers)
    earn(game, side, Source.several_markets, rules.several[rules.bits[markets]])


@kernel
def promote(game, rules, side, markets):
    """A trader of each of these markets becomes an envoy, if there is one."""
    for market in range(MARKETS):
        if markets >> market & 1 and game.trader[side, market] > 0:
            game.trader[side, market] -= 1
            if game.trader[side, market] == 0:
                game.traders[side] &= ~(1 << market)
            game.envoy[side, rules.centre[market]] += 1
            game.tally[side, Tally.promoted] += 1


@kernel
def sell(game, rules, move):
    seat, markets = game.player, move - Move.sale
    n = rules.bits[markets]
    earn_sale(game, rules, seat, game.what, markets)
    game.sold = markets & game.traders[seat]
    if rules.promotion_compulsory:
        promote(game, rules, seat, markets)
        game.sold = 0
    if n >= 2:
        game.tally[seat, Tally.sales_in_2 + n - 2] += 1
        game.tally[seat, Tally.bonus_cards] += can_draw(game)
        game.n_draw = n == 2
        game.n_offer = -2 * (n == 3)  # two cards to be drawn and one chosen
    game.n_left, game.first = n, 0
    game.phase = Phase.giving


@kernel
def legal_give(game, choices):
    """Relics of the sale's colour, or any to offload; never back to one already passed over."""
    n, seat, offloads = 0, game.player, game.action == Kind.offload
    after = 0 if offloads else game.held[seat, game.what]
    start, end = (0, RELICS) if offloads else (GLYPHS * game.what, GLYPHS * game.what + GLYPHS)
    for where in range(len(Store)):
        for relic in range(start, end):
            k, here = RELICS * where + relic, game.store[where, seat, relic]
            enough = offloads | (after >= game.n_left)
            n = offer_if(choices, n, Move.give + k, (here > 0) & (k >= game.first) & enough)
            after -= here
    return offer(choices, n, Move.done) if offloads and game.n_done else n


@kernel
def give(game, rules, move):
    """A relic leaves: to the box if sold, under the black market's pile if offloaded."""
    if move == Move.done:
        game.n_left = 0
        return
    seat, k = game.player, move - Move.give
    relic = k % RELICS
    change_store(game, k // RELICS, seat, relic, -1)
    game.first = k
    game.n_left -= 1
    game.n_done += 1
    if game.action == Kind.offload:
        earn(game, seat, Source.smuggling, rules.value[relic])
        put_under(game, relic)
        game.tally[seat, Tally.offloaded] += 1
    else:
        game.box[relic] += 1
        game.tally[seat, Tally.sold] += 1


@kernel
def only_gift(game):
    """The one kind of relic that can be given for a sale, or -1 if there is a choice."""
    seat, only, kinds, after = game.player, -1, 0, game.held[game.player, game.what]
    takes_all = after == game.n_left
    for where in range(len(Store)):
        for relic in range(GLYPHS * game.what, GLYPHS * game.what + GLYPHS):
            k, here = RELICS * where + relic, game.store[where, seat, relic]
            if here > 0 and k >= game.first and (kinds == 0 or not takes_all):
                only, kinds = k, kinds + 1
    return only if kinds == 1 else -1


@kernel
def legal_promote(game, choices):
    """Any of the traders of the markets used."""
    n, markets = offer(choices, 0, Move.promote), game.sold
    while markets > 0:
        n = offer(choices, n, Move.promote + markets)
        markets = (markets - 1) & game.sold
    return n


@kernel
def choose_bonus(game, move):
    """One of the two cards drawn stays, the other is discarded."""
    taken = game.offer[0] if move == Move.pick + game.offer[0] else game.offer[1]
    change_hand(game, game.player, taken, 1)
    discard(game, game.offer[0] + game.offer[1] - taken)
    game.n_offer = 0


@kernel
def close_sale(game, rules):
    """What a sale still asks for: relics, promotions, the bonus card. False: it is over."""
    seat = game.player
    if game.n_left > 0:
        return True
    if game.sold:
        game.phase = Phase.promoting
        return True
    if game.n_offer < 0:
        for k in range(2):
            game.offer[k] = draw_card(game, game.table)
        game.n_offer = 2 if game.offer[1] >= 0 else 1 if game.offer[0] >= 0 else 0
    if game.n_offer == 2:
        game.phase = Phase.choosing
        return True
    if game.n_offer == 1:
        change_hand(game, seat, game.offer[0], 1)
        game.n_offer = 0
    game.phase = Phase.acted
    return False
