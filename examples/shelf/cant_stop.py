"""Can't Stop: four dice, three runners; climb on or keep what you have."""

from tiltmeter.design import (
    Game,
    each_player,
    finish,
    gain,
    next_player,
    number,
    numbered,
    roll,
    score,
    several,
    spans,
)

PAIRINGS, BOTH, FIRST, SECOND = 3, 0, 1, 2
Move = spans(advance=9, roll=1, stop=1)  # advance: pairing * 3 + BOTH, FIRST or SECOND
Phase = numbered("choose_pairs", "go_on")
TOP = (0, 0, 3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3)  # steps of each column
RISK = (0, 0, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6)  # of a step there
RUNNERS = 3

cant_stop = Game(
    "cant_stop",
    full_name="Can't Stop",
    about="Pair four dice and climb; who rolls nothing of use loses the turn's progress.",
    players=(2, 3, 4),
    moves=Move,
    phases=Phase,
    fields={
        "die": several(4, number(0, 6)),
        "camp": each_player(several(13, number(0, 13))),  # what a player has kept
        "runner": several(13, number(0, 13)),  # where the runners stand; 0: none
        "owner": several(13, number(0, 4)),  # of a finished column, from 1
    },
    components={"columns": {"value": 3, "about": "columns that win", "min": 1, "max": 4}},
    max_rounds=400,
    max_moves=4000,
)


@cant_stop.setup
def begin(game, rules):
    roll_dice(game)


@cant_stop.kernel
def roll_dice(game):
    """Until somebody can use the roll: whoever cannot loses the turn."""
    while True:
        for k in range(4):
            game.die[k] = roll(game.table, 6)
        game.phase = Phase.choose_pairs
        for move in range(9):
            if can_advance(game, move):
                return
        end_turn(game)


@cant_stop.kernel
def end_turn(game):
    for column in range(13):
        game.runner[column] = 0
    next_player(game)


@cant_stop.kernel
def sum_of(game, pairing, which):
    """The sum of a pair: the first one holds the first die."""
    first = game.die[0] + game.die[1 + pairing]
    total = game.die[0] + game.die[1] + game.die[2] + game.die[3]
    return first if which == FIRST else total - first


@cant_stop.kernel
def runners_left(game):
    n = RUNNERS
    for column in range(13):
        n -= game.runner[column] > 0
    return n


@cant_stop.kernel
def can_climb(game, column, left):
    """Whether a step is possible there with so many runners in hand."""
    if game.owner[column] > 0 or game.runner[column] == TOP[column]:
        return False
    return game.runner[column] > 0 or left > 0


@cant_stop.kernel
def can_advance(game, move):
    """Both pairs if possible, else either of them; equal pairings are one move."""
    pairing, which = move // 3, move % 3
    first, second = sum_of(game, pairing, FIRST), sum_of(game, pairing, SECOND)
    for before in range(pairing):
        other = sum_of(game, before, FIRST)
        if other in (first, second):
            return False
    left = runners_left(game)
    can_first, can_second = can_climb(game, first, left), can_climb(game, second, left)
    needs = 1 if game.runner[first] == 0 else 0
    if first != second and game.runner[second] == 0:
        needs += 1
    is_both = can_first and can_second and needs <= left
    if which == BOTH:
        return is_both
    if first == second and which == SECOND:
        return False
    return not is_both and (can_first if which == FIRST else can_second)


@cant_stop.legal
def may(game, rules, move):
    if game.phase == Phase.go_on:
        return move >= Move.roll
    return move < Move.roll and can_advance(game, move)


@cant_stop.apply
def act(game, rules, move):
    if move == Move.roll:
        roll_dice(game)
    elif move == Move.stop:
        keep(game)
        if score(game, game.player) >= rules.columns:
            finish(game)
            return
        end_turn(game)
        roll_dice(game)
    else:
        if move % 3 != SECOND:
            climb(game, sum_of(game, move // 3, FIRST))
        if move % 3 != FIRST:
            climb(game, sum_of(game, move // 3, SECOND))
        game.phase = Phase.go_on


@cant_stop.kernel
def climb(game, column):
    if game.runner[column] == 0:
        game.runner[column] = game.camp[game.player, column]
    game.runner[column] = min(TOP[column], game.runner[column] + 1)


@cant_stop.kernel
def keep(game):
    for column in range(2, 13):
        if game.runner[column] > 0:
            game.camp[game.player, column] = game.runner[column]
            if game.runner[column] == TOP[column]:
                game.owner[column] = game.player + 1
                gain(game, game.player, 1)


@cant_stop.tell_move
def tell_move(game, rules, move):
    if move >= Move.roll:
        return "rolls again" if move == Move.roll else "stops"
    sums = [sum_of(game, move // 3, which) for which in (FIRST, SECOND)]
    chosen = sums if move % 3 == BOTH else sums[move % 3 - 1 : move % 3]
    return f"climbs {' and '.join(map(str, chosen))} (pairing {move // 3 + 1})"


@cant_stop.kernel
def danger(game):
    """Keller's count: steps by their column, twice for a new runner; odd columns are worse."""
    total, n, odd, low = 0, 0, 0, 0
    for column in range(2, 13):
        if game.runner[column] > 0:
            steps = game.runner[column] - game.camp[game.player, column]
            total += RISK[column] * (steps + 1)
            n, odd, low = n + 1, odd + column % 2, low + (column < 8)
    if n < RUNNERS:
        return 0
    total += 2 if odd == n else -2 if odd == 0 else 0
    return total + (4 if low in (0, n) else 0)


@cant_stop.strategy(weights={"dare": 28, "finish": 6})
def allround(game, rules, move, mind):
    """Climbs where it gets far; stops by the rule of 28, or when a column is done."""
    if move >= Move.roll:
        is_enough = danger(game) >= mind.weights[0] or is_done(game)
        return 1.0 if is_enough == (move == Move.stop) else 0.0
    rating = 0.0
    for which in (FIRST, SECOND):
        if move % 3 in (BOTH, which):
            column = sum_of(game, move // 3, which)
            near = max(game.runner[column], game.camp[game.player, column]) / TOP[column]
            rating += 1.0 + mind.weights[1] * near / RISK[column]
            rating -= 0.5 * (game.runner[column] == 0)
    return rating


@cant_stop.kernel
def is_done(game):
    for column in range(2, 13):
        if game.runner[column] == TOP[column]:
            return True
    return False
