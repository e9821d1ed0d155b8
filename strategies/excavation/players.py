"""Players of Excavation Earth: one way of weighing, and styles that lean to a side of it.

`weigh` looks once per decision at what things are worth to the seat, `worth` puts a move together
from these, in credits; a player is a set of weights. A style has those of allround but for the few
that say what it is committed to.
"""

from strategies.excavation.look import weigh
from strategies.excavation.parts import worth
from strategies.excavation.weighing import WEIGHTS
from strategies.registry import strategy

# Weights by number of players; those of `WEIGHTS` are for two. Found by evolution strategies: pairs
# of opposite random changes of all weights were played on the same fresh deals, against commit
# 6a101a6 and against the weights before, and the weights went where the lead over the best of the
# others grew (against Zu, where its logistic did). Confirmed on other deals by
# `python benchmarks/older.py excavation 6a101a6 -p PLAYERS -n 3000 --seed 424242`.
TUNED: dict[int, dict[str, float]] = {
    1: {
        "relic": 5.0,
        "popular": 0.68,
        "crowd": 0.55,
        "sample": 0.24,
        "gallery": 0.9,
        "build": 0.3,
        "patience": 13.0,
        "keep": 0.5,
        "trader": 5.0,
        "buyers": 0.47,
        "envoy": 0.78,
        "majority": 0.82,
        "later": 0.27,
        "market": 0.85,
        "move": 0.51,
        "begin": 0.0,
        "fit": 0.26,
        "act": 4.9,
        "smuggle": 0.19,
        "offload": 1.2,
        "survey": 0.91,
        "find": 0.4,
        "card": 8.2,
        "tank": 0.35,
        "scarce": 5.9,
        "need": 0.59,
        "lesser": 0.13,
        "alike": 0.33,
    },
    4: {
        "relic": 4.1,
        "crowd": 0.89,
        "sample": 0.31,
        "gallery": 0.57,
        "sale": 1.4,
        "patience": 6.2,
        "trader": 3.1,
        "buyers": 0.3,
        "envoy": 0.85,
        "majority": 0.53,
        "guest": 0.9,
        "move": 0.47,
        "begin": 0.0,
        "fit": 0.29,
        "act": 3.7,
        "smuggle": 0.37,
        "offload": 1.0,
        "survey": 1.3,
        "find": 0.53,
        "card": 3.7,
        "tank": 0.3,
        "scarce": 2.5,
        "need": 0.81,
        "lesser": 0.22,
        "alike": 0.64,
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
        {"patience": 1.4, "bonus": 2.5, "buyers": 1.5},
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
    random 100.0 %, greedy 70.1 %, digger 55.9 %, trader 54.1 %, smuggler 60.5 %, politician 55.2 %
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
        tuned={players: leaning(tuned, times) for players, tuned in TUNED.items()},
    )(worth)
