"""A ladder as a TOML file beside the strategies it is about, made by a command."""

import json
from pathlib import Path
from typing import Any

from analyses.lab.ladder import HEAD, RUNG, Ladder, Rung
from simulator.errors import UserError
from simulator.files import (
    alone,
    read_sealed_toml,
    remove_left_overs,
    sealed_toml,
    write_whole,
)
from simulator.sources import ladder_file

DIGITS = 6


def write_ladder(found: Ladder, command: str) -> Path:
    """Into the package; only shipped titles have a place there."""
    file = ladder_file(found.title)
    if not file.parent.is_dir():
        raise UserError(f"{found.title} is not shipped, so there is no place for its ladder.")
    with alone(file.parent):
        remove_left_overs(file.parent, file.name)
        write_whole(file, sealed_toml(text_of(found, command)))
    return file


def text_of(found: Ladder, command: str) -> str:
    lines = [f"# Made by: {command}", *_lines(found.head)]
    for rung in found.rungs:
        lines += ["", "[[rungs]]", *_lines(rung.as_json())]
    return "\n".join([*lines, ""])


def _lines(values: dict[str, Any]) -> list[str]:
    return [f"{key} = {_toml(value)}" for key, value in values.items()]


def _toml(value: Any) -> str:
    return json.dumps(round(value, DIGITS) if isinstance(value, float) else value)


def read_ladder(title: str) -> Ladder | None:
    """The ladder that a title ships with, if it does."""
    file = ladder_file(title)
    if not file.is_file():
        return None
    words = read_sealed_toml(file)
    rungs = [Rung(**{key: one[key] for key in RUNG if key in one}) for one in words["rungs"]]
    head = {key: words[key] for key in HEAD if key in words}
    return Ladder(**head, rungs=tuple(rungs))
