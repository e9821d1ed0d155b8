"""Scores written down at real tables: a file with a row per player, checked line by line.

table,seat,member,score,rounds
1,1,Gul,148,16
1,2,Aquilla,131,16

Columns `rating` and `level` say how good a player is: a number of any club or platform, or a level
of skill from 1 to 9. A table copied from a web page has tabs; what it says beside these columns is
left out, and a table's number stands once.

A column `bot` names the bot that played a seat: such rows count for who won, and for nothing else.
Of a table that wins or loses as one, and of one player alone, it is enough to know whether it won.
"""

import csv
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from analyses.findings.holders import Holder, holders
from simulator.doors import setting
from simulator.errors import UserError, unknown
from simulator.files import near
from simulator.titles import Title, party_of
from simulator.words import counted
from strategies.levels import must_be_level

NEEDED, OTHERS = (
    ("table", "score"),
    ("seat", "member", "place", "won", "rounds", "bot", "rating", "level"),
)
TELL_WINS = {"won", "place"}  # instead of a score, where all are one side
YES_OR_NO = {"yes": True, "1": True, "true": True, "no": False, "0": False, "false": False}
HELD = ("role", "faction", "card")  # other names of the column 'member'
ALIKE = {  # how platforms call their columns
    "elo": "rating", "elo rating": "rating", "rank": "place", "position": "place",
    "result": "place", "points": "score", "final score": "score", "table #": "table",
    "table number": "table", "game": "table", "game id": "table", "start position": "seat",
    "turn order": "seat", "turns": "rounds",
}  # fmt: skip
NUMBERS = ("score", "seat", "place", "rounds", "rating", "level")
FIRST_NUMBER = re.compile(r"[-−]?\d+(?:[.,]\d+)?")
SPACES = re.compile(r"(?<=\d)[\s\u00a0\u202f,](?=\d{3}(?!\d))")  # within 1 523 or 1,523
DIGITS = 9  # of a seat, a place, a number of rounds
SCHEMA = {
    "deal": pl.Int64,
    "seat": pl.Int64,
    "member": pl.String,
    "score": pl.Float64,
    "win": pl.Float64,
    "rounds": pl.Int64,
    "bot": pl.String,  # who played instead of a person
    "rating": pl.Float64,  # of any club or platform
    "level": pl.Int64,  # of skill
}


@dataclass(frozen=True)
class Row:
    """One player at one table; what was not written down is None."""

    line: int
    table: str
    score: float | None
    member: str | None
    won: bool | None  # of one side only
    seat: int | None
    place: int | None  # without it the highest score has won
    rounds: int | None
    bot: str | None = None  # that played, if it was no person
    rating: float | None = None
    level: int | None = None

    @property
    def says(self) -> set[bool]:
        """Whether the one side has won; nothing if it was not written down."""
        by_place = None if self.place is None else self.place == 1
        return {told for told in (self.won, by_place) if told is not None}


def read_tables(file: Path, title: Title, players: int | None = None) -> pl.DataFrame:
    """The rows of all tables with so many players, as games: each table is a deal of its own."""
    known = holders(title, title.components, title.players[-1])
    tables: dict[str, list[Row]] = {}
    for line, words in _lines(file, title):
        try:
            row = _row(line, words, known)
        except UserError as error:
            raise UserError(f"{file}, line {line}: {error}") from None
        tables.setdefault(row.table, []).append(row)
    chosen = _of_one_size(file, tables, players)
    if all(row.bot for table in chosen for row in table):
        raise UserError(f"{file} names a bot in every row, so there is nobody to compare.")
    rows = []
    for deal, table in enumerate(chosen):
        _must_be_a_table(file, table, title)
        is_one_side = title.sides(len(table)) == 1
        wins: Sequence[float | None] = _won_together(table) if is_one_side else _wins(table)
        for row, win in zip(table, wins, strict=True):
            seat = None if is_one_side else row.seat  # no seat is ahead
            told = row.member, row.score, win, row.rounds, row.bot, row.rating, row.level
            rows.append((deal, seat, *told))
    return pl.DataFrame(rows, SCHEMA, orient="row")


