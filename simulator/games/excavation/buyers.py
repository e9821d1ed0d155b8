"""Buyers: the board they wait on, the queues of the markets, and how popular each colour is."""

from simulator import rng
from simulator.games.excavation.table import COLOURS, MARKETS, QUEUE, WHITE
from simulator.kernel import kernel

AT_START = 3  # buyers in a queue when a round begins


@kernel
def rank_of(game, colour):
    """0 for the most popular colour; equal ones share a rank and the next are skipped.

    A track shows how popular its colour is by how many of its buyers are gone.
    """
    rank = 0
    for other in range(COLOURS):
        rank += game.buyers[other] < game.buyers[colour]
    return rank


@kernel
def wants(buyer, colour):
    return (buyer == WHITE) | (buyer == colour)


@kernel
def note_interest(game, market, buyer, by):
    """A buyer has come to (by 1) or left (by -1) a market."""
    for colour in range(COLOURS):
        if wants(buyer, colour):
            game.interest[market, colour] += by
            if game.interest[market, colour] > 0:
                game.interested[colour] |= 1 << market
            else:
                game.interested[colour] &= ~(1 << market)


@kernel
def remove_buyer(game, market, position):
    """Sends a buyer back to the board; those behind move up."""
    buyer = game.queue[market, position]
    for k in range(position, game.n_queue[market] - 1):
        game.queue[market, k] = game.queue[market, k + 1]
    game.n_queue[market] -= 1
    game.buyers[buyer] += 1
    note_interest(game, market, buyer, -1)


@kernel
def add_buyer(game, market, buyer):
    """A buyer of the board, if there is one, joins a queue; a full queue loses its first."""
    if game.buyers[buyer] == 0:
        return
    game.buyers[buyer] -= 1
    if game.n_queue[market] == QUEUE:
        remove_buyer(game, market, 0)
    game.queue[market, game.n_queue[market]] = buyer
    game.n_queue[market] += 1
    note_interest(game, market, buyer, 1)


@kernel
def board_mothership(game, market, colour):
    """The buyers interested in a colour go to the mothership, the others move up; how many went."""
    left, gone = 0, 0
    for k in range(game.n_queue[market]):
        buyer = game.queue[market, k]
        if wants(buyer, colour):
            game.mothership[buyer] += 1
            note_interest(game, market, buyer, -1)
            gone += 1
        else:
            game.queue[market, left] = buyer
            left += 1
    game.n_queue[market] = left
    return gone


@kernel
def leave_mothership(game):
    for buyer in range(COLOURS + 1):
        game.buyers[buyer] += game.mothership[buyer]
        game.mothership[buyer] = 0


@kernel
def draw_buyer(game, rules, stream):
    """The colour of a buyer card; all cards are shuffled when none is left."""
    if game.n_buyer_deck == 0:
        for buyer in range(COLOURS + 1):
            game.buyer_deck[buyer] = rules.buyer_cards[buyer]
            game.n_buyer_deck += rules.buyer_cards[buyer]
    k = rng.below(stream, game.n_buyer_deck)
    buyer = 0
    while k >= game.buyer_deck[buyer]:
        k -= game.buyer_deck[buyer]
        buyer += 1
    game.buyer_deck[buyer] -= 1
    game.n_buyer_deck -= 1
    return buyer


@kernel
def fill_queues(game, rules, stream):
    """Queues of four lose their first; then the shorter ones are filled to three.

    Cards for which the board has no buyer are ignored; after a whole deck of them, so is the rest.
    """
    for market in range(MARKETS):
        if game.n_queue[market] == QUEUE:
            remove_buyer(game, market, 0)
    for market in range(MARKETS):
        tries = 2 * COLOURS * QUEUE
        while game.n_queue[market] < AT_START and tries > 0:
            add_buyer(game, market, draw_buyer(game, rules, stream))
            tries -= 1
