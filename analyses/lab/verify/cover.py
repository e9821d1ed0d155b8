"""Which rules, branches, moves and endings of a game no game has reached.

Games of random players and of the game's own bots are played in plain Python, whose lines are
watched. What stays out of reach is a rule that is seldom needed, one that cannot come into play,
or a mistake.
"""

import ast
import itertools
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np

from analyses.experiments.pool import CHANCE
from analyses.findings.finding import listed
from analyses.lab.verify.endings import own_strategies
from analyses.lab.verify.short_games import SEED, Deal
from simulator.copies import COPIED
from simulator.errors import UserError
from simulator.kernel import plain
from simulator.titles import CUT_OFF, Title
from simulator.words import counted

Block = ast.If | ast.While
TESTS = (ast.If, ast.While)


@dataclass
class Watched:
    """The lines that were run, and the steps from one to the next, by file."""

    lines: dict[str, set[int]] = field(default_factory=dict)
    steps: dict[str, set[tuple[int, int]]] = field(default_factory=dict)

    def trace(self, frame: FrameType, event: str, _: Any) -> Any:
        """Of the game's files alone, and of them what stands there."""
        file = frame.f_code.co_filename
        if file not in self.lines or frame.f_code.co_firstlineno >= COPIED:
            return None
        lines, steps, before = self.lines[file], self.steps[file], frame.f_lineno

        def local(frame: FrameType, event: str, _: Any) -> Any:
            nonlocal before
            if event == "line":
                lines.add(frame.f_lineno)
                steps.add((before, frame.f_lineno))
                before = frame.f_lineno
            elif event == "return":
                steps.add((before, 0))
            return local

        return local


@dataclass(frozen=True)
class Gap:
    """Lines that no game has reached, or a condition that is always the same."""

    file: str
    first: int
    last: int
    what: str

    def __str__(self) -> str:
        lines = (
            f"line {self.first}"
            if self.first == self.last
            else f"lines {self.first} to {self.last}"
        )
        return f"{Path(self.file).name}, {lines}: {self.what}"


@dataclass(frozen=True)
class Covered:
    """What some games have reached, and what they have not."""

    games: dict[str, int]  # by who plays
    gaps: tuple[Gap, ...]
    never_legal: tuple[str, ...]  # kinds of moves
    never_made: tuple[str, ...]  # by the game's own bots, though they could
    never_ended: tuple[str, ...]

    @property
    def is_whole(self) -> bool:
        return not (self.gaps or self.never_legal or self.never_made or self.never_ended)

    def __str__(self) -> str:
        of = listed([f"{counted(n, 'game')} of {who}" for who, n in self.games.items()])
        lines = [f"{of}, with every number of players."]
        if self.is_whole:
            return "\n".join([*lines, "They reach every rule, branch, move and ending."])
        lines += ["Never reached:", *(f"  {gap}" for gap in self.gaps)] if self.gaps else []
        lines += self._named("Moves that are never legal", self.never_legal)
        lines += self._named("Moves that no bot makes, though they are legal", self.never_made)
        lines += self._named("Endings that never come", self.never_ended)
        return "\n".join(lines)

    def _named(self, what: str, names: Sequence[str]) -> list[str]:
        return [f"{what}: {', '.join(one.replace('_', ' ') for one in names)}."] if names else []

    def as_json(self) -> dict[str, Any]:
        gaps = [{"file": gap.file, "first": gap.first, "last": gap.last, "what": gap.what}
                for gap in self.gaps]  # fmt: skip
        return {"games": self.games, "never_reached": gaps,
                "never_legal": [*self.never_legal], "never_made_by_bots": [*self.never_made],
                "never_ended": [*self.never_ended]}  # fmt: skip


def cover(title: Title, seconds: float) -> Covered:
    """Plays for so much processor time, at least a game of everybody at every table."""
    files = files_of(title)
    watched = Watched({file: set() for file in files}, {file: set() for file in files})
    games: dict[str, int] = {}
    legal, made, endings = set[str](), set[str](), set[int]()
    until = time.thread_time() + seconds
    for number in itertools.count():
        for deal in _deals(title, number):
            _play(deal, watched, legal, made, endings)
            who = "random moves" if deal.who == CHANCE else deal.who
            games[who] = games.get(who, 0) + 1
            if number and time.thread_time() > until:
                break
        if time.thread_time() > until:
            break
    gaps = [
        gap for file in files for gap in gaps_of(file, watched.lines[file], watched.steps[file])
    ]
    kinds = title.levers.kinds[len(title.levers.powers) :]
    has_bots = bool(own_strategies(title))
    return Covered(
        games,
        tuple(gaps),
        tuple(kind for kind in kinds if kind not in legal),
        tuple(kind for kind in kinds if kind in legal and kind not in made and has_bots),
        tuple(
            name for k, name in enumerate(title.words.endings) if k > CUT_OFF and k not in endings
        ),
    )


