"""The black market: what can be bought there, for how much, and by whom besides smugglers."""

from simulator.games.excavation.relics import (
    NO_RELIC,
    has_room,
    offer_relic,
    pay_for_relic,
    take_visible,
    visible,
)
from simulator.games.excavation.table import COLOURS, EXPLORERS, Faction, Phase, Store
from simulator.games.excavation.verbs import Kind, Move
from simulator.kernel import kernel
from simulator.titles import offer

MOST_RELICS = 2  # bought or offloaded in one action


@kernel
def symbols_here(game, rules, seat):
    """Symbols of the black markets where the seat has an explorer, as bits."""
    bits = 0
    for explorer in range(EXPLORERS):
        bits |= rules.symbols[game.explorer[seat, explorer]]
    return bits


@kernel
def price_of(game, rules, relic):
    """One above its value for a smuggler, its value for Gul's sale, less by command tile 7."""
    if game.action == Kind.smuggle:
        return rules.value[relic] + rules.surcharge
    if game.action == Kind.sell:
        return rules.value[relic]
    return max(0, rules.value[relic] - rules.tile_discount[game.round_no - 2])


@kernel
def affordable(game, rules, seat, surcharge):
    """Colours whose visible relic the seat can pay and store, as bits."""
    bits = 0
    if has_room(game, rules, Store.hold, seat) or has_room(game, rules, Store.hidden, seat):
        for colour in range(COLOURS):
            relic = visible(game, colour)
            if relic != NO_RELIC and rules.value[relic] + surcharge <= game.credits[seat]:
                bits |= 1 << colour
    return bits


@kernel
def may_buy_first(game, rules, seat):
    """Colours that Gul may buy before a sale, as bits."""
    if game.power[seat] != Faction.gul or symbols_here(game, rules, seat) == 0:
        return 0
    return affordable(game, rules, seat, 0)


@kernel
def legal_buy(game, rules, choices):
    """Visible relics of different regions, into hold or hidden container, with a sample or not."""
    n, seat = 0, game.player
    must = game.action == Kind.sell and game.held[seat, game.what] == 0
    for colour in range(game.first, COLOURS):
        relic = visible(game, colour)
        if relic == NO_RELIC or price_of(game, rules, relic) > game.credits[seat]:
            continue
        if must and colour != game.what:
            continue
        for where in range(len(Store)):
            if has_room(game, rules, where, seat):
                n = offer_relic(game, choices, n, Move.buy + 4 * colour + 2 * where, relic)
    must |= game.action == Kind.smuggle and game.n_done == 0
    return n if must else offer(choices, n, Move.done)


@kernel
def buy(game, rules, move):
    """Pays for a visible relic; which one, for the caller to store. NO_RELIC: no more."""
    if move == Move.done or game.action != Kind.smuggle:
        game.phase = Phase.selling if game.action == Kind.sell else Phase.acted
    if move == Move.done:
        return NO_RELIC
    colour = (move - Move.buy) // 4
    relic = visible(game, colour)
    pay_for_relic(game, game.player, price_of(game, rules, relic))
    take_visible(game, colour)
    game.n_done += 1
    game.first = colour + 1
    return relic


@kernel
def can_buy_more(game, rules):
    """A second relic, of a region further on: those before were passed over."""
    if game.action != Kind.smuggle or game.n_done == MOST_RELICS:
        return False
    return affordable(game, rules, game.player, rules.surcharge) >> game.first > 0
