"""Diggers: walk round a ring, dig finds up and sell them while prices are high."""

from tiltmeter.design import (
    Game,
    each_player,
    endings,
    finish,
    gain,
    grid,
    next_player,
    number,
    numbered,
    several,
    spans,
)

Ring = grid(1, 8, wraps=True)
Kind = numbered("clay", "silver", "gold")
Move = spans(go=Ring, dig=1, sell=Kind, rest=1)
Ending = endings("all_dug", "last_round")
ACTIONS, HOLD = 2, 4

diggers = Game(
    "diggers",
    players=(2, 3, 4),
    moves=Move,
    endings=Ending,
    fields={
        "at": each_player(number(0, 7)),
        "left": several(Ring, number(0, 9)),
        "held": each_player(several(3, number(0, HOLD))),
        "in_hand": each_player(number(0, HOLD, told=False)),
        "price": several(6, number(1, 20)),
        "actions": number(0, ACTIONS),
    },
    components={
        "finds": {"value": 3, "about": "finds at each place", "min": 1, "max": 9},
        "price": {"value": 5, "about": "first price", "min": 1, "max": 20, "alternatives": [8]},
        "rounds": {"value": 12, "about": "rounds at most", "min": 1, "max": 60,
                   "alternatives": [8]},
    },
    tie_breaks=["-in_hand", "turn_order"],
    max_rounds=61,
)  # fmt: skip


@diggers.setup
def begin(game, rules):
    game.actions = ACTIONS
    for k in range(6):
        game.price[k] = rules.price
    for place in range(8):
        game.left[place] = 0 if place % 4 == 0 else rules.finds
    for seat in range(game.players):
        game.at[seat] = 4 * (seat % 2)


@diggers.legal
def may(game, rules, move):
    seat = game.player
    at = game.at[seat]
    if move == Move.rest:
        return True
    if move >= Move.sell:
        return at % 4 == 0 and game.held[seat, move - Move.sell] > 0
    if move == Move.dig:
        return game.left[at] > 0 and game.in_hand[seat] < HOLD
    return Ring.distance[at, move] == 1


@diggers.apply
def act(game, rules, move):
    seat = game.player
    if move == Move.dig:
        game.left[game.at[seat]] -= 1
        game.held[seat, game.at[seat] % 4 - 1] += 1
        game.in_hand[seat] += 1
    elif move < Move.dig:
        game.at[seat] = move
    elif move < Move.rest:
        sell(game, seat, move - Move.sell)
    game.actions -= 1
    if game.actions == 0:
        end_turn(game, rules)


@diggers.kernel
def sell(game, seat, kind):
    priced = game.at[seat] // 4 * 3 + kind
    for _ in range(game.held[seat, kind]):
        gain(game, seat, game.price[priced])
        game.price[priced] = max(1, game.price[priced] - 1)
    game.in_hand[seat] -= game.held[seat, kind]
    game.held[seat, kind] = 0


@diggers.kernel
def end_turn(game, rules):
    rounds, left = game.rounds, 0
    game.actions = ACTIONS
    next_player(game)
    for place in range(8):
        left += game.left[place]
    if game.rounds > rounds and left == 0:
        finish(game, Ending.all_dug)
    elif game.rounds == rules.rounds:
        finish(game, Ending.last_round)


@diggers.strategy(weights={"full": 3})
def allround(game, rules, move, mind):
    """Digs until it holds enough, then goes to the nearer market and sells."""
    seat = game.player
    is_full = game.in_hand[seat] >= mind.weights[0]
    if move == Move.rest:
        return -1.0
    if move >= Move.sell:
        return 10.0 + game.held[seat, move - Move.sell]
    if move == Move.dig:
        return 0.0 if is_full else 5.0
    if is_full:
        return 2.0 - min(Ring.distance[move, 0], Ring.distance[move, 4])
    return 1.0 * min(2, game.left[move]) - 0.1 * Ring.distance[move, 2]
