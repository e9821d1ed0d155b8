"""Two with five coins each: every round a throw moves one coin, until somebody has all of them.

Both win half of the games. Whoever has k of ten coins wins k of ten games, and a game takes 25
rounds on average: k (10 - k) from there.
"""

from tiltmeter.design import Game, each_player, finish, gain, next_player, number, numbered, roll

ruin = Game(
    "ruin",
    players=(2,),
    moves=numbered("heads", "tails"),
    fields={"coins": each_player(number(0, 10))},
    max_rounds=600,
)


@ruin.setup
def five_each(game, rules):
    for seat in range(2):
        game.coins[seat] = 5
        gain(game, seat, 5)


@ruin.apply
def call(game, rules, move):
    if game.player == 1:
        winner = roll(game.table, 2) - 1
        for seat in range(2):
            moved = 1 if seat == winner else -1
            game.coins[seat] += moved
            gain(game, seat, moved)
        if game.coins[0] == 0 or game.coins[1] == 0:
            finish(game)
    next_player(game)


@ruin.strategy()
def calls(game, rules, move, mind):
    """Calls heads or tails, as it comes."""
    return 0.0
