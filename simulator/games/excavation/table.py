"""What lies on the table: every name, the record of the rules and the record of a game."""

from simulator.kernel import record
from simulator.titles import common

MAX_PLAYERS = 4
ZU = 1  # the row of the solo rival, beside seat 0

COLOURS = 5
COLOUR_NAMES = ("yellow", "green", "red", "purple", "orange")
WHITE = COLOURS  # a buyer who takes anything
GLYPHS = 4
GLYPH_NAMES = "abcd"
RELICS = COLOURS * GLYPHS  # kinds of relics: GLYPHS * colour + glyph
MARKETS = 6  # and as many symbols
CENTRES = 3
BLACK_MARKETS = 3
CARDS = COLOURS * MARKETS  # kinds of Action cards: MARKETS * colour + symbol
MOVEMENT = 3  # Movement cards of a player: kinds CARDS, CARDS + 1, CARDS + 2
DECK = 2 * CARDS
PLACES = 21
EXPLORERS = 3
QUEUE = 4  # buyers in a market
SURVEY_CARDS = 5
PILE = 32  # room for the relics of one colour on the black market, in a ring
TILES = 8
ZU_CARDS = 10  # that Zu plays in a round

FACTIONS = 5
FACTION_NAMES = ("issisinui", "aquilla", "kutu_kuti", "gul", "dal_harrai")
ISSISINUI, AQUILLA, KUTU_KUTI, GUL, DAL_HARRAI = range(FACTIONS)
POWERLESS = FACTIONS
POWER = 46  # + faction: the number in words.KINDS of its power, which a seat may do without

SEATS, RANDOM, INITIATIVE = range(3)  # who begins
HOLD, HIDDEN = range(2)  # where a relic is stored

# Sources of credits; COSTS are negative
(
    START,
    POPULARITY,
    BUYERS,
    SEVERAL_MARKETS,
    SMUGGLING,
    MAJORITY_1,
    MAJORITY_2,
    MAJORITY_3,
    ROWS,
    COLUMNS,
    TILE_CREDITS,
    COSTS,
    LEFT_RELICS,  # at the end: Zu's, and yours where they cost
    FAILURES,  # Zu's compensation
) = range(14)
SOURCES = 14

# Tallies: the eight actions (0 to 7), then what was done, then the faction (1: this one)
(
    MOVES,
    EXCAVATIONS,
    MARKETINGS,
    SALES,
    COMMANDS,
    SMUGGLES,
    SURVEYS,
    PASSES,
    IDLE,  # actions without any effect
    STEPS,  # a jump is one
    DUG,
    BOUGHT,  # on the black market, from a survey, or found for nothing
    SOLD,
    OFFLOADED,
    SAMPLES,
    SALES_2,  # in two markets
    SALES_3,
    BONUS_CARDS,
    TRADERS,  # cubes sent to markets
    ENVOYS,  # sent to command centres
    PROMOTED,  # traders that became envoys
    SURVEY_CUBES,
    LIFTED,  # guards taken from the gallery
    TURNS_1,  # of the whole table in round 1, 2 and 3: where rounds end on the scoring curve
    TURNS_2,
    TURNS_3,
    ZU_SCORE,
    OF_FACTION,
) = range(28)
TALLIES = OF_FACTION + FACTIONS

# Phases: which kind of decision
(
    REDRAWING,  # replace cards of a starting hand
    DRAFTING,  # choose cards of a pack
    PLACING,  # where the third explorer begins
    PILOTING,  # the free step of Dal-Harrai
    ACTING,  # which action
    PAYING,  # with which card
    GOING,  # where an explorer moves
    DIGGING,  # which relic
    BARGAINING,  # what to do in a market
    SELLING,  # in which markets
    GIVING,  # which relics are sold or offloaded
    PROMOTING,  # which traders become envoys, where that is a choice
    CHOOSING,  # which of two bonus cards
    ORDERING,  # what to command
    BUYING,  # which relic of the black market
    REPLACING,  # which card of the soil survey
    KEEPING,  # which relic Is'sisinui stores for nothing
    FINDING,  # what becomes of the relics of a survey
    LIFTING,  # which guard
    LEAVING,  # which cards are kept when passing
    JUMPING,  # tile 3: an explorer goes anywhere
    TRADING,  # tile 4: where a trader goes
    ADDING,  # tile 5: which buyer comes where
    REMOVING,  # tile 6: which buyer goes
    SAMPLING,  # tile 8: what is sampled
    PAID,  # nothing to decide: a card was chosen
    ACTED,  # nothing to decide: an action is over
    TURN_OVER,  # nothing to decide: a turn is over
) = range(28)

