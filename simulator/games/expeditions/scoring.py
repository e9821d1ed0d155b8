"""Points are kept up to date as goals are met; at the end tickets break ties."""

from simulator.games.expeditions.table import (
    COMMON_POINTS,
    COMMONS_TAKEN,
    KEY_POINTS,
    KEYS_TAKEN,
    MET,
    MET_BY_RIVALS,
    OWN_POINTS,
    UNMET_POINTS,
    n_keys,
)
from simulator.kernel import kernel
from simulator.places import score


@kernel
def points_from(game, rules, seat, source):
    """What a source gives, read off the table; `game.points` holds the same."""
    tally = game.tally[seat]
    if source == OWN_POINTS:
        return rules.card_points * (tally[MET] + tally[MET_BY_RIVALS])
    if source == KEY_POINTS:
        return rules.token_points * tally[KEYS_TAKEN]
    if source == COMMON_POINTS:
        return rules.card_points * tally[COMMONS_TAKEN]
    if source == UNMET_POINTS:
        return rules.unmet_points * game.n_hand[seat]
    return rules.left_points * (n_keys(game, seat) - tally[KEYS_TAKEN])


@kernel
def standing(game, rules, seat):
    return score(game, seat)


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
