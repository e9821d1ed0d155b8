"""Teams: seats that win or lose together, against the seats of other teams.

Rules count by seats, as a table does. Whatever is asked of finished games is asked of teams: each
is one player of the line-up, has the points of all its seats, and their place.
"""

from collections.abc import Sequence

import numpy as np

from simulator.kernel import kernel
from simulator.places import score


def seats_in_turn(sizes: Sequence[int]) -> tuple[int, ...]:
    """The team of each seat round the table: one of each in turn, while a team has more."""
    return tuple(
        team for turn in range(max(sizes)) for team, size in enumerate(sizes) if turn < size
    )


def summed(values: np.ndarray, seating: Sequence[int], axis: int = 0) -> np.ndarray:
    """What the seats of each team have together; `values` of seats along an axis."""
    is_in = np.array(seating)[:, None] == np.arange(max(seating) + 1)
    seats = np.moveaxis(values, axis, -1)[..., : len(seating)]
    return np.moveaxis(seats @ is_in, -1, axis)


@kernel
def team_score(game, rules, team):
    """The sum of the points of a team's seats."""
    total = 0
    for seat in range(game.players):
        if rules.team[seat] == team:
            total += score(game, seat)
    return total


@kernel
def rank_teams(game, rules):
    """Gives place 1 to all seats of the team with the highest score, and equal ones to equals."""
    for seat in range(game.players):
        game.place[seat] = 1
        own = team_score(game, rules, rules.team[seat])
        for team in range(rules.teams):
            if team_score(game, rules, team) > own:
                game.place[seat] += 1
