"""Zu's turn: two cards of its deck, each carried out by its own rules, with every fallback.

Where Zu has a choice its priorities are one number, the first priority in the highest digits; what
is equal in all of them is decided at random.
"""

from simulator import rng
from simulator.games.excavation.buyers import add_buyer
from simulator.games.excavation.cards import colour_of, discard, draw_card
from simulator.games.excavation.market import send_trader
from simulator.games.excavation.relics import (
    NO_RELIC,
    change_reserve,
    change_site,
    change_store,
    draw_relic,
    earn,
    has_room,
    n_relics,
    pay_for_relic,
    put_under,
    take_sample,
    take_visible,
    visible,
)
from simulator.games.excavation.sell import MOST_MARKETS, earn_sale, promote
from simulator.games.excavation.table import (
    COLOURS,
    GLYPHS,
    MARKETS,
    RELICS,
    WHITE,
    ZU,
    Source,
    Store,
    Tally,
)
from simulator.games.excavation.turns import ACTIONS
from simulator.games.excavation.zu_choices import (
    best_market,
    colour_to_dig,
    colour_to_sell,
    colour_to_snipe,
    is_owned,
    market_for_trader,
    most_popular_held,
    popular_colour,
    relic_to_dig,
    relic_to_offload,
    relic_to_sell,
)
from simulator.games.excavation.zu_deck import PAIRS, ZuCard, reveal
from simulator.kernel import kernel
from simulator.names import numbered

# What a card came to, for the story; it is about a relic, a market, a colour
Deed = numbered("failed", "dug", "bought", "offloaded", "marketed", "commanded", "sold", "surveyed")
TALLIES = {
    Deed.failed: Tally.idle,
    Deed.dug: Tally.excavations,
    Deed.bought: Tally.smuggles,
    Deed.offloaded: Tally.smuggles,
    Deed.marketed: Tally.markets,
    Deed.commanded: Tally.commands,
    Deed.sold: Tally.sales,
    Deed.surveyed: Tally.surveys,
}
TALLY_OF = tuple(TALLIES[deed] for deed in range(len(Deed)))


@kernel
def play_turn(game, rules):
    """Two cards, as long as there are any; an empty deck is Zu's pass."""
    for _ in range(ACTIONS):
        if game.n_zu_deck > 0:
            play_card(game, rules, reveal(game))
    if game.n_zu_deck == 0:
        game.passed[ZU] = 1
        game.n_passed += 1


@kernel
def play_card(game, rules, card):
    before = game.credits[ZU]
    game.zu_played[game.round_no - 1] += 1
    if card < ZuCard.command:
        deed, what = excavate(game, rules, card)
    elif card < ZuCard.sell:
        deed, what = command(game, rules, card - ZuCard.command)
    elif card < ZuCard.market or ZuCard.snipe <= card < ZuCard.survey:
        deed, what = sell(game, rules, card >= ZuCard.snipe)
    elif card < ZuCard.snipe:
        deed, what = market(game, rules)
    else:
        deed, what = survey(game, rules)
    game.tally[ZU, TALLY_OF[deed]] += 1
    if deed == Deed.failed:
        earn(game, ZU, Source.failures, rules.fail_credits)
    if rules.discards and game.n_zu_deck and (card < ZuCard.pair or card >= ZuCard.snipe):
        reveal(game)
    tell(game, card, deed, what, game.credits[ZU] - before)


@kernel
def tell(game, card, deed, what, credits):
    told = game.told[game.n_told]
    told[0], told[1], told[2], told[3] = card, deed, what, credits
    game.n_told += 1


@kernel
def take(game, rules, relic, hidden_first):
    """Stores a relic and takes its sample. Dug ones belong into the hold, bought ones do not."""
    if hidden_first:
        where = Store.hidden if has_room(game, rules, Store.hidden, ZU) else Store.hold
    else:
        where = Store.hold if has_room(game, rules, Store.hold, ZU) else Store.hidden
    change_store(game, where, ZU, relic, 1)
    if game.gallery[ZU, relic] == 0 and game.supply[ZU] > 0:
        take_sample(game, ZU, relic)


