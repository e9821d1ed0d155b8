"""Playing a position on as a base would: what bots that look ahead have in common.

What a seat cannot see is dealt anew on a copy, a move is made there, and the base plays every seat
on: to the end, for some rounds, or until the seat has had some turns of its own, where a net says
what the position is worth to it.
"""

from typing import Any

import numpy as np

from simulator import rng
from simulator.kernel import called, is_kernel, kernel, with_kernels
from simulator.loop import decide, drop_forbidden, rating_all
from simulator.machine_code import is_shipped
from simulator.match import kernel_types
from simulator.sources import strategies_home
from simulator.titles import Title
from strategies.net import Net

NOBODY, ALL, ANY = range(3)  # shares a win: rivals do; or all have it; or every winner a whole one
MARGIN = 0.5  # what a lead counts beside the win itself, which counts 1


@kernel
def rated_by_base(game, rules, mind, rows, inner, moves, players):
    """Lists the legal moves with the base's ratings, its own move first; how many there are."""
    legal, _, kinds, base_look, base_rate_all = players
    for k in range(len(mind.weights)):
        inner.weights[k] = mind.weights[k]
    n = legal(game, rules, moves)
    if mind.never:
        n = drop_forbidden(game, rules, mind, kinds, moves, n)
    rows[1], inner.asked = game, 1
    base_look(rows[1], rules, inner)
    swap(moves, 0, max(0, base_rate_all(rows[1], rules, inner, moves, n)))
    inner.asked = 0
    return n


@kernel
def best_first(moves, n, tried):
    """Brings the highest ratings to the front; the base's own move stays where it is."""
    for k in range(1, tried):
        best = k
        for other in range(k + 1, n):
            if moves.rating[other] > moves.rating[best]:
                best = other
        swap(moves, k, best)


@kernel
def rated_near(moves, tried, within):
    """How many of the candidates the base rates about as high as its own move."""
    while within > 0.0 and tried > 1 and moves.rating[tried - 1] < moves.rating[0] - within:
        tried -= 1
    return tried


@kernel
def play_on(game, rules, move, mind, players, choices, until, bound):
    """Makes a move and lets the base play every seat, to the end or for some rounds."""
    legal, apply, kinds, base_look, base_rate_all = players
    while True:
        apply(game, rules, move)
        game.n_moves += 1
        if game.ended or game.rounds >= until or game.n_moves >= bound:
            return
        mind.never = game.never[game.player]
        _, chosen = decide(game, rules, mind, base_look, base_rate_all, legal, kinds, choices)
        if chosen < 0:
            return
        move = choices.move[chosen]


@kernel
def standing(game, rules, seat, worth):
    """What a seat would score if the game ended now."""
    total = 0
    for source in range(game.points.shape[1]):
        total += worth(game, rules, seat, source)
    return total


@kernel
def outcome(game, rules, seat, worth, together):
    """A seat's share of the win, and its lead over the best of the others.

    Of one player, and of all who play together: whether they won, and their standing. Where any
    number may win, a winner has a whole win.
    """
    own = standing(game, rules, seat, worth)
    if together == ALL or game.players == 1:
        return 1.0 if game.ended and game.place[seat] == 1 else 0.0, float(own)
    best, ahead, level = -(1 << 30), 0, 1
    for other in range(game.players):
        if other != seat:
            theirs = standing(game, rules, other, worth)
            best = max(best, theirs)
            behind = game.place[seat] - game.place[other] if game.ended else theirs - own
            ahead += behind > 0
            level += behind == 0
    if together == ANY and game.ended:
        return 1.0 if game.place[seat] == 1 else 0.0, float(own - best)
    return 0.0 if ahead else 1.0 / level, float(own - best)


@kernel
def team_standing(game, rules, team, worth):
    """What all seats of a team would score together if the game ended now."""
    total = 0
    for seat in range(game.players):
        if rules.team[seat] == team:
            total += standing(game, rules, seat, worth)
    return total


@kernel
def outcome_of_teams(game, rules, seat, worth, together):
    """The share of a seat's team in the win, and its lead over the best of the others."""
    team = rules.team[seat]
    own, best, ahead, level = team_standing(game, rules, team, worth), -(1 << 30), 0, 1
    for other in range(rules.teams):
        if other != team:
            theirs = team_standing(game, rules, other, worth)
            best = max(best, theirs)
            behind = theirs - own
            if game.ended:
                behind = game.place[seat] - game.place[seat_of(game, rules, other)]
            ahead += behind > 0
            level += behind == 0
    return 0.0 if ahead else 1.0 / level, float(own - best)


