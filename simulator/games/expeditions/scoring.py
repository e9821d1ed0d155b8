"""Points are kept up to date as goals are met; at the end tickets break ties."""

from simulator.games.expeditions.board import CARDS
from simulator.games.expeditions.table import Source, Where, n_keys
from simulator.kernel import kernel
from simulator.places import score


@kernel
def n_met(game, rules, seat):
    """Own goals laid out: exchanges leave the number of a hand's cards as it was."""
    return rules.hand - game.n_hand[seat]


@kernel
def n_common(game, rules, seat):
    """Common goals laid out: whatever lies there and was no own goal."""
    laid = 0
    for card in range(CARDS):
        laid += game.where[card] == Where.laid + seat
    return laid - n_met(game, rules, seat)


@kernel
def n_on_board(game, seat):
    """Tokens on the board, with or without their card."""
    tokens = 0
    for k in range(n_keys(game, seat)):
        tokens += game.token[game.key[seat, k]] == 1 + seat
    return tokens


@kernel
def points_from(game, rules, seat, source):
    """What a source gives, read off the table; `game.points` holds the same."""
    if source == Source.own:
        return rules.card_points * n_met(game, rules, seat)
    if source == Source.keys:
        return rules.token_points * (n_keys(game, seat) - n_on_board(game, seat))
    if source == Source.commons:
        return rules.card_points * n_common(game, rules, seat)
    if source == Source.unmet:
        return rules.unmet_points * game.n_hand[seat]
    return rules.left_points * n_on_board(game, seat)


@kernel
def is_better(game, one, other):
    """More points; if equal, more tickets."""
    difference = score(game, one) - score(game, other)
    if difference != 0:
        return difference > 0
    return game.tickets[one] > game.tickets[other]


@kernel
def rank(game):
    """Who is equal in points and tickets shares the place."""
    for seat in range(game.players):
        game.place[seat] = 1
        for other in range(game.players):
            if is_better(game, other, seat):
                game.place[seat] += 1
