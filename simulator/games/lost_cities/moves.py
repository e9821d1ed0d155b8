"""What a player may do and what then happens: dice, expeditions, arrows, refusals, bridges.

A move is one int: `10 * colour + number` takes that pair of dice, REFUSE refuses them all,
`ARROW_TO + colour` writes an arrow's number into that expedition, DECLINE leaves the arrow unused.
"""

import numpy as np

from simulator.games.lost_cities.table import (
    ACCELERATE,
    ARROW,
    ARROW_BOXES,
    ARROW_TOPS,
    ARTEFACT,
    ARTEFACT_BRIDGE,
    ARTEFACT_POINTS,
    BONUSES,
    BOXES,
    BRIDGE_POINTS,
    BRIDGES,
    CIRCLES,
    CLOSED,
    COLOURS,
    CROSSINGS,
    DECLINED_ARROWS,
    DICE_BOXES,
    DICE_BRIDGE,
    DICE_TOPS,
    LONE_CIRCLE,
    NUMBERS,
    PICK,
    REFUSAL_POINTS,
    REFUSALS,
    mark_new_faces,
    roll,
)
from simulator.kernel import kernel
from simulator.places import rank
from simulator.turns import next_seat

REFUSE = 60
ARROW_TO = 61
DECLINE = 67

# Kinds of moves; a move in an expedition is also of that expedition's kind
TICK, WRITE, TOP, REFUSAL, SPEED_UP, SPEED_TOP, PASS_UP, TO_ARROW, TO_ARTEFACT, IN = range(10)
EXHAUSTED, BRIDGED, BOTH = 2, 3, 4  # endings


@kernel
def legal(game, rules, choices):
    if game.phase == ACCELERATE:
        return legal_arrows(game, rules, choices)
    n = 0
    for c in range(game.n_colours):
        colour = game.colours[c]
        floor = game.floor[game.player, colour]
        for k in range(game.n_numbers):
            # Written in any case and counted if legal: dice are random, so a branch would be too.
            number = game.numbers[k]
            choices.move[n] = NUMBERS * colour + number
            n += can_follow(rules, floor, number) & game.new_colour[c] & game.new_number[k]
    choices.move[n] = REFUSE
    return n + 1


@kernel
def legal_arrows(game, rules, choices):
    n = 0
    for colour in range(COLOURS):
        if can_speed_up(game, rules, game.player, colour):
            choices.move[n] = ARROW_TO + colour
            n += 1
    if rules.arrow_optional or n == 0:
        choices.move[n] = DECLINE
        n += 1
    return n


@kernel
def kinds(game, rules, move):
    """Which sorts of move this is for the seat to act, for restricted play."""
    if move == REFUSE:
        return 1 << REFUSAL
    if move == DECLINE:
        return 1 << PASS_UP
    by_arrow = move >= ARROW_TO
    colour = move - ARROW_TO if by_arrow else move // NUMBERS
    box, here = game.filled[game.player, colour], 1 << IN + colour
    if box == BOXES:
        return here | 1 << TO_ARTEFACT | 1 << (SPEED_TOP if by_arrow else TOP)
    if not by_arrow and ticks_circle(game, rules, game.player, colour, move % NUMBERS):
        return here | 1 << TICK
    here |= int(game.sheet[colour, box] == ARROW) << TO_ARROW
    here |= int(game.sheet[colour, box] == ARTEFACT) << TO_ARTEFACT
    return here | 1 << (SPEED_UP if by_arrow else WRITE)


