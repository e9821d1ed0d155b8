"""Mistakes a user can mend, each told in one sentence."""

from collections.abc import Iterable
from difflib import get_close_matches


class UserError(Exception):
    """Its text is one clear sentence: what is wrong, where, and what would be right."""


class Misuse(Exception):
    """What rules did wrong, in a sentence; whoever tells it adds their file and line."""


def must(holds: object, sentence: str) -> None:
    """What a check asserts; `assert` itself says nothing where Python runs with -O."""
    if not holds:
        raise AssertionError(sentence)


MANY = 30  # names: more are not read by anybody


def unknown(what: str, word: str, known: Iterable[str]) -> UserError:
    """The error for a misspelt name: it suggests the nearest known one and lists them all."""
    names = list(known)
    hint = did_you_mean(word, names)
    listed = ", ".join(names) or "none"
    if len(names) > MANY:
        listed = f"{', '.join(get_close_matches(word, names, n=6, cutoff=0))}, and others"
    return UserError(f"Unknown {what} '{word}'.{hint} Known: {listed}.")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The nearest name as a question, with a space before it; nothing if none is near."""
    names = list(known)
    near = get_close_matches(word, names, n=1, cutoff=0.7)
    if not near:  # the first letter is seldom mistyped
        alike = [name for name in names if name[:1] == word[:1]]
        near = get_close_matches(word, alike, n=1, cutoff=0.5)
    return f" Did you mean '{near[0]}'?" if near else ""
