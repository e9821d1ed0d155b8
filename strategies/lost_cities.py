"""Players of Lost Cities: Roll & Write. Ratings are in points unless a docstring says otherwise."""

from simulator.games.lost_cities.moves import (
    ARROW_TO,
    DECLINE,
    EMPTY,
    LONE_CIRCLE,
    REFUSE,
    counts_as,
)
from simulator.games.lost_cities.scoring import expedition_points
from simulator.games.lost_cities.table import ACCELERATE, ARROW, ARTEFACT, BOXES, COLOURS, NUMBERS
from simulator.kernel import kernel
from strategies.registry import strategy


@kernel
def column_of(move):
    """The expedition a move writes into."""
    return move - ARROW_TO if move >= ARROW_TO else move // NUMBERS


@kernel
def last_number(game, seat, column):
    """The number in the highest box written, 0 if there is none."""
    boxes = game.filled[seat, column]
    return game.written[seat, column, boxes - 1] if boxes else 0


@kernel
def number_of(game, rules, move):
    """The number a move writes into a box."""
    if move < REFUSE:
        return counts_as(rules, move % NUMBERS)
    last = last_number(game, game.player, move - ARROW_TO)
    return last if last else rules.first_number


@kernel
def ticks(game, move):
    """Does this move tick a double circle?"""
    column = move // NUMBERS
    return (
        move < REFUSE
        and move % NUMBERS == 0
        and game.filled[game.player, column] == 0
        and game.circle[game.player, column] == 0
    )


@kernel
def step(game, rules, move):
    """How many numbers a written box skips."""
    last = last_number(game, game.player, column_of(move))
    return number_of(game, rules, move) - (last if last else 1)


@kernel
def artefact_gain(game, rules, seat):
    """What the next hatched artefact is worth at once."""
    marks = game.artefacts[seat]
    return rules.artefacts[marks + 1] - rules.artefacts[marks] if marks < BOXES else 0


@kernel
def refusal_gain(game, rules, seat):
    marks = game.refusals[seat]
    return rules.refusals[marks + 1] - rules.refusals[marks] if marks < BOXES else 0


@kernel
def gain(game, rules, move):
    """The points a move adds at once, without bridges."""
    seat = game.player
    if move == REFUSE:
        return refusal_gain(game, rules, seat)
    if move == DECLINE:
        return 0
    column = column_of(move)
    boxes, circle = game.filled[seat, column], game.circle[seat, column]
    before = expedition_points(rules, boxes, circle)
    if ticks(game, move):
        return expedition_points(rules, 0, 1) - before
    if boxes == BOXES:
        return artefact_gain(game, rules, seat)
    points = expedition_points(rules, boxes + 1, circle) - before
    if game.sheet[column, boxes] == ARTEFACT:
        points += artefact_gain(game, rules, seat)
    return points


@strategy("lost_cities", weights={"step": 0.1})
@kernel
def greedy(game, rules, move, mind):
    """The most points at once; among equals, the smallest step up the column."""
    points = float(gain(game, rules, move))
    if move < REFUSE and not ticks(game, move):
        points -= mind.weights[0] * step(game, rules, move)
    return points


# The best player by hand. It weighs each expedition once per decision and notes, per column, what
# its next box is worth and what each skipped number costs; a move is then two or three additions.

EARLY = 0  # weights 0 to 8: what box 1 to 9 is worth while the game is young
STEP, ARROW_WORTH, ARTEFACT_WORTH, REFUSAL_WORTH, EXHAUSTION = 9, 10, 11, 12, 13
CIRCLE_WORTH, CIRCLE_FADE, BRIDGE_WORTH, LATE_FROM, LATE_SPAN, LAST_STEP = 14, 15, 16, 17, 18, 19
BOX_WORTH, STEP_COST, LAST = 0, 6, 12  # notes, one per column each
REFUSE_WORTH, TICK_WORTH = 18, 19


@kernel
def lateness(game, mind):
    """0 while the game is young, 1 when only points at once still count."""
    late = (game.rounds - mind.weights[LATE_FROM]) / mind.weights[LATE_SPAN]
    return min(1.0, max(0.0, late))


@kernel
def note_column(game, rules, mind, column, late):
    seat = game.player
    boxes, circle = game.filled[seat, column], game.circle[seat, column]
    last = last_number(game, seat, column)
    mind.notes[LAST + column] = last if last else 1
    if boxes == BOXES:
        mind.notes[BOX_WORTH + column] = mind.weights[ARTEFACT_WORTH]
        mind.notes[STEP_COST + column] = 0.0
        return
    factor = rules.circle_factor if circle else 1
    now = expedition_points(rules, boxes + 1, circle) - expedition_points(rules, boxes, circle)
    worth = late * now + (1.0 - late) * factor * mind.weights[EARLY + boxes]
    if game.sheet[column, boxes] == ARTEFACT:
        worth += mind.weights[ARTEFACT_WORTH]
    elif game.sheet[column, boxes] == ARROW:
        worth += mind.weights[ARROW_WORTH]
    if boxes + 1 == rules.bridge_mark and (
        game.crossed[column] == 0 or game.crossed[column] == game.rounds + 1
    ):
        worth += mind.weights[BRIDGE_WORTH]
    mind.notes[BOX_WORTH + column] = worth
    mind.notes[STEP_COST + column] = factor * (
        mind.weights[LAST_STEP] + mind.weights[STEP] * (BOXES - 1 - boxes)
    )


@kernel
def weigh_columns(game, rules, mind):
    late = lateness(game, mind)
    if game.phase == ACCELERATE:
        for column in range(COLOURS):
            note_column(game, rules, mind, column, late)
        return
    for die in range(game.n_colours):
        note_column(game, rules, mind, game.colours[die], late)
    marks = game.refusals[game.player]
    worth = 0.0
    if marks < BOXES - 1:
        now = rules.refusals[marks + 1] - rules.refusals[marks]
        worth = late * now + (1.0 - late) * mind.weights[REFUSAL_WORTH]
    elif marks == BOXES - 1:
        worth = -mind.weights[EXHAUSTION]
    mind.notes[REFUSE_WORTH] = worth
    mind.notes[TICK_WORTH] = mind.weights[CIRCLE_WORTH] - mind.weights[CIRCLE_FADE] * game.rounds


@strategy(
    "lost_cities",
    look=weigh_columns,
    weights={
        "box_1": 4,
        "box_2": 6,
        "box_3": 8,
        "box_4": 10,
        "box_5": 9,
        "box_6": 10,
        "box_7": 13,
        "box_8": 9,
        "box_9": 12,
        "step": 0.5,
        "arrow": 10,
        "artefact": 12,
        "refusal": 4,
        "exhaustion": 50,
        "circle": 15,
        "circle_fade": 1.5,
        "bridge": 20,
        "late_from": 25,
        "late_span": 20,
        "last_step": 0.5,
    },
)
@kernel
def allround(game, rules, move, mind):
    """Weighs boxes, steps, arrows, artefacts, circles, bridges and refusals against the clock."""
    if move == REFUSE:
        return mind.notes[REFUSE_WORTH]
    if move == DECLINE:
        return 0.0
    if move >= ARROW_TO:
        return mind.notes[BOX_WORTH + move - ARROW_TO]
    if ticks(game, move):
        return mind.notes[TICK_WORTH]
    column = move // NUMBERS
    skipped = counts_as(rules, move % NUMBERS) - mind.notes[LAST + column]
    return mind.notes[BOX_WORTH + column] - mind.notes[STEP_COST + column] * skipped
