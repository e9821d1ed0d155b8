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
from simulator.telling import tell, tell_count, tell_list, tell_name
from simulator.words import Words

PLACE_NAMES = tuple("the start" if k == START else n for k, n in enumerate(read_board().names))
ROUTE_NAMES = tuple(f"{PLACE_NAMES[a]} - {PLACE_NAMES[b]}" for a, b in read_board().ends)
COLOUR_NAMES = written(Colour)
UNSEEN = 255  # in the place of a card that a seat cannot see


def heading(game: Any, rules: Any) -> str:
    if game.phase == Phase.mark:
        return tell("Before the first round: {commons!s}", commons=_commons(game))
    tips = ", ".join(_expedition(game, rules, colour) for colour in range(COLOURS))
    return tell(
        "Round {round}: {tips!s}; {commons!s}",
        round=int(game.rounds) + 1,
        tips=tips,
        commons=_commons(game),
    )


def _commons(game: Any) -> str:
    names = sorted(tell_name(PLACE_NAMES[card]) for card in game.commons[: game.n_commons])
    if not names:
        return tell("common goals none")
    return tell("common goals {names!s}", names=", ".join(names))


def _expedition(game: Any, rules: Any, colour: int) -> str:
    """A colour is a part of the sentence: elsewhere its form depends on what it colours."""
    name, arrows = COLOUR_NAMES[colour], int(game.n_arrows[colour])
    if arrows == 0:
        return tell(f"{name} at the start")
    return tell_count(
        int(rules.arrows) - arrows,
        f"{name} at {{place}} ({{n:,}} arrow left)",
        f"{name} at {{place}} ({{n:,}} arrows left)",
        place=PLACE_NAMES[game.tip[colour]],
    )


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
        return tell("keeps {place}", place=PLACE_NAMES[which])
    if what == "give":
        return _gift(game, which)
    if what == "mark":
        return tell("marks {place} as a key place", place=PLACE_NAMES[which])
    return tell(WITHOUT_A_PLACE[what])


SECRET = {"keep": "keeps a card", "give": "gives a card away for it"}


def public(game: Any, rules: Any, move_: int) -> str:
    """The same without cards of a hand."""
    what, _ = span_of(Move, move_)
    return tell(SECRET[what]) if what in SECRET else move(game, rules, move_)


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
    place = int(rules.head[arc])
    text = f"{VERBS.get(int(game.phase), 'leads')} {COLOUR_NAMES[colour]} from {{tail}} to {{head}}"
    if game.phase in (Phase.rest, Phase.paid):
        text += " by ticket"
    told = tell(text, tail=PLACE_NAMES[rules.tail[arc]], head=PLACE_NAMES[place])
    told = _with(told, _arrival(game, rules, place, by_arrow=True))
    closes = plain(is_visited)(game, colour, place)
    return tell("{told!s}, closing a loop", told=told) if closes else told


def _removal(game: Any, rules: Any, colour: int) -> str:
    n = int(game.n_arrows[colour])
    arc = game.stack[colour, n - 1]
    told = tell(
        f"uses a ticket to take the last {COLOUR_NAMES[colour]} arrow off ({{tail}} to {{head}})",
        tail=PLACE_NAMES[rules.tail[arc]],
        head=PLACE_NAMES[rules.head[arc]],
    )
    if n == 1:
        return told
    place = plain(place_of_removal)(game, rules, colour)
    told = _with(told, _arrival(game, rules, place, by_arrow=False))
    reopens = game.closed[colour, n - 2]
    return tell("{told!s}, back on a loop", told=told) if reopens else told


def _with(told: str, gain: str) -> str:
    return tell("{told!s}: {gain!s}", told=told, gain=gain) if gain else told


def _arrival(game: Any, rules: Any, place: int, by_arrow: bool) -> str:
    """What the place gives, and to whom."""
    if place >= CARDS:
        return _coloured(game, rules, place)
    where = int(game.where[place])
    if where == Where.common and (by_arrow or rules.removal_takes_common):
        return tell("a common goal")
    if not plain(is_held)(where):
        return ""
    owner = where - Where.hand
    text = "an own goal" if owner == game.player else "a goal of seat {seat}"
    text += ", a key place" if plain(is_key_of)(game, owner, place) else ""
    return tell(text, seat=owner + 1)


def _coloured(game: Any, rules: Any, place: int) -> str:
    if rules.gives[place] == Gives.ticket:
        return tell("a ticket") if game.ticket_supply else tell("no ticket left")
    return tell("another arrow") if rules.gives[place] == Gives.arrow else ""


def _gift(game: Any, card: int) -> str:
    text = "gives {place} away for it"
    text += ", leaving its token on the board" if game.token[card] == 1 + game.player else ""
    return tell(text, place=PLACE_NAMES[card])


def meanwhile(before: Any, move: int, game: Any, rules: Any) -> list[str]:
    """A common goal that replaces one."""
    known = before.commons[: before.n_commons]
    came = [PLACE_NAMES[card] for card in game.commons[: game.n_commons] if card not in known]
    return [tell("{place} is a new common goal", place=name) for name in came]


def unseen(before: Any, move: int, game: Any, rules: Any) -> list[str]:
    """Cards drawn for an exchange; those that are not kept go under the deck in this order."""
    if move != Move.exchange:
        return []
    drawn = [PLACE_NAMES[card] for card in game.offer[: game.n_offer]]
    seat = int(before.player) + 1
    return [tell("seat {seat} draws {cards!s}", seat=seat, cards=tell_list(drawn))]


def position(game: Any, rules: Any) -> str:
    """The expeditions, and every player on one line."""
    tickets = int(game.ticket_supply)
    shared = [
        *(_expedition(game, rules, colour) for colour in range(COLOURS)),
        _commons(game),
        tell_count(tickets, "{n:,} ticket in the supply", "{n:,} tickets in the supply"),
        tell("seat {n} to act", n=int(game.player) + 1),
    ]
    return "\n".join([" | ".join(shared), *(_player(game, seat) for seat in range(game.players))])


def _player(game: Any, seat: int) -> str:
    cards = sorted(int(card) for card in game.hand[seat, : game.n_hand[seat]])
    hand = [_card(game, card) for card in cards if card != UNSEEN]
    if hidden := len(cards) - len(hand):
        hand.append(tell_count(hidden, "{n:,} hidden card", "{n:,} hidden cards"))
    text = "seat {seat}: {hand!s} in hand" if hand else "seat {seat}: nothing in hand"
    laid = sum(int(where) == Where.laid + seat for where in game.where)
    parts = [
        tell(text, seat=seat + 1, hand=", ".join(hand)),
        tell("{n} laid out", n=laid),
        tell_count(int(game.tickets[seat]), "{n:,} ticket", "{n:,} tickets"),
        tell_count(int(game.points[seat].sum()), "{n:,} point", "{n:,} points"),
    ]
    return " | ".join(parts)


def _card(game: Any, card: int) -> str:
    """An asterisk marks the places with a token."""
    return tell_name(PLACE_NAMES[card]) + ("*" if plain(is_at_token)(game, card) else "")


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
