"""Whose turn it is: the beginning of a round, two actions each, and who comes next."""

from simulator.games.excavation.table import EXPLORERS, ZU, Faction, Phase
from simulator.kernel import kernel

ACTIONS = 2


@kernel
def begin_actions(game):
    """Everybody is back in the game; the first of the turn order is next."""
    game.turn, game.n_passed = -1, 0
    for side in range(game.sides):
        game.passed[side] = 0
    game.phase = Phase.turn_over


@kernel
def pass_turn(game):
    """The next side that has not passed; going round completes a round of turns."""
    going = True
    while going:
        game.turn += 1
        if game.turn == game.sides:
            game.turn = 0
            count_lap(game)
        going = game.passed[game.order[game.turn]] != 0
    return game.order[game.turn]


@kernel
def count_lap(game):
    """A round of turns is over; several ends of it within one move count once."""
    if game.lap_over == 0:
        game.turns[game.round_no - 1] += 1
        game.lap_over = 1


@kernel
def begin_turn(game, seat):
    """The third explorer is placed in the first turn; Dal-Harrai flies one step in every turn."""
    game.player, game.actions = seat, ACTIONS
    if game.explorer[seat, EXPLORERS - 1] < 0:
        game.phase = Phase.placing
    elif game.power[seat] == Faction.dal_harrai:
        game.phase = Phase.piloting
    else:
        game.phase = Phase.acting


@kernel
def is_zu(game, rules, side):
    return rules.solo != 0 and side == ZU
