"""Archeos Society in words: names of everything, positions, and moves as sentences."""

from collections.abc import Callable
from typing import Any

from simulator.games.archeos.laws import LAW_SENTENCES
from simulator.games.archeos.moves import Move
from simulator.games.archeos.table import (
    AREA,
    CARDS,
    COLOURS,
    SLOTS,
    Colour,
    Ending,
    Phase,
    Role,
    Side,
    Source,
    Tally,
)
from simulator.names import span_of, written
from simulator.words import Words

# The compass side and the advanced side of each board
SITES = {
    Colour.red: ("Mesa Verde", "Chichén Itzá"),
    Colour.green: ("Machu Picchu", "Rapa Nui"),
    Colour.blue: ("Grotta Azzurra", "Tantallon Castle"),
    Colour.yellow: ("Great Zimbabwe", "Ta-sekhet-ma'at"),
    Colour.pink: ("Sigiriya", "Ur"),
    Colour.violet: ("Nan Madol", "Uluru"),
}


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
    return (
        f"Season {game.season}, round {game.rounds + 1}: {_area(game)}, {game.monkeys} monkeys out"
    )


# By span of moves, with the card, site, role, token or side that the place in the span is
SENTENCES: dict[str, Callable[[Any, int], str]] = {
    "take": lambda game, card: f"takes a {card_name(game, card)}",
    "draw": lambda game, _: "draws from the deck",
    "by_colour": lambda game, card: (
        f"leads a {colour_name(card)} expedition with a {card_name(game, card)}"
    ),
    "by_role": lambda game, card: (
        f"leads an expedition of {role_name(game, card)}s with a {card_name(game, card)}"
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


def position(game: Any, rules: Any) -> str:
    """The table, and every player on one line."""
    seats = [_player(game, seat) for seat in range(game.players)]
    return "\n".join([f"{_area(game)} | seat {game.player + 1} to act", *seats])


def _cards(game: Any, counts: Any) -> str:
    named = [f"{int(n)} {card_name(game, k)}" for k, n in enumerate(counts[:CARDS]) if n]
    return ", ".join(named) or "nothing"


def _area(game: Any) -> str:
    return f"{_cards(game, game.hand[AREA])} in the recruiting area"


def _player(game: Any, seat: int) -> str:
    vehicles = " ".join(f"{site_name(game, k)} {_spaces(game, seat, k)}" for k in range(COLOURS))
    return (
        f"seat {seat + 1}: {_cards(game, game.hand[seat])} in hand | {vehicles}"
        f" | {game.points[seat].sum()} points"
    )


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
)
