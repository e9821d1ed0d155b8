"""Players of Excavation Earth: one way of weighing, and styles that lean to a side of it.

`weigh` looks once per decision at what things are worth to the seat, `worth` puts a move together
from these, in credits; a player is a set of weights. A style has those of allround but for the few
that say what it is committed to.
"""

from strategies.excavation.look import weigh
from strategies.excavation.parts import worth
from strategies.excavation.weighing import WEIGHTS
from strategies.registry import strategy

# Weights by number of players; those of `WEIGHTS` are for two. Found by CMA-ES, one such player
# among those of commit a0c2435: `tiltmeter tune excavation allround -p P -n 5000 --generations G
# --seed S`, for two to four players with G and S 90 and 2501, 80 and 2502, 70 and 2503; alone 60
# and 2504 with -n 4000. Confirmed on other deals (docs/players.md).
TUNED: dict[int, dict[str, float]] = {
    1: {
        "relic": 4.95,
        "popular": 0.72,
        "crowd": 0.767,
        "sample": 0.276,
        "gallery": 1.16,
        "build": 0.298,
        "sale": 1.45,
        "patience": 11.7,
        "keep": 0.681,
        "bonus": 2.89,
        "trader": 4.5,
        "buyers": 0.628,
        "envoy": 0.392,
        "majority": 0.622,
        "later": 0.241,
        "market": 0.854,
        "guest": 1.06,
        "move": 0.429,
        "fit": 0.161,
        "act": 6.82,
        "smuggle": 0.245,
        "offload": 1.64,
        "survey": 0.794,
        "find": 0.31,
        "card": 9.02,
        "tank": 0.367,
        "scarce": 5.1,
        "need": 0.623,
    },
    3: {
        "relic": 3.88,
        "popular": 0.217,
        "crowd": 0.707,
        "sample": 0.134,
        "gallery": 0.942,
        "build": 0.249,
        "sale": 2.27,
        "patience": 17.7,
        "keep": 0.988,
        "bonus": -0.29,
        "trader": 3.3,
        "buyers": 0.378,
        "envoy": 0.206,
        "majority": 0.654,
        "later": 0.234,
        "market": 0.394,
        "guest": 0.894,
        "move": 0.423,
        "fit": 0.251,
        "act": 3.27,
        "smuggle": 0.282,
        "offload": 1.01,
        "survey": 0.567,
        "find": 0.143,
        "card": 5.07,
        "tank": 0.284,
        "scarce": 5.97,
        "need": 0.651,
    },
    4: {
        "relic": 4.7,
        "popular": 0.174,
        "crowd": 1.07,
        "sample": 0.278,
        "gallery": 0.878,
        "build": 0.185,
        "sale": 1.77,
        "patience": 10.7,
        "keep": 0.892,
        "bonus": 1.99,
        "trader": 3.31,
        "buyers": 0.356,
        "envoy": 0.25,
        "majority": 0.675,
        "later": 0.228,
        "market": 0.347,
        "guest": 0.862,
        "move": 0.454,
        "fit": 0.32,
        "act": 4.11,
        "smuggle": 0.339,
        "offload": 0.938,
        "survey": 0.371,
        "find": 0.264,
        "card": 5.0,
        "tank": 0.224,
        "scarce": 2.58,
        "need": 0.858,
    },
}

PLAYERS: dict[str, tuple[str, dict[str, float]]] = {  # what it does, and times allround's weights
    "greedy": (
        "What brings most at once: sells whatever sells, digs whatever lies there.",
        {"patience": 0, "build": 0, "later": 0, "trader": 0.3, "move": 0.6},
    ),
    "digger": (
        "For the gallery: as allround, but what a sample brings counts for half as much again.",
        {"sample": 3, "gallery": 1.5, "build": 1.5},
    ),
    "trader": (
        "For big sales: as allround, but waits longer, to sell in several markets at once.",
        {"patience": 1.4, "buyers": 1.5},
    ),
    "smuggler": (
        "Lives on the black market: as allround, but buys what it lacks there and offloads gladly.",
        {"smuggle": 5, "offload": 2},
    ),
    "politician": (
        "For the majorities: as allround, but envoys count for half as much again.",
        {"envoy": 1.5, "majority": 1.5, "later": 1.5},
    ),
    "allround": (
        """Weighs relics, samples, traders, envoys and places against each other, with its power.

    In two-player matches it wins this share of 2,000 games against each of the others:
    random 100.0 %, greedy 81.3 %, digger 55.7 %, trader 58.1 %, smuggler 66.2 %, politician 52.6 %
    (tiltmeter simulate excavation -n 2000 -p 2 -s allround,politician).
    """,
        {},
    ),
}


def leaning(weights: dict[str, float], times: dict[str, float]) -> dict[str, float]:
    return {name: weight * times.get(name, 1) for name, weight in weights.items()}


for name, (doc, times) in PLAYERS.items():
    strategy(
        "excavation",
        name=name,
        doc=doc,
        look=weigh,
        weights=leaning(WEIGHTS, times),
        tuned={players: leaning(WEIGHTS | tuned, times) for players, tuned in TUNED.items()},
    )(worth)
