"""Tic-tac-toe: three in a row, a draw if both play well; the bot knows every position."""

import functools

import numpy as np

from tiltmeter.design import (
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

Board = grid(3, 3)
Move = spans(mark=Board)
Ending = endings("three_in_a_row", "board_full")
LINES = np.array(
    [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
)

tic_tac_toe = Game(
    "tic_tac_toe",
    full_name="Tic-tac-toe",
    about="Mark a free square of nine; three in a row win.",
    players=(2,),
    moves=Move,
    endings=Ending,
    fields={"board": several(Board, number(0, 2))},  # 0: free, else the seat, from 1
    max_rounds=9,
)


@tic_tac_toe.legal
def may(game, rules, square):
    return game.board[square] == 0


@tic_tac_toe.apply
def mark(game, rules, square):
    seat = game.player
    game.board[square] = seat + 1
    next_player(game)
    if has_row(game.board, seat + 1):
        gain(game, seat, 1)
        finish(game, Ending.three_in_a_row)
    elif is_full(game.board):
        finish(game, Ending.board_full)


@tic_tac_toe.kernel
def has_row(board, mark):
    for k in range(8):
        if board[LINES[k, 0]] == board[LINES[k, 1]] == board[LINES[k, 2]] == mark:
            return True
    return False


@tic_tac_toe.kernel
def is_full(board):
    for square in range(9):
        if board[square] == 0:
            return False
    return True


@tic_tac_toe.tell_move
def tell_move(game, rules, square):
    return f"marks row {square // 3 + 1}, column {square % 3 + 1}"


@functools.cache
def solve(board):
    """What the player to move gets with the best play of both: 1, 0 or -1."""
    rows = [{board[k] for k in line} for line in LINES.tolist()]
    if {1} in rows or {2} in rows:
        return -1
    if 0 not in board:
        return 0
    mark = 1 + (9 - board.count(0)) % 2
    return max(-solve((*board[:k], mark, *board[k + 1 :])) for k in range(9) if board[k] == 0)


def number_of(board):
    return sum(mark * 3**k for k, mark in enumerate(board))


solve((0,) * 9)
VALUES = np.zeros(3**9, np.int8)


def note(board, seen):
    """Writes down the value of a position and of all that can follow."""
    if board in seen:
        return
    seen.add(board)
    VALUES[number_of(board)] = solve(board)
    mark = 1 + (9 - board.count(0)) % 2
    for k in range(9):
        if board[k] == 0:
            note((*board[:k], mark, *board[k + 1 :]), seen)


note((0,) * 9, set())


@tic_tac_toe.strategy()
def allround(game, rules, square, mind):
    """Plays perfectly; among moves that are as good it chooses at random."""
    position, power = 0, 1
    for k in range(9):
        mark = game.player + 1 if k == square else game.board[k]
        position += mark * power
        power *= 3
    return -1.0 * VALUES[position]
