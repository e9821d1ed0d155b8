"""What a move of Excavation Earth is worth: an action, or one of the decisions it is made of."""

from simulator.games.excavation.relics import (
    visible,
)
from simulator.games.excavation.smuggle import (
    price_of,
)
from simulator.games.excavation.table import (
    AQUILLA,
    CARDS,
    COLOURS,
    GLYPHS,
    HIDDEN,
    MARKETS,
    PLACES,
    QUEUE,
    RELICS,
    SURVEY_CARDS,
    WHITE,
)
from simulator.games.excavation.verbs import (
    ADD,
    BARGAIN,
    BUY,
    DIG,
    DONE,
    FIND,
    GIVE,
    GO,
    KEEP,
    LIFT,
    NOTHING,
    OFFLOAD,
    ORDER,
    PAY,
    PICK,
    PLACE,
    PROMOTE,
    RECALL,
    REDRAW,
    REMOVE,
    REPLACE,
    SALE,
    SAMPLE,
    SELL,
    SEND,
    STEP,
    TRADE,
)
from simulator.kernel import (
    kernel,
)
from strategies.excavation.actions import (
    card_worth,
    rate_action,
)
from strategies.excavation.survey import (
    MARKETING,
    OF_CARD,
    OF_CENTRE,
    OF_COLOUR,
    OF_MARKET,
    OF_PLACE,
    OF_SAMPLE,
    OF_STEP,
    SALE_CREDITS,
)


@kernel
def payment_worth(game, rules, card, mind):
    """The card that is missed least; for Aquilla's sale, one whose symbol opens another market."""
    worth = -card_worth(card, mind)
    if game.action == SELL and game.power[game.player] == AQUILLA and card < CARDS:
        market = card % MARKETS
        if game.trader[game.player, market] == 0:
            worth += 2.0 * rules.buyer * game.interest[market, game.what]
    return worth


@kernel
def worth_of_sale(game, rules, markets, mind):
    """One way to sell: credits, envoys, and the relics and traders it takes."""
    colour, worth = game.what, 0.0
    n, credits = rules.bits[markets], 0
    for market in range(MARKETS):
        if markets >> market & 1:
            credits += rules.buyer * game.interest[market, colour]
            worth += mind.notes[OF_CENTRE + rules.centre[market]]
    credits += rules.several[n]
    return worth + mind.weights[SALE_CREDITS] * credits - n * 0.5 * mind.notes[OF_COLOUR + colour]


