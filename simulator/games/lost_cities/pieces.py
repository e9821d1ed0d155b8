"""Lost Cities to be drawn: the dice, and every player's sheet."""

from collections.abc import Iterator
from typing import Any

from simulator.games.lost_cities.table import (
    BOXES,
    BRIDGES,
    COLOURS,
    Box,
    Bridge,
    Colour,
)
from simulator.names import written
from simulator.words import Piece

COLOUR_NAMES, BRIDGE_NAMES = written(Colour), written(Bridge)
SIGNS = ("◆ artefact", "↑ arrow", "×2 double circle")  # what they mean
PRINTED = {Box.plain: "", Box.arrow: "↑", Box.artefact: "◆"}


def pieces(game: Any, rules: Any) -> list[Piece]:
    numbers = sorted(int(one) for one in game.numbers[: game.n_numbers])
    colours = sorted(int(one) for one in game.colours[: game.n_colours])
    dice = [
        Piece("number dice", 0, "cards", tuple(map(str, numbers)), tuple(numbers)),
        Piece("colour dice", 0, "cards", tuple(COLOUR_NAMES[c] for c in colours), tuple(colours)),
    ]
    return dice + [one for seat in range(game.players) for one in _sheet(game, rules, seat)]


def _sheet(game: Any, rules: Any, seat: int) -> Iterator[Piece]:
    """The boxes from the top: artefact above, nine boxes, the double circle at the bottom."""
    rows = [[_top(game, seat, colour) for colour in range(COLOURS)]]
    for box in reversed(range(BOXES)):
        rows.append([_box(game, seat, colour, box) for colour in range(COLOURS)])
    if rules.circles:
        rows.append([_circle(game, seat, colour) for colour in range(COLOURS)])
    cells = [cell for row in rows for cell in row]
    yield Piece(
        "sheet", seat + 1, "grid", tuple(told for told, _ in cells),
        tuple(is_filled for _, is_filled in cells), 0, 1, columns=COLOURS, cells=SIGNS,
        labels=COLOUR_NAMES,
    )  # fmt: skip
    yield _ladder("artefacts", seat, rules.artefacts, game.artefacts[seat])
    yield _ladder("refusals", seat, rules.refusals, game.refusals[seat])
    bridges = tuple(b for b in range(BRIDGES) if game.bonus[seat, b])
    yield Piece("bridges", seat + 1, "cards", tuple(BRIDGE_NAMES[b] for b in bridges), bridges)


def _box(game: Any, seat: int, colour: int, box: int) -> tuple[str, int]:
    """What is written in it, or else printed; and whether it is filled."""
    number = int(game.written[seat, colour, box])
    return (str(number), 1) if number else (PRINTED[int(game.sheet[colour, box])], 0)


def _top(game: Any, seat: int, colour: int) -> tuple[str, int]:
    return "◆", int(game.top[seat, colour])


def _circle(game: Any, seat: int, colour: int) -> tuple[str, int]:
    return "×2", int(game.circle[seat, colour])


def _ladder(name: str, seat: int, points: Any, place: Any) -> Piece:
    """Boxes hatched so far, each with the points of so many."""
    labels = tuple(str(int(one)) for one in points)
    return Piece(name, seat + 1, "track", ("",), (int(place),), 0, len(labels) - 1, labels=labels)
