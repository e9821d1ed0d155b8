"""A ladder as a TOML file beside the strategies it is about, made by a command."""

import json
from pathlib import Path
from typing import Any

from analyses.lab.players.ladder import HEAD, RUNG, Ladder, Rung
from simulator.errors import UserError
from simulator.files import read_sealed_toml, sealed_toml
from simulator.results import alone_with, must_take, put_or_print
from simulator.sources import ladder_file

DIGITS = 6


def write_ladder(found: Ladder, command: str) -> Path:
    must_take_ladder(found.title)
    file = ladder_file(found.title)
    with alone_with(file):
        return put_or_print(file, sealed_toml(text_of(found, command)))


def must_take_ladder(title: str) -> None:
    """Into the package; only shipped titles have a place there."""
    folder = ladder_file(title).parent
    if not folder.is_dir():
        raise UserError(
            f"{title} is not included with Tiltmeter, so there is no place for its ladder."
        )
    must_take(folder)


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