def _lines(file: Path, title: Title) -> Iterator[tuple[int, dict[str, str]]]:
    """Each row with its line, by column; spreadsheets part them with commas or semicolons."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        told = "it is no text in UTF-8" if isinstance(error, ValueError) else error.strerror
        raise UserError(f"Cannot read {file}: {told}.{near(file)}") from None
    lines = text.splitlines() or [""]
    if "\t" in lines[0]:
        yield from _pasted(lines, file, title)
        return
    reader = csv.reader(lines, delimiter=";" if ";" in lines[0] else ",")
    names = [_column(name) for name in next(_told(reader, file))]
    _must_be_columns(file, names, title)
    for words in _told(reader, file):
        if len(words) > len(names):
            told = f"{len(words)} values for {len(names)} columns"
            raise UserError(f"{file}, line {reader.line_num}: {told}.")
        if any(word.strip() for word in words):
            yield reader.line_num, dict(zip(names, map(str.strip, words), strict=False))


def _pasted(lines: Sequence[str], file: Path, title: Title) -> Iterator[tuple[int, dict[str, str]]]:
    """A table as it is copied from a web page: cells with more than a number, and gaps."""
    heads = [_column(name) for name in lines[0].split("\t")]
    names = [ALIKE.get(name, name) for name in heads]
    _must_be_columns(file, [name for name in names if name in (*NEEDED, *OTHERS)], title)
    table = ""
    for line, text in enumerate(lines[1:], 2):
        cells = [cell.strip() for cell in text.split("\t")]
        words = {name: _cell(name, cell) for name, cell in zip(names, cells, strict=False)
                 if name in (*NEEDED, *OTHERS)}  # fmt: skip
        table = words["table"] = words.get("table", "").lstrip("#") or table
        if any(value for name, value in words.items() if name != "table"):
            yield line, words


def _cell(name: str, text: str) -> str:
    """Of '1st', '1,523 (+12)' and '57 ★' the number."""
    if name not in NUMBERS:
        return text
    found = FIRST_NUMBER.search(SPACES.sub("", text))
    return found[0].replace("−", "-") if found else ""


def _column(name: str) -> str:
    """What a player held may stand under the game's own noun."""
    told = name.strip().lower()
    return "member" if told in HELD else told


def _told(reader: Any, file: Path) -> Iterator[list[str]]:
    """The rows of a reader, which may refuse one."""
    try:
        yield from reader
    except csv.Error as error:
        raise UserError(f"{file}, line {reader.line_num}: {error}.") from None


def _must_be_columns(file: Path, names: Sequence[str], title: Title) -> None:
    for name in names:
        if name not in (*NEEDED, *OTHERS):
            raise unknown(f"column of {file}:", name, (*NEEDED, *OTHERS, *HELD))
    tells_wins = TELL_WINS & {*names} and any(title.sides(n) == 1 for n in title.players)
    given = [*names, "score"] if tells_wins else names
    if missing := [name for name in NEEDED if name not in given]:
        raise UserError(f"{file} has no column '{missing[0]}'; its first line names them.")


def _row(line: int, words: Mapping[str, str], known: Mapping[str, Holder]) -> Row:
    if not words.get("table"):
        raise UserError("a row says at which table it was.")
    whole = {name: _whole(name, words.get(name, "")) for name in ("seat", "place", "rounds")}
    score, won = _score(words.get("score", "")), _won(words.get("won", ""))
    member, bot = _member(words.get("member", ""), known), words.get("bot") or None
    rating, level = _rating(words.get("rating", "")), _level(words.get("level", ""))
    return Row(
        line, words["table"], score, member, won, bot=bot, rating=rating, level=level, **whole
    )


def _score(word: str) -> float | None:
    if not word:
        return None
    try:
        score = float(word.replace(",", "."))
    except ValueError:
        score = math.nan
    if not math.isfinite(score):
        raise UserError(f"the score '{word}' is no number.")
    return score


def _rating(word: str) -> float | None:
    try:
        rating = float(word.replace(",", ".")) if word else None
    except ValueError:
        rating = math.nan
    if rating is not None and not math.isfinite(rating):
        raise UserError(f"the rating '{word}' is no number.")
    return rating


def _level(word: str) -> int | None:
    return must_be_level(word) if word else None


