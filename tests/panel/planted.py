"""A race of dice in which the first player is handed some games; nothing else tilts it.

Handed t of 1000 games, the first player of four wins 0.25 + 0.75 t / 1000 of them. Where lands
are drawn, the first player has these in the hills and the last one by the sea.
"""

from tiltmeter.design import Game, finish, gain, next_player, number, numbered, roll

Move = numbered("play", "wait")
Land = numbered("hills", "sea")
planted = Game(
    "planted",
    players=(2, 3, 4, 5, 6),
    moves=Move,
    max_rounds=2,
    fields={"land": number(0, 1, names=Land)},
    components={
        "handed": {"value": 0, "about": "of 1000 games, to the first player", "min": 0, "max": 999},
        "drawn": {"value": 0, "about": "random numbers drawn for nothing", "min": 0, "max": 9},
        "lands": {"value": 0, "about": "1 if games lie in the hills or by the sea", "max": 1},
    },
)


@planted.setup
def choose_land(game, rules):
    if rules.lands:
        game.land = roll(game.deal, 2) - 1


@planted.apply
def turn(game, rules, move):
    for _ in range(rules.drawn):
        roll(game.table, 6)
    favoured = game.players - 1 if game.land == Land.sea else 0
    if game.player == favoured and roll(game.table, 1000) <= rules.handed:
        gain(game, favoured, 2000)
    gain(game, game.player, roll(game.table, 1000))
    next_player(game)
    if game.player == 0:
        finish(game)


@planted.strategy(weights={"play": 1})
def plays(game, rules, move, mind):
    """Plays."""
    return 1.0 if move == Move.play else 0.0
