"""The command that plays a run or a study again."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from analyses.experiments.designs import ALL, DESIGNS, NEEDS_TWO, OF_KINDS, Cell, cells_of
from analyses.experiments.occurrence import kinds_of
from analyses.experiments.run_folder import RunFolder
from simulator.components import as_settings
from simulator.titles import load_title, sides_of, spoken


def command_of(run: RunFolder) -> str:
    """`tiltmeter simulate …` with every setting that is not a default."""
    settings = run.settings
    words = ["tiltmeter", "simulate", spoken(settings["title"]), "-p", str(settings["players"])]
    words += ["-n", str(settings["games"]), "--seed", str(settings["seed"])]
    words += _line_ups(run)
    if settings["until"] is not None:
        words += ["--until", str(settings["until"])]
    words += ["--peek"] * settings.get("peek", False)
    words += _changes(settings["changes"])
    words += [word for file in settings["code"] for word in ("--code", file)]
    return shlex.join(words)


def command_of_game(run: RunFolder, strategy: str, deal: int) -> str:
    """`tiltmeter play …`, which tells a game of one strategy in every seat move by move."""
    settings = run.settings
    words = ["tiltmeter", "play", spoken(settings["title"]), "-p", str(settings["players"])]
    words += ["-s", strategy, "--seed", str(settings["seed"]), "--game", str(deal)]
    words += [word for file in settings["code"] for word in ("--code", file)]
    return shlex.join([*words, *_changes(settings["changes"])])


def command_of_study(settings: Mapping[str, Any]) -> str:
    """`tiltmeter study …` as the folder's settings tell it."""
    words = ["tiltmeter", "study", spoken(settings["title"]), settings["factor"]]
    words += ["-p", str(settings["players"]), "-n", str(settings["games"])]
    words += ["--seed", str(settings["seed"])]
    shared = set.intersection(*map(set, settings["population"]))
    if shared:
        words += ["--around", ",".join(sorted(shared))]
    if len(settings["chosen"]) < len(settings["population"]):
        words += ["--sample", str(len(settings["chosen"]))]
    if not settings["mixed"] and sides_of(settings["title"], settings["players"]) > 1:
        words += ["--only", "mean_score"]  # asks for no strategies that meet
    for line_up in settings["strategies"]:
        words += ["-s", ",".join(line_up)]
    if settings["design"]:
        words += ["--design", ",".join(settings["design"])]
    words += [word for file in settings["code"] for word in ("--code", file)]
    return shlex.join([*words, *_changes(settings["changes"])])


def _changes(changes: Mapping[str, Any]) -> list[str]:
    return [word for change in as_settings(changes) for word in ("--set", change)]


def _line_ups(run: RunFolder) -> list[str]:
    """A design over a pool if the cells are one, else every line-up."""
    cells, players, kinds = run.cells, run.settings["players"], _kinds_of(run)
    free = [cell for cell in cells if not cell.forbids]
    pool = list(dict.fromkeys(name for cell in free for name in cell.line_up))
    for design in _designs(pool, players):
        if set(cells_of(design, [pool], players, kinds)) == set(cells):
            return ["-s", ",".join(pool), "--design", ",".join(design)]
    return [
        word
        for cell in cells
        if cell.same == ALL
        for word in (
            "-s",
            ",".join(dict.fromkeys(cell.line_up)) if _is_mirror(cell) else ",".join(cell.line_up),
        )
    ]


def _kinds_of(run: RunFolder) -> dict[str, list[str]]:
    """What designs forbid and encourage in the version that was played."""
    if not any(cell.forbids for cell in run.cells):
        return {}
    title, players = load_title(run.settings["title"]), run.settings["players"]
    components = title.components.with_changes(run.settings["changes"])
    return kinds_of(title, title.rules_for(components, players), players, OF_KINDS)


def _is_mirror(cell: Cell) -> bool:
    return len(set(cell.line_up)) == 1


def _designs(pool: Sequence[str], players: int) -> Iterator[tuple[str, ...]]:
    """Every choice of designs that this pool can play."""
    possible = [d for d in DESIGNS if d not in NEEDS_TWO or (len(pool) > 1 and players > 1)]
    for n in range(1, len(possible) + 1):
        yield from combinations(possible, n)
