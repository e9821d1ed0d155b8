"""What can be varied in Expéditions: options, parts, how hard hands are, how far key places lie.

Which cards are dealt is chance, so a hand is made harder or easier by its size and by how many
cards an exchange lets a player choose from.
"""

import numpy as np

from simulator.factors import Factor, levels
from simulator.games.expeditions.board import CARDS, read_board
from simulator.games.expeditions.moves import Kind
from simulator.games.expeditions.table import MAX_PLAYERS, Where
from simulator.games.expeditions.words import PLACE_NAMES, ROUTE_NAMES
from simulator.levers import Levers, Opening
from simulator.names import written

CONTINENTS = tuple(sorted({*read_board().continents[:CARDS]}))


def factors(players: int) -> tuple[Factor, ...]:
    hand, sizes = ("hand_few", (6, 9, 12, 16)) if players <= 3 else ("hand_many", (5, 7, 9, 10))
    return (
        levels(
            "hands", "how hard a hand is: its cards, and the cards drawn for an exchange",
            "setting",
            {f"cards {n}": {f"cards.{hand}": n} for n in sizes},
            {f"exchange {n}": {"cards.exchange": n} for n in (1, 2, 4)},
        ),
        levels(
            "keys", "how far from the start key places lie, and how many a player has", "setting",
            {f"distance {n}": {"keys.distance": n} for n in range(5)},
            {f"keys {n}": {"keys.tokens": n} for n in (1, 2, 4)},
        ),
        levels(
            "commons", "how many common goals lie open", "setting",
            {f"commons {n}": {"cards.commons": n} for n in (0, 3, 6, 10)},
        ),
    )  # fmt: skip


def hands(games: np.ndarray) -> np.ndarray:
    seats = Where.hand + np.arange(MAX_PLAYERS)
    return games["where"][:, None, :CARDS] == seats[:, None]


def continents(games: np.ndarray) -> np.ndarray:
    """The continents that a hand has most goals of."""
    on = np.array([[name == one for one in CONTINENTS] for name in read_board().continents[:CARDS]])
    n = hands(games) @ on.astype(int)
    return (n == n.max(axis=-1, keepdims=True)) & (n > 0)


def commons(games: np.ndarray) -> np.ndarray:
    return games["where"][:, :CARDS] == Where.common


LEVERS = Levers(
    kinds=written(Kind, "-"),
    groups={  # kinds in none of them are what every turn is made of
        "options": ("close-loop", "to-blue", "blue-arrow", "decline", "to-red"),
        "tickets": ("ticket-arrow", "remove", "exchange"),
    },
    peers=("tickets",),
    opening={
        "goals": Opening(PLACE_NAMES[:CARDS], hands),
        "continents": Opening(tuple(f"a hand of {name}" for name in CONTINENTS), continents),
        "common goals": Opening(PLACE_NAMES[:CARDS], commons),
    },
    removals={
        "blue places": {"places.blue": False},
        "red places": {"places.red": False},
        "tickets": {"tickets.start": 0, "tickets.per_turn": 0, "places.red": False},
        "key places": {"points.token": 0, "points.token_left": 0},
        "common goals": {"cards.commons": 0},
    },
    factors=factors,
    maps={"visits": PLACE_NAMES, "travels": ROUTE_NAMES},
)
