"""What lies on the table: board, cards, tokens, tickets, arrows; how a game begins."""

import numpy as np

from simulator import rng
from simulator.components import Components
from simulator.games.expeditions.board import (
    ARCS,
    CARDS,
    PLACES,
    ROUTES,
    START,
    WAYS_ON,
    Place,
    read_board,
)
from simulator.kernel import kernel, new, record, small
from simulator.names import numbered, spans, written
from simulator.titles import common

MAX_PLAYERS = 6
MAX_HAND = 17  # with the card of an exchange
MAX_COMMONS = 10
MAX_OFFER = 4  # cards drawn for an exchange
MAX_TOKENS = 4  # of a player
MAX_ARROWS = 60  # of a colour

Colour = numbered("yellow", "red", "blue")  # expeditions
COLOURS = len(Colour)
LONGEST = COLOURS * MAX_ARROWS // 2  # rounds the curve holds: all of two players who remove nothing

# Where a card is; + seat: in whose hand, or laid out by whom.
Where = spans(deck=1, common=1, offer=1, hand=MAX_PLAYERS, laid=MAX_PLAYERS)

Source = numbered("own", "keys", "commons", "unmet", "keys_left")

Tally = numbered(
    "main_arrows",
    "blue_arrows",
    "loop_arrows",
    "ticket_arrows",
    "removals",
    "exchanges",
    "tickets_gained",  # on red places
    "loops",  # closed by an arrow
    "reopened_loops",  # met again by a removal
    "declined_blue",  # arrows of blue places not used
    "goals_met",  # own ones, in one's own turn
    "goals_met_by_rivals",  # own ones, in a rival's turn
    "commons",
    "keys",  # tokens taken back
    "keys_given_away",  # key places whose card was given away
    "blocks",  # expeditions led away from a rival's token one segment ahead
    "dead_turns",  # without a goal or a ticket for the seat
    "turns",
)

Phase = numbered(  # which kind of decision
    "mark",  # which key place gets a token
    "turn",  # before the turn's arrow: that arrow, or a ticket first
    "paid",  # the arrow of a ticket used first
    "loop",  # the arrow after a loop, from any visited place
    "bonus",  # the arrow of a blue place
    "rest",  # after the turn's arrow: a ticket, or the end of the turn
    "keep",  # which drawn card to keep
    "give",  # which card to give for it
)

Ending = numbered("running", "round_limit", "a_hand_was_emptied", "all_arrows_placed")

Gives = numbered("nothing", "arrow", "ticket")  # what a blue or red place gives
# Whose effect a removal has: the place the new last arrow leads to, or the removed one began at.
EffectAt = numbered("tip", "base")

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
    removal_effect_at=int,  # one of EffectAt
    last_loop_removable=int,
    last_arrow_ends=int,
    gives=(np.uint8, PLACES),  # one of Gives
    first=(np.uint16, PLACES + 1),  # arcs that leave a place: first[p] up to first[p + 1]
    tail=(np.uint16, ARCS),
    head=(np.uint16, ARCS),
    route=(np.uint16, ARCS),
    distance=(np.uint8, (PLACES, PLACES)),  # in segments
    onward=(np.uint8, (ARCS, WAYS_ON)),  # the places that can follow an arc
    beside=(np.uint64, (PLACES, 2)),  # the green places one segment away, as bits of two words
)

Game = record(
    **common(MAX_PLAYERS, len(Source), len(Tally)),
    where=(np.uint8, PLACES),  # each card: one of Where
    hand=(np.uint8, (MAX_PLAYERS, MAX_HAND)),  # cards, the first n_hand, in no order
    n_hand=(small, MAX_PLAYERS),
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
    n_arrows=(small, COLOURS),  # on the board
    stack=(np.uint16, (COLOURS, MAX_ARROWS)),  # the arcs of its arrows, in order
    closed=(np.uint8, (COLOURS, MAX_ARROWS)),  # 1: this arrow closed a loop
    tip=(small, COLOURS),  # the place an expedition has reached
    used=(np.uint8, (COLOURS, PLACES)),  # bit k: the k-th way from there carries an arrow
    reached=(np.uint8, (COLOURS, PLACES)),  # arrows of the colour that point there, 1 at the start
    main_done=int,  # 1: the turn's arrow is placed
    tickets_used=int,  # this turn
    loop=int,  # 1 + the colour that needs a new base, 0 = none
    n_bonus=int,  # arrows of blue places still to place
    paid=int,  # 1: a ticket's arrow is to be placed before the turn's own
    turn_over=int,  # 1: the player wants no more
    gained=int,  # 1: this turn gave its player a goal or a ticket
    last_round=int,  # the Ending this round leads to, 0 = none yet
    visits=(np.uint16, PLACES),  # arrows that led there, all colours, removed ones too
    travels=(np.uint16, ROUTES),  # arrows placed there, likewise
)


