"""What things are worth to a player of Excavation Earth, looked at once per decision, in credits.

`weigh` notes what a relic of each colour, a sample, a trader, an envoy and a place are worth.
"""

from simulator.games.excavation.buyers import rank_of
from simulator.games.excavation.explore import stands_on
from simulator.games.excavation.relics import NO_RELIC, has_room, visible
from simulator.games.excavation.table import (
    BLACK_MARKETS,
    CENTRES,
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
from simulator.names import numbered, spans

WEIGHTS = {
    "relic": 3.0,  # any relic one could sell
    "popular": 0.4,  # per credit of its colour's popularity
    "crowd": 0.5,  # less for each relic of the colour one has
    "sample": 2.5,  # any sample
    "gallery": 0.7,  # per credit that rows and columns gain at once
    "sale": 1.0,  # per credit of a sale
    "patience": 8.0,  # what a sale must bring beyond its relics
    "trader": 3.0,  # a trader in a market without one
    "buyers": 0.5,  # per buyer there for relics one has
    "envoy": 2.0,  # any envoy
    "majority": 0.6,  # per credit that it gains in this round
    "late": 0.5,  # less of both in each later round
    "market": 1.0,  # a buyer that one brings
    "move": 0.6,  # per credit that better places are worth
    "fit": 0.3,  # of a place's worth without a card for it
    "smuggle": 0.5,  # per credit above the price
    "offload": 0.7,  # per credit of relics offloaded
    "survey": 2.0,  # a survey in the first two rounds
    "card": 2.0,  # a card kept for the next round
    "scarce": 2.0,  # less for whatever takes one of the last two cubes
}
W = numbered(*WEIGHTS)

ACTION_FUEL = 3
ENOUGH = 1000.0  # more than anything is worth

N = spans(  # notes: what things are worth to the seat
    colour=COLOURS,  # a relic to sell
    market=MARKETS,  # a trader
    centre=CENTRES,  # an envoy
    sample=RELICS,  # a sample; 0 if it is taken
    place=PLACES,  # an explorer, where explorers go
    card=COLOURS + MARKETS,  # a card, by colour and then by symbol, where cards are chosen
    step=1,  # the best move, or the best that a step of a later explorer brings
)


@kernel
def weigh(game, rules, mind):
    """Notes what the decision needs: places for actions and moves, cards for the rest."""
    phase = game.phase
    weigh_colours(game, rules, mind)
    if phase in (
        Phase.paying,
        Phase.drafting,
        Phase.leaving,
        Phase.choosing,
        Phase.redrawing,
        Phase.replacing,
    ):
        weigh_markets(game, mind)
        weigh_cards(game, mind)
        return
    if phase not in (Phase.selling, Phase.giving, Phase.ordering, Phase.bargaining):
        weigh_samples(game, rules, mind)
    if phase not in (Phase.digging, Phase.giving, Phase.buying, Phase.finding):
        weigh_markets(game, mind)
    if phase in (Phase.acting, Phase.selling, Phase.ordering, Phase.promoting):
        weigh_centres(game, rules, mind)
    if phase in (Phase.acting, Phase.going, Phase.piloting, Phase.placing, Phase.jumping):
        weigh_places(game, rules, mind)
    if phase in (Phase.acting, Phase.going):
        weigh_moves(game, rules, mind)


@kernel
def weigh_colours(game, rules, mind):
    """A relic to sell: more if its colour is popular, less if one has many or no time is left."""
    seat, weights = game.player, mind.weights
    time = 1.0
    if game.round_no == 3:
        time = min(1.0, 0.25 * game.n_hand[seat])
    for colour in range(COLOURS):
        worth = weights[W.relic] + weights[W.popular] * rules.popularity[rank_of(game, colour)]
        worth -= weights[W.crowd] * game.held[seat, colour]
        mind.notes[N.colour + colour] = time * worth


@kernel
def scarcity(game, mind):
    """What a cube costs when hardly one is left: soon guards must be lifted."""
    return mind.weights[W.scarce] if game.supply[game.player] < 2 else 0.0


@kernel
def weigh_samples(game, rules, mind):
    """What the gallery gains at once, and something for every sample that may come to count."""
    seat, weights, notes = game.player, mind.weights, mind.notes
    base = weights[W.sample] - scarcity(game, mind)
    for colour in range(COLOURS):
        n = 0
        for glyph in range(GLYPHS):
            n += game.gallery[seat, GLYPHS * colour + glyph]
        gain = rules.column[min(n + 1, GLYPHS)] - rules.column[n]
        for glyph in range(GLYPHS):
            notes[N.sample + GLYPHS * colour + glyph] = gain
    for glyph in range(GLYPHS):
        n = 0
        for colour in range(COLOURS):
            n += game.gallery[seat, GLYPHS * colour + glyph]
        gain = rules.row[min(n + 1, COLOURS)] - rules.row[n]
        for colour in range(COLOURS):
            relic = GLYPHS * colour + glyph
            worth = base + weights[W.gallery] * (gain + notes[N.sample + relic])
            notes[N.sample + relic] = 0.0 if game.gallery[seat, relic] else worth


@kernel
def weigh_markets(game, mind):
    """A trader counts for the buyers there."""
    seat, weights, cost = game.player, mind.weights, scarcity(game, mind)
    for market in range(MARKETS):
        most = 0
        for colour in range(COLOURS):
            most = max(most, game.interest[market, colour] * (game.held[seat, colour] > 0))
        new = 1.0 if game.trader[seat, market] == 0 else 0.3
        mind.notes[N.market + market] = new * (weights[W.trader] + weights[W.buyers] * most) - cost


@kernel
def weigh_centres(game, rules, mind):
    """An envoy counts for the majority it helps to win."""
    seat, weights = game.player, mind.weights
    cost = scarcity(game, mind)
    fade = 1.0 - weights[W.late] * (game.round_no - 1) * 0.5
    for centre in range(CENTRES):
        mine = game.envoy[seat, centre]
        gain = majority_of(game, rules, centre, mine + 1) - majority_of(game, rules, centre, mine)
        mind.notes[N.centre + centre] = weights[W.envoy] * fade + weights[W.majority] * gain - cost


@kernel
def majority_of(game, rules, centre, mine):
    """What so many envoys would earn at this round's end, as things stand."""
    before, equal = 0, 1
    for other in range(game.sides):
        if other != game.player:
            before += game.envoy[other, centre] > mine
            equal += game.envoy[other, centre] == mine
    pool = 0.0
    for rank in range(before, before + equal):
        pool += rules.majority[game.round_no - 1, rank]
    return pool / equal if mine else 0.0


@kernel
def weigh_places(game, rules, mind):
    """The best relic of a site, the trader of a market, a bargain on the black market."""
    seat, weights, notes = game.player, mind.weights, mind.notes
    for place in range(PLACES):
        notes[N.place + place] = 0.0
    if has_room(game, rules, Store.hold, seat):
        for relic in range(RELICS):
            colour, place = relic // GLYPHS, rules.of_place[relic]
            fit = 1.0 if game.of_colour[seat, colour] else weights[W.fit]
            worth = fit * (notes[N.colour + colour] + notes[N.sample + relic])
            best = max(worth, notes[N.place + place])
            notes[N.place + place] = best if game.site[relic] else notes[N.place + place]
    for market in range(MARKETS):
        fit = 1.0 if game.of_symbol[seat, market] else weights[W.fit]
        worth = notes[N.market + market] + weights[W.market]
        notes[N.place + rules.market_place[market]] += fit * worth
    bargain = weights[W.smuggle] * best_bargain(game, rules, mind)
    if game.power[seat] == Faction.gul:
        bargain += weights[W.relic]
    for black in range(BLACK_MARKETS):
        notes[N.place + rules.black_place[black]] = bargain


@kernel
def best_bargain(game, rules, mind):
    """The visible relic that is worth most above its price, if it can be paid."""
    best = 0.0
    for colour in range(COLOURS):
        relic = visible(game, colour)
        if relic != NO_RELIC:
            price = rules.value[relic] + rules.surcharge
            worth = mind.notes[N.colour + colour] + mind.notes[N.sample + relic] - price
            best = worth if worth > best and price <= game.credits[game.player] else best
    return best


@kernel
def weigh_moves(game, rules, mind):
    """The best gain of an explorer with an Action card; or of later ones, per step.

    A place that is no better than the worst of one's own by more than the best gain so far cannot
    be an improvement, so most places are passed over at a glance.
    """
    seat, notes, best = game.player, mind.notes, 0.0
    going = game.phase == Phase.going
    fuel, first = (game.fuel, game.mover + 1) if going else (ACTION_FUEL, 0)
    low = ENOUGH
    for explorer in range(first, EXPLORERS):
        low = min(low, notes[N.place + game.explorer[seat, explorer]])
    for place in range(PLACES):
        worth = notes[N.place + place]
        if worth - low <= best or stands_on(game, seat, place):
            continue
        for explorer in range(first, EXPLORERS):
            here = game.explorer[seat, explorer]
            steps, gain = rules.distance[here, place], worth - notes[N.place + here]
            if steps <= fuel:
                best = max(best, gain / steps if going else gain)
    notes[N.step] = best


@kernel
def weigh_cards(game, mind):
    """A card's colour digs the best relic that lies there, its symbol sends trader and envoy."""
    notes, seat = mind.notes, game.player
    for colour in range(COLOURS):
        n, new = 0, 0
        for relic in range(GLYPHS * colour, GLYPHS * colour + GLYPHS):
            n += game.site[relic]
            new |= (game.site[relic] > 0) & (game.gallery[seat, relic] == 0)
        sample = mind.weights[W.sample] if new else 0.0
        notes[N.card + colour] = notes[N.colour + colour] + sample if n else 0.0
    for market in range(MARKETS):
        notes[N.card + COLOURS + market] = notes[N.market + market]
