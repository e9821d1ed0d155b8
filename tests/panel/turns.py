"""Eight turns of three choices: a plain roll, a bold one as good, and an odd one that pays less."""

from tiltmeter.design import Game, finish, gain, next_player, numbered, roll

Move = numbered("plain", "bold", "odd")
turns = Game(
    "turns",
    players=(4,),
    moves=Move,
    components={
        "odd": {"value": 1, "about": "what an odd roll costs", "max": 12},
        "rare": {"value": 0, "about": "in so many turns of eight odd pays nine more", "max": 8},
    },
    max_rounds=8,
)


@turns.apply
def take_a_turn(game, rules, move):
    points = roll(game.table, 12)
    if move == Move.bold:
        points = 13 - points
    if move == Move.odd:
        points -= rules.odd
        if game.rounds < rules.rare:
            points += 9
    gain(game, game.player, points)
    next_player(game)
    if game.rounds == 8:
        finish(game)


@turns.strategy()
def steady(game, rules, move, mind):
    """Takes the plain roll, and the odd one where it pays."""
    if move == Move.odd:
        return 1.0 if game.rounds < rules.rare and rules.odd < 9 else -1.0
    return 0.5 if move == Move.plain else 0.0
