"""What players of Lost Cities ask of a move: how far it steps, what it gains."""

from simulator.games.lost_cities.moves import Move, column_of, number_written, ticks_circle
from simulator.games.lost_cities.table import BOXES, COLOURS, Box
from simulator.kernel import kernel


@kernel
def step(game, rules, move):
    """How many numbers a written box skips."""
    return number_written(game, rules, move) - max(1, game.floor[game.player, column_of(move)])


@kernel
def artefact_gain(game, rules, seat):
    """What the next hatched artefact is worth at once."""
    marks = game.artefacts[seat]
    return rules.artefacts[marks + 1] - rules.artefacts[marks] if marks < BOXES else 0


@kernel
def refusal_gain(game, rules, seat):
    marks = game.refusals[seat]
    return rules.refusals[marks + 1] - rules.refusals[marks] if marks < BOXES else 0


@kernel
def gain(game, rules, move):
    """The points a move adds at once, without bridges."""
    seat = game.player
    if move == Move.refuse:
        return refusal_gain(game, rules, seat)
    if move == Move.decline:
        return 0
    column = column_of(move)
    boxes, circle = game.filled[seat, column], game.circle[seat, column]
    if ticks_circle(game, rules, move):
        return rules.expedition[1, 0] - rules.expedition[0, 0]
    if boxes == BOXES:
        return artefact_gain(game, rules, seat)
    points = rules.expedition[circle, boxes + 1] - rules.expedition[circle, boxes]
    if game.sheet[column, boxes] == Box.artefact:
        points += artefact_gain(game, rules, seat)
    return points


@kernel
def is_begun(game, seat, column):
    """By a box or a circle: an untouched expedition takes every number."""
    return game.floor[seat, column] != 0


@kernel
def n_begun(game):
    """Expeditions this player has begun."""
    n = 0
    for column in range(COLOURS):
        n += is_begun(game, game.player, column)
    return n
