"""What many games do: turns, dice, piles of cards, drafts, secret choices, auctions, elimination.

Small kernels for the rules of a game made with `simulator/game.py`. A pile is a row of numbers: how
many cards it holds, then the cards, the top one last; beyond them are noughts, so that nobody can
read what lay there. Chance comes from a stream: `game.deal` for what is fixed before the first
move, `game.table` for what happens later.
"""

import numpy as np

from simulator import rng
from simulator.kernel import kernel, room
from simulator.places import score as score

NONE = -1  # no card, no seat
LOST = 2  # the place of all whom the game has beaten

# Turns and the end


@kernel
def next_player(game):
    """The turn passes to the next seat that is still in; after the last one a round is over."""
    for _ in range(game.players):
        game.player += 1
        if game.player == game.players:
            game.player = 0
            game.rounds += 1
        if not game.out[game.player]:
            return


@kernel
def finish(game, ending=2):
    """The game is over; who has most points has won."""
    game.ended = ending


@kernel
def lose(game, ending=2):
    """The game is over and nobody has won: it has beaten its players."""
    game.ended = ending
    for seat in range(game.players):
        game.place[seat] = LOST


@kernel
def gain(game, seat, points, source=0):
    """Gives points to a seat, or takes them if they are negative."""
    game.points[seat, source] += points


@kernel
def gain_together(game, points, source=0):
    """Gives every seat the same points: what a team of all players has reached."""
    for seat in range(game.players):
        game.points[seat, source] += points


@kernel
def eliminate(game, seat):
    """The seat is out and has no more turns; how many are still in."""
    game.out[seat] = 1
    return still_in(game)


@kernel
def still_in(game):
    left = 0
    for seat in range(game.players):
        left += 1 - game.out[seat]
    return left


# Powers


@kernel
def has_power(game, seat, power):
    """Whether a seat may use a power, by its number; restricted play asks what it is worth."""
    return not game.never[seat] >> power & 1


# Dice


@kernel
def roll(stream, sides):
    """One die: a number from 1 to sides."""
    return 1 + rng.below(stream, sides)


@kernel
def any_of(stream, n):
    """A number from 0 to n - 1."""
    return rng.below(stream, n)


# Piles of cards


@kernel
def count(pile):
    """How many cards lie in a pile."""
    return pile[0]


@kernel
def card_at(pile, k):
    """The card at place k, from 0, the bottom one."""
    must_lie(pile, k)
    return pile[1 + k]


@kernel
def must_lie(pile, k):
    if k < 0 or k >= pile[0]:
        raise IndexError("no card lies at this place of the pile")


@kernel
def top(pile):
    """The card on top, or NONE."""
    return pile[pile[0]] if pile[0] else NONE


@kernel
def put(pile, card):
    """Puts a card on top."""
    must_be_a_card(card)
    pile[0] += 1
    pile[pile[0]] = card


@kernel
def must_be_a_card(card):
    if card == NONE:
        raise IndexError("there is no card to put, since an empty pile gives NONE: ask count first")


@kernel
def put_each(pile, first, last):
    """Puts one card of each number from first to last on top."""
    for card in range(first, last + 1):
        put(pile, card)


@kernel
def draw(pile):
    """Takes the card on top, or NONE from an empty pile."""
    return take(pile, pile[0] - 1) if pile[0] else NONE


@kernel
def take(pile, k):
    """Takes the card at place k; those above it move down."""
    card = card_at(pile, k)
    for at in range(1 + k, pile[0]):
        pile[at] = pile[at + 1]
    pile[pile[0]] = 0
    pile[0] -= 1
    return card


@kernel
def find(pile, card):
    """The lowest place of a card, or NONE."""
    for k in range(pile[0]):
        if pile[1 + k] == card:
            return k
    return NONE


@kernel
def holds(pile, card):
    return find(pile, card) != NONE


@kernel
def clear(pile):
    for k in range(len(pile)):
        pile[k] = 0


@kernel
def shuffle(stream, pile):
    """Puts a pile in random order."""
    for last in range(pile[0], 1, -1):
        other = 1 + rng.below(stream, last)
        pile[last], pile[other] = pile[other], pile[last]


@kernel
def deal(pile, hand, n):
    """Moves up to n cards from the top of a pile to a hand."""
    for _ in range(min(n, pile[0])):
        put(hand, draw(pile))


@kernel
def draw_or_reshuffle(stream, pile, discards):
    """Takes the card on top; from an empty pile, after shuffling the discards into it."""
    if pile[0] == 0:
        deal(discards, pile, discards[0])
        shuffle(stream, pile)
    return draw(pile)


