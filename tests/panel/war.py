"""War: everybody turns a card over, and the higher one takes the trick. Nobody decides anything."""

from tiltmeter.design import (
    Game,
    deal,
    draw,
    each_player,
    finish,
    gain,
    next_player,
    number,
    numbered,
    pile,
    put_each,
    shuffle,
)

CARDS = 26
war = Game(
    "war",
    players=(2,),
    moves=numbered("turn_over"),
    fields={
        "deck": pile(CARDS, hidden="cards"),
        "hand": each_player(pile(CARDS // 2, hidden="cards")),
        "shown": each_player(number(0, CARDS)),
    },
    max_rounds=CARDS,
)


@war.setup
def deal_all(game, rules):
    put_each(game.deck, 1, CARDS)
    shuffle(game.deal, game.deck)
    for seat in range(2):
        deal(game.deck, game.hand[seat], CARDS // 2)


@war.apply
def turn_over(game, rules, move):
    seat = game.player
    game.shown[seat] = draw(game.hand[seat])
    next_player(game)
    if seat == 1:
        gain(game, 0 if game.shown[0] > game.shown[1] else 1, 1)
        if game.hand[1][0] == 0:
            finish(game)
