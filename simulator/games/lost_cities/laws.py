"""What must hold after every move: nothing is written, hatched or crossed out of nowhere."""

from simulator.games.lost_cities.moves import ending
from simulator.games.lost_cities.table import (
    BOXES,
    BRIDGES,
    CLOSED,
    COLOURS,
    LONE_CIRCLE,
    NUMBERS,
    Box,
    Bridge,
    Phase,
    Source,
    Tally,
)
from simulator.kernel import kernel
from simulator.names import numbered

LAW_SENTENCES = dict(
    gaps="numbers in a column never fall and stand without gaps",
    paid="every written box was paid for by dice or by an arrow, and every arrow is used once"
    " at most",
    artefacts="every hatched artefact comes from a box or a top, at most nine",
    tops="a top is ticked only above nine boxes",
    points="the points are what the sheet says",
    floor="an expedition takes what its last number, circle and top allow",
    turns="every player has used each turn once: a box, a circle, a top or a refusal",
    dice_symbols="dice symbols are hatched by refusals alone, at most nine",
    crossed="a bridge is crossed when somebody stands behind it, and its bonus is then somebody's",
    dice="the dice in the middle are the rolled ones less the active player's pair, equal ones"
    " marked",
    roller="every player rolls in turn",
    ended="the game ends with the turn that exhausts everybody or crosses the last bridge",
)
Law = numbered(*LAW_SENTENCES, start=1)


@kernel
def check(game, rules):
    """0 when every law holds, else the number of the first broken one, from 1."""
    for seat in range(game.players):
        broken = check_sheet(game, rules, seat)
        if broken:
            return broken
    if not are_bridges_sound(game, rules):
        return Law.crossed
    if not are_dice_sound(game, rules):
        return Law.dice
    if not game.ended and game.roller != game.rounds % game.players:
        return Law.roller
    between_turns = game.n_chosen == 0 and game.phase == Phase.pick and game.rounds > 0
    return 0 if game.ended == (ending(game) if between_turns else 0) else Law.ended


@kernel
def check_sheet(game, rules, seat):
    for colour in range(COLOURS):
        broken = check_column(game, seat, colour)
        if broken:
            return broken
    broken = check_marks(game, seat)
    if broken:
        return broken
    for source in range(len(Source)):
        if game.points[seat, source] != points_on_sheet(game, rules, seat, source):
            return Law.points
    return 0 if turns_used(game, seat) == turns_begun(game, seat) else Law.turns


@kernel
def check_column(game, seat, colour):
    if not is_column_sound(game, seat, colour):
        return Law.gaps
    if game.top[seat, colour] and game.filled[seat, colour] < BOXES:
        return Law.tops
    return 0 if game.floor[seat, colour] == floor_of(game, seat, colour) else Law.floor


@kernel
def check_marks(game, seat):
    """Whatever stands on a sheet was come by in one of the ways that are counted."""
    tally, tops = game.tally[seat], game.top[seat].sum()
    used = tally[Tally.arrow_boxes] + tally[Tally.arrow_tops] + tally[Tally.declined_arrows]
    if used > n_reached(game, seat, Box.arrow):
        return Law.paid
    if game.filled[seat].sum() != tally[Tally.dice_boxes] + tally[Tally.arrow_boxes]:
        return Law.paid
    if tops != tally[Tally.dice_tops] + tally[Tally.arrow_tops]:
        return Law.tops
    if game.circle[seat].sum() != tally[Tally.circles]:
        return Law.tops
    if game.artefacts[seat] != min(BOXES, n_reached(game, seat, Box.artefact) + tops):
        return Law.artefacts
    return 0 if game.refusals[seat] == min(BOXES, tally[Tally.refusals]) else Law.dice_symbols


@kernel
def n_reached(game, seat, printed):
    """Written boxes with an arrow or an artefact on them."""
    n = 0
    for colour in range(COLOURS):
        for box in range(game.filled[seat, colour]):
            n += game.sheet[colour, box] == printed
    return n


