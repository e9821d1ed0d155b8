"""Players of Lost Cities: Roll & Write. Ratings are in points unless a docstring says otherwise."""

from simulator.games.lost_cities.moves import (
    ARROW_TO,
    DECLINE,
    REFUSE,
    counts_as,
)
from simulator.games.lost_cities.table import (
    ACCELERATE,
    ARROW,
    ARTEFACT,
    BOXES,
    CIRCLES,
    COLOURS,
    NUMBERS,
    PLAIN,
)
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
    return (
        game.floor[game.player, column] if game.filled[game.player, column] else rules.first_number
    )


@kernel
def ticks(game, rules, move):
    """Does this move tick a double circle?"""
    column = move // NUMBERS
    return (
        move < REFUSE
        and rules.circles != 0
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
    if ticks(game, rules, move):
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
    if move < REFUSE and not ticks(game, rules, move):
        points -= mind.weights[0] * step(game, rules, move)
    return points


@kernel
def progress(game, rules, move):
    """A plain taste for boxes: arrows and artefacts are better, skipped numbers worse."""
    if move == DECLINE:
        return 0.0
    column = column_of(move)
    boxes = game.filled[game.player, column]
    if boxes == BOXES:
        return 8.0
    printed = game.sheet[column, boxes]
    return 10.0 + (4.0 if printed != PLAIN else 0.0) - 2.0 * step(game, rules, move)


@kernel
def can_afford_refusal(game):
    """The eighth dice symbol is the last that pays; an exhausted player has nothing to lose."""
    return game.refusals[game.player] != BOXES - 1


@kernel
def n_begun(game):
    """Expeditions this player has begun, by a box or a circle."""
    n = 0
    for column in range(COLOURS):
        n += game.filled[game.player, column] > 0 or game.circle[game.player, column] > 0
    return n


@strategy("lost_cities", weights={"expeditions": 4, "longest_step": 2})
@kernel
def cautious(game, rules, move, mind):
    """Few expeditions, small steps, no double circles; rather refuses than jumps."""
    if move == REFUSE:
        return 0.0 if can_afford_refusal(game) else -50.0
    if move == DECLINE:
        return 0.0
    if ticks(game, rules, move):
        return -100.0
    if game.filled[game.player, column_of(move)] == 0 and n_begun(game) >= mind.weights[0]:
        return -20.0
    worth = progress(game, rules, move)
    return worth if step(game, rules, move) <= mind.weights[1] else worth - 20.0


@strategy("lost_cities", weights={"circles": 4, "until": 15})
@kernel
def doubler(game, rules, move, mind):
    """Ticks double circles early and then feeds the doubled expeditions first."""
    if move == REFUSE:
        return 0.0 if can_afford_refusal(game) else -50.0
    if move == DECLINE:
        return 0.0
    if ticks(game, rules, move):
        early = game.rounds < mind.weights[1] and game.tally[game.player, CIRCLES] < mind.weights[0]
        return 30.0 if early else -30.0
    worth = progress(game, rules, move)
    return 2.0 * worth if game.circle[game.player, column_of(move)] else worth


@strategy("lost_cities", weights={"longest_step": 1})
@kernel
def refuser(game, rules, move, mind):
    """Refuses all but perfect fits until eight dice symbols are hatched, and then never again."""
    if move == REFUSE:
        if game.refusals[game.player] >= BOXES - 1:
            return 0.0 if can_afford_refusal(game) else -50.0
        return 7.0
    if move == DECLINE:
        return 0.0
    if ticks(game, rules, move):
        return -30.0
    worth = progress(game, rules, move)
    return worth if step(game, rules, move) <= mind.weights[0] else worth - 10.0


# The best player by hand. It weighs each expedition once per decision and notes, per column, what
# its next box is worth and what each skipped number costs; a move is then two or three additions.

EARLY = 0  # weights 0 to 8: what box 1 to 9 is worth while the game is young
(
    STEP,
    REACH,
    ARROW_WORTH,
    ARTEFACT_WORTH,
    REFUSAL_WORTH,
    EXHAUSTION,
    CIRCLE_WORTH,
    CIRCLE_FADE,
    BRIDGE_WORTH,
    LATE_FROM,
    LATE_PACE,
) = range(9, 20)
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
        "box_1": 9.33,
        "box_2": 10.41,
        "box_3": 10,
        "box_4": 11,
        "box_5": 11,
        "box_6": 10.71,
        "box_7": 6.43,
        "box_8": 5.83,
        "box_9": 6.13,
        "step": 1.86,
        "reach": 0.3,
        "arrow": 3.7,
        "artefact": 4.39,
        "refusal": -0.02,
        "exhaustion": 60,
        "circle": 40.4,
        "circle_fade": 1.62,
        "bridge": 10.33,
        "late_from": 30,
        "late_pace": 0.03,
    },
)
@kernel
def allround(game, rules, move, mind):
    """Weighs boxes, steps, arrows, artefacts, circles, bridges and refusals against the clock.

    In two-player matches it wins this share of 20,000 games against each of the others:
    random 100.0 %, greedy 97.3 %, cautious 91.9 %, doubler 66.2 %, refuser 97.3 %
    (tiltmeter simulate lost_cities -n 20000 -p 2 -s allround,doubler).
    """
    if move == REFUSE:
        return mind.notes[REFUSE_WORTH]
    if move == DECLINE:
        return 0.0
    if move >= ARROW_TO:
        column = move - ARROW_TO
        return (
            mind.notes[BOX_WORTH + column] + mind.weights[REACH] * game.floor[game.player, column]
        )
    if ticks(game, rules, move):
        return mind.notes[TICK_WORTH]
    column = move // NUMBERS
    skipped = counts_as(rules, move % NUMBERS) - max(1, game.floor[game.player, column])
    return mind.notes[BOX_WORTH + column] - mind.notes[STEP_COST + column] * skipped
