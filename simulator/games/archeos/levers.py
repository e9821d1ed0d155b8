"""What can be pulled in Archeos Society: roles and sites, the sides of the boards, the tracks."""

import numpy as np

from simulator.components import Components
from simulator.factors import Factor, levels, sets
from simulator.games.archeos.box import role_names
from simulator.games.archeos.table import (
    AREA,
    CARDS,
    COLOURS,
    ROLES,
    SLOTS,
    Colour,
    Kind,
    Role,
    Side,
)
from simulator.games.archeos.words import SITES
from simulator.levers import Cast, Levers, Opening, Values
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
            "tracks", "the two assumed versions of the tracks", "version",
            {f"tracks {name}": {"setup.tracks": name} for name in "AB"},
        ),
    )  # fmt: skip


def in_play(components: Components) -> tuple[str, ...] | None:
    """The roles of the table, if they are fixed before the game."""
    if components[CAST] in ("random", "draft"):
        return None
    return tuple(role_names(components[CAST]))


def first_roles(games: np.ndarray) -> np.ndarray:
    """The role of the card that each seat begins with."""
    slot = games["n_role"][:, :AREA].argmax(axis=2)
    role = np.take_along_axis(games["roles"], slot, axis=1)
    return (role[:, :, None] == np.arange(ROLES)) & (games["n_hand"][:, :AREA, None] > 0)


def first_colours(games: np.ndarray) -> np.ndarray:
    hands = games["hand"][:, :AREA].reshape(len(games), AREA, CARDS // COLOURS, COLOURS)
    return hands.sum(axis=2)


def roles_in_play(games: np.ndarray) -> np.ndarray:
    return games["slot"] >= 0


def advanced_sites(games: np.ndarray) -> np.ndarray:
    return games["side"] == Side.advanced


TRACKS = Values("the tracks of the sites", ("tracks", "tracks_b"))
LINGUIST = Values("the Linguist's track", ("roles.linguist.last", "roles.linguist.artefacts"))
CALLED_LINGUIST = ("linguist", "Linguist", "lead-linguist", "power-linguist")

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
    opening={
        "first card's role": Opening(tuple(map(str.title, written(Role))), first_roles),
        "first card's colour": Opening(written(Colour), first_colours),
        "roles in play": Opening(tuple(map(str.title, written(Role))), roles_in_play),
        "advanced sites": Opening(tuple(sides[1] for sides in SITES.values()), advanced_sites),
    },
    removals={role: {f"roles.{role}.active": False} for role in written(Role)},
    factors=factors,
    cast=Cast(CAST, written(Role), in_play, chance="random"),
    rests_on=dict.fromkeys(("setup.sites", "setup.tracks", "sites", "advanced sites"), TRACKS)
    | dict.fromkeys(CALLED_LINGUIST, LINGUIST),
)
