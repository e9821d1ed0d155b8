"""Python files from outside the package: run once, their mistakes told with the line they are in.

A plug-in brings strategies and is a file. A guest brings a title and is a file, a folder of files,
or an installed package that announces itself under the entry point group `tiltmeter.games`.
"""

import builtins
import functools
import hashlib
import importlib.util
import inspect
import keyword
import linecache
import logging
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import FrameType, ModuleType, TracebackType
from typing import Any

import numpy as np

from simulator import sources
from simulator.copies import COPIED
from simulator.errors import Misuse, UserError, did_you_mean, unknown
from simulator.files import near
from simulator.names import taken

GROUP, OLD_GROUP = "tiltmeter.games", "tiltmeter.titles"  # the old one works in this version only
INSIDE = "__init__.py"  # what a folder of files begins with
KEPT = ("manifest.json", "study.json")  # a folder with one of them is data, whatever else it has
COMPILED = (".pyc", ".so", ".pyd")  # what Python imports as well
READ = (*sources.READ, ".toml", *COMPILED)  # what a folder's games can depend on
DIVIDED = re.compile("divi|remainder|mod")  # NumPy's words for it
NO_PLACES = re.compile(
    r"'numpy\.\w+' object (does not support item assignment|is not subscriptable)"
    "|invalid index to scalar variable"
)
IN_BRACKETS = re.compile(r"(\w+)\.(\w+)\[")  # what a line asks for places, as game.role[seat]
HELPERS = [Path(__file__).with_name(f"{name}.py") for name in ("mechanisms", "places")]
MISGIVEN = (AttributeError, TypeError, ValueError)
WRONG_WORD = re.compile(r"([\w.]+)\(\) got an unexpected keyword argument '(\w+)'")
TAKEN = re.compile(r"\w\.({0})\b|[(,]\s*({0})\s*=(?!=)".format("|".join(keyword.kwlist)))

log = logging.getLogger("tiltmeter")

_run: dict[Path, str] = {}  # files that were run, and the state they were in
_running: list[Path] = []  # guests whose files are being run
_modules: set[str] = set()  # names that guests have as modules


def is_new(file: Path) -> bool:
    """Whether a file was not run yet, or has changed since."""
    return _run.get(file.resolve()) != state_of(file)


def state_of(file: Path) -> str:
    """Names the state of a file, or of all in the folder that begins with it."""
    files = [file]
    if file.name == INSIDE:
        files = sources.files_below(file.parent, READ)
    state = hashlib.sha256()
    for one in files:
        content = one.read_bytes()
        state.update(f"{one.relative_to(file.parent).as_posix()}\n{len(content)}\n".encode())
        state.update(content)
    return state.hexdigest()


def run(file: Path, name: str) -> ModuleType:
    """Runs a file as the module of this name; every mistake in it is told in one sentence."""
    within = [str(file.parent)] if file.name == INSIDE else None
    spec = importlib.util.spec_from_file_location(name, file, submodule_search_locations=within)
    if spec is None or spec.loader is None:
        raise UserError(f"Cannot read {file}: it is no Python file.")
    module = importlib.util.module_from_spec(spec)
    _run[file.resolve()] = state_of(file)
    try:
        if within:
            _forget(name)
            sys.modules[name] = module
        with _own_bytecode():
            spec.loader.exec_module(module)
    except BaseException as error:
        _run.pop(file.resolve(), None)
        raise _told_of(file, error) from None
    sys.modules[name] = module  # so that other files can import from it
    return module


@contextmanager
def _own_bytecode() -> Iterator[None]:
    """Within, Python reads no __pycache__ beside a file: it may be that of another program."""
    from simulator.machine_code import cache_root  # which takes long to import

    before, sys.pycache_prefix = sys.pycache_prefix, str(cache_root() / "bytecode")
    try:
        yield
    finally:
        sys.pycache_prefix = before


def _forget(package: str) -> None:
    """Its files are imported anew."""
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        del sys.modules[name]


def _told_of(file: Path, error: BaseException) -> BaseException:
    if isinstance(error, SyntaxError):
        place = f"{error.filename}, line {error.lineno}"
        return UserError(f"{place}: {_of_a_taken_word(error) or f'{error.msg}.'}")
    if not isinstance(error, Exception):
        return error
    if isinstance(error, UserError):
        return _with_place(error, file.resolve())
    return told(error, [file.resolve()]) or error


