"""Rock, paper, scissors, seven times: three ways that beat each other in a circle."""

from tiltmeter.design import Game, choose_secretly, each_player, finish, gain, number, numbered

hands = Game(
    "hands",
    players=(2,),
    moves=numbered("rock", "paper", "scissors"),
    fields={"chosen": each_player(number(0, 3, hidden=True))},
    max_rounds=7,
)


@hands.apply
def show(game, rules, move):
    if not choose_secretly(game, game.chosen, move + 1):
        return
    ahead = (game.chosen[0] - game.chosen[1]) % 3
    if ahead:
        gain(game, 0 if ahead == 1 else 1, 1)
    game.chosen[0] = game.chosen[1] = 0
    if game.rounds == 7:
        finish(game)


@hands.strategy()
def even(game, rules, move, mind):
    """Shows each as often as the others."""
    return 0.0
