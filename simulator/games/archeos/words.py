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
from simulator.telling import tell, tell_all, tell_count
from simulator.words import Words, plural, points_told, seat_does, seat_has, seat_to_act

# The compass side and the advanced side of each board
SITES = {
    Colour.red: ("Mesa Verde", "Chichén Itzá"),
    Colour.green: ("Machu Picchu", "Rapa Nui"),
    Colour.blue: ("Grotta Azzurra", "Tantallon Castle"),
    Colour.yellow: ("Great Zimbabwe", "Ta-sekhet-ma'at"),
    Colour.pink: ("Sigiriya", "Ur"),
    Colour.violet: ("Nan Madol", "Uluru"),
}

REVEALED = (
    "seat {n} reveals the first monkey",
    "seat {n} reveals the second monkey",
    "seat {n} reveals the third monkey: the season ends",
)


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
        return tell("The draft")
    return tell(
        "Season {season}, round {round}: {area!s}, {monkeys!s}",
        season=game.season, round=game.rounds + 1, area=_area(game), monkeys=_monkeys(game),
    )  # fmt: skip


def _card(game: Any, card: int) -> dict[str, str]:
    return {"card": card_name(game, card)}


def _place(game: Any, site: int) -> dict[str, str]:
    return {"site": site_name(game, site)}


# By span of moves: a sentence, and its fields by the place in the span, a card, site, role, token
# or side
SENTENCES: dict[str, tuple[str, Callable[[Any, int], dict[str, Any]]]] = {
    "take": ("takes a {card}", _card),
    "draw": ("draws from the deck", lambda game, _: {}),
    "by_colour": (
        "leads a {colour} expedition with a {card}",
        lambda game, card: {"colour": colour_name(card), **_card(game, card)},
    ),
    "by_role": (
        "leads an expedition of {roles} with a {card}",
        lambda game, card: {"roles": plural(role_name(game, card)), **_card(game, card)},
    ),
    "go": ("sets out with {cards!s}", lambda game, _: {"cards": _cards(game, game.member)}),
    "leave_out": ("leaves a {card} out", _card),
    "step": ("advances at {site}", _place),
    "second_step": (
        "advances the second vehicle at {site}", lambda game, _: _place(game, Colour.yellow)
    ),
    "use_role": ("uses the {role}", lambda game, _: {"role": role_name(game, game.leader)}),
    "done": ("leaves it at that", lambda game, _: {}),
    "cash_in": ("cashes in at {site}", lambda game, _: _place(game, Colour.violet)),
    "keep": ("keeps a {card}", _card),
    "token": ("takes the professor's token {value}", lambda game, value: {"value": value}),
    "return_hand": ("returns a hand of mercenaries", lambda game, _: {}),
    "step_back": ("steps back at {site}", _place),
    "second_back": (
        "steps back with the second vehicle at {site}", lambda game, _: _place(game, Colour.yellow)
    ),
    "choose_role": ("chooses the {role}", lambda game, role: {"role": written(Role)[role]}),
    "choose_side": (
        "lays out {site}",
        lambda game, side: {"site": SITES[game.pile[game.n_drafted - SLOTS]][side]},
    ),
    "dig": ("draws for {site}", lambda game, _: _place(game, Colour.red)),
}  # fmt: skip


def move(game: Any, rules: Any, move: int) -> str:
    """What the seat to act does with this move, as the end of "seat 1 …"."""
    span, place = span_of(Move, move)
    text, fields = SENTENCES[span]
    return tell(text, **fields(game, place))


SECRET = {"keep": "keeps a card", "leave_out": "leaves a card out"}


def public(game: Any, rules: Any, move_: int) -> str:
    """The same without cards that stay in the hand."""
    span, _ = span_of(Move, move_)
    return tell(SECRET[span]) if span in SECRET else move(game, rules, move_)


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
        return [tell("Season 1 begins: {area!s}", area=_area(game))]
    first = before.monkeys
    which = REVEALED[first : first + _drawn(before, game).count(MONKEY)]
    return [tell(text, n=before.player + 1) for text in which]


