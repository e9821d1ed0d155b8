"""From components.toml to the record of the rules: what players, map and switches make of it."""

from collections.abc import Mapping

import numpy as np

from simulator.components import Components
from simulator.errors import UserError, unknown
from simulator.games.excavation.table import (
    CARDS,
    CENTRES,
    COLOUR_NAMES,
    FACTION_NAMES,
    GLYPH_NAMES,
    GLYPHS,
    MARKETS,
    MOVEMENT,
    PLACES,
    RELICS,
    STEPS,
    WHITE,
    ZU,
    Rules,
    TurnOrder,
)
from simulator.kernel import new
from simulator.names import written

ALL_CREW = 110  # cubes in the box; Zu uses every colour that you do not

SAME = {  # fields of the rules that are components as they are
    "popularity": "buyers.popularity",
    "buyer": "sales.buyer",
    "surcharge": "smuggling.surcharge",
    "price": "surveying.price",
    "credits": "boards.credits",
    "crew": "boards.crew",
    "hold": "boards.hold",
    "hidden": "boards.hidden",
    "initiative": "boards.initiative",
    "hand": "cards.hand",
    "dealt": "cards.dealt",
    "kept": "cards.kept",
    "redraw_from": "cards.redraw_from",
    "card_copies": "cards.copies",
    "reach": "factions.kutu_kuti.reach",
    "promotion_compulsory": "rulings.promotion_compulsory",
    "zu_two_sites": "rulings.zu_two_sites",
    "opening_draft": "setup.opening_draft",
    "tiles": "setup.tiles",
    "tile_cards": "tiles.cards",
    "tile_credits": "tiles.credits",
    "tile_steps": "tiles.steps",
    "tile_traders": "tiles.traders",
    "tile_added": "tiles.added",
    "tile_removed": "tiles.removed",
    "tile_discount": "tiles.discount",
}
ALONE = {  # against Zu
    "fail_credits": "setup.zu.fail_credits",
    "coloured_buyers": "setup.zu.coloured_buyers",
    "discards": "setup.zu.discards",
    "both_colours": "setup.zu.both_colours",
    "any_storage": "setup.zu.any_storage",
    "leftover_costs": "setup.zu.leftover_costs",
    "second_purchase": "setup.zu.second_purchase",
}


def make_rules(components: Components, players: int) -> np.record:
    rules = new(Rules)
    size = max(players, 2) - 2  # the solo game is set up for two
    _copy(rules, components, SAME)
    _relics(rules, components, size)
    _cards(rules, components, size)
    _buyers(rules, components, size)
    rules.several[1:] = components["sales.markets"]
    for number in (1, 2, 3):
        rules.majority[number - 1, :3] = components[f"majorities.round_{number}"]
    gallery = components["setup.gallery"]
    rules.column[:] = components[f"galleries.{gallery}.columns"]
    rules.row[:] = components[f"galleries.{gallery}.rows"]
    rules.order = written(TurnOrder).index(components["setup.order"])
    _map(rules, components)
    rules.active[:] = [components[f"factions.{name}.active"] for name in FACTION_NAMES]
    _factions(rules, components["setup.factions"], players)
    _solo(rules, components, players)
    _must_matter(components)
    return rules


def _copy(rules: np.record, components: Components, paths: Mapping[str, str]) -> None:
    for field, path in paths.items():
        rules[field] = components[path]


def _relics(rules: np.record, components: Components, size: int) -> None:
    copies = components["relics.copies"]
    if sum(copies) != 18:
        raise UserError(f"relics.copies must add up to 18 in a colour; {copies} does not.")
    turn = components["setup.rarity"] == "rotated"
    for relic in range(RELICS):
        colour, glyph = divmod(relic, GLYPHS)
        rules.copies[relic] = copies[(glyph - colour * turn) % GLYPHS]
    rules.value[:] = 9 - rules.copies
    rules.on_sites = components["relics.on_sites"][size]
    rules.on_black_market = components["relics.on_black_market"][size]


def _cards(rules: np.record, components: Components, size: int) -> None:
    rules.survey = components["cards.survey"][size]
    rules.fuel[:CARDS] = components["cards.fuel"]
    rules.fuel[CARDS : CARDS + MOVEMENT] = components["cards.movement"]
    rules.bits[:] = [n.bit_count() for n in range(1 << MARKETS)]


def _buyers(rules: np.record, components: Components, size: int) -> None:
    rules.buyers[:WHITE] = components["buyers.coloured"][size]
    rules.buyers[WHITE] = components["buyers.white"][size]
    rules.buyer_cards[:WHITE], rules.buyer_cards[WHITE] = components["buyers.cards"]
    if not rules.buyer_cards.any():
        raise UserError("buyers.cards must be more than 0 of one kind at least; [0, 0] is not.")


