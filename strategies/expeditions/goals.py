"""What any player of Expéditions sees: what a place gives, and how near goals are.

Distances are the board's own, as if no segment were used. Only cards in the own hand, open cards
and tokens are looked at.
"""

from simulator.games.expeditions.board import START
from simulator.games.expeditions.moves import arc_of
from simulator.games.expeditions.table import Tally, Where, is_key_of
from simulator.kernel import kernel

FAR = 14  # farther than any two places are
NEVER = -100.0  # less than anything is worth: the rating of what a player does not do


@kernel
def head_of(rules, move):
    """The place an arrow leads to."""
    return rules.head[arc_of(move)]


@kernel
def is_own_key(game, place):
    return is_key_of(game, game.player, place)


@kernel
def goal_worth(game, rules, card):
    """Points that meeting a goal of the own hand gives, losses avoided included."""
    worth = rules.card_points - rules.unmet_points
    if is_own_key(game, card):
        worth += rules.token_points - rules.left_points
    return worth


@kernel
def gain(game, rules, place):
    """Points at once for the seat to act when an arrow leads there."""
    if game.where[place] == Where.hand + game.player:
        return float(goal_worth(game, rules, place))
    return float(rules.card_points) if game.where[place] == Where.common else 0.0


@kernel
def to_own_goal(game, rules, place):
    """Segments to the nearest goal of the own hand."""
    nearest = FAR
    for k in range(game.n_hand[game.player]):
        nearest = min(nearest, rules.distance[place, game.hand[game.player, k]])
    return nearest


@kernel
def to_common(game, rules, place):
    nearest = FAR
    for k in range(game.n_commons):
        nearest = min(nearest, rules.distance[place, game.commons[k]])
    return nearest


@kernel
def to_start(rules, place):
    return float(rules.distance[START, place])


@kernel
def undo_cost(game, first):
    """More with every removal: two players who undo each other's arrows must come to an end."""
    return first * (1 + game.tally[game.player, Tally.removals])
