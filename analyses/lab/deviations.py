"""What single changes of the player asked win at its tables, kept beside the runs of a report."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from analyses.experiments.designs import Cell
from analyses.experiments.experiment import Experiment
from analyses.experiments.run_folder import RunFolder
from analyses.experiments.runner import Runner
from analyses.experiments.simulation import folder_name
from analyses.lab.exploiting import changes_of, exploit
from simulator.errors import UserError
from simulator.results import put
from simulator.titles import load_title

GAMES = 1000  # of every single change; the better ones get more


def deviations(runner: Runner, one: Experiment) -> dict[str, Any] | None:
    """Of the player of an experiment's first table; None if nothing about it can be changed."""
    first, title = player_of(one), load_title(one.title)
    if one.sides < 2 or not first or not list(changes_of(title, first, one.players)):
        return None
    base = replace(one, cells=(Cell((first,) * one.players),), games=GAMES)
    file = runner.folder / f"{folder_name(base)}.json"
    if not file.is_file():
        found = exploit(runner, base, first, GAMES, single=True).as_json()
        put(file, json.dumps(found, indent=1).encode())
    return _read(file)


def player_of(one: Experiment | RunFolder) -> str:
    """Who plays every seat of the first table; "" if several do."""
    names = {*one.cells[0].line_up}
    return names.pop() if len(names) == 1 else ""


def _read(file: Path) -> dict[str, Any]:
    try:
        return json.loads(file.read_bytes())
    except (OSError, ValueError) as error:
        raise UserError(f"Cannot read {file}: {error}; without it, it is made anew.") from None
