"""Expéditions in words: names of everything, a position on a few lines, a move as a sentence."""

from typing import Any

from simulator.games.expeditions.arrows import is_visited
from simulator.games.expeditions.board import ARCS, CARDS, START, read_board
from simulator.games.expeditions.factors import factors as factors
from simulator.games.expeditions.laws import LAWS as LAWS
from simulator.games.expeditions.moves import (
    DECLINE,
    END_TURN,
    EXCHANGE,
    GIVE_CARD,
    KEEP_CARD,
    KEEP_NONE,
    MARK_PLACE,
    PAY_FIRST,
    REMOVE,
)
from simulator.games.expeditions.table import (
    A_TICKET,
    AN_ARROW,
    BONUS,
    COLOUR_NAMES,
    COLOURS,
    COMMON,
    IN_HAND,
    LAID,
    LOOP,
    MARK,
    PAID,
    REST,
)
from simulator.kernel import plain

PLACE_NAMES = tuple("the start" if k == START else n for k, n in enumerate(read_board().names))
ROUTE_NAMES = tuple(f"{PLACE_NAMES[a]} - {PLACE_NAMES[b]}" for a, b in read_board().ends)
MAPS = {"visits": PLACE_NAMES, "travels": ROUTE_NAMES}
SOURCES = ("own", "keys", "commons", "unmet", "keys_left")
TALLIES = (
    "main_arrows",
    "blue_arrows",
    "loop_arrows",
    "ticket_arrows",
    "removals",
    "exchanges",
    "tickets_gained",
    "loops",
    "reopened_loops",
    "declined_blue",
    "goals_met",
    "goals_met_by_rivals",
    "commons",
    "keys",
    "keys_given_away",
    "blocks",
    "dead_turns",
    "turns",
)
KINDS = (
    "mark",
    "arrow",
    "loop-arrow",
    "blue-arrow",
    "ticket-arrow",
    "remove",
    "exchange",
    "keep",
    "keep-none",
    "give",
    "decline",
    "end-turn",
    "close-loop",
    "to-blue",
    "to-red",
)
# What restricted play asks about; kinds in no group are what every turn is made of.
GROUPS = {
    "options": ("close-loop", "to-blue", "blue-arrow", "decline", "to-red"),
    "tickets": ("ticket-arrow", "remove", "exchange"),
}
PEERS = ("tickets",)  # groups whose members compete with each other
REMOVALS = {
    "blue places": ("places.blue=false",),
    "red places": ("places.red=false",),
    "tickets": ("tickets.start=0", "tickets.per_turn=0", "places.red=false"),
    "key places": ("points.token=0", "points.token_left=0"),
    "common goals": ("cards.commons=0",),
}
ENDINGS = ("running", "move limit", "a hand was emptied", "all arrows placed")


def heading(game: Any, rules: Any) -> str:
    if game.phase == MARK:
        return f"Before the first round: {_commons(game)}"
    tips = ", ".join(_expedition(game, rules, colour) for colour in range(COLOURS))
    return f"Round {game.rounds + 1}: {tips}; {_commons(game)}"


def _commons(game: Any) -> str:
    named = ", ".join(sorted(PLACE_NAMES[card] for card in game.commons[: game.n_commons]))
    return f"common goals {named or 'none'}"


def _expedition(game: Any, rules: Any, colour: int) -> str:
    name, arrows = COLOUR_NAMES[colour], int(game.n_arrows[colour])
    if arrows == 0:
        return f"{name} at the start"
    return f"{name} at {PLACE_NAMES[game.tip[colour]]} ({rules.arrows - arrows} arrows left)"


