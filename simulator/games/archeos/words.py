"""Archeos Society in words: names of everything, positions, and moves as sentences."""

from collections.abc import Callable
from typing import Any

from simulator.games.archeos.laws import LAW_SENTENCES
from simulator.games.archeos.moves import Move
from simulator.games.archeos.table import (
    AREA,
    CARDS,
    COLOURS,
    MAX_SIZE,
    MONKEY,
    MONKEYS,
    SLOTS,
    TOKENS,
    Colour,
    Ending,
    Phase,
    Role,
    Side,
    Source,
    Tally,
)
from simulator.names import span_of, written
from simulator.words import Words, an, counted, listed, plural

# The compass side and the advanced side of each board
SITES = {
    Colour.red: ("Mesa Verde", "Chichén Itzá"),
    Colour.green: ("Machu Picchu", "Rapa Nui"),
    Colour.blue: ("Grotta Azzurra", "Tantallon Castle"),
    Colour.yellow: ("Great Zimbabwe", "Ta-sekhet-ma'at"),
    Colour.pink: ("Sigiriya", "Ur"),
    Colour.violet: ("Nan Madol", "Uluru"),
}

ORDINALS = ("first monkey", "second monkey", "third monkey: the season ends")


def colour_name(card: int) -> str:
    return written(Colour)[card % COLOURS]


