"""Kuhn poker: three cards, one bet; small enough to be solved by hand, and worth bluffing in."""

from tiltmeter.design import (
    Game,
    deal,
    each_player,
    endings,
    finish,
    gain,
    next_player,
    number,
    numbered,
    pile,
    put_each,
    shuffle,
    top,
)

Card = numbered("jack", "queen", "king")
Move = numbered("pass_", "bet")
Ending = endings("showdown", "fold")
THIRD, TWO_THIRDS, NEVER = -1.0986122886681098, -0.4054651081081644, -100.0  # logarithms

kuhn_poker = Game(
    "kuhn_poker",
    full_name="Kuhn poker",
    about="Pass or bet a chip with one card of three; whoever calls a bet sees the other card.",
    players=(2,),
    moves=Move,
    endings=Ending,
    fields={
        "deck": pile(3, hidden="cards"),
        "card": each_player(pile(1, hidden="cards", names=Card)),
        "bets": number(0, 2),  # chips that were bet beyond the stake
    },
    components={
        "stake": {"value": 1, "about": "chips that both pay before they see a card", "min": 1},
        "bet": {"value": 1, "about": "chips of a bet", "min": 1, "alternatives": [2]},
    },
    max_rounds=2,
)


@kuhn_poker.setup
def deal_cards(game, rules):
    put_each(game.deck, Card.jack, Card.king)
    shuffle(game.deal, game.deck)
    for seat in range(game.players):
        deal(game.deck, game.card[seat], 1)


@kuhn_poker.apply
def act(game, rules, move):
    is_last = game.bets > 0 or (game.player == 1 and move == Move.pass_)
    if move == Move.bet:
        game.bets += 1
        if is_last:
            showdown(game, rules.stake + rules.bet)
    elif game.bets > 0:
        pay(game, 1 - game.player, rules.stake)
        finish(game, Ending.fold)
    elif is_last:
        showdown(game, rules.stake)
    next_player(game)


@kuhn_poker.kernel
def showdown(game, chips):
    pay(game, 0 if top(game.card[0]) > top(game.card[1]) else 1, chips)
    finish(game, Ending.showdown)


@kuhn_poker.kernel
def pay(game, winner, chips):
    gain(game, winner, chips)
    gain(game, 1 - winner, -chips)


@kuhn_poker.strategy()
def equilibrium(game, rules, move, mind):
    """Cannot be beaten, if it mixes its moves: play it as equilibrium:temperature=1."""
    card, is_bet = top(game.card[game.player]), move == Move.bet
    if card == Card.king:  # it calls, and second it bets; first it waits for a bet
        waits = game.player == 0 and game.bets == 0
        wants = NEVER if waits else 0.0
        other = 0.0 if waits else NEVER
    elif card == Card.jack:  # it folds, and second it bluffs one time in three
        is_bluff = game.bets == 0 and game.player == 1
        wants = THIRD if is_bluff else NEVER
        other = TWO_THIRDS if is_bluff else 0.0
    else:  # a queen never bets, and calls one time in three
        wants = THIRD if game.bets > 0 else NEVER
        other = TWO_THIRDS if game.bets > 0 else 0.0
    return wants if is_bet else other
