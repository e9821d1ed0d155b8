"""What each action of Excavation Earth is worth as a whole, from what `weigh` has noted."""

from simulator.games.excavation.relics import has_room
from simulator.games.excavation.sell import MOST_MARKETS, sellable_markets
from simulator.games.excavation.smuggle import may_buy_first
from simulator.games.excavation.table import (
    CARDS,
    COLOURS,
    GLYPHS,
    MARKETS,
    Faction,
    Phase,
    Store,
)
from simulator.games.excavation.verbs import Kind, Move
from simulator.kernel import kernel
from strategies.excavation.places import best_bargains, fuel_at_hand
from strategies.excavation.weighing import (
    FEW,
    LAST,
    NEAR,
    N,
    W,
    dig_worth,
    dug_worth,
    tanks,
)


@kernel
def card_worth(card, mind):
    """A card for its colour and its symbol."""
    return mind.notes[N.card + card // MARKETS] + mind.notes[N.card + COLOURS + card % MARKETS]


@kernel
def pays_by_tank(game):
    """Is a move or a sale to be paid that a Movement card can pay? Aquilla's sale has its own."""
    sells = game.action == Kind.sell and game.power[game.player] != Faction.aquilla
    return game.tank[game.player] > 0 and (sells or game.action == Kind.move)


@kernel
def chooses_fuel(game):
    """Is a Move to be paid, with one of several Movement cards? A small one may suffice."""
    tank = game.tank[game.player]
    pays = (game.phase == Phase.paying) & (game.action == Kind.move)
    return pays and tank & (tank - 1) > 0


@kernel
def best_card_market(game, seat, colour):
    """The market with most buyers where only a card of Aquilla's could sell, as a bit."""
    best, buyers = 0, 0
    for market in range(MARKETS):
        if game.of_symbol[seat, market] and game.trader[seat, market] == 0:
            best = 1 << market if game.interest[market, colour] > buyers else best
            buyers = max(buyers, game.interest[market, colour])
    return best


@kernel
def sale_worth(game, rules, colour, mind):
    """Credits, envoys and cards of the best sale, less what one would rather wait for."""
    seat, weights, notes = game.player, mind.weights, mind.notes
    stalls, most = sellable_markets(game, seat, colour, CARDS), game.held[seat, colour]
    if game.power[seat] == Faction.aquilla:
        stalls |= best_card_market(game, seat, colour)
    elif game.power[seat] == Faction.gul:
        most += may_buy_first(game, rules, seat) >> colour & 1
    most = min(MOST_MARKETS, most)
    credits = notes[N.popular + colour]
    worth = 0.0
    for n in range(most):
        chosen, best = -1, 0.0
        for market in range(MARKETS):
            here = one_market(game, rules, colour, market, mind)
            here = here if stalls >> market & 1 else 0.0
            chosen, best = market if here > best else chosen, max(here, best)
        if chosen < 0:
            break
        stalls &= ~(1 << chosen)
        worth += best - weights[W.keep] * notes[N.colour + colour]
        worth += weights[W.sale] * (rules.several[n + 1] - rules.several[n])
        worth += weights[W.bonus] if n == 1 else 0.0
    worth += weights[W.sale] * credits
    worth += weights[W.contest] if is_contested(game, seat, colour) else 0.0
    return worth - waiting(game, mind)


@kernel
def one_market(game, rules, colour, market, mind):
    """What selling in one market brings: its buyers' credits, and an envoy."""
    credits = mind.weights[W.sale] * rules.buyer * game.interest[market, colour]
    envoy = mind.notes[N.centre + rules.centre[market]]
    return credits + (envoy if game.trader[game.player, market] else 0.0)


@kernel
def waiting(game, mind):
    """What a sale must bring; in the last round, while more cards are left than sales to make.

    Against Zu in every round: to wait from one to the next won less there.
    """
    left, weights = mind.notes[N.left], mind.weights
    if game.round_no == LAST or game.players == 1:
        time = (left + 1.0 - mind.notes[N.pending]) / NEAR
        return weights[W.patience] * max(0.0, min(1.0, time))
    return weights[W.patience] + weights[W.calm] * (left - FEW)


@kernel
def is_contested(game, seat, colour):
    """Could a rival sell relics of the colour first, to buyers in a market where both may?"""
    stalls, contested = game.traders[seat] & game.interested[colour], False
    for other in range(game.players):
        meets = (game.traders[other] & stalls > 0) & (game.held[other, colour] > 0)
        contested |= meets & (other != seat)
    return contested


@kernel
def command_worth(game, rules, market, mind):
    """A trader, an envoy or both, the best of them: one must be sent, worth its cube or not."""
    trader = mind.notes[N.market + market]
    envoy = mind.notes[N.centre + rules.centre[market]] - mind.notes[N.cube]
    one = max(trader, envoy)
    return max(one, trader + envoy) if game.supply[game.player] != 1 else one


@kernel
def survey_worth(game, rules, colour, mind):
    """What the two or three relics that are drawn offer."""
    seat, found, times = game.player, 0.0, rules.price
    if game.n_reserve[colour] == 0 or not has_room(game, rules, Store.hold, seat):
        return found
    if game.power[seat] == Faction.issisinui:
        times = 0
    for relic in range(GLYPHS * colour, GLYPHS * colour + GLYPHS):
        price = times * rules.value[relic]
        gain = max(0.0, dug_worth(relic, mind) - price) * game.reserve[relic]
        found += gain if price <= game.credits[seat] else 0.0
    return (mind.weights[W.find] if times > 0 else 1.0) * found / game.n_reserve[colour]


@kernel
def move_worth(game, mind):
    """What the explorers gain with the most fuel at hand; Movement cards are there to be used.

    But not to stay: with the last card of the game nobody gains a place worth going to.
    """
    weights, each = mind.weights, 0.0
    if game.round_no != 2:
        each = weights[W.begin] if game.round_no == 1 else weights[W.flight]
    gain = weights[W.move] * mind.notes[N.rest + fuel_at_hand(game)]
    is_over = game.round_no == LAST and mind.notes[N.left] <= 0.0
    return 0.0 if is_over or gain <= 0.0 else gain + each * tanks(game, game.player)


@kernel
def rate_action(game, rules, move, mind):
    """What an action brings, less the card it takes; passing keeps two cards and brings nothing."""
    seat, weights = game.player, mind.weights
    last = game.round_no == LAST
    card, tank = 0.0, 0.0  # in the last round none is kept
    if not last:
        card, tank = weights[W.card], weights[W.tank]
    if move == Move.pass_:
        return -card * max(0, game.n_hand[seat] - 2)
    by_tank = (move < Move.excavate) | ((Move.sell <= move) & (move < Move.command))
    card = tank if by_tank & (game.tank[seat] > 0) else card
    return gain_of(game, rules, move, mind) - card


@kernel
def gain_of(game, rules, move, mind):
    if move < Move.excavate:
        return move_worth(game, mind) - 0.1
    if move < Move.market:
        return dig_worth(game, rules, move - Move.excavate, mind)
    if move < Move.sell:
        return mind.notes[N.deal + move - Move.market]
    if move < Move.command:
        return sale_worth(game, rules, move - Move.sell, mind)
    if move < Move.offload:
        return command_worth(game, rules, move - Move.command, mind)
    if move < Move.smuggle:
        return mind.notes[N.offload]
    if move < Move.survey:
        return mind.weights[W.smuggle] * best_bargains(game, rules, mind)
    return survey_worth(game, rules, move - Move.survey, mind)