def files_of(title: Title) -> list[str]:
    """A guest's file or those of its folder, as their functions name them."""
    if title.careful is None:
        raise UserError(f"cover is for games of your own; {title.full_name} is included.")
    own = Path(title.apply.py_func.__code__.co_filename)
    return (
        [str(one) for one in sorted(title.home.rglob("*.py"))]
        if title.home.is_dir()
        else [str(own)]
    )


def _deals(title: Title, number: int) -> Iterator[Deal]:
    for players in title.players:
        for who in (CHANCE, *own_strategies(title)):
            yield Deal(title, title.components, players, number, who)


def _play(deal: Deal, watched: Watched, legal: set[str], made: set[str], endings: set[int]) -> None:
    match, before = deal.match("python"), sys.gettrace()
    game = None
    sys.settrace(watched.trace)
    try:
        for decision in match.tell(SEED, deal.number):
            game = decision.game
            for move in decision.moves:
                legal |= match.kinds(game, move)
            _ask(deal.title, game, match.rules, decision.chosen + 1)
            if deal.who != CHANCE:
                made |= match.kinds(game, decision.move)
    finally:
        sys.settrace(before)
    endings.add(int(game.ended) if game is not None else CUT_OFF)


def _ask(title: Title, game: Any, rules: Any, seed: int) -> None:
    """The laws, and what the seat to act imagines, which no move comes to."""
    plain(title.check)(game, rules)
    plain(title.redeal)(game.copy(), rules, game.player, np.full(1, seed, np.uint64))


def gaps_of(file: str, lines: set[int], steps: set[tuple[int, int]]) -> Iterator[Gap]:
    """Functions that nobody called, lines that were not reached, conditions that never change."""
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef) or not _is_of_the_game(function):
            continue
        body = _statements(function)
        if body and not any(_reached(one, lines) for one in body):
            yield Gap(file, function.lineno, _end(body[-1]), f"'{function.name}' is never called")
            continue
        yield from _unreached(file, function, body, lines)
        last = {*map(id, _last_cases(function))}
        for block in ast.walk(function):
            if not isinstance(block, TESTS) or id(block) in last:
                continue
            if _reached(block, lines) and _is_always(block, steps):
                what = f"in '{function.name}', the condition is always true"
                yield Gap(file, block.lineno, _end(block.test), what)


def _last_cases(function: ast.FunctionDef) -> Iterator[ast.If]:
    """The last elif of several cases may be all that is left."""
    for one in ast.walk(function):
        if isinstance(one, ast.If) and len(one.orelse) == 1:
            (other,) = one.orelse
            if isinstance(other, ast.If) and not other.orelse:
                yield other


def _is_of_the_game(function: ast.FunctionDef) -> bool:
    """Functions with a decorator of a game, as @pig.apply, but for words: those run for people."""
    names = [one.func if isinstance(one, ast.Call) else one for one in function.decorator_list]
    of_game = [one.attr for one in names if isinstance(one, ast.Attribute)]
    return any(not name.startswith("tell_") for name in of_game)


def _statements(function: ast.FunctionDef) -> list[ast.stmt]:
    """Without what the compiler leaves out: the docstring."""
    first = function.body[0]
    is_told = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return function.body[1:] if is_told else function.body


def _unreached(
    file: str, function: ast.FunctionDef, body: Sequence[ast.stmt], lines: set[int]
) -> Iterator[Gap]:
    """Neighbours together; what lies within something that was not reached goes with it."""
    run: list[ast.stmt] = []
    for one in [*body, None]:
        is_run = one is not None and not _reached(one, lines) and not isinstance(one, ast.Pass)
        if is_run and one is not None:
            run.append(one)
            continue
        if run:
            yield Gap(file, run[0].lineno, _end(run[-1]), f"in '{function.name}', never reached")
            run = []
        for inner in _blocks(one):
            yield from _unreached(file, function, inner, lines)


def _blocks(one: ast.stmt | None) -> list[list[ast.stmt]]:
    return [inner for name in ("body", "orelse") if (inner := getattr(one, name, []))]


def _reached(one: ast.stmt, lines: set[int]) -> bool:
    return any(line in lines for line in range(one.lineno, _head(one) + 1))


def _head(one: ast.stmt) -> int:
    """The last line of a statement, without the block under it."""
    inner = getattr(one, "body", None)
    return max(one.lineno, inner[0].lineno - 1) if inner else _end(one)


def _end(node: Any) -> int:
    return int(node.end_lineno)


def _is_always(block: Block, steps: set[tuple[int, int]]) -> bool:
    """Whether each way from the condition leads into its block."""
    head = range(block.lineno, _end(block.test) + 1)
    inside = range(block.body[0].lineno, _end(block.body[-1]) + 1)
    if inside.start in head or isinstance(block.test, ast.Constant):
        return False
    ways = {to for before, to in steps if before in head and to not in head}
    return bool(ways) and all(to in inside for to in ways)