def _whole(name: str, word: str) -> int | None:
    if not word:
        return None
    if word.isdecimal() and len(word) > DIGITS:
        raise UserError(f"the {name} '{word[:DIGITS]}…' is too large.")
    if not word.isdecimal() or int(word) < 1:
        raise UserError(f"the {name} '{word}' is no number from 1 on.")
    return int(word)


def _won(word: str) -> bool | None:
    if word and word.lower() not in YES_OR_NO:
        raise UserError(f"won is yes or no, not '{word}'.")
    return YES_OR_NO.get(word.lower())


def _member(word: str, known: Mapping[str, Holder]) -> str | None:
    """One that has a name; of those that nobody begins with nothing can be compared."""
    if not word:
        return None
    named = {name: one for name, one in known.items() if one.group and one.is_named}
    by_word = {name.lower(): name for name in named}
    if word.lower() in by_word:
        return by_word[word.lower()]
    if compared := [name for name, one in named.items() if one.is_held]:
        raise unknown("role, faction or card", word, compared)
    raise UserError(f"nothing is dealt in this game, so nobody holds '{word}'.")


def _of_one_size(
    file: Path, tables: Mapping[str, Sequence[Row]], players: int | None
) -> list[Sequence[Row]]:
    sizes = sorted({len(rows) for rows in tables.values()})
    if not sizes:
        raise UserError(f"{file} holds no scores.")
    if players is None and len(sizes) > 1:
        told = " and ".join(map(str, sizes))
        raise UserError(f"{file} has tables of {told} players; choose with {setting('players')}.")
    wanted = players or sizes[0]
    if wanted not in sizes:
        raise UserError(f"{file} has no table of {wanted} players, but of {sizes[0]}.")
    return [rows for rows in tables.values() if len(rows) == wanted]


def _must_be_a_table(file: Path, table: Sequence[Row], title: Title) -> None:
    """Tells the first line that does not go with those above it."""
    players, first = len(table), table[0]
    if players not in title.players:
        party = party_of(title.name)
        told = f"table {first.table} has {counted(players, 'row')}, one per {party}"
        span = f"{title.players[0]} to {title.players[-1]}"
        span = counted(len(title.teams), party) if title.teams else span
        raise UserError(f"{file}, line {first.line}: {told}; {title.name} is for {span}.")
    is_one_side = title.sides(players) == 1
    its_own = _wrong_of_one_side if is_one_side else _wrong_of_rivals
    for k, row in enumerate(table):
        if wrong := _wrong(row, table[:k], players) or its_own(row, table):
            raise UserError(f"{file}, line {row.line}: {wrong}")
    if first.place and not is_one_side and not any(row.place == 1 for row in table):
        raise UserError(f"{file}, line {first.line}: nobody of table {first.table} has place 1.")


def _wrong(row: Row, above: Sequence[Row], players: int) -> str:
    """What is wrong with a row, if anything."""
    if row.seat is not None and row.seat > players:
        return f"seat {row.seat} is none of {players}."
    if row.seat is not None and row.seat in [one.seat for one in above]:
        return f"seat {row.seat} of table {row.table} is taken."
    if above and row.rounds != above[0].rounds:
        return f"table {row.table} has other rounds above."
    if above and (row.place is None) != (above[0].place is None):
        return f"either all of table {row.table} have a place or nobody."
    return ""


def _wrong_of_one_side(row: Row, table: Sequence[Row]) -> str:
    told = next((one.says for one in table if one.says), set[bool]())
    if len(told | row.says) > 1:
        return f"table {row.table} has won and lost; those who play together do either as one."
    if row.score is None and not told:
        return f"neither a score nor whether table {row.table} has won is told."
    return ""


def _wrong_of_rivals(row: Row, table: Sequence[Row]) -> str:
    if row.won is not None:
        return "the column 'won' is for those who win or lose together; here say the place."
    return "the score '' is no number." if row.score is None else ""


def _won_together(table: Sequence[Row]) -> list[float | None]:
    """All have won, or nobody has, or it was not written down."""
    told = set[bool]().union(*(row.says for row in table))
    return [float(told.pop()) if told else None] * len(table)


def _wins(table: Sequence[Row]) -> list[float]:
    """What each has won: the first place, or the highest score, shared by equals."""
    best = max(row.score for row in table if row.score is not None)
    first = [row.score == best if row.place is None else row.place == 1 for row in table]
    return [is_first / max(1, sum(first)) for is_first in first]
