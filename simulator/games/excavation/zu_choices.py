"""Zu's priorities: which colour, relic, market and centre it prefers when it has a choice."""

from simulator import rng
from simulator.games.excavation.buyers import rank_of
from simulator.games.excavation.relics import NO_RELIC
from simulator.games.excavation.sell import MOST_MARKETS
from simulator.games.excavation.table import COLOURS, GLYPHS, MARKETS, RELICS, WHITE, ZU, Store
from simulator.games.excavation.zu_deck import PAIRS, ZuCard
from simulator.kernel import kernel

YOU = 0  # the human's seat
MANY = 64  # more than any count below


@kernel
def popularity(game, colour):
    """The higher, the more popular."""
    return COLOURS - 1 - rank_of(game, colour)


@kernel
def is_owned(game, relic):
    """Has Zu a copy or a sample of it?"""
    copies = game.store[Store.hold, ZU, relic] + game.store[Store.hidden, ZU, relic]
    return copies + game.gallery[ZU, relic] > 0


@kernel
def influence(game, centre):
    """How much an envoy would change there, the higher the more; the rulebook's five cases."""
    mine, yours = game.envoy[ZU, centre], game.envoy[YOU, centre]
    if mine + yours == 0:
        return 4
    if mine + 1 == yours:
        return 3
    if mine == yours:
        return 2
    return 1 if mine < yours else 0


@kernel
def n_on_sites(game, colour):
    n = 0
    for relic in range(GLYPHS * colour, GLYPHS * colour + GLYPHS):
        n += game.site[relic]
    return n


@kernel
def can_dig_two(game, rules, colour):
    """Are there two kinds on the sites that it has neither copy nor sample of?"""
    first = NO_RELIC
    for relic in range(GLYPHS * colour, GLYPHS * colour + GLYPHS):
        if game.site[relic] > 0 and not is_owned(game, relic):
            if first == NO_RELIC:
                first = relic
            elif not rules.zu_two_sites or rules.of_place[relic] != rules.of_place[first]:
                return True
    return False


@kernel
def colour_to_dig(game, rules, card):
    """The most popular of the card's colours, or of those on the sites.

    Equal ones: where it can dig two, then where it has no relic, then where you have fewest.
    """
    any_on_sites = False
    for colour in range(COLOURS):
        any_on_sites |= n_on_sites(game, colour) > 0
    room = rules.hold - game.n_store[Store.hold, ZU]
    if rules.any_storage:
        room += rules.hidden - game.n_store[Store.hidden, ZU]
    chosen, best, ties = 0, -1, 0
    for colour in range(COLOURS):
        if card >= ZuCard.pair:
            pair = PAIRS[card - ZuCard.pair]
            possible = colour == pair[0] or colour == pair[1]
        else:
            possible = not any_on_sites or n_on_sites(game, colour) > 0
        two = room >= 2 and can_dig_two(game, rules, colour)
        key = (popularity(game, colour) * 2 + two) * 2 + (game.held[ZU, colour] == 0)
        key = key * MANY + MANY - 1 - game.held[YOU, colour]
        if possible and key >= best:
            ties = ties + 1 if key == best else 1
            chosen = colour if rng.below(game.table, ties) == 0 else chosen
            best = key
    return chosen


@kernel
def relic_to_dig(game, rules, colour, before):
    """One you have no sample of, then the scarcest on the sites, then the most valuable."""
    chosen, best, ties = NO_RELIC, -1, 0
    for relic in range(GLYPHS * colour, GLYPHS * colour + GLYPHS):
        if game.site[relic] == 0 or is_owned(game, relic):
            continue
        if rules.zu_two_sites and before >= 0 and rules.of_place[relic] == rules.of_place[before]:
            continue
        key = (1 - game.gallery[YOU, relic]) * MANY + MANY - 1 - game.site[relic]
        key = key * MANY + rules.value[relic]
        if key >= best:
            ties = ties + 1 if key == best else 1
            chosen = relic if rng.below(game.table, ties) == 0 else chosen
            best = key
    return chosen


