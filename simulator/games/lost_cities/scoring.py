"""Points: ladders of the eight columns, double circles, bridges; and the final places."""

from simulator.games.lost_cities.table import (
    ARTEFACT_POINTS,
    BONUSES,
    BRIDGE_POINTS,
    COLOURS,
    REFUSAL_POINTS,
)
from simulator.kernel import kernel
from simulator.places import rank


@kernel
def expedition_points(game, rules, seat, colour):
    """An untouched expedition gives nothing, a lone circle its own loss; the circle multiplies."""
    return rules.expedition[game.circle[seat, colour], game.filled[seat, colour]]


@kernel
def bridge_points(game, rules, seat):
    """Never multiplied by a circle, and kept by an exhausted player."""
    return game.tally[seat, BONUSES] * rules.bridge_bonus


@kernel
def standing(game, rules, seat):
    points = rules.artefacts[game.artefacts[seat]] + rules.refusals[game.refusals[seat]]
    for colour in range(COLOURS):
        points += expedition_points(game, rules, seat, colour)
    return points + bridge_points(game, rules, seat)


@kernel
def finish(game, rules):
    """Writes the points by source and the places; a tie shares the victory."""
    for seat in range(game.players):
        for colour in range(COLOURS):
            game.points[seat, colour] = expedition_points(game, rules, seat, colour)
        game.points[seat, ARTEFACT_POINTS] = rules.artefacts[game.artefacts[seat]]
        game.points[seat, REFUSAL_POINTS] = rules.refusals[game.refusals[seat]]
        game.points[seat, BRIDGE_POINTS] = bridge_points(game, rules, seat)
    rank(game)
