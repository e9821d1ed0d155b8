"""Commands that show advice again: beside the base, or with other numbers of players."""

import shlex
from typing import Any

from analyses.experiments.pool import best_of
from analyses.findings.finding import listed
from analyses.lab.compare.versions import Base
from analyses.lab.players.coach import from_here
from analyses.lab.search.axes import is_number, value_at
from analyses.lab.search.judgements import Judgement
from analyses.language import say
from simulator.components import as_settings
from simulator.titles import spoken
from simulator.versions import Changes
from strategies.seat import Seat

POINTS = 20  # of a sweep, about


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


def sweep_command(
    base: Base, path: str, value: Any, changes: Changes, issue: Judgement | None
) -> str:
    """Tries a number as far again beyond a value as that is from the present one."""
    one, now = base.experiment, value_at(base.experiment.components, path)
    if not (is_number(value) and is_number(now)):
        return ""
    on = value + (value - now)
    low, high = sorted((now, max(on, 0) if now >= 0 else on))
    step = max(1, round((high - low) / POINTS)) if isinstance(value, int) else (high - low) / POINTS
    words = ["tiltmeter", "sweep", spoken(one.title.name), f"{path}={low:g}..{high:g}:{step:g}"]
    words += ["-p", str(one.players)]
    every = {**one.components.changes(), **changes}
    words += [word for setting in as_settings(every) for word in ("--set", setting)]
    if issue is not None and not issue.rates[issue.farthest].with_it:
        even = 100 * issue.rates[issue.farthest].even
        words += ["--target", f"win:{issue.farthest}={even:.4g}%"]
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
