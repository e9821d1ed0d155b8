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
    Faction,
    Phase,
    Store,
)
from simulator.kernel import kernel
from strategies.excavation.weighing import (
    DIGS,
    LAST,
    MOST_FUEL,
    REACH,
    N,
    W,
    dug_worth,
)

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
        for colour in range(COLOURS):
            for relic in range(GLYPHS * colour, GLYPHS * colour + GLYPHS):
                place, worth = N.paired + rules.of_place[relic], dug_worth(relic, mind)
                notes[place] = max(notes[place], worth if game.site[relic] > 0 else 0.0)
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
    notes[N.offload] = weights[W.offload] * best_offload(game, rules, mind)
    deals = max(0.0, notes[N.offload] - weights[W.act])
    gul = weights[W.relic] if game.power[seat] == Faction.gul else 0.0
    for black in range(BLACK_MARKETS):
        place = rules.black_place[black]
        fit = 1.0 if rules.symbols[place] & symbols else without
        notes[N.alone + place] = fit * deals + gul


@kernel
def weigh_sites(game, rules, without, mind):
    """Adds what is found to what a place is worth otherwise; one of no region holds nothing."""
    seat, act, notes, colours = game.player, mind.weights[W.act], mind.notes, 0
    pair = mind.weights[W.pair]
    for colour in range(COLOURS):
        colours |= (game.of_colour[seat, colour] > 0) << colour
    for place in range(PLACES):
        found, alone = notes[N.paired + place], notes[N.alone + place]
        has = colours >> max(0, rules.region[place]) & 1
        fit, less = 1.0 if has else without, act if has else 0.0
        notes[N.alone + place] = alone + fit * max(0.0, found - less)
        notes[N.paired + place] = alone + fit * found + (pair if found > 0.0 else 0.0)


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
    stands = game.explorer[game.player, explorer]
    place = max(0, stands)
    digs = mind.notes[N.paired + place] > mind.notes[N.alone + place]
    return int(digs & (stands >= 0)) << max(0, rules.region[place])


@kernel
def place_worth(rules, explorer, place, mind):
    """What a place is worth to an explorer, given where the others stand."""
    return worth_with(rules, int(mind.notes[N.partners + explorer]), place, mind)


@kernel
def worth_with(rules, colours, place, mind):
    """A second site of a colour needs no card of its own, so it counts in full."""
    is_pair = colours >> max(0, rules.region[place]) & 1  # of no region: worth the same either way
    paired, alone = mind.notes[N.paired + place], mind.notes[N.alone + place]
    return paired if is_pair else alone  # both are read: a branch would be a guess


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
            worth = rules.value[relic] - kept
            worth = worth if n > 0 else 0.0
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
def weigh_digs(game, rules, mind):
    """The sites of each colour with a card for it, as bits."""
    for colour in range(COLOURS):
        sites = 0
        for relic in range(GLYPHS * colour, GLYPHS * colour + GLYPHS):
            sites |= (game.site[relic] > 0) << rules.of_place[relic]
        mind.notes[DIGS + colour] = sites if game.of_colour[game.player, colour] > 0 else 0


@kernel
def weigh_surroundings(game, rules, mind):
    """What a card can dig makes the places beside it worth something too: they are a step away."""
    notes, near = mind.notes, mind.weights[W.near]
    for colour in range(COLOURS):
        if game.of_colour[game.player, colour] > 0:
            for relic in range(GLYPHS * colour, GLYPHS * colour + GLYPHS):
                if game.site[relic] > 0:
                    place, worth = rules.of_place[relic], near * dug_worth(relic, mind)
                    for k in range(rules.n_next[place]):
                        beside = rules.next_to[place, k]
                        notes[N.alone + beside] += worth
                        notes[N.paired + beside] += worth


@kernel
def company_worth(game, rules, place, rest, mind):
    """Can a later explorer follow to another site of the colour? One card then digs both."""
    seat, mover, colour = game.player, game.mover, max(0, rules.region[place])
    sites = int(mind.notes[DIGS + colour])
    near = rules.within[game.explorer[seat, EXPLORERS - 1], rest]
    near |= rules.within[game.explorer[seat, 1], rest] if mover == 0 else 0
    alone = int(mind.notes[N.partners + mover]) >> colour & 1 == 0
    digs = (sites >> place & 1 > 0) & (sites & near & ~(1 << place) > 0)
    return mind.weights[W.pair] + mind.weights[W.act] if alone & digs else 0.0


@kernel
def weigh_moves(game, rules, mind):
    """What the explorers still to move gain with each amount of fuel, the best way."""
    notes, first = mind.notes, game.mover + 1 if game.phase == Phase.going else 0
    if first < EXPLORERS:
        weigh_reach(game, rules, first, mind)
    with_1, with_2, with_3, with_4 = 0.0, 0.0, 0.0, 0.0
    for explorer in range(first, EXPLORERS):
        reach = N.reach + REACH * explorer
        one, two = notes[reach + 1] - notes[reach], notes[reach + 2] - notes[reach]
        three, four = notes[reach + 3] - notes[reach], notes[reach + 4] - notes[reach]
        with_4 = max(max(with_4, one + with_3), max(two + with_2, max(three + with_1, four)))
        with_3 = max(max(with_3, one + with_2), max(two + with_1, three))
        with_2 = max(with_2, max(one + with_1, two))
        with_1 = max(with_1, one)
    notes[N.rest] = 0.0
    notes[N.rest + 1], notes[N.rest + 2] = with_1, with_2
    notes[N.rest + 3], notes[N.rest + 4] = with_3, with_4


@kernel
def weigh_reach(game, rules, first, mind):
    """The best place that each explorer from the first on finds in so many steps, its own at least.

    All of them at once: what a place is worth is read only once.
    """
    notes, seat = mind.notes, game.player
    one, two, three = game.explorer[seat, 0], game.explorer[seat, 1], game.explorer[seat, 2]
    of_one, of_two = int(notes[N.partners]), int(notes[N.partners + 1])
    of_three = int(notes[N.partners + 2])
    least = np.inf
    for explorer in range(EXPLORERS):
        here = place_worth(rules, explorer, game.explorer[seat, explorer], mind)
        least = min(least, here if explorer >= first else least)
        for steps in range(REACH):
            notes[N.reach + REACH * explorer + steps] = here
    own = 1 << one | 1 << two | 1 << three
    for k in range(note_hot_places(own, least, mind)):
        place = int(notes[N.hot + k])
        paired, alone = notes[N.paired + place], notes[N.alone + place]
        region = max(0, rules.region[place])
        if first == 0:
            note_place(rules, 0, one, place, paired if of_one >> region & 1 else alone, mind)
        if first <= 1:
            note_place(rules, 1, two, place, paired if of_two >> region & 1 else alone, mind)
        note_place(rules, 2, three, place, paired if of_three >> region & 1 else alone, mind)


@kernel
def note_place(rules, explorer, here, place, worth, mind):
    """A place that an explorer finds, by the steps to it."""
    reach = N.reach + REACH * explorer + min(MOST_FUEL + 1, rules.distance[place, here])
    mind.notes[reach] = max(mind.notes[reach], worth)


@kernel
def note_hot_places(own, least, mind):
    """Places better than the worst that one stands on, and not one's own; how many."""
    n = 0
    for place in range(PLACES):
        mind.notes[N.hot + n] = place
        n += (mind.notes[N.paired + place] > least) & (own >> place & 1 == 0)
    return n
