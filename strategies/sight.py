"""What the seat to act sees of a game, as a row of whole numbers that is the same for equal sights.

Hidden is what a title's `redeal` draws anew. Which numbers of a row those can be is found once, in
some random games: they are always shown as 0, and so is whatever lies behind them in a list, where
rules may leave cards that were drawn long ago. For the same reason a list `offer` of a game that
counts `n_offer` is shown that far. What else no redeal touches is shown as it lies.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from simulator.conformance import whimsical
from simulator.kernel import plain
from simulator.match import Match
from simulator.titles import Title

# Chance, and what is counted for those who study a game: a player is not told any of it.
NOT_TOLD = ("deal", "table", "whim", "never", "tally", "forced", "place")
SEED, GAMES = 1, 3  # of the random games


class Eyes:
    """Makes rows of a title's games; `columns` says where each field lies in them.

    For whoever `watches`, seats look at the table while others act too.
    """

    def __init__(self, title: Title, engine: str = "mixed", watches: bool = False) -> None:
        self.title, self.engine, self.watches = title, engine, watches
        self.columns: dict[str, slice] = {}
        self.size = 0
        for name in title.Game.names or ():
            if name not in NOT_TOLD:
                first, self.size = self.size, self.size + int(np.prod(title.Game[name].shape))
                self.columns[name] = slice(first, self.size)
        self._counted = [name for name in self.columns if self._is_counted(name)]
        self._hidden: dict[tuple[bytes, int], np.ndarray] = {}

    def _is_counted(self, name: str) -> bool:
        """Whether it is a list whose first entries count, as the first `n_offer` of `offer`."""
        count, fields = f"n_{name}", self.title.Game
        return len(fields[name].shape) == 1 and count in self.columns and not fields[count].shape

    def row(self, game: Any, rules: Any) -> np.ndarray:
        """All that the seat to act sees."""
        return self.row_for(game, rules, int(game.player))

    def row_for(self, game: Any, rules: Any, seat: int) -> np.ndarray:
        """All that a seat sees."""
        players = int(game.players)
        key = rules.tobytes(), players
        if key not in self._hidden:
            self._hidden[key] = self._find_hidden(rules, players)
        shown = np.where(self._hidden[key][seat], 0, self._numbers(game))
        for name in self._counted:
            place = self.columns[name]
            shown[place.start + max(0, game[f"n_{name}"]) : place.stop] = 0
        return shown

    def _numbers(self, game: Any) -> np.ndarray:
        return np.concatenate([game[name].reshape(-1) for name in self.columns]).astype(np.int64)

    def _find_hidden(self, rules: Any, players: int) -> np.ndarray:
        """For each seat, whether a number of the row is hidden from it."""
        match = Match(self.title, rules, whimsical(players), self.engine)
        redeal = plain(self.title.redeal) if match.engine == "python" else self.title.redeal
        stream, changes = np.ones(1, np.uint64), np.zeros((players, self.size), bool)
        for number in range(GAMES):
            for decision in match.tell(SEED, number):
                game = decision.game
                for seat in range(players) if self.watches else [int(game.player)]:
                    other = game.copy()
                    redeal(other, rules, seat, stream)
                    changes[seat] |= self._numbers(game) != self._numbers(other)
        return np.array([self._with_what_follows(one) for one in changes])

    def _with_what_follows(self, changes: np.ndarray) -> np.ndarray:
        """What changes, and what is behind it in its list; a number for each seat is no list."""
        hidden, seats = changes.copy(), self.title.Game["whim"].shape[0]
        for name, place in self.columns.items():
            shape = self.title.Game[name].shape
            if shape not in ((), (seats,)):
                within = changes[place].reshape(shape)
                hidden[place] = np.logical_or.accumulate(within, axis=-1).ravel()
        return hidden


@dataclass(frozen=True)
class Sight:
    """A game from where its seat to act sits: in `game` what it cannot see is dealt anew."""

    game: Any
    rules: Any
    eyes: Eyes

    @property
    def row(self) -> np.ndarray:
        """What an environment shows."""
        return self.eyes.row(self.game, self.rules)
