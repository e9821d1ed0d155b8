"""What things are worth to a player of Excavation Earth, in credits: relics, samples, cubes.

Each of these functions leaves notes that the others and the ratings of moves are made of.
"""

from simulator.games.excavation.explore import stands_on
from simulator.games.excavation.sell import MOST_MARKETS
from simulator.games.excavation.table import (
    CENTRES,
    COLOURS,
    EXPLORERS,
    GLYPHS,
    MARKETS,
    MAX_PLAYERS,
    PLACES,
    RELICS,
    STEPS,
    Faction,
    Phase,
    Store,
)
from simulator.games.excavation.verbs import WITH_TRADER
from simulator.kernel import kernel
from simulator.names import numbered, spans

WEIGHTS = {
    "relic": 2.09,  # any relic one could sell
    "popular": 0.321,  # per credit of its colour's popularity
    "crowd": 0.325,  # less for each relic of the colour one has
    "sample": 0.294,  # any sample
    "gallery": 0.925,  # per credit that rows and columns gain at once
    "build": 0.259,  # per credit that a sample of a full row or column brings on average
    "sale": 1.45,  # per credit of a sale
    "patience": 10.5,  # what a sale must bring while there is time for more
    "keep": 0.876,  # of a relic's worth, lost when it is sold
    "bonus": -0.375,  # a card for a sale in several markets
    "trader": 3.66,  # a trader in a market without one
    "buyers": 0.493,  # per credit that a trader adds to the next sales
    "envoy": -0.0429,  # any envoy
    "majority": 0.17,  # per credit that it gains in this round
    "later": 0.271,  # the same in each later round, if nothing changes
    "market": 0.509,  # per credit that buyers add to the next sales
    "guest": 0.17,  # a white buyer for relics to come
    "move": 0.305,  # per credit that better places are worth
    "begin": 1.61,  # a move in the first round, per Movement card: places serve later rounds too
    "flight": 0.488,  # the same in the last round, since no card is kept
    "fit": 0.12,  # of a place's worth without a card for it
    "act": 2.96,  # what a card brings anyway, wherever the explorers stand
    "smuggle": 0.31,  # per credit above the price
    "offload": 1.05,  # per credit of relics offloaded
    "find": 0.517,  # per credit of what a survey may offer or put below an explorer
    "card": 4.54,  # a card kept for the next round
    "tank": 0.438,  # a Movement card kept
    "scarce": 7.11,  # a cube when none is left and many could be used
    "need": 0.653,  # cubes used per card
    "lies": 0.86,  # a card per relic of its colour on the dig sites
    "alike": 1.01,  # less for each card of the hand with the same colour
    "twin": 0.398,  # the same with the same symbol
    "manned": 0.47,  # less for each side with a trader in its market
    "contest": 3.0,  # a sale whose buyers a rival could sell to first
    "sharp": 0.597,  # per credit that an envoy gains in this round, more as its end is near
    "pair": 1.91,  # a site of the same colour as another explorer's, since one card digs both
    "near": 0.1,  # of what can be dug beside a place, with a card for it
    "gift": 1.0,  # a coloured buyer, less for each rival with relics of the colour
    "calm": 0.5,  # what a sale must bring more per card left above four, before the last round
}
W = numbered(*WEIGHTS)

ROUND = 9  # cards that a round brings
LAST = 3  # round
NEAR = 5.0  # cards; when so many are left the end is not yet in sight
FEW = 4.0  # cards left in a round
MOST_FUEL = STEPS - 1  # that explorers are reckoned with
REACH = MOST_FUEL + 2  # steps from 0 up, those too many last

