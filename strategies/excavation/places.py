"""Where explorers of Excavation Earth should stand: what each place is worth to each of them."""

import numpy as np

from simulator.games.excavation.relics import NO_RELIC, has_room, visible
from simulator.games.excavation.table import (
    BLACK_MARKETS,
    COLOURS,
    EXPLORERS,
    GLYPHS,
    MARKETS,
    MOVEMENT,
    PLACES,
    RELICS,
    Faction,
    Phase,
    Store,
)
from simulator.kernel import kernel
from strategies.excavation.weighing import LAST, MOST_FUEL, N, W, dug_worth

ACTION_FUEL = 3


@kernel
def weigh_places(game, rules, mind):
    """The best relic of each site, the bargain of each market, deals on the black market."""
    seat, weights, notes = game.player, mind.weights, mind.notes
    without = weights[W.fit] if game.round_no < LAST else 0.0
    for place in range(PLACES):
        notes[N.alone + place] = 0.0
        notes[N.paired + place] = 0.0
    if has_room(game, rules, Store.hold, seat):
        for relic in range(RELICS):
            place, lies = rules.of_place[relic], game.site[relic] > 0
            worth = lies * dug_worth(relic, mind)
            notes[N.paired + place] = max(notes[N.paired + place], worth)
    for market in range(MARKETS):
        worth = max(0.0, notes[N.deal + market] - weights[W.act])
        fit = 1.0 if game.of_symbol[seat, market] else without
        notes[N.alone + rules.market_place[market]] = fit * worth
    weigh_black_markets(game, rules, without, mind)
    weigh_sites(game, rules, without, mind)
    weigh_partners(game, rules, mind)


@kernel
def weigh_black_markets(game, rules, without, mind):
    seat, weights, notes, symbols = game.player, mind.weights, mind.notes, 0
    for market in range(MARKETS):
        symbols |= (game.of_symbol[seat, market] > 0) << market
    notes[N.smuggle] = weights[W.smuggle] * best_bargains(game, rules, mind)
    notes[N.offload] = weights[W.offload] * best_offload(game, rules, mind)
    deals = max(0.0, max(notes[N.smuggle], notes[N.offload]) - weights[W.act])
    gul = weights[W.relic] if game.power[seat] == Faction.gul else 0.0
    for black in range(BLACK_MARKETS):
        place = rules.black_place[black]
        fit = 1.0 if rules.symbols[place] & symbols else without
        notes[N.alone + place] = fit * deals + gul


@kernel
def weigh_sites(game, rules, without, mind):
    """Adds what is found to what a place is worth otherwise; one of no region holds nothing."""
    seat, act, notes, colours = game.player, mind.weights[W.act], mind.notes, 0
    for colour in range(COLOURS):
        colours |= (game.of_colour[seat, colour] > 0) << colour
    for place in range(PLACES):
        found, alone = notes[N.paired + place], notes[N.alone + place]
        fit = 1.0 if colours >> max(0, rules.region[place]) & 1 else without
        notes[N.alone + place] = alone + fit * (found - act if found > act else 0.0)
        notes[N.paired + place] = alone + fit * found


@kernel
def weigh_partners(game, rules, mind):
    one, two = colour_below(game, rules, 0, mind), colour_below(game, rules, 1, mind)
    three = colour_below(game, rules, 2, mind)
    mind.notes[N.partners] = two | three
    mind.notes[N.partners + 1] = one | three
    mind.notes[N.partners + 2] = one | two


@kernel
def colour_below(game, rules, explorer, mind):
    """The colour of the site with relics where an explorer stands, as a bit; 0 if there is none."""
    place = game.explorer[game.player, explorer]
    digs = place >= 0 and mind.notes[N.paired + place] > mind.notes[N.alone + place]
    return 1 << rules.region[place] if digs else 0


@kernel
def place_worth(rules, explorer, place, mind):
    """What a place is worth to an explorer, given where the others stand.

    A second site of a colour needs no card of its own, so it counts in full.
    """
    colours = int(mind.notes[N.partners + explorer])
    paired = colours >> max(0, rules.region[place]) & 1  # of no region: worth the same either way
    return mind.notes[N.paired + place] if paired else mind.notes[N.alone + place]


