"""A sitting as plain values for a page: what one seat may see of it, and nothing more."""

from collections.abc import Iterator
from typing import Any

from analyses.experiments.film import in_words, plain_piece
from analyses.lab.sitting.advice import Advice, Rated
from analyses.lab.sitting.sitting import Entry, Sitting
from analyses.language import say


def view_of(sitting: Sitting) -> dict[str, Any]:
    """What the person to act is shown; of a finished game everybody sees all."""
    shown = _opened(sitting) if sitting.is_over else _seen(sitting)
    return {
        "name": sitting.record.name,
        "title": sitting.title.full_name,
        "about": sitting.story.about,
        "seats": [*_seats(sitting)],
        "sides": [who for who, _ in sitting.story.sides],
        "made": len(sitting.made),
        "choices": sitting.choices,
        "undone": sitting.record.undone,
        "isOver": sitting.is_over,
        **shown,
    }


def _seats(sitting: Sitting) -> Iterator[dict[str, Any]]:
    story, people = sitting.story, sitting.record.people
    for seat in range(1, len(story.seats) + 1):
        who = say("a person") if seat in people else story.who(seat)
        yield {"name": story.seat_name(seat), "who": who, "isPerson": seat in people}


def _seen(sitting: Sitting) -> dict[str, Any]:
    screen, view = sitting.screen(), sitting.seen_by(sitting.seat)
    return {
        "seat": sitting.seat,
        "heading": screen.heading,
        "news": [line for line in screen.news if line],
        "pieces": [*map(in_words, view.pieces(sitting.game))],
        "parts": sitting.story.parts_of(screen.position, sitting.game.players),
        "standings": view.standings(sitting.game, [seats for _, seats in sitting.story.sides]),
        "moves": [*screen.moves],
        "log": [*map(_plain, sitting.log(sitting.seat))],
        "won": "",
        "result": [],
    }


def _opened(sitting: Sitting) -> dict[str, Any]:
    game, rules, words = sitting.game, sitting.match.rules, sitting.title.words
    standing = sitting.title.standing
    return {
        "seat": 0,
        "heading": "",  # the next round does not begin
        "news": [line for line in sitting.last_news() if line],
        "pieces": [in_words(plain_piece(one)) for one in words.pieces(game, rules)]
        if words.pieces
        else [],
        "parts": sitting.story.laid_out(game),
        "standings": [
            str(sum(standing(game, rules, seat) for seat in seats))
            for _, seats in sitting.story.sides
        ],
        "moves": [],
        "log": [*map(_plain, sitting.log(sitting.record.people[0]))],
        "won": _won(sitting),
        "result": [sitting.story.ended(game), *sitting.story.placed(game)],
    }


def _won(sitting: Sitting) -> str:
    """Of those who play against each other; how others fared is said with the end."""
    sides, people, game = sitting.story.sides, sitting.record.people, sitting.game
    first = [(who, seats) for who, seats in sides if game.place[seats[0]] == 1]
    if len(sides) == 1 or not first:
        return ""
    is_you = len(people) == 1 and any(people[0] - 1 in seats for _, seats in first)
    if len(first) > 1:
        names = ", ".join(who for who, _ in first)
        return say("The win is shared by {names!s}.", names=names)
    who = first[0][0]
    return say("You won.") if is_you else say("{who!s} won.", who=who[:1].upper() + who[1:])


def _plain(entry: Entry) -> dict[str, Any]:
    return {"seat": entry.seat, "lines": [*entry.lines], "heading": entry.heading}


def plain_advice(advice: Advice) -> dict[str, Any]:
    """Each bot's rating of every move, the best first, and the look ahead."""
    return {
        "opinions": [
            {"bot": one.bot, "moves": [*map(_rated, one.moves)]} for one in advice.opinions
        ],
        "ahead": None if advice.ahead is None else _rated(advice.ahead),
        "isClear": advice.is_clear,
        "looks": advice.looks,
    }


def _rated(one: Rated) -> dict[str, Any]:
    """Without what each weight adds: that tells only those something who write bots."""
    return {"number": one.number, "told": one.told, "rating": one.rating}
