"""What allround sees before it rates its moves.

A column is worth what its next boxes bring, each times the chance that it is still written. A move
is worth what its box brings and what it changes in those chances: a high number fills a box and
closes the way to others. In a column the lowest number that fits is best, so only that one is
weighed, once per decision; what the others bring follows from it. Where a move's rating is noted
when its column is weighed, nobody has to ask again which column and number it was.
"""

import numpy as np

from simulator.games.lost_cities.moves import (
    Move,
    counts_as,
    pair,
)
from simulator.games.lost_cities.table import (
    BOXES,
    BRIDGES,
    CLOSED,
    COLOURS,
    MAX_PLAYERS,
    NUMBERS,
    Box,
    Bridge,
    Phase,
    Source,
)
from simulator.kernel import kernel
from simulator.names import numbered, spans
from strategies.lost_cities.chances import CHANCES, MOST, STEPS
from strategies.lost_cities.parts import artefact_gain, is_begun, n_begun, refusal_gain

# For four players and more, found as those for fewer (tuned.csv).
WEIGHTS = dict(
    length=32.2,  # rounds that a game is expected to last
    tail=1.1,  # and that are left at least, while a bridge stands
    near=0.574,  # rounds for each mark missing to the last bridge
    pace=0.734,  # how fast columns fill: steps of `CHANCES` per round
    hatch=0.219,  # how long before the end artefacts count what they bring at once: 1 / rounds
    tire=0.78,  # dice symbols likewise
    arrow=17.3,
    beyond=10.4,  # each box further up than those that are looked at one by one
    bridge=2.04,  # times its bonus: who is first also denies it to the others
    exhaustion=90,  # by hand: tuning left it cheap, which won nothing
    eighth=90,  # the dice symbol after which only the ninth is left, beyond the others
    seventh=20,  # likewise
    crowd=1.8,  # what a begun expedition takes from the others, each
    room=0.0804,  # beyond so many
    sixth=11.9,  # and the last of them takes more: five can be fed, six cannot
    cornered=20,  # but no more than this where it keeps the last dice symbols away
    untouched=3.01,  # a circle that can still be ticked
    circle=10.6,  # ticking one, beyond what it doubles
    artefact=20.2,
    refusal=-6.11,  # a dice symbol while the game is young
    climb=0.544,  # and more for each hatched before
    lead=0.931,  # for ending the game, per point of lead
    skip=5.75,  # a higher number than the best that fits, per number
)
W = numbered(*WEIGHTS)
N = spans(
    move=Move.end,  # the rating of each, in the first notes: a move is the number of its note
    last=1,  # what it brings that the last bridge is crossed
    opening=1,  # what beginning an expedition takes from those already begun
    printed=len(Box),  # by kind of box, plain ones nothing
)
NO_NUMBER = NUMBERS + 1
CORNER = 6  # dice symbols from which a refusal is dear
NEAR = 2  # marks from which the bridge of the artefacts counts
AHEAD = 3  # boxes of a column that are looked at one by one: all nine cost a quarter of the speed
RACE = np.array(
    [
        [theirs * theirs / max(1, theirs * theirs + ours * ours) for theirs in range(MOST)]
        for ours in range(MOST)
    ]
)  # [ours, theirs]: the chance to cross a bridge first, by the marks that are missing


@kernel
def marks_of(game, seat, bridge):
    """How far a seat is in the column of a bridge."""
    if bridge < COLOURS:
        return game.filled[seat, bridge]
    return game.artefacts[seat] if bridge == Bridge.artefact else game.refusals[seat]


@kernel
def last_bridge(game):
    """The one that nobody has crossed, while there is one such."""
    last = 0
    for bridge in range(BRIDGES):
        last = bridge if game.crossed[bridge] == 0 else last
    return last


@kernel
def marks_missing(game, rules, bridge):
    """To a bridge, by who is nearest."""
    nearest = 0
    for seat in range(game.players):
        nearest = max(nearest, marks_of(game, seat, bridge))
    return rules.bridge_mark - nearest


@kernel
def rounds_left(game, rules, mind):
    """None once the last bridge is crossed; else what is usual, less if few marks are missing."""
    if game.n_crossed == BRIDGES:
        return 0.0
    left = max(mind.weights[W.tail], mind.weights[W.length] - game.rounds)
    if game.n_crossed < BRIDGES - 1:
        return left
    missing = marks_missing(game, rules, last_bridge(game))
    return min(left, mind.weights[W.near] * missing)


@kernel
def steps_in(rounds, pace):
    return min(STEPS - 1, max(0, int(rounds * pace + 0.5)))


@kernel
def can_win_bridge(game, bridge):
    return (game.crossed[bridge] == 0) | (game.crossed[bridge] == game.rounds + 1)


