"""Who can play what: strategies by title and name, and the words that seat them.

A strategy is one function, `rate(game, rules, move, mind) -> float`: how good a legal move is for
the seat to act. The highest rating is played. If it must look once per decision, a second function
`look(game, rules, mind)` leaves notes in `mind.notes`. `@strategy` registers it:

    HOLD_AT = 0

    @strategy("pig", weights={"hold_at": 20})
    @kernel
    def cautious(game, rules, move, mind):
        '''Hold at `hold_at` points.'''
        return 1.0 if (move == HOLD) == (game.pot >= mind.weights[HOLD_AT]) else 0.0

A seat is written `name:key=value:…`, where a key is one of the strategy's weights or one of the
settings every strategy takes: `never=kind+kind` (restricted play: never a move of that kind while
there is another), `likes=kind*2+kind` (a style: such moves are rated higher) and `temperature=x`
(noise: softmax of the ratings over x). A strategy that thinks ahead by another's ratings also takes
`base=name`, and the weights of that base: `search:base=allround:rollouts=200:patience=3`.
A level of skill is written `level=3` (`strategies/levels.py`).
A name may be followed by a file of weights (`strategies/weights_file.py`): `allround@tuned.toml`.
"""

import functools
import importlib
import importlib.util
import inspect
import math
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from simulator import user_files
from simulator.doors import by_door, setting
from simulator.errors import UserError, unknown
from simulator.files import near
from simulator.kernel import is_kernel, kernel, new
from simulator.loop import MAX_WEIGHTS, Mind
from simulator.match import Player
from simulator.titles import Title, shipped_names, title_names
from strategies import levels, mixing
from strategies.net import Net
from strategies.net_file import LEAF, NET, asked_by, net_of, spelled
from strategies.seat import Seat
from strategies.weights_file import weights_in

EVERY_TITLE = "*"
BEST = "allround"  # the strategy of a title that stands for the game, if there is one
AT_LEAST_1 = ("rollouts", "candidates")  # of a search
SETTINGS = {
    "never": "kinds of moves it makes only if forced, or powers it lacks: never=refuse+circle",
    "likes": "kinds of moves it rates higher, and by how much: likes=refuse*2+circle",
    "temperature": "noise: a softmax of its ratings over this, instead of the best move",
}


@dataclass(frozen=True)
class Strategy:
    """One way to play a title."""

    title: str
    name: str
    doc: str  # how it plays: a sentence, then perhaps more
    rate: Any
    look: Any
    weights: Mapping[str, float]
    names: Mapping[str, Sequence[str]]  # of weights that are chosen by name: their values' names
    file: str = field(compare=False)
    tuned: Mapping[int, Mapping[str, float]] = field(default_factory=dict)  # weights by players
    makes: Callable | None = None  # its `look`, from a title and a base's kernels
    based: bool = False  # it rates by playing on as another strategy would, and takes base=
    committed: Sequence[str] = ()  # weights that make it the style it is: tuning leaves them alone
    searched: Mapping[str, float] = field(default_factory=dict)  # weights of a search that is based
    # on it, where others than the usual ones were found to be better

    @property
    def about(self) -> str:
        return " ".join(self.doc.split("\n\n")[0].split())


_registry: dict[tuple[str, str], Strategy] = {}


@kernel
def look_at_nothing(game, rules, mind):
    pass


def strategy(
    title: str,
    *,
    name: str = "",
    doc: str = "",
    weights: Mapping[str, float] | None = None,
    names: Mapping[str, Sequence[str]] | None = None,
    look: Any = None,
    tuned: Mapping[int, Mapping[str, float]] | None = None,
    makes: Callable | None = None,
    based: bool = False,
    committed: Sequence[str] = (),
    searched: Mapping[str, float] | None = None,
) -> Callable:
    """Registers a rating function as a strategy of a title, under its own name and docstring.

    With others than its own it can be several strategies that differ in nothing but weights.
    A weight in `names` is written by name: `names={"role": ("botanist", …)}` takes role=botanist
    and gives the strategy 0. `tuned={4: {"patience": 2}}` says weights that differ at a table of
    four. Those in `committed` make it the style it is, and are left alone when it is tuned.
    `searched={"horizon": 10}` says how a search based on it looks ahead, unless it is told.
    """

    def register(rate: Any) -> Any:
        rating = _as_kernel(rate)
        body = rating.py_func
        new_one = Strategy(
            title,
            name=name or body.__name__,
            doc=doc or inspect.getdoc(body) or "",
            rate=rating,
            look=look_at_nothing if look is None else _as_kernel(look),
            weights=dict(weights or {}),
            names=dict(names or {}),
            file=body.__code__.co_filename,
            tuned=tuned or {},
            makes=makes,
            based=based,
            committed=(committed,) if isinstance(committed, str) else tuple(committed),
            searched=searched or {},
        )
        _must_be_sound(new_one)
        _registry[title, new_one.name] = new_one
        return rating

    return register