Rules = record(
    copies=(int, RELICS),
    value=(int, RELICS),
    of_place=(int, RELICS),  # the dig site of a relic
    region=(int, PLACES),  # colour of a dig site, -1 = none
    market=(int, PLACES),  # 0 to 5, -1 = none
    symbols=(int, PLACES),  # of a black market, as bits
    market_place=(int, MARKETS),
    black_place=(int, BLACK_MARKETS),
    distance=(int, (PLACES, PLACES)),
    centre=(int, MARKETS),  # where a market's traders are promoted
    bits=(int, 1 << MARKETS),  # how many bits a set of markets has
    card_copies=int,
    on_sites=int,
    on_black_market=int,
    hand=int,
    dealt=int,
    kept=int,
    fuel=(int, CARDS + MOVEMENT),  # of a card
    survey=int,
    redraw_from=int,
    buyers=(int, COLOURS + 1),
    buyer_cards=(int, COLOURS + 1),
    popularity=(int, COLOURS),  # credits by rank
    buyer=int,  # credits per interested buyer
    several=(int, 4),  # credits by markets used
    surcharge=int,
    price=int,  # of a relic in a survey, times its value
    credits=(int, MAX_PLAYERS),
    crew=(int, MAX_PLAYERS),
    hold=int,
    hidden=int,
    majority=(int, (3, MAX_PLAYERS)),  # by round and rank
    column=(int, GLYPHS + 1),
    row=(int, COLOURS + 1),
    promotion_compulsory=int,
    solo=int,
    active=(int, FACTIONS),  # 0: the faction has no power
    random_factions=int,
    faction=(int, MAX_PLAYERS),
    order=int,  # SEATS, RANDOM or INITIATIVE
    initiative=(int, FACTIONS + 1),
    opening_draft=int,
    tiles=int,
    tile_cards=(int, 2),  # by side, white and yellow
    tile_credits=(int, 2),
    tile_steps=(int, 2),
    tile_traders=(int, 2),
    tile_added=(int, 2),
    tile_removed=(int, 2),
    tile_discount=(int, 2),
    zu_two_sites=int,
    fail_credits=int,
    coloured_buyers=int,
    discards=int,
    both_colours=int,
    any_storage=int,
    leftover_costs=int,
    second_purchase=int,
)

ROUNDS = 64  # room in the scoring curve: turns of the whole table

