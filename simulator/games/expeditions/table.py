"""What lies on the table: board, cards, tokens, tickets, arrows; how a game begins."""

import numpy as np

from simulator import rng
from simulator.components import Components
from simulator.games.expeditions.board import (
    ARCS,
    CARDS,
    FIRST_BLUE,
    FIRST_RED,
    PLACES,
    ROUTES,
    START,
    read_board,
)
from simulator.kernel import kernel, new, record
from simulator.titles import common

MAX_PLAYERS = 6
COLOURS = 3  # expeditions
COLOUR_NAMES = ("yellow", "red", "blue")
MAX_HAND = 17  # with the card of an exchange
MAX_COMMONS = 10
MAX_OFFER = 4  # cards drawn for an exchange
MAX_TOKENS = 4  # of a player
MAX_ARROWS = 60  # of a colour
LONGEST = COLOURS * MAX_ARROWS // 2  # rounds the curve holds: all of two players who remove nothing

DECK, COMMON, OFFER = range(3)  # where a card is; or
IN_HAND, LAID = 3, 9  # + seat: in hand, or laid out by

OWN_POINTS, KEY_POINTS, COMMON_POINTS, UNMET_POINTS, LEFT_POINTS = range(5)
SOURCES = 5

TALLIES = 18  # what players did, counted
(
    MAIN_ARROWS,
    BLUE_ARROWS,
    LOOP_ARROWS,
    TICKET_ARROWS,
    REMOVALS,
    EXCHANGES,
    TICKETS,  # gained on red places
    LOOPS,  # closed by an arrow
    REOPENED,  # loops met again by a removal
    DECLINED,  # arrows of blue places not used
    MET,  # own goals met in one's own turn
    MET_BY_RIVALS,  # own goals met in a rival's turn
    COMMONS_TAKEN,
    KEYS_TAKEN,  # tokens taken back
    KEYS_GIVEN,  # key places whose card was given away
    BLOCKS,  # expeditions led away from a rival's token one segment ahead
    DEAD_TURNS,  # without a goal or a ticket for the seat
    TURNS,
) = range(TALLIES)

# Phases: which kind of decision
(
    MARK,  # which key place gets a token
    TURN,  # before the turn's arrow: that arrow, or a ticket first
    PAID,  # the arrow of a ticket used first
    LOOP,  # the arrow after a loop, from any visited place
    BONUS,  # the arrow of a blue place
    REST,  # after the turn's arrow: a ticket, or the end of the turn
    KEEP,  # which drawn card to keep
    GIVE,  # which card to give for it
) = range(8)

NOTHING, AN_ARROW, A_TICKET = range(3)  # what a blue or red place gives

Rules = record(
    hand=int,  # cards dealt to each player
    commons=int,
    exchange=int,
    tokens=int,
    distance_kept=int,  # of key places and first common goals from the start
    arrows=int,  # of each colour
    tickets=int,  # at the start
    tickets_per_turn=int,
    ticket_box=int,
    card_points=int,
    token_points=int,
    unmet_points=int,
    left_points=int,
    blue_mandatory=int,
    removal_takes_common=int,
    last_loop_removable=int,
    last_arrow_ends=int,
    gives=(np.uint8, PLACES),  # NOTHING, AN_ARROW or A_TICKET
    first=(np.uint16, PLACES + 1),  # arcs that leave a place: first[p] up to first[p + 1]
    tail=(np.uint16, ARCS),
    head=(np.uint16, ARCS),
    route=(np.uint16, ARCS),
    distance=(np.uint8, (PLACES, PLACES)),  # in segments
    beside=(np.uint64, (PLACES, 2)),  # the green places one segment away, as bits of two words
)