def _as_kernel(function: Any) -> Any:
    return function if is_kernel(function) else kernel(function)


def _must_be_sound(new_one: Strategy) -> None:
    where = f"Strategy '{new_one.name}' in {new_one.file}"
    _must_be_new(new_one, where)
    if not new_one.about:
        raise UserError(f"{where} needs a docstring: one line that says how it plays.")
    _must_know_its_weights(new_one, where)
    for function, wanted in ((new_one.rate, 4), (new_one.look, 3)):
        names = list(inspect.signature(function.py_func).parameters)
        if len(names) != wanted:
            form = "rate(game, rules, move, mind)" if wanted == 4 else "look(game, rules, mind)"
            raise UserError(f"{where} must have the form {form}, not ({', '.join(names)}).")


def _must_be_new(new_one: Strategy, where: str) -> None:
    """Of a title that is known, under a name that no other file has there."""
    if new_one.title not in (EVERY_TITLE, *title_names()):
        raise unknown(
            f"game of strategy '{new_one.name}' in {new_one.file}:", new_one.title, title_names()
        )
    known = _registry.get((new_one.title, new_one.name))
    if known and known.file != new_one.file:
        raise UserError(
            f"{where}: there is already a '{new_one.name}', in {known.file}; choose another name."
        )


def _must_know_its_weights(new_one: Strategy, where: str) -> None:
    if len(new_one.weights) > MAX_WEIGHTS or set(new_one.weights) & set(SETTINGS):
        raise UserError(
            f"{where} may name up to {MAX_WEIGHTS} weights, none of them {' or '.join(SETTINGS)}."
        )
    tuned = {name for weights in new_one.tuned.values() for name in weights}
    for what, named in (("tuned", tuned), ("committed", {*new_one.committed})):
        if strange := named - {*new_one.weights}:
            told = f"{what} weight of strategy '{new_one.name}':"
            raise unknown(told, sorted(strange)[0], new_one.weights)


def strategies_of(title: Title) -> dict[str, Strategy]:
    """The strategies of a title by name: its own, every title's, and those of loaded plug-ins."""
    _load_shipped(title.name)
    known = {
        name: one
        for where in (EVERY_TITLE, title.name)  # its own take the place of every title's
        for (of, name), one in _registry.items()
        if of == where
    }
    return dict(sorted(known.items()))


@functools.cache
def _load_shipped(title: str) -> None:
    importlib.import_module("strategies.every_title")
    if title in shipped_names() and importlib.util.find_spec(f"strategies.{title}"):
        package = importlib.import_module(f"strategies.{title}")
        for file in pkgutil.iter_modules(package.__path__):
            importlib.import_module(f"strategies.{title}.{file.name}")


_plug_ins: set[Path] = set()


def load_code(file: Path) -> None:
    """Runs a plug-in file; the strategies it registers can then be seated by name.

    A file that was already run, and has not changed since, is not run again.
    """
    if not file.is_file() or file.suffix != ".py":
        raise UserError(f"Cannot read {file}: {setting('code')} takes a Python file.{near(file)}")
    if file.resolve() not in _plug_ins or user_files.is_new(file):
        user_files.run(file, f"plugin_{file.stem}")
        count_as_plug_in(file)


def count_as_plug_in(file: Path) -> None:
    """Its strategies are a user's own: they join no pool unless they are named."""
    _plug_ins.add(file.resolve())


def is_plug_in(one: Strategy) -> bool:
    """Whether a user's own file brought it."""
    return Path(one.file).resolve() in _plug_ins


