"""Bridges: write rising numbers in four columns, and be the first over each bridge."""

import numpy as np

from tiltmeter.design import (
    Game,
    any_of,
    choices,
    chosen,
    each_player,
    endings,
    finish,
    next_player,
    number,
    numbered,
    roll,
    several,
    spans,
)

Colour = numbered("red", "blue", "green", "gold")
Pick = choices(colour=Colour, number=number(1, 6))
Move = spans(write=Pick, refuse=1)
Ending = endings("refusals", "all_crossed")
BOXES, ABOVE = 6, 4
LADDER = np.array([0, -3, -1, 1, 3, 6, 10])
REFUSED = np.array([0, 1, 2, 2, 0, -3])

bridges = Game(
    "bridges",
    players=(2, 3, 4),
    moves=Move,
    endings=Ending,
    fields={
        "colours": several(2, number(0, 3, names=Colour)),
        "numbers": several(2, number(0, 6)),
        "boxes": each_player(several(4, number(0, BOXES))),
        "last": each_player(several(4, number(0, 6))),
        "bridge": several(4, number(0, 4)),
        "refusals": each_player(number(0, 5)),
    },
    components={
        "bonus": {"value": 8, "about": "points of a bridge", "alternatives": [4]},
        "refusals": {"value": 5, "about": "refusals that end the game", "min": 1, "max": 5},
    },
    max_rounds=40,
)


@bridges.setup
def begin(game, rules):
    roll_dice(game)


@bridges.kernel
def roll_dice(game):
    for k in range(2):
        game.colours[k] = any_of(game.table, 4)
        game.numbers[k] = roll(game.table, 6)


@bridges.kernel
def shows(dice, value):
    return dice[0] == value or dice[1] == value


@bridges.legal
def may(game, rules, move):
    if move == Move.refuse:
        return True
    colour, n, seat = chosen(move, Pick.colour), chosen(move, Pick.number), game.player
    fits = game.boxes[seat, colour] < BOXES and n >= game.last[seat, colour]
    return fits and shows(game.colours, colour) and shows(game.numbers, n)


@bridges.apply
def act(game, rules, move):
    seat = game.player
    if move == Move.refuse:
        game.refusals[seat] += 1
        if game.refusals[seat] == rules.refusals:
            finish(game, Ending.refusals)
    else:
        write(game, seat, chosen(move, Pick.colour), chosen(move, Pick.number))
    roll_dice(game)
    next_player(game)


@bridges.kernel
def write(game, seat, colour, n):
    game.last[seat, colour] = n
    game.boxes[seat, colour] += 1
    if game.boxes[seat, colour] == ABOVE and game.bridge[colour] == 0:
        game.bridge[colour] = seat + 1
    crossed = 0
    for other in range(4):
        crossed += game.bridge[other] > 0
    if crossed == 4:
        finish(game, Ending.all_crossed)


@bridges.worth
def points(game, rules, seat, source):
    total = REFUSED[game.refusals[seat]]
    for colour in range(4):
        total += LADDER[game.boxes[seat, colour]]
        if game.bridge[colour] == seat + 1:
            total += rules.bonus
    return total


@bridges.law("the first over a bridge has four boxes")
def has_crossed(game, rules):
    for colour in range(4):
        seat = game.bridge[colour] - 1
        if seat >= 0 and game.boxes[seat, colour] < ABOVE:
            return False
    return True


@bridges.strategy(weights={"jump": 1.0, "begin": 2.0})
def allround(game, rules, move, mind):
    """Writes where the numbers rise least."""
    if move == Move.refuse:
        return -4.0
    colour, n = chosen(move, Pick.colour), chosen(move, Pick.number)
    jump = n - game.last[game.player, colour]
    begins = mind.weights[1] if game.boxes[game.player, colour] == 0 else 0.0
    return -mind.weights[0] * jump - begins
