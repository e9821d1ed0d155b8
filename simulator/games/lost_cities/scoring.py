"""Points: ladders of the eight columns, double circles, bridges; and the final places."""

from simulator.games.lost_cities.table import (
    ARTEFACT_POINTS,
    BRIDGE_POINTS,
    BRIDGES,
    COLOURS,
    REFUSAL_POINTS,
)
from simulator.kernel import kernel
from simulator.places import rank


@kernel
def expedition_points(rules, boxes, circle):
    """An untouched expedition gives nothing, a lone circle its own loss; the circle multiplies."""
    if boxes == 0 and not circle:
        return 0
    points = rules.circle_alone if boxes == 0 else rules.expedition[boxes]
    return points * rules.circle_factor if circle else points


@kernel
def bridge_points(game, rules, seat):
    points = 0
    for bridge in range(BRIDGES):
        points += game.bonus[seat, bridge] * rules.bridge_bonus
    return points


@kernel
def standing(game, rules, seat):
    points = rules.artefacts[game.artefacts[seat]] + rules.refusals[game.refusals[seat]]
    for colour in range(COLOURS):
        points += expedition_points(rules, game.filled[seat, colour], game.circle[seat, colour])
    return points + bridge_points(game, rules, seat)


@kernel
def finish(game, rules):
    """Writes the points by source and the places; a tie shares the victory."""
    for seat in range(game.players):
        for colour in range(COLOURS):
            game.points[seat, colour] = expedition_points(
                rules, game.filled[seat, colour], game.circle[seat, colour]
            )
        game.points[seat, ARTEFACT_POINTS] = rules.artefacts[game.artefacts[seat]]
        game.points[seat, REFUSAL_POINTS] = rules.refusals[game.refusals[seat]]
        game.points[seat, BRIDGE_POINTS] = bridge_points(game, rules, seat)
    rank(game)
