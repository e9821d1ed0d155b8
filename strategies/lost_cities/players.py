"""Players of Lost Cities: Roll & Write. Ratings are in points unless a docstring says otherwise."""

from simulator.games.lost_cities.moves import Move, column_of, number_written, ticks_circle
from simulator.games.lost_cities.table import BOXES, COLOURS, Box, Phase, Tally
from simulator.kernel import kernel
from simulator.names import numbered, spans
from strategies.registry import strategy


@kernel
def step(game, rules, move):
    """How many numbers a written box skips."""
    return number_written(game, rules, move) - max(1, game.floor[game.player, column_of(move)])


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
    if move == Move.refuse:
        return refusal_gain(game, rules, seat)
    if move == Move.decline:
        return 0
    column = column_of(move)
    boxes, circle = game.filled[seat, column], game.circle[seat, column]
    if ticks_circle(game, rules, move):
        return rules.expedition[1, 0] - rules.expedition[0, 0]
    if boxes == BOXES:
        return artefact_gain(game, rules, seat)
    points = rules.expedition[circle, boxes + 1] - rules.expedition[circle, boxes]
    if game.sheet[column, boxes] == Box.artefact:
        points += artefact_gain(game, rules, seat)
    return points


GREEDY = dict(step=0.1)
Greedy = numbered(*GREEDY)


@strategy("lost_cities", weights=GREEDY)
@kernel
def greedy(game, rules, move, mind):
    """The most points at once; among equals, the smallest step up the column."""
    points = float(gain(game, rules, move))
    if move < Move.refuse and not ticks_circle(game, rules, move):
        points -= mind.weights[Greedy.step] * step(game, rules, move)
    return points


@kernel
def progress(game, rules, move):
    """A plain taste for boxes: arrows and artefacts are better, skipped numbers worse."""
    column = column_of(move)
    boxes = game.filled[game.player, column]
    if boxes == BOXES:
        return 8.0
    printed = game.sheet[column, boxes]
    return 10.0 + (4.0 if printed != Box.plain else 0.0) - 2.0 * step(game, rules, move)


@kernel
def dread(game):
    """Of refusing: the ninth dice symbol exhausts; whoever is exhausted has nothing to lose."""
    return -50.0 if game.refusals[game.player] == BOXES - 1 else 0.0


@kernel
def n_begun(game):
    """Expeditions this player has begun, by a box or a circle."""
    n = 0
    for column in range(COLOURS):
        n += game.filled[game.player, column] > 0 or game.circle[game.player, column] > 0
    return n


CAUTIOUS = dict(expeditions=4, longest_step=2)
Cautious = numbered(*CAUTIOUS)


@strategy("lost_cities", weights=CAUTIOUS)
@kernel
def cautious(game, rules, move, mind):
    """Few expeditions, small steps, no double circles; rather refuses than jumps."""
    if move == Move.refuse:
        return dread(game)
    if move == Move.decline:
        return 0.0
    if ticks_circle(game, rules, move):
        return -100.0
    if (
        game.filled[game.player, column_of(move)] == 0
        and n_begun(game) >= mind.weights[Cautious.expeditions]
    ):
        return -20.0
    worth = progress(game, rules, move)
    return worth if step(game, rules, move) <= mind.weights[Cautious.longest_step] else worth - 20.0


DOUBLER = dict(circles=4, until=15)
Doubler = numbered(*DOUBLER)


@strategy("lost_cities", weights=DOUBLER)
@kernel
def doubler(game, rules, move, mind):
    """Ticks double circles early and then feeds the doubled expeditions first."""
    if move == Move.refuse:
        return dread(game)
    if move == Move.decline:
        return 0.0
    if ticks_circle(game, rules, move):
        ticked = game.tally[game.player, Tally.circles]
        early = game.rounds < mind.weights[Doubler.until] and ticked < mind.weights[Doubler.circles]
        return 30.0 if early else -30.0
    worth = progress(game, rules, move)
    return 2.0 * worth if game.circle[game.player, column_of(move)] else worth


REFUSER = dict(longest_step=1)
Refuser = numbered(*REFUSER)


@strategy("lost_cities", weights=REFUSER)
@kernel
def refuser(game, rules, move, mind):
    """Refuses all but perfect fits until eight dice symbols are hatched, and then never again."""
    if move == Move.refuse:
        return 7.0 if game.refusals[game.player] < BOXES - 1 else dread(game)
    if move == Move.decline:
        return 0.0
    if ticks_circle(game, rules, move):
        return -30.0
    worth = progress(game, rules, move)
    return worth if step(game, rules, move) <= mind.weights[Refuser.longest_step] else worth - 10.0


