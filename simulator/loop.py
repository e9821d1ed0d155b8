"""The loop of every title: what a player's mind is, how a seat decides, how games are played.

The loop knows a title's kernels and, for each seat, two functions and a `Mind`; what those
functions think is none of its business. All of them are passed as values, so one compiled loop
serves every line-up.
"""

from typing import Any

import numpy as np

from simulator import rng
from simulator.kernel import kernel, record, with_kernels
from simulator.titles import CUT_OFF

MAX_SEATS = 12
MAX_WEIGHTS = 40
MAX_NOTES = 256
MAX_SETTINGS = 9
MAX_KINDS = 64

Mind = record(
    weights=(float, MAX_WEIGHTS),  # the strategy's, in the order it names them
    settings=(float, MAX_SETTINGS),  # of a search that plays by a strategy with these weights
    notes=(float, MAX_NOTES),  # what `look` writes for `rate` to read, within one decision
    temperature=float,  # 0: play the highest rating; above: softmax of the ratings over this
    never=np.int64,  # bit k set: no move of kind k while there is any other, or a power less
    liked=np.int64,  # bit k set: moves of kind k are rated higher, by
    likes=(float, MAX_KINDS),  # so many times how far the ratings of a decision lie apart
    asked=int,  # 1: somebody wants to read the ratings; 2 and more: of move asked - 2 in particular
    whose=int,  # kernels rate by it: their number among a line-up's, where one loop holds them all
    lane=int,  # where several threads play one game, each all of it: which of them this is,
    beside=int,  # how many there are beside it,
    board=(float, 2),  # and what they tell each other, two numbers each; a processor is alone
)

# What is to be played, in one record: as many arguments would be handed on at every call.
Order = record(
    seed=np.int64,
    first_game=np.int64,
    step=int,  # from a deal to the next one; beyond 1 the first game is the first of its deal
    players=int,  # in the line-up
    seats=int,  # of the table; more than players where teams play
    side=(int, MAX_SEATS),  # for each seat, its place in a line-up that is not moved on
    rotations=int,
    fresh=np.int64,  # bit k set: stream k is begun anew
    bound=int,  # no game has more moves
    figure=int,  # which one the curve holds, or ALL, or NONE
    alike=(int, MAX_SEATS),  # for each of the line-up, the first who has the same kernels
)

ALL, NONE = -1, -2  # instead of a figure: the sum over all sources of points, or no curve at all

# Instead of the index of a choice: a rating was no number, or there were none or too many moves;
# or the ratings alone do not decide.
NOT_A_NUMBER, NO_CHOICE, OPEN = -1, -2, -3

HAIR = 1e-9  # what decides between equal ratings


@kernel
def meet():
    """Waits until every lane is here; on a processor there is one. Only a look itself calls it."""


@kernel
def begin(game, seats, seed, deal, fresh=0):
    """Prepares an empty row: streams, seats, no moves made.

    Bit k of `fresh` begins stream k anew: the same deal, for example, with other dice.
    """
    game.players = seats
    rng.start(game.deal, seed, number_of(deal, fresh, rng.DEAL), rng.DEAL)
    rng.start(game.table, seed, number_of(deal, fresh, rng.TABLE), rng.TABLE)
    for seat in range(seats):
        rng.start(game.whim[seat], seed, number_of(deal, fresh, rng.WHIM), rng.WHIM + seat)


@kernel
def number_of(deal, fresh, stream):
    return deal + rng.ELSEWHERE * (fresh >> stream & 1)


@kernel
def forbid(game, minds, order, shift):
    """Tells the rules what each seat must do without: some powers act without a move."""
    for seat in range(game.players):
        game.never[seat] = minds[(order.side[seat] + shift) % order.players].never


@kernel
def drop_forbidden(game, rules, mind, kinds, choices, n):
    """Keeps the moves that restricted play allows, or all if it allows none; how many are left."""
    left = 0
    for k in range(n):
        if not mind.never & kinds(game, rules, choices.move[k]):
            choices.move[left], choices.move[k] = choices.move[k], choices.move[left]
            left += 1
    return left if left else n


@kernel
def preferred(game, k, rating, best, highest, ties):
    """The best move so far, its rating and how many are as good; among these, whim decides.

    In selections, not branches: nobody could predict them.
    """
    equal, better = rating == highest, rating > highest
    ties = 1 if better else ties + equal
    best = k if better else best
    highest = rating if better else highest
    if equal and rng.below(game.whim[game.player], ties) == 0:
        best = k
    return best, highest, ties


def rate_all(game, rules, mind, choices, n):
    """The index of the move that the player rates highest, ties by whim, unless it is open.

    It is where chance or a liking has a say. Only then, or where somebody asks for them, are
    ratings written down: nobody else goes through them once more.
    """
    is_open = mind.temperature > 0.0 or mind.liked != 0
    is_read = is_open or mind.asked != 0
    best, highest, ties = 0, np.nan if is_open else -np.inf, 0  # nothing is above no number
    for k in range(n):
        rating = 1.0 * rate(game, rules, choices.move[k], mind)  # noqa: F821 (yes is 1)
        if rating != rating:
            return NOT_A_NUMBER
        if is_read:
            choices.rating[k] = rating
        best, highest, ties = preferred(game, k, rating, best, highest, ties)
    return OPEN if is_open else best


