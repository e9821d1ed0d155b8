"""What a move's number means: a verb and, added to it, a colour, a symbol, a card, a place …"""

from simulator.games.excavation.table import (
    BUYING,
    DIGGING,
    FACTION_NAMES,
    FINDING,
    KEEPING,
    PLACES,
)
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
TILE_KINDS = (
    "tile-cards",
    "tile-credits",
    "tile-steps",
    "tile-traders",
    "tile-added",
    "tile-removed",
    "tile-relic",
    "tile-sample",
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
    "several-markets",
    "trader",
    "white-buyer",
    "coloured-buyer",
    "envoy",
    "hide",
    "survey-purchase",
    *TILE_KINDS,
    *(f"power-{name.replace('_', '-')}" for name in FACTION_NAMES),
)
VERBS = len(FIRSTS)
K_SAMPLE = VERBS - 1
K_SEVERAL, K_TRADER, K_WHITE, K_COLOURED, K_ENVOY, K_HIDE, K_PURCHASE = range(VERBS, VERBS + 7)
K_TILE = VERBS + 7  # + tile - 1


@kernel
def kinds(game, rules, move):
    """Its verb, and what else it does: a sample taken, traders and envoys sent, buyers brought."""
    verb = 0
    while verb < VERBS - 1 and move >= FIRSTS[verb + 1]:
        verb += 1
    bits, what = 1 << verb, move - FIRSTS[verb]
    if game.phase in (DIGGING, BUYING, KEEPING, FINDING) and move != DONE:
        bits |= (move & 1) << K_SAMPLE
    if BARGAIN <= move < SALE:
        bits |= int(what >= 12) << K_TRADER
        bits |= int(what % 12 >= 6) << K_WHITE
        bits |= int(what % 6 > 0) << K_COLOURED
    elif SALE <= move < GIVE:
        bits |= int(rules.bits[what] > 1) << K_SEVERAL
    elif ORDER <= move < BUY:
        bits |= (what // 3) << K_TRADER
        bits |= int(what % 3 == SEND) << K_ENVOY
        if what % 3 == RECALL:
            bits |= 1 << K_TILE + game.tile[rules.centre[game.what]] - 1
    elif BUY <= move < REPLACE:
        bits |= (what // 2 % 2) << K_HIDE
    elif FIND <= move < KEEP:
        bits |= int(what % 8 // 2 != NOTHING) << K_PURCHASE
    return bits


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
