"""What a title is: the one vocabulary every game speaks, and where titles are found.

Nothing outside `simulator/games/<title>/`, or a guest's own files, knows more about a game than the
fields of `Title`.
"""

import functools
import importlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from simulator import rng, sources, trust, user_files
from simulator.components import Components
from simulator.doors import setting
from simulator.errors import UserError, unknown
from simulator.factors import Factor
from simulator.kernel import kernel, plain, record
from simulator.levers import Levers
from simulator.places import points_so_far
from simulator.words import Words

RUNNING, CUT_OFF = range(2)  # the first two endings of every title, and their words
FIRST_ENDINGS = "running", "round limit"
UNNAMED = "over"  # the one ending of a game that has named none


def common(players: int, sources: int, tallies: int) -> dict[str, Any]:
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
    )


@functools.cache
def choices_of(most: int) -> np.dtype:
    """The record that `legal` writes into. An array would be counted in and out at every call."""
    return record(
        move=(int, most),  # the legal moves of one decision
        rating=(float, most),  # and how its player rates them
    )


@functools.cache
def curve_of(rounds: int, players: int) -> np.dtype:
    """The record that the loop writes each seat's standing into, after every round."""
    return record(standing=(np.int32, (rounds, players)))


@functools.cache
def row_of(game: np.dtype, curve: np.dtype) -> np.dtype:
    """A finished game with its curve behind it, so that neither rules nor search carry that."""
    fields: Any = {**(game.fields or {}), "curve": (curve["standing"], game.itemsize)}
    size = game.itemsize + -(-curve.itemsize // 8) * 8  # every row begins at a whole word
    made: Any = dict(
        names=[*fields],
        formats=[kind for kind, *_ in fields.values()],
        offsets=[offset for _, offset, *_ in fields.values()],
        itemsize=size,
    )
    return np.dtype((np.record, np.dtype(made)))


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
    players: range  # or teams
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
    max_rounds: int  # as many a curve has room for
    levers: Levers = field(default_factory=Levers)
    worth: Any = points_so_far  # (game, rules, seat, source) -> points if the game ended now
    kinds: Any = one_kind  # (game, rules, move) -> its kinds, bit k for Levers.kinds[k]
    redeal: Any = hide_streams  # (game, rules, seat, stream): re-draws all this seat cannot see
    check: Any = no_laws  # (game, rules) -> 0, or 1 + the index of the broken law in Words.laws
    figure: Any = None  # (game, rules, seat, k) -> what Levers.figures[k] names
    is_cooperative: bool = False  # all win or lose together
    any_may_win: bool = False  # any number of players, or nobody; each has a whole win
    teams: tuple[str, ...] = ()  # who win or lose together; `seating` says who is in which
    ranked: Any = None  # (game, rules): places by points and tie-breaks, where rules set none
    careful: np.dtype | None = None  # Game in plain Python, if it is to complain of what is written

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> Any:
        """Kernels do not travel: another process loads the title anew."""
        return _elsewhere, (self.name, place_of(self.name))

    @property
    def home(self) -> Path:
        """Where it is written: a folder of the package, or a guest's file or folder."""
        return sources.home_of(Path(self.apply.py_func.__code__.co_filename))

    @property
    def Choices(self) -> np.dtype:
        return choices_of(self.max_choices)

    @property
    def Curve(self) -> np.dtype:
        return curve_of(self.max_rounds, self.Game["points"].shape[0])

    @property
    def Row(self) -> np.dtype:
        return row_of(self.Game, self.Curve)

    @property
    def party(self) -> str:
        """What a number of players counts: players, or teams."""
        return "team" if self.teams else "player"

    def sides(self, players: int) -> int:
        """How many compete for the win: who win or lose together are one."""
        return 1 if self.is_cooperative else players

    @property
    def shares_wins(self) -> bool:
        """Whether rivals in the first place have a part of the win each."""
        return not (self.is_cooperative or self.any_may_win)

    def seating(self, rules: Any, players: int) -> tuple[int, ...]:
        """Of each seat who plays it: everybody has one, or as many as there are in a team."""
        return tuple(rules.team[: rules.seats].tolist()) if self.teams else tuple(range(players))

    def standing(self, game: Any, rules: Any, seat: int) -> int:
        """The score if the game ended now: the sum of its sources."""
        worth = plain(self.worth)
        return sum(int(worth(game, rules, seat, k)) for k in range(len(self.words.sources)))

    def rules_for(self, components: Components, players: int) -> Any:
        """The Rules record for a player count, which must be one the box allows."""
        if players not in self.players:
            few, many = self.players[0], self.players[-1]
            if self.teams:
                told = f"{setting('players')} counts teams, and {setting('strategies')} names"
                raise UserError(
                    f"{self.name} is for {many} teams, not {players}: {told} a bot for each."
                )
            told = f"{few} to {many}" if few < many else f"{few}"
            people = "player" if many == 1 else "players"
            raise UserError(f"{self.name} is for {told} {people}, not {players}.")
        return self.make_rules(components, players)


_guests: dict[str, Callable[[], Title]] = {}
_names: dict[Path, str] = {}  # of the titles at these places


def add_title(title: Title) -> None:
    """Makes a title from elsewhere known by its name, in this process."""
    announce(title.name, lambda: title)


def announce(name: str, make: Callable[[], Title]) -> None:
    """The same for a title that is made when it is asked for."""
    if name in shipped_names():
        raise UserError(f"There is already a game called '{name}'; choose another name.")
    if (home := user_files.running()) is not None:
        _must_be_the_only(name, home)
    _guests[name] = make


@functools.cache  # asked for whenever a title is: no need to look into the folder every time
def shipped_names() -> tuple[str, ...]:
    return tuple(sorted(folder.parent.name for folder in sources.GAMES.glob("*/components.toml")))


def title_names() -> list[str]:
    return sorted({*shipped_names(), *user_files.announced(), *_guests})


def is_game(word: str | Path) -> bool:
    """Whether a word names a title that is known, or a folder that is one."""
    return str(word) in title_names() or user_files.is_folder_of_a_game(Path(word))


def load_title(word: str | Path | Title) -> Title:
    """A title by its name, or by the file or folder it lies in; a title stays what it is."""
    if isinstance(word, Title):
        return word
    if user_files.is_place(word) and word not in title_names():
        return _guests[_name_at(Path(word))]()
    name = str(word)
    if name in _guests:
        return _guests[name]()
    if name in user_files.announced():
        return _installed(name)
    if name not in shipped_names():
        raise _unknown(name)
    title = importlib.import_module(f"simulator.games.{name}").TITLE
    if title.name != name:
        raise UserError(f"{title.home} calls itself '{title.name}'; a game has its folder's name.")
    return title


def _unknown(name: str) -> UserError:
    if Path(f"{name}.py").is_file():
        return UserError(f"Unknown game '{name}'. Did you mean the file {name}.py?")
    return unknown("game", name, title_names())


def _name_at(place: Path) -> str:
    """What the game at a place is called; its file is run if it was not, or has changed."""
    file, home = user_files.file_at(place), place.resolve()
    if home not in _names or user_files.is_new(file):
        before = dict(_guests)
        _add(getattr(user_files.run_guest(place), "TITLE", None))
        names = [name for name, make in _guests.items() if before.get(name) is not make]
        if len(names) != 1:
            found = "no game" if not names else "several games: " + ", ".join(names)
            raise UserError(f"{place} makes {found}; a file makes one, as in pig = Game('pig', …).")
        _names[home] = names[0]
        trust.asked_for(home)
    return _names[home]


def _add(made: Any) -> None:
    if isinstance(made, Title):
        add_title(made)


def _must_be_the_only(name: str, home: Path) -> None:
    for other, known in _names.items():
        if known == name and other != home:
            raise UserError(f"{home} and {other} are both called '{name}'; rename one of them.")


def _installed(name: str) -> Title:
    """Of a package that announces it; it is a `Title`, or announces itself when it is imported."""
    _add(user_files.import_announced(user_files.announced()[name]))
    if name not in _guests:
        raise UserError(f"The package that announces the game '{name}' brings none of that name.")
    return _guests[name]()


def factors_of(title: Title, players: int) -> dict[str, Factor]:
    """What can be studied in a game, by name."""
    return {factor.name: factor for factor in title.levers.factors(players)}


def sides_of(name: str, players: int) -> int:
    """How many compete in a title of this name; all do where it is not known here."""
    return load_title(name).sides(players) if name in title_names() else players


def party_of(name: str) -> str:
    """What a number of players counts in a title of this name: players, or teams."""
    return load_title(name).party if name in title_names() else "player"


def place_of(name: str) -> str:
    """Where a guest's title lies, as a later session must be told; nothing for all others."""
    return next((str(home) for home, known in _names.items() if known == name), "")


def find_again(name: str, place: str) -> None:
    """Makes a guest's title known that another session, or another process, has loaded."""
    if place and name not in title_names() and Path(place).exists():
        load_title(Path(place))


def _elsewhere(name: str, place: str) -> Title:
    find_again(name, place)
    return load_title(name)


def spoken(name: str) -> str:
    """What to type for a title: its name, or where it lies."""
    place, here = Path(place_of(name)), Path.cwd()
    if not place_of(name):
        return name
    return str(place.relative_to(here) if place.is_relative_to(here) else place)
