"""The black market: what can be bought there, for how much, and by whom besides smugglers."""

from simulator.games.excavation.relics import (
    NO_RELIC,
    can_sample,
    pay_for_relic,
    take_visible,
    visible,
)
from simulator.games.excavation.table import (
    ACTED,
    COLOURS,
    EXPLORERS,
    GUL,
    HIDDEN,
    HOLD,
    SELLING,
)
from simulator.games.excavation.verbs import BUY, DONE, SELL, SMUGGLE, add
from simulator.kernel import kernel

MOST_RELICS = 2  # bought or offloaded in one action


@kernel
def symbols_here(game, rules, seat):
    """Symbols of the black markets where the seat has an explorer, as bits."""
    bits = 0
    for explorer in range(EXPLORERS):
        bits |= rules.symbols[game.explorer[seat, explorer]]
    return bits


@kernel
def has_room(game, rules, seat):
    return game.n_store[HOLD, seat] < rules.hold or game.n_store[HIDDEN, seat] < rules.hidden


@kernel
def price_of(game, rules, relic):
    """One above its value for a smuggler, its value for Gul's sale, less by command tile 7."""
    if game.action == SMUGGLE:
        return rules.value[relic] + rules.surcharge
    if game.action == SELL:
        return rules.value[relic]
    return max(0, rules.value[relic] - rules.tile_discount[game.round_no - 2])


@kernel
def affordable(game, rules, seat, surcharge):
    """Colours whose visible relic the seat can pay and store, as bits."""
    bits = 0
    if has_room(game, rules, seat):
        for colour in range(COLOURS):
            relic = visible(game, colour)
            if relic != NO_RELIC and rules.value[relic] + surcharge <= game.credits[seat]:
                bits |= 1 << colour
    return bits


@kernel
def may_buy_first(game, rules, seat):
    """Colours that Gul may buy before a sale, as bits."""
    if game.power[seat] != GUL or symbols_here(game, rules, seat) == 0:
        return 0
    return affordable(game, rules, seat, 0)


@kernel
def legal_buy(game, rules, choices):
    """Visible relics of different regions, into hold or hidden container, with a sample or not."""
    n, seat = 0, game.player
    must = game.action == SELL and game.held[seat, game.what] == 0
    for colour in range(game.first, COLOURS):
        relic = visible(game, colour)
        if relic == NO_RELIC or price_of(game, rules, relic) > game.credits[seat]:
            continue
        if must and colour != game.what:
            continue
        samples = 1 + can_sample(game, seat, relic)
        for where in range(2):
            if game.n_store[where, seat] < (rules.hold if where == HOLD else rules.hidden):
                for sample in range(samples):
                    n = add(choices, n, BUY + 4 * colour + 2 * where + sample)
    must |= game.action == SMUGGLE and game.n_done == 0
    return n if must else add(choices, n, DONE)


@kernel
def buy(game, rules, move):
    """Pays for a visible relic; which one, for the caller to store. NO_RELIC: no more."""
    if move == DONE or game.action != SMUGGLE:
        game.phase = SELLING if game.action == SELL else ACTED
    if move == DONE:
        return NO_RELIC
    colour = (move - BUY) // 4
    relic = visible(game, colour)
    pay_for_relic(game, game.player, price_of(game, rules, relic))
    take_visible(game, colour)
    game.n_done += 1
    game.first = colour + 1
    return relic


@kernel
def can_buy_more(game, rules):
    """A second relic, of a region further on: those before were passed over."""
    if game.action != SMUGGLE or game.n_done == MOST_RELICS:
        return False
    return affordable(game, rules, game.player, rules.surcharge) >> game.first > 0
