"""What a player may do and what then happens: dice, expeditions, arrows, refusals, bridges."""

from simulator.games.lost_cities.table import (
    BOXES,
    BRIDGES,
    CLOSED,
    COLOURS,
    LONE_CIRCLE,
    NUMBERS,
    Box,
    Bridge,
    Colour,
    Ending,
    Phase,
    Source,
    Tally,
    mark_new_faces,
    roll,
)
from simulator.kernel import kernel
from simulator.names import numbered, spans, written
from simulator.places import rank
from simulator.titles import offer
from simulator.turns import next_seat

Move = spans(
    take=COLOURS * NUMBERS,  # a pair of dice, see `pair`
    refuse=1,
    arrow=COLOURS,  # an arrow writes into that expedition
    decline=1,  # an arrow is left unused
)
Kind = numbered(
    "circle",
    "write",
    "top",
    "refuse",
    "arrow",
    "arrow_top",
    "decline",
    "to_arrow",
    "to_artefact",
    *written(Colour),  # a move in an expedition is also of that expedition's kind
)


@kernel
def pair(colour, number):
    """The move that takes these two dice."""
    return Move.take + NUMBERS * colour + number


@kernel
def number_of(move):
    """The number die of a pair."""
    return (move - Move.take) % NUMBERS


@kernel
def column_of(move):
    """The expedition of a pair or an arrow."""
    return move - Move.arrow if move >= Move.arrow else (move - Move.take) // NUMBERS


@kernel
def legal(game, rules, choices):
    if game.phase == Phase.accelerate:
        return legal_arrows(game, rules, choices)
    n = 0
    for c in range(game.n_colours):
        colour = game.colours[c]
        floor = game.floor[game.player, colour]
        for k in range(game.n_numbers):
            # Written in any case and counted if legal: dice are random, so a branch would be too.
            # There is always room: max_choices counts every colour die with every number die.
            number = game.numbers[k]
            choices.move[n] = pair(colour, number)
            is_new = (game.new_colour[c] & game.new_number[k]) != 0
            n += can_follow(rules, floor, number) & is_new
    return offer(choices, n, Move.refuse)


@kernel
def legal_arrows(game, rules, choices):
    n = 0
    for colour in range(COLOURS):
        if can_accelerate(game, rules, game.player, colour):
            n = offer(choices, n, Move.arrow + colour)
    if rules.arrow_optional or n == 0:
        n = offer(choices, n, Move.decline)
    return n


@kernel
def kinds(game, rules, move):
    """Which sorts of move this is for the seat to act, for restricted play."""
    if move == Move.refuse:
        return 1 << Kind.refuse
    if move == Move.decline:
        return 1 << Kind.decline
    by_arrow, colour = move >= Move.arrow, column_of(move)
    box, here = game.filled[game.player, colour], 1 << Kind.red + colour
    if box == BOXES:
        return here | 1 << Kind.to_artefact | 1 << (Kind.arrow_top if by_arrow else Kind.top)
    if ticks_circle(game, rules, move):
        return here | 1 << Kind.circle
    here |= int(game.sheet[colour, box] == Box.arrow) << Kind.to_arrow
    here |= int(game.sheet[colour, box] == Box.artefact) << Kind.to_artefact
    return here | 1 << (Kind.arrow if by_arrow else Kind.write)


@kernel
def apply(game, rules, move):
    game.phase = Phase.pick
    if move == Move.refuse:
        refuse(game, rules, game.player)
    elif move == Move.decline:
        game.tally[game.player, Tally.declined_arrows] += 1
    elif move >= Move.arrow:
        accelerate(game, rules, move)
    else:
        take_pair(game, rules, move)
    if game.phase == Phase.pick:
        pass_on(game, rules)


@kernel
def ticks_circle(game, rules, move):
    """A 0 on an expedition with nothing in it is its double circle, never a 10."""
    if not rules.circles or move >= Move.refuse or number_of(move) != 0:
        return False
    seat, colour = game.player, column_of(move)
    return game.filled[seat, colour] == 0 and not game.circle[seat, colour]


@kernel
def number_written(game, rules, move):
    """What a pair or an arrow writes: an arrow the last number again, or the first."""
    if move < Move.refuse:
        return counts_as(rules, number_of(move))
    seat, colour = game.player, column_of(move)
    return game.floor[seat, colour] if game.filled[seat, colour] else rules.first_number


