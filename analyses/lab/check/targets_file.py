"""Balance targets as a TOML file: a version of a game, and the ranges its numbers must keep."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from analyses.experiments.experiment_file import KINDS, arguments, read_words, title_of
from analyses.lab.check.balance_targets import BalanceTargets
from analyses.lab.check.target_range import AT, TargetRange, levels_in, targets_of
from analyses.renamed import current
from simulator.errors import UserError
from simulator.titles import load_title

GAMES = 20_000
OLD = "bands"  # what targets were called
EXAMPLE = """\
# Balance targets: tiltmeter check targets.toml exits with 0 when every target is met, with 1 when
# one is missed, and with 3 when one is inconclusive and none is missed.
title = "lost_cities"
players = [2, 4]
games = 20000    # of each table: one strategy alone, or all of them against each other
seed = 1
strategies = ["allround", "greedy", "cautious"]   # the first is the default bot; without: all
# levels = [3, 5]              # of skill, 1 to 9: their bots play, and all must meet a target
# components = "mine.toml" and code = ["mine.py"], as in an experiment file

[setup]          # choices made before the game, as --setup takes them
layout = "reconstructed"

[set]            # changed parameters, as --set takes them
"bridges.bonus" = 20

[targets]        # for every number of players
turn_order_spread = "<= 15%"
length_p95 = { min = 20, max = 60 }
mean_score = "200 to 600"
endings = "balanced"         # a question, and the worst verdict it may get: balanced or borderline
# length_p95 = { max = 60, levels = [1, 3] }       at other levels of skill than the file's
# win_rate = "30% to 60%"  of a solo or co-op game, which has no turn_order_spread

[targets.4]      # for four players: more targets, or others instead
dominant_strategy = "<= 60%"
"""
VERSION = ("seed", "changes", "code")  # as `experiment` calls them
TAKEN = ("title", "strategies", "games", "seed", "components", "code", "setup", "set")
KEYS: dict[str, tuple[type, ...]] = {
    "players": (int, list),
    AT: (list,),
    "targets": (dict,),
    OLD: (dict,),
    **{key: KINDS[key] for key in TAKEN},
}


def read_targets(file: Path, games: int | None = None) -> BalanceTargets:
    """The targets of a file; `games` goes before its own number."""
    if file.suffix == ".py" or file.is_dir() or not (file.suffix or file.exists()):
        raise UserError(
            f'{file} holds no targets: name a TOML file that says game = "{file}", players = 2 and'
            ' a target, as in turn_order_spread = "<= 5%" under [targets].'
        )
    words = dict(read_words(file, KEYS))
    if OLD in words:
        words[current(OLD)] = {**words.pop(OLD), **words.get(current(OLD), {})}
    for key in ("title", "players", "targets"):
        if not words.get(key):
            raise UserError(f"{file} must say {_examples()[key]}.")
    try:
        return _budget(file, words, games)
    except UserError as error:
        raise UserError(f"{file}: {error}") from None


def _examples() -> dict[str, str]:
    return {
        "title": 'which game it is about, as in title = "archeos"',
        "players": "for how many players, as in players = 4 or players = [2, 4]",
        "targets": 'at least one target, as in turn_order_spread = "<= 5%" under [targets]',
    }


def _budget(file: Path, words: Mapping[str, Any], games: int | None) -> BalanceTargets:
    for key in ("strategies", "code"):
        _must_be_texts(key, words.get(key, []))
    counts = words["players"] if isinstance(words["players"], list) else [words["players"]]
    for count in counts:
        if isinstance(count, bool) or not isinstance(count, int):
            raise UserError(f"'players' must be whole numbers, not {count!r}.")
    title = title_of(file, words)
    told: Any = arguments(file, title, words)
    balance = BalanceTargets(
        title=load_title(title),
        games=told.get("games", GAMES) if games is None else games,
        strategies=tuple(told.get("strategies", ())),
        targets=_bands(words["targets"], sorted(set(counts))),
        version={key: told[key] for key in VERSION if key in told},
        levels=levels_in(words[AT]) if AT in words else (),
    )
    balance.must_be_sound()
    return balance


def _must_be_texts(key: str, value: Any) -> None:
    for one in value if isinstance(value, list) else [value]:
        if not isinstance(one, str):
            raise UserError(f"'{key}' must be a list of texts; {one!r} is none.")


def _bands(words: Mapping[str, Any], counts: Sequence[int]) -> dict[int, tuple[TargetRange, ...]]:
    """The targets by number of players; those of one number go before those of all."""
    for key in words:
        if key.isdecimal() and int(key) not in counts:
            known = " and ".join(map(str, counts))
            raise UserError(f"[targets.{key}] is for {key} players, but the file is for {known}.")
        if key.isdecimal() and not isinstance(words[key], Mapping):
            raise UserError(f"'{key}' under [targets] must be a table, as in [targets.{key}].")
    for_all = {key: value for key, value in words.items() if not key.isdecimal()}
    targets = {}
    for count in counts:
        chosen = for_all | words.get(str(count), {})
        several = [targets_of(name, value) for name, value in chosen.items()]
        targets[count] = tuple(one for some in several for one in some)
        if not targets[count]:
            raise UserError(f"There is no target for {count} players.")
    return targets