N = spans(  # notes: what things are worth to the seat
    left=1,  # cards left in this round after the one in question
    cube=1,  # what a cube costs
    colour=COLOURS,  # a relic to sell
    popular=COLOURS,  # credits for its popularity
    sold=COLOURS,  # the next sale of what one has, in credits
    have=COLOURS,  # the colours one has relics of
    n_have=1,
    sellable=1,  # the same, or 0 if there is no card left to sell them with
    pending=1,  # how many colours have such a sale
    low=COLOURS,  # credits of the buyers in the least market of it
    enter=COLOURS,  # credits that one market more would add to it besides those of its buyers
    more=COLOURS,  # credits that one relic more would add to it
    lift=COLOURS,  # credits that one buyer more would add to its popularity
    stall=MARKETS,  # a trader, whatever one has to sell
    market=MARKETS,  # a trader
    centre=CENTRES,  # an envoy
    pay=MAX_PLAYERS * MAX_PLAYERS,  # a majority, by rank and with how many others it is shared
    row=COLOURS + 1,  # a sample for what it does to a row with so many
    column=GLYPHS + 1,  # the same of a column
    in_row=GLYPHS,  # that of each glyph's row; before that, samples in it
    sample=RELICS,  # a sample; 0 if it is taken
    partners=EXPLORERS,  # colours of the sites with relics where the others stand, as bits
    alone=PLACES,  # an explorer there
    paired=PLACES,  # the same with another one on a site of the same colour
    deal=MARKETS,  # a Market action
    offload=1,  # the two relics best offloaded
    card=COLOURS + MARKETS,  # a card, by colour and then by symbol
    hot=PLACES - EXPLORERS + 1,  # places worth going to
    bargain=2 * WITH_TRADER,  # a way to bargain
    gift=COLOURS,  # what a coloured buyer is worth to rivals
    other=COLOURS,  # what buyers add to the sale of each colour one has, none of them its own
    own=COLOURS,  # the same with one of its own
    reach=EXPLORERS * REACH,  # the best of them for each explorer, by steps
    rest=MOST_FUEL + 1,  # what later explorers gain with so much fuel
)
DIGS = N.gift  # sites of each colour with a card for it, as bits: who bargains goes nowhere


@kernel
def tanks(game, seat):
    """Movement cards one still has."""
    tank = game.tank[seat]
    return (tank & 1) + (tank >> 1 & 1) + (tank >> 2 & 1)


@kernel
def cards_left(game):
    """Cards for this round's actions after the present one."""
    seat = game.player
    left = game.n_hand[seat] + tanks(game, seat)
    return left - (game.phase == Phase.acting or game.phase == Phase.paying)


@kernel
def rank_with(game, colour, more):
    """A colour's rank in popularity if a buyer of colour `more` came to a market."""
    rank, own = 0, game.buyers[colour] - (colour == more)
    for other in range(COLOURS):
        rank += game.buyers[other] - (other == more) < own
    return rank


@kernel
def weigh_popularity(game, rules, mind):
    """How popular each colour is, and of which ones one has relics."""
    notes, n = mind.notes, 0
    for colour in range(COLOURS):
        notes[N.popular + colour] = rules.popularity[rank_with(game, colour, -1)]
        notes[N.have + n] = colour
        n += game.held[game.player, colour] > 0
    notes[N.n_have] = n
    notes[N.sellable] = n if notes[N.left] > 0.0 else 0


@kernel
def weigh_sales(game, rules, mind):
    """The best sale of each colour; of those one lacks, in the last round, what one relic adds."""
    notes, late, pending = mind.notes, game.round_no == LAST, 0
    for colour in range(COLOURS):
        notes[N.sold + colour] = 0.0
        notes[N.lift + colour] = 0.0
    for k in range(COLOURS if late else int(notes[N.n_have])):
        colour = k if late else int(notes[N.have + k])
        weigh_sale(game, rules, colour, int(late), mind)
        pending += notes[N.sold + colour] > 0.0
    notes[N.pending] = pending


