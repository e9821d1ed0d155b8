"""A game with people in some seats and bots in the others, which waits for the people's moves."""

import functools
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from analyses.experiments.experiment import Experiment, RunOptions
from analyses.experiments.pool import best_of, line_ups_of
from analyses.experiments.story import Before, Story
from analyses.lab.sitting.advice import Advice, advise_on
from analyses.lab.sitting.record import (
    Record,
    add_rows,
    find_record,
    must_be_of,
    must_be_over,
    read_record,
    record_from,
    record_of,
    rows_of,
)
from analyses.lab.sitting.seen import SeatView, SecretMoves
from analyses.language import say, spoken
from simulator import user_files
from simulator.conformance import whimsical
from simulator.doors import by_door, setting
from simulator.errors import UserError
from simulator.match import Decision, Match
from simulator.titles import Title
from simulator.words import counted
from strategies.seat import Seat


@dataclass(frozen=True)
class Made:
    """A move that was made, in the position before it."""

    before: Any
    move: int
    is_choice: bool  # of a person, who had several


@dataclass(frozen=True)
class Entry:
    """A move in the log of one seat."""

    seat: int  # who made it, from 1
    lines: tuple[str, ...]
    heading: str  # of the round that begins after it, if one does


@dataclass(frozen=True)
class Screen:
    """All that a person is shown before a move; nothing in it hangs on what is hidden."""

    seat: int  # from 1
    news: tuple[str, ...]  # since this seat's last move, that one first
    heading: str
    position: str
    moves: tuple[str, ...]  # each in the game's own words


