"""The shortest game that shows something: moves are left out as long as it still shows."""

from collections.abc import Callable, Sequence

Moves = Sequence[int]
Shows = Callable[[Moves], int | None]  # after how many of some moves it shows; None: never
TRIES = 2000  # games played again; long before that nothing more can be left out


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
