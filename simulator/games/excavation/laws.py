"""What must hold after every move: no relic, card, buyer, cube or credit out of nowhere."""

from simulator.games.excavation.table import (
    CARDS,
    CENTRES,
    COLOURS,
    EXPLORERS,
    FACTIONS,
    GLYPHS,
    MARKETS,
    OF_FACTION,
    PILE,
    QUEUE,
    RELICS,
    WHITE,
    ZU,
    ZU_CARDS,
    Phase,
    Store,
    Tally,
)
from simulator.kernel import kernel
from simulator.names import numbered
from simulator.places import score

LAWS = {
    "relics": "every relic is in the reserve, on a site, on the black market, in a store or sold",
    "cards": (
        "every Action card is in the deck, the discard pile, a hand, a pack or the soil survey"
    ),
    "buyers": "every buyer is on the board, in a queue or on the mothership",
    "cubes": "every crew cube is in the supply, a market, a centre, a gallery or the soil survey",
    "noted": "hands, stores, queues and what is noted about them agree",
    "explorers": "explorers of one player stand on different places",
    "credits": "credits are what was earned less what was paid, and nobody owes any",
    "got": "relics got are held, sold or offloaded, and everybody has one faction",
    "zu": "Zu has ten cards a round",
}
Law = numbered(*LAWS, start=1)


@kernel
def check(game, rules):
    """0 when every law holds, else the number of the first broken one, from 1."""
    if not are_relics_sound(game, rules):
        return Law.relics
    if not are_cards_sound(game, rules):
        return Law.cards
    if not are_buyers_sound(game, rules):
        return Law.buyers
    for side in range(game.sides):
        broken = check_side(game, rules, side)
        if broken:
            return broken
    for seat in range(game.players):
        if not is_hand_sound(game, seat):
            return Law.noted
        if not is_standing_sound(game, seat):
            return Law.explorers
    played = game.n_zu_deck + game.n_zu_discard
    return Law.zu if rules.solo and played != ZU_CARDS else 0


@kernel
def are_relics_sound(game, rules):
    """Counts each kind by adding and taking away at the same place."""
    for relic in range(RELICS):
        n = game.reserve[relic] + game.site[relic] + game.box[relic]
        for side in range(game.sides):
            n += game.store[Store.hold, side, relic] + game.store[Store.hidden, side, relic]
        game.scratch[relic] = rules.copies[relic] - n
    for colour in range(COLOURS):
        for k in range(game.n_black[colour]):
            game.scratch[game.black[colour, (game.black_top[colour] + k) % PILE]] -= 1
    phase = game.back_to if game.phase == Phase.lifting else game.phase
    if phase in (Phase.keeping, Phase.finding):
        for k in range(game.n_offer):
            game.scratch[game.offer[k]] -= 1
    lying = 0
    for relic in range(RELICS):
        lying += game.site[relic]
    for place in range(len(game.lying)):
        lying -= game.lying[place]
    return is_clear(game) and lying == 0


@kernel
def is_clear(game):
    """Is the scratch pad all zero? It is afterwards."""
    clear = True
    for k in range(CARDS):
        clear &= game.scratch[k] == 0
        game.scratch[k] = 0
    return clear


@kernel
def are_cards_sound(game, rules):
    for card in range(CARDS):
        n = 0
        for seat in range(game.players):
            n += game.hand[seat, card] + game.pack[seat, card]
        game.scratch[card] = rules.card_copies - n
    for k in range(game.n_deck):
        game.scratch[game.deck[k]] -= 1
    for k in range(game.n_discard):
        game.scratch[game.discard[k]] -= 1
    for k in range(game.n_survey):
        game.scratch[game.survey[k]] -= 1
    if game.phase == Phase.replacing:
        game.scratch[game.card] -= 1
    if game.phase == Phase.choosing:
        game.scratch[game.offer[0]] -= 1
        game.scratch[game.offer[1]] -= 1
    return is_clear(game)


