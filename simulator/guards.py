"""What a guest's functions take and return, and what is told of those that do not keep to it."""

import functools
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from simulator import user_files
from simulator.checked_record import Nothing
from simulator.errors import UserError

FORMS = {
    "setup": "game, rules",
    "apply": "game, rules, move",
    "legal": "game, rules, move",
    "worth": "game, rules, seat, source",
    "redeal": "game, rules, seat, stream",
    "law": "game, rules",
    "tie_break": "game, rules, seat",
    "tell_move": "game, rules, move",
    "tell_position": "game, rules",
}
NOTHING, WHETHER, POINTS, TEXT = "nothing", "True or False", "a whole number", "a text"
RETURNS = {"legal": WHETHER, "law": WHETHER, "worth": POINTS, "tie_break": POINTS,
           "tell_move": TEXT, "tell_position": TEXT}  # all others: NOTHING  # fmt: skip


def must_have_form(name: str, body: Callable) -> None:
    """Refuses a function that takes other things than it will be given."""
    names = list(inspect.signature(body).parameters)
    if len(names) != len(FORMS[name].split(", ")):
        raise UserError(
            f"{_place(body)}: '{body.__name__}' takes ({', '.join(names)});"
            f" under @….{name} it must take ({FORMS[name]})."
        )


def named_if_nothing(function: Callable) -> Callable:
    """A function in plain Python whose result, if it has none, can be ignored but not used."""

    @functools.wraps(function)
    def named(*arguments: Any, **more: Any) -> Any:
        made = function(*arguments, **more)
        return Nothing(function.__name__) if made is None else made

    return named


def guarded(name: str, function: Callable) -> Callable:
    """A function of the rules in plain Python, which may return one kind of thing only."""
    kind = RETURNS.get(name, NOTHING)

    @functools.wraps(function)
    def kept(*arguments: Any) -> Any:
        if not _is(kind, made := function(*arguments)):
            raise UserError(
                f"{_place(function)}: '{function.__name__}' returned {made};"
                f" under @….{name} it must return {kind}, whichever way it ends."
            )
        return made

    return kept


def telling(name: str, function: Callable) -> Callable:
    """A function that tells something in words; whatever goes wrong in it has its line."""
    must_have_form(name, function)
    tell = guarded(name, function)

    @functools.wraps(function)
    def told(*arguments: Any) -> Any:
        try:
            return tell(*arguments)
        except Exception as error:
            raise user_files.told(error) or error from None

    return told


def _is(kind: str, made: Any) -> bool:
    if kind == NOTHING:
        return made is None or isinstance(made, Nothing)
    if kind == TEXT:
        return isinstance(made, str)
    if kind == POINTS and isinstance(made, float | np.floating):
        return float(made).is_integer()
    return isinstance(made, int | np.integer | np.bool_)


def _place(function: Callable) -> str:
    code = function.__code__
    return f"{code.co_filename}, line {code.co_firstlineno}"
