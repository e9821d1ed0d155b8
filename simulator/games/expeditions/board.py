"""The printed board, read from its two tables: 122 places and the 206 routes between them.

Places are numbered as in places.csv: the 80 green ones first, so that a card and its place have the
same number, then the compass rose, the blue and the red ones. Every route is two arcs, one for each
direction; arcs are numbered by the place they leave.
"""

import csv
import functools
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from simulator.names import spans

HERE = Path(__file__).parent
CARDS = 80  # green places, one card each
Place = spans(green=CARDS, start=1, blue=20, red=21)
START, PLACES = Place.start, Place.end
ROUTES = 206
ARCS = 2 * ROUTES
SLOTS = 6  # the most arcs that leave a place,
USUAL = 4  # and how many leave all but a few at most
WAYS_ON, USUAL_ON = SLOTS - 1, USUAL - 1  # likewise, but not back


@dataclass(frozen=True)
class Board:
    """Names and positions for people, tables of numbers for the rules."""

    names: tuple[str, ...]
    kinds: tuple[str, ...]  # green, start, blue or red
    continents: tuple[str, ...]  # printed on the cards; empty for blue and red places
    positions: tuple[tuple[float, float], ...]  # on the board, from its left and upper edge, 0 to 1
    crossings: tuple[int, ...]  # the red places that join the left and the right edge
    ends: np.ndarray  # the two places of each route
    first: np.ndarray  # the first arc that leaves a place; its last is before the next one's first
    tail: np.ndarray  # where an arc begins
    head: np.ndarray  # and where it leads
    route: np.ndarray  # that it lies on
    distance: np.ndarray  # segments between two places
    onward: np.ndarray  # the places that can follow an arc, the last again if there are few
    beside: np.ndarray  # the green places one segment away, as bits of two 64-bit words


@functools.cache
def read_board() -> Board:
    places = list(_rows("places.csv"))
    number = {row["place"]: k for k, row in enumerate(places)}
    ends = np.array([(number[row["one"]], number[row["other"]]) for row in _rows("routes.csv")])
    arcs = sorted(
        (int(tail), route, int(head))
        for route, (one, other) in enumerate(ends)
        for tail, head in ((one, other), (other, one))
    )
    tail, route, head = np.array(arcs).T
    return Board(
        names=tuple(row["name"] for row in places),
        kinds=tuple(row["kind"] for row in places),
        continents=tuple(row["continent"] for row in places),
        positions=tuple((float(row["x"]), float(row["y"])) for row in places),
        crossings=tuple(k for k, row in enumerate(places) if row["crossing"] == "1"),
        ends=ends,
        first=np.searchsorted(tail, np.arange(PLACES + 1)),
        tail=tail,
        head=head,
        route=route,
        distance=_distances(tail, head),
        onward=_onward(tail, head),
        beside=_beside(tail, head),
    )


def _rows(file: str) -> csv.DictReader:
    return csv.DictReader((HERE / file).read_text(encoding="utf-8").splitlines())


def _distances(tail: np.ndarray, head: np.ndarray) -> np.ndarray:
    """Segments between any two places: one more step until nothing new is reached."""
    near = np.zeros((PLACES, PLACES), int)
    near[tail, head] = 1
    distance = np.where(np.eye(PLACES, dtype=int), 0, PLACES)
    reached, steps = np.eye(PLACES, dtype=bool), 0
    while not reached.all():
        steps += 1
        wider = reached | (reached @ near > 0)
        distance[wider & ~reached] = steps
        reached = wider
    return distance


def _onward(tail: np.ndarray, head: np.ndarray) -> np.ndarray:
    onward = np.zeros((ARCS, WAYS_ON), np.uint8)
    for arc, (before, place) in enumerate(zip(tail, head, strict=True)):
        around = head[tail == place]
        onward[arc] = np.pad(around[around != before], (0, SLOTS - len(around)), mode="edge")
    return onward


def _beside(tail: np.ndarray, head: np.ndarray) -> np.ndarray:
    words = np.zeros((PLACES, 2), np.uint64)
    for one, other in zip(tail.tolist(), head.tolist(), strict=True):
        if other < CARDS:
            words[one, other // 64] |= np.uint64(1 << other % 64)
    return words


def by_slot(of_arcs: np.ndarray) -> np.ndarray:
    """What the arcs of each place have, in their order, the last again where there are few."""
    of_places = np.split(of_arcs, read_board().first[1:-1])
    return np.array([np.pad(of, (0, SLOTS - len(of)), mode="edge") for of in of_places], np.uint8)


def ways_in_bits() -> tuple[np.ndarray, ...]:
    """All ways of a place, bit k for the k-th; an arc's at the place it leaves, and at the other.

    The last one has all higher bits too: it stands for those that `by_slot` repeats.
    """
    board = read_board()
    n_ways = np.diff(board.first)
    k = np.arange(ARCS) - board.first[board.tail]
    above = (1 << 8) - (1 << k)
    leaves = np.where(k == n_ways[board.tail] - 1, above, 1 << k)
    number = {(a, b): arc for arc, (a, b) in enumerate(zip(board.tail, board.head, strict=True))}
    enters = leaves[[number[b, a] for a, b in number]]
    return tuple(bits.astype(np.uint8) for bits in ((1 << n_ways) - 1, leaves, enters))


AROUND = by_slot(read_board().head)
ALL_WAYS, LEAVES, ENTERS = ways_in_bits()