# The numbers of the box that are copied into the rules as they are.
PATHS = dict(
    commons="cards.commons",
    exchange="cards.exchange",
    tokens="keys.tokens",
    distance_kept="keys.distance",
    arrows="arrows.each",
    tickets="tickets.start",
    tickets_per_turn="tickets.per_turn",
    ticket_box="tickets.box",
    card_points="points.card",
    token_points="points.token",
    unmet_points="points.unmet",
    left_points="points.token_left",
    blue_mandatory="rulings.blue_mandatory",
    removal_takes_common="rulings.removal_takes_common",
    last_loop_removable="rulings.last_loop_removable",
    last_arrow_ends="rulings.last_arrow_ends",
)


def make_rules(components: Components, players: int) -> np.record:
    rules, board = new(Rules), read_board()
    rules.hand = components["cards.hand_few" if players <= 3 else "cards.hand_many"]
    for field, path in PATHS.items():
        rules[field] = components[path]
    rules.removal_effect_at = written(EffectAt).index(components["rulings.removal_effect_at"])
    if components["places.blue"]:
        rules.gives[Place.blue : Place.red] = Gives.arrow
    if components["places.red"]:
        rules.gives[Place.red :] = Gives.ticket
    for table in ("first", "tail", "head", "route", "distance", "onward", "beside"):
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
        game.points[seat, Source.unmet] = rules.hand * rules.unmet_points
    game.ticket_supply = rules.ticket_box - game.players * rules.tickets
    for seat in range(game.players):
        replace_near_cards(game, rules, seat)
    lay_out_commons(game, rules)
    shuffle_rest(game)
    for colour in range(COLOURS):
        game.tip[colour] = START
        game.reached[colour, START] = 1
    game.phase = Phase.mark


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
    game.where[card] = Where.deck
    game.n_deck += 1


@kernel
def take(game, seat, card):
    game.hand[seat, game.n_hand[seat]] = card
    game.n_hand[seat] += 1
    game.where[card] = Where.hand + seat


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
            game.where[card] = Where.hand + seat
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
            game.where[card] = Where.common
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
            if game.tally[other, Tally.exchanges]:
                doubt_keys(game, rules, seat, other, stream)
    n = 0
    for card in range(CARDS):
        if is_unseen(game, seat, card) and not is_at_token(game, card):
            game.deck[n] = card
            game.where[card] = Where.deck
            n += 1
    rng.shuffle(stream, game.deck, n)
    for other in range(game.players):
        if other != seat:
            n = deal_again(game, other, n)
    game.top, game.n_deck = 0, n


@kernel
def is_unseen(game, seat, card):
    where = game.where[card]
    return where == Where.deck or (is_held(where) and where != Where.hand + seat)


@kernel
def is_held(where):
    """Is a card that lies there in anybody's hand?"""
    return Where.hand <= where < Where.laid


@kernel
def is_at_token(game, card):
    """Is it known to be in the hand of the seat whose token lies there?"""
    return game.token[card] > 0 and game.orphan[card] == 0


@kernel
def is_key_of(game, seat, card):
    """Does this seat's token lie there, and was its card not given away?"""
    return (game.token[card] == 1 + seat) & (game.orphan[card] == 0)


@kernel
def is_rivals_token(game, place):
    """Does a token lie there that is not the active player's?"""
    return (game.token[place] > 0) & (game.token[place] != 1 + game.player)


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
    doubts = game.tally[other, Tally.exchanges] - given
    while doubts > 0 or live > game.n_hand[other]:
        doubts -= 1
        k = rng.below(stream, 2 * rules.tokens)
        card = game.key[other, min(k, rules.tokens - 1)]
        if k < rules.tokens and is_key_of(game, other, card):
            game.orphan[card] = 1
            given += 1
            live -= 1
    game.tally[other, Tally.keys_given_away] = given


@kernel
def deal_again(game, seat, n):
    """A hand with its key cards and others from the n unseen ones; how many are left."""
    held = 0
    for k in range(n_keys(game, seat)):
        card = game.key[seat, k]
        if is_key_of(game, seat, card):
            game.hand[seat, held] = card
            game.where[card] = Where.hand + seat
            held += 1
    for k in range(held, game.n_hand[seat]):
        n -= 1
        card = game.deck[n]
        game.hand[seat, k] = card
        game.where[card] = Where.hand + seat
    return n
