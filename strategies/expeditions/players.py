"""Players of Expéditions – Autour du Monde. Ratings are in points unless said otherwise.

All of them look at where an arrow leads: what it gives at once (`gain`), what it hands to a rival
(`is_gift`), and how near the expeditions then are to goals.
"""

from simulator.games.expeditions.board import ARCS
from simulator.games.expeditions.moves import (
    DECLINE,
    END_TURN,
    EXCHANGE,
    GIVE_CARD,
    KEEP_CARD,
    KEEP_NONE,
    MARK_PLACE,
    PAY_FIRST,
    REMOVE,
)
from simulator.games.expeditions.table import COMMON, LOOP, REST
from simulator.kernel import kernel
from strategies.expeditions.goals import (
    FAR,
    colour_of,
    extra,
    gain,
    goal_worth,
    head_of,
    is_gift,
    menace,
    served,
    tip_before,
    to_common,
    to_own_goal,
    to_start,
    undo_cost,
)
from strategies.expeditions.survey import (
    ARROWS,
    COST,
    REMOVALS,
    SLOTS,
    exchange_worth,
    mark_worth,
    promise_of,
    restart_worth,
    survey,
)
from strategies.registry import strategy

EXTRA = 1.2  # points that another arrow, a ticket or a loop is taken to be worth
NEVER = -100.0  # the rating of what a player does not do


@kernel
def rate_cards(game, rules, move):
    """Key places and exchanges as players without a plan handle them: near places first."""
    if move >= MARK_PLACE:
        return -0.1 * to_start(rules, move - MARK_PLACE)
    if move >= GIVE_CARD:
        card = move - GIVE_CARD
        return 0.1 * to_start(rules, card) - goal_worth(game, rules, card)
    if move >= KEEP_CARD:
        return 0.1 * (FAR - to_start(rules, move - KEEP_CARD))
    return 0.0


@strategy("expeditions", weights={"gift": 3})
@kernel
def greedy(game, rules, move, mind):
    """Nearest goal: the arrow that meets a goal or comes closest to one; tickets to meet one."""
    if move < END_TURN:
        place = head_of(rules, move)
        met = gain(game, rules, place)
        if game.phase == REST:
            return met - 0.5
        nearest = min(to_own_goal(game, rules, place), to_common(game, rules, place))
        return 10.0 * met - nearest - mind.weights[0] * is_gift(game, place)
    if move >= KEEP_NONE:
        return rate_cards(game, rules, move)
    return 0.0 if move == END_TURN else NEVER


@kernel
def rate_plan(game, rules, move, ticket):
    """An arrow by how many goals it serves better than before; `ticket` is what one is worth."""
    if move < END_TURN:
        colour, place = colour_of(move), head_of(rules, move)
        better = served(game, rules, place) - served(game, rules, game.tip[colour])
        better += 0.5 * gain(game, rules, place) - 2.0 * is_gift(game, place)
        better += extra(game, rules, colour, place, EXTRA)
        return better - ticket if game.phase == REST else better
    if move >= KEEP_NONE:
        return rate_cards(game, rules, move)
    return 0.0 if move == END_TURN else NEVER


@strategy("expeditions", weights={"ticket": 1.5})
@kernel
def planner(game, rules, move, mind):
    """Routes that serve several goals: goals count by nearness, so clusters draw expeditions."""
    if move >= MARK_PLACE:
        return served(game, rules, move - MARK_PLACE)
    return rate_plan(game, rules, move, mind.weights[0])


@strategy("expeditions", weights={"common": 3, "ticket": 0.8})
@kernel
def hunter(game, rules, move, mind):
    """Common goals first, with tickets if they are within two arrows; own goals on the way."""
    if move < END_TURN:
        place = head_of(rules, move)
        met = gain(game, rules, place) + extra(game, rules, colour_of(move), place, EXTRA)
        if game.where[place] == COMMON:
            met *= mind.weights[0]
        worth = met - 0.2 * to_common(game, rules, place) - 0.05 * to_own_goal(game, rules, place)
        if game.phase != REST:
            return worth - is_gift(game, place)
        return met + 2.0 * (to_common(game, rules, place) == 1) - mind.weights[1] - 0.5
    if move >= KEEP_NONE:
        return rate_cards(game, rules, move)
    return 0.0 if move == END_TURN else NEVER


@strategy("expeditions", weights={"finish": 3, "ticket": 0.5})
@kernel
def saver(game, rules, move, mind):
    """Plans, and keeps its tickets until it, or a rival, has only `finish` cards left in hand."""
    fewest = FAR
    for seat in range(game.players):
        fewest = min(fewest, game.n_hand[seat])
    return rate_plan(game, rules, move, mind.weights[1] if fewest <= mind.weights[0] else 100.0)


@strategy("expeditions", weights={"menace": 3, "ticket": 1.2})
@kernel
def blocker(game, rules, move, mind):
    """Steers away from rivals' key places, and removes arrows that point towards them."""
    if move < END_TURN:
        colour, place = colour_of(move), head_of(rules, move)
        eased = menace(game, rules, game.tip[colour]) - menace(game, rules, place)
        return rate_plan(game, rules, move, mind.weights[1]) + mind.weights[0] * eased
    if REMOVE <= move < KEEP_NONE and game.n_arrows[move - REMOVE] > 1:
        colour = move - REMOVE
        before = tip_before(game, rules, colour)
        eased = menace(game, rules, game.tip[colour]) - menace(game, rules, before)
        eased -= 0.3 * (served(game, rules, game.tip[colour]) - served(game, rules, before))
        return mind.weights[0] * eased - undo_cost(game, mind.weights[1])
    return rate_plan(game, rules, move, mind.weights[1])


@kernel
def rate_exchange(game, rules, move, mind):
    """Keeps the most promising card and gives the least promising one."""
    if move >= GIVE_CARD:
        return -promise_of(game, rules, mind, move - GIVE_CARD)
    if move >= KEEP_CARD:
        return promise_of(game, rules, mind, move - KEEP_CARD)
    return 0.5  # for keeping none


@strategy(
    "expeditions",
    look=survey,
    weights={
        "next": 0.33,
        "decay": 0.7,
        "common": 1.35,
        "common_near": -0.04,
        "rival": 13.5,
        "rival_near": 1.5,
        "ticket": 2.38,
        "ticket_late": 0.41,
        "blue": 1.05,
        "loop": 2.43,
        "reopened": 0.8,
        "undo": 0.1,
        "fresh": 0.7,
        "mark_far": -0.16,
        "mark_cluster": 0.57,
    },
)
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
    if move < END_TURN:
        colour = colour_of(move)
        if game.phase == LOOP:
            return restart_worth(game, rules, mind, head_of(rules, move))
        slot = move - ARCS * colour - rules.first[game.tip[colour]]
        worth = notes[ARROWS + SLOTS * colour + slot]
        return worth - notes[COST] if game.phase == REST else worth
    if move >= MARK_PLACE:
        return mark_worth(game, rules, mind, move - MARK_PLACE)
    if move >= KEEP_NONE:
        return rate_exchange(game, rules, move, mind)
    if move in (END_TURN, DECLINE):
        return 0.0
    if move == PAY_FIRST:
        return NEVER
    if move == EXCHANGE:
        return exchange_worth(game, rules, mind)
    return notes[REMOVALS + move - REMOVE]
