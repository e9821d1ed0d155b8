"""A bot of any title that has learned: it plays promising moves on to its own next turn, and asks a
net what it has then.

The base's best moves are candidates. On each re-dealt copy of the position the base plays all seats
until the one that looks is to act again, after `turns` such turns; a net (`strategies/net.py`) says
what that position is worth, or the result does where the game has ended. A move other than the
base's own is made only if it is better by `edge` and by `caution` standard errors. Every few copies
those that are not ahead are given up.
"""

from typing import Any

import numpy as np

from simulator.kernel import called, kernel, room
from simulator.loop import HAIR, Mind, decide, drop_forbidden, rating_all
from simulator.match import kernel_types
from simulator.names import numbered
from simulator.titles import Title
from strategies import search
from strategies.net import Net
from strategies.search import HEAD, MOST, Sums, add, beyond, deal_anew, seed_of, swap

SETTINGS = dict(candidates=4, copies=1, turns=1, edge=0.1, caution=0.0)
ABOUT = dict(
    candidates="how many moves are tried, those the base rates highest",
    copies="on how many re-dealt copies of the position each is tried at most",
    turns="how many of its own turns later the net is asked",
    edge="by how much more than the base's own a move must promise, where a win is 1",
    caution="and by how many standard errors",
)
S = numbered(*SETTINGS)
RACE = 4  # copies after which those not ahead are given up
MARGIN = 0.5  # what a lead counts beside the win itself, as in a search


@kernel
def best_first(moves, n, most):
    """Brings the highest ratings to the front, the base's own move stays; how many are tried."""
    tried = min(n, most, MOST)
    for k in range(1, tried):
        best = k
        for other in range(k + 1, n):
            if moves.rating[other] > moves.rating[best]:
                best = other
        swap(moves, k, best)
    return tried


@kernel
def worth_of(won, lead, middle, usual):
    """What a result counts: the win, and a little of the lead over what is usual."""
    off = lead - middle
    return won + MARGIN * off / (abs(off) + usual)


@kernel
def ahead_of(sums, order, alive):
    """Keeps the candidates that are ahead of the base's move so far; how many are left."""
    left = 1
    for k in range(1, alive):
        if sums[order[k]].value > 0.0:
            order[left], order[k] = order[k], order[left]
            left += 1
    return left


def play_on(game, rules, move, mind, choices, seat, turns):
    """Makes a move, lets the base play every seat, and says what the seat has after its turns."""
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
                return value(game, rules, seat)
            is_away, rounds = game.players == 1, game.rounds
        mind.never = game.never[game.player]
        _, chosen = decide(game, rules, mind, base_look, base_rate_all, legal, kinds, choices)
        if chosen < 0:
            return 0.0
        move = choices.move[chosen]


def look(game, rules, mind):
    """Tries the base's best moves and notes how much better than its own each is."""
    rows, lists, minds = room(2, Game), room(2, Choices), room(1, Mind)
    sums, order, stream = room(MOST + 1, Sums), room(MOST, np.int64), room(1, np.uint64)
    seat, settings, moves = np.int64(game.player), mind.settings, lists[0]
    for k in range(len(mind.weights)):
        minds[0].weights[k] = mind.weights[k]
    n = legal(game, rules, moves)
    if mind.never:
        n = drop_forbidden(game, rules, mind, kinds, moves, n)
    rows[1], minds[0].asked = game, 1
    base_look(rows[1], rules, minds[0])
    swap(moves, 0, max(0, base_rate_all(rows[1], rules, minds[0], moves, n)))  # its own move
    n, minds[0].asked = best_first(moves, n, int(settings[S.candidates])), 0
    for k in range(n):
        order[k] = k
    alive, stream[0] = n, seed_of(game)
    for copy in range(int(settings[S.copies])):
        if alive < 2:
            break
        rows[0] = game
        deal_anew(rows[0], rules, seat, redeal, stream)
        base = 0.0
        for k in range(alive):
            rows[1] = rows[0]
            got = ahead(rows[1], rules, moves.move[order[k]], minds[0], lists[1], seat,
                        int(settings[S.turns]))  # fmt: skip
            base = base if k else got
            add(sums[order[k]], got - base, 0.0, 0.0)
        if (copy + 1) % RACE == 0:
            alive = ahead_of(sums, order, alive)
    mind.notes[0] = n
    for k in range(n):
        mind.notes[HEAD + k] = moves.move[k]
        surely = beyond(sums[k], -settings[S.caution]) - settings[S.edge] - HAIR
        mind.notes[HEAD + MOST + k] = surely if k else 0.0


Game = Choices = legal = apply = kinds = redeal = worth = base_look = base_rate_all = None
value = ahead = None
MIDDLE = USUAL = 0.0
bound = together = 0  # these of a title, a base and a net, where `look` becomes a kernel
outcome = search.outcome


def looking(title: Title, base_look: Any, base_rate: Any, net: Net) -> Any:
    """The kernel that looks ahead in a title by the ratings of a base and the values of a net."""
    types = kernel_types(title)
    given = dict(
        base_look=called(base_look, *types["look"]),
        base_rate_all=called(rating_all(base_rate), *types["rate"]),
    )
    given["value"] = called(net.kernel(title), float, title.Game, title.Rules, int)
    usual = {name.upper(): float(net.about[name]) for name in ("middle", "usual")}
    ahead = search.of_title(play_on, title, **given, **usual)
    return search.of_title(look, title, ahead=ahead, **given)
