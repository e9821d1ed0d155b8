"""A patch: what of Numba it uses, by what it is seen to fit, and what is done without it."""

import functools
import hashlib
import importlib
import inspect
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

HERE = __package__
INHERITED = object()


@dataclass(frozen=True)
class Patch:
    """A module of this package, which knows something of Numba that Numba does not promise.

    Its `probe()` compiles something tiny, and raises an error if it does not work.
    """

    name: str  # of the module too
    purpose: str
    without: str  # what becomes of it where the patch does not fit
    uses: Mapping[str, str]  # places in Numba, `module:name`, and their arguments
    replaces: Mapping[str, str] = field(default_factory=dict)  # places, and names in the module

    def misfit(self) -> str:
        """Why Numba is not as it must be, without trying; nothing if it is."""
        for place, arguments in self.uses.items():
            try:
                found = at(place)
            except (ImportError, AttributeError):
                return f"{place} is not there"
            if arguments and [*inspect.signature(found).parameters] != arguments.split():
                return f"{place} takes other arguments"
        return ""

    def module(self) -> ModuleType:
        return importlib.import_module(f"{HERE}.{self.name}")

    def tried(self) -> str:
        """Why it does not work, tried; nothing if it does."""
        error = failure(self.name)
        return f"{self.name} was tried and fails: {error}" if error else ""

    def state(self) -> str:
        """Names the code that it uses: what was tried of another one says nothing."""
        codes = [getattr(at(place), "__code__", None) for place in self.uses]
        parts = [(code.co_code, code.co_names, code.co_varnames) for code in codes if code]
        return hashlib.sha256(repr(parts).encode()).hexdigest()


def at(place: str) -> Any:
    """What stands at `module:name`."""
    where, name = holder(place)
    return getattr(where, name)


def holder(place: str) -> tuple[Any, str]:
    """The module or class that has `module:name`, and its name there."""
    module, _, names = place.partition(":")
    *classes, name = names.split(".")
    return functools.reduce(getattr, classes, importlib.import_module(module)), name


def failure(name: str) -> str:
    """What the probe of a module of this package stumbles over; nothing if it does not."""
    try:
        importlib.import_module(f"{HERE}.{name}").probe()
    except Exception as error:  # whatever a Numba of another day raises
        return type(error).__name__
    return ""


@contextmanager
def replaced(place: Any, name: str, ours: Any) -> Iterator[None]:
    """Within, a name of a module or class stands for ours."""
    own = vars(place).get(name, INHERITED)
    setattr(place, name, ours)
    try:
        yield
    finally:
        if own is INHERITED:
            delattr(place, name)
        else:
            setattr(place, name, own)


@contextmanager
def all_replaced(replacements: list[tuple[Any, str, Any]]) -> Iterator[None]:
    with ExitStack() as stack:
        for place, name, ours in replacements:
            stack.enter_context(replaced(place, name, ours))
        yield


def must(found: Any, expected: Any) -> None:
    """For probes, which are no assertions: those can be switched off."""
    if found != expected:
        raise ValueError(f"{found}, not {expected}")
