"""What lies on the table: every name, the record of the rules and the record of a game."""

from simulator.kernel import record, small
from simulator.names import numbered, written
from simulator.titles import common

MAX_PLAYERS = 4
ZU = 1  # the row of the solo rival, beside seat 0

Colour = numbered("yellow", "green", "red", "purple", "orange")
COLOURS, COLOUR_NAMES = len(Colour), written(Colour)
WHITE = COLOURS  # a buyer who takes anything
GLYPH_NAMES = "abcd"
GLYPHS = len(GLYPH_NAMES)
RELICS = COLOURS * GLYPHS  # kinds of relics: GLYPHS * colour + glyph
MARKETS = 6  # and as many symbols
CENTRES = 3
BLACK_MARKETS = 3
CARDS = COLOURS * MARKETS  # kinds of Action cards: MARKETS * colour + symbol
MOVEMENT = 3  # Movement cards of a player: kinds CARDS, CARDS + 1, CARDS + 2
DECK = 2 * CARDS
PLACES = 21
EXPLORERS = 3
STEPS = 5  # 0 to 4, as many as a Movement card gives
QUEUE = 4  # buyers in a market
SURVEY_CARDS = 5
OFFER = 3  # cards or relics to choose from
PILE = 32  # room for the relics of one colour on the black market, in a ring
ZU_CARDS = 10  # that Zu plays in a round
ZU_LATER = 7  # of them, those that rounds 2 and 3 bring; three come back from the round before

Faction = numbered("issisinui", "aquilla", "kutu_kuti", "gul", "dal_harrai")
FACTIONS, FACTION_NAMES = len(Faction), written(Faction)
POWERLESS = FACTIONS

Tile = numbered(
    "cards", "credits", "steps", "traders", "added", "removed", "relic", "sample", start=1
)
TurnOrder = numbered("seats", "random", "initiative")  # who begins
Store = numbered("hold", "hidden")  # where a relic is

Source = numbered(  # of credits
    "start",
    "popularity",
    "buyers",
    "several_markets",
    "smuggling",
    "majorities_1",
    "majorities_2",
    "majorities_3",
    "gallery_rows",
    "gallery_columns",
    "tiles",
    "costs",  # negative
    "relics_left",  # at the end: Zu's, and yours where they cost
    "failures",  # Zu's compensation
)

Tally = numbered(
    "moves",
    "excavations",
    "markets",
    "sales",
    "commands",
    "smuggles",
    "surveys",
    "passes",
    "idle",  # actions without any effect
    "steps",  # a jump is one
    "dug",
    "bought",  # on the black market, from a survey, or found for nothing
    "sold",
    "offloaded",
    "samples",
    "sales_in_2",  # markets
    "sales_in_3",
    "bonus_cards",
    "traders",  # cubes sent to markets
    "envoys",  # sent to command centres
    "promoted",  # traders that became envoys
    "survey_cubes",
    "lifted",  # guards taken from the gallery
    "turns_in_round_1",  # of the whole table: where rounds end on the scoring curve
    "turns_in_round_2",
    "turns_in_round_3",
    "zu_score",
    *FACTION_NAMES,  # 1: the seat is of this one
)
OF_FACTION = Tally.issisinui  # + faction

Ending = numbered("running", "round_limit", "three_rounds_played", "Zu_beaten", "Zu_won")

