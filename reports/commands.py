"""The command that plays a run or a study again."""

import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from analyses.experiments.designs import ALL, Cell, cells_of
from analyses.experiments.experiment import CURVES
from analyses.experiments.run_folder import RunFolder
from simulator.components import as_settings
from simulator.errors import UserError
from simulator.titles import sides_of, spoken
from strategies.seat import Seat

KINDS = {"ablation": "never", "encouraged": "likes"}  # how a cell says what it is about


def command_of(run: RunFolder) -> str:
    """`tiltmeter simulate …` with every setting that is not a default; nothing if none does it."""
    settings, line_ups = run.settings, _line_ups(run)
    if not line_ups:
        return ""
    words = ["tiltmeter", "simulate", spoken(settings["title"]), "-p", str(settings["players"])]
    words += ["-n", str(settings["games"]), "--seed", str(settings["seed"])]
    words += line_ups
    if settings["until"] is not None:
        words += ["--until", str(settings["until"])]
    words += ["--peek"] * settings.get("peek", False)
    words += [] if run.keep == CURVES else ["--keep", run.keep]
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
    """The design that made the cells, over their pool, or every line-up; nothing if none can."""
    cells = run.cells
    pool = list(dict.fromkeys(one for cell in cells if not cell.forbids for one in cell.line_up))
    if _made(run.design, pool, cells) == {*cells}:
        return ["-s", ",".join(map(str, pool)), "--design", ",".join(run.design)]
    if any(cell.same != ALL or _is_about(cell, "encouraged") for cell in cells):
        return []
    return [word for cell in cells for word in ("-s", ",".join(_typed(cell)))]


def _made(design: Sequence[str], pool: Sequence[Seat], cells: Sequence[Cell]) -> set[Cell]:
    """What a design makes of a pool, about what these cells are about; nothing if it cannot."""
    kinds = {
        name: [*dict.fromkeys(cell.forbids for cell in cells if _is_about(cell, name))]
        for name in KINDS
    }
    try:
        return {*cells_of(design, [pool], len(cells[0].line_up), kinds)} if design else set()
    except UserError:  # the cells were changed, to fewer strategies than it is for
        return set()


def _is_about(cell: Cell, design: str) -> bool:
    return bool(cell.forbids and cell.line_up[0].get(KINDS[design]))


def _typed(cell: Cell) -> list[str]:
    """One strategy fills every seat."""
    seats = cell.line_up[:1] if len({*cell.line_up}) == 1 else cell.line_up
    return [*map(str, seats)]
