"""Players of Excavation Earth: one way of weighing, six temperaments. Ratings are in credits.

`weigh` looks once per decision at what things are worth to the seat, `worth` puts a move together
from these; a player is a set of weights.
"""

from strategies.excavation.parts import worth
from strategies.excavation.weighing import WEIGHTS, weigh
from strategies.registry import strategy

PLAYERS: dict[str, tuple[str, dict[str, float]]] = {
    "greedy": (
        "What brings most at once: sells whatever sells, digs whatever lies there.",
        {"patience": 0, "sample": 0.5, "move": 0.4},
    ),
    "digger": (
        "For the gallery: digs and buys what it has no sample of, and sells to make room.",
        {"sample": 6, "gallery": 1.5, "smuggle": 1},
    ),
    "trader": (
        "Waits for big sales in three markets, with traders and buyers prepared.",
        {"patience": 22, "trader": 6, "market": 2},
    ),
    "smuggler": (
        "Lives on the black market: buys what it lacks there and offloads what it has.",
        {"smuggle": 3, "offload": 2, "patience": 14},
    ),
    "politician": (
        "For the majorities: sends envoys and sells to have more of them.",
        {"envoy": 6, "majority": 1.5, "late": 0},
    ),
    "allround": (
        """Weighs relics, samples, traders, envoys and places against each other, with its power.

    In two-player matches it wins this share of 2,000 games against each of the others:
    random 100.0 %, greedy 74.8 %, digger 94.0 %, trader 92.0 %, smuggler 94.7 %, politician 82.8 %
    (tiltmeter simulate excavation -n 2000 -p 2 -s allround,greedy).
    """,
        {
            "crowd": 2.27,
            "gallery": 0.22,
            "sale": 1.18,
            "buyers": 1.04,
            "envoy": 1.81,
            "late": 2.03,
            "survey": 0.75,
        },
    ),
}

for name, (doc, weights) in PLAYERS.items():
    strategy("excavation", name=name, doc=doc, look=weigh, weights=WEIGHTS | weights)(worth)
