"""What a Market action of Excavation Earth is worth: a trader, and buyers for the next sales."""

from simulator.games.excavation.buyers import wants
from simulator.games.excavation.table import COLOURS, MARKETS, QUEUE, WHITE
from simulator.games.excavation.verbs import WITH_TRADER, WITH_WHITE
from simulator.kernel import kernel
from strategies.excavation.weighing import LAST, NEAR, N, W, sale_gain

NONE = -1  # of the colours one has


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
def weigh_buyers(game, rules, white, new, mind):
    """What the sale of each colour gains by new buyers at a stall, none or one of its own."""
    notes, market = mind.notes, game.what
    for k in range(int(notes[N.sellable])):
        held = int(notes[N.have + k])
        more = white - loses(game, market, new, held)
        notes[N.other + k] = sale_gain(game, rules, held, market, more, mind)
        notes[N.own + k] = sale_gain(game, rules, held, market, more + 1, mind)


@kernel
def bargain_worth(stall, own, worth, mind):
    """With what sales gain by the buyers; that of the own-th colour one has by one of its own."""
    notes = mind.notes
    for k in range(int(notes[N.sellable])):
        gain = notes[(N.own if k == own else N.other) + k] if stall else 0.0
        if k == own:
            held = int(notes[N.have + k])
            gain += notes[N.lift + held] if notes[N.sold + held] + gain > 0.0 else 0.0
        worth += mind.weights[W.market] * gain
    return worth


@kernel
def weigh_bargains(game, rules, mind):
    """Every way to bargain; the colours that one does not have are alike but for rivals."""
    seat, notes, market = game.player, mind.notes, game.what
    weigh_gifts(game, mind)
    for white in range(2):
        for coloured in range(2):
            weigh_buyers(game, rules, white, white + coloured, mind)
            for trader in range(2):
                stall = trader | (game.traders[seat] >> market & 1)
                first = N.bargain + WITH_TRADER * trader + WITH_WHITE * white
                worth = trader * notes[N.stall + market] + white * guest_worth(game, mind)
                if coloured:
                    weigh_colours_of(stall, first + 1, worth, mind)
                else:
                    notes[first] = bargain_worth(stall, NONE, worth, mind)


@kernel
def weigh_gifts(game, mind):
    """A coloured buyer helps every rival with relics of the colour."""
    for colour in range(COLOURS):
        n = 0
        for other in range(game.players):
            n += (game.held[other, colour] > 0) & (other != game.player)
        mind.notes[N.gift + colour] = mind.weights[W.gift] * n


@kernel
def weigh_colours_of(stall, first, worth, mind):
    """A bargain with each coloured buyer, who is worth something to rivals too."""
    notes, other = mind.notes, bargain_worth(stall, NONE, worth, mind)
    for colour in range(COLOURS):
        notes[first + colour] = other - notes[N.gift + colour]
    for k in range(int(notes[N.sellable])):
        colour = int(notes[N.have + k])
        notes[first + colour] = bargain_worth(stall, k, worth, mind) - notes[N.gift + colour]


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
