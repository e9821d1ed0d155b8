"""Connect Four: discs fall to the lowest free place; four in a row, any way, win."""

from tiltmeter.design import (
    NONE,
    Game,
    endings,
    finish,
    gain,
    grid,
    next_player,
    number,
    several,
    spans,
)

COLUMNS, ROWS = 7, 6
Board = grid(ROWS, COLUMNS)  # the lowest row is the last one
Move = spans(drop=COLUMNS)
Ending = endings("four_in_a_row", "board_full")

connect_four = Game(
    "connect_four",
    full_name="Connect Four",
    about="Drop a disc into a column; four in a row, a column or a diagonal win.",
    players=(2,),
    moves=Move,
    endings=Ending,
    fields={
        "board": several(Board, number(0, 2)),  # 0: free
        "height": several(COLUMNS, number(0, ROWS, told=False)),
    },
    components={
        "columns": {"value": 7, "about": "columns in use", "min": 4, "max": COLUMNS},
        "rows": {"value": 6, "about": "rows in use", "min": 4, "max": ROWS},
        "line": {"value": 4, "about": "discs in a row that win", "min": 3, "max": 5},
    },
    max_rounds=21,
)


@connect_four.legal
def may(game, rules, column):
    return column < rules.columns and game.height[column] < rules.rows


@connect_four.apply
def drop(game, rules, column):
    seat, cell = game.player, cell_at(column, game.height[column])
    game.board[cell] = seat + 1
    game.height[column] += 1
    next_player(game)
    if longest(game, cell, seat + 1) >= rules.line:
        gain(game, seat, 1)
        finish(game, Ending.four_in_a_row)
    elif is_full(game, rules):
        finish(game, Ending.board_full)


@connect_four.kernel
def is_full(game, rules):
    for column in range(rules.columns):
        if game.height[column] < rules.rows:
            return False
    return True


@connect_four.kernel
def cell_at(column, height):
    return (ROWS - 1 - height) * COLUMNS + column


@connect_four.kernel
def longest(game, cell, disc):
    """The longest line through a cell, if this disc lies there."""
    best = 0
    for way in range(Board.lines):
        n = 1 + reach(game, cell, way, disc) + reach(game, cell, way + Board.lines, disc)
        best = max(best, n)
    return best


@connect_four.kernel
def reach(game, cell, way, disc):
    """How many such discs follow a cell, one way."""
    n, there = 0, Board.step[cell, way]
    while there != NONE and game.board[there] == disc:
        n, there = n + 1, Board.step[there, way]
    return n


@connect_four.tell_move
def tell_move(game, rules, column):
    return f"drops a disc into column {column + 1}"


@connect_four.strategy(weights={"block": 2, "centre": 0.3})
def allround(game, rules, column, mind):
    """Wins or blocks at once, gives no win away, makes long lines, likes the middle."""
    height, own, other = game.height[column], game.player + 1, 2 - game.player
    cell = cell_at(column, height)
    mine, theirs = longest(game, cell, own), longest(game, cell, other)
    if mine >= rules.line:
        return 1000.0
    if theirs >= rules.line:
        return 500.0
    rating = mine + mind.weights[0] * theirs / 2
    gives = height + 1 < rules.rows  # what lies on top of it is the other's to take
    if gives and longest(game, cell_at(column, height + 1), other) >= rules.line:
        rating -= 100.0
    return rating - mind.weights[1] * abs(2 * column - rules.columns + 1)