def move(game: Any, rules: Any, move: int) -> str:
    """What the seat to act does with this move, as the end of "seat 1 …"."""
    if move < END_TURN:
        return _arrow(game, rules, move // ARCS, move % ARCS)
    if move >= MARK_PLACE:
        return f"marks {PLACE_NAMES[move - MARK_PLACE]} as a key place"
    if move >= GIVE_CARD:
        return f"gives {PLACE_NAMES[move - GIVE_CARD]} away for it{_left_token(game, move)}"
    if move >= KEEP_CARD:
        return f"keeps {PLACE_NAMES[move - KEEP_CARD]}"
    if REMOVE <= move < KEEP_NONE:
        return _removal(game, rules, move - REMOVE)
    return {
        END_TURN: "ends the turn",
        DECLINE: "leaves the blue place's arrow",
        PAY_FIRST: "uses a ticket for an arrow before the turn's own",
        EXCHANGE: "uses a ticket to exchange a card",
        KEEP_NONE: "keeps none of the cards drawn",
    }[move]


PAYERS = {LOOP: "restarts", BONUS: "goes on with"}


def _arrow(game: Any, rules: Any, colour: int, arc: int) -> str:
    """The arrow, who pays for it, and what comes of it."""
    tail, place = int(rules.tail[arc]), int(rules.head[arc])
    verb = PAYERS.get(int(game.phase), "leads")
    told = f"{verb} {COLOUR_NAMES[colour]} from {PLACE_NAMES[tail]} to {PLACE_NAMES[place]}"
    if game.phase in (REST, PAID):
        told += " by ticket"
    told += _arrival(game, rules, place, by_arrow=True)
    if plain(is_visited)(game, colour, place):
        told += ", closing a loop"
    return told


def _removal(game: Any, rules: Any, colour: int) -> str:
    n = int(game.n_arrows[colour])
    arc = game.stack[colour, n - 1]
    told = f"uses a ticket to take the last {COLOUR_NAMES[colour]} arrow off"
    told += f" ({PLACE_NAMES[rules.tail[arc]]} to {PLACE_NAMES[rules.head[arc]]})"
    if n == 1:
        return told
    told += _arrival(game, rules, int(rules.head[game.stack[colour, n - 2]]), by_arrow=False)
    return f"{told}, back on a loop" if game.closed[colour, n - 2] else told


def _arrival(game: Any, rules: Any, place: int, by_arrow: bool) -> str:
    """What the place gives, and to whom."""
    if place >= CARDS:
        return _coloured(game, rules, place)
    where = int(game.where[place])
    if where == COMMON and (by_arrow or rules.removal_takes_common):
        return ": a common goal"
    if not IN_HAND <= where < LAID:
        return ""
    owner = where - IN_HAND
    whose = "an own goal" if owner == game.player else f"a goal of seat {owner + 1}"
    key = game.token[place] == 1 + owner and not game.orphan[place]
    return f": {whose}{', a key place' if key else ''}"


def _coloured(game: Any, rules: Any, place: int) -> str:
    if rules.gives[place] == A_TICKET:
        return ": a ticket" if game.ticket_supply else ": no ticket left"
    return ": another arrow" if rules.gives[place] == AN_ARROW else ""


def _left_token(game: Any, move: int) -> str:
    mine = game.token[move - GIVE_CARD] == 1 + game.player
    return ", leaving its token on the board" if mine else ""


def position(game: Any, rules: Any) -> str:
    """The expeditions, and every player on one line."""
    tips = ", ".join(_expedition(game, rules, colour) for colour in range(COLOURS))
    seats = [_player(game, seat) for seat in range(game.players)]
    return "\n".join([f"{tips}; {_commons(game)} | seat {game.player + 1} to act", *seats])


def _player(game: Any, seat: int) -> str:
    cards = sorted(int(card) for card in game.hand[seat, : game.n_hand[seat]])
    hand = ", ".join(_card(game, card) for card in cards) or "nothing"
    laid = sum(int(where) == LAID + seat for where in game.where)
    return (
        f"seat {seat + 1}: {hand} in hand | {laid} laid out | {game.tickets[seat]} tickets"
        f" | {game.points[seat].sum()} points"
    )


def _card(game: Any, card: int) -> str:
    """An asterisk marks the places with a token."""
    return PLACE_NAMES[card] + ("*" if game.token[card] and not game.orphan[card] else "")
