"""What a Market action of Excavation Earth is worth: a trader, and buyers for the next sales."""

from simulator.games.excavation.buyers import wants
from simulator.games.excavation.table import COLOURS, MARKETS, QUEUE, WHITE
from simulator.games.excavation.verbs import WITH_TRADER, WITH_WHITE
from simulator.kernel import kernel
from strategies.excavation.weighing import LAST, NEAR, N, W, sale_gain


@kernel
def guest_worth(game, mind):
    """A white buyer for relics to come, while there is time for them."""
    time = min(1.0, mind.notes[N.left] / NEAR) if game.round_no == LAST else 1.0
    return mind.weights[W.guest] * time


@kernel
def loses(game, market, new, colour):
    """Does the first buyer of a colour go when so many new ones come? A second is not missed."""
    return int((game.n_queue[market] + new > QUEUE) & wants(game.queue[market, 0], colour))


@kernel
def bargain_worth(game, rules, stall, white, colour, worth, mind):
    """With what sales gain by the buyers at a stall; a colour below 0: no coloured one."""
    notes, market = mind.notes, game.what
    new = white + (colour >= 0)
    for k in range(int(notes[N.sellable])):
        held, gain = int(notes[N.have + k]), 0.0
        if stall:
            more = white + (held == colour) - loses(game, market, new, held)
            gain = sale_gain(game, rules, held, market, more, mind)
        if held == colour and notes[N.sold + held] + gain > 0.0:
            gain += notes[N.lift + held]
        worth += mind.weights[W.market] * gain
    return worth


@kernel
def weigh_bargains(game, rules, mind):
    """Every way to bargain; the colours that one does not have are all alike."""
    seat, notes, market = game.player, mind.notes, game.what
    for trader in range(2):
        stall = trader or game.traders[seat] >> market & 1
        for white in range(2):
            first = N.bargain + WITH_TRADER * trader + WITH_WHITE * white
            worth = trader * notes[N.stall + market] + white * guest_worth(game, mind)
            other = bargain_worth(game, rules, stall, white, COLOURS, worth, mind)
            for colour in range(-1, COLOURS):
                notes[first + 1 + colour] = other
                if colour < 0 or game.held[seat, colour] > 0:
                    own = bargain_worth(game, rules, stall, white, colour, worth, mind)
                    notes[first + 1 + colour] = own


@kernel
def weigh_deals(game, rules, mind):
    """A Market action: all three steps, with the buyer that suits best what one holds."""
    seat, notes, n = game.player, mind.notes, 0
    white, guest = int(game.buyers[WHITE] > 0), guest_worth(game, mind)
    for market in range(MARKETS):
        notes[N.deal + market] = notes[N.stall + market] + white * guest
        notes[N.hot + n] = market
        n += game.of_symbol[seat, market] > 0
    if notes[N.sellable] > 0.0:
        for k in range(n):
            market = int(notes[N.hot + k])
            gain = mind.weights[W.market] * new_buyers(game, rules, market, white, mind)
            notes[N.deal + market] += gain


@kernel
def new_buyers(game, rules, market, white, mind):
    """What sales gain by a trader, a white buyer and the coloured one that suits best."""
    notes, total, best = mind.notes, 0.0, 0.0
    for k in range(int(notes[N.sellable])):
        held = int(notes[N.have + k])
        more = white - loses(game, market, white + 1, held)
        gain = sale_gain(game, rules, held, market, more, mind)
        one = sale_gain(game, rules, held, market, more + 1, mind) + notes[N.lift + held] - gain
        best = max(best, one if game.buyers[held] > 0 else 0.0)
        total += gain
    return total + best
