"""What a curve can follow besides credits: how popular colours are, who waits where, what is sold.

The first figures are the table's and the same for every
seat, the others are counts of the seat's own.
"""

from simulator.games.excavation.buyers import rank_of
from simulator.games.excavation.table import COLOUR_NAMES, COLOURS, MARKETS, Tally
from simulator.kernel import kernel
from simulator.names import spans

COUNTED = {
    "sales": Tally.sales,
    "relics sold": Tally.sold,
    "relics offloaded": Tally.offloaded,
    "relics bought": Tally.bought,
}
TALLIES = tuple(COUNTED.values())
Figure = spans(popularity=COLOURS, waiting=MARKETS, wanted=COLOURS, counted=len(COUNTED))
FIGURES = (
    *(f"popularity of {colour}" for colour in COLOUR_NAMES),  # credits it adds to a sale
    *(f"buyers in market {market + 1}" for market in range(MARKETS)),
    *(f"buyers for {colour}" for colour in COLOUR_NAMES),  # in all markets, white ones too
    *COUNTED,
)


@kernel
def figure(game, rules, seat, k):
    if k < Figure.waiting:
        return rules.popularity[rank_of(game, k)]
    if k < Figure.wanted:
        return game.n_queue[k - Figure.waiting]
    if k < Figure.counted:
        return n_interested(game, k - Figure.wanted)
    return game.tally[seat, TALLIES[k - Figure.counted]]


@kernel
def n_interested(game, colour):
    buyers = 0
    for market in range(MARKETS):
        buyers += game.interest[market, colour]
    return buyers
