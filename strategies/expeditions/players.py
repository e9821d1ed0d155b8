"""Players of Expéditions – Autour du Monde. Ratings are in points unless said otherwise.

All of them look at where an arrow leads: what it gives at once (`gain`), what it hands to a rival
(`is_rivals_token`), and how near the expeditions then are to goals.
"""

from simulator.games.expeditions.arrows import tip_before
from simulator.games.expeditions.moves import Move, arc_of, colour_of, is_arrow, is_removal
from simulator.games.expeditions.table import Phase, Where, is_rivals_token
from simulator.kernel import kernel
from simulator.names import numbered
from strategies.expeditions.goals import (
    FAR,
    NEVER,
    extra,
    gain,
    goal_worth,
    head_of,
    menace,
    served,
    to_common,
    to_own_goal,
    to_start,
    undo_cost,
)
from strategies.expeditions.survey import (
    SLOTS,
    WEIGHTS,
    N,
    exchange_worth,
    mark_worth,
    promise_of,
    restart_worth,
    survey,
)
from strategies.registry import strategy


@kernel
def rate_simply(game, rules, move):
    """All but arrows as players without a plan handle it: near places first, nothing removed."""
    if move >= Move.mark:
        return -0.1 * to_start(rules, move - Move.mark)
    if move >= Move.give:
        card = move - Move.give
        return 0.1 * to_start(rules, card) - goal_worth(game, rules, card)
    if move >= Move.keep:
        return 0.1 * (FAR - to_start(rules, move - Move.keep))
    return 0.0 if move in (Move.keep_none, Move.end_turn) else NEVER


GREEDY = dict(gift=3)
Greedy = numbered(*GREEDY)


@strategy("expeditions", weights=GREEDY)
@kernel
def greedy(game, rules, move, mind):
    """Nearest goal: the arrow that meets a goal or comes closest to one; tickets to meet one."""
    if is_arrow(move):
        place = head_of(rules, move)
        met = gain(game, rules, place)
        if game.phase == Phase.rest:
            return met - 0.5
        nearest = min(to_own_goal(game, rules, place), to_common(game, rules, place))
        return 10.0 * met - nearest - mind.weights[Greedy.gift] * is_rivals_token(game, place)
    return rate_simply(game, rules, move)


@kernel
def rate_plan(game, rules, move, ticket):
    """An arrow by how many goals it serves better than before; `ticket` is what one is worth."""
    if is_arrow(move):
        colour, place = colour_of(move), head_of(rules, move)
        better = served(game, rules, place) - served(game, rules, game.tip[colour])
        better += 0.5 * gain(game, rules, place) - 2.0 * is_rivals_token(game, place)
        better += extra(game, rules, colour, place)
        return better - ticket if game.phase == Phase.rest else better
    return rate_simply(game, rules, move)


PLANNER = dict(ticket=1.5)
Planner = numbered(*PLANNER)


@strategy("expeditions", weights=PLANNER)
@kernel
def planner(game, rules, move, mind):
    """Routes that serve several goals: goals count by nearness, so clusters draw expeditions."""
    if move >= Move.mark:
        return served(game, rules, move - Move.mark)
    return rate_plan(game, rules, move, mind.weights[Planner.ticket])


HUNTER = dict(common=3, ticket=0.8)
Hunter = numbered(*HUNTER)


@strategy("expeditions", weights=HUNTER)
@kernel
def hunter(game, rules, move, mind):
    """Common goals first, with tickets if they are within two arrows; own goals on the way."""
    if is_arrow(move):
        place = head_of(rules, move)
        met = gain(game, rules, place) + extra(game, rules, colour_of(move), place)
        if game.where[place] == Where.common:
            met *= mind.weights[Hunter.common]
        worth = met - 0.2 * to_common(game, rules, place) - 0.05 * to_own_goal(game, rules, place)
        if game.phase != Phase.rest:
            return worth - is_rivals_token(game, place)
        return met + 2.0 * (to_common(game, rules, place) == 1) - mind.weights[Hunter.ticket] - 0.5
    return rate_simply(game, rules, move)


SAVER = dict(finish=3, ticket=0.5)
Saver = numbered(*SAVER)


@strategy("expeditions", weights=SAVER)
@kernel
def saver(game, rules, move, mind):
    """Plans, and keeps its tickets until it, or a rival, has only `finish` cards left in hand."""
    fewest = FAR
    for seat in range(game.players):
        fewest = min(fewest, game.n_hand[seat])
    ticket = mind.weights[Saver.ticket] if fewest <= mind.weights[Saver.finish] else 100.0
    return rate_plan(game, rules, move, ticket)


BLOCKER = dict(menace=3, ticket=1.2)
Blocker = numbered(*BLOCKER)


@strategy("expeditions", weights=BLOCKER)
@kernel
def blocker(game, rules, move, mind):
    """Steers away from rivals' key places, and removes arrows that point towards them."""
    if is_arrow(move):
        colour, place = colour_of(move), head_of(rules, move)
        eased = menace(game, rules, game.tip[colour]) - menace(game, rules, place)
        planned = rate_plan(game, rules, move, mind.weights[Blocker.ticket])
        return planned + mind.weights[Blocker.menace] * eased
    if is_removal(move) and game.n_arrows[move - Move.remove] > 1:
        colour = move - Move.remove
        before = tip_before(game, rules, colour)
        eased = menace(game, rules, game.tip[colour]) - menace(game, rules, before)
        eased -= 0.3 * (served(game, rules, game.tip[colour]) - served(game, rules, before))
        return mind.weights[Blocker.menace] * eased - undo_cost(game, mind.weights[Blocker.ticket])
    return rate_plan(game, rules, move, mind.weights[Blocker.ticket])


@kernel
def rate_exchange(game, rules, move, mind):
    """Keeps the most promising card and gives the least promising one."""
    if move >= Move.give:
        return -promise_of(game, rules, mind, move - Move.give)
    if move >= Move.keep:
        return promise_of(game, rules, mind, move - Move.keep)
    return 0.5  # for keeping none


@strategy("expeditions", look=survey, weights=WEIGHTS)
@kernel
def allround(game, rules, move, mind):
    """Weighs own goals, common ones and rivals' key places; uses tickets for what they reach.

    It marks far key places, since near ones are met in passing while they are secret, likes loops,
    and takes arrows off to reopen them. In two-player matches it wins this share of 4,000 games
    against each of the others: random 100.0 %, greedy 99.9 %, planner 87.0 %, hunter 96.6 %,
    saver 92.1 %, blocker 78.9 % (tiltmeter simulate expeditions -n 4000 -p 2 -s allround,blocker).
    At a table of all six of them but random it wins 0.47 of 12,000 games.
    """
    notes = mind.notes
    if is_arrow(move):
        colour = colour_of(move)
        if game.phase == Phase.loop:
            return restart_worth(game, rules, mind, head_of(rules, move))
        slot = arc_of(move) - rules.first[game.tip[colour]]
        worth = notes[N.arrow + SLOTS * colour + slot]
        return worth - notes[N.cost] if game.phase == Phase.rest else worth
    if move >= Move.mark:
        return mark_worth(game, rules, mind, move - Move.mark)
    if move >= Move.keep_none:
        return rate_exchange(game, rules, move, mind)
    if move in (Move.end_turn, Move.decline):
        return 0.0
    if move == Move.pay_first:
        return NEVER
    if move == Move.exchange:
        return exchange_worth(game, rules, mind)
    return notes[N.removal + move - Move.remove]
