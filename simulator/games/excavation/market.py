"""Market: a trader, a white buyer and a coloured one for the market an explorer stands in."""

from simulator.games.excavation.buyers import add_buyer
from simulator.games.excavation.table import COLOURS, QUEUE, WHITE, Phase, Tally
from simulator.games.excavation.verbs import WITH_TRADER, WITH_WHITE, Move, offer_if
from simulator.kernel import kernel
from simulator.titles import offer


@kernel
def n_cubes(game, seat):
    """Cubes in the supply, and guards that could be lifted."""
    return game.supply[seat] + game.guards[seat]


@kernel
def legal_bargain(game, choices):
    """Any of the three steps; a colour may be back on the board when the white buyer comes."""
    n, market = 0, game.what
    full = game.n_queue[market] == QUEUE
    for trader in range(2):
        if trader and n_cubes(game, game.player) == 0:
            break
        for white in range(2):
            if white and game.buyers[WHITE] == 0:
                break
            first = Move.bargain + WITH_TRADER * trader + WITH_WHITE * white
            n = offer(choices, n, first)
            for colour in range(COLOURS):
                ejected = white and full and game.queue[market, 0] == colour
                n = offer_if(choices, n, first + 1 + colour, (game.buyers[colour] > 0) | ejected)
    return n


@kernel
def bargain(game, move):
    steps, market, seat = move - Move.bargain, game.what, game.player
    game.phase = Phase.acted
    game.tally[seat, Tally.idle] += steps == 0
    if steps >= WITH_TRADER:
        send_trader(game, seat, market)
    buyer = steps % WITH_WHITE
    for step in range(2):  # the white buyer comes first
        if step == 0 and steps % WITH_TRADER >= WITH_WHITE:
            add_buyer(game, market, WHITE)
        elif step == 1 and buyer > 0:
            add_buyer(game, market, buyer - 1)


@kernel
def send_trader(game, side, market):
    game.supply[side] -= 1
    game.trader[side, market] += 1
    game.traders[side] |= 1 << market
    game.tally[side, Tally.traders] += 1
