"""A race of dice in which the first player is handed some games; nothing else tilts it.

Handed t of 1000 games, the first player of four wins 0.25 + 0.75 t / 1000 of them.
"""

from tiltmeter.design import Game, finish, gain, next_player, numbered, roll

Move = numbered("play", "wait")
planted = Game(
    "planted",
    players=(2, 3, 4, 5, 6),
    moves=Move,
    max_rounds=2,
    components={
        "handed": {"value": 0, "about": "of 1000 games, to the first player", "min": 0, "max": 999},
        "drawn": {"value": 0, "about": "random numbers drawn for nothing", "min": 0, "max": 9},
    },
)


@planted.apply
def turn(game, rules, move):
    for _ in range(rules.drawn):
        roll(game.table, 6)
    if game.player == 0 and roll(game.table, 1000) <= rules.handed:
        gain(game, 0, 2000)
    gain(game, game.player, roll(game.table, 1000))
    next_player(game)
    if game.player == 0:
        finish(game)


@planted.strategy(weights={"play": 1})
def plays(game, rules, move, mind):
    """Plays."""
    return 1.0 if move == Move.play else 0.0
