"""What to try next about a finding, and the command that asks on."""

import shlex

from analyses.findings.finding import Finding
from analyses.questions import QUESTIONS
from simulator.components import Entry
from simulator.titles import Title, spoken

VALUES = 3  # of a sweep


def next_step(title: Title, finding: Finding, players: int) -> tuple[str, str]:
    """In words, and a command that runs as it stands."""
    seats = ["-p", str(players)]
    if title.levers.removals:
        words = "See which part of the game makes it so: play without each in turn."
        return words, _command("compare", title, "--each", "removed", *seats)
    entry = next((one for one in title.components.entries.values() if _varies(one)), None)
    if entry is not None:
        gauge = QUESTIONS[finding.name].gauge if finding.name in QUESTIONS else ""
        values = [entry.value, *entry.alternatives][:VALUES]
        path = f"{entry.path}={','.join(str(value) for value in values)}"
        only = ["--only", gauge] if gauge else []
        return f"See how it answers to {entry.about}.", _command(
            "sweep", title, path, *only, *seats
        )
    words = "See which choices the players make badly: they may be to blame, not the rules."
    return words, _command("coach", title, *seats)


def _varies(entry: Entry) -> bool:
    """A number with others worth a try."""
    return type(entry.value) is int and bool(entry.alternatives)


def _command(verb: str, title: Title, *words: str) -> str:
    return shlex.join(["tiltmeter", verb, spoken(title.name), *words])