def role_name(game: Any, card: int) -> str:
    return written(Role)[game.roles[card // COLOURS]]


def card_name(game: Any, card: int) -> str:
    return f"{colour_name(card)} {role_name(game, card)}"


def site_name(game: Any, site: int) -> str:
    return SITES[site][game.side[site]]


def heading(game: Any, rules: Any) -> str:
    if game.phase in (Phase.pick_role, Phase.pick_side):
        return "The draft"
    return f"Season {game.season}, round {game.rounds + 1}: {_area(game)}, {_monkeys(game)}"


# By span of moves, with the card, site, role, token or side that the place in the span is
SENTENCES: dict[str, Callable[[Any, int], str]] = {
    "take": lambda game, card: f"takes a {card_name(game, card)}",
    "draw": lambda game, _: "draws from the deck",
    "by_colour": lambda game, card: (
        f"leads a {colour_name(card)} expedition with a {card_name(game, card)}"
    ),
    "by_role": lambda game, card: (
        f"leads an expedition of {plural(role_name(game, card))} with a {card_name(game, card)}"
    ),
    "go": lambda game, _: f"sets out with {_cards(game, game.member)}",
    "leave_out": lambda game, card: f"leaves a {card_name(game, card)} out",
    "step": lambda game, site: f"advances at {site_name(game, site)}",
    "second_step": lambda game, _: "advances the second vehicle at Ta-sekhet-ma'at",
    "use_role": lambda game, _: f"uses the {role_name(game, game.leader)}",
    "done": lambda game, _: "leaves it at that",
    "cash_in": lambda game, _: "cashes in at Uluru",
    "keep": lambda game, card: f"keeps a {card_name(game, card)}",
    "token": lambda game, value: f"takes the professor's token {value}",
    "return_hand": lambda game, _: "returns a hand of mercenaries",
    "step_back": lambda game, site: f"steps back at {site_name(game, site)}",
    "second_back": lambda game, _: "steps back with the second vehicle at Ta-sekhet-ma'at",
    "choose_role": lambda game, role: f"chooses the {written(Role)[role]}",
    "choose_side": lambda game, side: f"lays out {SITES[game.pile[game.n_drafted - SLOTS]][side]}",
    "dig": lambda game, _: "draws for Chichén Itzá",
}


def move(game: Any, rules: Any, move: int) -> str:
    """What the seat to act does with this move, as the end of "seat 1 …"."""
    span, place = span_of(Move, move)
    return SENTENCES[span](game, place)


SECRET = {"keep": "keeps a card", "leave_out": "leaves a card out"}


def public(game: Any, rules: Any, move_: int) -> str:
    """The same without cards that stay in the hand."""
    span, _ = span_of(Move, move_)
    return SECRET.get(span) or move(game, rules, move_)


def masked(game: Any, rules: Any, seat: int) -> Any:
    """Without the cards of other hands; how many there are stays."""
    seen = game.copy()
    for other in range(game.players):
        if other != seat:
            seen.hand[other] = 0
    return seen


def meanwhile(before: Any, move: int, game: Any, rules: Any) -> list[str]:
    """Monkeys that were revealed; what lies there when a draft is over, since no round begins."""
    if before.season == 0 and game.season:
        return [f"Season 1 begins: {_area(game)}"]
    first = before.monkeys
    which = ORDINALS[first : first + _drawn(before, game).count(MONKEY)]
    return [f"seat {before.player + 1} reveals the {one}" for one in which]


def unseen(before: Any, move: int, game: Any, rules: Any) -> list[str]:
    """Cards drawn, in their order."""
    cards = [an(card_name(game, card)) for card in _drawn(before, game) if card != MONKEY]
    return [f"seat {before.player + 1} draws {listed(cards)}"] if cards else []


def _drawn(before: Any, game: Any) -> list[int]:
    """What came from the deck; a season that has ended took all up to the third monkey."""
    cards = before.deck[: before.n_deck][::-1].tolist()
    if game.season == before.season:
        return cards[: before.n_deck - game.n_deck]
    n, monkeys = 0, before.monkeys
    while monkeys < MONKEYS and n < len(cards):
        monkeys += cards[n] == MONKEY
        n += 1
    return cards[:n]


def position(game: Any, rules: Any) -> str:
    """The table, and every player on one line."""
    shared = [_area(game), _monkeys(game), f"{counted(game.n_deck, 'card')} in the deck"]
    if game.slot[Role.botanist] >= 0:
        shared.append(f"botanist tile {_tile(game)}")
    seats = [_player(game, seat) for seat in range(game.players)]
    return "\n".join([" | ".join([*shared, f"seat {game.player + 1} to act"]), *seats])


def _cards(game: Any, counts: Any) -> str:
    named = [counted(int(n), card_name(game, k)) for k, n in enumerate(counts[:CARDS]) if n]
    return ", ".join(named) or "nothing"


def _hand(game: Any, seat: int) -> str:
    """By names, or of a masked one how many cards."""
    is_masked = game.n_hand[seat] > game.hand[seat].sum()
    return counted(int(game.n_hand[seat]), "card") if is_masked else _cards(game, game.hand[seat])


def _area(game: Any) -> str:
    return f"{_cards(game, game.hand[AREA])} in the recruiting area"


def _monkeys(game: Any) -> str:
    return f"{counted(game.monkeys, 'monkey')} out"


def _tile(game: Any) -> str:
    if not game.tile:
        return "free"
    return f"seat {game.tile} with {counted(game.tile_size, 'card')}"


def _player(game: Any, seat: int) -> str:
    vehicles = " ".join(f"{site_name(game, k)} {_spaces(game, seat, k)}" for k in range(COLOURS))
    parts = [f"{_hand(game, seat)} in hand", vehicles, _laid_out(game, seat)]
    parts += _of_roles(game, seat)
    return f"seat {seat + 1}: {' | '.join(parts)} | {counted(game.points[seat].sum(), 'point')}"


def _laid_out(game: Any, seat: int) -> str:
    """This season's expeditions by size without Mercenaries, and what they will pay."""
    sizes = [
        f"{size} with a photographer" if photographed else str(size)
        for size in range(MAX_SIZE, 0, -1)
        for photographed in (1, 0)
        for _ in range(game.sizes[seat, photographed, size])
    ]
    pays = f" ({counted(game.laid[seat], 'point')})" if sizes and not game.ended else ""
    return f"expeditions {', '.join(sizes) or 'none'}{pays}"


def _of_roles(game: Any, seat: int) -> list[str]:
    """What Linguist, Curator and Professor have brought, as far as they are in play."""
    relics = [name for name, n in zip(written(Colour), game.relic[seat], strict=True) if n]
    tokens = [str(value) for value in range(1, TOKENS + 1) if game.token[value] == 1 + seat]
    told = {
        Role.linguist: f"linguist track {game.linguist[seat]}",
        Role.curator: f"relics {', '.join(relics) or 'none'}",
        Role.professor: f"tokens {', '.join(tokens) or 'none'}",
    }
    return [text for role, text in told.items() if game.slot[role] >= 0]


def _spaces(game: Any, seat: int, site: int) -> str:
    """Where a seat's vehicles stand on a site."""
    has_second = site == Colour.yellow and game.side[site] == Side.advanced
    return f"{game.space[seat, site]}" + (f"+{game.second[seat]}" if has_second else "")


WORDS = Words(
    sources=written(Source),
    endings=written(Ending, " "),
    tallies=written(Tally),
    laws=tuple(LAW_SENTENCES.values()),
    phases=written(Phase, " "),
    heading=heading,
    move=move,
    position=position,
    meanwhile=meanwhile,
    unseen=unseen,
    masked=masked,
    public=public,
)
