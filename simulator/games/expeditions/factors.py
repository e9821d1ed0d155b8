"""What can be varied in Expéditions: how hard hands are to meet, how far key places lie.

Which cards are dealt is chance, so a hand is made harder or easier by its size and by how many
cards an exchange lets a player choose from.
"""

from simulator.factors import Factor, levels


def factors(players: int) -> tuple[Factor, ...]:
    hand, sizes = ("hand_few", (6, 9, 12, 16)) if players <= 3 else ("hand_many", (5, 7, 9, 10))
    return (
        levels(
            "hands", "how hard a hand is: its cards, and the cards drawn for an exchange", "level",
            {f"cards {n}": f"cards.{hand}={n}" for n in sizes},
            {f"exchange {n}": f"cards.exchange={n}" for n in (1, 2, 4)},
        ),
        levels(
            "keys", "how far from the start key places lie, and how many a player has", "level",
            {f"distance {n}": f"keys.distance={n}" for n in range(5)},
            {f"keys {n}": f"keys.tokens={n}" for n in (1, 2, 4)},
        ),
        levels(
            "commons", "how many common goals lie open", "level",
            {f"commons {n}": f"cards.commons={n}" for n in (0, 3, 6, 10)},
        ),
    )  # fmt: skip
