"""Archeos Society in words: names of everything, positions, and moves as sentences."""

from typing import Any

from simulator.games.archeos.factors import factors as factors
from simulator.games.archeos.laws import LAWS as LAWS
from simulator.games.archeos.moves import (
    BACK,
    BY_COLOUR,
    BY_ROLE,
    CASH_IN,
    CHOOSE,
    DIG_CARD,
    DONE,
    DRAW,
    GO,
    KEEP_CARD,
    LEAVE_OUT,
    RETURN_HAND,
    SECOND_BACK,
    SECOND_STEP,
    SHOW_ADVANCED,
    SHOW_COMPASS,
    STEP,
    TAKE_TOKEN,
    USE_ROLE,
)
from simulator.games.archeos.table import (
    ADVANCED,
    AREA,
    CARDS,
    COLOUR_NAMES,
    COLOURS,
    PICK_ROLE,
    PICK_SIDE,
    ROLE_NAMES,
    SLOTS,
    YELLOW,
    role_names,
)

SITES = (
    ("Mesa Verde", "Chichén Itzá"),
    ("Machu Picchu", "Rapa Nui"),
    ("Grotta Azzurra", "Tantallon Castle"),
    ("Great Zimbabwe", "Ta-sekhet-ma'at"),
    ("Sigiriya", "Ur"),
    ("Nan Madol", "Uluru"),
)
SOURCES = (*COLOUR_NAMES, "expeditions", "botanist", "linguist", "museum", "photographer")
TALLIES = (
    *(f"led_{role}" for role in ROLE_NAMES),
    *(f"size_{size}" for size in range(1, 7)),
    "taken",
    "drawn",
    "returned",
    "steps",
)
KINDS = (
    "take",
    "draw",
    "go",
    "leave-out",
    "use-role",
    "done",
    "cash-in",
    "keep",
    "token",
    "return-hand",
    "step-back",
    "choose-role",
    "choose-side",
    "dig",
    *(f"lead-{role}" for role in ROLE_NAMES),
    *(f"step-{colour}" for colour in COLOUR_NAMES),
    *(f"power-{role}" for role in ROLE_NAMES),
)
# What restricted play asks about; kinds in no group are what every turn is made of.
GROUPS = {
    "actions": ("take", "draw", "leave-out", "cash-in", "dig"),
    "leaders": tuple(f"lead-{role}" for role in ROLE_NAMES),
    "role effects": tuple(f"power-{role}" for role in ROLE_NAMES if role != "student"),
    "drawbacks": ("power-student",),  # it makes no step; that it is frequent makes up for it
    "sites": tuple(f"step-{colour}" for colour in COLOUR_NAMES),
}
PEERS = ("leaders", "role effects", "sites")  # groups whose members compete with each other
# Parts that a variant of the game can do without, and roles that can stand in for each other
REMOVALS = {role: (f"roles.{role}.active=false",) for role in ROLE_NAMES}
CAST, CASTABLE = "setup.roles", ROLE_NAMES


def in_play(components: Any) -> tuple[str, ...] | None:
    """The roles of the table, if they are fixed before the game."""
    if components[CAST] in ("random", "draft"):
        return None
    return tuple(role_names(components[CAST]))


ENDINGS = ("running", "move limit", "all seasons played")


def card_name(game: Any, card: int) -> str:
    return f"{COLOUR_NAMES[card % COLOURS]} {ROLE_NAMES[game.roles[card // COLOURS]]}"


def site_name(game: Any, site: int) -> str:
    return SITES[site][game.side[site]]


def heading(game: Any, rules: Any) -> str:
    if game.phase in (PICK_ROLE, PICK_SIDE):
        return "The draft"
    return (
        f"Season {game.season}, round {game.rounds + 1}: {_area(game)}, {game.monkeys} monkeys out"
    )


def move(game: Any, rules: Any, move: int) -> str:
    """What the seat to act does with this move, as the end of "seat 1 …"."""
    if move < DRAW:
        return f"takes a {card_name(game, move)}"
    if BY_COLOUR <= move < BY_ROLE:
        card = move - BY_COLOUR
        return f"leads a {COLOUR_NAMES[card % COLOURS]} expedition with a {card_name(game, card)}"
    if BY_ROLE <= move < GO:
        card = move - BY_ROLE
        role = ROLE_NAMES[game.roles[card // COLOURS]]
        return f"leads an expedition of {role}s with a {card_name(game, card)}"
    if LEAVE_OUT <= move < STEP:
        return f"leaves a {card_name(game, move - LEAVE_OUT)} out"
    if STEP <= move < SECOND_STEP:
        return f"advances at {site_name(game, move - STEP)}"
    if KEEP_CARD <= move < TAKE_TOKEN:
        return f"keeps a {card_name(game, move - KEEP_CARD)}"
    if TAKE_TOKEN < move < RETURN_HAND:
        return f"takes the professor's token {move - TAKE_TOKEN}"
    if BACK <= move < SECOND_BACK:
        return f"steps back at {site_name(game, move - BACK)}"
    if CHOOSE <= move < SHOW_COMPASS:
        return f"chooses the {ROLE_NAMES[move - CHOOSE]}"
    return _short(game, move)


def _short(game: Any, move: int) -> str:
    if move in (SHOW_COMPASS, SHOW_ADVANCED):
        site = game.pile[game.n_drafted - SLOTS]
        return f"lays out {SITES[site][move - SHOW_COMPASS]}"
    if move == USE_ROLE:
        return f"uses the {ROLE_NAMES[game.roles[game.leader // COLOURS]]}"
    return {
        DRAW: "draws from the deck",
        GO: f"sets out with {game.n_cards} cards",
        SECOND_STEP: "advances the second vehicle at Ta-sekhet-ma'at",
        DONE: "leaves it at that",
        CASH_IN: "cashes in at Uluru",
        RETURN_HAND: "returns a hand of mercenaries",
        SECOND_BACK: "steps back with the second vehicle at Ta-sekhet-ma'at",
        DIG_CARD: "draws for Chichén Itzá",
    }[move]


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
    vehicles = " ".join(
        f"{site_name(game, site)} {game.space[seat, site]}"
        + (f"+{game.second[seat]}" if site == YELLOW and game.side[site] == ADVANCED else "")
        for site in range(COLOURS)
    )
    return (
        f"seat {seat + 1}: {_cards(game, game.hand[seat])} in hand | {vehicles}"
        f" | {game.points[seat].sum()} points"
    )
