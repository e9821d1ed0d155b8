"""Six switches, each of which hands the first player, or takes, some of a thousand games.

With two players, handed t of 1000 games, the first wins 0.5 + t / 2000 of them.
"""

from tiltmeter.design import Game, finish, gain, next_player, numbered, roll

HANDS = {"amber": 30, "blue": -30, "coral": 20, "dun": -20, "ebony": 40, "flax": -40}
Move = numbered("play", "wait")
switches = Game(
    "switches",
    players=(2,),
    moves=Move,
    max_rounds=2,
    components={
        name: {"value": 0, "about": f"hands the first player {n} games", "alternatives": [1]}
        for name, n in HANDS.items()
    },
)


@switches.apply
def turn(game, rules, move):
    handed = 30 * (rules.amber - rules.blue) + 20 * (rules.coral - rules.dun)
    handed += 40 * (rules.ebony - rules.flax)
    drawn = roll(game.table, 1000)
    if game.player == 0 and drawn <= handed:
        gain(game, 0, 2000)
    if game.player == 0 and drawn <= -handed:
        gain(game, 1, 2000)
    gain(game, game.player, roll(game.table, 1000))
    next_player(game)
    if game.player == 0:
        finish(game)


@switches.strategy(weights={"play": 1})
def plays(game, rules, move, mind):
    """Plays."""
    return 1.0 if move == Move.play else 0.0
