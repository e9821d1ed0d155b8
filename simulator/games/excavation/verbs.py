"""What a move's number means: a verb and, added to it, a colour, a symbol, a card, a place …"""

from simulator.games.excavation.table import (
    CARDS,
    COLOURS,
    EXPLORERS,
    FACTION_NAMES,
    GLYPHS,
    MARKETS,
    MOVEMENT,
    OFFER,
    PLACES,
    QUEUE,
    RELICS,
    SURVEY_CARDS,
    Store,
    Tile,
)
from simulator.kernel import kernel
from simulator.names import numbered, spans, written

Envoy = numbered("none", "send", "recall")  # of an order
NOTHING = OFFER  # bought in a survey
FINDS = 2 * (OFFER + 1)  # ways to find the other relics when one is put on its site

# Added to a bargain: the colour of a buyer from 1, or 0; and these
WITH_WHITE = COLOURS + 1
WITH_TRADER = 2 * WITH_WHITE

Move = spans(
    # The actions; what they are about is chosen with them, the card that pays comes next
    move=1,
    excavate=COLOURS,
    market=MARKETS,
    sell=COLOURS,
    command=MARKETS,
    offload=MARKETS,  # smuggle, selling: by symbol
    smuggle=MARKETS,  # smuggle, buying: by symbol
    survey=COLOURS,
    pass_=1,
    # Their parts
    pay=CARDS + MOVEMENT,
    go=PLACES,  # its own place: stay
    dig=2 * GLYPHS,  # 2 * glyph + sample
    done=1,  # no more, thank you
    bargain=2 * WITH_TRADER,
    sale=1 << MARKETS,  # markets as bits
    give=len(Store) * RELICS,  # RELICS * store + relic
    promote=1 << MARKETS,  # markets as bits
    order=2 * len(Envoy),  # len(Envoy) * trader + envoy
    buy=4 * COLOURS,  # 4 * colour + 2 * store + sample
    replace=2 * SURVEY_CARDS,  # card of the soil survey, + SURVEY_CARDS to lift a guard for it
    find=FINDS * OFFER,  # FINDS * relic put on its site + 2 * (relic bought or NOTHING) + sample
    keep=2 * OFFER,  # 2 * relic + sample
    lift=RELICS,
    pick=CARDS,
    redraw=CARDS,
    place=PLACES,
    step=EXPLORERS * PLACES,  # PLACES * explorer + place
    trade=MARKETS,
    add=MARKETS * COLOURS,  # COLOURS * market + colour
    remove=MARKETS * QUEUE,  # QUEUE * market + position
    sample=RELICS,
)
VERBS = written(Move)[:-1]
Kind = numbered(
    *VERBS,
    "several_markets",
    "trader",
    "white_buyer",
    "coloured_buyer",
    "envoy",
    "hide",
    "survey_purchase",
    *(f"tile_{name}" for name in written(Tile)),
    *(f"power_{name}" for name in FACTION_NAMES),
)
OF_TILE = Kind.tile_cards - Tile.cards  # + tile
POWER = Kind.power_issisinui  # + faction: a power that a seat may do without


@kernel
def offer_if(choices, n, move, is_legal):
    """Writes a move after n others and counts it if it is legal.

    A branch that nobody can predict would cost a sixteenth of a game. The bound of choices leaves
    room for one beyond the last.
    """
    choices.move[n] = move
    return n + is_legal


@kernel
def kind_of(move):
    """The verb of a move, the first of its kinds."""
    verb = 0
    while move >= Move[verb + 1]:
        verb += 1
    return verb


@kernel
def takes_sample(move):
    """Is a sample taken of the relic that is dug, bought, kept or found? Its last bit says so."""
    return (move - Move[kind_of(move)]) & 1


@kernel
def store_of(move):
    """Where a relic goes that is bought on the black market."""
    return (move - Move.buy) // 2 % len(Store)


@kernel
def put_of(move):
    """Which relic of the offer a find puts on its site."""
    return (move - Move.find) // FINDS


@kernel
def bought_of(move):
    """Which relic of the offer a find buys, or NOTHING."""
    return (move - Move.find) % FINDS // 2


@kernel
def kinds(game, rules, move):
    """Its verb, and what else it does: a sample taken, traders and envoys sent, buyers brought."""
    verb = kind_of(move)
    bits, what = 1 << verb, move - Move[verb]
    if verb in (Kind.dig, Kind.buy, Kind.keep, Kind.find):
        bits |= takes_sample(move) << Kind.sample
    if verb == Kind.bargain:
        bits |= int(what >= WITH_TRADER) << Kind.trader
        bits |= int(what % WITH_TRADER >= WITH_WHITE) << Kind.white_buyer
        bits |= int(what % WITH_WHITE > 0) << Kind.coloured_buyer
    elif verb == Kind.sale:
        bits |= int(rules.bits[what] > 1) << Kind.several_markets
    elif verb == Kind.order:
        trader, envoy = what // len(Envoy), what % len(Envoy)
        bits |= trader << Kind.trader
        bits |= int(envoy == Envoy.send) << Kind.envoy
        if envoy == Envoy.recall:
            bits |= 1 << OF_TILE + game.tile[rules.centre[game.what]]
    elif verb == Kind.buy:
        bits |= int(store_of(move) == Store.hidden) << Kind.hide
    elif verb == Kind.find:
        bits |= int(bought_of(move) != NOTHING) << Kind.survey_purchase
    return bits