@kernel
def rivals_marks(game, bridge):
    """How far the first of the others is in the column of a bridge.

    Empty seats have no marks. Loops over all seats are unrolled, loops over players are not.
    """
    most = 0
    for seat in range(MAX_PLAYERS):
        marks = marks_of(game, seat, bridge)  # read in any case: a branch would be a guess
        most = max(most, marks if seat != game.player else 0)
    return most


@kernel
def rivals_boxes(game, column):
    """The same for an expedition, without asking each time whether it is one."""
    most = 0
    for seat in range(MAX_PLAYERS):
        boxes = game.filled[seat, column]
        most = max(most, boxes if seat != game.player else 0)
    return most


@kernel
def bridge_worth(game, rules, mind, bridge, marks, others):
    """The bonus times the chance to be first, as it stands and one mark further.

    In selections, as a branch would be a guess.
    """
    ours, theirs = max(1, rules.bridge_mark - marks), max(1, rules.bridge_mark - others)
    bonus, last = mind.weights[W.bridge] * rules.bridge_bonus, mind.notes[N.last]
    bonus = bonus if can_win_bridge(game, bridge) else 0.0
    last = last if (ours == 1) & (game.crossed[bridge] == 0) else 0.0
    return bonus * RACE[ours, theirs], bonus * RACE[ours - 1, theirs] + last


@kernel
def points_of(game, seat):
    total = 0
    for source in range(len(Source)):
        total += game.points[seat, source]
    return total


@kernel
def end_worth(game, rules, mind):
    """What it brings to cross the last bridge, where one can: the lead is kept, or lost."""
    if game.n_crossed != BRIDGES - 1:
        return 0.0
    if marks_of(game, game.player, last_bridge(game)) + 1 < rules.bridge_mark:
        return 0.0
    best = -(1 << 30)
    for seat in range(game.players):
        if seat != game.player:
            best = max(best, points_of(game, seat))
    lead = mind.weights[W.lead] * (points_of(game, game.player) - best)
    return min(100.0, max(-100.0, lead))


@kernel
def blend(late, now, young):
    """Between what something is worth at once and what it promises."""
    return young + late * (now - young)


@kernel
def lateness(left, pace):
    """0 while the game is young, 1 when only points at once still count."""
    return max(0.0, 1.0 - left * pace)


@kernel
def artefact_worth(game, rules, mind, left):
    """What one more artefact adds."""
    marks = game.artefacts[game.player]
    if marks == BOXES:
        return 0.0
    now = artefact_gain(game, rules, game.player)
    worth = blend(lateness(left, mind.weights[W.hatch]), now, mind.weights[W.artefact])
    if marks < rules.bridge_mark <= marks + NEAR:
        others = rivals_marks(game, Bridge.artefact)
        before, after = bridge_worth(game, rules, mind, Bridge.artefact, marks, others)
        worth += after - before
    return worth


@kernel
def symbol_promise(mind, marks):
    """What a dice symbol is worth while the game is young; each of the last ones leaves fewer."""
    if marks + 1 == BOXES:
        return -mind.weights[W.exhaustion]
    worth = mind.weights[W.refusal] + mind.weights[W.climb] * marks
    if marks + 2 == BOXES:
        worth -= mind.weights[W.eighth]
    return worth - mind.weights[W.seventh] if marks + 3 == BOXES else worth


@kernel
def refusal_worth(game, rules, mind, left):
    """What one more dice symbol adds; the ninth takes all away."""
    marks = game.refusals[game.player]
    if marks == BOXES:
        return 0.0
    young = symbol_promise(mind, marks)
    now = refusal_gain(game, rules, game.player)
    worth = blend(lateness(left, mind.weights[W.tire]), now, young)
    if marks < rules.bridge_mark:
        others = rivals_marks(game, Bridge.dice)
        before, after = bridge_worth(game, rules, mind, Bridge.dice, marks, others)
        worth += after - before
    return worth


@kernel
def brings(game, rules, mind, column, circle, box):
    """The points of a box, and what is printed on it."""
    return rules.box_points[circle, box] + mind.notes[N.printed + game.sheet[column, box]]


@kernel
def promise(game, rules, mind, at, column, circle, number):
    """What a column will bring as it stands, and with a number in its next box."""
    boxes, floor = game.filled[game.player, column], max(0, game.floor[game.player, column])
    worth = brings(game, rules, mind, column, circle, boxes)
    before, after = CHANCES[at, floor, 0] * worth, worth
    if boxes == 0:
        for more in range(1, BOXES):
            worth = brings(game, rules, mind, column, circle, more)
            before += CHANCES[at, floor, more] * worth
            after += CHANCES[at, number, more - 1] * worth
    else:
        for more in range(1, AHEAD):
            if boxes + more < BOXES:
                worth = brings(game, rules, mind, column, circle, boxes + more)
                before += CHANCES[at, floor, more] * worth
                after += CHANCES[at, number, more - 1] * worth
        worth = mind.weights[W.beyond] * max(0, BOXES - AHEAD - boxes)
        worth += circle * (rules.circle_factor - 1) * worth
        before += CHANCES[at, floor, AHEAD] * worth
        after += CHANCES[at, number, AHEAD - 1] * worth
    more = rules.bridge_mark - 1 - boxes
    if more >= 0:
        others = rivals_boxes(game, column)
        as_it_is, then = bridge_worth(game, rules, mind, column, boxes, others)
        before += CHANCES[at, floor, more] * as_it_is
        chance = CHANCES[at, number, max(1, more) - 1]
        after += (chance if more else 1.0) * then
    return before, after


