"""What lies around the places of the board: tables made once, before any game.

Places near a goal are bits of words, so that a few operations gather those of a hand.
"""

import numpy as np

from simulator.games.expeditions.board import (
    CARDS,
    PLACES,
    START,
    Place,
    read_board,
)
from strategies.expeditions.goals import FAR

WORD = 26  # places to a word, each with two bits: as much as a note holds without loss
WORDS = 5
HALF = WORD // 2  # places to a word if each has four bits, in twice as many words
NO_BITS = np.uint64(0)


def _arrows_between() -> np.ndarray:
    """Arrows that a way between two places costs: one to a blue place gives the next."""
    board = read_board()
    is_blue = np.zeros(PLACES, bool)
    is_blue[Place.blue : Place.red] = True
    paid = np.where(np.eye(PLACES, dtype=bool), 0, FAR)
    for _ in range(2 * FAR):
        for tail, head in zip(board.tail, board.head, strict=True):
            onward = paid[head] + (0 if is_blue[head] else 1)
            onward[head] = 1
            paid[tail] = np.minimum(paid[tail], onward)
    return paid.astype(np.uint8)


def _places_before(farthest: int, to_a_word: int) -> np.ndarray:
    """Of each green place, as words: which places lie one arrow before it, and up to so many."""
    words = np.zeros((CARDS, -(-PLACES // to_a_word)), np.int64)
    for place, card in zip(*np.nonzero(PAID[:, :CARDS]), strict=True):
        bit = to_a_word * (int(PAID[place, card]) - 1) + int(place) % to_a_word
        if PAID[place, card] <= farthest:
            words[card, place // to_a_word] |= 1 << bit
    return words


def _bits_of_cards() -> np.ndarray:
    """The bit of each green place, in one of two words."""
    bits = np.zeros((CARDS, 2), np.uint64)
    for card in range(CARDS):
        bits[card, card // 64] = np.uint64(1 << card % 64)
    return bits


def _beside_ends() -> np.ndarray:
    """The green places beside either end of each arc, as such bits."""
    board = read_board()
    return board.beside[board.tail] | board.beside[board.head]


PAID = _arrows_between()
BEFORE = np.hstack([_places_before(4, HALF), _places_before(2, WORD)])  # own goals, rivals'
BIT = _bits_of_cards()
BESIDE, BESIDE_START = _beside_ends(), tuple(read_board().beside[START])
