"""Survey: a card for the soil survey, an initiative marker, and two relics of its colour."""

from simulator.games.excavation.cards import discard
from simulator.games.excavation.relics import (
    NO_RELIC,
    change_reserve,
    change_site,
    draw_relic,
    has_room,
    offer_relic,
    pay_for_relic,
)
from simulator.games.excavation.table import SURVEY_CARDS, Faction, Phase, Store, Tally
from simulator.games.excavation.verbs import FINDS, NOTHING, Move, bought_of, offer_if, put_of
from simulator.kernel import kernel
from simulator.titles import offer

LAST_ROUND = 3


@kernel
def can_replace(game):
    """Is there a card of the soil survey without a cube? In the last round none is replaced."""
    free = game.round_no == LAST_ROUND
    for k in range(game.n_survey):
        free |= game.survey_cube[k] == 0
    return free


@kernel
def can_draw_relic(game, colour):
    """Is there a relic to draw? Before the last round a survey needs none."""
    return (game.n_reserve[colour] > 0) | (game.round_no < LAST_ROUND)


@kernel
def legal_replace(game, choices):
    """Any card without a cube; who has no cube left may lift a guard for it."""
    n, seat = 0, game.player
    lifts = game.supply[seat] == 0 and game.guards[seat] > 0
    for k in range(game.n_survey):
        free = game.survey_cube[k] == 0
        n = offer_if(choices, n, Move.replace + k, free)
        n = offer_if(choices, n, Move.replace + SURVEY_CARDS + k, lifts and free)
    return n


@kernel
def replace(game, move):
    """The card played takes the place of another, with a cube if there is one.

    A guard lifted for it leaves the supply below 0 until it is chosen.
    """
    k, lifts = (move - Move.replace) % SURVEY_CARDS, move >= Move.replace + SURVEY_CARDS
    seat = game.player
    discard(game, game.survey[k])
    game.survey[k] = game.card
    if game.supply[seat] > 0 or lifts:
        game.supply[seat] -= 1
        game.survey_cube[k] = 1 + seat
        game.tally[seat, Tally.survey_cubes] += 1
    if game.marker[seat] == 0:
        game.n_markers += 1
        game.marker[seat] = game.n_markers


@kernel
def begin_survey(game):
    """In the last round the card is discarded and only relics are drawn."""
    if game.round_no == LAST_ROUND:
        discard(game, game.card)
        game.phase = Phase.keeping
    else:
        game.phase = Phase.replacing


@kernel
def draw_relics(game):
    """Two relics, or three for Is'sisinui, as far as there are any."""
    for _ in range(2 + (game.power[game.player] == Faction.issisinui)):
        relic = draw_relic(game, game.what, game.table)
        if relic != NO_RELIC:
            game.offer[game.n_offer] = relic
            game.n_offer += 1


@kernel
def is_new(game, k, other):
    """Is the k-th relic drawn unlike all before it, `other` aside?"""
    for before in range(k):
        if before != other and game.offer[before] == game.offer[k]:
            return False
    return True


@kernel
def legal_keep(game, choices):
    """Is'sisinui stores one of the relics for nothing, or none."""
    n = offer(choices, 0, Move.done)
    for k in range(game.n_offer):
        if is_new(game, k, -1):
            n = offer_relic(game, choices, n, Move.keep + 2 * k, game.offer[k])
    return n


@kernel
def keep(game, move):
    """Which relic is stored, for the caller to do it; NO_RELIC: none."""
    game.phase = Phase.finding
    if move == Move.done:
        return NO_RELIC
    k = (move - Move.keep) // 2
    relic = game.offer[k]
    game.n_offer -= 1
    game.offer[k] = game.offer[game.n_offer]
    game.tally[game.player, Tally.bought] += 1
    return relic


@kernel
def legal_find(game, rules, choices):
    """One relic goes to its site; another may be bought, the rest goes back to the reserve."""
    n, seat = 0, game.player
    room = has_room(game, rules, Store.hold, seat)
    for put in range(game.n_offer):
        if not is_new(game, put, -1):
            continue
        first = Move.find + FINDS * put
        n = offer(choices, n, first + 2 * NOTHING)
        for bought in range(game.n_offer):
            relic = game.offer[bought]
            pays = room and rules.price * rules.value[relic] <= game.credits[seat]
            if bought != put and pays and is_new(game, bought, put):
                n = offer_relic(game, choices, n, first + 2 * bought, relic)
    return n


@kernel
def find(game, rules, move):
    """Which relic was bought, for the caller to store; NO_RELIC: none."""
    put, bought = put_of(move), bought_of(move)
    stored = NO_RELIC
    for k in range(game.n_offer):
        relic = game.offer[k]
        if k == put:
            change_site(game, rules, relic, 1)
        elif k == bought:
            pay_for_relic(game, game.player, rules.price * rules.value[relic])
            stored = relic
        else:
            change_reserve(game, relic, 1)
    game.n_offer = 0
    game.phase = Phase.acted
    return stored
