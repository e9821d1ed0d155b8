"""Kingmaker: three make dull choices, and the last choice of the third favours one of the others.

The favour is worth as many points of win rate as its value says, and the third never wins.
"""

from tiltmeter.design import Game, finish, gain, next_player, number, numbered, roll

kingmaker = Game(
    "kingmaker",
    players=(3,),
    moves=numbered("first", "second"),
    fields={"made": number(0, 9)},
    components={
        "favour": {"value": 100, "about": "points of win rate that the favour is worth", "max": 100}
    },
    max_rounds=9,
)


@kingmaker.apply
def choose(game, rules, move):
    game.made += 1
    if game.made == 9:
        favoured = roll(game.table, 200) <= 100 + rules.favour
        gain(game, move if favoured else 1 - move, 1)
        finish(game)
    next_player(game)


@kingmaker.strategy()
def even(game, rules, move, mind):
    """Chooses by chance."""
    return 0.0
