"""The shortest game that shows something.

Moves of a game in which it shows are left out as long as it still does; then all games that are
shorter are tried, the shortest first, if they are not too many.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence

Moves = Sequence[int]
Shows = Callable[[Moves], int | None]  # after how many of some moves it shows; None: never
TRIES = 2000  # games played again; long before that nothing more can be left out
SHORTER = 300  # games that are tried one after the other: of two choices each, all of up to seven


def shrunk(moves: Moves, shows: Shows) -> list[int]:
    """As few of the moves as still show it, in their order.

    First half of them are left out at once, then a quarter, at last one by one (delta debugging).
    """
    kept, tries = list(moves[: shows(moves)]), 0
    size = max(1, len(kept) // 2)
    while kept and tries < TRIES:
        at, before = 0, len(kept)
        while at < len(kept) and tries < TRIES:
            without, tries = [*kept[:at], *kept[at + size :]], tries + 1
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
    for _ in range(SHORTER):
        if not games:
            break
        moves = games.popleft()
        if shows(moves) is not None:
            return moves
        if len(moves) < longest:
            games.extend([*moves, move] for move in choices(moves))
    return []
