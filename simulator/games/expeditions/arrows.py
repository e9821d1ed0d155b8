"""Arrows placed and removed: segments, loops, and what the place they lead to gives."""

from simulator.games.expeditions.board import AROUND, CARDS, ENTERS, LEAVES, SLOTS, START, USUAL
from simulator.games.expeditions.cards import visit
from simulator.games.expeditions.table import (
    COLOURS,
    EffectAt,
    Gives,
    Phase,
    Tally,
    is_rivals_token,
)
from simulator.kernel import kernel


@kernel
def n_left(game, rules):
    """Arrows of all colours not on the board."""
    placed = 0
    for colour in range(COLOURS):
        placed += game.n_arrows[colour]
    return COLOURS * rules.arrows - placed


@kernel
def is_visited(game, colour, place):
    """Has this expedition been there? The start counts from the beginning."""
    return game.reached[colour, place] > 0


@kernel
def extend(game, rules, colour, arc):
    """Places an arrow; one that points to a visited place closes a loop."""
    if game.phase != Phase.loop:
        note_block(game, rules, colour, rules.head[arc])
    n, place, route = game.n_arrows[colour], rules.head[arc], rules.route[arc]
    closes = is_visited(game, colour, place)
    game.stack[colour, n] = arc
    game.closed[colour, n] = closes
    game.n_arrows[colour] = n + 1
    turn_marks(game, rules, colour, arc)
    game.reached[colour, place] += 1
    game.tip[colour] = place
    game.tally[game.player, Tally.loops] += closes
    game.visits[place] += 1
    game.travels[route] += 1


@kernel
def turn_marks(game, rules, colour, arc):
    """An arrow comes to lie on a segment, or goes: marked at both of its ends."""
    game.used[colour, rules.tail[arc]] ^= LEAVES[arc]
    game.used[colour, rules.head[arc]] ^= ENTERS[arc]


@kernel
def is_free(game, colour, place, k):
    """Does the k-th way from a place carry no arrow of the colour?"""
    return (game.used[colour, place] >> k & 1) == 0


@kernel
def retract(game, rules, colour):
    """Removes the last arrow; it can be used again, and so can its segment."""
    game.tally[game.player, Tally.removals] += 1
    n, tip = game.n_arrows[colour] - 1, tip_before(game, rules, colour)
    arc = game.stack[colour, n]
    if n + 1 < rules.arrows:  # else nobody could have led it on
        note_block(game, rules, colour, tip)
    game.n_arrows[colour] = n
    turn_marks(game, rules, colour, arc)
    game.reached[colour, rules.head[arc]] -= 1
    game.tip[colour] = tip


@kernel
def tip_before(game, rules, colour):
    """Where an expedition stands without its last arrow."""
    n = game.n_arrows[colour]
    return int(rules.head[game.stack[colour, n - 2]]) if n > 1 else START


@kernel
def place_of_removal(game, rules, colour):
    """Whose effect taking the last arrow off has; the two readings differ on loops only."""
    if rules.removal_effect_at == EffectAt.base:
        return int(rules.tail[game.stack[colour, game.n_arrows[colour] - 1]])
    return tip_before(game, rules, colour)


@kernel
def note_block(game, rules, colour, place):
    """Counts a tip that leaves, for `place`, a free segment to a rival's token."""
    tip, blocked = game.tip[colour], False
    for k in range(n_slots(rules, tip)):
        ahead = AROUND[tip, k]
        can_lead_there = is_rivals_token(game, ahead) & is_free(game, colour, tip, k)
        blocked |= can_lead_there & (ahead != place)
    game.tally[game.player, Tally.blocks] += blocked


@kernel
def n_slots(rules, place):
    """The same for all but a few places: how many arcs there are would be a guess."""
    return USUAL if rules.first[place + 1] - rules.first[place] <= USUAL else SLOTS


@kernel
def arrive(game, rules, colour, place, by_arrow):
    """What a place gives to an expedition; a loop asks for a new base while arrows are left."""
    if game.n_arrows[colour] == 0:
        return
    if place < CARDS:
        visit(game, rules, place, by_arrow or rules.removal_takes_common != 0)
    elif rules.gives[place] == Gives.ticket:
        gain_ticket(game)
    elif rules.gives[place] == Gives.arrow:
        game.n_bonus += 1
    if game.closed[colour, game.n_arrows[colour] - 1] and game.n_arrows[colour] < rules.arrows:
        game.loop = 1 + colour
        game.tally[game.player, Tally.reopened_loops] += not by_arrow


@kernel
def gain_ticket(game):
    if game.ticket_supply > 0:
        game.ticket_supply -= 1
        game.tickets[game.player] += 1
        game.tally[game.player, Tally.tickets_gained] += 1
        game.gained = 1
