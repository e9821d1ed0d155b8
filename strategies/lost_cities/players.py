"""Players of Lost Cities: Roll & Write. Ratings are in points.

All but greedy weigh moves as allround does; the others hold to a commitment beside it.
"""

from simulator.games.lost_cities.moves import Move, column_of, ticks_circle
from simulator.games.lost_cities.table import BOXES, Tally
from simulator.kernel import kernel
from simulator.names import numbered
from strategies.lost_cities.parts import gain, is_begun, n_begun, step
from strategies.lost_cities.survey import WEIGHTS, rating, weigh_columns
from strategies.registry import strategy
from strategies.tuned import tuned_beside

TUNED = tuned_beside(__file__)

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


CAUTION = dict(expeditions=5, longest_step=4, risk=30)
CAUTIOUS = WEIGHTS | CAUTION
Cautious = numbered(*CAUTIOUS)


@strategy(
    "lost_cities",
    look=weigh_columns,
    weights=CAUTIOUS,
    tuned=TUNED["cautious"],
    committed=[*CAUTION, "circle"],
)
@kernel
def cautious(game, rules, move, mind):
    """Takes no risks: five expeditions at most, no double circles, no long steps.

    Within that it plays as allround does. What it shuns costs it `risk` points more than it is
    worth, so that only a worse refusal drives it there.
    """
    worth = rating(game, rules, move, mind)
    if move == Move.refuse or move == Move.decline:
        return worth
    if ticks_circle(game, rules, move):
        return worth - 10.0 * mind.weights[Cautious.risk]
    column = column_of(move)
    opens = not is_begun(game, game.player, column)
    if opens and n_begun(game) >= mind.weights[Cautious.expeditions]:
        return worth - mind.weights[Cautious.risk]
    far = step(game, rules, move) > mind.weights[Cautious.longest_step]
    return worth - mind.weights[Cautious.risk] if far else worth


FONDNESS = dict(circles=4, until=15, fondness=40, loyalty=4)
DOUBLER = WEIGHTS | FONDNESS
Doubler = numbered(*DOUBLER)


@strategy(
    "lost_cities",
    look=weigh_columns,
    weights=DOUBLER,
    tuned=TUNED["allround"],
    committed=[*FONDNESS],
)
@kernel
def doubler(game, rules, move, mind):
    """Ticks double circles early, up to four, and feeds the doubled expeditions first.

    Within that it plays as allround does: a circle in the first `until` rounds is worth `fondness`
    points more to it, a box of a doubled expedition `loyalty` points.
    """
    worth = rating(game, rules, move, mind)
    if move == Move.refuse or move == Move.decline:
        return worth
    if ticks_circle(game, rules, move):
        ticked = game.tally[game.player, Tally.circles]
        early = game.rounds < mind.weights[Doubler.until] and ticked < mind.weights[Doubler.circles]
        return worth + mind.weights[Doubler.fondness] if early else worth
    doubled = game.circle[game.player, column_of(move)]
    return worth + mind.weights[Doubler.loyalty] * doubled


PRIDE = dict(pride=12, dread=200)
REFUSER = WEIGHTS | PRIDE | dict(seventh=0, eighth=0)  # what others shun it is proud of
Refuser = numbered(*REFUSER)


@strategy(
    "lost_cities",
    look=weigh_columns,
    weights=REFUSER,
    tuned=TUNED["allround"],
    committed=[*PRIDE, "seventh", "eighth"],
)
@kernel
def refuser(game, rules, move, mind):
    """Refuses all but good fits until eight dice symbols are hatched, and then never again.

    Within that it plays as allround does: each of the eight is worth `pride` points more to it,
    the ninth it shuns.
    """
    worth = rating(game, rules, move, mind)
    if move != Move.refuse:
        return worth
    marks = game.refusals[game.player]
    if marks < BOXES - 1:
        return worth + mind.weights[Refuser.pride]
    return worth - mind.weights[Refuser.dread] if marks < BOXES else worth


@strategy("lost_cities", look=weigh_columns, weights=WEIGHTS, tuned=TUNED["allround"])
@kernel
def allround(game, rules, move, mind):
    """Weighs what boxes bring, the chances they leave, arrows, artefacts, bridges and refusals.

    In two-player matches it wins this share of 20,000 games against each of the others:
    random 100.0 %, greedy 98.2 %, cautious 60.0 %, doubler 51.4 %, refuser 74.6 %
    (tiltmeter simulate lost_cities -n 20000 -p 2 -s allround,doubler).
    """
    return rating(game, rules, move, mind)