def unseen(before: Any, move: int, game: Any, rules: Any) -> list[str]:
    """Cards drawn, in their order."""
    drawn = [card for card in _drawn(before, game) if card != MONKEY]
    cards = [tell("a {card}", card=card_name(game, card)) for card in drawn]
    if not cards:
        return []
    return [seat_does(before.player + 1, tell("draws {cards!s}", cards=tell_all(cards)))]


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
    deck = tell_count(int(game.n_deck), "{n:,} card in the deck", "{n:,} cards in the deck")
    shared = [_area(game), _monkeys(game), deck]
    if game.slot[Role.botanist] >= 0:
        shared.append(_tile(game))
    seats = [seat_has(seat + 1, _player(game, seat)) for seat in range(game.players)]
    return "\n".join([" | ".join([*shared, seat_to_act(game.player + 1)]), *seats])


def _cards(game: Any, counts: Any) -> str:
    named = [_some(int(n), card_name(game, k)) for k, n in enumerate(counts[:CARDS]) if n]
    return ", ".join(named) or tell("nothing")


def _some(n: int, card: str) -> str:
    return tell("{n} {card}", n=n, card=card if n == 1 else plural(card))


def _hand(game: Any, seat: int) -> str:
    """By names, or of a masked one how many cards."""
    if game.n_hand[seat] > game.hand[seat].sum():
        return tell_count(int(game.n_hand[seat]), "{n:,} card in hand", "{n:,} cards in hand")
    return tell("{cards!s} in hand", cards=_cards(game, game.hand[seat]))


def _area(game: Any) -> str:
    return tell("{cards!s} in the recruiting area", cards=_cards(game, game.hand[AREA]))


def _monkeys(game: Any) -> str:
    return tell_count(int(game.monkeys), "{n:,} monkey out", "{n:,} monkeys out")


def _tile(game: Any) -> str:
    if not game.tile:
        return tell("botanist tile free")
    return tell_count(
        int(game.tile_size), "botanist tile seat {holder} with {n:,} card",
        "botanist tile seat {holder} with {n:,} cards", holder=game.tile,
    )  # fmt: skip


def _player(game: Any, seat: int) -> list[str]:
    vehicles = (
        tell("{site} {spaces!s}", site=site_name(game, k), spaces=_spaces(game, seat, k))
        for k in range(COLOURS)
    )
    parts = [_hand(game, seat), " ".join(vehicles), _laid_out(game, seat)]
    return [*parts, *_of_roles(game, seat), points_told(game.points[seat].sum())]


def expedition_told(size: int, photographed: int) -> str:
    return tell("{size} with a photographer", size=size) if photographed else str(size)


def _laid_out(game: Any, seat: int) -> str:
    """This season's expeditions by size without Mercenaries, and what they will pay."""
    sizes = [
        expedition_told(size, photographed)
        for size in range(MAX_SIZE, 0, -1)
        for photographed in (1, 0)
        for _ in range(game.sizes[seat, photographed, size])
    ]
    if not sizes:
        return tell("expeditions none")
    told = tell("expeditions {sizes!s}", sizes=", ".join(sizes))
    return told if game.ended else f"{told} ({points_told(game.laid[seat])})"


def _of_roles(game: Any, seat: int) -> list[str]:
    """What Linguist, Curator and Professor have brought, as far as they are in play."""
    relics = [name for name, n in zip(written(Colour), game.relic[seat], strict=True) if n]
    relics = [tell("{name}", name=name) for name in relics]
    tokens = [str(value) for value in range(1, TOKENS + 1) if game.token[value] == 1 + seat]
    told = {
        Role.linguist: tell("linguist track {space}", space=game.linguist[seat]),
        Role.curator: tell("relics {names!s}", names=", ".join(relics))
        if relics
        else tell("relics none"),
        Role.professor: tell("tokens {values!s}", values=", ".join(tokens))
        if tokens
        else tell("tokens none"),
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
