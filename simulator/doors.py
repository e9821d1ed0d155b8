"""The door a user came through: settings are flags at the command line, arguments in Python.

Whatever asks a user for a setting names it here, so that both read what they can give.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

FLAGS = {  # short ones, and those of another name
    "audience": "--for",
    "changes": "--set",
    "choices": "-n",
    "games": "-n",
    "kept": "--keep",
    "players": "-p",
    "strategies": "-s",
}

_is_by_flags = False  # of the process, for its threads too


@contextmanager
def by_flags() -> Iterator[None]:
    """Until it is left, settings are named as the command line takes them."""
    global _is_by_flags
    before, _is_by_flags = _is_by_flags, True
    try:
        yield
    finally:
        _is_by_flags = before


def by_door(typed: str, in_python: str) -> str:
    """The one of two texts that the user can give."""
    return typed if _is_by_flags else in_python


def setting(argument: str, value: Any = None) -> str:
    """A setting, by the name of its argument: '--keep games', or "kept='games'"."""
    flag = FLAGS.get(argument, f"--{argument.replace('_', '-')}")
    if value is None:
        return by_door(flag, f"'{argument}'")
    typed = ",".join(value) if isinstance(value, list) else value
    return by_door(f"{flag} {typed}", f"{argument}={value!r}")


def call(verb: str, **settings: Any) -> str:
    """A verb with its settings: 'simulate --keep games', or "simulate(…, kept='games')"."""
    words = [setting(argument, value) for argument, value in settings.items()]
    return by_door(" ".join([verb, *words]), f"{verb}({', '.join(['…', *words])})")
