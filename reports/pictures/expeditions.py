"""Expéditions – Autour du Monde: the board, with what is visited and travelled."""

import math
from dataclasses import dataclass, field

import numpy as np
import polars as pl
from matplotlib.patches import Polygon

from analyses.findings.finding import Finding
from analyses.language import say, word
from analyses.statistics.order import ordered
from reports.canvas import NORMAL, WIDE, Canvas, Drawing
from reports.look import FAINT, GRID, INK, NAMED, PAPER, Look
from simulator.components import Components
from simulator.games.expeditions.board import Board, read_board
from simulator.games.expeditions.words import PLACE_NAMES

HEADING = "The board"
HEIGHT = 3.9  # inches
MARKS = {"green": "o", "blue": "s", "red": "D", "start": "*"}
LARGEST = 250  # area of the most visited place's mark, in square points
THICKEST = 4.5  # points
AROUND = 0.5  # a route wider than this leads to the other edge
LABELS = 34  # places at most; the others have their name in the tip and the table


@dataclass
class Room:
    """What of the map is taken, in boxes (left, right, top, bottom)."""

    taken: list[tuple[float, float, float, float]] = field(default_factory=list)
    letter: float = 1.0  # how wide one is, in those of a wide map

    def take(self, box: tuple[float, float, float, float]) -> bool:
        """Takes a box, if it is free and on the map."""
        left, right, top, bottom = box
        if left < -0.03 or right > 1.03 or top < -0.02 or bottom > 1.02:
            return False
        for a, b, c, d in self.taken:
            if left < b and a < right and top < d and c < bottom:
                return False
        self.taken.append(box)
        return True


def draw(finding: Finding, components: Components, look: Look) -> list[Drawing]:
    places, routes = finding.frame("places"), finding.frame("routes")
    canvas, narrow = (_map(places, routes, width) for width in (WIDE, NORMAL))
    return [
        canvas.drawing(
            say(
                "The board: larger places and thicker routes are visited more often. Names: the"
                " places visited most."
            ),
            say(
                "Map of {n} places and {routes} routes. {sentence} The tables have all figures.",
                n=len(places),
                routes=len(routes),
                sentence=finding.sentence,
            ),
            narrow,
        )
    ]


def _map(places: pl.DataFrame, routes: pl.DataFrame, width: float) -> Canvas:
    """Letters are as large on a narrow one, so that fewer names find room."""
    canvas, board, letter = Canvas(HEIGHT, width), read_board(), WIDE / width
    wide = 0.008 * letter
    room = Room([(x - wide, x + wide, y - 0.012, y + 0.012) for x, y in board.positions], letter)
    _continents(canvas, board, room)
    _routes(canvas, board, routes)
    _places(canvas, board, places, LARGEST / letter)
    _names(canvas, board, places, room)
    axes = canvas.axes
    axes.set_xlim(-0.035, 1.035)
    axes.set_ylim(1.03, -0.03)
    axes.axis("off")
    handles = [
        axes.plot([], [], mark, color=_hue(kind), ms=5, ls="none", mec=INK, mew=0.4, label=words)[0]
        for (kind, mark), words in zip(
            MARKS.items(),
            (say("with a card"), say("another arrow"), say("a ticket"), say("the start")),
            strict=True,
        )
    ]
    ncols = 4 if width == WIDE else 2
    canvas.figure.legend(handles=handles, loc="outside lower center", ncols=ncols)
    return canvas


def _hue(kind: str) -> str:
    return NAMED.get(kind, INK)


def _continents(canvas: Canvas, board: Board, room: Room) -> None:
    """A pale hull around the places of each, so that the world is recognised."""
    names = {name for name in board.continents if name and not name.endswith("Ocean")}
    for name in sorted(names):
        points = np.array(
            [at for at, own in zip(board.positions, board.continents, strict=True) if own == name]
        )
        if len(points) > 2:
            hull = Polygon(
                _hull(points), closed=True, facecolor=GRID, edgecolor=GRID, alpha=0.4, lw=14
            )
            hull.set_joinstyle("round")
            canvas.axes.add_patch(hull)
            _continent(canvas, word(name), points.mean(axis=0), room)


