"""What a column can still become: chances worked out once, before any game.

A turn is a step in which a column is visited with the chance `VISIT`; players stretch or shrink
their turns to fit. Everything is + - * / on floats, so that every machine has the same tables.
"""

import numpy as np

from simulator.games.lost_cities.table import BOXES, NUMBERS

STEPS = 64  # the longest time looked ahead
VISIT = 0.25  # the chance that a step brings a column a box
BY_ARROW = 0.2  # of such boxes, those that repeat the last number
MOST = BOXES + 1  # marks of a column, its top among them


def lowest_fitting(floor: int) -> list[float]:
    """The chances that 0, 1, 2 … numbers above `floor` are skipped, by the best of the dice."""
    above = [max(0, NUMBERS - floor + 1 - skipped) for skipped in range(NUMBERS + 1)]
    return [none_of(k) - none_of(k + 1) if above[k] else 0.0 for k in range(NUMBERS)]


def none_of(faces: int) -> float:
    """The chance that two or three dice, equally likely, show none of so many faces."""
    miss = 1 - faces / NUMBERS
    return (miss * miss + miss * miss * miss) / 2


def make_chances() -> np.ndarray:
    """[step, floor, n]: the chance of more than n further boxes above a floor in so many steps."""
    chances = np.zeros((STEPS, NUMBERS + 1, MOST + 1))
    fits = [lowest_fitting(max(1, floor)) for floor in range(NUMBERS + 1)]
    for step in range(1, STEPS):
        before = chances[step - 1]
        for floor in range(NUMBERS + 1):
            lowest = max(1, floor)
            for n in range(MOST):
                wait = before[floor, n]
                again = before[floor, n - 1] if n else 1.0
                by_dice, left = 0.0, 1.0
                for skipped in range(NUMBERS - lowest + 1):
                    then = before[lowest + skipped, n - 1] if n else 1.0
                    by_dice += fits[floor][skipped] * max(wait, then)
                    left -= fits[floor][skipped]
                by_dice += left * wait
                visited = BY_ARROW * again + (1 - BY_ARROW) * by_dice
                chances[step, floor, n] = (1 - VISIT) * wait + VISIT * visited
    return chances


CHANCES = make_chances()
