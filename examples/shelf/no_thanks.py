"""No Thanks!: take the card with its chips, or pay a chip to leave it to the next player."""

from tiltmeter.design import (
    Game,
    card_at,
    count,
    deal,
    draw,
    each_player,
    finish,
    holds,
    next_player,
    number,
    numbered,
    pile,
    put,
    put_each,
    shuffle,
)

LOW, HIGH = 3, 35
Move = numbered("take", "refuse")
Source = numbered("cards", "chips")

no_thanks = Game(
    "no_thanks",
    full_name="No Thanks!",
    about="Cards cost their number, runs only their lowest; chips are a point each.",
    players=(3, 4, 5, 6, 7),
    moves=Move,
    sources=Source,
    fields={
        "deck": pile(33, hidden="deck"),
        "aside": pile(20, hidden="deck"),
        "offered": number(0, HIGH),  # 0: none is left
        "pot": number(0, 60),  # chips on the card that is offered
        "chips": each_player(number(0, 60, hidden="chips")),
        "cards": each_player(pile(33)),
    },
    components={
        "removed": {"value": 9, "about": "cards that nobody sees", "max": 20, "alternatives": [0]},
        "chips": {
            "value": [11, 11, 11, 9, 7],
            "about": "chips of each player, with 3, 4, 5, 6 and 7 players",
        },
    },
    max_rounds=400,
)


@no_thanks.setup
def deal_chips(game, rules):
    put_each(game.deck, LOW, HIGH)
    shuffle(game.table, game.deck)
    deal(game.deck, game.aside, rules.removed)
    for seat in range(game.players):
        game.chips[seat] = rules.chips[game.players - 3]
    game.offered = draw(game.deck)


@no_thanks.legal
def may(game, rules, move):
    return move == Move.take or game.chips[game.player] > 0


@no_thanks.apply
def decide(game, rules, move):
    seat = game.player
    if move == Move.refuse:
        game.chips[seat] -= 1
        game.pot += 1
        next_player(game)
        return
    put(game.cards[seat], game.offered)
    game.chips[seat] += game.pot
    game.pot = 0
    if count(game.deck) == 0:
        game.offered = 0
        finish(game)
    else:  # the next card is offered to whoever took this one
        game.offered = draw(game.deck)


@no_thanks.worth
def worth(game, rules, seat, source):
    """Fewest points win, so all that counts against a player is below zero."""
    if source == Source.chips:
        return game.chips[seat]
    cards, points = game.cards[seat], 0
    for k in range(count(cards)):
        if not holds(cards, card_at(cards, k) - 1):
            points -= card_at(cards, k)
    return points


@no_thanks.law("no chip is lost")
def chips_are_there(game, rules):
    chips = game.pot
    for seat in range(game.players):
        chips += game.chips[seat]
    return chips == game.players * rules.chips[game.players - 3]


@no_thanks.kernel
def price(game, seat, card):
    """The points that a card costs a seat, without its chips; less than none if it joins runs."""
    cards = game.cards[seat]
    if holds(cards, card - 1):
        return -(card + 1) if holds(cards, card + 1) else 0
    return -1 if holds(cards, card + 1) else card


@no_thanks.strategy(weights={"patience": 0.4, "milk": 1.0, "purse": 3})
def allround(game, rules, move, mind):
    """Takes what has become cheap; leaves what only it can use for another round of chips."""
    seat, card = game.player, game.offered
    cost = price(game, seat, card)
    is_cheap = cost - game.pot <= mind.weights[0] * card
    if game.chips[seat] <= mind.weights[2]:  # soon it could not refuse
        is_cheap = cost - game.pot <= 2 * mind.weights[0] * card
    if cost <= 0:
        is_cheap = game.pot >= mind.weights[1] * game.players
        for other in range(game.players):
            if other != seat and price(game, other, card) - game.pot <= 0:
                is_cheap = True  # somebody else would
    return 1.0 if is_cheap == (move == Move.take) else 0.0
