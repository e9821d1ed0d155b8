"""Games of people and games to watch: what a seat may see, as plain values.

A game is its file in `plays`, which is written after every move. A child that has played it last
has it at hand; any other one reads the file, so neither a reload nor a crash loses a move.
"""

import re
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyses.experiments.film import film_of, places_told
from analyses.experiments.pool import best_of
from analyses.experiments.story import Story
from analyses.lab.sitting.record import Record, read_record, record_of
from analyses.lab.sitting.sitting import (
    PlayedStory,
    Sitting,
    go_on,
    match_of,
    stand_at,
    take_over,
)
from analyses.lab.sitting.view import plain_advice, view_of
from analyses.language import say
from reports.game_page import look_of_tables, render_game
from simulator.errors import UserError
from tiltmeter.studio.work.asked import PERSON, wanted
from tiltmeter.workshop import Workshop

if TYPE_CHECKING:
    from analyses.lab.players.review import Reviewed

PLAYS = Path("plays")  # in the studio's folder, as `tiltmeter play` has it
NAME = re.compile(r"[\w-][\w.-]*")
ROLLOUTS = 200  # of each choice that is looked at again
MOST_KEPT = 50  # games that a page lists

_at_hand: dict[Path, Sitting] = {}


def begun(shop: Workshop, game: str, **asked: Any) -> dict[str, Any]:
    """A game with people in their seats, or the same that was left."""
    seats, words = _line_up(shop, game, **asked)
    people = [k for k, one in enumerate(seats, 1) if one == PERSON]
    sitting = shop.sit(game, *people, out=PLAYS, **words)
    return {"name": sitting.record.name}


def _line_up(
    shop: Workshop, game: str, players: int | None = None, seats: Sequence[str] = (),
    changes: Sequence[str] = (), seed: int = 1,
) -> tuple[list[str], Any]:  # fmt: skip
    """Who sits where, and the words for it; where nobody is named a person has the first seat."""
    title = shop.title(game)
    n, best = shop.players(game, players), best_of(title)
    full = [*seats][:n] if PERSON in seats else [PERSON, *[*seats][1:n]]
    full += [best] * (n - len(full))
    bots = [best if one == PERSON else one for one in full] if title.teams else [
        one for one in full if one != PERSON
    ]  # fmt: skip
    return full, wanted(shop, game, n, bots, changes, seed)


def shown(shop: Workshop, game: str, name: str, seat: int = 0) -> dict[str, Any]:
    """What the person to act is shown, once that person says to sit there."""
    return _shown(_sitting(shop, game, name), seat)


def chosen(
    shop: Workshop, game: str, name: str, number: int, made: int, seat: int = 0
) -> dict[str, Any]:
    """A move by its number, in the position that the page has shown."""
    sitting = _sitting(shop, game, name)
    _must_stand_at(sitting, made)
    sitting.choose(number)
    return _shown(sitting, seat)


def undone(shop: Workshop, game: str, name: str, made: int, seat: int = 0) -> dict[str, Any]:
    sitting = _sitting(shop, game, name)
    _must_stand_at(sitting, made)
    sitting.undo()
    return _shown(sitting, seat)


def advised(shop: Workshop, game: str, name: str, made: int, looks: bool) -> dict[str, Any]:
    """What the bots think of every move, and with `looks` what one that looks ahead would do.

    Whoever has moved meanwhile has made no mistake.
    """
    sitting = _sitting(shop, game, name)
    if len(sitting.made) != made:
        return {"gone": _gone_on()}
    return plain_advice(sitting.advice(looks))


def _must_stand_at(sitting: Sitting, made: int) -> None:
    if len(sitting.made) != made:
        raise UserError(_gone_on())


def _gone_on() -> str:
    return say("This game has gone on in another window; this is where it stands.")


def _shown(sitting: Sitting, seat: int) -> dict[str, Any]:
    """Between two people at one screen nothing is shown before the next one is ready."""
    if not sitting.is_over and len(sitting.people) > 1 and seat != sitting.seat:
        return {"ready": sitting.seat, "made": len(sitting.made)}
    return view_of(sitting)


def _sitting(shop: Workshop, game: str, name: str) -> Sitting:
    file = _file(name)
    record, known = read_record(file), _at_hand.get(file)
    if known is not None and known.match.title is shop.title(game):
        now = known.record
        if (now.moves, now.undone, now.people) == (record.moves, record.undone, record.people):
            return known
    _at_hand[file] = sitting = go_on(_experiment(shop, game, record), file)
    return sitting


def _file(name: str) -> Path:
    if not NAME.fullmatch(name):
        raise UserError(say("{name!s} is no name of a game.", name=repr(name[:60])))
    return PLAYS / f"{name}.json"


def _experiment(shop: Workshop, game: str, record: Record) -> Any:
    from analyses.experiments.experiment import experiment

    changes = dict(record.changes)
    return experiment(
        shop.title(game), players=record.players, strategies=[[*record.line_up]], games=1,
        seed=record.seed, changes=changes,
    )  # fmt: skip


