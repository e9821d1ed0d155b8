"""What a curve can follow besides credits: how popular colours are, who waits where, what is sold.

The first figures are the table's and the same for every
seat, the others are counts of the seat's own.
"""

from simulator.games.excavation.buyers import rank_of
from simulator.games.excavation.table import (
    BOUGHT,
    COLOUR_NAMES,
    COLOURS,
    MARKETS,
    OFFLOADED,
    SALES,
    SOLD,
)
from simulator.kernel import kernel

WAITING = COLOURS  # the first figure after the popularity of each colour
WANTED = WAITING + MARKETS
COUNTED = WANTED + COLOURS
FIGURES = (
    *(f"popularity of {colour}" for colour in COLOUR_NAMES),  # credits it adds to a sale
    *(f"buyers in market {market + 1}" for market in range(MARKETS)),
    *(f"buyers for {colour}" for colour in COLOUR_NAMES),  # in all markets, white ones too
    "sales",
    "relics sold",
    "relics offloaded",
    "relics bought",
)


@kernel
def figure(game, rules, seat, k):
    if k < WAITING:
        return rules.popularity[rank_of(game, k)]
    if k < WANTED:
        return game.n_queue[k - WAITING]
    if k < COUNTED:
        return n_interested(game, k - WANTED)
    return game.tally[seat, (SALES, SOLD, OFFLOADED, BOUGHT)[k - COUNTED]]


@kernel
def n_interested(game, colour):
    buyers = 0
    for market in range(MARKETS):
        buyers += game.interest[market, colour]
    return buyers
