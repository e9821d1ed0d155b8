"""An experiment as a TOML file: the same words as the flags of `tiltmeter simulate`.

title = "archeos"
players = 4
strategies = ["allround", "greedy", "denier"]   # a line-up, a list of line-ups, or a pool
design = ["mirror", "round-robin"]
games = 100000
until = "0.5%"
seed = 1
components = "mine.toml"
code = ["my_strategies.py"]

[setup]
roles = "random"

[set]
"roles.botanist.points" = 3

[verdicts.seats]
watch = 0.02
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from analyses.experiments.experiment import Experiment, experiment
from analyses.statistics.shares import share_of
from simulator.errors import UserError, unknown
from simulator.files import read_toml

KINDS: dict[str, tuple[type, ...]] = {
    "title": (str,),
    "players": (int,),
    "strategies": (str, list),
    "design": (str, list),
    "games": (int,),
    "until": (str, float),
    "seed": (int,),
    "components": (str,),
    "code": (str, list),
    "setup": (dict,),
    "set": (dict,),
    "verdicts": (dict,),
}


def read_experiment(
    file: Path, defaults: Mapping[str, Any] | None = None, **flags: Any
) -> Experiment:
    """The experiment of a file; flags that were given go before its words, defaults after them."""
    words = read_words(file, KINDS)
    if "title" not in words and "title" not in flags:
        raise UserError(f'{file} must name a title, as in title = "archeos".')
    try:
        return experiment(**{**(defaults or {}), **arguments(file, words), **flags})
    except UserError as error:
        raise UserError(f"{file}: {error}") from None


KIND_NAMES = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    list: "a list",
    dict: "a table",
}


def read_words(file: Path, kinds: Mapping[str, tuple[type, ...]]) -> dict[str, Any]:
    """The keys of a file with their values, all of them known and of the kinds they may have."""
    words = read_toml(file)
    for key, value in words.items():
        if key not in kinds:
            raise unknown(f"key in {file}:", key, kinds)
        if isinstance(value, bool) or not isinstance(value, kinds[key]):
            wanted = " or ".join(KIND_NAMES[kind] for kind in kinds[key])
            raise UserError(
                f"{file}: '{key}' must be {wanted}, not {json.dumps(value, default=str)}."
            )
    return words


def arguments(file: Path, words: dict[str, Any]) -> dict[str, Any]:
    """The words as arguments of `experiment`; files lie beside the experiment file."""
    plain: dict[str, Any] = {
        key: words[key] for key in ("title", "players", "games", "seed") if key in words
    }
    if "strategies" in words:
        plain["strategies"] = _as_list(words["strategies"])
    if "design" in words:
        plain["design"] = _as_list(words["design"])
    if "until" in words:
        plain["until"] = share_of(words["until"])
    if "components" in words:
        plain["overlay"] = file.parent / words["components"]
    if "code" in words:
        plain["code"] = [file.parent / name for name in _as_list(words["code"])]
    plain["setup"] = _settings(words.get("setup", {}))
    plain["changes"] = _settings(words.get("set", {}))
    plain["thresholds"] = words.get("verdicts", {})
    return plain


def _as_list(value: str | list) -> list:
    return [value] if isinstance(value, str) else value


def _settings(table: dict[str, Any], before: str = "") -> list[str]:
    """Keys and values as the command line writes them; dotted keys may be tables."""
    words = []
    for key, value in table.items():
        if isinstance(value, dict):
            words += _settings(value, f"{before}{key}.")
        else:
            words.append(f"{before}{key}={value if isinstance(value, str) else json.dumps(value)}")
    return words
