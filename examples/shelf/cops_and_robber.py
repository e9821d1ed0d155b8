"""Cops and robber on a map of ten places: all see everything, and three cops are enough."""

import itertools

import numpy as np

from tiltmeter.design import (
    Game,
    each_player,
    endings,
    finish,
    gain,
    number,
    numbered,
    regions,
    spans,
)

Place = numbered("dock", "mill", "park", "bank", "gate", "inn", "fair", "yard", "hill", "well")
RING = [(k, (k + 1) % 5) for k in range(5)]  # five places in a ring, each with one inside
STAR = [(5 + k, 5 + (k + 2) % 5) for k in range(5)]  # and those inside in a star
Map = regions(Place, [*RING, *STAR, *((k, 5 + k) for k in range(5))])
ROBBER, FAR = 0, 99
Move = spans(go=Map)
Phase = numbered("settling", "chasing")
Ending = endings("caught", "escaped")

cops_and_robber = Game(
    "cops_and_robber",
    full_name="Cops and robber",
    about="Cops move along streets; they win if one of them stands where the robber is.",
    teams={"robber": 1, "cops": "cops"},
    moves=Move,
    phases=Phase,
    endings=Ending,
    fields={"at": each_player(number(0, len(Place) - 1, names=Place), asked=False)},
    components={
        "cops": {"value": 3, "about": "cops", "min": 2, "max": 3, "alternatives": [2]},
        "nights": {"value": 12, "about": "rounds that the robber must last", "min": 1, "max": 40},
    },
    max_rounds=41,
)


@cops_and_robber.setup
def begin(game, rules):
    game.player = 1  # the cops settle down first


@cops_and_robber.legal
def may(game, rules, place):
    if game.phase == Phase.settling:
        return game.player != ROBBER or not has_cop(game, place)
    return Map.distance[game.at[game.player], place] <= 1


@cops_and_robber.kernel
def has_cop(game, place):
    for seat in range(1, game.players):
        if game.at[seat] == place:
            return True
    return False


@cops_and_robber.apply
def go(game, rules, place):
    seat = game.player
    game.at[seat] = place
    game.player = (seat + 1) % game.players
    if game.phase == Phase.settling:
        if seat == ROBBER:
            game.phase = Phase.chasing
        return
    if has_cop(game, game.at[ROBBER]):
        gain(game, 1, 1)
        finish(game, Ending.caught)
    elif seat == ROBBER:
        game.rounds += 1
        if game.rounds == rules.nights:
            gain(game, ROBBER, 1)
            finish(game, Ending.escaped)


def solve(cops):
    """Rounds until a robber is caught who waits as long as can be, by who is to move.

    The table has the robber's place, then the cops'; the first table is of the robber's turn, the
    others of each cop's. FAR: never.
    """
    n, near = Map.cells, Map.distance <= 1
    tables = np.full((1 + cops, *[n] * (1 + cops)), FAR, np.int8)
    caught = np.zeros(tables.shape[1:], bool)
    for place in itertools.product(range(n), repeat=1 + cops):
        caught[place] = place[0] in place[1:]
    for _ in range(30):
        before = tables.copy()
        for turn in range(cops, -1, -1):
            after = tables[(turn + 1) % (1 + cops)]
            rows = np.moveaxis(after, turn, 0)
            best = np.max if turn == ROBBER else np.min
            new = np.stack([best(rows[near[k]], axis=0) for k in range(n)])
            new = np.moveaxis(new, 0, turn) + (turn == ROBBER)
            tables[turn] = np.where(caught, 0, np.minimum(new, FAR))
        if (tables == before).all():
            break
    return tables


TWO, THREE = solve(2), solve(3)


@cops_and_robber.kernel
def waits(game, turn, robber, one, two, three):
    if game.players == 3:
        return TWO[turn, robber, one, two]
    return THREE[turn, robber, one, two, three]


@cops_and_robber.strategy()
def allround(game, rules, place, mind):
    """Plays perfectly while it chases or flees; cops settle apart, the robber far from them."""
    seat = game.player
    if game.phase == Phase.settling and seat != ROBBER:
        apart = 0
        for other in range(1, seat):
            apart += Map.distance[game.at[other], place]
        return 1.0 * apart
    robber = place if seat == ROBBER else game.at[ROBBER]
    one = place if seat == 1 else game.at[1]
    two = place if seat == 2 else game.at[2]
    three = place if seat == 3 else game.at[min(3, game.players - 1)]
    settles = game.phase == Phase.settling
    turn = 1 if settles else (seat + 1) % game.players
    rounds = waits(game, turn, robber, one, two, three)
    return 1.0 * rounds if seat == ROBBER else -1.0 * rounds
