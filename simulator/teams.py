"""Teams: seats that win or lose together, against the seats of other teams.

Rules count by seats, as a table does. Whatever is asked of finished games is asked of teams: each
is one player of the line-up, has the points of all its seats, and their place.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from simulator.components import Components
from simulator.errors import UserError
from simulator.kernel import kernel
from simulator.loop import MAX_SEATS
from simulator.places import score

Sizes = Mapping[str, int | str]  # of teams by their names: seats, or the component that says it


def declared_teams(name: str, teams: Any) -> Sizes:
    """As a game declares them; a mistake is told in one sentence."""
    if not isinstance(teams, Mapping):
        raise UserError(
            f"{name}: teams={teams!r}: names of teams, and how many seats each has, as in"
            " {'us': 2, 'them': 2}."
        )
    for team, size in teams.items():
        if not isinstance(size, str) and (not isinstance(size, int) or size < 1):
            raise UserError(f"{name}: the team '{team}' has {size} seats; name a whole number.")
        if not isinstance(team, str) or re.fullmatch(r"seat \d+", team):
            raise UserError(f"{name}: a team cannot be called '{team}', as its seats are.")
    return dict(teams)


def most_seats(teams: Sizes) -> int:
    """As many as a table can ever have, where a component says how many; 0 without teams."""
    sizes = [size for size in teams.values() if isinstance(size, int)]
    return sum(sizes) if len(sizes) == len(teams) else MAX_SEATS


def seating_of(teams: Sizes, components: Components) -> tuple[int, ...]:
    """The team of each seat, by the numbers of a box."""
    sizes = [components[size] if isinstance(size, str) else size for size in teams.values()]
    for team, size in zip(teams, sizes, strict=True):
        if size < 1:
            raise UserError(f"The team '{team}' has {size} seats; it needs at least one.")
    if sum(sizes) > MAX_SEATS:
        raise UserError(f"The teams have {sum(sizes)} seats; a table has {MAX_SEATS} at most.")
    return seats_in_turn(sizes)


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