Phase = numbered(  # which kind of decision
    "redrawing",  # replace cards of a starting hand
    "drafting",  # choose cards of a pack
    "placing",  # where the third explorer begins
    "piloting",  # the free step of Dal-Harrai
    "acting",  # which action
    "paying",  # with which card
    "going",  # where an explorer moves
    "digging",  # which relic
    "bargaining",  # what to do in a market
    "selling",  # in which markets
    "giving",  # which relics are sold or offloaded
    "promoting",  # which traders become envoys, where that is a choice
    "choosing",  # which of two bonus cards
    "ordering",  # what to command
    "buying",  # which relic of the black market
    "replacing",  # which card of the soil survey
    "keeping",  # which relic Is'sisinui stores for nothing
    "finding",  # what becomes of the relics of a survey
    "lifting",  # which guard
    "leaving",  # which cards are kept when passing
    "jumping",  # tile 3: an explorer goes anywhere
    "trading",  # tile 4: where a trader goes
    "adding",  # tile 5: which buyer comes where
    "removing",  # tile 6: which buyer goes
    "sampling",  # tile 8: what is sampled
    "paid",  # nothing to decide: a card was chosen
    "acted",  # nothing to decide: an action is over
    "turn_over",  # nothing to decide: a turn is over
)

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
    within=(int, (PLACES, STEPS)),  # places so many steps away at most, as bits
    next_to=(int, (PLACES, PLACES)),  # the adjacent places, as many as `n_next` says
    n_next=(int, PLACES),
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
    reach=int,  # steps to the second relic of Kutu Kuti
    promotion_compulsory=int,
    solo=int,
    active=(int, FACTIONS),  # 0: the faction has no power
    random_factions=int,
    faction=(int, MAX_PLAYERS),
    order=int,  # by TurnOrder
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
    **common(MAX_PLAYERS, len(Source), len(Tally)),
    sides=int,  # players, and Zu in the solo game
    faction=(small, MAX_PLAYERS),
    power=(small, MAX_PLAYERS),  # the faction whose power a seat has, or POWERLESS
    round_no=int,  # 1 to 3
    turns=(int, 3),  # turns of the whole table in each round
    order=(small, MAX_PLAYERS),  # seats in turn order
    turn=int,  # whose turn it is: an index into `order`
    actions=int,  # left in this turn, this one included
    passed=(small, MAX_PLAYERS),
    n_passed=int,
    lap_over=int,  # 1: everybody has had a turn since the last count of rounds
    credits=(int, MAX_PLAYERS),
    # Action cards; decks are drawn from anywhere, so they have no order
    hand=(small, (MAX_PLAYERS, CARDS)),
    n_hand=(small, MAX_PLAYERS),
    of_colour=(small, (MAX_PLAYERS, COLOURS)),  # cards of the hand
    of_symbol=(small, (MAX_PLAYERS, MARKETS)),
    tank=(small, MAX_PLAYERS),  # Movement cards of the hand, as bits
    deck=(small, DECK),
    n_deck=int,
    discard=(small, DECK),
    n_discard=int,
    pack=(small, (MAX_PLAYERS, CARDS)),  # cards that go round in the draft
    n_pack=int,  # cards in each pack
    draft=int,  # which of the three choices of two cards
    survey=(small, SURVEY_CARDS),  # the soil survey
    survey_cube=(small, SURVEY_CARDS),  # 1 + the side whose cube lies on the card, 0 = none
    n_survey=int,  # cards in it
    marker=(int, MAX_PLAYERS),  # initiative marker, 0 = none
    n_markers=int,  # taken this round
    # Places and people
    explorer=(small, (MAX_PLAYERS, EXPLORERS)),  # place, -1 = still to be placed
    supply=(int, MAX_PLAYERS),  # crew cubes; below 0 while guards must be lifted
    trader=(int, (MAX_PLAYERS, MARKETS)),
    traders=(small, MAX_PLAYERS),  # markets with a trader, as bits
    envoy=(int, (MAX_PLAYERS, CENTRES)),
    gallery=(small, (MAX_PLAYERS, RELICS)),  # 1: a guard stands on the sample
    guards=(small, MAX_PLAYERS),
    rewarded=(small, MAX_PLAYERS),  # columns whose card was drawn, as bits
    # Relics
    site=(small, RELICS),  # on the dig sites
    lying=(small, PLACES),  # the same by place
    reserve=(small, RELICS),
    n_reserve=(small, COLOURS),
    black=(small, (COLOURS, PILE)),  # black market: relics in a ring, the visible one first
    black_top=(small, COLOURS),  # where that one is
    n_black=(small, COLOURS),
    store=(small, (len(Store), MAX_PLAYERS, RELICS)),
    n_store=(small, (len(Store), MAX_PLAYERS)),
    held=(small, (MAX_PLAYERS, COLOURS)),  # in both
    box=(small, RELICS),  # sold
    # Buyers
    buyers=(int, COLOURS + 1),  # on the buyers' board: the fewer, the more popular
    queue=(small, (MARKETS, QUEUE)),  # the first in line first
    n_queue=(small, MARKETS),
    interest=(small, (MARKETS, COLOURS)),  # buyers who want that colour, white ones too
    interested=(small, COLOURS),  # markets with such a buyer, as bits
    mothership=(int, COLOURS + 1),  # buyers of the last sale
    buyer_deck=(int, COLOURS + 1),
    n_buyer_deck=int,
    # Command tiles
    tile=(small, CENTRES),  # 0 = none
    # The action in progress
    action=int,  # its Kind
    what=int,  # its colour or symbol
    card=int,  # paid for it
    fuel=int,  # left
    mover=int,  # explorer to move
    n_done=int,  # relics dug or bought, or other steps of this action
    first=int,  # the first of several, so that no order counts twice
    n_left=int,  # relics to give, cards to pick, pieces to move
    sold=int,  # markets of the sale
    offer=(small, OFFER),
    n_offer=int,
    sampled=int,  # 1 + the relic whose sample was just taken, 0 = none
    n_draw=int,  # cards to draw
    back_to=int,  # the phase that lifting guards interrupts
    lifted=int,  # 1 + the guard lifted before, while another must be; 0 = none
    redraw=int,  # colours and symbols that may be redrawn, as bits
    # Zu
    zu_deck=(small, ZU_CARDS),
    n_zu_deck=int,
    zu_discard=(small, ZU_CARDS),
    n_zu_discard=int,
    zu_before=(small, ZU_CARDS),  # played in the round before; three of them came back
    zu_next=(small, (2, ZU_LATER)),  # what is added in rounds 2 and 3
    zu_played=(int, 3),  # cards played in each round
    told=(int, (ZU_CARDS, 4)),  # what Zu did since your last move: card, deed, what, credits
    n_told=int,
    scratch=(int, CARDS),  # for the laws and for redeals, else zero
)
