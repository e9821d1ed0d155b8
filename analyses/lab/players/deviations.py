"""What single changes of the player asked win at its tables, kept beside the runs of a report."""

import json
import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

from analyses.experiments.designs import Cell
from analyses.experiments.experiment import Experiment
from analyses.experiments.run_folder import RunFolder
from analyses.experiments.runner import Runner
from analyses.experiments.simulation import folder_name
from analyses.lab.players.exploit import changes_of, exploit
from analyses.language import say
from simulator.errors import UserError
from simulator.files import SEAL, is_broken, read_own, seal_of
from simulator.results import alone_with, put
from strategies.seat import Seat

log = logging.getLogger("tiltmeter")

GAMES = 1000  # of every single change; the better ones get more


def deviations(runner: Runner, one: Experiment) -> dict[str, Any] | None:
    """Of the player of an experiment's first table; None if nothing about it can be changed."""
    first, title = player_of(one), one.title
    if one.sides < 2 or not first or not list(changes_of(title, first, one.players)):
        return None
    base = replace(one, cells=(Cell((first,) * one.players),), games=GAMES)
    file = runner.folder / f"{folder_name(base)}.json"
    if (known := read_deviations(file)) is not None:
        return known
    if file.exists():
        log.warning(say("{file!s} is damaged; its games are played again.", file=str(file)))
    found = exploit(runner, base, first, GAMES, single=True).as_json()
    _keep(file, found)
    return found


def _keep(file: Path, found: dict[str, Any]) -> None:
    """With a seal; what cannot be kept is found again another time."""
    try:
        with alone_with(file):
            put(file, json.dumps(found | {SEAL: seal_of(found)}, indent=1).encode())
    except UserError as error:
        log.warning("%s", error)


def read_deviations(file: Path) -> dict[str, Any] | None:
    """What was kept; None if there is nothing, or if it is not what was written."""
    try:
        values = json.loads(read_own(file))
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(values, dict) or SEAL not in values or is_broken(values):
        return None
    return {key: value for key, value in values.items() if key != SEAL}


def player_of(one: Experiment | RunFolder) -> Seat | None:
    """Who plays every seat of the first table; None if several do."""
    seats = {*one.cells[0].line_up}
    return seats.pop() if len(seats) == 1 else None