def _continent(canvas: Canvas, name: str, middle: np.ndarray, room: Room) -> None:
    """Its name as near to its middle as there is room."""
    steps = [(0.02 * i, 0.02 * j) for i in range(-5, 6) for j in range(-5, 6)]
    for dx, dy in ordered(steps, lambda step: math.hypot(*step)):
        x, y = middle[0] + dx, middle[1] + dy
        half = 0.0065 * len(name) * room.letter
        if room.take((x - half, x + half, y - 0.015, y + 0.015)):
            canvas.axes.text(
                x, y, name.upper(), ha="center", va="center", fontsize=6.5, color=FAINT
            )
            return


def _hull(points: np.ndarray) -> list[tuple[float, float]]:
    """The convex hull (Andrew's monotone chain)."""
    ordered = sorted(map(tuple, points.tolist()))
    chain: list[tuple[float, float]] = []
    for direction in (ordered, ordered[::-1]):
        side: list[tuple[float, float]] = []
        for x, y in direction:
            while len(side) > 1 and _turn(side[-2], side[-1], (x, y)) <= 0:
                side.pop()
            side.append((x, y))
        chain += side[:-1]
    return chain


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _routes(canvas: Canvas, board: Board, frame: pl.DataFrame) -> None:
    number = {name: k for k, name in enumerate(PLACE_NAMES)}
    most = max(float(frame["travels"].max()), 1e-9)  # type: ignore[arg-type]
    for row in frame.iter_rows(named=True):
        ends = board.positions[number[row["one"]]], board.positions[number[row["other"]]]
        (line,) = canvas.axes.plot(
            *_way(*ends),
            color=FAINT,
            lw=0.3 + THICKEST * row["travels"] / most,
            alpha=0.75,
            solid_capstyle="butt",
        )
        canvas.tip(
            line,
            say(
                "{one} – {other}: {travels:.2f} travels a game",
                one=row["one"],
                other=row["other"],
                travels=row["travels"],
            ),
        )


def _way(a: tuple[float, float], b: tuple[float, float]) -> tuple[list[float], list[float]]:
    """A straight line; to a place that joins both edges it goes on the shorter side."""
    west, east = sorted((a, b))
    if east[0] - west[0] > AROUND:
        west = (west[0] + 1, west[1])
    return [west[0], east[0]], [west[1], east[1]]


def _places(canvas: Canvas, board: Board, frame: pl.DataFrame, largest: float) -> None:
    number = {name: k for k, name in enumerate(PLACE_NAMES)}
    cards = frame.filter(pl.col("kind") != "start")
    most = max(float(cards["visits"].max()), 1e-9)  # type: ignore[arg-type]
    for row in frame.iter_rows(named=True):
        k = number[row["place"]]
        x, y = board.positions[k]
        size = math.sqrt(4 + largest * min(1.0, row["visits"] / most))
        xs, ys = ([x, x + 1], [y, y]) if k in board.crossings else ([x], [y])
        (mark,) = canvas.axes.plot(
            xs,
            ys,
            MARKS[row["kind"]],
            color=_hue(row["kind"]),
            ms=size,
            mec=PAPER,
            mew=0.6,
            ls="none",
        )
        canvas.tip(
            mark,
            say(
                "{place}: {visits:.2f} visits a game, in {in_games:.0%} of games",
                place=row["place"],
                visits=row["visits"],
                in_games=row["in games"],
            ),
        )


def _names(canvas: Canvas, board: Board, frame: pl.DataFrame, room: Room) -> None:
    """Names of places with a card, the most visited first, where there is room for them."""
    named = 0
    for row in frame.filter(pl.col("kind") == "green").iter_rows(named=True):
        x, y = board.positions[PLACE_NAMES.index(row["place"])]
        name = word(row["place"])
        width, height = 0.0098 * len(name) * room.letter, 0.026
        for dx, dy, side in ((0.013, 0, "left"), (-0.013, 0, "right"), (0, -0.03, "center"),
                             (0, 0.03, "center")):  # fmt: skip
            left = x + dx - width * {"left": 0, "right": 1, "center": 0.5}[side]
            if room.take((left, left + width, y + dy - height / 2, y + dy + height / 2)):
                _name(canvas, x + dx, y + dy, name, side)
                named += 1
                break
        if named == LABELS:
            return


def _name(canvas: Canvas, x: float, y: float, name: str, side: str) -> None:
    canvas.axes.text(
        x,
        y,
        name,
        ha=side,
        va="center",
        fontsize=5.6,
        color=INK,
        bbox={"facecolor": PAPER, "alpha": 0.7, "lw": 0, "pad": 0.4},
    )
