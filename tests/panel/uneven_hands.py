"""Two to eight cards each, of twelve kinds that do nothing: how many one holds decides."""

from tiltmeter.design import (
    Game,
    deal,
    each_player,
    finish,
    gain,
    next_player,
    numbered,
    pile,
    put_each,
    roll,
    shuffle,
)

Kind = numbered(
    *("ant", "bee", "cat", "dog", "elk", "fox", "gnu", "hen", "ibis", "jay", "kite", "lynx")
)
uneven_hands = Game(
    "uneven_hands",
    players=(4,),
    moves=numbered("turn_over"),
    fields={
        "deck": pile(60, names=Kind, hidden="cards"),
        "hand": each_player(pile(8, names=Kind, hidden="cards")),
    },
    components={"hen": {"value": 0, "about": "points for who holds a hen", "max": 60}},
    max_rounds=2,
)


@uneven_hands.setup
def deal_hands(game, rules):
    for _ in range(5):
        put_each(game.deck, 0, 11)
    shuffle(game.deal, game.deck)
    for seat in range(game.players):
        deal(game.deck, game.hand[seat], 1 + roll(game.deal, 7))


@uneven_hands.apply
def turn_over(game, rules, move):
    seat = game.player
    gain(game, seat, 10 * game.hand[seat][0] + roll(game.table, 30))
    for place in range(game.hand[seat][0]):
        if game.hand[seat][1 + place] == Kind.hen:
            gain(game, seat, rules.hen)
            break
    next_player(game)
    if game.rounds:
        finish(game)