@kernel
def excavate(game, rules, card):
    """Digs; buys on the black market if it cannot; offloads there if it cannot buy either."""
    in_hold, in_hidden = (
        has_room(game, rules, Store.hold, ZU),
        has_room(game, rules, Store.hidden, ZU),
    )
    deed, what = Deed.failed, 0
    if in_hold or in_hidden:
        colour = colour_to_dig(game, rules, card)
        if in_hold or rules.any_storage:
            deed, what = dig(game, rules, card, colour)
        if deed == Deed.failed:
            deed, what = buy(game, rules, colour)
    if deed == Deed.failed:
        deed, what = offload(game, rules)
    return deed, what


@kernel
def dig(game, rules, card, colour):
    """Two relics if possible; by a switch one of each colour of the card."""
    n, what, before = 0, 0, NO_RELIC
    for k in range(2):
        if k == 1 and rules.both_colours and card >= ZuCard.pair:
            pair = PAIRS[card - ZuCard.pair]
            colour = pair[0] + pair[1] - colour
        room = has_room(game, rules, Store.hold, ZU)
        room |= rules.any_storage and has_room(game, rules, Store.hidden, ZU)
        relic = relic_to_dig(game, rules, colour, before) if room else NO_RELIC
        if relic != NO_RELIC:
            change_site(game, rules, relic, -1)
            take(game, rules, relic, False)
            game.tally[ZU, Tally.dug] += 1
            what = what * (RELICS + 1) + relic + 1
            before = relic
            n += 1
    return (Deed.dug, what) if n else (Deed.failed, 0)


@kernel
def buy(game, rules, colour):
    """The visible relic of the colour sought, or of the next from left to right that it lacks."""
    n, what = 0, 0
    for _ in range(1 + rules.second_purchase):
        for k in range(COLOURS):
            relic = visible(game, (colour + k) % COLOURS)
            room = has_room(game, rules, Store.hold, ZU) or has_room(game, rules, Store.hidden, ZU)
            if relic == NO_RELIC or is_owned(game, relic) or not room:
                continue
            price = rules.value[relic] + rules.surcharge
            if price <= game.credits[ZU]:
                pay_for_relic(game, ZU, price)
                take_visible(game, (colour + k) % COLOURS)
                take(game, rules, relic, True)
                what = what * (RELICS + 1) + relic + 1
                n += 1
                break
    return (Deed.bought, what) if n else (Deed.failed, 0)


