"""Dyke: together against the tide, which rises faster than one pair of hands can build."""

from tiltmeter.design import (
    Game,
    each_player,
    endings,
    finish,
    lose,
    next_player,
    number,
    numbered,
    roll,
)

Move = numbered("build", "fetch", "pump")
Ending = endings("held", "flooded")

dyke = Game(
    "dyke",
    about="Fetch stones, build the dyke and pump, until the tide turns or the land is flooded.",
    players=(1, 2, 3, 4),
    moves=Move,
    endings=Ending,
    cooperative=True,
    fields={
        "height": number(0, 200),
        "water": number(0, 400),
        "stones": each_player(number(0, 9)),
    },
    components={
        "start": {"value": 6, "about": "the height of the dyke", "alternatives": [5, 8]},
        "tide": {"value": 5, "about": "rounds until the tide turns", "alternatives": [4, 6]},
        "surge": {"value": 6, "about": "sides of the die that the sea rolls", "min": 2},
        "load": {"value": 3, "about": "stones fetched at once", "max": 4, "alternatives": [2, 4]},
        "pumped": {"value": 1, "about": "water that a pump takes", "alternatives": [0, 2]},
    },
    max_rounds=20,
)


@dyke.setup
def calm_before(game, rules):
    game.height = rules.start


@dyke.legal
def may(game, rules, move):
    stones = game.stones[game.player]
    if move == Move.build:
        return stones > 0
    return move == Move.pump or stones + rules.load <= 9


@dyke.apply
def work(game, rules, move):
    seat, rounds = game.player, game.rounds
    if move == Move.build:
        game.height += min(2, game.stones[seat])
        game.stones[seat] -= min(2, game.stones[seat])
    elif move == Move.fetch:
        game.stones[seat] += rules.load
    else:
        game.water = max(0, game.water - rules.pumped)
    rise(game, rules)
    next_player(game)
    if game.water > game.height:
        lose(game, Ending.flooded)
    elif game.rounds > rounds and game.rounds == rules.tide:
        finish(game, Ending.held)


@dyke.worth
def margin(game, rules, seat, source):
    """How far the dyke stands above the water, the same for all."""
    return game.height - game.water


@dyke.kernel
def rise(game, rules):
    """The sea comes on a high roll: rarely, and then by all of it."""
    surge = roll(game.table, rules.surge)
    if surge > rules.surge // 2:
        game.water += surge // 2


@dyke.strategy(weights={"near": 4})
def foreman(game, rules, move, mind):
    """Builds when it has stones, pumps when the water is within `near` of the top, else fetches."""
    if move == Move.build:
        return 2.0
    is_near = game.height - game.water <= mind.weights[0]
    return 1.0 if is_near == (move == Move.pump) else 0.0
