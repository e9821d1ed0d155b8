"""Expéditions in words: names of everything, a position on a few lines, a move as a sentence."""

from typing import Any

from simulator.games.expeditions.arrows import is_visited, place_of_removal
from simulator.games.expeditions.board import ARCS, CARDS, START, read_board
from simulator.games.expeditions.laws import LAW_SENTENCES
from simulator.games.expeditions.moves import Move
from simulator.games.expeditions.table import (
    COLOURS,
    Colour,
    Ending,
    Gives,
    Phase,
    Source,
    Tally,
    Where,
    is_at_token,
    is_held,
    is_key_of,
    is_unseen,
)
from simulator.kernel import plain
from simulator.names import span_of, written
from simulator.words import Words, counted, listed

PLACE_NAMES = tuple("the start" if k == START else n for k, n in enumerate(read_board().names))
ROUTE_NAMES = tuple(f"{PLACE_NAMES[a]} - {PLACE_NAMES[b]}" for a, b in read_board().ends)
COLOUR_NAMES = written(Colour)
UNSEEN = 255  # in the place of a card that a seat cannot see


def heading(game: Any, rules: Any) -> str:
    if game.phase == Phase.mark:
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
    left = counted(rules.arrows - arrows, "arrow")
    return f"{name} at {PLACE_NAMES[game.tip[colour]]} ({left} left)"


WITHOUT_A_PLACE = {
    "end_turn": "ends the turn",
    "decline": "leaves the blue place's arrow",
    "pay_first": "uses a ticket for an arrow before the turn's own",
    "exchange": "uses a ticket to exchange a card",
    "keep_none": "keeps none of the cards drawn",
}


def move(game: Any, rules: Any, move: int) -> str:
    """What the seat to act does with this move, as the end of "seat 1 …"."""
    what, which = span_of(Move, move)
    if what == "arrow":
        return _arrow(game, rules, *divmod(which, ARCS))
    if what == "remove":
        return _removal(game, rules, which)
    if what == "keep":
        return f"keeps {PLACE_NAMES[which]}"
    if what == "give":
        return f"gives {PLACE_NAMES[which]} away for it{_left_token(game, which)}"
    if what == "mark":
        return f"marks {PLACE_NAMES[which]} as a key place"
    return WITHOUT_A_PLACE[what]


SECRET = {"keep": "keeps a card", "give": "gives a card away for it"}


def public(game: Any, rules: Any, move_: int) -> str:
    """The same without cards of a hand."""
    what, _ = span_of(Move, move_)
    return SECRET.get(what) or move(game, rules, move_)


def masked(game: Any, rules: Any, seat: int) -> Any:
    """Without the cards of other hands, but for those at tokens while nobody can doubt them."""
    seen = game.copy()
    for other in range(game.players):
        if other == seat:
            continue
        is_sure = not _doubts(game, rules, seat, other)
        for k in range(game.n_hand[other]):
            card = int(game.hand[other, k])
            if not (is_sure and plain(is_at_token)(game, card)):
                seen.where[card], seen.hand[other, k] = Where.deck, UNSEEN
    return seen


def _doubts(game: Any, rules: Any, seat: int, other: int) -> bool:
    """Whether an exchange of a rival may have given a key card away that nobody has seen since."""
    keys = [int(game.key[other, k]) for k in range(rules.tokens)]
    seen_since = [
        card
        for card in keys
        if game.token[card] == 1 + other and not plain(is_unseen)(game, seat, card)
    ]
    return bool(game.tally[other, Tally.exchanges] > len(seen_since))


VERBS = {Phase.loop: "restarts", Phase.bonus: "goes on with"}


def _arrow(game: Any, rules: Any, colour: int, arc: int) -> str:
    """The arrow, who pays for it, and what comes of it."""
    tail, place = int(rules.tail[arc]), int(rules.head[arc])
    verb = VERBS.get(int(game.phase), "leads")
    told = f"{verb} {COLOUR_NAMES[colour]} from {PLACE_NAMES[tail]} to {PLACE_NAMES[place]}"
    if game.phase in (Phase.rest, Phase.paid):
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
    told += _arrival(game, rules, plain(place_of_removal)(game, rules, colour), by_arrow=False)
    return f"{told}, back on a loop" if game.closed[colour, n - 2] else told


def _arrival(game: Any, rules: Any, place: int, by_arrow: bool) -> str:
    """What the place gives, and to whom."""
    if place >= CARDS:
        return _coloured(game, rules, place)
    where = int(game.where[place])
    if where == Where.common and (by_arrow or rules.removal_takes_common):
        return ": a common goal"
    if not plain(is_held)(where):
        return ""
    owner = where - Where.hand
    whose = "an own goal" if owner == game.player else f"a goal of seat {owner + 1}"
    key = ", a key place" if plain(is_key_of)(game, owner, place) else ""
    return f": {whose}{key}"


def _coloured(game: Any, rules: Any, place: int) -> str:
    if rules.gives[place] == Gives.ticket:
        return ": a ticket" if game.ticket_supply else ": no ticket left"
    return ": another arrow" if rules.gives[place] == Gives.arrow else ""


def _left_token(game: Any, card: int) -> str:
    mine = game.token[card] == 1 + game.player
    return ", leaving its token on the board" if mine else ""


def meanwhile(before: Any, move: int, game: Any, rules: Any) -> list[str]:
    """A common goal that replaces one."""
    known = before.commons[: before.n_commons]
    came = [PLACE_NAMES[card] for card in game.commons[: game.n_commons] if card not in known]
    return [f"{name} is a new common goal" for name in came]


def unseen(before: Any, move: int, game: Any, rules: Any) -> list[str]:
    """Cards drawn for an exchange; those that are not kept go under the deck in this order."""
    if move != Move.exchange:
        return []
    drawn = [PLACE_NAMES[card] for card in game.offer[: game.n_offer]]
    return [f"seat {before.player + 1} draws {listed(drawn)}"]


def position(game: Any, rules: Any) -> str:
    """The expeditions, and every player on one line."""
    shared = [_expedition(game, rules, colour) for colour in range(COLOURS)]
    shared += [_commons(game), f"{counted(game.ticket_supply, 'ticket')} in the supply"]
    seats = [_player(game, seat) for seat in range(game.players)]
    return "\n".join([" | ".join([*shared, f"seat {game.player + 1} to act"]), *seats])


def _player(game: Any, seat: int) -> str:
    cards = sorted(int(card) for card in game.hand[seat, : game.n_hand[seat]])
    known = [_card(game, card) for card in cards if card != UNSEEN]
    if hidden := len(cards) - len(known):
        known.append(counted(hidden, "hidden card"))
    hand = ", ".join(known) or "nothing"
    laid = sum(int(where) == Where.laid + seat for where in game.where)
    return (
        f"seat {seat + 1}: {hand} in hand | {laid} laid out"
        f" | {counted(game.tickets[seat], 'ticket')} | {counted(game.points[seat].sum(), 'point')}"
    )


def _card(game: Any, card: int) -> str:
    """An asterisk marks the places with a token."""
    return PLACE_NAMES[card] + ("*" if plain(is_at_token)(game, card) else "")


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
