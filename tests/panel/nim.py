"""Nim with one heap: take one to three, and who takes the last wins. The first seat always can."""

from tiltmeter.design import Game, finish, gain, next_player, number, numbered

nim = Game(
    "nim",
    players=(2,),
    moves=numbered("one", "two", "three"),
    fields={"heap": number(0, 21)},
    components={"heap": {"value": 21, "about": "what lies there", "max": 21}},
    max_rounds=21,
)


@nim.setup
def heap_up(game, rules):
    game.heap = rules.heap


@nim.legal
def may(game, rules, move):
    return move < game.heap


@nim.apply
def take_some(game, rules, move):
    game.heap -= move + 1
    if game.heap == 0:
        gain(game, game.player, 1)
        finish(game)
    next_player(game)


@nim.strategy()
def perfect(game, rules, move, mind):
    """Leaves a multiple of four whenever it can."""
    return 1.0 if (game.heap - move - 1) % 4 == 0 else 0.0
