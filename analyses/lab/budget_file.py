"""A balance budget as a TOML file: a version of a game and the bands its numbers must keep."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from analyses.experiments.experiment_file import KINDS, arguments, read_words, title_of
from analyses.lab.bands import Band, band
from analyses.lab.budget import Budget
from simulator.errors import UserError
from simulator.titles import load_title

GAMES = 20_000
EXAMPLE = """\
# A balance budget: tiltmeter check budget.toml exits with 0 when every band holds, with 1 when
# something is out, and with 3 when the games cannot tell.
title = "lost_cities"
players = [2, 4]
games = 20000    # of each table: one strategy alone, or all of them against each other
seed = 1
strategies = ["allround", "greedy", "cautious"]   # the first stands for the game; default: all
# components = "mine.toml" and code = ["mine.py"], as in an experiment file

[setup]          # choices made before the game, as --setup takes them
layout = "reconstructed"

[set]            # changed components, as --set takes them
"bridges.bonus" = 20

[bands]          # for every number of players
turn_order_spread = "<= 15%"
length_p95 = { min = 20, max = 60 }
mean_score = "200 to 600"
endings = "balanced"         # a question, and the worst verdict it may get: balanced or borderline
# win_rate = "30% to 60%"  of a solo or co-op game, which has no turn_order_spread

[bands.4]        # for four players, beside or instead of those
dominant_strategy = "<= 60%"
"""
VERSION = ("seed", "changes", "code")  # as `experiment` calls them
TAKEN = ("title", "strategies", "games", "seed", "components", "code", "setup", "set")
KEYS: dict[str, tuple[type, ...]] = {
    "players": (int, list),
    "bands": (dict,),
    **{key: KINDS[key] for key in TAKEN},
}


def read_budget(file: Path, games: int | None = None) -> Budget:
    """The budget of a file; `games` goes before its own number."""
    if file.suffix == ".py" or file.is_dir() or not (file.suffix or file.exists()):
        raise UserError(
            f'{file} is no budget: name a TOML file that says title = "{file}", players = 2 and a'
            ' band, as in turn_order_spread = "<= 5%" under [bands].'
        )
    words = read_words(file, KEYS)
    for key in ("title", "players", "bands"):
        if not words.get(key):
            raise UserError(f"{file} must say {_examples()[key]}.")
    try:
        return _budget(file, words, games)
    except UserError as error:
        raise UserError(f"{file}: {error}") from None


def _examples() -> dict[str, str]:
    return {
        "title": 'which title it is about, as in title = "archeos"',
        "players": "for how many players, as in players = 4 or players = [2, 4]",
        "bands": 'at least one band, as in turn_order_spread = "<= 5%" under [bands]',
    }


def _budget(file: Path, words: Mapping[str, Any], games: int | None) -> Budget:
    for key in ("strategies", "code"):
        _must_be_texts(key, words.get(key, []))
    counts = words["players"] if isinstance(words["players"], list) else [words["players"]]
    for count in counts:
        if isinstance(count, bool) or not isinstance(count, int):
            raise UserError(f"'players' must be whole numbers, not {count!r}.")
    title = title_of(file, words)
    told: Any = arguments(file, title, words)
    budget = Budget(
        title=load_title(title).name,
        games=told.get("games", GAMES) if games is None else games,
        strategies=tuple(told.get("strategies", ())),
        bands=_bands(words["bands"], sorted(set(counts))),
        version={key: told[key] for key in VERSION if key in told},
    )
    budget.must_be_sound()
    return budget


def _must_be_texts(key: str, value: Any) -> None:
    for one in value if isinstance(value, list) else [value]:
        if not isinstance(one, str):
            raise UserError(f"'{key}' must be a list of texts; {one!r} is none.")


def _bands(words: Mapping[str, Any], counts: Sequence[int]) -> dict[int, tuple[Band, ...]]:
    """The bands by number of players; those of one number go before those of all."""
    for key in words:
        if key.isdecimal() and int(key) not in counts:
            known = " and ".join(map(str, counts))
            raise UserError(f"[bands.{key}] is for {key} players, but the budget is for {known}.")
        if key.isdecimal() and not isinstance(words[key], Mapping):
            raise UserError(f"'{key}' under [bands] must be a table of bands, as in [bands.{key}].")
    for_all = {key: value for key, value in words.items() if not key.isdecimal()}
    bands = {}
    for count in counts:
        chosen = for_all | words.get(str(count), {})
        bands[count] = tuple(band(name, value) for name, value in chosen.items())
        if not chosen:
            raise UserError(f"There is no band for {count} players.")
    return bands