def _of_a_taken_word(error: SyntaxError) -> str:
    """A move is easily called as Python calls something itself, which then is no name."""
    found = TAKEN.search(error.text or "")
    return taken(found[1] or found[2]) if found else ""


def _with_place(error: UserError, file: Path) -> UserError:
    """What was declared wrong; some mistakes name their line themselves."""
    last = _last_line(error, [file])
    if last is None or str(error).startswith(last.tb_frame.f_code.co_filename):
        return error
    return UserError(f"{_place(last)}: {error}")


def told(error: Exception, more: Iterable[Path] = ()) -> UserError | None:
    """An error that passed through such a file, in a sentence with its last line there; or None."""
    if isinstance(error, UserError):
        return error
    last = _last_line(error, more)
    if last is None:
        return None
    sentence = (
        _of_a_place(error, last) or _of_a_helper(error, last) or _sentence(error, last.tb_frame)
    )
    return UserError(f"{_place(last)}: {sentence}{'' if sentence.endswith(('.', '?')) else '.'}")


def _last_line(error: Exception, more: Iterable[Path]) -> TracebackType | None:
    """The last step of an error's way that is a line of such a file."""
    last, step = None, error.__traceback__
    while step is not None:
        file = Path(step.tb_frame.f_code.co_filename)
        is_guests = file.resolve() in (*_run, *more) or sources.guest_home(file)
        if is_guests and step.tb_lineno < COPIED:
            last = step
        step = step.tb_next
    return last


def _place(step: TracebackType) -> str:
    return f"{step.tb_frame.f_code.co_filename}, line {step.tb_lineno}"


def _sentence(error: Exception, frame: FrameType) -> str:
    """What was wrong, and for a misspelt name the nearest that is known there."""
    if isinstance(error, Misuse):
        return str(error)
    if isinstance(error, AttributeError) and (fields := _fields(error.obj)):
        return str(unknown(_sort_of(error.obj, frame), str(error.name), fields))
    if isinstance(error, ZeroDivisionError) or (
        isinstance(error, FloatingPointError) and DIVIDED.search(str(error))
    ):
        return "this divides by zero; ask first whether there is anything to divide by"
    told = f"{type(error).__name__}: {error}".replace(".__init__()", "()")
    if isinstance(error, AttributeError):
        public = [name for name in dir(error.obj) if not name.startswith("_")]
        return f"{told}.{did_you_mean(str(error.name), public)}"
    if isinstance(error, TypeError) and (wrong := WRONG_WORD.match(str(error))):
        return _wrong_word(wrong[1], wrong[2], {**frame.f_globals, **frame.f_locals}) or told
    if isinstance(error, NameError):
        known = {*frame.f_locals, *frame.f_globals, *vars(builtins)} - {error.name}
        return f"{told}.{did_you_mean(str(error.name), known)}"
    if isinstance(error, ImportError) and error.name in sys.modules:
        word = str(error).partition("'")[2].partition("'")[0]
        return f"{told}.{did_you_mean(word, vars(sys.modules[error.name]))}"
    return told


def _sort_of(thing: Any, frame: FrameType) -> str:
    """What a misspelt name would be: a component, one of some names, as of Source, or a field."""
    known = {**frame.f_globals, **frame.f_locals}
    called = [name for name, value in known.items() if value is thing]
    if "rules" in called:
        return "parameter"
    return f"name in {called[0]}:" if called and hasattr(thing, "_fields") else "field"


def _of_a_place(error: Exception, step: TracebackType) -> str:
    """What was wrong with a place in brackets, where NumPy speaks of its own kinds of things."""
    line = linecache.getline(step.tb_frame.f_code.co_filename, step.tb_lineno)
    if isinstance(error, IndexError) and "only integers" in str(error):
        weights = "; weights have the numbers 0, 1, 2 … in the order of their declaration"
        return f"a place in brackets is a whole number{weights if 'weights' in line else ''}"
    if not NO_PLACES.search(str(error)):
        return ""
    known = step.tb_frame.f_locals
    pairs = [(known.get(thing), name) for thing, name in IN_BRACKETS.findall(line)]
    alone = [name for thing, name in pairs if isinstance(getattr(thing, name, None), np.number)]
    who = f"'{alone[0]}'" if alone else "what stands before the brackets"
    return f"{who} is one number and has no places; should it be each_player(…) or several(…)?"


