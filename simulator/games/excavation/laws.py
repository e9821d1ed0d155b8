"""What must hold after every move: no relic, card, buyer, cube or credit out of nowhere."""

from simulator.games.excavation.table import (
    BOUGHT,
    CARDS,
    CENTRES,
    CHOOSING,
    COLOURS,
    DUG,
    EXPLORERS,
    FACTIONS,
    FINDING,
    GLYPHS,
    GOING,
    HIDDEN,
    HOLD,
    KEEPING,
    LIFTING,
    MARKETS,
    OF_FACTION,
    OFFLOADED,
    PILE,
    QUEUE,
    RELICS,
    REPLACING,
    SOLD,
    WHITE,
    ZU,
    ZU_CARDS,
)
from simulator.kernel import kernel
from simulator.places import score

LAWS = (
    "every relic is in the reserve, on a site, on the black market, in a store or sold",
    "every Action card is in the deck, the discard pile, a hand, a pack or the soil survey",
    "every buyer is on the board, in a queue or on the mothership",
    "every crew cube is in the supply, a market, a centre, a gallery or the soil survey",
    "hands, stores, queues and what is noted about them agree",
    "explorers of one player stand on different places",
    "credits are what was earned less what was paid, and nobody owes any",
    "relics got are held, sold or offloaded, and everybody has one faction",
    "Zu has ten cards a round",
)
(
    ALL_RELICS,
    ALL_CARDS,
    ALL_BUYERS,
    ALL_CUBES,
    NOTED,
    STANDING,
    PAID,
    GOT,
    ZU_TEN,
) = range(1, 10)


@kernel
def check(game, rules):
    """0 when every law holds, else the number of the first broken one, from 1."""
    if not are_relics_sound(game, rules):
        return ALL_RELICS
    if not are_cards_sound(game, rules):
        return ALL_CARDS
    if not are_buyers_sound(game, rules):
        return ALL_BUYERS
    for side in range(game.sides):
        broken = check_side(game, rules, side)
        if broken:
            return broken
    for seat in range(game.players):
        if not is_hand_sound(game, seat):
            return NOTED
        if not is_standing_sound(game, seat):
            return STANDING
    played = game.n_zu_deck + game.n_zu_discard
    return ZU_TEN if rules.solo and played != ZU_CARDS else 0


@kernel
def are_relics_sound(game, rules):
    """Counts each kind by adding and taking away at the same place."""
    for relic in range(RELICS):
        n = game.reserve[relic] + game.site[relic] + game.box[relic]
        for side in range(game.sides):
            n += game.store[HOLD, side, relic] + game.store[HIDDEN, side, relic]
        game.scratch[relic] = rules.copies[relic] - n
    for colour in range(COLOURS):
        for k in range(game.n_black[colour]):
            game.scratch[game.black[colour, (game.black_top[colour] + k) % PILE]] -= 1
    phase = game.back_to if game.phase == LIFTING else game.phase
    if phase in (KEEPING, FINDING):
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
    if game.phase == REPLACING:
        game.scratch[game.card] -= 1
    if game.phase == CHOOSING:
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
            return NOTED
    for centre in range(CENTRES):
        cubes += game.envoy[side, centre]
    for k in range(game.n_survey):
        cubes += game.survey_cube[k] == 1 + side
    if cubes != rules.crew[side] or (game.supply[side] < 0 and game.phase != LIFTING):
        return ALL_CUBES
    if not is_store_sound(game, rules, side):
        return NOTED
    if game.credits[side] != score(game, side) or (game.credits[side] < 0 and not game.ended):
        return PAID
    return 0 if are_tallies_sound(game, rules, side) else GOT


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
            n += game.store[HOLD, side, relic] + game.store[HIDDEN, side, relic]
        if n != game.held[side, colour]:
            return False
    for where in range(2):
        n = 0
        for relic in range(RELICS):
            n += game.store[where, side, relic]
        if n != game.n_store[where, side] or n > (rules.hold if where == HOLD else rules.hidden):
            return False
    return guards == game.guards[side]


@kernel
def are_tallies_sound(game, rules, side):
    tally = game.tally[side]
    got = tally[DUG] + tally[BOUGHT]
    gone = tally[SOLD] + tally[OFFLOADED]
    held = game.n_store[HOLD, side] + game.n_store[HIDDEN, side]
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
    if game.phase == GOING and seat == game.player:
        return True
    for one in range(EXPLORERS):
        for other in range(one):
            if game.explorer[seat, one] == game.explorer[seat, other]:
                return False
    return True
