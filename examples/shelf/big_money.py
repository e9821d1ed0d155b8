"""Big money: a deck-builder without a single action, only coins that buy coins and land."""

from tiltmeter.design import (
    Game,
    card_at,
    count,
    deal,
    draw_or_reshuffle,
    each_player,
    endings,
    finish,
    next_player,
    number,
    numbered,
    pile,
    put,
    several,
    shuffle,
    spans,
)

Card = numbered("copper", "silver", "gold", "estate", "duchy", "province")
Move = spans(buy=Card, pass_=1)
Source = numbered("estates", "duchies", "provinces")
Ending = endings("last_province", "three_piles")
COINS, PRICE, POINTS = (1, 2, 3, 0, 0, 0), (0, 3, 6, 2, 5, 8), (0, 0, 0, 1, 3, 6)
CARDS, HAND = len(Card), 5

big_money = Game(
    "big_money",
    about="Buy one card a turn with a hand of five; whoever owns the best land wins.",
    players=(2, 3, 4),
    moves=Move,
    sources=Source,
    endings=Ending,
    fields={
        "supply": several(CARDS, number(0, 60)),
        "deck": each_player(pile(120)),
        "hand": each_player(pile(HAND, names=Card), asked=False),
        "discards": each_player(pile(120)),
        "owned": each_player(several(CARDS, number(0, 60))),
        "turns": each_player(number(0, 500)),
    },
    components={
        "provinces": {"value": [8, 12], "about": "provinces for two players, and for more"},
        "duchies": {"value": [8, 12], "about": "duchies for two players, and for more"},
        "estates": {"value": 3, "about": "estates that players begin with", "max": 5},
    },
    max_rounds=250,
)


@big_money.setup
def hand_out(game, rules):
    of, land = min(game.players - 2, 1), 8 if game.players == 2 else 12
    lay_out(game.supply, 60 - 7 * game.players, land, rules.duchies[of], rules.provinces[of])
    for seat in range(game.players):
        for k in range(10):
            card = Card.estate if k < rules.estates else Card.copper
            put(game.deck[seat], card)
            game.owned[seat, card] += 1
        shuffle(game.table, game.deck[seat])
        draw_hand(game, seat)


@big_money.kernel
def lay_out(supply, coppers, estates, duchies, provinces):
    supply[Card.copper], supply[Card.silver], supply[Card.gold] = coppers, 40, 30
    supply[Card.estate], supply[Card.duchy], supply[Card.province] = estates, duchies, provinces


@big_money.kernel
def draw_hand(game, seat):
    for _ in range(min(HAND, count(game.deck[seat]) + count(game.discards[seat]))):
        card = draw_or_reshuffle(game.table, game.deck[seat], game.discards[seat])
        put(game.hand[seat], card)


@big_money.kernel
def coins(game, seat):
    n = 0
    for k in range(count(game.hand[seat])):
        n += COINS[card_at(game.hand[seat], k)]
    return n


@big_money.legal
def may(game, rules, move):
    if move == Move.pass_:
        return True
    return game.supply[move] > 0 and PRICE[move] <= coins(game, game.player)


@big_money.apply
def buy(game, rules, move):
    seat = game.player
    game.turns[seat] += 1
    if move != Move.pass_:
        game.supply[move] -= 1
        game.owned[seat, move] += 1
        put(game.discards[seat], move)
    deal(game.hand[seat], game.discards[seat], HAND)
    draw_hand(game, seat)
    next_player(game)
    if game.supply[Card.province] == 0:
        finish(game, Ending.last_province)
    elif empty_piles(game) >= 3:
        finish(game, Ending.three_piles)


@big_money.kernel
def empty_piles(game):
    n = 0
    for card in range(CARDS):
        n += game.supply[card] == 0
    return n


@big_money.worth
def worth(game, rules, seat, source):
    card = Card.estate + source
    return POINTS[card] * game.owned[seat, card]


@big_money.tie_break
def fewer_turns(game, rules, seat):
    return -game.turns[seat]


@big_money.redeal
def imagine(game, rules, seat, stream):
    """Nobody knows the order of a deck, nor which cards of a rival's are in hand."""
    for other in range(game.players):
        n = count(game.hand[other])
        if other != seat:
            deal(game.hand[other], game.deck[other], n)
        shuffle(stream, game.deck[other])
        if other != seat:
            deal(game.deck[other], game.hand[other], n)


@big_money.law("no card is lost")
def cards_are_there(game, rules):
    for seat in range(game.players):
        cards = count(game.deck[seat]) + count(game.hand[seat]) + count(game.discards[seat])
        for card in range(CARDS):
            cards -= game.owned[seat, card]
        if cards != 0:
            return False
    return True


@big_money.strategy(weights={"duchies_from": 7, "estates_from": 2})
def allround(game, rules, move, mind):
    """Provinces, duchies once one is sold, the best coin, at last estates; never copper."""
    if move == Move.pass_:
        return 0.5
    left = game.supply[Card.province]
    if move == Card.province:
        return 9.0
    if move == Card.duchy:
        return 8.0 if left <= mind.weights[0] else 0.0
    if move == Card.estate:
        return 0.7 if left <= mind.weights[1] else 0.0
    return 1.0 * move if move != Card.copper else 0.0