@kernel
def pass_hands(hands, players, step):
    """Every hand goes on by so many seats, as in a draft: 1 to the next seat, -1 back."""
    for _ in range(step % players):
        for seat in range(players - 1, 0, -1):
            swap(hands[seat], hands[seat - 1])


@kernel
def swap(one, other):
    """Two piles with equal room take each other's place."""
    for k in range(len(one)):
        one[k], other[k] = other[k], one[k]


# Choices


@kernel
def choose_secretly(game, chosen, choice):
    """Notes the seat's choice, from 1, and passes the turn on; whether all have chosen by now.

    `chosen` is each_player(number(0, …, hidden=True)); put all back to 0 when they are revealed.
    """
    chosen[game.player] = choice
    rounds = game.rounds
    next_player(game)
    return game.rounds > rounds


@kernel
def highest(values, n):
    """The place of the highest of the first n values; of equals the first, as in an auction."""
    best = 0
    for k in range(1, n):
        if values[k] > values[best]:
            best = k
    return best


@kernel
def lowest(values, n):
    best = 0
    for k in range(1, n):
        if values[k] < values[best]:
            best = k
    return best


@kernel
def chosen(number, part):
    """What a move says of one thing: chosen(move - Move.guess, Guess.who)."""
    return part[2] + number // part[0] % part[1]


@kernel
def coded(part, value):
    """What a move's number has of one thing: Move.guess + coded(Guess.who, 2) + …"""
    return (value - part[2]) * part[0]


# Boards, made by `grid` or `regions`; `values` are those of a field with one for each cell


@kernel
def count_on(board, values, cell, way):
    """How many cells in a row, one way from a cell, hold what it holds."""
    n, here = 0, board.step[cell, way]
    while here != NONE and values[here] == values[cell] and here != cell:
        n += 1
        here = board.step[here, way]
    return n


@kernel
def line_through(board, values, cell):
    """The longest line of equal values through a cell, itself among them."""
    longest = 1
    for way in range(board.lines):
        n = count_on(board, values, cell, way) + count_on(board, values, cell, way + board.lines)
        longest = max(longest, min(n + 1, board.cells))
    return longest


@kernel
def count_near(board, values, cell, value):
    """How many cells beside a cell hold a value."""
    n = 0
    for k in range(board.n_near[cell]):
        n += values[board.near[cell, k]] == value
    return n


@kernel
def group_of(board, values, cell, marks):
    """Writes 1 for each cell that equal values connect with a cell, else 0; how many they are."""
    for other in range(board.cells):
        marks[other] = 0
    marks[cell] = 1
    size, before = 1, 0
    while size > before:  # from those that were reached on to those beside them
        before = size
        for one in range(board.cells):
            if marks[one] == 1:
                for k in range(board.n_near[one]):
                    other = board.near[one, k]
                    if marks[other] == 0 and values[other] == values[cell]:
                        marks[other] = 1
                        size += 1
    return size


@kernel
def group_size(board, values, cell):
    """How many cells are connected with a cell by equal values, itself among them."""
    return group_of(board, values, cell, room(board.cells, np.int8))


@kernel
def is_connected(board, values, one, other):
    """Whether cells of equal values lead from one cell to another."""
    marks = room(board.cells, np.int8)
    group_of(board, values, one, marks)
    return marks[other] == 1


# What `simulator/fields.py` writes kernels of


@kernel
def is_within(values, least, most):
    for value in values:
        if value < least or value > most:
            return False
    return True


@kernel
def is_pile_within(pile, size):
    return 0 <= pile[0] <= size


@kernel
def gather(pile, cards, n):
    """Writes the cards of a pile after n others; how many there are now."""
    for k in range(pile[0]):
        cards[n + k] = pile[1 + k]
    return n + pile[0]


@kernel
def hand_back(pile, cards, n):
    """Fills a pile with as many cards as it holds, from place n on; where the next ones begin."""
    for k in range(pile[0]):
        pile[1 + k] = cards[n + k]
    return n + pile[0]


SHARINGS = 4  # rounds of sharing: after so many, hardly anything is left of who had what


@kernel
def share_anew(stream, values, n, looking, least, most):
    """The others' values as they may be too: any that add up to the same, within their range.

    Every two of them share what they have at random, some times over.
    """
    for _ in range(SHARINGS):
        for one in range(n):
            for other in range(one):
                if one != looking and other != looking:
                    both = values[one] + values[other]
                    low, high = max(least, both - most), min(most, both - least)
                    values[one] = low + rng.below(stream, high - low + 1)
                    values[other] = both - values[one]
