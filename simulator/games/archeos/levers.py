"""What can be pulled in Archeos Society: roles and sites, the sides of the boards, the tracks."""

from simulator.components import Components
from simulator.factors import Factor, levels, sets
from simulator.games.archeos.table import SLOTS, Colour, Kind, Role, role_names
from simulator.levers import Cast, Levers
from simulator.names import written

CAST = "setup.roles"


def factors(players: int) -> tuple[Factor, ...]:
    sides = [f"{colour}:advanced" for colour in written(Colour)]
    return (
        sets(
            "roles", "which six of the twelve roles are in play", "role",
            written(Role), SLOTS, lambda chosen: {CAST: ",".join(chosen)},
        ),
        sets(
            "sites", "which of the six boards show their advanced side", "site",
            sides, None, lambda chosen: {"setup.sites": ",".join(chosen) or "compass"},
        ),
        levels(
            "tracks", "the two reconstructions of the tracks", "reconstruction",
            {f"tracks {name}": {"setup.tracks": name} for name in "AB"},
        ),
    )  # fmt: skip


def in_play(components: Components) -> tuple[str, ...] | None:
    """The roles of the table, if they are fixed before the game."""
    if components[CAST] in ("random", "draft"):
        return None
    return tuple(role_names(components[CAST]))


LEVERS = Levers(
    kinds=written(Kind, "-"),
    powers=tuple(f"power-{role}" for role in written(Role)),
    # Kinds in no group are what every turn is made of.
    groups={
        "actions": ("take", "draw", "leave-out", "cash-in", "dig"),
        "leaders": tuple(f"lead-{role}" for role in written(Role)),
        "role effects": tuple(f"power-{role}" for role in written(Role) if role != "student"),
        "drawbacks": ("power-student",),  # it makes no step; that it is frequent makes up for it
        "sites": tuple(f"step-{colour}" for colour in written(Colour)),
    },
    peers=("leaders", "role effects", "sites"),
    removals={role: {f"roles.{role}.active": False} for role in written(Role)},
    factors=factors,
    cast=Cast(CAST, written(Role), in_play),
)
