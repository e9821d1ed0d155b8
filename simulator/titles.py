"""What a title is: the one vocabulary every game folder speaks, and the list of those folders.

Nothing outside `simulator/games/<title>/` knows more about a game than the fields of `Title`.
"""

import functools
import importlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from simulator import rng
from simulator.components import Components, read_components
from simulator.errors import UserError, unknown
from simulator.places import points_so_far

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
        ended=int,  # why the game ended: an index into words.ENDINGS, 0 while it runs
        deal=rng.STREAM,
        table=rng.STREAM,
        whim=(np.uint64, (players, 1)),
        never=(np.int64, players),  # bit k set: this seat must do without kind k of words.KINDS
        points=(int, (players, sources)),  # final, by words.SOURCES
        tally=(int, (players, tallies)),  # by words.TALLIES
        forced=(int, players),  # decisions in which a seat had one legal move only
        place=(int, players),  # final, 1 = won; equal places share them
        curve=(np.int32, (rounds, players)),  # each seat's standing after every round
        watched=int,  # which figure the curve holds instead, see Match.follow
    )


@dataclass(frozen=True)
class Title:
    """One game: records, kernels and words. The kernels' arguments begin with (game, rules)."""

    name: str
    full_name: str
    about: str
    players: range
    Rules: np.dtype
    Game: np.dtype
    make_rules: Callable[[Components, int], Any]  # (components, players) -> a Rules record
    setup: Any  # (game, rules): deals a new game
    legal: Any  # (game, rules, choices) -> n: writes the legal moves of the seat to act
    apply: Any  # (game, rules, move): plays it, up to the next decision
    kinds: Any  # (game, rules, move) -> its kinds, bit k for words.KINDS[k]
    standing: Any  # (game, rules, seat) -> the score if the game ended now
    redeal: Any  # (game, rules, seat, stream): re-draws all that this seat cannot see
    check: Any  # (game, rules) -> 0, or 1 + the index of the broken law in words.LAWS
    words: ModuleType  # names for people, see simulator/games/lost_cities/words.py
    max_moves: int  # no game has more decisions than this
    worth: Any = points_so_far  # (game, rules, seat) -> of the standing, the source game.watched
    figure: Any = None  # (game, rules, seat) -> the one of words.FIGURES that game.watched names

    @property
    def components(self) -> Components:
        return read_components(GAMES / self.name / "components.toml")

    def rules_for(self, components: Components, players: int) -> Any:
        """The Rules record for a player count, which must be one the box allows."""
        if players not in self.players:
            few, many = self.players[0], self.players[-1]
            raise UserError(f"{self.name} is for {few} to {many} players, not {players}.")
        return self.make_rules(components, players)


def title_names() -> list[str]:
    return sorted(folder.parent.name for folder in GAMES.glob("*/components.toml"))


@functools.cache
def load_title(name: str) -> Title:
    if name not in title_names():
        raise unknown("title", name, title_names())
    return importlib.import_module(f"simulator.games.{name}").TITLE