Game = record(
    **common(MAX_PLAYERS, SOURCES, TALLIES, LONGEST),
    where=(np.uint8, PLACES),  # each card: DECK, COMMON, OFFER, IN_HAND + seat or LAID + seat
    hand=(np.uint8, (MAX_PLAYERS, MAX_HAND)),  # cards, the first n_hand, in no order
    n_hand=(int, MAX_PLAYERS),
    commons=(np.uint8, MAX_COMMONS),  # common goals, the first n_commons
    n_commons=int,
    offer=(np.uint8, MAX_OFFER),  # cards drawn for an exchange, the first n_offer
    n_offer=int,
    kept=int,  # 1 + the one of them kept, until a card is given for it
    deck=(np.uint8, CARDS),  # a ring: n_deck cards from `top` on
    top=int,
    n_deck=int,
    key=(np.uint8, (MAX_PLAYERS, MAX_TOKENS)),  # the key places each seat chose
    n_marked=int,  # tokens placed, by all
    token=(np.uint8, PLACES),  # 1 + the seat whose token lies there, 0 = none
    orphan=(np.uint8, PLACES),  # 1: that seat gave the card away, so the token stays
    tickets=(int, MAX_PLAYERS),
    ticket_supply=int,
    n_arrows=(int, COLOURS),  # on the board
    stack=(np.uint16, (COLOURS, MAX_ARROWS)),  # the arcs of its arrows, in order
    closed=(np.uint8, (COLOURS, MAX_ARROWS)),  # 1: this arrow closed a loop
    tip=(int, COLOURS),  # the place an expedition has reached
    used=(np.uint8, (COLOURS, ROUTES)),  # 1: carries an arrow of the colour
    reached=(np.uint8, (COLOURS, PLACES)),  # arrows of the colour that point there
    main_done=int,  # 1: the turn's arrow is placed
    tickets_used=int,  # this turn
    loop=int,  # 1 + the colour that needs a new base, 0 = none
    n_bonus=int,  # arrows of blue places still to place
    paid=int,  # 1: a ticket's arrow is to be placed before the turn's own
    turn_over=int,  # 1: the player wants no more
    gained=int,  # 1: this turn gave its player a goal or a ticket
    last_round=int,  # the ending this round leads to, 0 = none yet
    visits=(np.uint16, PLACES),  # arrows that led there, all colours, removed ones too
    travels=(np.uint16, ROUTES),  # arrows placed there, likewise
)


def make_rules(components: Components, players: int) -> np.record:
    rules, board = new(Rules), read_board()
    rules.hand = components["cards.hand_few" if players <= 3 else "cards.hand_many"]
    rules.commons = components["cards.commons"]
    rules.exchange = components["cards.exchange"]
    rules.tokens = components["keys.tokens"]
    rules.distance_kept = components["keys.distance"]
    rules.arrows = components["arrows.each"]
    rules.tickets = components["tickets.start"]
    rules.tickets_per_turn = components["tickets.per_turn"]
    rules.ticket_box = components["tickets.box"]
    rules.card_points = components["points.card"]
    rules.token_points = components["points.token"]
    rules.unmet_points = components["points.unmet"]
    rules.left_points = components["points.token_left"]
    for switch in ("blue_mandatory", "removal_takes_common", "last_loop_removable"):
        rules[switch] = components[f"rulings.{switch}"]
    rules.last_arrow_ends = components["rulings.last_arrow_ends"]
    rules.gives[FIRST_BLUE:FIRST_RED] = AN_ARROW if components["places.blue"] else NOTHING
    rules.gives[FIRST_RED:] = A_TICKET if components["places.red"] else NOTHING
    for table in ("first", "tail", "head", "route", "distance", "beside"):
        rules[table] = getattr(board, table)
    return rules


@kernel
def setup(game, rules):
    """Hands, common goals and tickets; then key places are marked in turn."""
    for card in range(CARDS):
        game.deck[card] = card
    rng.shuffle(game.deal, game.deck, CARDS)
    game.n_deck = CARDS
    for seat in range(game.players):
        for _ in range(rules.hand):
            take(game, seat, draw(game))
        game.tickets[seat] = rules.tickets
        game.points[seat, UNMET_POINTS] = rules.hand * rules.unmet_points
    game.ticket_supply = rules.ticket_box - game.players * rules.tickets
    for seat in range(game.players):
        replace_near_cards(game, rules, seat)
    lay_out_commons(game, rules)
    shuffle_rest(game)
    for colour in range(COLOURS):
        game.tip[colour] = START
    game.phase = MARK


@kernel
def draw(game):
    """The top card of the deck."""
    card = game.deck[game.top]
    game.top = game.top + 1 if game.top + 1 < CARDS else 0
    game.n_deck -= 1
    return card


@kernel
def put_under(game, card):
    """A card goes to the bottom of the deck."""
    bottom = game.top + game.n_deck
    game.deck[bottom if bottom < CARDS else bottom - CARDS] = card
    game.where[card] = DECK
    game.n_deck += 1


