"""What a move of Excavation Earth is worth: an action, or one of the decisions it is made of."""

from simulator.games.excavation.relics import visible
from simulator.games.excavation.smuggle import price_of
from simulator.games.excavation.table import (
    CARDS,
    COLOURS,
    GLYPHS,
    MARKETS,
    PLACES,
    QUEUE,
    RELICS,
    SURVEY_CARDS,
    WHITE,
    Faction,
    Store,
)
from simulator.games.excavation.verbs import (
    NOTHING,
    WITH_TRADER,
    WITH_WHITE,
    Envoy,
    Kind,
    Move,
    bought_of,
    store_of,
)
from simulator.kernel import kernel
from strategies.excavation.actions import card_worth, rate_action
from strategies.excavation.weighing import N, W


@kernel
def payment_worth(game, rules, card, mind):
    """The card that is missed least; for Aquilla's sale, one whose symbol opens another market."""
    worth = -card_worth(card, mind)
    if game.action == Kind.sell and game.power[game.player] == Faction.aquilla and card < CARDS:
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
            worth += mind.notes[N.centre + rules.centre[market]]
    credits += rules.several[n]
    return worth + mind.weights[W.sale] * credits - n * 0.5 * mind.notes[N.colour + colour]


@kernel
def relic_worth(relic, sample, mind):
    worth = mind.notes[N.colour + relic // GLYPHS]
    return worth + mind.notes[N.sample + relic] if sample else worth


@kernel
def worth_of_bargain(game, what, mind):
    """A trader, and buyers for what one holds; a full queue loses its first ones for them."""
    seat, market, weights = game.player, game.what, mind.weights
    worth = mind.notes[N.market + market] if what >= WITH_TRADER else 0.0
    white, colour = what % WITH_TRADER >= WITH_WHITE, what % WITH_WHITE - 1
    if white:
        worth += 2.0 * weights[W.market]
    if colour >= 0:
        worth += weights[W.market] * (2.0 * game.held[seat, colour] - 1.0)
    gone = game.n_queue[market] + white + (colour >= 0) - QUEUE
    for k in range(gone):
        buyer = game.queue[market, k]
        mine = buyer == WHITE or game.held[seat, buyer] > 0
        worth -= 2.0 * weights[W.market] * mine
    return worth


@kernel
def worth_of_rest(game, rules, move, mind):
    notes, seat = mind.notes, game.player
    if move < Move.order:
        promoted = 0.0
        for market in range(MARKETS):
            if (move - Move.promote) >> market & 1:
                promoted += notes[N.centre + rules.centre[market]]
        return promoted
    if move < Move.buy:
        trader, envoy = (move - Move.order) // len(Envoy), (move - Move.order) % len(Envoy)
        centre = notes[N.centre + rules.centre[game.what]]
        envoy_worth = centre if envoy == Envoy.send else 3.0 - centre
        worth = notes[N.market + game.what] if trader else 0.0
        return worth + (0.0 if envoy == Envoy.none else envoy_worth)
    if move < Move.replace:
        what = move - Move.buy
        relic = visible(game, what // 4)
        tidy = 0.1 if store_of(move) == Store.hidden else 0.0
        price = price_of(game, rules, relic)
        return relic_worth(relic, what & 1, mind) - price + tidy
    if move < Move.find:
        lifted = 2.0 if move >= Move.replace + SURVEY_CARDS else 0.0  # a sample for a safe card
        card = game.survey[(move - Move.replace) % SURVEY_CARDS]
        return -notes[N.card + card // MARKETS] - lifted
    if move < Move.keep:
        bought = bought_of(move)
        if bought == NOTHING:
            return 0.0
        relic = game.offer[bought]
        sample = (move - Move.find) & 1
        return relic_worth(relic, sample, mind) - rules.price * rules.value[relic]
    if move < Move.lift:
        what = move - Move.keep
        return relic_worth(game.offer[what // 2], what & 1, mind)
    if move < Move.pick:
        return -kept_sample(game, rules, move - Move.lift)
    if move < Move.redraw:
        return card_worth(move - Move.pick, mind)
    if move < Move.place:
        return 8.0 - card_worth(move - Move.redraw, mind)
    if move < Move.step:
        return notes[N.place + move - Move.place]
    if move < Move.trade:
        here = game.explorer[seat, (move - Move.step) // PLACES]
        return notes[N.place + (move - Move.step) % PLACES] - notes[N.place + here]
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
    if move < Move.add:
        return mind.notes[N.market + move - Move.trade]
    if move < Move.remove:
        market, colour = (move - Move.add) // COLOURS, (move - Move.add) % COLOURS
        return game.held[seat, colour] * (0.5 + (game.trader[seat, market] > 0)) - 0.5
    if move < Move.sample:
        market = (move - Move.remove) // QUEUE
        buyer = game.queue[market, (move - Move.remove) % QUEUE]
        wanted = buyer == WHITE or game.held[seat, buyer] > 0
        return -1.0 if wanted else 0.2 * game.interest[market, 0] - 0.3
    return mind.notes[N.sample + move - Move.sample]


@kernel
def worth(game, rules, move, mind):
    """What a move is worth, in credits or, among cards, in what is left for later."""
    notes, seat = mind.notes, game.player
    if move < Move.pay:
        return rate_action(game, rules, move, mind)
    if move < Move.go:
        return payment_worth(game, rules, move - Move.pay, mind)
    if move < Move.dig:
        here = game.explorer[seat, game.mover]
        steps = rules.distance[here, move - Move.go]
        return notes[N.place + move - Move.go] - steps * (notes[N.step] + 0.05)
    if move < Move.done:
        what = move - Move.dig
        return relic_worth(GLYPHS * game.what + what // 2, what & 1, mind)
    if move < Move.bargain:
        return 0.0
    if move < Move.sale:
        return worth_of_bargain(game, move - Move.bargain, mind)
    if move < Move.give:
        return worth_of_sale(game, rules, move - Move.sale, mind)
    if move < Move.promote:
        hidden = 0.5 if move - Move.give >= RELICS else 0.0
        value = rules.value[(move - Move.give) % RELICS]
        sale = 0.5 * notes[N.colour + (move - Move.give) % RELICS // GLYPHS]
        return value - sale - hidden if game.action == Kind.offload else -value - hidden
    return worth_of_rest(game, rules, move, mind)
