"""Archeos Society to be drawn: six tracks with their vehicles, the recruiting area, the hands."""

from collections.abc import Iterator
from typing import Any

from simulator.games.archeos import words
from simulator.games.archeos.table import (
    AREA,
    CARDS,
    COLOURS,
    LINGUIST_SPACES,
    MAX_SIZE,
    MONKEYS,
    TOKENS,
    Colour,
    Role,
    Side,
)
from simulator.names import written
from simulator.telling import tell
from simulator.words import Piece

COLOUR_NAMES = written(Colour)


def pieces(game: Any, rules: Any) -> list[Piece]:
    return [
        *_area(game),
        *(_site(game, rules, site) for site in range(COLOURS)),
        *_of_all(game),
        *(one for seat in range(game.players) for one in _player(game, seat)),
    ]


def _area(game: Any) -> Iterator[Piece]:
    yield _cards("recruiting area", 0, game, game.hand[AREA])
    yield Piece("deck", 0, "stack", (), (int(game.n_deck),), 0, len(game.deck))
    yield Piece("monkeys", 0, "number", (str(int(game.monkeys)),), (int(game.monkeys),), 0, MONKEYS)


def _cards(name: str, seat: int, game: Any, counts: Any) -> Piece:
    kinds = [kind for kind in range(CARDS) for _ in range(int(counts[kind]))]
    return Piece(name, seat, "cards", tuple(words.card_name(game, k) for k in kinds), tuple(kinds))


def _site(game: Any, rules: Any, site: int) -> Piece:
    """A track with the points of its spaces, and whose vehicles stand where."""
    side = int(game.side[site])
    spaces = 1 + int(rules.last[site, side])
    markers = [(str(seat + 1), int(game.space[seat, site])) for seat in range(game.players)]
    if site == Colour.yellow and side == Side.advanced:
        markers += [(str(seat + 1), int(game.second[seat])) for seat in range(game.players)]
    return Piece(
        words.site_name(game, site), 0, "track", tuple(who for who, _ in markers),
        tuple(space for _, space in markers), 0, spaces - 1,
        labels=tuple(str(int(one)) for one in rules.points[site, side, :spaces]),
        hue=COLOUR_NAMES[site],
    )  # fmt: skip


def _of_all(game: Any) -> Iterator[Piece]:
    """What Botanist and Linguist bring for all."""
    if game.slot[Role.botanist] >= 0:
        whose = (_held(game),) if game.tile else ("free",)
        yield Piece("botanist tile", 0, "cards", whose, (int(game.tile),))
    if game.slot[Role.linguist] >= 0:
        seats = range(game.players)
        yield Piece(
            "linguist track", 0, "track", tuple(str(seat + 1) for seat in seats),
            tuple(int(game.linguist[seat]) for seat in seats), 0, LINGUIST_SPACES - 1,
        )  # fmt: skip


def _held(game: Any) -> str:
    return tell("seat {holder} with {size}", holder=game.tile, size=game.tile_size)


def _player(game: Any, seat: int) -> Iterator[Piece]:
    """The hand, of a masked one card backs; this season's expeditions; relics and tokens."""
    unseen = int(game.n_hand[seat]) - int(game.hand[seat].sum())
    if unseen > 0:
        yield Piece("hand", seat + 1, "cards", ("?",) * unseen, (0,) * unseen)
    else:
        yield _cards("hand", seat + 1, game, game.hand[seat])
    sizes = [
        (size, photographed)
        for size in range(MAX_SIZE, 0, -1)
        for photographed in (1, 0)
        for _ in range(int(game.sizes[seat, photographed, size]))
    ]
    told = tuple(words.expedition_told(*one) for one in sizes)
    yield Piece("expeditions", seat + 1, "row", told, tuple(size for size, _ in sizes))
    if game.slot[Role.curator] >= 0:
        relics = tuple(k for k in range(COLOURS) if game.relic[seat, k])
        yield Piece("relics", seat + 1, "cards", tuple(COLOUR_NAMES[k] for k in relics), relics)
    if game.slot[Role.professor] >= 0:
        tokens = tuple(value for value in range(1, TOKENS + 1) if game.token[value] == 1 + seat)
        yield Piece("tokens", seat + 1, "row", tuple(map(str, tokens)), tokens)
