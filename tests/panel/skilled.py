"""A race of dice whose first player is handed games by how well both play: its truth is known.

Each player makes four decisions, good or poor. Of a game with a share f of poor ones the first
player is handed `steady` + `slips` f of 1000, and the second one where that is below none. Bots
that make a share s of their moves at random have f = s / 2 on average.
"""

from tiltmeter.design import Game, finish, gain, next_player, number, numbered, roll

Move = numbered("good", "poor")
DECISIONS = 4

skilled = Game(
    "skilled",
    players=(2,),
    moves=Move,
    max_rounds=DECISIONS + 1,
    fields={"poor": number(0, 8)},
    components={
        "steady": {"value": 0, "about": "of 1000 games, to the first player", "min": -999,
                   "max": 999},
        "slips": {"value": 0, "about": "of 1000 games, more where all moves are poor",
                  "min": -999, "max": 999},
    },
)  # fmt: skip


@skilled.apply
def decide(game, rules, move):
    if move == Move.poor:
        game.poor += 1
    next_player(game)
    if game.player == 0 and game.rounds >= DECISIONS:
        roll_dice(game, rules)


@skilled.kernel
def roll_dice(game, rules):
    handed = rules.steady * 8 + rules.slips * game.poor
    luck = roll(game.table, 8000)
    if handed > 0 and luck <= handed:
        gain(game, 0, 2000)
    if handed < 0 and luck <= -handed:
        gain(game, 1, 2000)
    for seat in range(game.players):
        gain(game, seat, roll(game.table, 1000))
    finish(game)


@skilled.strategy(weights={"good": 1})
def plays_well(game, rules, move, mind):
    """Makes good decisions."""
    return 1.0 if move == Move.good else 0.0
