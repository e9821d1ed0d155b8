"""What a move's number means: a verb and, added to it, a colour, a symbol, a card, a place …"""

from simulator.games.excavation.table import BUYING, DIGGING, FINDING, KEEPING, PLACES
from simulator.kernel import kernel

# The actions; what they are about is chosen with them, the card that pays comes next
MOVE = 0
EXCAVATE = 10  # + colour
MARKET = 20  # + market
SELL = 30  # + colour
COMMAND = 40  # + market
OFFLOAD = 50  # + symbol: smuggle, selling
SMUGGLE = 60  # + symbol: smuggle, buying
SURVEY = 70  # + colour
PASS = 80

# Their parts
PAY = 100  # + card, or CARDS + n for a Movement card
GO = 140  # + place; its own place: stay
DIG = 170  # + 2 * glyph + sample
DONE = 180  # no more, thank you
BARGAIN = 190  # + 12 * trader + 6 * white buyer + (1 + colour of the other buyer, or 0)
SALE = 220  # + markets as bits
GIVE = 290  # + RELICS * where + relic
PROMOTE = 330  # + markets as bits
ORDER = 400  # + 3 * trader + (0 nothing, 1 an envoy, 2 recall one)
BUY = 410  # + 4 * colour + 2 * where + sample
REPLACE = 430  # + card of the soil survey, + SURVEY_CARDS to lift a guard for it
FIND = 440  # + 8 * relic put on its site + 2 * (relic bought, or 3) + sample
KEEP = 470  # + 2 * relic + sample
LIFT = 480  # + relic
PICK = 500  # + card
REDRAW = 540  # + card
PLACE = 580  # + place
STEP = 610  # + PLACES * explorer + place
TRADE = 680  # + market
ADD = 690  # + COLOURS * market + colour
REMOVE = 720  # + 4 * market + position
SAMPLE = 750  # + relic

NOBODY, SEND, RECALL = range(3)  # envoys of an order
NOTHING = 3  # bought in a survey

FIRSTS = (
    MOVE,
    EXCAVATE,
    MARKET,
    SELL,
    COMMAND,
    OFFLOAD,
    SMUGGLE,
    SURVEY,
    PASS,
    PAY,
    GO,
    DIG,
    DONE,
    BARGAIN,
    SALE,
    GIVE,
    PROMOTE,
    ORDER,
    BUY,
    REPLACE,
    FIND,
    KEEP,
    LIFT,
    PICK,
    REDRAW,
    PLACE,
    STEP,
    TRADE,
    ADD,
    REMOVE,
    SAMPLE,
)
KINDS = (
    "move",
    "excavate",
    "market",
    "sell",
    "command",
    "offload",
    "smuggle",
    "survey",
    "pass",
    "pay",
    "go",
    "dig",
    "done",
    "bargain",
    "sale",
    "give",
    "promote",
    "order",
    "buy",
    "replace",
    "find",
    "keep",
    "lift",
    "pick",
    "redraw",
    "place",
    "step",
    "trade",
    "add",
    "remove",
    "sample",
)
SAMPLE_KIND = len(KINDS) - 1


@kernel
def kind(game, rules, move):
    """Its verb; a relic taken with a sample is a sample, so that play without is possible."""
    k = 0
    while k < SAMPLE_KIND and move >= FIRSTS[k + 1]:
        k += 1
    takes_relic = game.phase in (DIGGING, BUYING, KEEPING, FINDING) and move != DONE
    return SAMPLE_KIND if takes_relic and move & 1 else k


@kernel
def add(choices, n, move):
    choices.move[n] = move
    return n + 1


@kernel
def base(move):
    """An action without its colour or symbol."""
    return move - move % 10


@kernel
def explorer_of(move):
    return (move - STEP) // PLACES


@kernel
def place_of(move):
    return (move - STEP) % PLACES
