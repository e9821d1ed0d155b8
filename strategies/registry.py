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

A seat is written `name:key=value:…`, where a key is one of the strategy's weights or one of the two
settings every strategy takes: `never=kind+kind` (restricted play: never a move of that kind while
there is another) and `temperature=x` (noise: softmax of the ratings over x).
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

from simulator.errors import UserError, unknown
from simulator.kernel import is_kernel, kernel, new
from simulator.match import MAX_WEIGHTS, Mind, Player
from simulator.titles import Title, title_names

EVERY_TITLE = "*"
SETTINGS = {
    "never": "kinds of moves it makes only when forced, or powers it lacks: never=refuse+circle",
    "temperature": "noise: it plays the softmax of its ratings over this instead of the best",
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
) -> Callable:
    """Registers a rating function as a strategy of a title, under its own name and docstring.

    With others than its own it can be several strategies that differ in nothing but weights.
    A weight in `names` is written by name: `names={"role": ("botanist", …)}` takes role=botanist
    and gives the strategy 0.
    """

    def register(rate: Any) -> Any:
        rate = rate if is_kernel(rate) else kernel(rate)
        seen = look_at_nothing if look is None else look if is_kernel(look) else kernel(look)
        body = rate.py_func
        new_one = Strategy(
            title,
            name or body.__name__,
            doc or inspect.getdoc(body) or "",
            rate,
            seen,
            dict(weights or {}),
            dict(names or {}),
            body.__code__.co_filename,
        )
        _must_be_sound(new_one)
        _registry[title, new_one.name] = new_one
        return rate

    return register


def _must_be_sound(new_one: Strategy) -> None:
    where = f"Strategy '{new_one.name}' in {new_one.file}"
    if new_one.title not in (EVERY_TITLE, *title_names()):
        raise unknown(
            f"title of strategy '{new_one.name}' in {new_one.file}:", new_one.title, title_names()
        )
    known = _registry.get((new_one.title, new_one.name)) or _registry.get(
        (EVERY_TITLE, new_one.name)
    )
    if known and known.file != new_one.file:
        raise UserError(
            f"{where}: there is already a '{new_one.name}', in {known.file}; choose another name."
        )
    if not new_one.about:
        raise UserError(f"{where} needs a docstring: one line that says how it plays.")
    if len(new_one.weights) > MAX_WEIGHTS or set(new_one.weights) & set(SETTINGS):
        raise UserError(
            f"{where} may name up to {MAX_WEIGHTS} weights, none of them {' or '.join(SETTINGS)}."
        )
    for function, wanted in ((new_one.rate, 4), (new_one.look, 3)):
        names = list(inspect.signature(function.py_func).parameters)
        if len(names) != wanted:
            form = "rate(game, rules, move, mind)" if wanted == 4 else "look(game, rules, mind)"
            raise UserError(f"{where} must have the form {form}, not ({', '.join(names)}).")


def strategies_of(title: Title) -> dict[str, Strategy]:
    """The strategies of a title by name: its own, every title's, and those of loaded plug-ins."""
    _load_shipped(title.name)
    return {
        name: one
        for (where, name), one in sorted(_registry.items())
        if where in (EVERY_TITLE, title.name)
    }


@functools.cache
def _load_shipped(title: str) -> None:
    importlib.import_module("strategies.every_title")
    if importlib.util.find_spec(f"strategies.{title}"):
        package = importlib.import_module(f"strategies.{title}")
        for file in pkgutil.iter_modules(package.__path__):
            importlib.import_module(f"strategies.{title}.{file.name}")


_plug_ins: dict[Path, bytes] = {}


def load_code(file: Path) -> None:
    """Runs a plug-in file; the strategies it registers can then be seated by name.

    A file that was already run, and has not changed since, is not run again.
    """
    spec = importlib.util.spec_from_file_location(f"plugin_{file.stem}", file)
    if not file.is_file() or spec is None or spec.loader is None:
        raise UserError(f"Cannot read {file}: --code takes a Python file.")
    path, text = file.resolve(), file.read_bytes()
    if _plug_ins.get(path) == text:
        return
    _plug_ins[path] = text
    try:
        spec.loader.exec_module(importlib.util.module_from_spec(spec))
    except UserError:
        raise
    except SyntaxError as error:
        raise UserError(f"{file}, line {error.lineno}: {error.msg}.") from None
    except Exception as error:
        raise plug_in_error(error) or error from None


def plug_in_error(error: Exception) -> UserError | None:
    """An error that passed through a plug-in, in a sentence with its last line there; else None."""
    place, step = None, error.__traceback__
    while step is not None:
        file = Path(step.tb_frame.f_code.co_filename)
        if file.resolve() in _plug_ins:
            place = f"{file}, line {step.tb_lineno}"
        step = step.tb_next
    return UserError(f"{place}: {type(error).__name__}: {error}.") if place else None


def is_plug_in(one: Strategy) -> bool:
    """Whether a user's own file brought it."""
    return Path(one.file).resolve() in _plug_ins


def seat(title: Title, words: str) -> Player:
    """The player that `name:key=value:…` describes."""
    name, *settings = words.strip().split(":")
    known = strategies_of(title)
    if name not in known:
        raise unknown(f"strategy for {title.name}:", name, known)
    chosen = known[name]
    mind = new(Mind)
    mind.weights[: len(chosen.weights)] = list(chosen.weights.values())
    for setting in settings:
        key, equals, text = setting.partition("=")
        if not equals:
            raise UserError(f"'{setting}' in '{words}' should be written key=value.")
        if key == "never":
            mind.never = _kinds(title, text)
        elif key == "temperature":
            mind.temperature = _number(text, key, words)
            if mind.temperature < 0:
                raise UserError(f"'temperature' in '{words}' must not be negative.")
        elif key in chosen.weights:
            named = chosen.names.get(key)
            value = _number(text, key, words) if named is None else _index(text, named, key)
            mind.weights[list(chosen.weights).index(key)] = value
        else:
            raise unknown(f"weight of {name}:", key, [*chosen.weights, *SETTINGS])
    return Player(words.strip(), chosen.look, chosen.rate, mind)


def line_up(title: Title, words: Sequence[str], players: int) -> list[Player]:
    """One strategy fills every seat; otherwise there is one for each."""
    must_fill(words, players)
    seated = [seat(title, word) for word in words]
    return seated * players if len(seated) == 1 else seated


def must_fill(words: Sequence[str], players: int) -> None:
    if len(words) not in (1, players):
        raise UserError(
            f"{len(words)} strategies for {players} players: give one for every seat, or {players}."
        )


def _kinds(title: Title, text: str) -> int:
    """Kinds of moves as bits."""
    bits = 0
    for word in text.split("+"):
        if word not in title.levers.kinds:
            raise unknown(f"kind of move in {title.name}:", word, title.levers.kinds)
        bits |= 1 << title.levers.kinds.index(word)
    return bits


def _index(text: str, named: Sequence[str], key: str) -> int:
    if text not in named:
        raise unknown(key, text, named)
    return list(named).index(text)


def _number(text: str, key: str, words: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise UserError(f"'{key}' in '{words}' must be a number; '{text}' is not.")
    return number
