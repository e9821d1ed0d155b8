"""A game at the terminal: shows each person a screen, reads a move, and keeps all of it."""

import shlex
import shutil
import sys
import textwrap
from typing import TYPE_CHECKING

import click

from analyses.language import count, say
from simulator.errors import UserError
from simulator.telling import tell
from simulator.titles import spoken

if TYPE_CHECKING:
    from analyses.lab.sitting.sitting import Screen, Sitting

CLEAR = "\033[2J\033[3J\033[H"  # the screen, and what can be scrolled back to
HELP = """  a number   make this move
  ?          what the bots would do, and why
  u          undo: take the last move of a person back
  t          show the table and the moves again
  q          stop; the same command goes on with the game"""
QUIT, UNDO, TABLE, ASK = ("q", "quit"), ("u", "undo"), ("t", "table"), ("?",)
HELPS = ("h", "help")


class Stopped(Exception):
    """The person has left the table, or nothing more can be read."""


class AtTable:
    """People at one terminal, who play a sitting to its end."""

    def __init__(self, sitting: "Sitting") -> None:
        self.sitting, self.before = sitting, 0  # the seat that has looked last

    def play(self) -> None:
        """Up to the end of the game, or until somebody stops."""
        self._begin()
        try:
            while not self.sitting.is_over:
                self._turn()
        except Stopped:
            click.echo(self._kept())
            return
        except KeyboardInterrupt:
            raise KeyboardInterrupt(f"\n{self._kept()}") from None
        self._end()

    def _begin(self) -> None:
        story, record = self.sitting.story, self.sitting.record
        click.echo(f"{story.match.title.full_name}, {story.about}")
        for seat in range(1, len(story.seats) + 1):
            who = say("a person") if seat in record.people else story.who(seat)
            click.echo(f"  {tell('{name!s}: {who!s}', name=story.seat_name(seat), who=who)}")
        if self.sitting.choices:
            told = count(
                self.sitting.choices, "The game goes on after {n:,} move of yours.",
                "The game goes on after {n:,} moves of yours.",
            )  # fmt: skip
            click.echo(f"  {told}")
        told = say("Type the number of a move, ? for what the bots would do, h for help.")
        click.echo(f"  {told}")

    def _turn(self) -> None:
        """One choice, with all that is asked before it."""
        screen = self.sitting.screen()
        self._hand_over(screen.seat)
        _show(screen)
        while (number := self._answer(screen)) == 0:
            pass
        if number is not None:
            self.sitting.choose(number)

    def _hand_over(self, seat: int) -> None:
        """Between two people nothing of the first one's screen is left."""
        if self.before not in (0, seat):
            click.echo(CLEAR if _is_terminal() else "\n" * 3)
            self._read(say("Seat {n}: press Enter when nobody else looks.", n=seat) + " ")
        self.before = seat

    def _answer(self, screen: "Screen") -> int | None:
        """The number of a move; 0 if something else was asked, None if the position is another."""
        prompt = say("Seat {n}, your move: ", n=screen.seat)
        words = self._read(prompt).strip().lower()
        if words in QUIT:
            raise Stopped
        if words in UNDO:
            return self._undo()
        if words in TABLE:
            _show(screen)
        elif words in ASK:
            for line in self.sitting.advice().lines():
                click.echo(line)
        elif words in HELPS:
            click.echo(say(HELP))
        elif words.isascii() and words.isdecimal() and 1 <= int(words) <= len(screen.moves):
            return int(words)
        else:
            most = len(screen.moves)
            text = "{word!s} is no move: type a number from 1 to {most}, or h for help."
            click.echo(say(text, word=repr(words), most=most))
        return 0

    def _undo(self) -> int | None:
        try:
            self.sitting.undo()
        except UserError as error:
            click.echo(str(error))
            return 0
        return None

    def _read(self, prompt: str) -> str:
        click.echo(prompt, nl=False)
        try:
            line = sys.stdin.readline()
        except UnicodeDecodeError:
            return ""
        if not _is_terminal():
            click.echo()
        if not line:
            if _is_terminal():  # Ctrl-D leaves the prompt without an end of line
                click.echo()
            raise Stopped
        return line

    def _end(self) -> None:
        for one in self.sitting.last_news():
            _print(one, "  ")
        for line in self.sitting.result():
            click.echo(line)
        if file := self.sitting.file:
            title = spoken(self.sitting.title.name)
            kept = {"file": str(file), "sheet": str(self.sitting.sheet)}
            told = say("The game is kept as {file!s}, its scores in {sheet!s}. Go on:", **kept)
            click.echo(f"\n{told}")
            click.echo(f"  {shlex.join(['tiltmeter', 'coach', title, '--record', str(file)])}")
            words = ["tiltmeter", "playtest", title, str(self.sitting.sheet)]
            click.echo(f"  {shlex.join([*words, '-p', str(self.sitting.record.players)])}")

    def _kept(self) -> str:
        """What becomes of the game."""
        return count(
            self.sitting.choices,
            "Stopped after {n:,} move of yours; the same command goes on with the game.",
            "Stopped after {n:,} moves of yours; the same command goes on with the game.",
        )


def _is_terminal() -> bool:
    return sys.stdout.isatty()


def _show(screen: "Screen") -> None:
    click.echo()
    for one in screen.news:
        _print(one, "  ")
    click.echo()
    _print(screen.heading, "")
    for line in screen.position.splitlines():
        _print(line, "  ")
    click.echo()
    for number, told in enumerate(screen.moves, 1):
        _print(f"{number:>4}  {told}", "", hanging=6)


def _print(text: str, indent: str, hanging: int = 4) -> None:
    """A line, broken where the terminal ends."""
    width = max(40, shutil.get_terminal_size((100, 24)).columns)
    lines = textwrap.wrap(
        text, width, initial_indent=indent, subsequent_indent=" " * hanging,
        drop_whitespace=False, break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
    click.echo("\n".join(line.rstrip() for line in lines))
