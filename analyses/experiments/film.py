"""A game as still pictures, one after each move: what lies there, what was done, who leads."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from analyses.experiments.story import Before, Story
from analyses.language import word
from simulator.match import Decision
from simulator.words import Piece, Words

CONSIDERED = 6  # moves shown with the one that was made


@dataclass(frozen=True)
class Still:
    """The table after a move, or before the first one."""

    heading: str
    seat: int  # who made the move, from 1; 0 before the first
    move: str
    events: tuple[str, ...]  # what it brought about, what it paid, and the round that it began
    considered: tuple[tuple[str, float], ...]  # the bot's best ratings, as far as there are any
    parts: dict[str, list[str]]  # what lies on the table and before every seat
    pieces: tuple[Piece, ...]  # the same as things to draw, where a game has declared them
    standings: tuple[int, ...]  # by who competes


@dataclass(frozen=True)
class Film:
    """A whole game, to be shown still by still."""

    title: str
    about: str  # game and seed, in words
    seats: tuple[str, ...]  # who plays each
    sides: tuple[str, ...]  # who competes
    stills: tuple[Still, ...]
    result: tuple[str, ...]
    places: tuple[tuple[str, float, float, str], ...] = ()  # of a map
    routes: tuple[tuple[int, int], ...] = ()

    @property
    def lead_changes(self) -> list[int]:
        """The stills with another leader than the last one before."""
        return lead_changes([one.standings for one in self.stills])

    def as_json(self) -> dict[str, Any]:
        """Each thing to draw once, however many stills it is in."""
        drawn = [[in_words(plain_piece(one)) for one in still.pieces] for still in self.stills]
        known = {json.dumps(one): one for still in drawn for one in still}
        number = {key: k for k, key in enumerate(known)}
        stills = [
            {**still, "pieces": [number[json.dumps(one)] for one in pieces]}
            for still, pieces in zip(asdict(self)["stills"], drawn, strict=True)
        ]
        return {
            **asdict(self), "who": [*map(_named, self.seats)], "stills": stills,
            "pieces": [*known.values()],
            "leads": self.lead_changes,
        }  # fmt: skip


def _named(seat: str) -> dict[str, str]:
    name, _, who = seat.partition(": ")
    return {"name": name.rstrip(), "who": who}


def plain_piece(piece: Piece) -> dict[str, Any]:
    """Without what says nothing of it."""
    return without_nothing(asdict(piece))


def in_words(piece: dict[str, Any]) -> dict[str, Any]:
    """The same in the reader's language; what stands on maps and tracks is no word."""
    is_marked = piece["kind"] in ("map", "track")
    lists = ("labels", "cells") if is_marked else ("labels", "cells", "values")
    known = {key: piece[key] for key in lists if isinstance(piece.get(key), list | tuple)}
    told = {key: [word(str(one)) for one in values] for key, values in known.items()}
    return {**piece, "name": word(piece["name"]), **told}


def places_told(words: Words) -> tuple[tuple[str, float, float, str], ...]:
    """Of a map, as whoever reads calls them."""
    return tuple((word(name), x, y, kind) for name, x, y, kind in words.places)


def without_nothing(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value not in ("", (), [], 0)}


def lead_changes(standings: Sequence[Sequence[int]]) -> list[int]:
    """Where somebody leads alone who was not the last to do so."""
    found, last = list[int](), None
    for k, points in enumerate(standings):
        leaders = [side for side, one in enumerate(points) if one == max(points)]
        if len(points) > 1 and len(leaders) == 1 and leaders[0] != last:
            found += [k] if last is not None else []
            last = leaders[0]
    return found


def film_of(story: Story) -> Film:
    """All of a game, as a referee sees it."""
    ends: list[Any] = []
    stills = tuple(_stills(story, ends))
    return Film(
        title=story.match.title.full_name,
        about=story.about,
        seats=tuple(story.seated(seat) for seat in range(1, 1 + len(story.seats))),
        sides=tuple(who for who, _ in story.sides),
        stills=stills,
        result=tuple(line for line in story.end(ends[0]) if line),
        places=places_told(story.match.title.words),
        routes=story.match.title.words.routes,
    )


def _stills(story: Story, ends: list[Any]) -> Iterator[Still]:
    """One before the first move and one after each; the game, when it is over, goes to `ends`."""
    before: Before | None = None
    considered: tuple[tuple[str, float], ...] = ()
    game = None
    for decision in story.decisions():
        game = decision.game
        yield _still(story, before, considered, game)
        before, considered = Before(decision), _considered(story, decision)
    yield _still(story, before, considered, game)
    ends.append(game)


def _still(
    story: Story, before: Before | None, considered: tuple[tuple[str, float], ...], game: Any
) -> Still:
    title, rules = story.match.title, story.match.rules
    words = title.words
    points = [title.standing(game, rules, seat) for seat in range(game.players)]
    return Still(
        heading=words.heading(before.game if before else game, rules),
        seat=int(before.game.player) + 1 if before else 0,
        move=words.move(before.game, rules, before.move) if before else "",
        events=tuple(_events(story, before, game)) if before else (),
        considered=considered,
        parts=story.laid_out(game),
        pieces=tuple(words.pieces(game, rules)) if words.pieces else (),
        standings=tuple(sum(points[seat] for seat in seats) for _, seats in story.sides),
    )


def _events(story: Story, before: Before, game: Any) -> Iterator[str]:
    made = (before.game, before.move, game, story.match.rules)
    yield from story.match.title.words.meanwhile(*made)
    yield from story.match.title.words.unseen(*made)
    yield from before.newly_out(game)
    yield from story.paid_told(before, game)
    if game.rounds > before.game.rounds and not game.ended:
        yield story.match.title.words.heading(game, story.match.rules)


def _considered(story: Story, decision: Decision) -> tuple[tuple[str, float], ...]:
    """The best ratings, the chosen move first among equals; nothing where nobody has rated."""
    rated = zip(decision.ratings or [], decision.moves, strict=False)
    order = sorted(rated, key=lambda pair: (-pair[0], pair[1] != decision.move))
    words, rules = story.match.title.words, story.match.rules
    return tuple((words.move(decision.game, rules, move), r) for r, move in order[:CONSIDERED])