@kernel
def best_bargains(game, rules, mind):
    """The two visible relics that are worth most above their prices, if they can be paid."""
    seat, best, second = game.player, 0.0, 0.0
    credits = game.credits[seat]
    room = rules.hold + rules.hidden
    room -= game.n_store[Store.hold, seat] + game.n_store[Store.hidden, seat]
    for colour in range(COLOURS):
        relic = visible(game, colour)
        if relic != NO_RELIC:
            price = rules.value[relic] + rules.surcharge
            worth = dug_worth(relic, mind) - price if price <= credits else 0.0
            second = max(second, min(best, worth))
            best = max(best, worth)
    if room < 1:
        return 0.0
    return best + second if room > 1 and credits > 2 * rules.value[0] else best


@kernel
def best_offload(game, rules, mind):
    """The two relics that bring most on the black market beyond what their sale would."""
    seat, best, second = game.player, 0.0, 0.0
    for k in range(int(mind.notes[N.n_have])):
        colour = int(mind.notes[N.have + k])
        kept = mind.weights[W.keep] * mind.notes[N.colour + colour]
        for relic in range(GLYPHS * colour, GLYPHS * colour + GLYPHS):
            n = game.store[Store.hold, seat, relic] + game.store[Store.hidden, seat, relic]
            worth = rules.value[relic] - kept if n > 0 else 0.0
            second = max(second, worth if n > 1 else min(best, worth))
            best = max(best, worth)
    return best + second


@kernel
def fuel_at_hand(game):
    """As much as one card gives, a Movement card or another."""
    tank, fuel = game.tank[game.player], ACTION_FUEL
    for k in range(MOVEMENT):
        fuel = max(fuel, k + 2) if tank >> k & 1 else fuel
    return fuel


@kernel
def weigh_moves(game, rules, mind):
    """What the explorers still to move gain with each amount of fuel, the best way."""
    notes, going = mind.notes, game.phase == Phase.going
    first = game.mover + 1 if going else 0
    most = min(game.fuel, MOST_FUEL - 1) if going else fuel_at_hand(game)
    for fuel in range(MOST_FUEL):
        notes[N.rest + fuel] = 0.0
    weigh_reach(game, rules, first, mind)
    for explorer in range(first, EXPLORERS):
        reach = N.reach + (MOST_FUEL + 1) * explorer
        base = notes[reach]
        for fuel in range(most, 0, -1):
            best = notes[N.rest + fuel]
            for steps in range(1, fuel + 1):
                best = max(best, notes[reach + steps] - base + notes[N.rest + fuel - steps])
            notes[N.rest + fuel] = best


@kernel
def weigh_reach(game, rules, first, mind):
    """The best place that each explorer finds so many steps away, its own at least."""
    seat, notes, least = game.player, mind.notes, np.inf
    for explorer in range(first, EXPLORERS):
        base = place_worth(rules, explorer, game.explorer[seat, explorer], mind)
        least = min(least, base)
        for steps in range(MOST_FUEL + 1):
            notes[N.reach + (MOST_FUEL + 1) * explorer + steps] = base
    for k in range(note_hot_places(game, least, mind)):
        place = int(notes[N.hot + k])
        for explorer in range(first, EXPLORERS):
            steps = min(MOST_FUEL, rules.distance[game.explorer[seat, explorer], place])
            reach = N.reach + (MOST_FUEL + 1) * explorer + steps
            notes[reach] = max(notes[reach], place_worth(rules, explorer, place, mind))


@kernel
def note_hot_places(game, least, mind):
    """Places better than the worst that one stands on, and not one's own; how many."""
    n, own = 0, 0
    for explorer in range(EXPLORERS):
        own |= 1 << game.explorer[game.player, explorer]
    for place in range(PLACES):
        mind.notes[N.hot + n] = place
        n += (mind.notes[N.paired + place] > least) & (own >> place & 1 == 0)
    return n


@kernel
def is_own(game, seat, place):
    """Has the seat an explorer there?"""
    own = False
    for explorer in range(EXPLORERS):
        own |= game.explorer[seat, explorer] == place
    return own