@kernel
def weigh_sale(game, rules, colour, one_more, mind):
    """The best sale of a colour, as traders and buyers stand, and what more would add."""
    seat, notes, popular = game.player, mind.notes, int(mind.notes[N.popular + colour])
    markets = game.traders[seat] & game.interested[colour]
    held, credits, slots, low, more = game.held[seat, colour], 0, 0, 0, 0
    for n in range(min(held + one_more, MOST_MARKETS)):
        if markets == 0:
            break
        where, n_buyers = most_buyers(game, colour, markets)
        markets &= ~(1 << where)
        buyers = rules.buyer * n_buyers
        more = buyers + for_one_more(rules, n, popular)
        if n < held:
            credits, slots, low, more = credits + more, slots + 1, buyers, 0
    fits = slots < min(held, MOST_MARKETS)
    notes[N.sold + colour] = credits
    notes[N.low + colour] = low
    notes[N.enter + colour] = for_one_more(rules, slots, popular) if fits else -low
    notes[N.more + colour] = more
    if held > 0:
        lifted = rules.popularity[rank_with(game, colour, colour)]
        notes[N.lift + colour] = lifted - popular


@kernel
def most_buyers(game, colour, markets):
    """The one of these markets with most buyers for a colour, and how many they are."""
    best, where = 0, 0
    for market in range(MARKETS):
        buyers = (markets >> market & 1) * game.interest[market, colour]
        where = market if buyers > best else where
        best = max(best, buyers)
    return where, best


@kernel
def for_one_more(rules, n, popular):
    """What a market adds to a sale in n others, besides the credits of its buyers."""
    return rules.several[n + 1] - rules.several[n] + (popular if n == 0 else 0)


@kernel
def sale_gain(game, rules, colour, market, more, mind):
    """What a sale gains by a trader in a market and by so many more buyers there."""
    enter, low = mind.notes[N.enter + colour], mind.notes[N.low + colour]
    here = rules.buyer * game.interest[market, colour]
    new = here + rules.buyer * more
    stall = (game.traders[game.player] >> market & 1) * here
    enters, adds = max(0.0, new + enter), 1.0 * (max(new, 0) - here)
    enters = enters if new > 0 else 0.0
    return adds if (stall > 0) & (stall >= low) else enters


@kernel
def weigh_time(game, rules, mind):
    """How many cards are left, and what a cube costs: without one, the guard missed least."""
    seat, weights = game.player, mind.weights
    left = cards_left(game)
    mind.notes[N.left] = left
    need = max(0.0, weights[W.need] * (left + ROUND * (LAST - game.round_no)))
    short = max(0.0, need - game.supply[seat])
    mind.notes[N.cube] = weights[W.scarce] * short / (need + 0.1)
    if game.supply[seat] <= 0 and game.guards[seat] > 0:
        mind.notes[N.cube] = least_guard(game, rules, mind)


@kernel
def least_guard(game, rules, mind):
    """What the gallery loses with the guard that is missed least."""
    least = 1.0 * (rules.column[GLYPHS] + rules.row[COLOURS])
    for glyph in range(GLYPHS):
        mind.notes[N.in_row + glyph] = in_row(game, glyph)
    for colour in range(COLOURS):
        column = in_column(game, colour)
        for glyph in range(GLYPHS):
            kept = kept_sample(rules, column, int(mind.notes[N.in_row + glyph]))
            guarded = game.gallery[game.player, GLYPHS * colour + glyph]
            least = min(least, kept if guarded else least)
    return least


@kernel
def in_row(game, glyph):
    """Samples of a glyph in one's gallery."""
    n = 0
    for colour in range(COLOURS):
        n += game.gallery[game.player, GLYPHS * colour + glyph]
    return n


@kernel
def in_column(game, colour):
    """Samples of a colour in one's gallery."""
    n = 0
    for glyph in range(GLYPHS):
        n += game.gallery[game.player, GLYPHS * colour + glyph]
    return n


@kernel
def kept_sample(rules, column, row):
    """What the gallery would lose with a guard, by the samples in its column and in its row."""
    loss = rules.column[column] - rules.column[max(0, column - 1)]
    loss += rules.row[row] - rules.row[max(0, row - 1)]
    return loss + 0.1 * (column + row)