def seat(title: Title, words: str | Seat, players: int = 0) -> Player:
    """The player that `name:key=value:…` describes, with the weights for so many players."""
    who = spelled_out(title, words, players)
    if levels.is_level(who):
        return _of_level(title, who, players)
    chosen, mind, values = strategy_called(title, who.name), new(Mind), who.said
    base = None
    net = None
    if chosen.based:
        net = net_of(who, title, players) if asked_by(who) else None
        values = {key: text for key, text in values.items() if key not in (NET, LEAF)}
        base = strategy_called(title, values.pop("base", "") or base_of(title))
        if base.based:
            raise UserError(
                f"'{who}': the base of {who.name} must be a bot that does not look ahead itself."
            )
        mind.settings[: len(chosen.weights)] = list(usual_of(chosen, base).values())
    rated_by = base or chosen
    mind.weights[: len(rated_by.weights)] = list(_usual(rated_by, players).values())
    for key, text in values.items():
        if key in SETTINGS:
            _set(title, mind, key, who)
        elif key in chosen.weights:
            value, place = _weight(chosen, key, text, who), mind.weights
            if chosen.based:
                _must_suit_search(value, key, chosen.weights[key], str(who))
                place = mind.settings
            place[[*chosen.weights].index(key)] = value
        elif key in rated_by.weights:
            mind.weights[[*rated_by.weights].index(key)] = _weight(rated_by, key, text, who)
        else:
            known = [*chosen.weights, *(["base", *base.weights] if base else []), *SETTINGS]
            raise unknown(f"weight of {who.name}:", key, known)
    return Player(str(who), look_of(title, chosen, base, net), chosen.rate, mind)


def _of_level(title: Title, who: Seat, players: int) -> Player:
    """The default bot, which in a share of its decisions does as another one would."""
    said = who.said
    share, by = said.pop(levels.SHARE, ""), said.pop(levels.BY, "")
    said.pop(levels.LEVEL)
    usual = {key: said.pop(key) for key in SETTINGS if key in said}
    base = strategy_called(title, said.get("base") or base_of(title))
    looks = by != levels.ERRS
    if not looks:
        said.pop("base", None)
    inner = seat(title, Seat(by if looks else base.name, tuple(said.items())), players)
    if looks and not strategy_called(title, by).based:
        raise UserError(f"'by' in '{who}' must be {levels.ERRS}, or a bot that looks ahead.")
    mind = inner.mind
    mind.settings[mixing.SHARE] = _number(share, levels.SHARE, who)
    for key in usual:
        _set(title, mind, key, who)
    ahead = inner.look if looks else None
    look = mixing.mixing(title, look_of(title, base), base.rate, ahead)
    return Player(str(who), look, strategy_called(title, levels.LEVEL).rate, mind)


def spelled_out(title: Title, words: str | Seat, players: int) -> Seat:
    """The same seat in plain words: a file of weights is replaced by what it says."""
    who = Seat.parse(words)
    if levels.is_level(who):
        who = levels.spelled(who, title, players)
        by = strategy_called(title, who.said[levels.BY])
        return _with_net(who, title, players) if by.based else who
    if strategy_called(title, who.name).based and asked_by(who):
        return spelled(who, title, players)
    base = who.base or Seat("")
    if who.file is None and base.file is None:
        return who
    weights, said = _from_file(title, who, players), who.said
    if base.file is not None:
        weights, said["base"] = _from_file(title, base, players), base.name
    return Seat(who.name, tuple((weights | said).items()))


def _with_net(who: Seat, title: Title, players: int) -> Seat:
    """A level whose bot looks ahead by a net holds all that this one was found to be best with."""
    own = (levels.LEVEL, levels.SHARE, levels.BY)
    level = tuple((key, who.get(key)) for key in own)
    rest = tuple(pair for pair in who.settings if pair[0] not in own)
    ahead = Seat(who.get(levels.BY), rest)
    return Seat(who.name, (*level, *spelled_out(title, ahead, players).settings))


def _from_file(title: Title, who: Seat, players: int) -> dict[str, str]:
    """The weights that a seat's file, if it has one, has others of."""
    one = strategy_called(title, who.name)
    if who.file is None:
        return {}
    known = _usual(one, players)
    weights = weights_in(Path(who.file), title.name, who.name, players)
    for key in weights:
        if key not in known:
            raise unknown(f"weight of {who.name} in {who.file}:", key, known)
    named = Seat(who.name, file=who.file)
    return {key: w for key, w in weights.items() if _weight(one, key, w, named) != known[key]}