@kernel
def points_on_sheet(game, rules, seat, source):
    """What one source is worth, read off the sheet; the moves keep `game.points` up to date."""
    if source < COLOURS:
        return rules.expedition[game.circle[seat, source], game.filled[seat, source]]
    if source == Source.artefacts:
        return rules.artefacts[game.artefacts[seat]]
    if source == Source.refusals:
        return rules.refusals[game.refusals[seat]]
    return rules.bridge_bonus * game.tally[seat, Tally.bridge_bonuses]


@kernel
def is_column_sound(game, seat, colour):
    for box in range(BOXES):
        number = game.written[seat, colour, box]
        if (number > 0) != (box < game.filled[seat, colour]) or number > NUMBERS:
            return False
        if 0 < box < game.filled[seat, colour] and number < game.written[seat, colour, box - 1]:
            return False
    return True


@kernel
def floor_of(game, seat, colour):
    """The floor of an expedition, read off the sheet."""
    boxes = game.filled[seat, colour]
    if boxes == 0:
        return LONE_CIRCLE if game.circle[seat, colour] else 0
    if boxes == BOXES and (game.top[seat, colour] or game.artefacts[seat] == BOXES):
        return CLOSED
    return game.written[seat, colour, boxes - 1]


@kernel
def turns_used(game, seat):
    tally = game.tally[seat]
    written = tally[Tally.dice_boxes] + tally[Tally.circles] + tally[Tally.dice_tops]
    return written + tally[Tally.refusals]


@kernel
def turns_begun(game, seat):
    """Turns in which this seat has made its choice; one with an arrow to use has made it."""
    order = (seat - game.roller) % game.players
    chosen = game.n_chosen + (game.phase != Phase.pick)
    return game.rounds + (1 if not game.ended and order < chosen else 0)


@kernel
def has_crossed(game, rules, seat, bridge):
    if bridge == Bridge.artefact:
        return game.artefacts[seat] >= rules.bridge_mark
    if bridge == Bridge.dice:
        return game.refusals[seat] >= rules.bridge_mark
    return game.filled[seat, bridge] >= rules.bridge_mark


@kernel
def are_bridges_sound(game, rules):
    crossed, exhausted, bonuses = 0, 0, 0
    for bridge in range(BRIDGES):
        crossed += game.crossed[bridge] > 0
        if not is_bridge_sound(game, rules, bridge):
            return False
    for seat in range(game.players):
        exhausted += game.refusals[seat] == BOXES
        bonuses += game.bonus[seat].sum() - game.tally[seat, Tally.bridge_bonuses]
    return crossed == game.n_crossed and exhausted == game.n_exhausted and bonuses == 0


@kernel
def is_bridge_sound(game, rules, bridge):
    behind, holders = 0, 0
    for seat in range(game.players):
        holders += game.bonus[seat, bridge]
        if has_crossed(game, rules, seat, bridge):
            behind += 1
        elif game.bonus[seat, bridge]:
            return False
    return (behind > 0) == (game.crossed[bridge] > 0) and (behind > 0) == (holders > 0)


@kernel
def are_dice_sound(game, rules):
    taken = rules.number_dice - game.n_numbers
    if taken < 0 or taken > 1 or rules.colour_dice - game.n_colours != taken:
        return False
    if taken and game.n_chosen == 0 and game.phase == Phase.pick and not game.ended:
        return False
    return are_marked(game.numbers, game.new_number, game.n_numbers, NUMBERS) and are_marked(
        game.colours, game.new_colour, game.n_colours, COLOURS
    )


@kernel
def are_marked(dice, marks, n, faces):
    """Does each of n dice show a face it has, and is it marked if it is the first to show it?"""
    for die in range(n):
        if not 0 <= dice[die] < faces or marks[die] != is_first(dice, die):
            return False
    return True


@kernel
def is_first(dice, die):
    for other in range(die):
        if dice[other] == dice[die]:
            return False
    return True
