"""Terraces: three dice for everybody; write one of them on a slope, never lower than the last."""

from tiltmeter.design import (
    Game,
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

DICE, SLOPES, BOXES = 3, 3, 5
Move = spans(write=DICE * SLOPES, leave=1)  # write: die * SLOPES + slope
Source = numbered("slopes", "full_slopes", "left")
Ending = endings("last_roll", "terraced")

terraces = Game(
    "terraces",
    about="All write one of the same three dice on a slope, where numbers never fall.",
    players=(1, 2, 3, 4),
    moves=Move,
    sources=Source,
    endings=Ending,
    fields={
        "die": several(DICE, number(0, 6)),
        "written": each_player(several(SLOPES, number(0, BOXES))),  # how many boxes of a slope
        "last": each_player(several(SLOPES, number(0, 6))),  # the number in the last of them
        "missed": each_player(number(0, 20)),
    },
    components={
        "rolls": {"value": 14, "about": "rolls of the dice", "max": 20, "alternatives": [12, 16]},
        "box": {"value": 1, "about": "points for each box, times its place", "alternatives": [2]},
        "full": {"value": 7, "about": "points for a full slope", "alternatives": [0, 10]},
        "missed": {"value": 2, "about": "points lost for a roll not used", "alternatives": [0]},
    },
    max_rounds=20,
)


@terraces.setup
def first_roll(game, rules):
    roll_dice(game)


@terraces.kernel
def roll_dice(game):
    for k in range(DICE):
        game.die[k] = roll(game.table, 6)


@terraces.legal
def may(game, rules, move):
    if move == Move.leave:
        return True
    die, slope = game.die[move // SLOPES], move % SLOPES
    seat = game.player
    return game.written[seat, slope] < BOXES and die >= game.last[seat, slope]


@terraces.apply
def write(game, rules, move):
    seat, rounds = game.player, game.rounds
    if move == Move.leave:
        game.missed[seat] += 1
    else:
        slope = move % SLOPES
        game.written[seat, slope] += 1
        game.last[seat, slope] = game.die[move // SLOPES]
    next_player(game)
    if game.rounds == rounds:
        return
    roll_dice(game)
    if somebody_is_done(game):
        finish(game, Ending.terraced)
    elif game.rounds == rules.rolls:
        finish(game, Ending.last_roll)


@terraces.kernel
def somebody_is_done(game):
    for seat in range(game.players):
        if full_slopes(game, seat) == SLOPES:
            return True
    return False


@terraces.kernel
def full_slopes(game, seat):
    n = 0
    for slope in range(SLOPES):
        n += game.written[seat, slope] == BOXES
    return n


@terraces.worth
def worth(game, rules, seat, source):
    if source == Source.full_slopes:
        return rules.full * full_slopes(game, seat)
    if source == Source.left:
        return -rules.missed * game.missed[seat]
    points = 0
    for slope in range(SLOPES):
        n = game.written[seat, slope]
        points += rules.box * n * (n + 1) // 2
    return points


@terraces.tell_move
def tell_move(game, rules, move):
    if move == Move.leave:
        return "leaves the dice"
    return f"writes die {move // SLOPES + 1} on slope {move % SLOPES + 1}"


@terraces.strategy(weights={"step": 1, "place": 0.6})
def climber(game, rules, move, mind):
    """Writes the number that loses least height, on the slope that is fullest."""
    if move == Move.leave:
        return -3.0
    slope = move % SLOPES
    step = game.die[move // SLOPES] - max(1, game.last[game.player, slope])
    return mind.weights[1] * game.written[game.player, slope] - mind.weights[0] * step
