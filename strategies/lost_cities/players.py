"""Players of Lost Cities: Roll & Write. Ratings are in points unless a docstring says otherwise."""

from simulator.games.lost_cities.moves import Move, column_of, ticks_circle
from simulator.games.lost_cities.table import BOXES, Tally
from simulator.kernel import kernel
from simulator.names import numbered
from strategies.lost_cities.parts import dread, gain, n_begun, progress, step
from strategies.lost_cities.survey import WEIGHTS, N, W, weigh_columns
from strategies.registry import strategy

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
    begins = game.filled[game.player, column_of(move)] == 0
    if begins and n_begun(game) >= mind.weights[Cautious.expeditions]:
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


@strategy("lost_cities", look=weigh_columns, weights=WEIGHTS)
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