class Sitting:
    """One game of people and bots; it stands at a person's choice, or at its end."""

    def __init__(
        self, story: Story, record: Record, folder: Path | None = None, is_kept: bool = False
    ) -> None:
        self.story, self.record, self.folder = story, record, folder
        self.kept = record if is_kept else None  # as its file has it
        self.match, self.title = story.match, story.match.title
        self.people = tuple(seat - 1 for seat in record.people)
        self.game = self.match.dealt(story.seed, story.number)
        self.made: list[Made] = []
        self.entries: dict[tuple[int, int, str], Entry] = {}  # by seat, move and language
        self.views: dict[int, SeatView] = {}  # by seat, from 0
        for move, whim in record.moves:
            self._repeat(move, whim)
        self._go_on()

    @property
    def is_over(self) -> bool:
        return bool(self.game.ended)

    @property
    def seat(self) -> int:
        """Whose choice it is, from 1."""
        return int(self.game.player) + 1

    @functools.cached_property
    def options(self) -> list[int]:
        """The legal moves."""
        return self.match.choices(self.game, self.story.number)

    def screen(self) -> Screen:
        """What the person to act is shown."""
        view, game = self._view(int(self.game.player)), self.game
        position, moves = view.screen(game, self.options)
        heading, news = self.title.words.heading(game, self.match.rules), [*self._news(view)]
        if news[-1:] == [heading]:  # which comes next
            del news[-2:]
        return Screen(self.seat, tuple(news), heading, position, tuple(moves))

    def choose(self, number: int) -> None:
        """Makes the move of this number, from 1, and lets the bots go on."""
        if self.is_over:
            raise UserError("The game is over: there is no move to make.")
        if not 1 <= number <= len(self.options):
            raise UserError(f"There is no move {number}; choose 1 to {len(self.options)}.")
        self._make(self.options[number - 1], is_choice=True)
        self._go_on()

    def undo(self) -> None:
        """Back to the last choice of a person, bit for bit as it was."""
        last = next((k for k in reversed(range(len(self.made))) if self.made[k].is_choice), None)
        if last is None:
            raise UserError("There is no move to take back: nobody has chosen one yet.")
        self.game = self.made[last].before.copy()
        del self.made[last:]
        self.entries = {key: entry for key, entry in self.entries.items() if key[1] < last}
        self.record = self.record.going_on(
            moves=self.record.moves[:last], undone=self.record.undone + 1
        )
        self._forget_options()
        self.save()

    def advice(self, looks: bool = True) -> Advice:
        """What bots would do here, and why; they see no more than the seat does."""
        if self.is_over:
            raise UserError("The game is over: there is no move to choose.")
        view = self._view(int(self.game.player))
        seen = view.one_imagined(self.game)
        told = view.screen(self.game, self.options)[1]
        return advise_on(self.match, seen, self.options, told, looks)

    @property
    def choices(self) -> int:
        """How many moves people have chosen so far."""
        return sum(one.is_choice for one in self.made)

    def save(self) -> None:
        """Keeps the game, so that the same words go on with it.

        Whoever has only read it writes nothing: somebody else may have moved on meanwhile.
        """
        if self.folder is not None and self.record != self.kept:
            self.record.save(self.folder)
            self.kept = self.record

    def result(self) -> Iterator[str]:
        """How it ended, all cards open."""
        yield from self.story.end(self.game)

    def told(self) -> "PlayedStory":
        """The finished game, to be told with all cards open."""
        if not self.is_over:
            raise UserError("The game is not over; play it to its end first.")
        return PlayedStory(self.match, self.story.seed, self.story.number, self.record)

    def last_news(self) -> Iterator[str]:
        """What has happened since the last choice, all of it open."""
        last = next((k for k in reversed(range(len(self.made))) if self.made[k].is_choice), 0)
        view = self._view(int(self.made[last].before.player))
        for k in range(last, len(self.made)):
            yield from self._told(view, k)

    def log(self, seat: int) -> list["Entry"]:
        """Every move so far, as a seat, from 1, was told it."""
        view = self._view(seat - 1)
        return [self._entry(view, k) for k in range(len(self.made))]

    @property
    def sheet(self) -> Path | None:
        """Where finished games are rows that `playtest` reads."""
        return None if self.folder is None else self.folder / f"{self.title.name}-tables.csv"

    @property
    def file(self) -> Path | None:
        return None if self.folder is None else self.folder / f"{self.record.name}.json"

    def seen_by(self, seat: int) -> SeatView:
        """What a seat, from 1, is shown."""
        return self._view(seat - 1)

    # How it goes on

    def _go_on(self) -> None:
        """Bots move, and people who have no choice, up to a choice or the end."""
        try:
            while not self.is_over:
                self._forget_options()
                if int(self.game.player) not in self.people:
                    before = self.game.copy()
                    move = self.match.decision(self.game, self.story.number).move
                    self._make(move, before=before)
                elif len(self.options) == 1:
                    before = self.game.copy()
                    self.game.forced[self.game.player] += 1
                    self._make(self.options[0], before=before)
                else:
                    break
        except Exception as error:
            raise user_files.told(error) or error from None
        self._note_end()
        self.save()

    def _make(self, move: int, is_choice: bool = False, before: Any = None) -> None:
        before = self.game.copy() if before is None else before
        whim = int(self.game.whim[self.game.player][0])
        self.made.append(Made(before, move, is_choice))
        self.match.carry_out(self.game, move)
        self.record = self.record.going_on(moves=(*self.record.moves, (move, whim)))

    def _repeat(self, move: int, whim: int) -> None:
        """A move of a record, with what was left of the mover's chances."""
        legal, player = self.match.choices(self.game, self.story.number), int(self.game.player)
        if move not in legal or self.is_over:
            raise UserError("The record holds a move that the rules do not allow there.")
        before = self.game.copy()
        self.game.forced[player] += len(legal) == 1
        self.game.whim[player][0] = whim
        is_own = player in self.people and len(self.made) >= self.record.taken_over
        self.made.append(Made(before, move, is_own and len(legal) > 1))
        self.match.carry_out(self.game, move)

    def _note_end(self) -> None:
        """Of a finished game a row is added to the sheet, once."""
        if not self.is_over or self.record.is_finished:
            return
        self.record = self.record.going_on(is_finished=True)
        self.save()
        if self.sheet is not None and not self.record.taken_over:
            sides = [seats for _, seats in self.story.sides]
            add_rows(self.sheet, rows_of(self.record, self.title, self.game, sides))

    def _forget_options(self) -> None:
        self.__dict__.pop("options", None)

    # What is told

    @functools.cached_property
    def _secrets(self) -> SecretMoves:
        return SecretMoves(self.match)

    def _view(self, seat: int) -> SeatView:
        if seat not in self.views:
            self.views[seat] = SeatView(self.match, seat, self._secrets)
        return self.views[seat]

    def _news(self, view: SeatView) -> Iterator[str]:
        """What has happened since this seat's last choice."""
        after = [k for k, one in enumerate(self.made)
                 if one.is_choice and int(one.before.player) == view.seat]  # fmt: skip
        first = after[-1] if after else 0
        for k in range(first, len(self.made)):
            yield from self._told(view, k)

    def _told(self, view: SeatView, k: int) -> Iterator[str]:
        """One move, what it brought about and what it paid; then the round that begins."""
        entry = self._entry(view, k)
        yield from entry.lines
        if entry.heading:
            yield from ["", entry.heading]

    def _entry(self, view: SeatView, k: int) -> "Entry":
        """One move; it is told once, for what a seat sees of it does not change."""
        key = (view.seat, k, spoken().code)
        if key not in self.entries:
            self.entries[key] = Entry(*self._written(view, k))
        return self.entries[key]

    def _written(self, view: SeatView, k: int) -> tuple[int, tuple[str, ...], str]:
        one = self.made[k]
        game = self.made[k + 1].before if k + 1 < len(self.made) else self.game
        before = Before(Decision(one.before, [one.move], None, 0))
        lines = [*view.deed(one.before, one.move, game)]
        lines += before.newly_out(game)
        lines += self.story.paid_told(before, game)
        begins = game.rounds > one.before.rounds and not game.ended
        heading = self.title.words.heading(game, self.match.rules) if begins else ""
        return int(one.before.player) + 1, tuple(lines), heading


