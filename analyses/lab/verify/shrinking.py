"""The shortest game that shows something.

Moves of a game in which it shows are left out as long as it still does; then all games that are
shorter are tried, the shortest first, if they are not too many. Neither takes long: a game that is
short, if not the shortest, is better than none.
"""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence

Moves = Sequence[int]
Shows = Callable[[Moves], int | None]  # after how many of some moves it shows; None: never
TRIES = 2000  # games played again; long before that nothing more can be left out
SHORTER = 300  # games that are tried one after the other: of two choices each, all of up to seven
SECONDS = 4  # of processor time, for each of both


def tries(most: int) -> Iterator[int]:
    """As many as there is time for."""
    until = time.thread_time() + SECONDS
    for n in range(most):
        if time.thread_time() > until:
            return
        yield n


def shrunk(moves: Moves, shows: Shows) -> list[int]:
    """As few of the moves as still show it, in their order.

    First half of them are left out at once, then a quarter, at last one by one (delta debugging).
    """
    kept, left = list(moves[: shows(moves)]), tries(TRIES)
    size = max(1, len(kept) // 2)
    while kept:
        at, before = 0, len(kept)
        while at < len(kept):
            if next(left, None) is None:
                return kept
            without = [*kept[:at], *kept[at + size :]]
            if (n := shows(without)) is not None:
                kept = without[:n]
            else:
                at += size
        if size == 1 and len(kept) == before:
            break
        size = max(1, size // 2)
    return kept


def first_shown(shows: Shows, choices: Callable[[Moves], Iterable[int]], longest: int) -> list[int]:
    """The first game, the shorter ones first, that shows it; no longer one, and not too many.

    `choices` are the moves that can follow some moves.
    """
    games: deque[list[int]] = deque([[]])
    for _ in tries(SHORTER):
        if not games:
            break
        moves = games.popleft()
        if shows(moves) is not None:
            return moves
        if len(moves) < longest:
            games.extend([*moves, move] for move in choices(moves))
    return []
