"""Pig, the folk game: roll as often as you dare, for a 1 takes all that the turn has brought."""

from tiltmeter.design import Game, finish, gain, next_player, number, numbered, roll, score

Move = numbered("roll", "hold")

pig = Game(
    "pig",
    about="Roll as often as you dare; a 1 takes all that the turn has brought.",
    players=(2, 3, 4),
    moves=Move,
    fields={"pot": number(0, 400)},
    components={
        "goal": {"value": 100, "about": "points that win", "alternatives": [50, 150]},
        "sides": {"value": 6, "about": "sides of the die", "min": 2, "alternatives": [4, 8]},
    },
    max_rounds=200,
)


@pig.apply
def take_turn(game, rules, move):
    rolled = roll(game.table, rules.sides) if move == Move.roll else 0
    if rolled > 1:
        game.pot += rolled
        return
    if move == Move.hold:
        gain(game, game.player, game.pot)
    game.pot = 0
    if score(game, game.player) >= rules.goal:
        finish(game)
    next_player(game)


@pig.strategy(weights={"hold_at": 20})
def cautious(game, rules, move, mind):
    """Holds as soon as the pot has grown to `hold_at` points, or wins."""
    enough = min(mind.weights[0], rules.goal - score(game, game.player))
    return 1.0 if (move == Move.hold) == (game.pot >= enough) else 0.0
