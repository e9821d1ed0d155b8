"""What can be varied in Excavation Earth: options and powers, factions, maps, tiles, Zu."""

from itertools import permutations

import numpy as np

from simulator.components import Components
from simulator.factors import Factor, combination, levels
from simulator.games.excavation.figures import FIGURES
from simulator.games.excavation.table import (
    CARDS,
    COLOUR_NAMES,
    FACTION_NAMES,
    MARKETS,
    MAX_PLAYERS,
    SURVEY_CARDS,
)
from simulator.games.excavation.verbs import Kind
from simulator.levers import Cast, Levers, Opening, Rival, Values
from simulator.names import written
from simulator.versions import Changes, Version

KINDS = tuple(kind.removesuffix("-") for kind in written(Kind, "-"))  # `pass_` is `pass`
TILES = tuple(kind for kind in KINDS if kind.startswith("tile-"))
POWERS = tuple(kind for kind in KINDS if kind.startswith("power-"))
FACTIONS_PATH = "setup.factions"


def factors(players: int) -> tuple[Factor, ...]:
    return (
        _at_the_table(players),
        _by_seat(players),
        levels(
            "maps", "the three assumed maps", "map",
            {f"map {name}": {"setup.map": name} for name in "ABC"},
        ),
        levels(
            "tiles", "command tiles in rounds 2 and 3", "choice",
            {"without tiles": {"setup.tiles": False}, "with tiles": {"setup.tiles": True}},
        ),
        levels(
            "galleries", "the four interpretations of the gallery", "gallery",
            {f"gallery {name}": {"setup.gallery": name} for name in "ABCD"},
        ),
    )  # fmt: skip


def _title_of(faction: str) -> str:
    """As the rulebook writes it: Kutu Kuti."""
    return faction.replace("_", " ").title()


def _at_the_table(players: int) -> Factor:
    """Every table in every seating, so that no faction always begins."""
    tables = tuple(combination(names, _seated(names)) for names in _seatings(players))
    about = "which factions sit at the table, in every seating"
    return Factor("factions", about, "faction", (FACTION_NAMES,), tables)


def _by_seat(players: int) -> Factor:
    seats = range(1, players + 1)
    slots = tuple(tuple(_in_seat(name, seat) for name in FACTION_NAMES) for seat in seats)
    tables = tuple(
        combination(tuple(map(_in_seat, names, seats)), _seated(names))
        for names in _seatings(players)
    )
    shares = tuple(f"seat_{seat}" for seat in seats[1:])
    about = "which faction sits in which seat"
    return Factor("seats", about, "faction in a seat", slots, tables, shares)


def _seatings(players: int) -> list[tuple[str, ...]]:
    return list(permutations(FACTION_NAMES, players))


def _in_seat(name: str, seat: int) -> str:
    return f"{name} in seat {seat}"


def _seated(names: tuple[str, ...]) -> Changes:
    return {FACTIONS_PATH: ",".join(names)}


def in_play(components: Components) -> tuple[str, ...] | None:
    """The factions at the table, if they are not dealt at random."""
    text = components[FACTIONS_PATH]
    return None if text == "random" else tuple(word.strip() for word in text.split(","))


CARD_NAMES = tuple(f"{colour} {k + 1}" for colour in COLOUR_NAMES for k in range(MARKETS))


def first_cards(games: np.ndarray) -> np.ndarray:
    """Of each hand, or of the pack that a seat drafts from first."""
    return games["hand"] + games["pack"]


def turn_order(games: np.ndarray) -> np.ndarray:
    """Each seat's place in the first round's turn order."""
    turns = np.arange(MAX_PLAYERS)
    is_turn = turns < games["sides"][:, None, None]
    return (games["order"][:, None] == turns[:, None]) & is_turn


def surveyed(games: np.ndarray) -> np.ndarray:
    lies = np.arange(SURVEY_CARDS)[:, None] < games["n_survey"][:, None, None]
    return ((games["survey"][:, :, None] == np.arange(CARDS)) & lies).any(axis=1)


SWITCHES = (  # the rulebook's ten: easier, then harder
    Version("zu.credits=0", {"setup.zu.credits": 0}, "no credits at the start"),
    Version("zu.fail_credits=0", {"setup.zu.fail_credits": 0}, "nothing for failed actions"),
    Version("zu.coloured_buyers=false", {"setup.zu.coloured_buyers": False}, "no coloured buyers"),
    Version("zu.discards=true", {"setup.zu.discards": True}, "some cards cost its next one"),
    Version("zu.second_crew=false", {"setup.zu.second_crew": False}, "one set of cubes"),
    Version(
        "zu.both_colours=true", {"setup.zu.both_colours": True}, "a relic of each colour of a pair"
    ),
    Version("zu.fail_credits=15", {"setup.zu.fail_credits": 15}, "15 for failed actions"),
    Version("zu.any_storage=true", {"setup.zu.any_storage": True}, "any relic in any store"),
    Version(
        "zu.leftover_costs=true",
        {"setup.zu.leftover_costs": True},
        "your relics left cost their value",
    ),
    Version(
        "zu.second_purchase=true",
        {"setup.zu.second_purchase": True},
        "a second relic from the black market",
    ),
)

EFFECTS = Values("the effects of the command tiles", ("tiles",))

LEVERS = Levers(
    kinds=KINDS,
    powers=POWERS,
    groups={  # kinds in no group are what every turn is made of
        "actions": (
            "move",
            "excavate",
            "market",
            "sell",
            "command",
            "offload",
            "smuggle",
            "survey",
        ),
        "options": (
            "redraw",
            "sample",
            "several-markets",
            "trader",
            "white-buyer",
            "coloured-buyer",
            "envoy",
            "promote",
            "hide",
            "survey-purchase",
        ),
        "command tiles": TILES,
        "factions": POWERS,
    },
    peers=("command tiles", "factions"),
    holders=dict(zip(POWERS, FACTION_NAMES, strict=True)),
    dealt={"factions": {_title_of(name): name for name in FACTION_NAMES}},
    opening={
        "first cards": Opening(CARD_NAMES, first_cards),
        "turn order": Opening(tuple(f"turn {k + 1}" for k in range(MAX_PLAYERS)), turn_order),
        "soil survey": Opening(CARD_NAMES, surveyed),
    },
    removals={name: {f"factions.{name}.active": False} for name in FACTION_NAMES},
    factors=factors,
    cast=Cast(FACTIONS_PATH, FACTION_NAMES, in_play),
    rival=Rival("Zu", "zu_score", SWITCHES, endings=("Zu beaten", "Zu won")),
    figures=FIGURES,
    rests_on={
        "setup.map": Values("the maps", ("maps",)),
        "setup.gallery": Values("the galleries", ("galleries",)),
        "setup.tiles": EFFECTS,
        "command tiles": EFFECTS,
    },
)
