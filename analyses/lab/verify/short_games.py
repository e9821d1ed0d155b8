"""A game in which something is wrong, and the fewest of its moves that show it.

Games are those of random players, or of a strategy, which `tiltmeter play` can tell. Of some in
which something is wrong the shortest is the example; then moves are left out (`shrinking.py`).
What is wrong is either seen in a position, or stops plain Python, or makes two tables that play the
same moves part ways.
"""

import math
import re
import shlex
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from analyses.experiments.pool import CHANCE
from analyses.lab.verify.shrinking import Moves, Shows, first_shown, shrunk
from simulator import conformance, user_files
from simulator.components import Components, as_settings
from simulator.match import Match
from simulator.patience import no_endless_loop
from simulator.titles import Title, spoken
from simulator.words import counted
from strategies import registry

SEED = 1
GAMES = 100  # in which an example is looked for
LINES = 20_000  # of a loop that is known to be endless, each time that it is run again
MOST = 8  # moves that are told: the last ones, where something goes wrong
STEPS = ("n_moves", "rounds", "tally", "forced", "deal", "table", "whim")


@dataclass(frozen=True)
class Deal:
    """One game of random players, or of others."""

    title: Title
    components: Components
    players: int
    number: int = 0
    who: str = CHANCE

    def match(self, engine: str = "compiled") -> Match:
        title, players = self.title, self.players
        rules = title.rules_for(self.components, players)
        return Match(title, rules, registry.line_up(title, [self.who], players), engine)

    def command(self, *more: str) -> str:
        words = ["tiltmeter", "play", spoken(self.title.name), "-p", str(self.players)]
        words += ["-s", self.who, "--seed", str(SEED), "--game", str(self.number), *more]
        for change in as_settings(self.components.changes()):
            words += ["--set", change]
        return shlex.join(words)


@dataclass(frozen=True)
class Example:
    """A position of a game, and the moves that lead to it."""

    deal: Deal
    game: Any
    rules: Any
    moves: tuple[int, ...]

    @property
    def decision(self) -> int:
        return len(self.moves)

    @property
    def position(self) -> str:
        told = self.deal.title.words.position(self.game, self.rules)
        return "\n".join(f"  {line}" for line in told.splitlines())

    @property
    def where(self) -> str:
        deal = self.deal
        return (
            f"decision {self.decision} of game {deal.number} (seed {SEED},"
            f" {counted(deal.players, 'player')})"
        )

    @property
    def command(self) -> str:
        return self.deal.command("--at", str(self.decision))


Wrong = Callable[[Example], Any]


def positions(deal: Deal) -> Iterator[Example]:
    """The position after each decision of a game; the same row, which goes on."""
    match, moves = deal.match("mixed"), []
    game = match.dealt(SEED, deal.number)
    while game.ended == 0:
        moves.append(match.decision(game, deal.number).move)
        match.carry_out(game, moves[-1])
        yield Example(deal, game, match.rules, tuple(moves))


def example(
    title: Title, variants: Sequence[Components], wrong: Wrong, games: int = GAMES
) -> Example | None:
    """The shortest of so many games in which something is wrong, of the first variant with one."""
    for components in variants:
        deals = [
            Deal(title, components, players, number)
            for players in conformance.counts_for(title, components)
            for number in range(games)
        ]
        found = [one for deal in deals if (one := next(filter(wrong, positions(deal)), None))]
        if found:
            return min(found, key=lambda one: one.decision)
    return None


def shortest(deal: Deal, moves: Moves, shows: Shows) -> str:
    """The fewest moves from the same deal that show it, in words."""
    match = deal.match("python")
    game, lines = match.dealt(SEED, deal.number), []
    kept = shrunk(moves, shows)
    kept = first_shown(shows, choices_in(deal), len(kept) - 1) or kept
    for k, move in enumerate(kept, 1):
        words = deal.title.words.move(game, match.rules, move)
        lines.append(f"  seat {game.player + 1} {words}")
        if k < len(kept):
            match.carry_out(game, move)
    return "\n".join([_so_many_moves(deal, len(kept)), *lines[-MOST:]])


def _so_many_moves(deal: Deal, n: int) -> str:
    if n == 0:
        return f"The deal of game {deal.number} shows it."
    first = f"From the deal of game {deal.number} it takes no more than"
    return f"{first}:" if n <= MOST else f"{first} {n} moves, the last of which are:"


def choices_in(deal: Deal) -> Callable[[Moves], list[int]]:
    """What may follow some moves; nothing if the game is over, or stops."""
    match = deal.match("python")

    def choices(moves: Moves) -> list[int]:
        with suppress(Exception):
            *_, game = match.dealt(SEED, deal.number), *match.replay(SEED, deal.number, moves)
            if game.n_moves == len(moves) and not game.ended:
                return match.decision(game, deal.number).moves
        return []

    return choices


def in_a_position(found: Example, wrong: Wrong) -> Shows:
    """Whether something is wrong after some move."""
    match = found.deal.match("mixed")

    def shows(moves: Moves) -> int | None:
        for n, game in enumerate(match.replay(SEED, found.deal.number, moves), 1):
            if wrong(replace(found, game=game, moves=tuple(moves[:n]))):
                return n
        return None

    return shows


def by_coming_back(deal: Deal) -> Shows:
    """Whether a position is one that was there before."""
    match = deal.match("mixed")

    def shows(moves: Moves) -> int | None:
        seen = {state(match.dealt(SEED, deal.number))}
        for n, game in enumerate(match.replay(SEED, deal.number, moves), 1):
            if (now := state(game)) in seen:
                return n
            seen.add(now)
        return None

    return shows


def state(game: Any) -> bytes:
    """A position without what only counts moves and rounds, and without the streams."""
    copy = game.copy()
    for name in STEPS:
        copy[name] = 0
    return copy.tobytes()


def by_parting(number: int, tables: Sequence[Match]) -> Shows:
    """Whether tables that make the same moves from the same deal have different games."""

    def shows(moves: Moves) -> int | None:
        games = zip(*(one.replay(SEED, number, moves) for one in tables), strict=False)
        told = (n for n, rows in enumerate(games, 1) if len({row.tobytes() for row in rows}) > 1)
        return next(told, None)

    return shows


def by_stopping(deal: Deal, complaint: str) -> Shows:
    """Whether plain Python stops with the same complaint, whatever its numbers."""
    match = deal.match("python")

    def shows(moves: Moves) -> int | None:
        made = 0
        try:
            with no_endless_loop(LINES):
                game = match.dealt(SEED, deal.number)
                for move in (*moves, None):
                    if game.ended or move not in match.decision(game, deal.number).moves:
                        return None
                    made += 1
                    match.carry_out(game, move)
        except Exception as error:
            return made if _kind(str(user_files.told(error))) == _kind(complaint) else None
        return None

    return shows


def _kind(complaint: str) -> str:
    """A sentence without its numbers."""
    return re.sub(r"-?\d[\d,.]*", "#", complaint)


def until_stopped(deal: Deal, seconds: float = math.inf) -> tuple[list[int], Exception | None]:
    """All moves that are begun in plain Python, in so much processor time, and what stops them."""
    match, moves = deal.match("python"), []
    until = time.thread_time() + seconds
    try:
        with no_endless_loop():
            for decision in match.tell(SEED, deal.number):
                moves.append(decision.move)
                if time.thread_time() > until:
                    break
    except Exception as error:
        return moves, error
    return moves, None
