"""Eight rounds of dice, the same for every seat, role and choice; each value plants one thing.

Handed t of 1000 games, the first of n players wins 1/n + (1 - 1/n) t / 1000 of them. Of everything
else that is planted the first player has no more than the others.
"""

from tiltmeter.design import (
    Game,
    draw,
    each_player,
    finish,
    gain,
    next_player,
    number,
    numbered,
    pile,
    put_each,
    roll,
    score,
    shuffle,
)

Move = numbered("plain", "bold", "odd")
Role = numbered("ash", "birch", "cedar", "elm", "fir", "oak")
ROUNDS = 8


def planted(value, about, most=1000):
    return {"value": value, "about": about, "min": 0, "max": most}


races = Game(
    "races",
    players=(2, 3, 4, 5, 6),
    moves=Move,
    fields={
        "deck": pile(6, hidden="cards"),
        "role": each_player(number(0, 5, names=Role)),
    },
    components={
        "die": planted(100, "sides of the die"),
        "first": planted(0, "sides of one more die in the first round: it decides the game"),
        "shared": planted(0, "sides of a die whose points everybody gains in every round"),
        "jackpot": planted(0, "of 1000 rolls, that bring 3000 points more"),
        "handed": planted(0, "of 1000 games, to the first player"),
        "ash": planted(0, "points for ash at the end"),
        "seldom": planted(1, "of so many games there is one in which ash has them"),
        "snow": planted(0, "percent of a lead that are gained with a roll"),
        "odd": planted(10, "points that an odd roll costs"),
    },
    max_rounds=ROUNDS,
)


@races.setup
def deal_roles(game, rules):
    put_each(game.deck, 0, 5)
    shuffle(game.deal, game.deck)
    for seat in range(game.players):
        game.role[seat] = draw(game.deck)


@races.apply
def take_a_turn(game, rules, move):
    seat = game.player
    if seat == 0 and rules.shared:
        shock = roll(game.table, rules.shared)
        for other in range(game.players):
            gain(game, other, shock)
    points = roll(game.table, rules.die)
    if move == Move.bold:
        points = rules.die + 1 - points
    if move == Move.odd:
        points -= rules.odd
    if game.rounds == 0 and rules.first:
        points += roll(game.table, rules.first)
    if rules.jackpot and roll(game.table, 1000) <= rules.jackpot:
        points += 3000
    if rules.snow:
        best = 0
        for other in range(game.players):
            if other != seat:
                best = max(best, score(game, other))
        points += max(0, score(game, seat) - best) * rules.snow // 100
    gain(game, seat, points)
    if game.rounds == ROUNDS - 1:
        at_the_end(game, rules, seat)
    next_player(game)
    if game.rounds == ROUNDS:
        finish(game)


@races.kernel
def at_the_end(game, rules, seat):
    if rules.ash and game.role[seat] == Role.ash and roll(game.table, rules.seldom) == 1:
        gain(game, seat, rules.ash)
    if rules.handed and seat == 0 and roll(game.table, 1000) <= rules.handed:
        gain(game, seat, 30_000)


@races.strategy()
def steady(game, rules, move, mind):
    """Takes the plain roll, and never the odd one."""
    return -1.0 if move == Move.odd else 0.5 if move == Move.plain else 0.0
