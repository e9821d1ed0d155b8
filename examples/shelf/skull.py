"""Skull: lay flowers or a skull, bid how many flowers you can turn up, and turn them up."""

from tiltmeter.design import (
    Game,
    any_of,
    count,
    deal,
    each_player,
    eliminate,
    endings,
    find,
    finish,
    gain,
    holds,
    next_player,
    number,
    numbered,
    pile,
    put,
    put_each,
    seats,
    shuffle,
    spans,
    take,
)

SEATS, CARDS = 6, 4
Card = numbered("flower", "skull")
Phase = numbered("laying", "bidding", "turning", "losing")
Move = spans(lay=Card, bid=number(1, SEATS * CARDS), pass_=1, turn=seats(SEATS), lose=Card)
Ending = endings("two_won", "last_one_in")

skull = Game(
    "skull",
    full_name="Skull",
    about="Bid how many cards you can turn up without a skull.",
    players=(3, 4, 5, 6),
    moves=Move,
    phases=Phase,
    endings=Ending,
    fields={
        "hand": each_player(pile(CARDS), asked=False),
        "laid": each_player(pile(CARDS)),  # face down
        "open": each_player(pile(CARDS)),  # turned up in this round
        "lost": each_player(pile(CARDS)),  # face down as well
        "skull_seen": each_player(number(0, 1)),  # since the last loss
        "bid": number(0, SEATS * CARDS),
        "bidder": number(0, SEATS - 1),
        "passed": each_player(number(0, 1)),
    },
    components={"needed": {"value": 2, "about": "bids to win", "min": 1, "max": 5,
                           "alternatives": [1]}},
    max_rounds=500,
)  # fmt: skip


@skull.setup
def begin(game, rules):
    for seat in range(game.players):
        put_each(game.hand[seat], Card.flower, Card.skull)
        put(game.hand[seat], Card.flower)
        put(game.hand[seat], Card.flower)


@skull.redeal
def imagine(game, rules, seat, stream):
    """Each rival's own cards may lie in any order; a skull that was seen is not lost."""
    for other in range(game.players):
        if other != seat:
            laid, lost = count(game.laid[other]), count(game.lost[other])
            deal(game.laid[other], game.hand[other], laid)
            if game.skull_seen[other] == 0:
                deal(game.lost[other], game.hand[other], lost)
            shuffle(stream, game.hand[other])
            deal(game.hand[other], game.laid[other], laid)
            deal(game.hand[other], game.lost[other], lost - count(game.lost[other]))


@skull.kernel
def laid_in_all(game):
    n = 0
    for seat in range(game.players):
        n += count(game.laid[seat])
    return n


@skull.legal
def may(game, rules, move):
    seat = game.player
    if move >= Move.lose:
        return game.phase == Phase.losing and holds(game.hand[seat], move - Move.lose)
    if move >= Move.turn:
        other = move - Move.turn
        is_there = other < game.players and other != seat
        return game.phase == Phase.turning and is_there and count(game.laid[other]) > 0
    if move == Move.pass_:
        return game.phase == Phase.bidding
    if move >= Move.bid:
        bid = move - Move.bid + 1
        may_bid = game.phase == Phase.laying and count(game.laid[seat]) > 0
        may_bid = may_bid or game.phase == Phase.bidding
        return may_bid and game.bid < bid <= laid_in_all(game)
    return game.phase == Phase.laying and holds(game.hand[seat], move)


@skull.apply
def act(game, rules, move):
    seat = game.player
    if move >= Move.lose:
        drop(game, rules, seat, find(game.hand[seat], move - Move.lose))
    elif move >= Move.turn:
        turn_up(game, rules, move - Move.turn)
    elif move == Move.pass_:
        game.passed[seat] = 1
        go_on_bidding(game, rules)
    elif move >= Move.bid:
        game.bid, game.bidder, game.phase = move - Move.bid + 1, seat, Phase.bidding
        go_on_bidding(game, rules)
    else:
        put(game.laid[seat], take(game.hand[seat], find(game.hand[seat], move)))
        next_player(game)