@dataclass(frozen=True)
class PlayedStory(Story):
    """A kept game, told move by move: its moves are known, and nobody is asked to rate them."""

    record: Record

    def decisions(self) -> Iterator[Decision]:
        match, game = self.match, self.match.dealt(self.seed, self.number)
        for move, whim in self.record.moves:
            legal = match.choices(game, self.number)
            if move not in legal:
                raise UserError("The record holds a move that the rules do not allow there.")
            game.forced[game.player] += len(legal) == 1
            game.whim[game.player][0] = whim
            yield Decision(game, legal, None, legal.index(move))
            match.carry_out(game, move)

    def who(self, seat: int) -> str:
        return say("a person") if seat in self.record.people else super().who(seat)


def sit_down(
    one: Experiment, people: Sequence[int], game: int | None, folder: Path | None
) -> Sitting:
    """A new game of an experiment's only line-up, or the one that was left."""
    match, line_up = seated(one), [str(seat) for seat in one.cells[0].line_up]
    must_be_seats(people, len(match.seating))
    record = record_of(one, sorted({*people}), game or 0, line_up)
    if folder is not None:
        record = find_record(folder, record, game is not None)
    return Sitting(Story(match, one.seed, record.game), record, folder)


def played_story(title: Title, file: Path) -> PlayedStory:
    """A kept game, by the rules that it was played by; its bots are named, and not asked."""
    record = read_record(file)
    must_be_over(record, file)
    must_be_of(record, title, file)
    return PlayedStory(match_of(record, title), record.seed, record.game, record)


def go_on(one: Experiment, file: Path) -> Sitting:
    """A kept game, finished or not; `one` has its title, line-up, seed and changes."""
    record = read_record(file)
    must_be_of(record, one.title, file)
    story = Story(seated(one), record.seed, record.game)
    return Sitting(story, record, file.parent, is_kept=True)


def take_over(story: Story, fresh: Record, at: int, people: Sequence[int], folder: Path) -> Record:
    """A game up to one of its moves, kept so that people go on with it; `fresh` is its start."""
    must_be_seats(people, len(story.match.seating))
    record = record_from(fresh.going_on(moves=_moves(story, at)), at, people, folder)
    record.save(folder)
    return record


def stand_at(one: Experiment, story: Story, fresh: Record, at: int) -> Sitting:
    """A game at one of its moves, so that bots can be asked about it; it is kept nowhere."""
    everybody = tuple(range(1, len(story.match.seating) + 1))
    record = fresh.going_on(people=everybody, moves=_moves(story, at), is_finished=False)
    return Sitting(Story(seated(one), record.seed, record.game), record)


def _moves(story: Story, at: int) -> tuple[tuple[int, int], ...]:
    """Those before one of them, each with the whim of who made it."""
    moves = [
        (one.move, int(one.game.whim[one.game.player][0]))
        for one in itertools.islice(story.decisions(), max(at, 0))
    ]
    if len(moves) != at:
        raise UserError(f"The game has no move {at}.")
    return tuple(moves)


def match_of(record: Record, title: Title) -> Match:
    """The table of a record, whose bots are not asked: nothing but names of them is needed."""
    rules = title.rules_for(title.components.with_changes(dict(record.changes)), record.players)
    named = [replace(whimsical(1)[0], name=name) for name in record.line_up]
    match = Match(title, rules, named, "python")
    match.rotations = 1
    return match


def seated(one: Experiment) -> Match:
    """The table of a game with people: seats do not move on, and machine code only searches."""
    match = one.match(one.cells[0], "mixed" if one.searches else "python")
    match.rotations = 1
    return match


def line_up_for(title: Title, people: Sequence[int], wanted: RunOptions) -> list[str | Seat]:
    """A bot for every player, those of people's seats without a say; of teams one for each."""
    if not people:
        raise UserError(f"Nobody takes a seat; say {setting('seat')} 1.")
    line_ups = line_ups_of(wanted.get("strategies") or [best_of(title)])
    if len(line_ups) > 1:
        told = by_door("-s only once", "one list")
        raise UserError(f"One game has one table of bots; give {told}.")
    players, bots = wanted.get("players"), line_ups[0]
    if players is None and not title.teams:
        fewest = max(title.players[0], *people)
        players = max(fewest, len(bots) + len({*people})) if len(bots) > 1 else fewest
    players = len(title.teams) if players is None else players
    wanted["players"] = players
    others = [seat for seat in range(1, players + 1) if title.teams or seat not in people]
    seated = dict(zip(others, _one_for_each(bots, len(others), title), strict=True))
    return [seated.get(seat, best_of(title)) for seat in range(1, players + 1)]


def _one_for_each(bots: Sequence[Seat], others: int, title: Title) -> Sequence[Seat]:
    """The bots of the other seats, of which one may stand for all."""
    if len(bots) == 1:
        return [*bots] * others
    if len(bots) != others:
        whom = counted(others, "team" if title.teams else "other seat")
        raise UserError(
            f"{setting('strategies')} names {len(bots)} bots for {whom}; name one for each, or one"
            " for all."
        )
    return bots


def must_be_seats(people: Sequence[int], seats: int) -> None:
    for seat in people:
        if not 1 <= seat <= seats:
            told = f"there are seats 1 to {seats}" if seats > 1 else "there is seat 1 only"
            raise UserError(f"{setting('seat')} {seat}: {told}.")
