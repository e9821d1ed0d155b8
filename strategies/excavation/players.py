"""Players of Excavation Earth: one way of weighing, and styles that lean to a side of it.

`weigh` looks once per decision at what things are worth to the seat, `worth` puts a move together
from these, in credits; a player is a set of weights. A style has those of allround but for the few
that say what it is committed to.
"""

from collections.abc import Mapping

from strategies.excavation.look import weigh
from strategies.excavation.parts import worth
from strategies.excavation.weighing import WEIGHTS
from strategies.registry import strategy
from strategies.tuned import tuned_beside

# The weights of `WEIGHTS` are for two players, found by CMA-ES, one such player among those of
# commit 298a945: `tiltmeter tune excavation allround -p 2 -n 4000 --generations 53 --seed 2701`.
# Of those that came later (near, gift, calm, and fit, which means another thing now) single values
# were compared; a tuning of all of them (-n 3000 --generations 40 --seed 2811) found none better.
TUNED = tuned_beside(__file__)["allround"]

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
        {"envoy": 1.5, "majority": 1.5, "sharp": 1.5, "later": 1.5},
    ),
    "allround": (
        """Weighs relics, samples, traders, envoys and places against each other, with its power.

    In two-player matches it wins this share of 2,000 games against each of the others:
    random 100.0 %, greedy 86.8 %, digger 55.5 %, trader 55.5 %, smuggler 69.2 %, politician 58.7 %
    (tiltmeter simulate excavation -n 2000 -p 2 -s allround,politician).
    """,
        {},
    ),
}


def leaning(weights: Mapping[str, float], times: Mapping[str, float]) -> dict[str, float]:
    return {name: weight * times.get(name, 1) for name, weight in weights.items()}


for name, (doc, times) in PLAYERS.items():
    strategy(
        "excavation",
        name=name,
        doc=doc,
        look=weigh,
        weights=leaning(WEIGHTS, times),
        tuned={players: leaning(tuned, times) for players, tuned in TUNED.items()},
        committed=[*times],
    )(worth)
