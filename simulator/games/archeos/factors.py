"""What can be varied in Archeos Society: the six roles, the sides of the boards, the tracks."""

from simulator.factors import Factor, levels, sets
from simulator.games.archeos.table import COLOUR_NAMES, ROLE_NAMES, SLOTS


def factors(players: int) -> tuple[Factor, ...]:
    sides = [f"{colour}:advanced" for colour in COLOUR_NAMES]
    return (
        sets(
            "roles", "which six of the twelve roles are in play", "role",
            ROLE_NAMES, SLOTS, lambda chosen: f"setup.roles={','.join(chosen)}",
        ),
        sets(
            "sites", "which of the six boards show their advanced side", "site",
            sides, None, lambda chosen: f"setup.sites={','.join(chosen) or 'compass'}",
        ),
        levels(
            "tracks", "the two reconstructions of the tracks", "reconstruction",
            {f"tracks {name}": f"setup.tracks={name}" for name in "AB"},
        ),
    )  # fmt: skip