@kernel
def counts_as(rules, number):
    zero = rules.zero_counts  # read in any case: nobody can predict dice
    return zero if number == 0 else number


@kernel
def can_follow(rules, floor, number):
    """May this number of a die be written where `floor` is the smallest allowed?"""
    if floor == LONE_CIRCLE and number == 0:
        return rules.second_zero != 0
    return counts_as(rules, number) >= floor


@kernel
def can_accelerate(game, rules, seat, colour):
    if not rules.arrow_any_column and colour != game.arrow_column:
        return False
    if not rules.arrow_into_circle and game.floor[seat, colour] == LONE_CIRCLE:
        return False
    return game.floor[seat, colour] != CLOSED


@kernel
def can_accelerate_anywhere(game, rules, seat):
    for colour in range(COLOURS):
        if can_accelerate(game, rules, seat, colour):
            return True
    return False


@kernel
def take_pair(game, rules, move):
    """The active player takes the two dice away; the others leave theirs for everybody."""
    seat, colour = game.player, column_of(move)
    if seat == game.roller:
        take_away(game.colours, game.n_colours, colour)
        take_away(game.numbers, game.n_numbers, number_of(move))
        game.n_colours -= 1
        game.n_numbers -= 1
        mark_new_faces(game)
    if ticks_circle(game, rules, move):
        game.circle[seat, colour] = 1
        game.floor[seat, colour] = LONE_CIRCLE
        game.points[seat, colour] = rules.expedition[1, 0]
        game.tally[seat, Tally.circles] += 1
    elif game.filled[seat, colour] == BOXES:
        game.tally[seat, Tally.dice_tops] += 1
        tick_top(game, rules, seat, colour)
    else:
        game.tally[seat, Tally.dice_boxes] += 1
        write(game, rules, seat, colour, number_written(game, rules, move))


@kernel
def take_away(dice, n, face):
    """The last of the n dice takes the place of the first that shows `face`."""
    at = n - 1
    for die in range(n - 1, -1, -1):
        at = die if dice[die] == face else at  # no branch: nobody can predict dice
    dice[at] = dice[n - 1]


@kernel
def accelerate(game, rules, move):
    """An arrow writes into an expedition, or ticks its top."""
    seat, colour = game.player, column_of(move)
    if game.filled[seat, colour] == BOXES:
        game.tally[seat, Tally.arrow_tops] += 1
        tick_top(game, rules, seat, colour)
    else:
        game.tally[seat, Tally.arrow_boxes] += 1
        write(game, rules, seat, colour, number_written(game, rules, move))


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
    if game.sheet[colour, box] == Box.artefact:
        hatch_artefact(game, rules, seat)
    elif game.sheet[colour, box] == Box.arrow:
        game.arrow_column = colour
        if can_accelerate_anywhere(game, rules, seat):
            game.phase = Phase.accelerate


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
    game.points[seat, Source.artefacts] = rules.artefacts[game.artefacts[seat]]
    if game.artefacts[seat] == rules.bridge_mark:
        cross(game, rules, seat, Bridge.artefact)
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
    game.tally[seat, Tally.refusals] += 1
    if game.refusals[seat] == BOXES:
        return
    game.refusals[seat] += 1
    game.points[seat, Source.refusals] = rules.refusals[game.refusals[seat]]
    if game.refusals[seat] == rules.bridge_mark:
        cross(game, rules, seat, Bridge.dice)
    if game.refusals[seat] == BOXES:
        game.n_exhausted += 1


@kernel
def cross(game, rules, seat, bridge):
    """The first across gets the bonus, and so do all who follow in the same turn."""
    turn = game.rounds + 1
    game.tally[seat, Tally.crossings] += 1
    if game.crossed[bridge] == 0:
        game.n_crossed += 1
    elif game.crossed[bridge] < turn or not rules.bridges_shared:
        return
    game.crossed[bridge] = turn
    game.bonus[seat, bridge] = 1
    game.tally[seat, Tally.bridge_bonuses] += 1
    game.points[seat, Source.bridges] += rules.bridge_bonus


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
    """All players exhausted, all bridges crossed by anybody, or both; else it runs."""
    exhausted = game.n_exhausted == game.players
    if game.n_crossed == BRIDGES:
        return Ending.both_at_once if exhausted else Ending.all_bridges_crossed
    return Ending.all_exhausted if exhausted else Ending.running