@kernel
def relic_to_offload(game, rules, before):
    """The most valuable of another colour; from the hold first, then of an unpopular colour.

    As a place in store, RELICS * where + relic; -1: none.
    """
    chosen, best, ties = -1, -1, 0
    for k in range(2 * RELICS):
        relic = k % RELICS
        if game.store[k // RELICS, ZU, relic] == 0 or relic // GLYPHS == before:
            continue
        key = (rules.value[relic] * 2 + (k < RELICS)) * COLOURS + rank_of(game, relic // GLYPHS)
        if key >= best:
            ties = ties + 1 if key == best else 1
            chosen = k if rng.below(game.table, ties) == 0 else chosen
            best = key
    return chosen


@kernel
def popular_colour(game):
    """The most popular colour of its relics, then the one it has most of; -1 without relics."""
    chosen, best, ties = -1, -1, 0
    for colour in range(COLOURS):
        key = popularity(game, colour) * MANY + game.held[ZU, colour]
        if game.held[ZU, colour] > 0 and key >= best:
            ties = ties + 1 if key == best else 1
            chosen = colour if rng.below(game.table, ties) == 0 else chosen
            best = key
    return chosen


@kernel
def most_popular_held(game):
    """The most popular colours among its relics, as bits, with white buyers for all of them."""
    highest, bits = -1, 0
    for colour in range(COLOURS):
        if game.held[ZU, colour] > 0:
            highest = max(highest, popularity(game, colour))
    for colour in range(COLOURS):
        if game.held[ZU, colour] > 0 and popularity(game, colour) == highest:
            bits |= 1 << colour | 1 << WHITE
    return bits


@kernel
def n_wanted(game, market, wanted):
    """Buyers of these colours, given as bits, in a market."""
    n = 0
    for k in range(game.n_queue[market]):
        n += wanted >> game.queue[market, k] & 1
    return n


@kernel
def market_for_trader(game, rules):
    """A market without its trader: most buyers for its most popular relics, then influence."""
    wanted = most_popular_held(game)
    chosen, best, ties = -1, -1, 0
    for market in range(MARKETS):
        key = n_wanted(game, market, wanted) * MANY + influence(game, rules.centre[market])
        if game.trader[ZU, market] == 0 and key >= best:
            ties = ties + 1 if key == best else 1
            chosen = market if rng.below(game.table, ties) == 0 else chosen
            best = key
    return chosen


@kernel
def best_market(game, rules, colour, among, wanted):
    """The most buyers for a colour, then the most lucrative.

    That is: most buyers of the colours wanted, then most of your traders beside its own, then
    influence.
    """
    chosen, best, ties = -1, -1, 0
    for market in range(MARKETS):
        yours = game.trader[YOU, market] if game.trader[ZU, market] > 0 else 0
        key = game.interest[market, colour] * MANY + n_wanted(game, market, wanted)
        key = key * MANY + yours
        key = key * MANY + influence(game, rules.centre[market])
        if among >> market & 1 and key >= best:
            ties = ties + 1 if key == best else 1
            chosen = market if rng.below(game.table, ties) == 0 else chosen
            best = key
    return chosen


@kernel
def colour_to_sell(game, rules):
    """The colour that sells in most markets, then the most popular; -1: none does."""
    chosen, best, ties = -1, 0, 0
    for colour in range(COLOURS):
        markets = rules.bits[game.interested[colour] & game.traders[ZU]]
        n = min(MOST_MARKETS, game.held[ZU, colour], markets)
        key = n * MANY + popularity(game, colour) if n else -1
        if n and key >= best:
            ties = ties + 1 if key == best else 1
            chosen = colour if rng.below(game.table, ties) == 0 else chosen
            best = key
    return chosen


@kernel
def colour_to_snipe(game):
    """The colour it has fewest relics of, among those somebody wants; then the most popular."""
    chosen, best, ties = -1, -1, 0
    for colour in range(COLOURS):
        held = game.held[ZU, colour]
        key = (MANY - held) * MANY + popularity(game, colour)
        if held > 0 and game.interested[colour] and key >= best:
            ties = ties + 1 if key == best else 1
            chosen = colour if rng.below(game.table, ties) == 0 else chosen
            best = key
    return chosen


@kernel
def relic_to_sell(game, rules, colour):
    """The least valuable of the colour, as a place in store."""
    chosen, best, ties = -1, -1, 0
    for where in range(len(Store)):
        for relic in range(GLYPHS * colour, GLYPHS * colour + GLYPHS):
            key = MANY - rules.value[relic]
            if game.store[where, ZU, relic] > 0 and key >= best:
                ties = ties + 1 if key == best else 1
                chosen = RELICS * where + relic if rng.below(game.table, ties) == 0 else chosen
                best = key
    return chosen
