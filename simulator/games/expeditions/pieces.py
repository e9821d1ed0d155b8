"""Expéditions to be drawn: the map with its arrows and goals, and what everybody holds."""

from collections.abc import Iterator
from typing import Any

from simulator.games.expeditions.board import read_board
from simulator.games.expeditions.table import CARDS, COLOURS, Colour, Where
from simulator.games.expeditions.words import PLACE_NAMES, UNSEEN
from simulator.names import written
from simulator.words import Piece

COLOUR_NAMES = written(Colour)
PLACES = tuple(
    (name, float(x), float(y), kind)
    for name, (x, y), kind in zip(
        PLACE_NAMES, read_board().positions, read_board().kinds, strict=True
    )
)
ROUTES = tuple((int(one), int(other)) for one, other in read_board().ends)


def pieces(game: Any, rules: Any) -> list[Piece]:
    return [
        _map(game, rules),
        *_shared(game, rules),
        *(one for seat in range(game.players) for one in _player(game, seat)),
    ]


def _map(game: Any, rules: Any) -> Piece:
    """Its arrows, and what is at places: goals, tokens, cards in hands, the expeditions' tips."""
    lines = []
    for colour in range(COLOURS):
        for arc in game.stack[colour, : game.n_arrows[colour]]:
            lines.append((COLOUR_NAMES[colour], int(rules.tail[arc]), int(rules.head[arc])))
    marks = [("goal", int(card)) for card in game.commons[: game.n_commons]]
    marks += [(f"token {game.token[card]}", card) for card in range(CARDS) if game.token[card]]
    for seat in range(game.players):
        held = [int(card) for card in game.hand[seat, : game.n_hand[seat]]]
        marks += [(f"hand {seat + 1}", card) for card in held if card != UNSEEN]
    marks += [(COLOUR_NAMES[colour], int(game.tip[colour])) for colour in range(COLOURS)]
    marks = sorted(marks)
    return Piece(
        "the board", 0, "map", tuple(what for what, _ in marks), tuple(place for _, place in marks),
        lines=tuple(lines),
    )  # fmt: skip


def _shared(game: Any, rules: Any) -> Iterator[Piece]:
    yield _places("common goals", 0, game.commons[: game.n_commons])
    for colour in range(COLOURS):
        left = int(rules.arrows) - int(game.n_arrows[colour])
        yield Piece(
            f"{COLOUR_NAMES[colour]} arrows left", 0, "number", (str(left),), (left,), 0,
            int(rules.arrows), hue=COLOUR_NAMES[colour],
        )  # fmt: skip
    left = int(game.ticket_supply)
    yield Piece("tickets in the supply", 0, "money", (str(left),), (left,))


def _places(name: str, seat: int, cards: Any) -> Piece:
    numbers = tuple(sorted(int(card) for card in cards))
    told = tuple("?" if card == UNSEEN else PLACE_NAMES[card] for card in numbers)
    return Piece(name, seat, "cards", told, numbers)


def _player(game: Any, seat: int) -> Iterator[Piece]:
    yield _places("hand", seat + 1, game.hand[seat, : game.n_hand[seat]])
    laid = [card for card in range(CARDS) if game.where[card] == Where.laid + seat]
    yield _places("laid out", seat + 1, laid)
    yield Piece(
        "tickets", seat + 1, "money", (str(int(game.tickets[seat])),), (int(game.tickets[seat]),)
    )
