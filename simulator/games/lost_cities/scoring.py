"""Points: the ladders of the eight columns, double circles and bridges.

The moves keep `game.points` up to date; `points_from` reads them off the sheet, to check that.
"""

from simulator.games.lost_cities.table import ARTEFACT_POINTS, BONUSES, COLOURS, REFUSAL_POINTS
from simulator.kernel import kernel
from simulator.places import score


@kernel
def points_from(game, rules, seat, source):
    """What one source is worth on a sheet: an expedition, artefacts, refusals or bridges."""
    if source < COLOURS:
        return rules.expedition[game.circle[seat, source], game.filled[seat, source]]
    if source == ARTEFACT_POINTS:
        return rules.artefacts[game.artefacts[seat]]
    if source == REFUSAL_POINTS:
        return rules.refusals[game.refusals[seat]]
    return rules.bridge_bonus * game.tally[seat, BONUSES]


@kernel
def standing(game, rules, seat):
    return score(game, seat)