@kernel
def are_buyers_sound(game, rules):
    for buyer in range(COLOURS + 1):
        game.scratch[buyer] = rules.buyers[buyer] - game.buyers[buyer] - game.mothership[buyer]
        if game.buyers[buyer] < 0:
            return False
    for market in range(MARKETS):
        if not 0 <= game.n_queue[market] <= QUEUE:
            return False
        for k in range(game.n_queue[market]):
            game.scratch[game.queue[market, k]] -= 1
    return is_clear(game) and is_interest_sound(game)


@kernel
def is_interest_sound(game):
    for market in range(MARKETS):
        for colour in range(COLOURS):
            n = 0
            for k in range(game.n_queue[market]):
                n += game.queue[market, k] == colour or game.queue[market, k] == WHITE
            noted = game.interested[colour] >> market & 1
            if n != game.interest[market, colour] or noted != (n > 0):
                return False
    return True


@kernel
def check_side(game, rules, side):
    cubes = game.supply[side] + game.guards[side]
    for market in range(MARKETS):
        cubes += game.trader[side, market]
        if (game.trader[side, market] > 0) != (game.traders[side] >> market & 1):
            return Law.noted
    for centre in range(CENTRES):
        cubes += game.envoy[side, centre]
    for k in range(game.n_survey):
        cubes += game.survey_cube[k] == 1 + side
    if cubes != rules.crew[side] or (game.supply[side] < 0 and game.phase != Phase.lifting):
        return Law.cubes
    if not is_store_sound(game, rules, side):
        return Law.noted
    if game.credits[side] != score(game, side) or (game.credits[side] < 0 and not game.ended):
        return Law.credits
    return 0 if are_tallies_sound(game, rules, side) else Law.got


@kernel
def is_store_sound(game, rules, side):
    """Holds within their size, guards one per sample, and the counts that are kept of them."""
    guards = 0
    for relic in range(RELICS):
        guards += game.gallery[side, relic]
        if not 0 <= game.gallery[side, relic] <= 1:
            return False
    for colour in range(COLOURS):
        n = 0
        for relic in range(GLYPHS * colour, GLYPHS * colour + GLYPHS):
            n += game.store[Store.hold, side, relic] + game.store[Store.hidden, side, relic]
        if n != game.held[side, colour]:
            return False
    for where in range(len(Store)):
        n, room = 0, rules.hold if where == Store.hold else rules.hidden
        for relic in range(RELICS):
            n += game.store[where, side, relic]
        if n != game.n_store[where, side] or n > room:
            return False
    return guards == game.guards[side]


@kernel
def are_tallies_sound(game, rules, side):
    tally = game.tally[side]
    got = tally[Tally.dug] + tally[Tally.bought]
    gone = tally[Tally.sold] + tally[Tally.offloaded]
    held = game.n_store[Store.hold, side] + game.n_store[Store.hidden, side]
    factions = 0
    for faction in range(FACTIONS):
        factions += tally[OF_FACTION + faction]
    return got == gone + held and factions == (0 if rules.solo and side == ZU else 1)


@kernel
def is_hand_sound(game, seat):
    n = 0
    for symbol in range(MARKETS):
        of_symbol = 0
        for colour in range(COLOURS):
            of_symbol += game.hand[seat, MARKETS * colour + symbol]
        if of_symbol != game.of_symbol[seat, symbol]:
            return False
        n += of_symbol
    for colour in range(COLOURS):
        of_colour = 0
        for symbol in range(MARKETS):
            of_colour += game.hand[seat, MARKETS * colour + symbol]
        if of_colour != game.of_colour[seat, colour]:
            return False
    return n == game.n_hand[seat]


@kernel
def is_standing_sound(game, seat):
    """Only in the middle of a Move may an explorer stand where another has still to leave."""
    if game.phase == Phase.going and seat == game.player:
        return True
    for one in range(EXPLORERS):
        for other in range(one):
            if game.explorer[seat, one] == game.explorer[seat, other]:
                return False
    return True
