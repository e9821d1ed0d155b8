"""A table in plain Python, for tests that lay out a position, play some moves and look.

    at = GameTable(load_title("lost_cities"), players=2, changes={"bridges.bonus": 40})
    at.play(Move.refuse)
    assert at.game.refusals[0] == 1

A title's own tests derive from it and add helpers that speak of its pieces by name.
"""

from collections.abc import Callable, Mapping
from typing import Any

from simulator.errors import must
from simulator.kernel import new, plain, row_as, wide
from simulator.loop import begin
from simulator.titles import Title


def rules_of(title: Title, players: int, changes: Mapping[str, Any] | None = None) -> Any:
    """The rules for so many players, with some components changed."""
    return title.rules_for(title.components.with_changes(changes or {}, "the test"), players)


def check_of(title: Title) -> Callable[[Any, Any], int]:
    """The title's laws in machine code, since they are asked after every move."""
    return lambda game, rules: title.check(row_as(title.Game, game), rules)


class GameTable:
    """A game that has just been dealt."""

    def __init__(
        self, title: Title, players: int, changes: Mapping[str, Any] | None = None, seed: int = 1
    ) -> None:
        self.title, self.rules = title, rules_of(title, players, changes)
        self.game = new(wide(title.Game))
        plain(begin)(self.game, len(title.seating(self.rules, players)), seed, 0)
        plain(title.setup)(self.game, self.rules)

    def choices(self) -> set[int]:
        """The legal moves of the seat to act."""
        made = new(self.title.Choices)
        n = plain(self.title.legal)(self.game, self.rules, made)
        must(0 < n <= self.title.max_choices, f"{n} legal moves")
        return set(made.move[:n].tolist())

    def play(self, *moves: int) -> None:
        """Moves that must be legal, one after the other."""
        for move in moves:
            told = self.title.words.move(self.game, self.rules, move)
            must(move in self.choices(), f"{told} is not legal in phase {self.game.phase}")
            plain(self.title.apply)(self.game, self.rules, move)

    def broken_law(self) -> str:
        """The first law that does not hold, or nothing; pieces laid out by hand may break some."""
        broken = check_of(self.title)(self.game, self.rules)
        return self.title.words.laws[broken - 1] if broken else ""

    def standing(self, seat: int = 0) -> int:
        return self.title.standing(self.game, self.rules, seat)
