"""Random streams that give the same numbers in Python, in machine code and on a GPU.

A stream is one 64-bit counter in a field of the game; each draw is a hash of it (SplitMix64). A
game has one stream for the deal, one for the table (dice, decks) and one for each player's whims,
all fixed by the experiment's seed and the number of the deal. So a different strategy meets the
same deal and the same dice, and the luck of each can be told apart.

Nothing here uses a function of the mathematics library: those differ between machines in the last
bit. Only whole numbers and + - * / are the same everywhere.
"""

import numpy as np

from simulator.kernel import kernel

STREAM = (np.uint64, 1)  # the field type of a stream

DEAL, TABLE, WHIM = range(3)  # which stream; seat s has the whims WHIM + s
ELSEWHERE = 1 << 40  # a stream begun anew takes this deal's number plus so many

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
LOW_32 = np.uint64(0xFFFFFFFF)
TWO_32 = np.uint64(1 << 32)
BITS_11, BITS_27, BITS_30, BITS_31, BITS_32 = (np.uint64(n) for n in (11, 27, 30, 31, 32))
LN_2 = 0.6931471805599453


@kernel
def mix(z):
    z = (z ^ (z >> BITS_30)) * MIX_1
    z = (z ^ (z >> BITS_27)) * MIX_2
    return z ^ (z >> BITS_31)


@kernel
def start(stream, seed, deal, which):
    """Sets a stream to its beginning for one deal of an experiment."""
    key = mix(np.uint64(seed) + GOLDEN)
    key = mix(key ^ mix(np.uint64(deal) + GOLDEN))
    stream[0] = mix(key ^ mix(np.uint64(which) * GOLDEN + GOLDEN))


@kernel
def draw(stream):
    """64 random bits."""
    stream[0] += GOLDEN
    return mix(stream[0])


@kernel
def below(stream, n):
    """A whole number from 0 to n - 1, each exactly as likely as any other (Lemire's method)."""
    size = np.uint64(n)
    product = (draw(stream) >> BITS_32) * size
    if product & LOW_32 < size:
        uneven = (TWO_32 - size) % size
        while product & LOW_32 < uneven:
            product = (draw(stream) >> BITS_32) * size
    return np.int64(product >> BITS_32)


@kernel
def between_0_and_1(stream):
    """A number strictly between 0 and 1."""
    return (np.float64(draw(stream) >> BITS_11) + 0.5) / 9007199254740992.0


@kernel
def shuffle(stream, cards, n):
    """Puts the first n entries of `cards` in random order."""
    for last in range(n - 1, 0, -1):
        other = below(stream, last + 1)
        cards[last], cards[other] = cards[other], cards[last]


@kernel
def reshuffle(stream, cards, n):
    """Puts the first n entries in an order that the stream alone decides, however they lay.

    So that two deals which a seat cannot tell apart are dealt anew alike.
    """
    for k in range(1, n):
        card, at = cards[k], k
        while at > 0 and cards[at - 1] > card:
            cards[at] = cards[at - 1]
            at -= 1
        cards[at] = card
    shuffle(stream, cards, n)


@kernel
def gumbel(stream):
    """Noise that turns "the highest rating" into a softmax when it is added to each rating."""
    return -log(-log(between_0_and_1(stream)))


@kernel
def log(x):
    """The natural logarithm of a positive number, by + - * / alone."""
    halvings = 0.0
    while x > 1.5:
        x *= 0.5
        halvings += 1.0
    while x < 0.75:
        x *= 2.0
        halvings -= 1.0
    ratio = (x - 1.0) / (x + 1.0)
    square = ratio * ratio
    series = 0.0
    for k in range(25, 0, -2):
        series = series * square + 1.0 / k
    return halvings * LN_2 + 2.0 * ratio * series
