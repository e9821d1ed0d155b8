"""Kites: let out more line with every roll, and land before a double tears the kite off."""

from tiltmeter.design import (
    Game,
    endings,
    finish,
    gain,
    next_player,
    number,
    numbered,
    roll,
    score,
)

Move = numbered("let_out", "land")
Ending = endings("reached_the_clouds")

kites = Game(
    "kites",
    about="Two dice let out the line; a double tears the kite off, and the turn was for nothing.",
    players=(2, 3, 4),
    moves=Move,
    endings=Ending,
    fields={"line": number(0, 400), "is_last_round": number(0, 1, told=False)},
    components={
        "clouds": {"value": 100, "about": "how high a kite must climb", "alternatives": [60, 140]},
        "sides": {"value": 6, "about": "sides of each die", "min": 2, "alternatives": [8]},
        "all_finish": {
            "value": False,
            "about": "whether the round is played to its end when a kite reaches the clouds",
            "alternatives": [True],
        },
    },
    max_rounds=200,
)


@kites.apply
def fly(game, rules, move):
    if move == Move.let_out:
        one, other = roll(game.table, rules.sides), roll(game.table, rules.sides)
        if one != other:
            game.line += one + other
            return
    else:
        gain(game, game.player, game.line)
    game.line = 0
    if score(game, game.player) >= rules.clouds:
        game.is_last_round = 1
    pass_kite(game, rules)


@kites.kernel
def pass_kite(game, rules):
    rounds = game.rounds
    next_player(game)
    if game.is_last_round and (game.rounds > rounds or not rules.all_finish):
        finish(game, Ending.reached_the_clouds)


@kites.strategy(weights={"land_at": 28})
def steady(game, rules, move, mind):
    """Lands when the line is `land_at` long, or reaches the clouds."""
    enough = min(mind.weights[0], rules.clouds - score(game, game.player))
    return 1.0 if (move == Move.land) == (game.line >= enough) else 0.0
