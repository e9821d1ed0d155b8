"""Players of Expéditions – Autour du Monde. Ratings are in points unless said otherwise.

Greedy looks at where an arrow leads, allround also at what it leaves behind; the styles are
allround, each held to a commitment of its own.
"""

from simulator.games.expeditions.moves import Move, arc_of, colour_of, is_arrow
from simulator.games.expeditions.table import Phase, is_rivals_token
from simulator.kernel import kernel
from simulator.names import numbered
from strategies.expeditions.goals import (
    FAR,
    NEVER,
    gain,
    goal_worth,
    head_of,
    to_common,
    to_own_goal,
    to_start,
)
from strategies.expeditions.notes import N
from strategies.expeditions.survey import survey
from strategies.expeditions.weights import WEIGHTS
from strategies.expeditions.worth import (
    arrow_worth,
    exchange_worth,
    mark_worth,
    pause_worth,
    promise_of,
)
from strategies.registry import strategy
from strategies.tuned import tuned_beside

TUNED = tuned_beside(__file__)


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
def rate_exchange(game, rules, move):
    """Keeps the most promising card and gives the least promising one."""
    if move >= Move.give:
        return -promise_of(game, rules, move - Move.give)
    if move >= Move.keep:
        return promise_of(game, rules, move - Move.keep)
    return 0.5  # for keeping none


@strategy("expeditions", look=survey, weights=WEIGHTS, tuned=TUNED["allround"])
@kernel
def allround(game, rules, move, mind):
    """Weighs what an arrow takes, and what the next one can take: its own, or a rival's.

    It goes on as long as arrows, loops and tickets lead to something, keeps tickets that are worth
    more later, leaves rivals little to take, and marks near key places, which are met in passing.
    In two-player matches it wins this share of 4,000 games against each of the others:
    random 100.0 %, greedy 100.0 %, planner 76.3 %, hunter 57.2 %, saver 97.9 %, blocker 68.8 %
    (tiltmeter simulate expeditions -n 4000 -p 2 -s allround,blocker).
    """
    if is_arrow(move):
        return arrow_worth(game, rules, mind, colour_of(move), arc_of(move))
    if move >= Move.mark:
        return mark_worth(rules, move - Move.mark)
    if move >= Move.keep_none:
        return rate_exchange(game, rules, move)
    if move in (Move.end_turn, Move.decline):
        return pause_worth(game, mind)
    if move == Move.pay_first:
        return NEVER
    if move == Move.exchange:
        return exchange_worth(game, rules, mind)
    return mind.notes[N.removal + move - Move.remove]


def style(name, doc, **committed):
    """Allround's evaluation, held to a commitment by some of its weights at any table.

    Others are tuned under it where it is a constraint and that won anything.
    """
    tuned = {**TUNED["allround"], **TUNED.get(name, {})}
    strategy(
        "expeditions",
        name=name,
        doc=doc,
        look=survey,
        weights=WEIGHTS | committed,
        tuned={players: weights | committed for players, weights in tuned.items()},
        committed=[*committed],
    )(allround)


style(
    "planner",
    """Own goals only: plays as allround does, but lays no arrow for the sake of a common goal.""",
    common=0.0,
    common_late=0.0,
)
style(
    "hunter",
    """Common goals first: as allround, but each counts `common` points until its last turn.""",
    common=3.0,
    common_late=0.0,
)
style(
    "saver",
    """Plays as allround does, but keeps its tickets until a hand has only `finish` cards left.""",
    finish=3.0,
)
style(
    "blocker",
    """Plays as allround does, but above all keeps expeditions away from rivals' key places.""",
    rival_near=3.0,
    rival_far=1.5,
)
