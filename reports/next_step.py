"""What to try next about a finding, and the command that asks on: advice comes in here."""

import json
import re
import shlex
from collections.abc import Mapping
from typing import Any

import polars as pl

from analyses.findings.finding import Finding
from analyses.questions import QUESTIONS
from simulator.components import Entry, as_settings
from simulator.errors import UserError
from simulator.titles import Title, spoken

VALUES = 3  # of a sweep
Step = tuple[str, str]  # in words, and a command that runs as it stands


def next_step(title: Title, finding: Finding, players: int) -> Step:
    """From the particular to the general: what the finding names, then any part, then the players."""
    return (
        _without(title, finding, players)
        or _switched(title, finding, players)
        or _swept(title, finding, players)
        or _without_each(title, players)
        or _coached(title, players)
    )


def _without(title: Title, finding: Finding, players: int) -> Step | None:
    """A member or option far from the others can be left out, if the title can do without it."""
    for key, column in (("members", "member"), ("apart", "option")):
        if not finding.has(key):
            continue
        for name in finding.frame(key)[column]:
            for part, changes in title.levers.removals.items():
                if _slug(part) in _slug(name):
                    words = f"See what the game is without {part.replace('_', ' ')}."
                    return words, _compare(title, changes, players)
    return None


def _switched(title: Title, finding: Finding, players: int) -> Step | None:
    """The switch of a rival that brings wins nearest to one half."""
    rival = title.levers.rival
    if rival is None or not finding.has("switches"):
        return None
    wins, switches = finding.estimate.value, finding.frame("switches")
    chosen = switches.sort((pl.col("estimate") + wins - 0.5).abs())["switch"][0]
    changes = next(one.changes for one in rival.switches if one.name == chosen)
    return f"See whether {chosen} makes it a match.", _compare(title, changes, players)


def _swept(title: Title, finding: Finding, players: int) -> Step | None:
    """The first number of the box that has others worth a try, and what the verdict measures."""
    entries = title.components.entries.values()
    entry = next((one for one in entries if _varies(title, one, players)), None)
    if entry is None:
        return None
    gauge = QUESTIONS[finding.name].gauge if finding.name in QUESTIONS else ""
    values = ",".join(json.dumps(one) for one in (entry.value, *entry.alternatives)[:VALUES])
    only = ["--only", gauge] if gauge else []
    words = f"See whether it depends on {entry.path}, {entry.about}."
    return words, _command("sweep", title, players, f"{entry.path}={values}", *only)


def _without_each(title: Title, players: int) -> Step | None:
    if not title.levers.removals:
        return None
    words = "See which part of the game makes it so: play without each in turn."
    return words, _command("compare", title, players, "--each", "removed")


def _coached(title: Title, players: int) -> Step:
    words = "See which choices the players make badly: they may be to blame, not the rules."
    return words, _command("coach", title, players)


def _slug(name: str) -> str:
    return re.sub(r"[\W_]+", "", name.lower())


def _varies(title: Title, entry: Entry, players: int) -> bool:
    """A number whose alternatives make other rules, and are allowed, for so many players."""
    if type(entry.value) is not int or not entry.alternatives:
        return False
    other = title.components.with_changes({entry.path: entry.alternatives[0]})
    try:
        usual, changed = (title.rules_for(one, players) for one in (title.components, other))
    except UserError:
        return False
    return usual.tobytes() != changed.tobytes()


def _compare(title: Title, changes: Mapping[str, Any], players: int) -> str:
    settings = (word for change in as_settings(changes) for word in ("--set", change))
    return _command("compare", title, players, *settings)


def _command(verb: str, title: Title, players: int, *words: str) -> str:
    return shlex.join(["tiltmeter", verb, spoken(title.name), *words, "-p", str(players)])
