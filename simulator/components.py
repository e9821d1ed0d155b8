"""Everything printed on the box, board and cards, as data with its provenance.

A title's `components.toml` is a tree of tables; a table with a `value` is one entry:

    [bridges.bonus]
    value = 20
    source = "rulebook"        # where the value comes from, one of SOURCES
    about = "points for crossing a bridge first"
    min = 0                    # optional: what is allowed (min, max, allowed)
    alternatives = [0, 40]     # optional: other values worth a try
    note = "…"                 # optional: how far the source can be trusted

The rest of the program reads values by their path, `components["bridges.bonus"]`. A user changes
them with an overlay file (the same tree, values alone suffice) or with the words `path=value`; both
become changes, a mapping of values by path. A change has the type and shape of the value it
replaces, or it is refused.
"""

import hashlib
import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from simulator.errors import UserError, unknown
from simulator.files import read_toml

SOURCES = {
    "rulebook": "stated in the rulebook",
    "file": "written in the game's own file",
    "example": "forced by a worked example of the rulebook",
    "published": "read in a named public source",
    "heritage": "taken from the parent game",
    "reconstructed": "our assumption, within known constraints; no source gives it",
    "ruling": "the rulebook is silent or unclear; our interpretation, as a switch",
    "choice": "the players choose this when they set up the game",
    "changed": "changed by the user",
}
CALLED = {"reconstructed": "assumed"}  # sources by the words that people have for them
ASSUMED = ("reconstructed", "heritage")  # sources that give no value of this very box
SETUP = "setup."  # where the players' choices lie
LARGEST = 1_000_000  # no number of a board game is larger
ENTRY_KEYS = {"value", "source", "about", "min", "max", "allowed", "alternatives", "note"}


@dataclass(frozen=True)
class Entry:
    """One value with its provenance and limits."""

    path: str
    value: Any
    source: str
    about: str
    min: float | None = None
    max: float | None = None
    allowed: tuple[Any, ...] = ()
    alternatives: tuple[Any, ...] = ()
    note: str = ""

    @property
    def is_assumed(self) -> bool:
        """Whether no source gives the value; one that a user has changed is the user's own."""
        return self.source in ASSUMED

    def changed(self, value: Any, where: str) -> "Entry":
        value = _as_lists(value)
        self.must_accept(value, where)
        return self if value == self.value else replace(self, value=value, source="changed")

    def must_accept(self, value: Any, where: str) -> None:
        """Refuses a value of another type or shape, or outside the limits."""
        if not _same_shape(value, self.value):
            raise UserError(
                f"{where}: '{self.path}' must be {_shape(self.value)}, like {_toml(self.value)};"
                f" {_toml(value)} is not."
            )
        for number in _leaves(value):
            if isinstance(number, str) and (self.min, self.max) != (None, None):
                raise UserError(
                    f"{where}: '{self.path}' has a min or max, so its value is a number;"
                    f" {_toml(number)} is a text."
                )
            if isinstance(number, int | float) and not abs(number) <= LARGEST:
                raise UserError(
                    f"{where}: '{self.path}' must lie within ±{LARGEST}; {number} does not."
                )
            if self.allowed and number not in self.allowed:
                raise unknown(
                    f"value for '{self.path}' in {where}:", str(number), map(str, self.allowed)
                )
            if self.min is not None and number < self.min:
                raise UserError(
                    f"{where}: '{self.path}' must be at least {self.min:g}; {number} is not."
                )
            if self.max is not None and number > self.max:
                raise UserError(
                    f"{where}: '{self.path}' must be at most {self.max:g}; {number} is not."
                )


class Components(Mapping[str, Any]):
    """A title's values by path; changes give a new object."""

    def __init__(self, entries: Mapping[str, Entry]) -> None:
        self.entries = dict(entries)

    def __getitem__(self, path: str) -> Any:
        return self.entry(path).value

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def entry(self, path: str) -> Entry:
        if path not in self.entries:
            under = SETUP if path.startswith(SETUP) else ""
            known = [name.removeprefix(under) for name in self.entries if name.startswith(under)]
            raise unknown("setup key" if under else "parameter", path.removeprefix(under), known)
        return self.entries[path]

    def with_value(self, path: str, value: Any, where: str) -> "Components":
        return Components(self.entries | {path: self.entry(path).changed(value, where)})

    def with_changes(self, changes: Mapping[str, Any], where: str = "") -> "Components":
        """Applies values by path; `path[3]` is the third value of a list."""
        changed = self
        for key, value in changes.items():
            said = where or f"'{written(key, value)}'"
            path, index = _split_index(key, said)
            if index is not None:
                value = _with_item(changed.entry(path), index, value, said)
            changed = changed.with_value(path, value, said)
        return changed

    def read_overlay(self, file: Path) -> dict[str, Any]:
        """The changes of an overlay file: the tree of components.toml, or any part of it."""
        changes = dict(_flat(read_toml(file), self.entries))
        for path in changes:
            if path not in self.entries:
                raise unknown(f"key in {file}:", path, self.entries)
        self.with_changes(changes, str(file))  # a mistake is told with the file's name
        return changes

    def parse(self, words: Iterable[str], under: str = "") -> dict[str, Any]:
        """The changes that `path=value` words ask for, each one that its component accepts.

        `path[3]=value` changes the third value of a list; with `under`, paths are short for it.
        """
        changes: dict[str, Any] = {}
        changed = self
        for word in words:
            path, equals, text = word.partition("=")
            if not equals:
                raise UserError(f"'{word}' should be written {'key' if under else 'path'}=value.")
            key = under + path.strip()
            name, index = _split_index(key, f"'{word}'")
            value = _parse(text.strip(), changed.entry(name), whole=index is None)
            changed = changed.with_changes({key: value}, f"'{word}'")
            changes.pop(key, None)  # the last word counts, in its place
            changes[key] = value
        return changes

    def changes(self) -> dict[str, Any]:
        """What differs from the shipped components."""
        return {p: e.value for p, e in self.entries.items() if e.source == "changed"}

    def told_with(self, complaint: str) -> str:
        """What went wrong, and by which numbers it was played if not by those printed."""
        changes = ", ".join(as_settings(self.changes()))
        return f"{complaint} It is played with {changes}." if changes else complaint

    def digest(self) -> str:
        """Names this set of values."""
        values = json.dumps({p: e.value for p, e in sorted(self.entries.items())})
        return hashlib.sha256(values.encode()).hexdigest()[:16]


