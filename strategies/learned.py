"""A bot of any title that has learned: it plays promising moves on to its own next turn, and asks a
net what it has then.

The base's best moves are candidates, if it rates them about as high as its own. On each re-dealt
copy of the position the base plays all seats until the one that looks is to act again, after
`turns` such turns; a net (`strategies/net.py`) says what that position is worth, or the result does
where the game has ended. A move other than the base's own is made only if it is better by `edge`
and by `caution` standard errors. Every few copies those that are not ahead are given up.
"""

from typing import Any

import numpy as np

from simulator.kernel import kernel, room
from simulator.loop import HAIR, Mind
from simulator.names import numbered
from simulator.titles import Title
from strategies.net import Net
from strategies.playing_on import (
    base_of_title,
    best_first,
    deal_anew,
    leaf_of,
    of_title,
    rated_by_base,
    rated_near,
    seed_of,
)
from strategies.search import HEAD, MOST, TRIED, Sums, add, beyond

SETTINGS = dict(candidates=4, within=0.0, copies=1, turns=1, edge=0.1, caution=0.0)
ABOUT = dict(
    candidates="how many moves are tried at most, those the base rates highest",
    within="by how much lower than its own the base may rate them; 0: by any",
    copies="on how many re-dealt copies of the position each is tried at most",
    turns="how many of its own turns later the net is asked",
    edge="by how much more than the base's own a move must promise, where a win is 1",
    caution="and by how many standard errors",
)
S = numbered(*SETTINGS)
RACE = 4  # copies after which those not ahead are given up


@kernel
def ahead_of(sums, order, alive):
    """Keeps the candidates that are ahead of the base's move so far; how many are left."""
    left = 1
    for k in range(1, alive):
        if sums[order[k]].value > 0.0:
            order[left], order[k] = order[k], order[left]
            left += 1
    return left


def look(game, rules, mind):
    """Tries the base's best moves and notes how much better than its own each is."""
    rows, lists, minds = room(2, Game), room(2, Choices), room(1, Mind)
    sums, order, stream = room(TRIED, Sums), room(MOST, np.int64), room(1, np.uint64)
    memory = room(REMEMBERED, np.int32)
    seat, settings, moves = np.int64(game.player), mind.settings, lists[0]
    base = (legal, apply, kinds, base_look, base_rate_all)
    n = rated_by_base(game, rules, mind, rows, minds[0], moves, base)
    tried = min(n, int(settings[S.candidates]), MOST)
    best_first(moves, n, tried)
    tried = rated_near(moves, tried, settings[S.within])
    for k in range(tried):
        order[k] = k
    alive, stream[0] = tried, seed_of(game)
    for copy in range(int(settings[S.copies])):
        if alive < 2:
            break
        rows[0] = game
        deal_anew(rows[0], rules, seat, redeal, stream)
        own = 0.0
        for k in range(alive):
            rows[1] = rows[0]
            got = ahead(rows[1], rules, moves.move[order[k]], minds[0], lists[1], seat,
                        int(settings[S.turns]), memory)  # fmt: skip
            own = own if k else got
            add(sums[order[k]], got - own, 0.0, 0.0)
        if (copy + 1) % RACE == 0:
            alive = ahead_of(sums, order, alive)
    mind.notes[0] = tried
    mind.notes[HEAD], mind.notes[HEAD + MOST] = moves.move[0], 0.0
    for k in range(1, tried):
        mind.notes[HEAD + k] = moves.move[k]
        surely = beyond(sums[k], -settings[S.caution]) - settings[S.edge] - HAIR
        mind.notes[HEAD + MOST + k] = surely


Game = Choices = legal = apply = kinds = redeal = base_look = base_rate_all = ahead = None
REMEMBERED = 0
# These of a title, a base and a net, where `look` becomes a kernel.


def looking(title: Title, base_look: Any, base_rate: Any, net: Net) -> Any:
    """The kernel that looks ahead in a title by the ratings of a base and the values of a net."""
    base = base_of_title(title, base_look, base_rate)
    ahead = leaf_of(title, net, base)
    return of_title(look, title, ahead=ahead, REMEMBERED=net.memory(title), **base)
