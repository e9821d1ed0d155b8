"""Commands that show advice again: beside the base, or with other numbers of players."""

import shlex

from analyses.experiments.pool import best_of
from analyses.findings.finding import listed
from analyses.lab.compare.versions import Base
from analyses.lab.players.coach import from_here
from analyses.language import say
from simulator.components import as_settings
from simulator.titles import spoken
from simulator.versions import Changes
from strategies.seat import Seat


def compare_command(base: Base, changes: Changes, players: int | None = None) -> str:
    """Shows the change beside the base, on the deals that confirmed it, or with other players."""
    one = base.experiment
    words = ["tiltmeter", "compare", spoken(one.title.name), "-p", str(players or one.players)]
    words += ["-n", str(one.games), "--seed", str(one.seed)]
    words += [word for names in _line_ups(base) for word in ("-s", names)]
    words += [word for file in one.code for word in ("--code", from_here(file))]
    for flag, settings in (("--base-set", one.components.changes()), ("--set", changes)):
        words += [word for setting in as_settings(settings) for word in (flag, setting)]
    return shlex.join(words)


def elsewhere(base: Base, changes: Changes) -> str:
    """The command that shows a change with other players, if the game is for other numbers.

    Not where another number makes another contest of it, as one player against a rival.
    """
    title, here = base.experiment.title, base.experiment.players
    is_one_side = title.sides(here) == 1
    others = [n for n in title.players if n != here and (title.sides(n) == 1) == is_one_side]
    if not (others and base.pool):
        return ""
    told = "Not tested with {counts!s} players: {command!s}"
    if others == [1]:
        told = "Not tested solo: {command!s}"
    command = compare_command(base, changes, others[0])
    return say(told, counts=listed([*map(str, others)]), command=command)


def _line_ups(base: Base) -> list[str]:
    """Who plays, as -s takes it; nobody is named if it is who always does."""
    if base.pool:
        return [str(one) for one in base.pool[:1] if one != Seat(best_of(base.experiment.title))]
    return [",".join(map(str, cell.line_up)) for cell in base.experiment.cells]
