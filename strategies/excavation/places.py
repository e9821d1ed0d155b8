"""Where explorers of Excavation Earth should stand: what each place is worth to each of them."""

from simulator.games.excavation.relics import NO_RELIC, has_room, visible
from simulator.games.excavation.table import (
    BLACK_MARKETS,
    COLOURS,
    EXPLORERS,
    GLYPHS,
    MARKETS,
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
    for place in range(PLACES):
        notes[N.site + place] = 0.0
        notes[N.alone + place] = 0.0
    if has_room(game, rules, Store.hold, seat):
        for relic in range(RELICS):
            place, lies = rules.of_place[relic], game.site[relic] > 0
            worth = lies * dug_worth(relic, mind)
            notes[N.site + place] = max(notes[N.site + place], worth)
    without, symbols = weights[W.fit] if game.round_no < LAST else 0.0, 0
    for market in range(MARKETS):
        fit = 1.0 if game.of_symbol[seat, market] else without
        symbols |= (game.of_symbol[seat, market] > 0) << market
        worth = notes[N.deal + market] - weights[W.act]
        notes[N.alone + rules.market_place[market]] = fit * max(0.0, worth)
    notes[N.smuggle] = weights[W.smuggle] * best_bargains(game, rules, mind)
    notes[N.offload] = weights[W.offload] * best_offload(game, rules, mind)
    deals = max(0.0, max(notes[N.smuggle], notes[N.offload]) - weights[W.act])
    gul = weights[W.relic] if game.power[seat] == Faction.gul else 0.0
    for black in range(BLACK_MARKETS):
        place = rules.black_place[black]
        fit = 1.0 if rules.symbols[place] & symbols else without
        notes[N.alone + place] = fit * deals + gul
    for place in range(PLACES):
        notes[N.paired + place] = notes[N.alone + place]
        found = notes[N.site + place]
        if found > 0.0:
            fit = 1.0 if game.of_colour[seat, rules.region[place]] else without
            notes[N.alone + place] += fit * max(0.0, found - weights[W.act])
            notes[N.paired + place] += fit * found


@kernel
def partners(game, rules, explorer, mind):
    """Colours of sites with relics where one's other explorers stand, as bits."""
    colours = 0
    for other in range(EXPLORERS):
        there = game.explorer[game.player, other]
        if other != explorer and there >= 0 and mind.notes[N.site + there] > 0.0:
            colours |= 1 << rules.region[there]
    return colours


@kernel
def place_worth(game, rules, explorer, place, mind):
    """What a place is worth to an explorer, given where the others stand.

    A second site of a colour needs no card of its own, so it counts in full.
    """
    if mind.notes[N.site + place] <= 0.0:
        return mind.notes[N.alone + place]
    paired = partners(game, rules, explorer, mind) >> rules.region[place] & 1
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
            worth = dug_worth(relic, mind) - price
            if price <= credits and worth > best:
                second, best = best, worth
            elif price <= credits and worth > second:
                second = worth
    if room < 1:
        return 0.0
    return best + second if room > 1 and credits > 2 * rules.value[0] else best


@kernel
def best_offload(game, rules, mind):
    """The two relics that bring most on the black market beyond what their sale would."""
    seat, best, second = game.player, 0.0, 0.0
    for colour in range(COLOURS):
        if game.held[seat, colour] == 0:
            continue
        kept = mind.weights[W.keep] * mind.notes[N.colour + colour]
        for relic in range(GLYPHS * colour, GLYPHS * colour + GLYPHS):
            n = game.store[Store.hold, seat, relic] + game.store[Store.hidden, seat, relic]
            worth = rules.value[relic] - kept if n else 0.0
            if worth > best:
                second, best = worth if n > 1 else best, worth
            else:
                second = max(second, worth)
    return best + second


@kernel
def weigh_moves(game, rules, mind):
    """What the explorers still to move gain with each amount of fuel, the best way."""
    notes = mind.notes
    first = game.mover + 1 if game.phase == Phase.going else 0
    for fuel in range(MOST_FUEL):
        notes[N.rest + fuel] = 0.0
    most = game.fuel if game.phase == Phase.going else ACTION_FUEL + 1
    most = min(most, MOST_FUEL - 1)
    for explorer in range(first, EXPLORERS):
        weigh_reach(game, rules, explorer, most, mind)
        for fuel in range(most, 0, -1):
            best = notes[N.rest + fuel]
            for steps in range(1, fuel + 1):
                best = max(best, notes[N.reach + steps] + notes[N.rest + fuel - steps])
            notes[N.rest + fuel] = best


@kernel
def weigh_reach(game, rules, explorer, most, mind):
    """The best that one explorer gains in so many steps."""
    seat, notes = game.player, mind.notes
    here, colours = game.explorer[seat, explorer], partners(game, rules, explorer, mind)
    base = place_worth(game, rules, explorer, here, mind)
    for steps in range(most + 1):
        notes[N.reach + steps] = 0.0
    for place in range(PLACES):
        worth, steps = notes[N.paired + place], rules.distance[here, place]
        if worth <= base or steps > most or is_own(game, seat, place):
            continue
        if worth > notes[N.alone + place] and not colours >> rules.region[place] & 1:
            worth = notes[N.alone + place]
        notes[N.reach + steps] = max(worth - base, notes[N.reach + steps])


@kernel
def is_own(game, seat, place):
    """Has the seat an explorer there?"""
    own = False
    for explorer in range(EXPLORERS):
        own |= game.explorer[seat, explorer] == place
    return own