def rating_all(rate: Any) -> Any:
    """The kernel that rates all moves: called for each one, `rate` cost a short game 8 % more."""
    body = rate.py_func
    return with_kernels(rate_all, body.__module__, body.__code__.co_filename, rate=rate)


@kernel
def lean(game, rules, mind, kinds, choices, n):
    """Rates liked moves higher, by how far the ratings lie from their mean on average."""
    mean, spread = 0.0, 0.0
    for k in range(n):
        mean += choices.rating[k] / n
    for k in range(n):
        spread += abs(choices.rating[k] - mean) / n
    for k in range(n):
        liked = mind.liked & kinds(game, rules, choices.move[k])
        for kind in range(MAX_KINDS):
            if liked >> kind & 1:
                choices.rating[k] += mind.likes[kind] * (spread + HAIR)


@kernel
def choose(game, mind, choices, n):
    """The index of the move with the highest rating, and chance; ties by the player's whim."""
    best, highest, ties = 0, -np.inf, 0
    for k in range(n):
        rating = choices.rating[k]
        if mind.temperature > 0.0:
            rating += mind.temperature * rng.gumbel(game.whim[game.player])
        best, highest, ties = preferred(game, k, rating, best, highest, ties)
    return best


def note(game, rules, curve, which):
    """Writes every seat's figure after a round into the curve, or the sum over all sources (-1)."""
    row = min(game.rounds, curve.standing.shape[0]) - 1
    for seat in range(game.players):
        if which >= 0:
            curve.standing[row, seat] = figure(game, rules, seat, which)  # noqa: F821
            continue
        total = 0
        for k in range(game.points.shape[1]):  # constant: unrolled, source by source
            total += figure(game, rules, seat, k)  # noqa: F821
        curve.standing[row, seat] = total


def noting(figure: Any) -> Any:
    """The kernel that notes this figure, `worth` for example."""
    body = figure.py_func
    return with_kernels(note, body.__module__, body.__code__.co_filename, figure=figure)


@kernel
def decide(game, rules, mind, look, rate_all, legal, kinds, choices):
    """The seat to act looks at its moves: how many there are, and the index of the one it makes."""
    n = legal(game, rules, choices)
    if n < 1 or n > len(choices.move):
        return n, NO_CHOICE
    if n == 1:
        game.forced[game.player] += 1
    elif mind.never:
        n = drop_forbidden(game, rules, mind, kinds, choices, n)
    if n == 1:
        return n, 0
    look(game, rules, mind)
    best = rate_all(game, rules, mind, choices, n)
    if best != OPEN:
        return n, best
    if mind.liked:
        lean(game, rules, mind, kinds, choices, n)
    return n, choose(game, mind, choices, n)


@kernel
def advance(game, rules, apply, move, bound):
    apply(game, rules, move)
    game.n_moves += 1
    if game.n_moves >= bound and game.ended == 0:
        game.ended = CUT_OFF


@kernel
def number_in(order, row):
    """The number of the game in a row."""
    return order.first_game + row + row // order.rotations * (order.step - 1) * order.rotations


@kernel
def play_block(games, curves, rules, minds, looks, rates, kernels, order, choices):
    """Plays one game in each row; the index of the first row that failed, or -1.

    Game i is deal i // rotations with the line-up moved on by i % rotations: seat s is played by
    number (side[s] + i) of it, as a rule s + i. What a game is depends on nothing else. Where all
    have the same kernels, always the first one's are called: other places to jump to, which nobody
    can predict, cost a short game 6 %.
    """
    setup, legal, apply, kinds, note = kernels
    players, at, look, rate_all = order.players, 0, looks[0], rates[0]
    for row in range(len(games)):
        game, number = games[row], number_in(order, row)
        shift = number % order.rotations
        begin(game, order.seats, order.seed, number // order.rotations, order.fresh)
        forbid(game, minds, order, shift)
        setup(game, rules)
        while game.ended == 0:
            rounds, who = game.rounds, order.side[game.player] + shift
            if who >= players:
                who -= players
            if order.alike[who] != at:
                at = order.alike[who]
                look, rate_all = looks[at], rates[at]
            _, chosen = decide(game, rules, minds[who], look, rate_all, legal, kinds, choices)
            if chosen < 0:
                return row
            advance(game, rules, apply, choices.move[chosen], order.bound)
            if game.rounds > rounds and order.figure != NONE:
                note(game, rules, curves[row], order.figure)
    return -1


@kernel
def deal_block(games, rules, setup, order):
    """Lays one game in each row, as it is before its first move."""
    for row in range(len(games)):
        begin(games[row], order.seats, order.seed, order.first_game + row, order.fresh)
        setup(games[row], rules)
