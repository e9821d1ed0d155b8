"""What a page is about: a game and who sits at the table, as its address says it.

The address holds all of it, so that a page can be loaded again, marked and opened twice, and two
tabs do not disturb each other.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from analyses.language import say
from tiltmeter.studio.errors import Refused

PERSON = "person"  # in a seat
LEVEL = "level"  # in words of a seat, as in level=3
MOST_SEATS = 16
SETUP = "setup."


@dataclass(frozen=True)
class Asked:
    """A game, its players, who sits where, and what is changed, in the words of commands."""

    game: str
    players: int | None = None  # none: the game's own choice
    seats: tuple[str, ...] = ()  # bots, or PERSON; none: the default bot everywhere
    changes: tuple[str, ...] = ()  # path=value, those of the setup with SETUP
    seed: int = 1

    @classmethod
    def of(cls, query: Sequence[tuple[str, str]], game: str = "") -> "Asked":
        """From the fields of an address or a form; `game` if they name none."""
        many: dict[str, list[str]] = {}
        for key, value in query:
            if value.strip():
                many.setdefault(key, []).append(value.strip())
        players = _whole(many.get("players"))
        seats = tuple(many.get("seat", ()))[: players or MOST_SEATS]
        if len(many.get("set", ())) > 1000:
            raise Refused(say("These are too many changes for one game."))
        return cls(
            (many.get("game") or [game])[0], players, seats, tuple(many.get("set", ())),
            _whole(many.get("seed")) or 1,
        )  # fmt: skip

    def with_changes(self, *changes: str) -> "Asked":
        return replace(self, changes=(*self.changes, *changes))

    @property
    def query(self) -> str:
        """As an address has it."""
        fields: list[tuple[str, Any]] = [("game", self.game)]
        if self.players is not None:
            fields.append(("players", self.players))
        fields += [("seat", one) for one in self.seats]
        fields += [("set", one) for one in self.changes]
        if self.seed != 1:
            fields.append(("seed", self.seed))
        return urlencode(fields)

    def to(self, path: str, **more: Any) -> str:
        """The address of another page about the same table."""
        rest = urlencode(more)
        return f"{path}?{self.query}{'&' if rest else ''}{rest}"

    @property
    def bots(self) -> list[str]:
        """Of the seats that no person has; nothing if the default bot has them all."""
        return [one for one in self.seats if one != PERSON]

    @property
    def people(self) -> list[int]:
        """Their seats, from 1."""
        return [k for k, one in enumerate(self.seats, 1) if one == PERSON]

    @property
    def words(self) -> dict[str, Any]:
        """What a function of `work` takes: game, players, seats, changes and seed."""
        return {
            "game": self.game, "players": self.players, "seats": list(self.seats),
            "changes": list(self.changes), "seed": self.seed,
        }  # fmt: skip

    def command(self, verb: str, *more: str, bots: bool = True, base: bool = False) -> list[str]:
        """The same at the command line; with `base` the changes are those of both versions."""
        made = [verb, self.game]
        if self.players is not None:
            made += ["-p", str(self.players)]
        if bots and self.bots:
            made += ["-s", ",".join(self.bots)]
        made += options_for(self.changes, base)
        if self.seed != 1:
            made += ["--seed", str(self.seed)]
        return [*made, *more]


def options_for(changes: Iterable[str], base: bool = False) -> list[str]:
    """Changes as the command line takes them."""
    made, before = [], "--base-" if base else "--"
    for one in changes:
        if one.startswith(SETUP):
            made += [f"{before}setup", one.removeprefix(SETUP)]
        else:
            made += [f"{before}set", one]
    return made


def fields_of(form: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Of a form or an address; files are read elsewhere."""
    items = form.multi_items() if hasattr(form, "multi_items") else form.items()
    return [(key, value) for key, value in items if isinstance(value, str)]


def _whole(given: Sequence[str] | None) -> int | None:
    if not given:
        return None
    if not given[0].isdecimal() or len(given[0]) > 18:
        raise Refused(say("{word!s} is no whole number.", word=repr(given[0][:40])))
    return int(given[0])
