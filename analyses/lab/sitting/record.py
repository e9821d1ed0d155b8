"""A game of a person, kept in a file: who sits where, every move, and how it ended.

A record is data alone: its game is named by whoever reads it, and no file of it is run. Beside each
move stands where the chances of its bot were afterwards, so that the game goes on bit for bit.
"""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from analyses.experiments.digests import digests
from analyses.experiments.experiment import Experiment
from simulator.errors import UserError
from simulator.files import SEAL, is_broken, near, read_own, seal_of
from simulator.results import alone_with, put
from simulator.titles import CUT_OFF, Title

FORM = 1  # of a record
PERSON = "person"
COLUMNS = ("table", "seat", "score", "place", "won", "rounds", "bot")


@dataclass(frozen=True)
class Record:
    """One game of some people, finished or not."""

    title: str
    players: int
    people: tuple[int, ...]  # their seats, from 1
    line_up: tuple[str, ...]  # the bots; those of people's seats do not play
    seed: int
    game: int
    changes: Mapping[str, Any]  # of parameters
    rules: str  # the digest of what it was played by
    key: str  # of all that, without the number of the game
    moves: tuple[tuple[int, int], ...] = ()  # and where the mover's chances were afterwards
    undone: int = 0  # moves that were taken back
    is_finished: bool = False
    taken_over: int = 0  # moves that bots made before a person took a seat

    @property
    def name(self) -> str:
        """Of its file, without an ending."""
        return f"{self.title}-{self.key}-{self.game}"

    def going_on(self, **known: Any) -> "Record":
        return replace(self, **known)

    def save(self, folder: Path) -> Path:
        """Written whole, with a seal."""
        values = {"form": FORM, **asdict(self)}
        values = json.loads(json.dumps(values))
        text = json.dumps(values | {SEAL: seal_of(values)}, indent=None)
        return put(folder / f"{self.name}.json", text.encode())


def record_of(one: Experiment, people: Sequence[int], game: int, line_up: Sequence[str]) -> Record:
    """Of a game that has not begun."""
    return Record(
        title=one.title.name,
        players=one.players,
        people=tuple(people),
        line_up=tuple(line_up),
        seed=one.seed,
        game=game,
        changes=one.components.changes(),
        rules=digests(one.title)["rules"],
        key=f"{one.key[:8]}-{'-'.join(map(str, people))}",
    )


def read_record(file: Path) -> Record:
    """What a file holds, as long as nobody has changed it."""
    try:
        values = json.loads(read_own(file))
    except OSError as error:
        raise UserError(f"Cannot read {file}: {error.strerror}.{near(file)}") from None
    except (ValueError, RecursionError):
        raise UserError(f"{file} is no record of a game: it is no JSON.") from None
    if not isinstance(values, dict) or values.get("form") != FORM or SEAL not in values:
        raise UserError(f"{file} is no record of a game that 'tiltmeter play --seat' has kept.")
    if is_broken(values):
        raise UserError(f"{file} was changed since it was written, so its game is not known.")
    known = {name: values[name] for name in Record.__dataclass_fields__ if name in values}
    for name in ("people", "line_up"):
        known[name] = tuple(known[name])
    known["moves"] = tuple((move, whim) for move, whim in known["moves"])
    return Record(**known)


def must_be_over(record: Record, file: Path) -> None:
    """Refuses a game that still has its secrets."""
    if not record.is_finished:
        raise UserError(f"The game of {file} is not over; play it to its end first.")


def must_be_of(record: Record, title: Title, file: Path) -> None:
    """Refuses a game of another title, or of other rules."""
    if record.title != title.name:
        raise UserError(f"{file} is a game of {record.title}, not of {title.name}.")
    if record.rules != digests(title)["rules"]:
        raise UserError(f"{file} was played by other rules of {title.name} than there are now.")


def record_from(record: Record, at: int, people: Sequence[int], folder: Path) -> Record:
    """The same game up to one of its moves, from where these people have their seats."""
    fresh = record.going_on(
        people=tuple(sorted(people)), moves=record.moves[:at], taken_over=at, undone=0,
        is_finished=False, key=f"{record.key}-at-{at}-{'-'.join(map(str, sorted(people)))}",
    )  # fmt: skip
    key, n = fresh.key, 1
    while (folder / f"{fresh.name}.json").exists():
        n += 1
        fresh = fresh.going_on(key=f"{key}-{n}")
    return fresh


def find_record(folder: Path, fresh: Record, is_chosen: bool) -> Record:
    """The game to go on with: the chosen one, or the first that is not finished."""
    while True:
        file = folder / f"{fresh.name}.json"
        if not file.exists():
            return fresh
        kept = read_record(file)
        if not kept.is_finished:
            return kept
        if is_chosen:
            raise UserError(
                f"Game {fresh.game} is finished: {file}; choose another game, or none for the next."
            )
        fresh = fresh.going_on(game=fresh.game + 1)


def rows_of(record: Record, title: Title, game: Any, sides: Sequence[Sequence[int]]) -> list[list]:
    """A finished game as rows of a sheet for `playtest`: one per player, or team."""
    is_one_side, is_cut_off = title.sides(record.players) == 1, game.ended == CUT_OFF
    rows = []
    for side, seats in enumerate(sides):
        place, has_person = int(game.place[seats[0]]), {*seats} & {p - 1 for p in record.people}
        won = "" if is_cut_off or not is_one_side else ("yes" if place == 1 else "no")
        bot = "" if has_person else record.line_up[side]
        told = "" if is_one_side or is_cut_off else place
        table, score = f"{record.key}-{record.game}", int(game.points[seats].sum())
        rows.append([table, side + 1, score, told, won, int(game.rounds), bot])
    return rows


def add_rows(file: Path, rows: Sequence[Sequence[Any]]) -> None:
    """Writes a finished game into a sheet, unless it is there already."""
    with alone_with(file):
        before = file.read_text(encoding="utf-8") if file.exists() else _lines([COLUMNS])
        if before.splitlines()[:1] != _lines([COLUMNS]).splitlines():
            told = "has other columns than these rows, which were not added"
            raise UserError(f"{file} {told}:\n\n{_lines([COLUMNS, *rows])}")
        if f"\n{rows[0][0]}," not in before:
            end = "" if before.endswith("\n") else "\n"
            put(file, f"{before}{end}{_lines(rows)}".encode())


def _lines(rows: Sequence[Sequence[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