@skull.kernel
def go_on_bidding(game, rules):
    """The next who has not passed; if that is the bidder alone, cards are turned up."""
    next_player(game)
    while game.passed[game.player]:
        next_player(game)
    if game.player != game.bidder and game.bid < laid_in_all(game):
        return
    game.player, game.phase = game.bidder, Phase.turning
    while game.phase == Phase.turning and count(game.laid[game.player]) > 0:
        turn_up(game, rules, game.player)
        if game.ended or game.bid == 0:
            return


@skull.kernel
def turn_up(game, rules, other):
    seat = game.player
    card = take(game.laid[other], count(game.laid[other]) - 1)
    put(game.open[other], card)
    if card == Card.skull:
        game.skull_seen[other] = 1
        fail(game, rules, seat, other)
        return
    turned = 0
    for one in range(game.players):
        turned += count(game.open[one])
    if turned == game.bid:
        win_bid(game, rules, seat)


@skull.kernel
def win_bid(game, rules, seat):
    gain(game, seat, 1)
    if game.points[seat, 0] == rules.needed:
        finish(game, Ending.two_won)
    else:
        new_round(game, seat)


@skull.kernel
def fail(game, rules, seat, other):
    """Whoever met its own skull chooses what to lose; else chance does."""
    collect(game)
    if seat == other and count(game.hand[seat]) > 1:
        game.phase = Phase.losing
        return
    drop(game, rules, seat, any_of(game.table, count(game.hand[seat])))


@skull.kernel
def drop(game, rules, seat, place):
    put(game.lost[seat], take(game.hand[seat], place))
    game.skull_seen[seat] = 0
    if count(game.hand[seat]) == 0 and eliminate(game, seat) == 1:
        for other in range(game.players):
            if not game.out[other]:
                gain(game, other, rules.needed)
        finish(game, Ending.last_one_in)
    else:
        new_round(game, seat)


@skull.kernel
def collect(game):
    for seat in range(game.players):
        deal(game.laid[seat], game.hand[seat], CARDS)
        deal(game.open[seat], game.hand[seat], CARDS)


@skull.kernel
def new_round(game, first):
    collect(game)
    game.phase, game.bid = Phase.laying, 0
    for seat in range(game.players):
        game.passed[seat] = game.out[seat]
    game.player = first
    if game.out[first]:
        next_player(game)


@skull.law("every player has four cards in all")
def four_cards(game, rules):
    for seat in range(game.players):
        n = count(game.hand[seat]) + count(game.laid[seat])
        if n + count(game.open[seat]) + count(game.lost[seat]) != CARDS:
            return False
    return True


@skull.kernel
def own_flowers(game, seat):
    """Flowers that a seat has laid; none if there is a skull on them."""
    return 0 if holds(game.laid[seat], Card.skull) else count(game.laid[seat])


@skull.strategy(weights={"dare": 0.6})
def allround(game, rules, move, mind):
    """Lays anything, bids its own flowers and some of the others' when it feels like it.

    Equal ratings are decided by chance, so that nobody can read it.
    """
    seat = game.player
    if move >= Move.lose:
        return 1.0 if move - Move.lose == Card.flower else 0.0
    if move >= Move.turn:
        return 1.0 * count(game.laid[move - Move.turn])
    if move == Move.pass_:
        return 0.5
    if move >= Move.bid:
        bid = move - Move.bid + 1
        others = laid_in_all(game) - count(game.laid[seat])
        likely = own_flowers(game, seat) + mind.weights[0] * others
        return 1.0 if bid == game.bid + 1 and bid <= likely else 0.0
    if move == Card.skull and holds(game.laid[seat], Card.flower):
        return 0.9
    return 1.0
