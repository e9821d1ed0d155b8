"""Arrows: three expeditions of all players; lead them to your own places."""

from tiltmeter.design import (
    Game,
    card_at,
    choices,
    chosen,
    count,
    deal,
    each_player,
    endings,
    find,
    finish,
    gain,
    grid,
    next_player,
    number,
    numbered,
    pile,
    put,
    several,
    shuffle,
    spans,
    take,
)

Colour = numbered("red", "blue", "gold")
Board = grid(5, 5)
Step = choices(colour=Colour, to=Board)
Move = spans(go=Step)
Ending = endings("all_goals", "no_way_on")
MIDDLE, CARDS, MOST = 12, 24, 6

arrows = Game(
    "arrows",
    players=(2, 3, 4),
    moves=Move,
    endings=Ending,
    fields={
        "tip": several(3, number(0, 24)),
        "been": several(75, number(0, 1)),
        "box": pile(CARDS, hidden="cards"),
        "goals": each_player(pile(MOST, hidden="cards")),
        "reached": each_player(pile(MOST)),
    },
    components={
        "goals": {"value": 4, "about": "goals of each player", "min": 1, "max": MOST,
                  "alternatives": [3]},
    },
    tie_breaks=["turn_order"],
    max_rounds=76,
)  # fmt: skip


@arrows.setup
def begin(game, rules):
    for place in range(Board.cells):
        if place != MIDDLE:
            put(game.box, place)
    shuffle(game.deal, game.box)
    for seat in range(game.players):
        deal(game.box, game.goals[seat], rules.goals)
    for colour in range(3):
        game.tip[colour] = MIDDLE
        game.been[colour * 25 + MIDDLE] = 1


@arrows.kernel
def can_go(game, colour, to):
    return Board.distance[game.tip[colour], to] == 1 and game.been[colour * 25 + to] == 0


@arrows.kernel
def is_way_on(game):
    for colour in range(3):
        for to in range(Board.cells):
            if can_go(game, colour, to):
                return True
    return False


@arrows.legal
def may(game, rules, move):
    return can_go(game, chosen(move, Step.colour), chosen(move, Step.to))


@arrows.apply
def go(game, rules, move):
    colour, to = chosen(move, Step.colour), chosen(move, Step.to)
    game.tip[colour] = to
    game.been[colour * 25 + to] = 1
    arrive(game, to)
    if game.ended == 0 and not is_way_on(game):
        finish(game, Ending.no_way_on)
    is_corner = (to // 5) % 4 == 0 and (to % 5) % 4 == 0
    if not is_corner:
        next_player(game)


@arrows.kernel
def arrive(game, to):
    for seat in range(game.players):
        k = find(game.goals[seat], to)
        if k >= 0:
            put(game.reached[seat], take(game.goals[seat], k))
            gain(game, seat, 1)
            if count(game.goals[seat]) == 0:
                finish(game, Ending.all_goals)


@arrows.law("no card is lost")
def all_cards(game, rules):
    n = count(game.box)
    for seat in range(game.players):
        n += count(game.goals[seat]) + count(game.reached[seat])
    return n == CARDS


@arrows.strategy(weights={"near": 1.0})
def allround(game, rules, move, mind):
    """Goes where a goal is, or nearer to one."""
    to, goals = chosen(move, Step.to), game.goals[game.player]
    nearest = 9
    for k in range(count(goals)):
        nearest = min(nearest, Board.distance[to, card_at(goals, k)])
    return -mind.weights[0] * nearest
