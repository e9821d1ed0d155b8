"""Pig for two, with the bot that nobody beats: its table is worked out when the file is read."""

import numpy as np

from tiltmeter.design import Game, finish, gain, next_player, number, numbered, roll, score

GOAL, SIDES = 100, 6
Move = numbered("roll", "hold")

pig_solved = Game(
    "pig_solved",
    full_name="Pig, solved",
    about="Roll as often as you dare; a 1 takes all that the turn has brought.",
    players=(2,),
    moves=Move,
    fields={"pot": number(0, 2 * GOAL)},
    components={"head_start": {"value": 0, "about": "points of seat 2", "min": 0, "max": 20}},
    max_rounds=200,
)


@pig_solved.setup
def give_head_start(game, rules):
    gain(game, 1, rules.head_start)


@pig_solved.apply
def take_turn(game, rules, move):
    rolled = roll(game.table, SIDES) if move == Move.roll else 0
    if rolled > 1:
        game.pot += rolled
        return
    if move == Move.hold:
        gain(game, game.player, game.pot)
    game.pot = 0
    if score(game, game.player) >= GOAL:
        finish(game)
    next_player(game)


def solve(sweeps=80):
    """The chance to win [pot, own, other] of who is to roll, and whether to hold.

    Value iteration: each sweep goes from high pots to low ones, for all pairs of scores together.
    """
    wins = np.full((GOAL + SIDES, GOAL, GOAL), 1.0)  # beyond the goal they are won
    wins[:GOAL] = 0.5
    holds = np.zeros((GOAL, GOAL, GOAL), np.int8)
    for _ in range(sweeps):
        after = 1 - wins[0].T  # [own, other]: the other one begins a turn
        held = np.ones((2 * GOAL, GOAL))
        held[:GOAL] = after
        for pot in range(GOAL - 1, -1, -1):
            rolled = (after + wins[pot + 2 : pot + SIDES + 1].sum(axis=0)) / SIDES
            np.greater(held[pot : pot + GOAL], rolled, out=holds[pot], casting="unsafe")
            np.maximum(held[pot : pot + GOAL], rolled, out=wins[pot])
    return wins, holds


WINS, HOLDS = solve()


@pig_solved.strategy()
def allround(game, rules, move, mind):
    """Plays as well as can be: it holds where that wins more often."""
    own, other = score(game, game.player), score(game, 1 - game.player)
    is_enough = own + game.pot >= GOAL or HOLDS[game.pot, own, other] == 1
    return 1.0 if is_enough == (move == Move.hold) else 0.0


@pig_solved.strategy(weights={"at": 20})
def cautious(game, rules, move, mind):
    """Holds when the pot is large enough, or wins."""
    own = score(game, game.player)
    is_enough = game.pot >= mind.weights[0] or own + game.pot >= GOAL
    return 1.0 if is_enough == (move == Move.hold) else 0.0