Game = record(
    **common(MAX_PLAYERS, SOURCES, TALLIES, ROUNDS),
    sides=int,  # players, and Zu in the solo game
    faction=(int, MAX_PLAYERS),
    power=(int, MAX_PLAYERS),  # the faction whose power a seat has, or POWERLESS
    round_no=int,  # 1 to 3
    turns=(int, 3),  # turns of the whole table in each round
    order=(int, MAX_PLAYERS),  # seats in turn order
    turn=int,  # whose turn it is: an index into `order`
    actions=int,  # left in this turn, this one included
    passed=(int, MAX_PLAYERS),
    n_passed=int,
    lap_over=int,  # 1: everybody has had a turn since the last count of rounds
    credits=(int, MAX_PLAYERS),
    # Action cards; decks are drawn from anywhere, so they have no order
    hand=(int, (MAX_PLAYERS, CARDS)),
    n_hand=(int, MAX_PLAYERS),
    of_colour=(int, (MAX_PLAYERS, COLOURS)),  # cards of the hand
    of_symbol=(int, (MAX_PLAYERS, MARKETS)),
    tank=(int, MAX_PLAYERS),  # Movement cards of the hand, as bits
    deck=(int, DECK),
    n_deck=int,
    discard=(int, DECK),
    n_discard=int,
    pack=(int, (MAX_PLAYERS, CARDS)),  # cards that go round in the draft
    n_pack=int,  # cards in each pack
    draft=int,  # which of the three choices of two cards
    survey=(int, SURVEY_CARDS),  # the soil survey
    survey_cube=(int, SURVEY_CARDS),  # 1 + the side whose cube lies on the card, 0 = none
    n_survey=int,  # cards in it
    marker=(int, MAX_PLAYERS),  # initiative marker, 0 = none
    n_markers=int,  # taken this round
    # Places and people
    explorer=(int, (MAX_PLAYERS, EXPLORERS)),  # place, -1 = still to be placed
    supply=(int, MAX_PLAYERS),  # crew cubes; below 0 while guards must be lifted
    trader=(int, (MAX_PLAYERS, MARKETS)),
    traders=(int, MAX_PLAYERS),  # markets with a trader, as bits
    envoy=(int, (MAX_PLAYERS, CENTRES)),
    gallery=(int, (MAX_PLAYERS, RELICS)),  # 1: a guard stands on the sample
    guards=(int, MAX_PLAYERS),
    rewarded=(int, MAX_PLAYERS),  # columns whose card was drawn, as bits
    # Relics
    site=(int, RELICS),  # on the dig sites
    lying=(int, PLACES),  # the same by place
    reserve=(int, RELICS),
    n_reserve=(int, COLOURS),
    black=(int, (COLOURS, PILE)),  # black market: relics in a ring, the visible one first
    black_top=(int, COLOURS),  # where that one is
    n_black=(int, COLOURS),
    store=(int, (2, MAX_PLAYERS, RELICS)),  # in HOLD and HIDDEN
    n_store=(int, (2, MAX_PLAYERS)),
    held=(int, (MAX_PLAYERS, COLOURS)),  # in both
    box=(int, RELICS),  # sold
    # Buyers
    buyers=(int, COLOURS + 1),  # on the buyers' board: the fewer, the more popular
    queue=(int, (MARKETS, QUEUE)),  # the first in line first
    n_queue=(int, MARKETS),
    interest=(int, (MARKETS, COLOURS)),  # buyers who want that colour, white ones too
    interested=(int, COLOURS),  # markets with such a buyer, as bits
    mothership=(int, COLOURS + 1),  # buyers of the last sale
    buyer_deck=(int, COLOURS + 1),
    n_buyer_deck=int,
    # Command tiles
    tile=(int, CENTRES),  # 0 = none
    # The action in progress
    action=int,  # a move of ACTING, without its colour or symbol
    what=int,  # its colour or symbol
    card=int,  # paid for it
    fuel=int,  # left
    mover=int,  # explorer to move
    n_done=int,  # relics dug or bought, or other steps of this action
    first=int,  # the first of several, so that no order counts twice
    n_left=int,  # relics to give, cards to pick, pieces to move
    sold=int,  # markets of the sale
    offer=(int, 3),  # cards or relics to choose from
    n_offer=int,
    sampled=int,  # 1 + the relic whose sample was just taken, 0 = none
    n_draw=int,  # cards to draw
    back_to=int,  # the phase that lifting guards interrupts
    lifted=int,  # 1 + the guard lifted before, while another must be; 0 = none
    redraw=int,  # colours and symbols that may be redrawn, as bits
    # Zu
    zu_deck=(int, ZU_CARDS),
    n_zu_deck=int,
    zu_discard=(int, ZU_CARDS),
    n_zu_discard=int,
    zu_before=(int, ZU_CARDS),  # played in the round before; three of them came back
    zu_next=(int, (2, 7)),  # what is added in rounds 2 and 3
    zu_played=(int, 3),  # cards played in each round
    told=(int, (ZU_CARDS, 4)),  # what Zu did since your last move: card, deed, what, credits
    n_told=int,
    scratch=(int, CARDS),  # for the laws and for redeals, else zero
)