@kernel
def weigh_colours(game, mind):
    """A relic to sell: more if its colour is popular, less if one has many.

    Towards the end it counts for what it adds to the sales that there are cards and traders for.
    """
    seat, weights, notes = game.player, mind.weights, mind.notes
    left, pending, late = notes[N.left], notes[N.pending], game.round_no == LAST
    time = min(1.0, max(0.0, (left - pending - 1.0) / NEAR)) if late else 1.0
    for colour in range(COLOURS):
        worth = weights[W.relic] + weights[W.popular] * notes[N.popular + colour]
        worth = max(0.0, worth - weights[W.crowd] * game.held[seat, colour])
        if late:
            sells = notes[N.sold + colour] > 0.0 or left > pending
            gain = notes[N.more + colour] if sells else 0.0
            worth = time * worth + (1.0 - time) * gain
        notes[N.colour + colour] = worth if left > 0 or not late else 0.0


@kernel
def weigh_samples(game, rules, mind):
    """What the gallery gains at once, and what may come of it while there is time."""
    seat, notes = game.player, mind.notes
    weigh_lines(game, rules, mind)
    for glyph in range(GLYPHS):
        notes[N.in_row + glyph] = notes[N.row + in_row(game, glyph)]
    for colour in range(COLOURS):
        gain = notes[N.column + in_column(game, colour)]
        for glyph in range(GLYPHS):
            relic = GLYPHS * colour + glyph
            worth = notes[N.in_row + glyph] + gain
            notes[N.sample + relic] = 0.0 if game.gallery[seat, relic] else worth


@kernel
def weigh_lines(game, rules, mind):
    """A sample by how many its row and column have: numbers that are known, to divide by too.

    A full column brings a card.
    """
    weights, notes = mind.weights, mind.notes
    time = min(1.0, (notes[N.left] + ROUND * (LAST - game.round_no)) / (2.0 * ROUND))
    base = time * weights[W.sample] - notes[N.cube]
    at_once, build = weights[W.gallery], time * weights[W.build]
    for n in range(COLOURS):
        gain = at_once * (rules.row[n + 1] - rules.row[n])
        gain += build * (rules.row[COLOURS] - rules.row[n]) / (COLOURS - n)
        notes[N.row + n] = base + gain
    notes[N.row + COLOURS] = base
    for n in range(GLYPHS):
        gain = at_once * (rules.column[n + 1] - rules.column[n])
        gain += build * (rules.column[GLYPHS] - rules.column[n]) / (GLYPHS - n)
        notes[N.column + n] = gain
    notes[N.column + GLYPHS - 1] += weights[W.card]
    notes[N.column + GLYPHS] = 0.0


@kernel
def weigh_stalls(game, mind):
    """A trader counts while there is time for others to come."""
    seat, weights, notes = game.player, mind.weights, mind.notes
    time = min(1.0, notes[N.left] / NEAR) if game.round_no == LAST else 1.0
    for market in range(MARKETS):
        is_new = game.trader[seat, market] == 0
        stall = (1.0 if is_new else 0.3) * time * weights[W.trader] - notes[N.cube]
        notes[N.stall + market] = stall


@kernel
def weigh_markets(game, rules, mind):
    """A trader also counts for the sales it adds to."""
    seat, weights, notes = game.player, mind.weights, mind.notes
    for market in range(MARKETS):
        notes[N.market + market] = 0.0
    for k in range(int(notes[N.sellable])):
        colour = int(notes[N.have + k])
        for market in range(MARKETS):
            buyers = rules.buyer * game.interest[market, colour]
            gain = max(0.0, buyers + notes[N.enter + colour])
            notes[N.market + market] += gain if buyers > 0 else 0.0
    for market in range(MARKETS):
        is_new = game.trader[seat, market] == 0
        adds = weights[W.buyers] * notes[N.market + market] if is_new else 0.0
        notes[N.market + market] = notes[N.stall + market] + adds