def _of_a_helper(error: Exception, step: TracebackType) -> str:
    """What a helper of the vocabulary takes, if it went wrong with what a line gave to it."""
    inner = step.tb_next
    if inner is None or Path(inner.tb_frame.f_code.co_filename) not in HELPERS:
        return ""
    if isinstance(error, IndexError):  # it says itself which card is missing
        return str(error)
    if isinstance(error, Misuse) or not isinstance(error, MISGIVEN):
        return ""
    code = inner.tb_frame.f_code
    takes = ", ".join(code.co_varnames[: code.co_argcount])
    return f"{code.co_name} takes ({takes}); what it is given here is of another kind ({error})"


def _wrong_word(called: str, word: str, names: dict[str, Any]) -> str:
    """What a function takes instead of a misspelt keyword; nothing if it has another name here."""
    first, *rest = called.split(".")
    function = functools.reduce(
        lambda thing, name: getattr(thing, name, None), rest, names.get(first)
    )
    if not callable(function):
        return ""
    known = [name for name in inspect.signature(function).parameters if name != "self"]
    return str(unknown(f"keyword of {called.removesuffix('.__init__')}(…)", word, known))


def _fields(thing: Any) -> Any:
    """Of a record, or of names with numbers, as Move."""
    return getattr(getattr(thing, "dtype", None), "names", None) or getattr(thing, "_fields", ())


# Guests


def is_place(word: str | Path) -> bool:
    """Whether a word says where a title lies, and not what it is called."""
    path = Path(word)
    return (
        isinstance(word, Path)
        or path.suffix == ".py"
        or path.name != word
        or is_folder_of_a_game(path)
    )


def is_folder_of_a_game(path: Path) -> bool:
    return (path / INSIDE).is_file() and not any(os.path.lexists(path / name) for name in KEPT)


def file_at(place: Path) -> Path:
    """The file that is run for a place."""
    if (place / INSIDE).is_file() and not is_folder_of_a_game(place):
        raise UserError(f"{place} holds games that were played; no program in it is run.")
    file = place / INSIDE if place.is_dir() else place
    if file.suffix == ".py" and file.is_file():
        return file
    if place.is_dir():
        raise UserError(f"{place} is no game: it has no {INSIDE}.")
    if place.with_suffix(".py").is_file():
        raise UserError(f"There is no {place}; did you mean {place.with_suffix('.py')}?")
    told = f"There is no game at {place}: name a Python file, or a folder of them."
    raise UserError(told + near(place))


def run_guest(place: Path) -> ModuleType:
    """Runs the file or folder of a title, under its own name."""
    file, name = file_at(place), place.resolve().stem
    must_be_free(name, file)
    sources.add_guest(place.resolve())
    _running.append(place.resolve())
    _modules.add(name)
    try:
        return run(file.resolve(), name)
    finally:
        _running.pop()


def running() -> Path | None:
    """The guest whose file is being run."""
    return _running[-1] if _running else None


def must_be_free(name: str, file: Path) -> None:
    """A game called numpy.py would be imported instead of NumPy."""
    if not name.isidentifier():
        raise UserError(f"{file}: call it by letters, digits and _ only, as in my_game.py.")
    if keyword.iskeyword(name):
        raise UserError(f"{file}: '{name}' is a word of Python itself; choose another name.")
    spec = None if name in _modules else importlib.util.find_spec(name)
    if spec is not None and spec.origin not in (None, str(file.resolve())):  # None: a bare folder
        raise UserError(f"{file}: Python has a module '{name}' already; choose another name.")


@functools.cache
def announced() -> dict[str, EntryPoint]:
    """Games of installed packages, by name; they are imported when they are asked for."""
    old = {point.name: point for point in entry_points(group=OLD_GROUP)}
    return old | {point.name: point for point in entry_points(group=GROUP)}


def import_announced(point: EntryPoint) -> object:
    """What a package announces, after telling where it lies; under the old name with a remark."""
    if point.group == OLD_GROUP:
        told = "'%s' is announced under '%s', which is now called '%s'; it works in this version."
        log.warning(told, point.name, OLD_GROUP, GROUP)
    spec = importlib.util.find_spec(point.module)
    if spec is not None and spec.origin is not None:
        origin = Path(spec.origin).resolve()
        sources.add_guest(origin.parent if origin.name == INSIDE else origin)
    try:
        return point.load()
    except (ImportError, AttributeError) as error:
        raise UserError(f"The installed game '{point.name}' cannot be loaded: {error}.") from None
