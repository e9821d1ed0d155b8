"""Weights of a strategy as a TOML file, by number of players, with how they were found.

title = "lost_cities"
strategy = "allround"

[players.2.weights]
patience = 2.5

[players.2.found]
command = "tiltmeter tune lost_cities allround -p 2"
seed = 1
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simulator.errors import UserError
from simulator.files import read_sealed_toml, sealed_toml
from simulator.results import alone_with, must_take, put_or_print


def weights_in(file: Path, title: str, strategy: str, players: int) -> dict[str, str]:
    """The weights that a file holds for so many players, in words."""
    entries = _entries(file, title, strategy)
    entry = entries.get(str(players))
    if entry is None:
        known = " and ".join(entries) or "no"
        raise UserError(f"{file} holds weights for {known} players, not for {players}.")
    weights = entry.get("weights") if isinstance(entry, dict) else None
    if not isinstance(weights, dict):
        raise UserError(f"{file} must name weights under [players.{players}.weights].")
    for name, value in weights.items():
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            raise UserError(f"{file}: '{name}' must be a number, not {_toml(value)}.")
    return {name: word_of(value) for name, value in weights.items()}


def word_of(value: float | str) -> str:
    try:
        return value if isinstance(value, str) else f"{value:.10g}"
    except OverflowError:  # a whole number beyond all others; whoever reads it says so
        return str(value)


def write_weights(
    file: Path, title: str, strategy: str, found: Mapping[int, Mapping[str, Mapping[str, Any]]]
) -> None:
    """Each number of players has `weights` and `found`; others in the file stay as they are."""
    with alone_with(file):
        _add(file, title, strategy, {str(players): entry for players, entry in found.items()})


def _add(file: Path, title: str, strategy: str, new: Mapping[str, Mapping[str, Any]]) -> None:
    try:
        before = _entries(file, title, strategy) if file.exists() else {}
    except UserError as error:  # somebody changed it while others were searched for
        text = _text(title, strategy, new)
        raise UserError(f"{error} This is what was to be added:\n\n{text}") from None
    put_or_print(file, sealed_toml(_text(title, strategy, {**before, **new})))


def _text(title: str, strategy: str, entries: Mapping[str, Mapping[str, Any]]) -> str:
    lines = [f"title = {_toml(title)}", f"strategy = {_toml(strategy)}"]
    for players in sorted(entries, key=int):
        for part, values in entries[players].items():
            lines += ["", f"[players.{players}.{part}]"]
            lines += [f"{key} = {_toml(value)}" for key, value in values.items()]
    return "\n".join([*lines, ""])


def must_take_weights(file: Path, title: str, strategy: str) -> None:
    """Refuses a place where weights could not be written, before they are searched for."""
    if file.exists():
        _entries(file, title, strategy)
    elif not file.parent.is_dir():
        raise UserError(f"Cannot write {file}: there is no folder {file.parent}.")
    must_take(file.parent)


def _entries(file: Path, title: str, strategy: str) -> dict[str, Any]:
    """By number of players; the file must be of this title and strategy."""
    words = read_sealed_toml(file)
    for key, wanted in (("title", title), ("strategy", strategy)):
        if words.get(key) != wanted:
            told = f"holds weights of {words[key]}" if key in words else f"names no {key}"
            raise UserError(f"{file} {told}; {key} = {_toml(wanted)} is wanted here.")
    entries = words.get("players")
    if not isinstance(entries, dict) or not all(key.isdecimal() for key in entries):
        raise UserError(
            f"{file} must name weights by number of players, as in [players.2.weights]."
        )
    return entries


def _toml(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
