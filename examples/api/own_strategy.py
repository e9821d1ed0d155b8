"""A bot of your own: `--code climber.py -s climber`, from Python."""

from pathlib import Path

import tiltmeter as tm

Path("climber.py").write_text('''
from simulator.games.lost_cities.moves import Move
from simulator.kernel import kernel
from simulator.names import numbered
from strategies.registry import strategy

WEIGHTS = dict(height=1.0, refusal=-5.0)
W = numbered(*WEIGHTS)


@strategy("lost_cities", weights=WEIGHTS)
@kernel
def climber(game, rules, move, mind):
    """Takes the highest number in the last column; refuses only if it must."""
    if move in (Move.refuse, Move.decline):
        return mind.weights[W.refusal]
    return mind.weights[W.height] * move
''')

shop = tm.Workshop("runs", jobs=1)
run = shop.simulate(
    "lost_cities",
    players=2,
    games=40,
    strategies=["climber:height=2", "allround"],
    code=["climber.py"],
)
(best,) = shop.analyse(run, ["skill"]).findings
print(best.sentence)
