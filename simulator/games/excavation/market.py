"""Market: a trader, a white buyer and a coloured one for the market an explorer stands in."""

from simulator.games.excavation.buyers import add_buyer
from simulator.games.excavation.table import (
    ACTED,
    COLOURS,
    IDLE,
    QUEUE,
    TRADERS,
    WHITE,
)
from simulator.games.excavation.verbs import BARGAIN
from simulator.kernel import kernel


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
            first = BARGAIN + 12 * trader + 6 * white
            choices.move[n] = first
            n += 1
            for colour in range(COLOURS):
                ejected = white and full and game.queue[market, 0] == colour
                choices.move[n] = first + 1 + colour
                n += (game.buyers[colour] > 0) | ejected
    return n


@kernel
def bargain(game, move):
    steps, market, seat = move - BARGAIN, game.what, game.player
    game.phase = ACTED
    game.tally[seat, IDLE] += steps == 0
    if steps >= 12:
        send_trader(game, seat, market)
    colour = steps % 6
    for step in range(2):  # the white buyer comes first
        if step == 0 and steps % 12 >= 6:
            add_buyer(game, market, WHITE)
        elif step == 1 and colour > 0:
            add_buyer(game, market, colour - 1)


@kernel
def send_trader(game, side, market):
    game.supply[side] -= 1
    game.trader[side, market] += 1
    game.traders[side] |= 1 << market
    game.tally[side, TRADERS] += 1