@kernel
def opening_cost(game, mind):
    begun = n_begun(game)
    cost = mind.weights[W.crowd] * max(0.0, begun - mind.weights[W.room])
    cost = cost + mind.weights[W.sixth] if begun == COLOURS - 1 else cost
    return min(cost, mind.weights[W.cornered]) if is_cornered(game) else cost


@kernel
def is_cornered(game):
    """Is every further refusal dear? Then it is time to open what was kept closed."""
    return BOXES > game.refusals[game.player] >= CORNER


@kernel
def column_worth(game, rules, mind, at, column, number):
    """What a number changes in a column, and what is lost if it ticks the circle instead."""
    seat = game.player
    if game.filled[seat, column] == BOXES:  # a full one has its top left
        waiting = CHANCES[at, game.floor[seat, column], 0]
        return mind.notes[N.printed + Box.artefact] * (1.0 - waiting), 0.0
    circle = game.circle[seat, column]
    before, after = promise(game, rules, mind, at, column, circle, number)
    if is_begun(game, seat, column):
        return after - before, 0.0
    opening = mind.notes[N.opening]
    before = max(0.0, before - opening) + mind.weights[W.untouched]
    return after - opening - before, before + opening


@kernel
def circle_worth(game, rules, mind, at, column):
    """What a ticked circle brings: the column anew, with everything doubled."""
    doubled, _ = promise(game, rules, mind, at, column, 1, NUMBERS)
    lone = rules.expedition[1, 0] - rules.expedition[0, 0]
    return lone + doubled + mind.weights[W.circle]


@kernel
def lowest_fitting(game, rules, floor):
    """The lowest number on the table from a floor up, NO_NUMBER if there is none."""
    lowest = NO_NUMBER
    for k in range(game.n_numbers):
        number = counts_as(rules, game.numbers[k])
        lowest = number if floor <= number < lowest else lowest
    return lowest


@kernel
def has_zero(game):
    for k in range(game.n_numbers):
        if game.numbers[k] == 0:
            return True
    return False


@kernel
def number_by_arrow(rules, floor):
    """An arrow writes the last number again, or the first."""
    if floor == CLOSED:
        return NO_NUMBER
    return floor if floor > 0 else rules.first_number


@kernel
def note_pairs(game, rules, mind, column, lowest, worth):
    """Notes what each number on the table does in a column, by what the lowest that fits does."""
    for k in range(game.n_numbers):
        skipped = counts_as(rules, game.numbers[k]) - lowest
        mind.notes[pair(column, game.numbers[k])] = worth - mind.weights[W.skip] * skipped


@kernel
def weigh_column(game, rules, mind, at, column, by_arrow):
    """Notes what an arrow, or each number on the table, does in a column."""
    floor = game.floor[game.player, column]
    number = number_by_arrow(rules, floor) if by_arrow else lowest_fitting(game, rules, floor)
    if number == NO_NUMBER:
        return
    worth, lost = column_worth(game, rules, mind, at, column, number)
    if by_arrow:
        mind.notes[Move.arrow + column] = worth
        return
    note_pairs(game, rules, mind, column, number, worth)
    if floor == 0 and rules.circles and has_zero(game):
        mind.notes[pair(column, 0)] = circle_worth(game, rules, mind, at, column) - lost


@kernel
def weigh_columns(game, rules, mind):
    left = rounds_left(game, rules, mind)
    at = steps_in(left, mind.weights[W.pace])
    mind.notes[N.last] = end_worth(game, rules, mind)
    mind.notes[N.printed + Box.plain] = 0.0
    mind.notes[N.printed + Box.arrow] = mind.weights[W.arrow]
    mind.notes[N.printed + Box.artefact] = artefact_worth(game, rules, mind, left)
    mind.notes[N.opening] = opening_cost(game, mind)
    by_arrow = game.phase == Phase.accelerate
    if by_arrow:
        mind.notes[Move.decline] = 0.0
    else:
        mind.notes[Move.refuse] = refusal_worth(game, rules, mind, left)
    # One loop for both: on a GPU, threads that weigh columns do it together.
    for k in range(COLOURS if by_arrow else game.n_colours):
        if by_arrow or game.new_colour[k]:
            column = k if by_arrow else game.colours[k]
            weigh_column(game, rules, mind, at, column, by_arrow)


@kernel
def rating(game, rules, move, mind):
    """What a move changes, in points, by the notes."""
    return mind.notes[move]
