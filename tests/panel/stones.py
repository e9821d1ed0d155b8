"""41 stones: take one to four, and whoever takes the last one wins. Nothing is left to chance."""

from tiltmeter.design import Game, finish, gain, next_player, number, numbered

stones = Game(
    "stones",
    players=(2,),
    moves=numbered("one", "two", "three", "four"),
    fields={"heap": number(0, 41)},
    components={"heap": {"value": 41, "about": "stones", "max": 41}},
    max_rounds=41,
)


@stones.setup
def heap_up(game, rules):
    game.heap = rules.heap


@stones.legal
def may(game, rules, move):
    return move < game.heap


@stones.apply
def take_some(game, rules, move):
    game.heap -= move + 1
    if game.heap == 0:
        gain(game, game.player, 1)
        finish(game)
    next_player(game)