@kernel
def weigh_centres(game, rules, mind):
    """An envoy counts for the majorities it helps to win, now and in later rounds."""
    time = LAST - game.round_no + min(1.0, mind.notes[N.left] / NEAR)
    weigh_ranks(game, rules, mind)
    for centre in range(CENTRES):
        mine, worth = game.envoy[game.player, centre], mind.weights[W.envoy] * time
        fewer, with_mine = n_with(game, centre, mine - 1), n_with(game, centre, mine)
        more, two_more = n_with(game, centre, mine + 1), n_with(game, centre, mine + 2)
        # One envoy less or more may come to matter: blurred by one
        worth -= 0.25 * majorities_of(mine - 1, with_mine, fewer, mind)
        worth -= 0.75 * majorities_of(mine, more, with_mine, mind)
        worth += 0.75 * majorities_of(mine + 1, two_more, more, mind)
        worth += 0.25 * majorities_of(mine + 2, n_with(game, centre, mine + 3), two_more, mind)
        mind.notes[N.centre + centre] = worth


@kernel
def weigh_ranks(game, rules, mind):
    """What a majority's ranks pay in this round and in later ones, alone and shared."""
    weights, notes, this = mind.weights, mind.notes, game.round_no - 1
    now = weights[W.majority] + weights[W.sharp] * (1.0 - min(1.0, notes[N.left] / NEAR))
    for rank in range(MAX_PLAYERS):
        pay = now * rules.majority[this, rank]
        for of_round in range(this + 1, LAST):
            pay += weights[W.later] * rules.majority[of_round, rank]
        notes[N.pay + MAX_PLAYERS * rank] = pay
    for rank in range(MAX_PLAYERS):
        pool = notes[N.pay + MAX_PLAYERS * rank]
        for others in range(1, MAX_PLAYERS - rank):
            pool += notes[N.pay + MAX_PLAYERS * (rank + others)]
            notes[N.pay + MAX_PLAYERS * rank + others] = pool / (others + 1)


@kernel
def n_with(game, centre, envoys):
    """How many rivals have so many envoys or more."""
    n = 0
    for other in range(MAX_PLAYERS):
        others = game.envoy[other, centre] if other != game.player else -1
        n += others >= envoys
    return n


@kernel
def majorities_of(mine, before, not_behind, mind):
    """What so many envoys would earn in this round and in later ones, as things stand.

    Some rivals are before one, and some more not behind; without an envoy it is not asked for.
    """
    earned = mind.notes[N.pay + MAX_PLAYERS * before + not_behind - before]
    return earned if mine > 0 else 0.0


@kernel
def relic_worth(relic, sample, mind):
    worth = mind.notes[N.colour + relic // GLYPHS]
    sampled = worth + mind.notes[N.sample + relic]
    return sampled if sample else worth


@kernel
def dug_worth(relic, mind):
    """A relic that is dug: its sample is taken only if it is worth something."""
    return mind.notes[N.colour + relic // GLYPHS] + max(0.0, mind.notes[N.sample + relic])


@kernel
def can_dig_second(game, rules, first, relic):
    """May this relic be the second of a dig that begins with the first? As the rules have it."""
    seat, place, before = game.player, rules.of_place[relic], rules.of_place[first]
    lies, stands = game.site[relic] > (relic == first), stands_on(game, seat, place)
    if game.power[seat] == Faction.kutu_kuti and rules.distance[before, place] <= rules.reach:
        return lies & ((relic >= first) | (not stands))
    return lies & stands & (place != before) & (relic > first)


@kernel
def second_worth(game, rules, first, mind):
    """The best second relic of a dig, if the hold has room for it."""
    best = 0.0
    if rules.hold - game.n_store[Store.hold, game.player] < 2:
        return best
    colour = first // GLYPHS
    for relic in range(GLYPHS * colour, GLYPHS * colour + GLYPHS):
        worth, again = dug_worth(relic, mind), mind.notes[N.colour + colour]
        worth = (worth if relic != first else again) - mind.weights[W.crowd]
        best = max(best, worth if can_dig_second(game, rules, first, relic) else 0.0)
    return best


@kernel
def dig_worth(game, rules, colour, mind):
    """The best relic below an explorer and a second one, as far as they reach."""
    seat, best = game.player, 0.0
    for relic in range(GLYPHS * colour, GLYPHS * colour + GLYPHS):
        if (game.site[relic] > 0) & stands_on(game, seat, rules.of_place[relic]):
            both = dug_worth(relic, mind) + second_worth(game, rules, relic, mind)
            best = max(best, both)
    return best