@kernel
def apply(game, rules, move):
    game.phase = PICK
    if move == REFUSE:
        refuse(game, rules, game.player)
    elif move == DECLINE:
        game.tally[game.player, DECLINED_ARROWS] += 1
    elif move >= ARROW_TO:
        speed_up(game, rules, game.player, move - ARROW_TO)
    else:
        take_pair(game, rules, game.player, move // NUMBERS, move % NUMBERS)
    if game.phase == PICK:
        pass_on(game, rules)


@kernel
def ticks_circle(game, rules, seat, colour, number):
    """A 0 on an expedition with nothing in it is its double circle, never a 10."""
    empty = game.filled[seat, colour] == 0 and not game.circle[seat, colour]
    return rules.circles and number == 0 and empty


@kernel
def counts_as(rules, number):
    return rules.zero_counts if number == 0 else number


@kernel
def can_follow(rules, floor, number):
    """May this number of a die be written where `floor` is the smallest allowed?"""
    if floor == LONE_CIRCLE and number == 0:
        return rules.second_zero
    return np.int64(counts_as(rules, number) >= floor)


@kernel
def can_speed_up(game, rules, seat, colour):
    if not rules.arrow_any_column and colour != game.arrow_column:
        return False
    if not rules.arrow_into_circle and game.floor[seat, colour] == LONE_CIRCLE:
        return False
    return game.floor[seat, colour] != CLOSED


@kernel
def can_speed_up_anywhere(game, rules, seat):
    for colour in range(COLOURS):
        if can_speed_up(game, rules, seat, colour):
            return True
    return False


@kernel
def take_pair(game, rules, seat, colour, number):
    """The active player takes the two dice away; the others leave theirs for everybody."""
    if seat == game.roller:
        take_away(game.colours, game.n_colours, colour)
        take_away(game.numbers, game.n_numbers, number)
        game.n_colours -= 1
        game.n_numbers -= 1
        mark_new_faces(game)
    if ticks_circle(game, rules, seat, colour, number):
        game.circle[seat, colour] = 1
        game.floor[seat, colour] = LONE_CIRCLE
        game.points[seat, colour] = rules.expedition[1, 0]
        game.tally[seat, CIRCLES] += 1
    elif game.filled[seat, colour] == BOXES:
        game.tally[seat, DICE_TOPS] += 1
        tick_top(game, rules, seat, colour)
    else:
        game.tally[seat, DICE_BOXES] += 1
        write(game, rules, seat, colour, counts_as(rules, number))


@kernel
def take_away(dice, n, face):
    """The last of the n dice takes the place of one that shows `face`."""
    for die in range(n):
        if dice[die] == face:
            dice[die] = dice[n - 1]
            return


@kernel
def speed_up(game, rules, seat, colour):
    """An arrow writes the expedition's last number again, or its first one, or ticks its top."""
    boxes = game.filled[seat, colour]
    if boxes == BOXES:
        game.tally[seat, ARROW_TOPS] += 1
        tick_top(game, rules, seat, colour)
        return
    game.tally[seat, ARROW_BOXES] += 1
    number = game.floor[seat, colour] if boxes else rules.first_number
    write(game, rules, seat, colour, number)


@kernel
def write(game, rules, seat, colour, number):
    """Fills the next box; a bridge counts at once, an arrow asks for another decision."""
    box = game.filled[seat, colour]
    game.written[seat, colour, box] = number
    game.filled[seat, colour] = box + 1
    game.floor[seat, colour] = number
    game.points[seat, colour] = rules.expedition[game.circle[seat, colour], box + 1]
    if box + 1 == BOXES and game.artefacts[seat] == BOXES:
        game.floor[seat, colour] = CLOSED
    if box + 1 == rules.bridge_mark:
        cross(game, rules, seat, colour)
    if game.sheet[colour, box] == ARTEFACT:
        hatch_artefact(game, rules, seat)
    elif game.sheet[colour, box] == ARROW:
        game.arrow_column = colour
        if can_speed_up_anywhere(game, rules, seat):
            game.phase = ACCELERATE


@kernel
def tick_top(game, rules, seat, colour):
    game.top[seat, colour] = 1
    game.floor[seat, colour] = CLOSED
    hatch_artefact(game, rules, seat)


@kernel
def hatch_artefact(game, rules, seat):
    if game.artefacts[seat] == BOXES:
        return
    game.artefacts[seat] += 1
    game.points[seat, ARTEFACT_POINTS] = rules.artefacts[game.artefacts[seat]]
    if game.artefacts[seat] == rules.bridge_mark:
        cross(game, rules, seat, ARTEFACT_BRIDGE)
    if game.artefacts[seat] == BOXES:
        close_full_expeditions(game, seat)


@kernel
def close_full_expeditions(game, seat):
    """With all artefacts hatched, the tops of full expeditions can no longer be ticked."""
    for colour in range(COLOURS):
        if game.filled[seat, colour] == BOXES:
            game.floor[seat, colour] = CLOSED


@kernel
def refuse(game, rules, seat):
    """Hatches a dice symbol while there is one; an exhausted player refuses free of charge."""
    game.tally[seat, REFUSALS] += 1
    if game.refusals[seat] == BOXES:
        return
    game.refusals[seat] += 1
    game.points[seat, REFUSAL_POINTS] = rules.refusals[game.refusals[seat]]
    if game.refusals[seat] == rules.bridge_mark:
        cross(game, rules, seat, DICE_BRIDGE)
    if game.refusals[seat] == BOXES:
        game.n_exhausted += 1


@kernel
def cross(game, rules, seat, bridge):
    """The first across gets the bonus, and so do all who follow in the same turn."""
    turn = game.rounds + 1
    game.tally[seat, CROSSINGS] += 1
    if game.crossed[bridge] == 0:
        game.n_crossed += 1
    elif game.crossed[bridge] < turn or not rules.bridges_shared:
        return
    game.crossed[bridge] = turn
    game.bonus[seat, bridge] = 1
    game.tally[seat, BONUSES] += 1
    game.points[seat, BRIDGE_POINTS] += rules.bridge_bonus


@kernel
def pass_on(game, rules):
    """The next player chooses; when all have, the turn ends and the next player rolls."""
    game.n_chosen += 1
    game.player = next_seat(game, game.player)
    if game.n_chosen < game.players:
        return
    game.rounds += 1
    game.n_chosen = 0
    game.ended = ending(game)
    if game.ended:
        rank(game)
        return
    game.roller = next_seat(game, game.roller)
    game.player = game.roller
    roll(game, rules)


@kernel
def ending(game):
    """All players exhausted, all bridges crossed by anybody, or both; else 0."""
    exhausted = game.n_exhausted == game.players
    if game.n_crossed == BRIDGES:
        return BOTH if exhausted else BRIDGED
    return EXHAUSTED if exhausted else 0