@kernel
def relic_worth(game, relic, sample, mind):
    worth = mind.notes[OF_COLOUR + relic // GLYPHS]
    return worth + mind.notes[OF_SAMPLE + relic] if sample else worth


@kernel
def worth_of_bargain(game, steps, mind):
    """A trader, and buyers for what one holds; a full queue loses its first ones for them."""
    seat, market, weights = game.player, game.what, mind.weights
    worth = mind.notes[OF_MARKET + market] if steps >= 12 else 0.0
    white, colour = steps % 12 >= 6, steps % 6 - 1
    if white:
        worth += 2.0 * weights[MARKETING]
    if colour >= 0:
        worth += weights[MARKETING] * (2.0 * game.held[seat, colour] - 1.0)
    gone = game.n_queue[market] + white + (colour >= 0) - QUEUE
    for k in range(gone):
        buyer = game.queue[market, k]
        mine = buyer == WHITE or game.held[seat, buyer] > 0
        worth -= 2.0 * weights[MARKETING] * mine
    return worth


@kernel
def worth_of_rest(game, rules, move, mind):
    notes, seat = mind.notes, game.player
    if move < ORDER:
        promoted = 0.0
        for market in range(MARKETS):
            if (move - PROMOTE) >> market & 1:
                promoted += notes[OF_CENTRE + rules.centre[market]]
        return promoted
    if move < BUY:
        trader, envoy = (move - ORDER) // 3, (move - ORDER) % 3
        centre = notes[OF_CENTRE + rules.centre[game.what]]
        told = notes[OF_MARKET + game.what] if trader else 0.0
        return told + (centre if envoy == SEND else 3.0 - centre if envoy == RECALL else 0.0)
    if move < REPLACE:
        relic = visible(game, (move - BUY) // 4)
        tidy = 0.1 if (move - BUY) // 2 % 2 == HIDDEN else 0.0
        price = price_of(game, rules, relic)
        return relic_worth(game, relic, move & 1, mind) - price + tidy
    if move < FIND:
        lifted = 2.0 if move >= REPLACE + SURVEY_CARDS else 0.0  # a sample for a safe card
        card = game.survey[(move - REPLACE) % SURVEY_CARDS]
        return -notes[OF_CARD + card // MARKETS] - lifted
    if move < KEEP:
        bought = (move - FIND) % 8 // 2
        if bought == NOTHING:
            return 0.0
        relic = game.offer[bought]
        return relic_worth(game, relic, move & 1, mind) - rules.price * rules.value[relic]
    if move < LIFT:
        return relic_worth(game, game.offer[(move - KEEP) // 2], move & 1, mind)
    if move < PICK:
        return -kept_sample(game, rules, move - LIFT)
    if move < REDRAW:
        return card_worth(move - PICK, mind)
    if move < PLACE:
        return 8.0 - card_worth(move - REDRAW, mind)
    if move < STEP:
        return notes[OF_PLACE + move - PLACE]
    if move < TRADE:
        here = game.explorer[seat, (move - STEP) // PLACES]
        return notes[OF_PLACE + (move - STEP) % PLACES] - notes[OF_PLACE + here]
    return worth_of_tile(game, move, mind)


@kernel
def kept_sample(game, rules, relic):
    """What the gallery would lose with this guard."""
    seat, column, row = game.player, 0, 0
    for glyph in range(GLYPHS):
        column += game.gallery[seat, relic - relic % GLYPHS + glyph]
    for colour in range(COLOURS):
        row += game.gallery[seat, GLYPHS * colour + relic % GLYPHS]
    loss = rules.column[column] - rules.column[column - 1] + rules.row[row] - rules.row[row - 1]
    return loss + 0.1 * (column + row)


@kernel
def worth_of_tile(game, move, mind):
    seat = game.player
    if move < ADD:
        return mind.notes[OF_MARKET + move - TRADE]
    if move < REMOVE:
        market, colour = (move - ADD) // COLOURS, (move - ADD) % COLOURS
        return game.held[seat, colour] * (0.5 + (game.trader[seat, market] > 0)) - 0.5
    if move < SAMPLE:
        market = (move - REMOVE) // QUEUE
        buyer = game.queue[market, (move - REMOVE) % QUEUE]
        wanted = buyer == WHITE or game.held[seat, buyer] > 0
        return -1.0 if wanted else 0.2 * game.interest[market, 0] - 0.3
    return mind.notes[OF_SAMPLE + move - SAMPLE]


@kernel
def worth(game, rules, move, mind):
    """What a move is worth, in credits or, among cards, in what is left for later."""
    notes, seat = mind.notes, game.player
    if move < PAY:
        return rate_action(game, rules, move, mind)
    if move < GO:
        return payment_worth(game, rules, move - PAY, mind)
    if move < DIG:
        here = game.explorer[seat, game.mover]
        steps = rules.distance[here, move - GO]
        return notes[OF_PLACE + move - GO] - steps * (notes[OF_STEP] + 0.05)
    if move < DONE:
        return relic_worth(game, GLYPHS * game.what + (move - DIG) // 2, move & 1, mind)
    if move < BARGAIN:
        return 0.0
    if move < SALE:
        return worth_of_bargain(game, move - BARGAIN, mind)
    if move < GIVE:
        return worth_of_sale(game, rules, move - SALE, mind)
    if move < PROMOTE:
        hidden = 0.5 if move - GIVE >= RELICS else 0.0
        value = rules.value[(move - GIVE) % RELICS]
        sale = 0.5 * notes[OF_COLOUR + (move - GIVE) % RELICS // GLYPHS]
        return value - sale - hidden if game.action == OFFLOAD else -value - hidden
    return worth_of_rest(game, rules, move, mind)