@kernel
def take(game, seat, card):
    game.hand[seat, game.n_hand[seat]] = card
    game.n_hand[seat] += 1
    game.where[card] = IN_HAND + seat


@kernel
def is_far(rules, place):
    return rules.distance[START, place] >= rules.distance_kept


@kernel
def replace_near_cards(game, rules, seat):
    """A hand with too few places for its tokens exchanges near ones until it has enough."""
    far = 0
    for k in range(game.n_hand[seat]):
        far += is_far(rules, game.hand[seat, k])
    k = 0
    while far < rules.tokens:
        card = game.hand[seat, k]
        if is_far(rules, card):
            k += 1
        else:
            put_under(game, card)
            card = draw(game)
            game.hand[seat, k] = card
            game.where[card] = IN_HAND + seat
            far += is_far(rules, card)


@kernel
def lay_out_commons(game, rules):
    """Far enough from the start, nearer cards go under the deck; any if it has no far one left."""
    unseen = game.n_deck
    while game.n_commons < rules.commons:
        card = draw(game)
        unseen -= 1
        if is_far(rules, card) or unseen < 0:
            game.commons[game.n_commons] = card
            game.n_commons += 1
            game.where[card] = COMMON
        else:
            put_under(game, card)


@kernel
def shuffle_rest(game):
    """The table's own luck: the cards of the deck that were not put under it, if any are left."""
    if game.top + game.n_deck >= CARDS:  # else the ring has come round to those put under
        for last in range(CARDS - 1, game.top, -1):
            other = game.top + rng.below(game.table, last - game.top + 1)
            game.deck[last], game.deck[other] = game.deck[other], game.deck[last]


@kernel
def redeal(game, rules, seat, stream):
    """What the seat to act cannot see: the deck, and rivals' cards but those at their tokens.

    Nobody is asked to remember cards that went under the deck.
    """
    game.table[0] = rng.draw(stream)
    game.deal[0] = rng.draw(stream)
    for other in range(game.players):
        if other != seat:
            game.whim[other, 0] = rng.draw(stream)
            if game.tally[other, EXCHANGES]:
                doubt_keys(game, rules, seat, other, stream)
    n = 0
    for card in range(CARDS):
        if is_unseen(game, seat, card) and not is_at_token(game, card):
            game.deck[n] = card
            game.where[card] = DECK
            n += 1
    rng.shuffle(stream, game.deck, n)
    for other in range(game.players):
        if other != seat:
            n = deal_again(game, other, n)
    game.top, game.n_deck = 0, n


@kernel
def is_unseen(game, seat, card):
    where = game.where[card]
    return where == DECK or (IN_HAND <= where < LAID and where != IN_HAND + seat)


@kernel
def is_at_token(game, card):
    """Is it known to be in the hand of the seat whose token lies there?"""
    return game.token[card] > 0 and game.orphan[card] == 0


@kernel
def n_keys(game, seat):
    """Tokens this seat has placed so far; they go round the table one by one."""
    return (game.n_marked + game.players - 1 - seat) // game.players


@kernel
def doubt_keys(game, rules, seat, other, stream):
    """Every exchange of a rival may have given a key card away; nobody knows which."""
    live, given = 0, 0
    for k in range(rules.tokens):
        card = game.key[other, k]
        if game.token[card] == 1 + other:
            game.orphan[card] = not is_unseen(game, seat, card)
            given += game.orphan[card]
            live += 1 - game.orphan[card]
    doubts = game.tally[other, EXCHANGES] - given
    while doubts > 0 or live > game.n_hand[other]:
        doubts -= 1
        k = rng.below(stream, 2 * rules.tokens)
        card = game.key[other, min(k, rules.tokens - 1)]
        if k < rules.tokens and game.token[card] == 1 + other and game.orphan[card] == 0:
            game.orphan[card] = 1
            given += 1
            live -= 1
    game.tally[other, KEYS_GIVEN] = given


@kernel
def deal_again(game, seat, n):
    """A hand with its key cards and others from the n unseen ones; how many are left."""
    held = 0
    for k in range(n_keys(game, seat)):
        card = game.key[seat, k]
        if game.token[card] == 1 + seat and game.orphan[card] == 0:
            game.hand[seat, held] = card
            game.where[card] = IN_HAND + seat
            held += 1
    for k in range(held, game.n_hand[seat]):
        n -= 1
        card = game.deck[n]
        game.hand[seat, k] = card
        game.where[card] = IN_HAND + seat
    return n
