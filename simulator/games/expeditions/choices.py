"""What a player may do: the legal moves of every kind of decision."""

import numpy as np

from simulator.games.expeditions.board import ALL_WAYS, ARCS, SLOTS, START, USUAL, read_board
from simulator.games.expeditions.moves import Move
from simulator.games.expeditions.table import COLOURS, MAX_ARROWS, Phase, is_far
from simulator.kernel import kernel
from simulator.titles import offer


def most_choices() -> int:
    """No decision has more choices than that after a loop.

    A loop of n arrows has visited n places at most, the start included, since one arrow or more
    led to a place visited before. Each arrow takes two of the arcs that leave those places. One
    more choice is written by `add_arrow` and not counted.
    """
    free = np.sort(np.diff(read_board().first) - 2)[::-1]
    return int(free[: MAX_ARROWS - 1].sum()) + 1


@kernel
def legal(game, rules, choices):
    phase = game.phase
    if phase == Phase.loop:
        return legal_restarts(game, rules, choices)
    if phase in (Phase.mark, Phase.keep, Phase.give):
        return legal_cards(game, rules, choices)
    n = legal_arrows(game, rules, choices)
    if phase == Phase.paid:
        return n
    if phase == Phase.bonus:
        return n if rules.blue_mandatory else offer(choices, n, Move.decline)
    if phase == Phase.rest or n == 0:
        n = offer(choices, n, Move.end_turn)
    elif can_spend(game, rules):
        n = offer(choices, n, Move.pay_first)
    return add_tickets(game, rules, choices, n) if can_spend(game, rules) else n


@kernel
def legal_arrows(game, rules, choices):
    """From the tip of each expedition along segments that carry no arrow of its colour."""
    n = 0
    for colour in range(COLOURS):
        if game.n_arrows[colour] < rules.arrows:
            n = add_arrows(game, rules, choices, n, colour, game.tip[colour])
    return n


@kernel
def add_arrows(game, rules, choices, n, colour, place):
    """As many ways are gone through for all but a few places: how many there are is a guess."""
    first = ARCS * colour + rules.first[place]
    free = int(ALL_WAYS[place]) & ~int(game.used[colour, place])
    for k in range(USUAL):
        n = add_arrow(choices, n, first, free, k)
    if free >> USUAL:
        for k in range(USUAL, SLOTS):
            n = add_arrow(choices, n, first, free, k)
    return n


@kernel
def add_arrow(choices, n, first, free, k):
    """Written in any case and counted if it is free: a branch would be a guess.

    There is room for one more than can be free (`most_choices`).
    """
    choices.move[n] = first + k
    return n + (free >> k & 1)


@kernel
def legal_restarts(game, rules, choices):
    """From the start or any place visited: those that an arrow reached without closing a loop."""
    colour = game.loop - 1
    n = add_arrows(game, rules, choices, 0, colour, START)
    for k in range(game.n_arrows[colour]):
        if not game.closed[colour, k]:
            place = rules.head[game.stack[colour, k]]
            n = add_arrows(game, rules, choices, n, colour, place)
    return n


@kernel
def can_spend(game, rules):
    return game.tickets[game.player] > 0 and game.tickets_used < rules.tickets_per_turn


@kernel
def can_remove(game, rules, colour):
    """Not where the colour's last arrow of all closed a loop: nothing can be placed from there."""
    n = game.n_arrows[colour]
    if n < rules.arrows or rules.last_loop_removable:
        return n > 0
    return game.closed[colour, n - 1] == 0


@kernel
def add_tickets(game, rules, choices, n):
    """Removals and the exchange; arrows are paid for by other moves."""
    for colour in range(COLOURS):
        if can_remove(game, rules, colour):
            n = offer(choices, n, Move.remove + colour)
    if game.n_deck > 0 and game.n_hand[game.player] > 0:
        n = offer(choices, n, Move.exchange)
    return n


@kernel
def legal_cards(game, rules, choices):
    n, seat = 0, game.player
    if game.phase == Phase.keep:
        for k in range(game.n_offer):
            n = offer(choices, n, Move.keep + int(game.offer[k]))
        return offer(choices, n, Move.keep_none)
    for k in range(game.n_hand[seat]):
        card = int(game.hand[seat, k])
        if game.phase == Phase.give:
            n = offer(choices, n, Move.give + card)
        elif game.token[card] == 0 and is_far(rules, card):
            n = offer(choices, n, Move.mark + card)
    return n
