"""What a title is: the one vocabulary every game folder speaks, and the list of those folders.

Nothing outside `simulator/games/<title>/` knows more about a game than the fields of `Title`.
"""

import functools
import importlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from simulator import rng
from simulator.components import Components
from simulator.errors import UserError, unknown
from simulator.kernel import kernel, plain, record
from simulator.levers import Levers
from simulator.places import points_so_far
from simulator.words import Words

GAMES = Path(__file__).parent / "games"
RUNNING, MOVE_LIMIT = range(2)  # the first two endings of every title


def common(players: int, sources: int, tallies: int, rounds: int) -> dict[str, Any]:
    """The fields every Game begins with; its arguments are the largest numbers of each."""
    return dict(
        players=int,
        player=int,  # the seat to act, 0 = the seat that begins
        phase=int,  # which kind of decision it has to make
        n_moves=int,  # decisions made so far, by all seats
        rounds=int,  # rounds completed
        ended=int,  # why the game ended: an index into Words.endings, 0 while it runs
        deal=rng.STREAM,
        table=rng.STREAM,
        whim=(np.uint64, (players, 1)),
        never=(np.int64, players),  # bit k set: this seat must do without kind k of Levers.kinds
        points=(int, (players, sources)),  # final, by Words.sources
        tally=(int, (players, tallies)),  # by Words.tallies
        forced=(int, players),  # decisions in which a seat had one legal move only
        place=(int, players),  # final, 1 = won; equal places share them
        curve=(np.int32, (rounds, players)),  # each seat's standing after every round
    )


@functools.cache
def choices_of(most: int) -> np.dtype:
    """The record that `legal` writes into. An array would be counted in and out at every call."""
    return record(
        move=(np.int64, most),  # the legal moves of one decision
        rating=(float, most),  # and how its player rates them
    )


@kernel
def offer(choices, n, move):
    """Writes a legal move after n others, if there is room; how many there are now."""
    if n < len(choices.move):
        choices.move[n] = move
    return n + 1


@kernel
def one_kind(game, rules, move):
    return 1


@kernel
def no_laws(game, rules):
    return 0


@kernel
def hide_streams(game, rules, seat, stream):
    """Of a game in which all lies open, only what chance will bring and others' whims is hidden."""
    game.deal[0] = rng.draw(stream)
    game.table[0] = rng.draw(stream)
    for other in range(game.players):
        if other != seat:
            game.whim[other, 0] = rng.draw(stream)


@dataclass(frozen=True)
class Title:
    """One game: records, kernels, words and levers. Kernels' arguments begin with (game, rules)."""

    name: str
    full_name: str
    about: str
    players: range
    components: Components
    Rules: np.dtype
    Game: np.dtype
    make_rules: Callable[[Components, int], Any]  # (components, players) -> a Rules record
    setup: Any  # (game, rules): deals a new game
    legal: Any  # (game, rules, choices) -> n: writes the legal moves of the seat to act
    apply: Any  # (game, rules, move): plays it, up to the next decision
    words: Words
    max_moves: int  # no game has more decisions than this
    max_choices: int  # no decision has more legal moves than this
    levers: Levers = field(default_factory=Levers)
    worth: Any = points_so_far  # (game, rules, seat, source) -> points if the game ended now
    kinds: Any = one_kind  # (game, rules, move) -> its kinds, bit k for Levers.kinds[k]
    redeal: Any = hide_streams  # (game, rules, seat, stream): re-draws all this seat cannot see
    check: Any = no_laws  # (game, rules) -> 0, or 1 + the index of the broken law in Words.laws
    figure: Any = None  # (game, rules, seat, k) -> what Levers.figures[k] names

    @property
    def home(self) -> Path:
        """Where it is written: a folder of the package, or a guest's file."""
        file = Path(self.setup.py_func.__code__.co_filename)
        return file.parent if GAMES in file.parents else file

    @property
    def Choices(self) -> np.dtype:
        return choices_of(self.max_choices)

    def standing(self, game: Any, rules: Any, seat: int) -> int:
        """The score if the game ended now: the sum of its sources."""
        worth = plain(self.worth)
        return sum(int(worth(game, rules, seat, k)) for k in range(len(self.words.sources)))

    def rules_for(self, components: Components, players: int) -> Any:
        """The Rules record for a player count, which must be one the box allows."""
        if players not in self.players:
            few, many = self.players[0], self.players[-1]
            raise UserError(f"{self.name} is for {few} to {many} players, not {players}.")
        return self.make_rules(components, players)


_guests: dict[str, Title] = {}


def add_title(title: Title) -> None:
    """Makes a title from elsewhere known by its name, in this process."""
    if title.name in shipped_names():
        raise UserError(f"There is already a title called '{title.name}'; choose another name.")
    _guests[title.name] = title


def shipped_names() -> list[str]:
    return sorted(folder.parent.name for folder in GAMES.glob("*/components.toml"))


def title_names() -> list[str]:
    return sorted([*shipped_names(), *_guests])


def load_title(name: str) -> Title:
    if name in _guests:
        return _guests[name]
    if name not in shipped_names():
        raise unknown("title", name, title_names())
    title = importlib.import_module(f"simulator.games.{name}").TITLE
    if title.name != name:
        raise UserError(f"{title.home} calls itself '{title.name}'; a title has its folder's name.")
    return title
