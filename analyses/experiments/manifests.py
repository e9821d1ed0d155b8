"""What a manifest must look like: a folder is data from anywhere, so each value is looked at first.

A form is a function that says whether a value has it. What does not fit is told in a sentence.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from simulator.errors import UserError

Form = Callable[[Any], bool]
UNREADABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
SHA = re.compile(r"[0-9a-f]{64}")
NET = re.compile(r"(net|leaf)=[^@]+@[0-9a-f]{12}")
MOST = 2**63 - 1
SEATS = 1000  # more than any table has


@dataclass(frozen=True)
class Keys:
    """A mapping that has all of some keys, perhaps some others, and no more."""

    needed: Mapping[str, Form]
    others: Mapping[str, Form] = field(default_factory=dict)

    def __call__(self, values: Any) -> bool:
        return isinstance(values, dict) and not self.trouble(values)

    def trouble(self, values: Mapping[str, Any]) -> str:
        """What is wrong with the keys or the values, if anything."""
        if missing := [key for key in self.needed if key not in values]:
            return f"it lacks '{missing[0]}'"
        forms = {**self.needed, **self.others}
        if unknown := [key for key in values if key not in forms]:
            return f"it has an unknown key '{unknown[0]}'"
        wrong = [key for key, form in forms.items() if key in values and not form(values[key])]
        if not wrong:
            return ""
        form, value = forms[wrong[0]], values[wrong[0]]
        if isinstance(form, Keys) and isinstance(value, dict):
            return f"of '{wrong[0]}', {form.trouble(value)}"
        return f"'{wrong[0]}' is not what belongs there"


def must_fit(values: Any, form: Keys, file: Path) -> None:
    told = form.trouble(values) if isinstance(values, dict) else "it is no table of keys"
    if told:
        raise UserError(f"{file} is damaged: {told}.")


def text(value: Any) -> bool:
    """Nothing that a terminal would obey, or that cannot be written as UTF-8."""
    return isinstance(value, str) and not UNREADABLE.search(value)


def seat(value: Any) -> bool:
    """Who sits there, in plain words: no file of weights, which would be read.

    But a net is known by its digest, and nothing else is taken for it.
    """
    marked = [part for part in value.split(":") if "@" in part] if text(value) else [""]
    return all(map(NET.fullmatch, marked))


def name(value: Any) -> bool:
    """Of a game: a word, never a place, whose file would be run."""
    return isinstance(value, str) and value.isidentifier()


def sha(value: Any) -> bool:
    return isinstance(value, str) and SHA.fullmatch(value) is not None


def flag(value: Any) -> bool:
    return isinstance(value, bool)


def whole(least: int = 0, most: int = MOST) -> Form:
    return lambda value: type(value) is int and least <= value <= most


def number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def maybe(form: Form) -> Form:
    return lambda value: value is None or form(value)


def one_of(*words: str) -> Form:
    return lambda value: isinstance(value, str) and value in words


def list_of(form: Form, least: int = 0) -> Form:
    return lambda value: isinstance(value, list) and len(value) >= least and all(map(form, value))


def row_of(*forms: Form) -> Form:
    """A list with one value of each form."""
    return lambda value: (
        isinstance(value, list)
        and len(value) == len(forms)
        and all(form(one) for form, one in zip(forms, value, strict=True))
    )


def mapping_of(values: Form, keys: re.Pattern[str] | None = None) -> Form:
    def fits(value: Any) -> bool:
        return isinstance(value, dict) and all(
            (keys is None or keys.fullmatch(key)) and values(one) for key, one in value.items()
        )

    return fits


def plain(value: Any, depth: int = 8) -> bool:
    """A value of a component: a number, a text, a flag, or lists of them."""
    if isinstance(value, list):
        return depth > 0 and all(plain(one, depth - 1) for one in value)
    return number(value) or flag(value) or text(value)
