"""Excavation Earth to be drawn: markets and their queues, dig sites, and every crew."""

from collections.abc import Iterator, Sequence
from typing import Any

from simulator.games.excavation.buyers import rank_of
from simulator.games.excavation.table import (
    CARDS,
    CENTRES,
    COLOUR_NAMES,
    COLOURS,
    EXPLORERS,
    GLYPH_NAMES,
    GLYPHS,
    MARKETS,
    MOVEMENT,
    PLACES,
    RELICS,
    ZU,
    Store,
)
from simulator.games.excavation.words import (
    BUYER_NAMES,
    RELIC_NAMES,
    TILE_NAMES,
    card_name,
    faction_name,
    pile,
    place_name,
    side_name,
    survey_cards,
)
from simulator.kernel import plain
from simulator.telling import tell, tell_count, tell_name
from simulator.words import Piece

STORES = ("hold", "hidden container")  # in the order of Store


def pieces(game: Any, rules: Any) -> list[Piece]:
    return [
        _popularity(game, rules),
        *(_market(game, rules, market) for market in range(MARKETS)),
        _cards("mothership", 0, game.mothership, BUYER_NAMES),
        *_sites(game),
        *_explorers(game, rules),
        *_in_turn(game, rules),
        *(one for side in range(game.sides) for one in _player(game, rules, side)),
    ]


def _popularity(game: Any, rules: Any) -> Piece:
    """What a sale of each colour pays for it."""
    pays = [int(rules.popularity[plain(rank_of)(game, colour)]) for colour in range(COLOURS)]
    order = sorted(range(COLOURS), key=lambda colour: (-pays[colour], colour))
    told = tuple(f"{tell_name(COLOUR_NAMES[colour])} {pays[colour]}" for colour in order)
    return Piece("popularity", 0, "row", told, tuple(pays[colour] for colour in order))


def _market(game: Any, rules: Any, market: int) -> Piece:
    """The queue, the first in line first, then the traders of every seat."""
    queue = tuple(int(one) for one in game.queue[market, : game.n_queue[market]])
    told = [BUYER_NAMES[buyer] for buyer in queue]
    traders = [(side, int(game.trader[side, market])) for side in range(game.sides)]
    told += [_traders(n, side_name(rules, side)) for side, n in traders if n]
    return Piece(f"market {market + 1}", 0, "cards", tuple(told), queue)


def _traders(n: int, whose: str) -> str:
    return tell_count(n, "{n:,} trader of {whose!s}", "{n:,} traders of {whose!s}", whose=whose)


def _sites(game: Any) -> Iterator[Piece]:
    """Relics on the dig sites and on the black market, by colour."""
    lying = game.site[:RELICS].reshape(COLOURS, GLYPHS).T
    cells = [(glyph, int(n)) for glyph, row in zip(GLYPH_NAMES, lying, strict=True) for n in row]
    yield Piece(
        "relics on the sites", 0, "grid", tuple(f"{n} {glyph}" if n else "" for glyph, n in cells),
        tuple(n for _, n in cells), 0, 1, columns=COLOURS, labels=tuple(COLOUR_NAMES),
    )  # fmt: skip
    told = tuple(pile(game, colour) for colour in range(COLOURS))
    yield Piece("black market", 0, "cards", told, tuple(int(n) for n in game.n_black[:COLOURS]))


def _explorers(game: Any, rules: Any) -> Iterator[Piece]:
    """Places at which somebody stands."""
    stands: dict[int, list[str]] = {}
    for seat in range(game.players):
        for place in game.explorer[seat, :EXPLORERS]:
            if 0 <= place < PLACES:
                stands.setdefault(int(place), []).append(str(seat + 1))
    told = tuple(
        tell("{name!s}: {told!s}", name=place_name(rules, place), told=_seats(stands[place]))
        for place in sorted(stands)
    )
    yield Piece("explorers", 0, "row", told, tuple(sorted(stands)))


def _seats(names: Sequence[str]) -> str:
    return tell_count(len(names), "seat {names!s}", "seats {names!s}", names=", ".join(names))


def _in_turn(game: Any, rules: Any) -> Iterator[Piece]:
    cubes = tuple(int(game.survey_cube[k]) for k in range(game.n_survey))
    yield Piece("soil survey", 0, "cards", tuple(survey_cards(game, rules)), cubes)
    order = tuple(int(side) for side in game.order[: game.sides])
    yield Piece("turn order", 0, "row", tuple(side_name(rules, side) for side in order), order)
    if rules.tiles:
        tiles = tuple(int(tile) for tile in game.tile)
        told_tiles = tuple(TILE_NAMES[tile] if tile else "none" for tile in tiles)
        yield Piece("command tiles", 0, "row", told_tiles, tiles)


def _cards(name: str, seat: int, counts: Any, names: Sequence[str]) -> Piece:
    kinds = tuple(k for k, n in enumerate(counts) for _ in range(int(n)))
    return Piece(name, seat, "cards", tuple(names[k] for k in kinds), kinds)


def _player(game: Any, rules: Any, side: int) -> Iterator[Piece]:
    """Zu has a place of its own behind the players."""
    seat, is_zu = side + 1, bool(rules.solo and side == ZU)
    credits = int(game.credits[side])
    yield Piece("credits", seat, "money", (str(credits),), (credits,))
    if not is_zu:
        name = faction_name(game.faction[side])
        yield Piece("faction", seat, "cards", (name,), (int(game.faction[side]),))
        yield _hand(game, rules, side)
    for store in Store:
        yield _cards(STORES[store], seat, game.store[store, side], RELIC_NAMES)
    yield _cards("samples", seat, game.gallery[side], RELIC_NAMES)
    envoys = tuple(int(game.envoy[side, centre]) for centre in range(CENTRES))
    yield Piece("envoys", seat, "row", tuple(map(str, envoys)), envoys)
    left = int(game.supply[side])
    yield Piece("cubes left", seat, "number", (str(left),), (left,))


def _hand(game: Any, rules: Any, side: int) -> Piece:
    """Its cards, of a masked one card backs; Movement cards lie open."""
    kinds = [k for k, n in enumerate(game.hand[side]) for _ in range(int(n))]
    told = [card_name(k, rules) for k in kinds]
    told += ["?"] * (int(game.n_hand[side]) - len(kinds))
    open_ones = [CARDS + k for k in range(MOVEMENT) if game.tank[side] >> k & 1]
    told += [card_name(k, rules) for k in open_ones]
    return Piece("hand", side + 1, "cards", tuple(told), (*kinds, *open_ones))
