"""What can be varied in Excavation Earth: factions by table and seat, maps, tiles."""

from itertools import permutations

from simulator.factors import Combination, Factor, levels
from simulator.games.excavation.table import FACTION_NAMES


def factors(players: int) -> tuple[Factor, ...]:
    return (
        _at_the_table(players),
        _by_seat(players),
        levels(
            "maps", "the three reconstructions of the map", "map",
            {f"map {name}": f"setup.map={name}" for name in "ABC"},
        ),
        levels(
            "tiles", "command tiles in rounds 2 and 3", "choice",
            {"without tiles": "setup.tiles=false", "with tiles": "setup.tiles=true"},
        ),
        levels(
            "galleries", "the four readings of the gallery", "gallery",
            {f"gallery {name}": f"setup.gallery={name}" for name in "ABCD"},
        ),
    )  # fmt: skip


def _at_the_table(players: int) -> Factor:
    """Every table in every seating, so that no faction always begins."""
    tables = tuple(Combination(names, (_seated(names),)) for names in _seatings(players))
    about = "which factions sit at the table, in every seating"
    return Factor("factions", about, "faction", (FACTION_NAMES,), tables)


def _by_seat(players: int) -> Factor:
    slots = tuple(
        tuple(_in_seat(name, seat) for name in FACTION_NAMES) for seat in range(1, players + 1)
    )
    tables = tuple(
        Combination(tuple(map(_in_seat, names, range(1, players + 1))), (_seated(names),))
        for names in _seatings(players)
    )
    shares = tuple(f"seat_{seat}" for seat in range(2, players + 1))
    about = "which faction sits in which seat"
    return Factor("seats", about, "faction in a seat", slots, tables, shares)


def _seatings(players: int) -> list[tuple[str, ...]]:
    return list(permutations(FACTION_NAMES, players))


def _in_seat(name: str, seat: int) -> str:
    return f"{name} in seat {seat}"


def _seated(names: tuple[str, ...]) -> str:
    return f"setup.factions={','.join(names)}"
