"""Players of Archeos Society. Ratings are in points unless a docstring says otherwise."""

from simulator.games.archeos.moves import Move, is_lead, is_take
from simulator.games.archeos.table import Role
from simulator.kernel import kernel
from simulator.names import written
from strategies.archeos.details import rate_detail
from strategies.archeos.mind import STYLE, WEIGHTS, Note
from strategies.archeos.plans import rate_lead, survey, take_worth
from strategies.registry import strategy
from strategies.tuned import tuned_beside

TUNED = tuned_beside(__file__)


@kernel
def rate(game, rules, move, mind):
    """Any move on one scale, points; see plans.py for turns and details.py for the rest."""
    if is_lead(move):
        return rate_lead(game, rules, mind, move)
    if is_take(move):
        return take_worth(game, rules, mind, move - Move.take)
    if move == Move.draw:
        return mind.notes[Note.draw]
    return rate_detail(game, rules, move, mind)


@strategy(
    "archeos",
    look=survey,
    weights=WEIGHTS,
    tuned=TUNED["allround"],
    searched={"horizon": 10},  # beyond these rounds chance hides what a move brought
)
@kernel
def allround(game, rules, move, mind):
    """Plays when an expedition is worth more than waiting; waits less as the season runs out.

    In two-player matches it wins this share of 2,000 games against each of the others:
    random 100.0 %, greedy 100.0 %, builder 84.0 %, rusher 53.3 %, specialist 58.8 %, denier 50.0 %
    (tiltmeter simulate archeos -n 2000 -p 2 -s allround,denier). The styles are its own ratings
    with a commitment; some cost little.
    """
    return rate(game, rules, move, mind)


@strategy("archeos", look=survey, weights=WEIGHTS | {"turn": 6.0})
@kernel
def greedy(game, rules, move, mind):
    """Plays the expedition worth most as soon as one is worth anything; else takes what fits."""
    return rate(game, rules, move, mind)


# Styles: allround's ratings with a commitment, which its weights say
strategy(
    "archeos",
    name="builder",
    doc="Few large expeditions: with less than `enough` cards only as the season runs out.",
    look=survey,
    weights=WEIGHTS | STYLE | {"enough": 4},
    tuned=TUNED["builder"],
    committed=[*STYLE, "calm", "pace", "danger"],  # by which a season could feel short
)(rate)
strategy(
    "archeos",
    name="rusher",
    doc="Small expeditions for steps and roles: cards beyond `most` score nothing in its eyes.",
    look=survey,
    weights=WEIGHTS | STYLE | {"most": 3, "lone": 0},
    tuned=TUNED["rusher"],
    committed=[*STYLE, "lone"],
)(rate)
strategy(
    "archeos",
    name="specialist",
    doc="Prefers leaders of one role, worth `devotion` points more: specialist:role=curator.",
    look=survey,
    weights=WEIGHTS | STYLE | {"role": Role.botanist, "devotion": 2},
    tuned=TUNED["allround"],
    committed=[*STYLE],
    names={"role": written(Role)},
)(rate)
strategy(
    "archeos",
    name="denier",
    doc="Gives little away: a card returned to the recruiting area costs it twice as much.",
    look=survey,
    weights=WEIGHTS | {"gift": 2 * WEIGHTS["gift"]},
    tuned={n: {**weights, "gift": 2 * weights["gift"]} for n, weights in TUNED["allround"].items()},
    committed=["gift"],
)(rate)