def usual_of(chosen: Strategy, base: Strategy) -> dict[str, float]:
    """The weights of a search that is based on a strategy, if nobody says others."""
    if chosen.name in ("learned", levels.LEVEL):
        return dict(chosen.weights)
    if strange := {*base.searched} - {*chosen.weights}:
        raise unknown(
            f"weight of {chosen.name} by {base.name}:", sorted(strange)[0], chosen.weights
        )
    for key, value in base.searched.items():
        words = f"searched= of {base.name}"
        _must_suit_search(float(value), key, chosen.weights[key], words)
    return {**chosen.weights, **base.searched}


def _usual(one: Strategy, players: int) -> dict[str, float]:
    """The weights of a strategy if nobody says others."""
    return {**one.weights, **one.tuned.get(players, {})}


def strategy_called(title: Title, name: str) -> Strategy:
    _load_shipped(title.name)
    one = _registry.get((title.name, name)) or _registry.get((EVERY_TITLE, name))
    if one is None:
        told = unknown(f"bot of {title.name}:", name, strategies_of(title))
        raise UserError(f"{told} {by_door('--code FILE', 'code=[FILE]')} loads bots of your own.")
    return one


def base_of(title: Title) -> str:
    """Whose ratings a search starts from if nobody says: the title's own best, or greedy."""
    known = strategies_of(title)
    own = [name for name, one in known.items() if one.title == title.name and not is_plug_in(one)]
    return BEST if BEST in known else next(iter(own), "greedy")


def look_of(
    title: Title, chosen: Strategy, base: Strategy | None = None, net: Net | None = None
) -> Any:
    """What it does once per decision; some make it for the title, by a base's ratings and a net."""
    if chosen.makes is None:
        return chosen.look
    if base is None:
        return chosen.makes(title)
    more = () if net is None else (net,)
    return chosen.makes(title, look_of(title, base), base.rate, *more)


def _set(title: Title, mind: Any, key: str, who: Seat) -> None:
    """One of the settings that every strategy takes."""
    if key == "never":
        mind.never = _kinds(title, who.never)
    elif key == "likes":
        for kind, dose in who.likes or [("", None)]:
            bits = _kinds(title, kind)
            mind.liked |= bits
            for number in range(bits.bit_length()):
                if bits >> number & 1:
                    mind.likes[number] = 1.0 if dose is None else _number(dose, key, who)
    else:
        mind.temperature = _number(who.get(key), key, who)
        _must_not_be_negative(mind.temperature, key, str(who))


def _must_not_be_negative(value: float, key: str, words: str) -> None:
    if value < 0:
        raise UserError(f"'{key}' in '{words}' must not be negative.")


def _must_suit_search(value: float, key: str, usual: float, words: str) -> None:
    """What is usually a whole number, as rollouts are, is one."""
    _must_not_be_negative(value, key, words)
    if isinstance(usual, int) and not value.is_integer():
        raise UserError(f"'{key}' in '{words}' must be a whole number.")
    if key in AT_LEAST_1 and value < 1:
        raise UserError(f"'{key}' in '{words}' must be at least 1, or nothing is looked at.")


def _weight(one: Strategy, key: str, text: str, who: Seat) -> float:
    named = one.names.get(key)
    return _number(text, key, who) if named is None else _index(text, named, key)


def line_up(title: Title, words: Sequence[str | Seat], players: int) -> list[Player]:
    """One strategy fills every seat; otherwise there is one for each."""
    must_fill(words, players)
    seated = {word: seat(title, word, players) for word in dict.fromkeys(words)}
    return [seated[word] for word in (list(words) * players)[:players]]


def must_fill(words: Sequence[str | Seat], players: int) -> None:
    if len(words) not in (1, players):
        raise UserError(
            f"{len(words)} bots for {players} players: give one for every seat, or {players}."
        )


def _kinds(title: Title, text: str) -> int:
    """Kinds of moves, or groups of them, as bits."""
    bits, levers = 0, title.levers
    for word in text.split("+"):
        if not (called := levers.kinds_called(word)):
            known = dict.fromkeys((*levers.kinds, *levers.groups))
            raise unknown(f"kind of move in {title.name}:", word, [*known])
        for kind in called:
            bits |= 1 << levers.kinds.index(kind)
    return bits


def _index(text: str, named: Sequence[str], key: str) -> int:
    if text not in named:
        raise unknown(key, text, named)
    return list(named).index(text)


def _number(text: str, key: str, who: Seat) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise UserError(f"'{key}' in '{who}' must be a number; '{text}' is not.")
    return number
