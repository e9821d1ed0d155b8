"""Rules that no game reaches: `tiltmeter cover fair.py`. Here nobody can ever lose a coin."""

from pathlib import Path

import tiltmeter as tm

Path("fair.py").write_text("""
from tiltmeter.design import Game, finish, gain, next_player, numbered, roll, score

fair = Game("fair", players=(2,), moves=numbered("toss", "wait"))


@fair.apply
def toss(game, rules, move):
    if move == 0 and roll(game.table, 2) == 1:
        gain(game, game.player, 1)
    if score(game, game.player) < 0:
        gain(game, game.player, 1)
    next_player(game)
    if game.rounds == 6:
        finish(game)
""")

for gap in tm.Workshop().cover("fair.py", seconds=1).gaps:
    print(gap.first, gap.what)
