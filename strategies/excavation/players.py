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
# among those of commit 298a945, from its weights: `tiltmeter tune excavation allround -p P -n N
# --generations 60 --seed S`, for two players N and S 4000 and 2701 (53 generations), three 3000 and
# 2703 from allround:begin=1, four 3000 and 2704 from allround:begin=0.8; alone, from
# the weights of commit cd64307, 5000 and 2708 (36 generations).
# Confirmed on other deals (docs/players.md).
TUNED: dict[int, dict[str, float]] = {
    1: {
        "relic": 5.0,
        "popular": 0.71,
        "crowd": 0.716,
        "sample": 0.196,
        "gallery": 1.09,
        "build": 0.286,
        "sale": 1.49,
        "patience": 12.3,
        "keep": 0.594,
        "bonus": 2.68,
        "trader": 4.86,
        "buyers": 0.686,
        "envoy": 0.332,
        "majority": 0.606,
        "later": 0.229,
        "market": 1.02,
        "guest": 1.43,
        "move": 0.328,
        "begin": 0.364,
        "flight": 0.779,
        "fit": 0.106,
        "act": 5.63,
        "smuggle": 0.211,
        "offload": 2.02,
        "survey": 1.02,
        "find": 0.284,
        "card": 9.68,
        "tank": 0.414,
        "scarce": 5.08,
        "need": 0.635,
        "lies": 0.808,
        "alike": 0.948,
        "twin": 0.302,
        "manned": 0.315,
        "contest": 1.53,
        "sharp": 0.423,
        "pair": 2.3,
        "deep": 0.305,
    },
    3: {
        "relic": 3.28,
        "popular": 0.271,
        "crowd": 0.644,
        "sample": 0.138,
        "gallery": 0.716,
        "build": 0.221,
        "sale": 1.9,
        "patience": 14.1,
        "keep": 1.37,
        "bonus": -0.398,
        "trader": 3.41,
        "buyers": 0.428,
        "envoy": 0.172,
        "majority": 0.447,
        "later": 0.135,
        "market": 0.348,
        "guest": 0.977,
        "move": 0.346,
        "begin": 1.15,
        "flight": 0.681,
        "fit": 0.217,
        "act": 2.8,
        "smuggle": 0.319,
        "offload": 1.02,
        "survey": 0.784,
        "find": 0.166,
        "card": 3.44,
        "tank": 0.276,
        "scarce": 3.84,
        "need": 0.78,
        "lies": 1.07,
        "alike": 0.905,
        "twin": 0.245,
        "manned": 0.345,
        "contest": 3.93,
        "sharp": 0.355,
        "pair": 1.82,
        "deep": 0.244,
    },
    4: {
        "relic": 3.86,
        "popular": 0.178,
        "crowd": 0.867,
        "sample": 0.281,
        "gallery": 0.949,
        "build": 0.148,
        "sale": 1.58,
        "patience": 12.1,
        "keep": 0.908,
        "bonus": 2.07,
        "trader": 3.16,
        "buyers": 0.482,
        "envoy": 0.143,
        "majority": 0.388,
        "later": 0.0929,
        "market": 0.385,
        "guest": 0.986,
        "move": 0.222,
        "begin": 1.12,
        "flight": 1.01,
        "fit": 0.185,
        "act": 3.1,
        "smuggle": 0.296,
        "offload": 0.998,
        "survey": 0.424,
        "find": 0.235,
        "card": 3.44,
        "tank": 0.226,
        "scarce": 3.53,
        "need": 0.756,
        "lies": 1.09,
        "alike": 0.98,
        "twin": 0.424,
        "manned": 0.585,
        "contest": 3.55,
        "sharp": 0.402,
        "pair": 1.74,
        "deep": 0.304,
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
        tuned={players: leaning(tuned, times) for players, tuned in TUNED.items()},
    )(worth)
