"""Rule bugs in a game of your own: `tiltmeter verify coin.py`. This one has a misspelt field."""

from pathlib import Path

import tiltmeter as tm

Path("coin.py").write_text("""
from tiltmeter.design import Game, finish, gain, next_player, number, numbered, roll

Move = numbered("toss", "stop")
coin = Game("coin", players=(2, 3), moves=Move, fields={"heads": number(0, 9)})


@coin.apply
def toss(game, rules, move):
    if move == Move.toss and game.heads < 9:
        game.haeds += roll(game.table, 2) - 1
        return
    gain(game, game.player, game.heads)
    game.heads = 0
    next_player(game)
    if game.rounds == 3:
        finish(game)
""")

for check in tm.Workshop().verify("coin.py"):
    print(check.what, "holds" if check.holds else check.trouble)