def kept(shop: Workshop, game: str) -> list[dict[str, Any]]:
    """Games of people that were kept, the last one first."""
    title = shop.title(game)
    files = sorted(PLAYS.glob(f"{title.name}-*.json"), key=lambda one: -one.stat().st_mtime)
    return [*_listed(files[:MOST_KEPT], title.name)]


def _listed(files: Sequence[Path], title: str) -> Iterator[dict[str, Any]]:
    for file in files:
        try:
            record = read_record(file)
        except UserError:
            continue
        if record.title == title:
            yield {
                "name": record.name, "players": record.players, "people": [*record.people],
                "moves": len(record.moves), "bots": [*dict.fromkeys(record.line_up)],
                "isFinished": record.is_finished, "takenOver": record.taken_over,
                "when": time.strftime("%Y-%m-%d %H:%M", time.localtime(file.stat().st_mtime)),
            }  # fmt: skip


def look(shop: Workshop, game: str) -> dict[str, Any]:
    """What drawings of its tables need: colours, and the places of a map."""
    words = shop.title(game).words
    return {**look_of_tables(), "places": places_told(words), "routes": words.routes}


# Games to watch


def filmed(
    shop: Workshop, game: str, number: int = 0, record: str = "", **asked: Any
) -> dict[str, Any]:
    """A game of bots, or one of people that is over: the table after every move."""
    return {**film_of(_story(shop, game, number, record, **asked)).as_json(), **look_of_tables()}


def page(shop: Workshop, game: str, number: int = 0, record: str = "", **asked: Any) -> str:
    """The same as one file that needs no server."""
    return render_game(film_of(_story(shop, game, number, record, **asked)))


def _story(shop: Workshop, game: str, number: int, record: str, **asked: Any) -> Story:
    if record:
        return shop.record(game, _file(record))
    return shop.play(game, number, **_bots(shop, game, **asked))


def _bots(
    shop: Workshop, game: str, players: int | None = None, seats: Sequence[str] = (),
    changes: Sequence[str] = (), seed: int = 1,
) -> Any:  # fmt: skip
    """Without people: the default bot has their seats."""
    best, n = best_of(shop.title(game)), shop.players(game, players)
    bots = [best if one == PERSON else one for one in seats][:n]
    return wanted(shop, game, n, bots + [best] * (n - len(bots)), changes, seed)


def taken(
    shop: Workshop, game: str, at: int, seats_of_people: Sequence[int], number: int = 0,
    record: str = "", **asked: Any,
) -> dict[str, Any]:  # fmt: skip
    """A watched game up to one of its moves, with people in some seats from there on."""
    story = _story(shop, game, number, record, **asked)
    start = story.record if isinstance(story, PlayedStory) else _start(shop, game, story, **asked)
    return {"name": take_over(story, start, at, seats_of_people, PLAYS).name}


def advised_at(
    shop: Workshop, game: str, at: int, looks: bool, number: int = 0, record: str = "",
    **asked: Any,
) -> dict[str, Any]:  # fmt: skip
    """What the bots think of every move that could have been made there, and the one that was."""
    story = _story(shop, game, number, record, **asked)
    start = story.record if isinstance(story, PlayedStory) else _start(shop, game, story, **asked)
    there = stand_at(_experiment(shop, game, start), story, start, at)
    (decision,) = islice(story.decisions(), at, at + 1)
    return {**plain_advice(there.advice(looks)), "made": decision.chosen + 1}


def _start(shop: Workshop, game: str, story: Story, **asked: Any) -> Record:
    """A record of a game of bots, each where it sits in this game."""
    from analyses.experiments.experiment import experiment

    line_up = [story.seats[seats[0]] for _, seats in story.sides]
    words = {**_bots(shop, game, **asked), "strategies": [line_up], "games": 1}
    return record_of(experiment(shop.title(game), **words), [1], story.number, line_up)


def blunders(
    shop: Workshop, game: str, number: int = 0, record: str = "", **asked: Any
) -> Iterator[dict[str, Any]]:
    """The choices that gave away win chance, the worst first; of bots in every seat."""
    yield _reviewed_told(_reviewed(shop, game, number, record, **asked))


def _reviewed(shop: Workshop, game: str, number: int, record: str, **asked: Any) -> "Reviewed":
    from analyses.lab.players.review import review_of

    if record:
        return shop.review(game, _file(record), rollouts=ROLLOUTS)
    story = _story(shop, game, number, "", **asked)
    whole = _start(shop, game, story, **asked).going_on(
        people=tuple(range(1, len(story.seats) + 1)), is_finished=True,
        moves=tuple(
            (one.move, int(one.game.whim[one.game.player][0])) for one in story.decisions()
        ),
    )  # fmt: skip
    title = shop.title(game)
    played = PlayedStory(match_of(whole, title), story.seed, story.number, whole)
    return review_of(shop.runner, played, "", ROLLOUTS, lambda one: "")


def _reviewed_told(found: "Reviewed") -> dict[str, Any]:
    return {
        "sentences": found.sentences, "rollouts": found.rollouts, "bot": found.bot,
        "choices": len(found.examined),
        "worst": [
            {"decision": one.decision, "seat": one.seat, "heading": one.heading, "did": one.did,
             "better": one.better, "cost": one.cost}
            for one in found.worst
        ],
    }  # fmt: skip
