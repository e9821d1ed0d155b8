"""What a move of Excavation Earth is worth: an action, or one of the decisions it is made of."""

from simulator.games.excavation.explore import stands_on
from simulator.games.excavation.relics import visible
from simulator.games.excavation.smuggle import price_of
from simulator.games.excavation.table import (
    CARDS,
    COLOURS,
    EXPLORERS,
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
    Envoy,
    Kind,
    Move,
    bought_of,
    put_of,
    store_of,
)
from simulator.kernel import kernel
from strategies.excavation.actions import (
    card_worth,
    chooses_fuel,
    one_market,
    pays_by_tank,
    rate_action,
)
from strategies.excavation.places import company_worth, place_worth
from strategies.excavation.weighing import (
    MOST_FUEL,
    N,
    W,
    in_column,
    in_row,
    kept_sample,
    relic_worth,
    second_worth,
)

DEAR = 100.0  # an Action card, where a Movement card would do
SPARED = 0.1  # fuel for a later move, less than any place is worth


@kernel
def fuel_worth(rules, card, mind):
    """What the explorers gain with a Movement card's fuel; of equal ones the smallest."""
    fuel = min(MOST_FUEL, rules.fuel[card])
    return mind.notes[N.rest + fuel] - SPARED * fuel


@kernel
def payment_worth(game, rules, card, mind):
    """The card that is missed least; fuel as a move can use it, a symbol that Aquilla sells by."""
    if card >= CARDS:
        fuel = mind.weights[W.tank] * (1 + card - CARDS)
        return fuel_worth(rules, card, mind) if chooses_fuel(game) else -fuel
    if pays_by_tank(game):
        return -DEAR
    worth = -card_worth(card, mind)
    if game.action == Kind.sell and game.power[game.player] == Faction.aquilla:
        market = card % MARKETS
        if game.trader[game.player, market] == 0:
            worth += 2.0 * rules.buyer * game.interest[market, game.what]
    return worth


@kernel
def worth_of_sale(game, rules, markets, mind):
    """One way to sell: credits, envoys and a card, less the relics it takes."""
    n, worth = rules.bits[markets], 0.0
    for market in range(MARKETS):
        if markets >> market & 1:
            worth += one_market(game, rules, game.what, market, mind)
    worth += mind.weights[W.sale] * rules.several[n] + (mind.weights[W.bonus] if n > 1 else 0.0)
    return worth - n * mind.weights[W.keep] * mind.notes[N.colour + game.what]


@kernel
def worth_of_going(game, rules, place, mind):
    """What the mover gains there, and the later explorers with the fuel that is left."""
    seat, mover = game.player, game.mover
    here = game.explorer[seat, mover]
    rest = min(game.fuel - rules.distance[here, place], MOST_FUEL)
    worth = place_worth(rules, mover, place, mind) + mind.notes[N.rest + rest]
    if mover < EXPLORERS - 1:
        worth += company_worth(game, rules, place, rest, mind)
    taken = (place != here) & stands_on(game, seat, place)  # another explorer would have to leave
    return worth - (2.0 if taken else 0.0) - 0.01 * rules.distance[here, place]


@kernel
def worth_of_dig(game, rules, move, mind):
    """A relic, and as the first of a dig the second one that it leaves within reach."""
    relic = GLYPHS * game.what + (move - Move.dig) // 2
    worth = relic_worth(relic, (move - Move.dig) & 1, mind)
    return worth if game.n_done else worth + second_worth(game, rules, relic, mind)


@kernel
def worth_of_find(game, rules, move, mind):
    """What is bought above its price, and a relic put below an explorer of one's own."""
    put, bought = game.offer[put_of(move)], bought_of(move)
    worth = 0.1 * relic_worth(put, 1, mind)
    worth = 5.0 * worth if stands_on(game, game.player, rules.of_place[put]) else -worth
    if bought != NOTHING:
        relic = game.offer[bought]
        price = rules.price * rules.value[relic]
        worth += relic_worth(relic, (move - Move.find) & 1, mind) - price
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
        envoy_worth = centre - notes[N.cube] if envoy == Envoy.send else 3.0 - centre
        worth = notes[N.market + game.what] if trader else 0.0
        worth += 0.0 if envoy == Envoy.none else envoy_worth
        both = game.supply[seat] == 1 and trader and envoy == Envoy.send
        return worth - (mind.weights[W.scarce] if both else 0.0)
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
        return worth_of_find(game, rules, move, mind)
    if move < Move.lift:
        what = move - Move.keep
        return relic_worth(game.offer[what // 2], what & 1, mind)
    if move < Move.pick:
        relic = move - Move.lift
        column, row = in_column(game, relic // GLYPHS), in_row(game, relic % GLYPHS)
        return -kept_sample(rules, column, row)
    if move < Move.redraw:
        return card_worth(move - Move.pick, mind)
    if move < Move.place:
        return DEAR - card_worth(move - Move.redraw, mind)
    if move < Move.step:
        return place_worth(rules, EXPLORERS - 1, move - Move.place, mind)
    if move < Move.trade:
        explorer, place = (move - Move.step) // PLACES, (move - Move.step) % PLACES
        here = place_worth(rules, explorer, game.explorer[seat, explorer], mind)
        return place_worth(rules, explorer, place, mind) - here
    return worth_of_tile(game, move, mind)


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
    notes = mind.notes
    if move < Move.pay:
        return rate_action(game, rules, move, mind)
    if move < Move.go:
        return payment_worth(game, rules, move - Move.pay, mind)
    if move < Move.dig:
        return worth_of_going(game, rules, move - Move.go, mind)
    if move < Move.done:
        return worth_of_dig(game, rules, move, mind)
    if move < Move.bargain:
        return 0.0
    if move < Move.sale:
        return mind.notes[N.bargain + move - Move.bargain]
    if move < Move.give:
        return worth_of_sale(game, rules, move - Move.sale, mind)
    if move < Move.promote:
        hidden = 0.5 if move - Move.give >= RELICS else 0.0
        value = rules.value[(move - Move.give) % RELICS]
        sale = notes[N.colour + (move - Move.give) % RELICS // GLYPHS]
        sale *= mind.weights[W.keep]
        return value - sale - hidden if game.action == Kind.offload else -value - hidden
    return worth_of_rest(game, rules, move, mind)