@kernel
def offload(game, rules):
    """Two relics of different colours, the most valuable; one if there are no two such."""
    what, before = 0, -1
    for _ in range(2):
        k = relic_to_offload(game, rules, before)
        if k >= 0:
            relic = k % RELICS
            change_store(game, k // RELICS, ZU, relic, -1)
            put_under(game, relic)
            earn(game, ZU, Source.smuggling, rules.value[relic])
            game.tally[ZU, Tally.offloaded] += 1
            what = what * (RELICS + 1) + relic + 1
            before = relic // GLYPHS
    return (Deed.offloaded, what) if what else (Deed.failed, 0)


@kernel
def market(game, rules):
    """Traders for up to two markets without one, and a white and a coloured buyer for each."""
    what = 0
    for _ in range(2):
        chosen = market_for_trader(game, rules) if game.supply[ZU] > 0 else -1
        if chosen >= 0:
            send_trader(game, ZU, chosen)
            what |= 1 << chosen
    for k in range(2 * MARKETS):  # each market twice: the white buyer first
        if what >> (k // 2) & 1:
            buyer = popular_colour(game) if k % 2 else WHITE
            if buyer == WHITE or (rules.coloured_buyers and buyer >= 0):
                add_buyer(game, k // 2, buyer)
    return (Deed.marketed, what) if what else (Deed.failed, 0)


@kernel
def command(game, rules, chosen):
    """A trader if there is none, and an envoy; a limited crew must have a cube for each."""
    needs_trader = game.trader[ZU, chosen] == 0
    if game.supply[ZU] < 1 + needs_trader:
        return Deed.failed, 0
    if needs_trader:
        send_trader(game, ZU, chosen)
    game.supply[ZU] -= 1
    game.envoy[ZU, rules.centre[chosen]] += 1
    game.tally[ZU, Tally.envoys] += 1
    return Deed.commanded, chosen


@kernel
def sell(game, rules, snipes):
    """In as many markets as possible; a snipe in one, with or without a trader there."""
    colour = colour_to_snipe(game) if snipes else colour_to_sell(game, rules)
    if n_relics(game, ZU) == 0 or colour < 0:
        return Deed.failed, 0
    where = game.interested[colour] if snipes else game.interested[colour] & game.traders[ZU]
    n = 1 if snipes else min(MOST_MARKETS, game.held[ZU, colour], rules.bits[where])
    markets, wanted = 0, most_popular_held(game) if snipes else 0
    for _ in range(n):
        markets |= 1 << best_market(game, rules, colour, where & ~markets, wanted)
    if snipes and not markets & game.traders[ZU]:
        if game.supply[ZU] == 0:
            return Deed.failed, 0
        send_trader(game, ZU, lowest_bit(markets))
    if n >= 2:
        game.tally[ZU, Tally.sales_in_2 + n - 2] += 1
    earn_sale(game, rules, ZU, colour, markets)
    promote(game, rules, ZU, markets)
    for _ in range(n):
        k = relic_to_sell(game, rules, colour)
        change_store(game, k // RELICS, ZU, k % RELICS, -1)
        game.box[k % RELICS] += 1
        game.tally[ZU, Tally.sold] += 1
    return Deed.sold, (colour << MARKETS) + markets


@kernel
def lowest_bit(markets):
    k = 0
    while not markets >> k & 1:
        k += 1
    return k


@kernel
def survey(game, rules):
    """A card of the deck for the soil survey, and two relics: one perhaps bought, one put out."""
    card = draw_card(game, game.table)
    if card < 0:
        return Deed.failed, 0
    replaced = replace_leftmost(game, card)
    if not replaced:
        discard(game, card)
    colour = colour_of(card)
    one = draw_relic(game, colour, game.table)
    other = draw_relic(game, colour, game.table)
    if one == NO_RELIC and not replaced:
        return Deed.failed, 0
    bought = relic_to_buy(game, rules, one, other)
    if bought != NO_RELIC:
        pay_for_relic(game, ZU, rules.price * rules.value[bought])
        take(game, rules, bought, False)
    put_back(game, rules, one, other, bought)
    return Deed.surveyed, (bought + 1) * COLOURS + colour


@kernel
def replace_leftmost(game, card):
    """In rounds 1 and 2, the first card without a cube."""
    for k in range(game.n_survey):
        if game.survey_cube[k] == 0:
            discard(game, game.survey[k])
            game.survey[k] = card
            if game.supply[ZU] > 0:
                game.supply[ZU] -= 1
                game.survey_cube[k] = 1 + ZU
                game.tally[ZU, Tally.survey_cubes] += 1
            return True
    return False


@kernel
def relic_to_buy(game, rules, one, other):
    """The dearer of those it lacks and can pay at double value; none without room in the hold."""
    room = has_room(game, rules, Store.hold, ZU)
    room |= rules.any_storage and has_room(game, rules, Store.hidden, ZU)
    pays_one, pays_other = can_buy(game, rules, one), can_buy(game, rules, other)
    if not room or not (pays_one or pays_other):
        return NO_RELIC
    if pays_one and pays_other:
        return one if rules.value[one] >= rules.value[other] else other
    return one if pays_one else other


@kernel
def can_buy(game, rules, relic):
    if relic == NO_RELIC or is_owned(game, relic):
        return False
    return rules.price * rules.value[relic] <= game.credits[ZU]


@kernel
def put_back(game, rules, one, other, bought):
    """What was not bought goes to its site; of two, one at random, and the other to the reserve."""
    if other == NO_RELIC:
        if one != NO_RELIC and bought == NO_RELIC:
            change_site(game, rules, one, 1)
    elif bought != NO_RELIC:
        change_site(game, rules, one + other - bought, 1)
    else:
        first = rng.below(game.table, 2) == 0
        change_site(game, rules, one if first else other, 1)
        change_reserve(game, other if first else one, 1)