def _map(rules: np.record, components: Components) -> None:
    """Places, their roles, and how many steps lie between them."""
    names = _places(rules, components["maps.places"])
    path = f"maps.{components['setup.map']}"
    rules.distance[:] = PLACES
    np.fill_diagonal(rules.distance, 0)
    for edge in components[path]:
        ends = edge.split("-")
        if len(ends) != 2:
            raise UserError(f"{path}: '{edge}' should be written like 'G1-G2'.")
        for end in ends:
            if end not in names:
                raise unknown(f"place in {path}:", end, names)
        a, b = (names.index(end) for end in ends)
        rules.distance[a, b] = rules.distance[b, a] = 1
    for via in range(PLACES):
        through = rules.distance[:, [via]] + rules.distance[[via], :]
        rules.distance[:] = np.minimum(rules.distance, through)
    lonely = [n for n, row in zip(names, rules.distance, strict=True) if (row == 1).sum() < 2]
    if lonely or rules.distance.max() >= PLACES:
        raise UserError(
            f"{path} must connect all places, each with two others at least;"
            f" look at {', '.join(lonely) or 'the parts that do not touch'}."
        )
    for place in range(PLACES):
        adjacent = np.flatnonzero(rules.distance[place] == 1)
        rules.n_next[place] = len(adjacent)
        rules.next_to[place, : len(adjacent)] = adjacent
    for steps in range(STEPS):
        rules.within[:, steps] = (rules.distance <= steps) @ (1 << np.arange(PLACES))
    _symbols(rules, components)


def _places(rules: np.record, places: list[str]) -> list[str]:
    rules.region[:] = -1
    rules.market[:] = -1
    rules.of_place[:] = -1
    rules.market_place[:] = -1
    names = []
    for place, text in enumerate(places):
        name, *roles = text.split() or [""]
        names.append(name)
        if len(roles) not in (2, 4):
            raise UserError(f"maps.places: '{text}' should be written like 'G2 green c market 2'.")
        for role, what in zip(roles[::2], roles[1::2], strict=True):
            _role(rules, place, role, what, text)
    missing = [
        f"{COLOUR_NAMES[relic // GLYPHS]} {GLYPH_NAMES[relic % GLYPHS]}"
        for relic in range(RELICS)
        if rules.of_place[relic] < 0
    ]
    missing += [f"market {m + 1}" for m in range(MARKETS) if rules.market_place[m] < 0]
    if missing or len(set(names)) < PLACES:
        raise UserError(f"maps.places lacks {', '.join(missing) or 'different names'}.")
    return names


def _role(rules: np.record, place: int, role: str, what: str, text: str) -> None:
    if role == "market" and what in tuple("123456"):
        rules.market[place] = int(what) - 1
        rules.market_place[int(what) - 1] = place
    elif role == "black" and what in tuple("123"):
        rules.black_place[int(what) - 1] = place
        rules.symbols[place] = int(what)  # which one; `_symbols` makes bits of it
    elif role in COLOUR_NAMES and set(what) <= set(GLYPH_NAMES):
        rules.region[place] = COLOUR_NAMES.index(role)
        for glyph in what:
            rules.of_place[GLYPHS * rules.region[place] + GLYPH_NAMES.index(glyph)] = place
    else:
        raise UserError(f"maps.places: '{text}' names no market, black market or dig site.")


def _symbols(rules: np.record, components: Components) -> None:
    markets = components["centres.markets"]
    if sorted(market for pair in markets for market in pair) != list(range(1, MARKETS + 1)):
        raise UserError(f"centres.markets must name each market once; {markets} does not.")
    for centre in range(CENTRES):
        for market in markets[centre]:
            rules.centre[market - 1] = centre
    for place in range(PLACES):
        if rules.symbols[place]:
            pair = components["black_markets.symbols"][rules.symbols[place] - 1]
            rules.symbols[place] = sum(1 << (symbol - 1) for symbol in set(pair))


def _factions(rules: np.record, text: str, players: int) -> None:
    rules.random_factions = text == "random"
    if rules.random_factions:
        return
    names = [word.strip() for word in text.split(",")]
    for name in names:
        if name not in FACTION_NAMES:
            raise unknown("faction in setup.factions:", name, (*FACTION_NAMES, "random"))
    if len(names) != players or len(set(names)) != players:
        raise UserError(
            f"setup.factions must name {players} different factions; '{text}' does not."
        )
    rules.faction[:players] = [FACTION_NAMES.index(name) for name in names]


def _solo(rules: np.record, components: Components, players: int) -> None:
    """One player always plays against Zu; what concerns Zu means nothing to more players."""
    rules.solo = players == 1
    if players > 1:
        paths = [path for path in components.changes() if path.startswith("setup.zu.")]
        paths += [path for path in ("setup.solo", "rulings.zu_two_sites") if components[path]]
        if paths:
            raise UserError(f"'{paths[0]}' is for one player against Zu, not for {players}.")
        return
    if rules.opening_draft:
        raise UserError("opening_draft=true is not for the solo game.")
    rules.credits[ZU] = components["setup.zu.credits"]
    if components["setup.zu.second_crew"]:
        rules.crew[ZU] = ALL_CREW - rules.crew[0]
    _copy(rules, components, ALONE)


def _must_matter(components: Components) -> None:
    """A number that the chosen setup does not use must not be changed."""
    for path in components.changes():
        group, _, key = path.partition(".")
        used = {
            "tiles": components["setup.tiles"],
            "galleries": key.split(".")[0] == components["setup.gallery"],
            "maps": key in ("places", components["setup.map"]),
        }
        if not used.get(group, True):
            raise UserError(f"'{path}' has no effect in this setup.")
    if "boards.initiative" in components.changes() and components["setup.order"] != "initiative":
        raise UserError("'boards.initiative' has no effect; it needs setup order=initiative.")
