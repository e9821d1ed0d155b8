"""What a Market action of Excavation Earth is worth: a trader, and buyers for the next sales."""

from simulator.games.excavation.buyers import wants
from simulator.games.excavation.table import COLOURS, MARKETS, QUEUE, WHITE
from simulator.kernel import kernel
from strategies.excavation.weighing import LAST, NEAR, N, W, sale_gain


@kernel
def guest_worth(game, mind):
    """A white buyer for relics to come, while there is time for them."""
    time = min(1.0, mind.notes[N.left] / NEAR) if game.round_no == LAST else 1.0
    return mind.weights[W.guest] * time


@kernel
def bargain_worth(game, rules, market, trader, white, colour, mind):
    """One way to bargain; a colour below 0 stands for no coloured buyer.

    A full queue loses its first buyers for those who come.
    """
    seat, weights, notes = game.player, mind.weights, mind.notes
    stall = trader or game.traders[seat] >> market & 1
    worth = notes[N.stall + market] if trader else 0.0
    if white:
        worth += guest_worth(game, mind)
    gone = game.n_queue[market] + white + (colour >= 0) - QUEUE
    for held in range(COLOURS):
        if game.held[seat, held] == 0 or notes[N.left] <= 0:
            continue
        gain = 0.0
        more = white + (held == colour)
        for k in range(gone):
            more -= wants(game.queue[market, k], held)
        if stall:
            gain = sale_gain(game, rules, held, market, more, mind)
        if held == colour and notes[N.sold + held] + gain > 0.0:
            gain += notes[N.lift + held]
        worth += weights[W.market] * gain
    return worth


@kernel
def weigh_deals(game, rules, mind):
    """A Market action: all three steps, with the buyer that suits best what one holds."""
    seat, weights, notes = game.player, mind.weights, mind.notes
    white, guest = int(game.buyers[WHITE] > 0), guest_worth(game, mind)
    for market in range(MARKETS):
        worth = notes[N.stall + market] + white * guest
        if game.of_symbol[seat, market] and notes[N.left] > 0:
            gone = game.n_queue[market] + white + 1 - QUEUE
            total, best = 0.0, 0.0
            for held in range(COLOURS):
                if game.held[seat, held] == 0:
                    continue
                more = white
                for k in range(gone):
                    more -= wants(game.queue[market, k], held)
                gain = sale_gain(game, rules, held, market, more, mind)
                total += gain
                if game.buyers[held] > 0:
                    one = sale_gain(game, rules, held, market, more + 1, mind)
                    best = max(best, one + notes[N.lift + held] - gain)
            worth += weights[W.market] * (total + best)
        notes[N.deal + market] = worth
