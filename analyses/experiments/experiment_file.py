"""An experiment as a TOML file: the same words as the flags of `tiltmeter simulate`.

game = "archeos"
players = 4
bots = ["allround", "greedy", "denier"]         # a table, a list of tables, or a pool
design = ["self-play", "round-robin"]
games = 100000
until = "0.5%"
keep = "games"                                  # curves, games or sums
seed = 1
parameters = "mine.toml"
code = ["my_bots.py"]

[setup]
roles = "random"

[set]
"roles.botanist.points" = 3

[verdicts.turn_order]
borderline = 0.02

`title`, `strategies` and `components` say the same as `game`, `bots` and `parameters`.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Unpack

from analyses.experiments.experiment import Experiment, RunOptions, experiment
from analyses.statistics.shares import share_of
from simulator.components import SETUP
from simulator.errors import UserError, unknown
from simulator.files import read_toml
from simulator.titles import load_title
from simulator.user_files import is_place
from strategies.seat import Seat

KINDS: dict[str, tuple[type, ...]] = {
    "title": (str,),
    "players": (int,),
    "strategies": (str, list),
    "design": (str, list),
    "games": (int,),
    "until": (str, float),
    "peek": (bool,),
    "keep": (str,),
    "seed": (int,),
    "components": (str,),
    "code": (str, list),
    "setup": (dict,),
    "set": (dict,),
    "verdicts": (dict,),
}


def read_experiment(
    file: Path, defaults: RunOptions | None = None, title: str = "", **flags: Unpack[RunOptions]
) -> Experiment:
    """The experiment of a file; flags that were given go before its words, defaults after them."""
    words = read_words(file, KINDS)
    title = title or title_of(file, words)
    try:
        wanted = RunOptions()
        for source in (defaults or {}, arguments(file, title, words)):
            wanted.update(source)
        flags["changes"] = {**wanted.get("changes", {}), **flags.get("changes", {})}
        wanted.update(flags)
        return experiment(title, **wanted)
    except UserError as error:
        raise UserError(f"{file}: {error}") from None


def title_of(file: Path, words: Mapping[str, Any] | None = None) -> str:
    """What a file is about; a guest's title lies beside it."""
    found = read_words(file, KINDS) if words is None else words
    if "title" not in found:
        raise UserError(f'{file} must name a game, as in game = "archeos".')
    beside = file.parent / found["title"]
    return str(beside) if is_place(found["title"]) and beside.exists() else found["title"]


CALLED = {"title": "game", "strategies": "bots", "components": "parameters"}  # keys by other names
LISTED = {"code": 1, "design": 1, "strategies": 2}  # keys of texts, and how deep in lists
KIND_NAMES = {
    bool: "true or false",
    str: "a text",
    int: "a whole number",
    float: "a number",
    list: "a list",
    dict: "a table",
}


def read_words(file: Path, kinds: Mapping[str, tuple[type, ...]]) -> dict[str, Any]:
    """The keys of a file with their values, all of them known and of the kinds they may have."""
    told, words = read_toml(file), dict[str, Any]()
    meant = {CALLED.get(key, key): key for key in kinds} | {key: key for key in kinds}
    for said, value in told.items():
        if said not in meant:
            raise unknown(f"key in {file}:", said, [CALLED.get(key, key) for key in kinds])
        key = meant[said]
        if key in words:
            raise UserError(f"{file}: '{CALLED[key]}' and '{key}' say the same; keep one.")
        words[key] = value
        if type(value) not in kinds[key]:  # a bool is an int to isinstance
            wanted = " or ".join(KIND_NAMES[kind] for kind in kinds[key])
            raise UserError(
                f"{file}: '{said}' must be {wanted}, not {json.dumps(value, default=str)}."
            )
        if not _is_of_texts(value, LISTED.get(key, 0)):
            shown = json.dumps(value, default=str)
            raise UserError(f"{file}: '{said}' is a list of texts; {shown} holds something else.")
    return words


def _is_of_texts(value: Any, depth: int) -> bool:
    """So many lists deep; what is no list at all was looked at before."""
    if depth == 0 or not isinstance(value, list):
        return True
    return all(
        isinstance(one, str)
        or (depth > 1 and isinstance(one, list) and _is_of_texts(one, depth - 1))
        for one in value
    )


def arguments(file: Path, title: str, words: Mapping[str, Any]) -> RunOptions:
    """The words as `experiment` takes them; files lie beside the experiment file."""
    same = ("players", "games", "seed", "peek")
    plain: Any = {key: words[key] for key in same if key in words}
    for key in ("strategies", "design"):
        if key in words:
            plain[key] = _as_list(words[key])
    if "strategies" in plain:
        plain["strategies"] = _beside(plain["strategies"], file.parent)
    if "until" in words:
        plain["until"] = share_of(words["until"])
    if "code" in words:
        plain["code"] = [file.parent / name for name in _as_list(words["code"])]
    if "keep" in words:
        plain["kept"] = words["keep"]
    plain["changes"] = _changes(file, title, words)
    plain["thresholds"] = words.get("verdicts", {})
    return plain


def _changes(file: Path, title: str, words: Mapping[str, Any]) -> dict[str, Any]:
    changes: dict[str, Any] = {}
    if "components" in words:
        changes |= load_title(title).components.read_overlay(file.parent / words["components"])
    return changes | _flat(words.get("set", {})) | _flat(words.get("setup", {}), SETUP)


def _beside(strategies: Any, folder: Path) -> Any:
    """Files of weights lie beside the experiment file too."""
    if isinstance(strategies, str):
        return Seat.parse(strategies).beside(folder)
    return (
        [_beside(one, folder) for one in strategies] if isinstance(strategies, list) else strategies
    )


def _as_list(value: str | list) -> list:
    return [value] if isinstance(value, str) else value


def _flat(table: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """Values by path; dotted keys may be tables."""
    flat: dict[str, Any] = {}
    for key, value in table.items():
        path = f"{before}{key}"
        flat |= _flat(value, f"{path}.") if isinstance(value, dict) else {path: value}
    return flat