def as_settings(changes: Mapping[str, Any]) -> list[str]:
    """Changes in the words that `parse` takes."""
    return [written(path, value) for path, value in changes.items()]


def written(path: str, value: Any) -> str:
    """A change in words: path=value."""
    return f"{path}={value if isinstance(value, str) else json.dumps(value, default=str)}"


def read_components(file: Path) -> Components:
    """Reads a title's own file, in which every entry must say where it comes from."""
    return components_in(read_toml(file), file)


def components_in(tree: Mapping[str, Any], file: Path | str) -> Components:
    """Of a tree of tables; every mistake is told with the name of its file."""
    entries = {}
    for path, table in _entries(tree):
        extra = set(table) - ENTRY_KEYS
        if extra:
            raise unknown(f"key of '{path}' in {file}:", min(extra), sorted(ENTRY_KEYS))
        if "source" not in table:
            raise UserError(f"'{path}' in {file} has no source; it is one of {', '.join(SOURCES)}.")
        if table["source"] not in SOURCES:
            raise unknown(f"source of '{path}' in {file}:", str(table.get("source")), SOURCES)
        lists = {k: tuple(table[k]) for k in ("allowed", "alternatives") if k in table}
        entries[path] = Entry(path=path, **({"about": ""} | table | lists))
        for value in (entries[path].value, *entries[path].alternatives):
            entries[path].must_accept(value, str(file))
    return Components(entries)


def _entries(tree: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    for key, branch in tree.items():
        if not isinstance(branch, dict):
            raise UserError(
                f"'{path}{key}' has no source; write it as a table with a value and a source."
            )
        if "value" in branch:
            yield path + key, branch
        else:
            yield from _entries(branch, f"{path}{key}.")


def _flat(tree: Any, known: Mapping[str, Entry], path: str = "") -> Iterator[tuple[str, Any]]:
    """The values of an overlay by path; an entry may be its value alone or a whole table."""
    for key, branch in tree.items():
        here = path + key
        if here in known and isinstance(branch, dict) and "value" in branch:
            yield here, branch["value"]
        elif isinstance(branch, dict) and here not in known:
            yield from _flat(branch, known, here + ".")
        else:
            yield here, branch


def _split_index(path: str, where: str) -> tuple[str, int | None]:
    if not path.endswith("]"):
        return path, None
    path, _, index = path[:-1].partition("[")
    if not index.isdigit():
        raise UserError(
            f"{where}: the place in the list must be a whole number, as in {path}[1]=…."
        )
    return path, int(index)


def _with_item(entry: Entry, index: int, value: Any, where: str) -> list[Any]:
    if not isinstance(entry.value, list) or not 1 <= index <= len(entry.value):
        held = (
            f"has the places 1 to {len(entry.value)}"
            if isinstance(entry.value, list)
            else "is no list"
        )
        raise UserError(f"{where}: '{entry.path}' {held}.")
    return [*entry.value[: index - 1], value, *entry.value[index:]]


def _parse(text: str, entry: Entry, whole: bool) -> Any:
    """Reads a value as TOML writes it; a bare word is text where text is expected."""
    like = entry.value if whole else next(_leaves(entry.value))
    if isinstance(like, str) and not text.startswith(('"', "'")):
        return text
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def _as_lists(value: Any) -> Any:
    """In Python a list may be written as a tuple."""
    return [_as_lists(one) for one in value] if isinstance(value, list | tuple) else value


def _same_shape(value: Any, like: Any) -> bool:
    if isinstance(like, list):
        return (
            isinstance(value, list)
            and len(value) == len(like)
            and all(_same_shape(v, k) for v, k in zip(value, like, strict=True))
        )
    if isinstance(like, float):
        return isinstance(value, int | float) and not isinstance(value, bool)
    return type(value) is type(like)


def _shape(like: Any) -> str:
    if isinstance(like, list):
        return f"a list of {len(like)} ({_shape(like[0])} each)"
    names = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}
    return names[type(like)]


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, list):
        for item in value:
            yield from _leaves(item)
    else:
        yield value


def _toml(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