@kernel
def seat_of(game, rules, team):
    """The first seat of a team."""
    seat = 0
    while rules.team[seat] != team:
        seat += 1
    return seat


@kernel
def swap(moves, one, other):
    moves.move[one], moves.move[other] = moves.move[other], moves.move[one]
    moves.rating[one], moves.rating[other] = moves.rating[other], moves.rating[one]


@kernel
def deal_anew(copy, rules, seat, redeal, stream):
    """What the seat cannot see, chance and every seat's whims are others from here on."""
    redeal(copy, rules, seat, stream)
    copy.deal[0] = rng.draw(stream)
    copy.table[0] = rng.draw(stream)
    for each in range(copy.players):
        copy.whim[each, 0] = rng.draw(stream)


@kernel
def seed_of(game):
    """Where the chances of a search begin: what the seat knows, another at each decision."""
    return rng.mix(game.whim[game.player, 0] ^ rng.mix(np.uint64(game.n_moves)))


@kernel
def worth_of(won, lead, middle, usual):
    """What a result counts: the win, and a little of the lead over what is usual."""
    off = lead - middle
    return won + MARGIN * off / (abs(off) + usual)


def to_a_leaf(game, rules, move, mind, choices, seat, turns, memory):
    """Makes a move, lets the base play every seat, and says what the seat has after its turns.

    `memory` is the net's.
    """
    is_away, rounds = game.players == 1, game.rounds
    while True:
        apply(game, rules, move)
        game.n_moves += 1
        if game.ended or game.n_moves >= bound:
            won, lead = outcome(game, rules, seat, worth, together)
            return worth_of(won, lead, MIDDLE, USUAL)
        if game.player != seat:
            is_away = True
        elif is_away and (game.players > 1 or game.rounds > rounds):
            turns -= 1
            if turns <= 0:
                return value(game, rules, seat, memory)
            is_away, rounds = game.players == 1, game.rounds
        mind.never = game.never[game.player]
        _, chosen = decide(game, rules, mind, base_look, base_rate_all, legal, kinds, choices)
        if chosen < 0:
            return 0.0
        move = choices.move[chosen]


legal = apply = kinds = worth = base_look = base_rate_all = value = None
MIDDLE = USUAL = 0.0
bound = together = 0  # these of a title, a base and a net, where `to_a_leaf` becomes a kernel


def leaf_of(title: Title, net: Net, base: dict[str, Any]) -> Any:
    """`to_a_leaf` for a title, a base and a net."""
    usual = {name.upper(): float(net.about[name]) for name in ("middle", "usual")}
    asked = called(net.kernel(title), float, title.Game, title.Rules, int, (np.int32, 1))
    return of_title(to_a_leaf, title, value=asked, **base, **usual)


def base_of_title(title: Title, look: Any, rate: Any) -> dict[str, Any]:
    """What a base does at a decision, as kernels that others call."""
    types = kernel_types(title)
    return dict(
        base_look=called(look, *types["look"]),
        base_rate_all=called(rating_all(rate), *types["rate"]),
    )


def _together(title: Title) -> int:
    return ALL if title.is_cooperative else ANY if title.any_may_win else NOBODY


def of_title(body: Any, title: Title, **given: Any) -> Any:
    """A function as a kernel with a title's own in it; it is stale with any of its strategies."""
    types = kernel_types(title)
    for name in ("legal", "apply", "kinds", "redeal", "worth"):
        given[name] = called(getattr(title, name), *types[name])
    module, file = strategies_home(title.name)
    for one in given.values():
        if is_kernel(one) and not is_shipped(
            one.py_func
        ):  # compiled anew in every session, and so is this
            module, file = one.py_func.__module__, one.py_func.__code__.co_filename
    records = dict(Game=title.Game, Choices=title.Choices)
    numbers = dict(bound=title.max_moves, together=_together(title))
    if title.teams:
        given["outcome"] = outcome_of_teams
    return with_kernels(body, module, file, **records, **numbers, **given)
