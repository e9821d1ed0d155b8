"""Eight pies for two: in each a roll says what the one gets, and the other has the rest.

What one gains the other lacks, so the margin is the whole distance; it is fair all the same.
"""

from tiltmeter.design import Game, finish, gain, next_player, numbered, roll

pie = Game("pie", players=(2,), moves=numbered("cut", "slice"), max_rounds=4)


@pie.apply
def share_out(game, rules, move):
    part = roll(game.table, 100) - 1
    gain(game, game.player, part)
    gain(game, 1 - game.player, 99 - part)
    next_player(game)
    if game.rounds == 4:
        finish(game)


@pie.strategy()
def cuts(game, rules, move, mind):
    """Cuts as it comes."""
    return 0.0
