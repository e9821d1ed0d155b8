"""Players of Lost Cities: Roll & Write. Ratings are in points unless a docstring says otherwise."""

from simulator.games.lost_cities.moves import (
    ARROW_TO,
    DECLINE,
    REFUSE,
    counts_as,
)
from simulator.games.lost_cities.table import ACCELERATE, ARROW, ARTEFACT, BOXES, COLOURS, NUMBERS
from simulator.kernel import kernel
from strategies.registry import strategy


@kernel
def column_of(move):
    """The expedition a move writes into."""
    return move - ARROW_TO if move >= ARROW_TO else move // NUMBERS


@kernel
def number_of(game, rules, move):
    """The number a move writes into a box."""
    if move < REFUSE:
        return counts_as(rules, move % NUMBERS)
    column = move - ARROW_TO
    return game.floor[game.player, column] if game.filled[game.player, column] else rules.first_number


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
    return number_of(game, rules, move) - max(1, game.floor[game.player, column_of(move)])


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
    if ticks(game, move):
        return rules.expedition[1, 0] - rules.expedition[0, 0]
    if boxes == BOXES:
        return artefact_gain(game, rules, seat)
    points = rules.expedition[circle, boxes + 1] - rules.expedition[circle, boxes]
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
(
    STEP,
    ARROW_WORTH,
    ARTEFACT_WORTH,
    REFUSAL_WORTH,
    EXHAUSTION,
    CIRCLE_WORTH,
    CIRCLE_FADE,
    BRIDGE_WORTH,
    LATE_FROM,
    LATE_PACE,
) = range(9, 19)
BOX_WORTH, STEP_COST = 0, 6  # notes, one per column each
REFUSE_WORTH, TICK_WORTH, PRINTED = 12, 13, 14  # PRINTED: by kind of box, plain ones nothing


@kernel
def blend(late, now, young):
    """Between what something is worth at once and what it promises."""
    return young + late * (now - young)


@kernel
def lateness(game, mind):
    """0 while the game is young, 1 when only points at once still count."""
    late = (game.rounds - mind.weights[LATE_FROM]) * mind.weights[LATE_PACE]
    return min(1.0, max(0.0, late))


@kernel
def artefact_worth(game, rules, mind, late):
    if game.artefacts[game.player] == BOXES:
        return 0.0
    return blend(late, artefact_gain(game, rules, game.player), mind.weights[ARTEFACT_WORTH])


@kernel
def refusal_worth(game, rules, mind, late):
    marks = game.refusals[game.player]
    if marks >= BOXES - 1:
        return -mind.weights[EXHAUSTION] if marks == BOXES - 1 else 0.0
    return blend(late, refusal_gain(game, rules, game.player), mind.weights[REFUSAL_WORTH])


@kernel
def note_column(game, rules, mind, column, late):
    """Its next box: a rung of the ladder, what is printed on it, a bridge still to be won."""
    seat = game.player
    boxes, circle = game.filled[seat, column], game.circle[seat, column]
    if boxes == BOXES:
        mind.notes[BOX_WORTH + column] = mind.notes[PRINTED + ARTEFACT]
        mind.notes[STEP_COST + column] = 0.0
        return
    factor = 1 + circle * (rules.circle_factor - 1)
    worth = mind.weights[EARLY + boxes] * factor
    if late > 0.0:
        now = rules.expedition[circle, boxes + 1] - rules.expedition[circle, boxes]
        worth = blend(late, now, worth)
    if boxes + 1 == rules.bridge_mark and can_win_bridge(game, column):
        worth += mind.weights[BRIDGE_WORTH]
    mind.notes[BOX_WORTH + column] = worth + mind.notes[PRINTED + game.sheet[column, boxes]]
    mind.notes[STEP_COST + column] = mind.weights[STEP] * factor


@kernel
def can_win_bridge(game, bridge):
    return game.crossed[bridge] == 0 or game.crossed[bridge] == game.rounds + 1


@kernel
def weigh_columns(game, rules, mind):
    late = lateness(game, mind)
    mind.notes[PRINTED + ARROW] = mind.weights[ARROW_WORTH]
    mind.notes[PRINTED + ARTEFACT] = artefact_worth(game, rules, mind, late)
    any_column = game.phase == ACCELERATE
    for k in range(COLOURS if any_column else game.n_colours):
        note_column(game, rules, mind, k if any_column else game.colours[k], late)
    mind.notes[REFUSE_WORTH] = refusal_worth(game, rules, mind, late)
    mind.notes[TICK_WORTH] = mind.weights[CIRCLE_WORTH] - mind.weights[CIRCLE_FADE] * game.rounds


@strategy(
    "lost_cities",
    look=weigh_columns,
    weights={
        "box_1": 2.8,
        "box_2": 4.5,
        "box_3": 10,
        "box_4": 12.1,
        "box_5": 13.5,
        "box_6": 18.9,
        "box_7": 19.8,
        "box_8": 8.1,
        "box_9": 7.9,
        "step": 0.7,
        "arrow": 3.7,
        "artefact": 11.8,
        "refusal": 0.6,
        "exhaustion": 89,
        "circle": 21.4,
        "circle_fade": 1.07,
        "bridge": 2.4,
        "late_from": 28,
        "late_pace": 0.032,
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
    skipped = counts_as(rules, move % NUMBERS) - max(1, game.floor[game.player, column])
    return mind.notes[BOX_WORTH + column] - mind.notes[STEP_COST + column] * skipped