# The best player by hand. It weighs each expedition once per decision and notes, per column, what
# its next box is worth and what each skipped number costs; a move is then two or three additions.

ALLROUND = dict(
    box_1=9.33,  # what each box is worth while the game is young
    box_2=10.41,
    box_3=10,
    box_4=11,
    box_5=11,
    box_6=10.71,
    box_7=6.43,
    box_8=5.83,
    box_9=6.13,
    step=1.86,
    reach=0.3,
    arrow=3.7,
    artefact=4.39,
    refusal=-0.02,
    exhaustion=60,
    circle=40.4,
    circle_fade=1.62,
    bridge=10.33,
    late_from=30,
    late_pace=0.03,
)
W = numbered(*ALLROUND)
N = spans(
    box=COLOURS,  # what the next box of each column is worth
    step=COLOURS,  # and what each skipped number costs there
    refuse=1,
    circle=1,
    printed=len(Box),  # by kind of box, plain ones nothing
)


@kernel
def blend(late, now, young):
    """Between what something is worth at once and what it promises."""
    return young + late * (now - young)


@kernel
def lateness(game, mind):
    """0 while the game is young, 1 when only points at once still count."""
    late = (game.rounds - mind.weights[W.late_from]) * mind.weights[W.late_pace]
    return min(1.0, max(0.0, late))


@kernel
def artefact_worth(game, rules, mind, late):
    if game.artefacts[game.player] == BOXES:
        return 0.0
    return blend(late, artefact_gain(game, rules, game.player), mind.weights[W.artefact])


@kernel
def refusal_worth(game, rules, mind, late):
    marks = game.refusals[game.player]
    if marks >= BOXES - 1:
        return -mind.weights[W.exhaustion] if marks == BOXES - 1 else 0.0
    return blend(late, refusal_gain(game, rules, game.player), mind.weights[W.refusal])


@kernel
def note_column(game, rules, mind, column, late):
    """Its next box: a rung of the ladder, what is printed on it, a bridge still to be won."""
    seat = game.player
    boxes, circle = game.filled[seat, column], game.circle[seat, column]
    if boxes == BOXES:
        mind.notes[N.box + column] = mind.notes[N.printed + Box.artefact]
        mind.notes[N.step + column] = 0.0
        return
    factor = 1 + circle * (rules.circle_factor - 1)
    worth = mind.weights[W.box_1 + boxes] * factor
    if late > 0.0:
        now = rules.expedition[circle, boxes + 1] - rules.expedition[circle, boxes]
        worth = blend(late, now, worth)
    if boxes + 1 == rules.bridge_mark and can_win_bridge(game, column):
        worth += mind.weights[W.bridge]
    mind.notes[N.box + column] = worth + mind.notes[N.printed + game.sheet[column, boxes]]
    mind.notes[N.step + column] = mind.weights[W.step] * factor


@kernel
def can_win_bridge(game, bridge):
    return game.crossed[bridge] == 0 or game.crossed[bridge] == game.rounds + 1


@kernel
def weigh_columns(game, rules, mind):
    late = lateness(game, mind)
    mind.notes[N.printed + Box.arrow] = mind.weights[W.arrow]
    mind.notes[N.printed + Box.artefact] = artefact_worth(game, rules, mind, late)
    any_column = game.phase == Phase.accelerate
    for k in range(COLOURS if any_column else game.n_colours):
        note_column(game, rules, mind, k if any_column else game.colours[k], late)
    mind.notes[N.refuse] = refusal_worth(game, rules, mind, late)
    mind.notes[N.circle] = mind.weights[W.circle] - mind.weights[W.circle_fade] * game.rounds


@strategy("lost_cities", look=weigh_columns, weights=ALLROUND)
@kernel
def allround(game, rules, move, mind):
    """Weighs boxes, steps, arrows, artefacts, circles, bridges and refusals against the clock.

    In two-player matches it wins this share of 20,000 games against each of the others:
    random 100.0 %, greedy 97.3 %, cautious 91.9 %, doubler 66.2 %, refuser 97.3 %
    (tiltmeter simulate lost_cities -n 20000 -p 2 -s allround,doubler).
    """
    if move == Move.refuse:
        return mind.notes[N.refuse]
    if move == Move.decline:
        return 0.0
    column = column_of(move)
    if move >= Move.arrow:
        return mind.notes[N.box + column] + mind.weights[W.reach] * game.floor[game.player, column]
    if ticks_circle(game, rules, move):
        return mind.notes[N.circle]
    return mind.notes[N.box + column] - mind.notes[N.step + column] * step(game, rules, move)
